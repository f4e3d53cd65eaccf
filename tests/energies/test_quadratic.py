"""Tetrahedra with nodes in the middles of their edges: the patch test, mass, skin, and what they are not for."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import Delaunay

from pliant.energies.continuum import continuum, moduli_of
from pliant.energies.mesh import RestTetrahedra, tetrahedra_energy
from pliant.energies.neo_hookean import neo_hookean
from pliant.errors import PliantError
from pliant.model import Bulk, Fracture, Mesh, Plastic
from pliant.numerics.boundary import enclosed_volume, is_closed
from pliant.numerics.point_layout import PointLayout
from pliant.simulation import Simulation
from pliant.validation.states import alone, place
from pliant.validation.tetrahedra import block

JELLY = Bulk(young=1e4, poisson=0.4, density=100.0, damping=0.01)


def lumpy() -> tuple[np.ndarray, np.ndarray]:
    """A unit cube with points at random inside."""
    corners, _ = block((3, 3, 3), (1.0, 1.0, 1.0))
    outside = corners[(np.abs(corners - 0.5) == 0.5).any(axis=1)]
    points = np.concatenate([outside, np.random.default_rng(3).uniform(0.15, 0.85, (12, 3))])
    cells = Delaunay(points).simplices
    edges = points[cells[:, 1:]] - points[cells[:, :1]]
    return points, cells[np.abs(np.linalg.det(edges)) > 1e-9]


def ten_noded(points: np.ndarray, cells: np.ndarray) -> tuple[RestTetrahedra, np.ndarray]:
    mesh = Mesh(points, tetrahedra=cells, quadratic=True, material=JELLY).geometry()
    layout = PointLayout((len(mesh.vertices),), None)
    return RestTetrahedra.build(layout, mesh.vertices, mesh.tetrahedra, mesh.middles), mesh.vertices


@pytest.mark.parametrize("law", ["metric", "neo_hookean"])
def test_an_even_strain_leaves_the_inside_without_force_and_costs_the_same_on_any_mesh(law: str):
    stretch = np.array([[1.2, 0.1, 0.0], [0.0, 0.8, 0.2], [-0.1, 0.0, 1.1]])
    made = continuum if law == "metric" else neo_hookean
    energies = []
    for points, cells in (lumpy(), block((3, 3, 3), (1.0, 1.0, 1.0))):
        rest, x = ten_noded(points, cells)
        elastic = tetrahedra_energy(rest, *moduli_of(1e5, 0.45), law=made)
        out = rest.layout.zeros(3)
        energies.append(elastic.add_gradient(rest.layout.spread(x @ stretch.T), out))
        inside = (np.abs(x - 0.5) < 0.4999).all(axis=1)
        force = rest.layout.gather(out)
        assert np.abs(force[inside]).max() < 1e-11 * np.abs(force).max()
    assert energies[0] == pytest.approx(energies[1], rel=1e-12)


def test_strain_that_grows_linearly_costs_what_linear_elasticity_says():
    """Bent by ε₁₁ = κz at ν = 0 the field is of degree two: the energy is ½Eκ²∫z² to the next order in strain."""
    rest, x = ten_noded(*lumpy())
    bend = 1e-5
    moved = x + bend * np.stack([x[:, 0] * x[:, 2], 0 * x[:, 0], -0.5 * x[:, 0] ** 2], axis=1)
    energy = tetrahedra_energy(rest, *moduli_of(1e5, 0.0)).stored(rest.layout.spread(moved))
    assert energy == pytest.approx(0.5 * 1e5 * bend**2 / 3.0, rel=1e-4)


def test_masses_are_positive_and_the_skin_is_closed():
    points, cells = lumpy()
    simulation = Simulation(alone(Mesh(points, tetrahedra=cells, quadratic=True, material=JELLY)))
    masses = simulation.masses("body")
    assert masses.min() > 0.0
    assert masses.sum() == pytest.approx(100.0)
    triangles = simulation.model.body("body").shape.triangles
    assert is_closed(triangles)
    assert enclosed_volume(simulation.positions("body"), triangles) == pytest.approx(1.0)


def test_a_cube_that_was_squashed_and_shaken_finds_its_shape_again():
    points, cells = block((3, 3, 3), (1.0, 1.0, 1.0))
    simulation = Simulation(alone(Mesh(points, tetrahedra=cells, quadratic=True, material=JELLY), dt=1 / 60))
    rest = simulation.positions("body")
    shaken = np.random.default_rng(0).normal(size=rest.shape)
    place(simulation, "body", rest * [1.2, 1.2, 0.5] + 0.01 * shaken)
    edges = _lengths(rest, cells)
    for _ in range(240):
        simulation.step()
        if np.abs(_lengths(simulation.positions("body"), cells) - edges).max() < 0.01:
            return
    raise AssertionError("it is still of another shape")


def _lengths(x: np.ndarray, cells: np.ndarray) -> np.ndarray:
    return np.linalg.norm(x[cells[:, 1]] - x[cells[:, 0]], axis=1)


def test_stress_of_what_yields_stays_at_the_limit():
    """Pulled to a strain of 0.2, twenty times that at which it yields: von Mises' stress is read from the means."""
    points, cells = block((3, 2, 2), (2.0, 1.0, 1.0))
    body = Mesh(points, tetrahedra=cells, quadratic=True, material=JELLY, flow=Plastic(limit=100.0))
    simulation = Simulation(alone(body))
    rest = simulation.positions("body")
    scene = alone(body, (rest[:, 0] == 0.0) | (rest[:, 0] == 2.0), dt=1.0)
    simulation = Simulation(scene)
    place(simulation, "body", rest * [1.2, 0.92, 0.92])
    for _ in range(5):
        simulation.step()
    found = simulation.probe("von_mises", "body")
    assert 80.0 < found.max() < 115.0


def test_middles_start_between_the_places_of_the_vertices():
    points, cells = lumpy()
    body = Mesh(points, tetrahedra=cells, quadratic=True, material=JELLY, initial_shape=2.0 * points)
    assert body.start() == pytest.approx(2.0 * body.geometry().vertices)


def test_what_can_part_and_what_is_no_solid_is_refused():
    points, cells = block((2, 2, 2), (1.0, 1.0, 1.0))
    for wrong in ({"cuttable": True}, {"fracture": Fracture(limit=0.5)}):
        with pytest.raises(PliantError, match="nodes at their corners only"):
            Mesh(points, tetrahedra=cells, quadratic=True, material=JELLY, **wrong)
    with pytest.raises(PliantError, match="material of kind 'bulk'"):
        Mesh(points, triangles=[[0, 1, 2]], quadratic=True, material="cotton")
