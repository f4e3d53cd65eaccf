"""Unstructured meshes: the same elasticity as on grids, cylinders bent exactly, and errors that say what is wrong."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import Delaunay
from scipy.spatial.transform import Rotation

from pliant.energies.continuum import continuum, moduli_of
from pliant.energies.elements import ElementEnergy
from pliant.energies.mesh import (
    RestTetrahedra,
    RestTriangles,
    hinge_energy,
    hinges,
    membrane_energy,
    tetrahedra_energy,
)
from pliant.energies.samples import Samples
from pliant.energies.solid import RestSolid, solid_energy
from pliant.energies.surface import RestSurface, metric_energy
from pliant.errors import PliantError
from pliant.model import Bulk, Mesh, Sheet
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.differences import Links
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.point_layout import PointLayout
from pliant.simulation import Simulation
from pliant.validation.points import lump
from pliant.validation.states import alone, place, settled


def sheet(rows: int, columns: int, width: float = 1.0, height: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 3) in the plane and triangles of a grid whose cells are cut along one diagonal."""
    x, y = np.meshgrid(np.linspace(0, width, rows), np.linspace(0, height, columns), indexing="ij")
    number = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    faces = np.concatenate([np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))])
    return np.stack([x.ravel(), y.ravel(), 0.0 * x.ravel()], axis=1), faces


def scattered(count: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """A unit square with an irregular mesh."""
    inner = np.random.default_rng(3).uniform(0.05, 0.95, size=(count, 2))
    side = np.linspace(0.0, 1.0, 7)
    edge = [np.stack(pair, axis=1) for pair in ((side, 0 * side), (side, 0 * side + 1))]
    edge += [
        np.stack(pair, axis=1) for pair in ((0 * side[1:-1], side[1:-1]), (0 * side[1:-1] + 1, side[1:-1]))
    ]
    flat = np.concatenate([inner, *edge])
    return np.column_stack([flat, np.zeros(len(flat))]), Delaunay(flat).simplices


def test_triangles_and_grids_agree_on_uniform_strain():
    """An anisotropic membrane under one affine map, on an irregular mesh and on a grid, whose axis 1 is y."""
    stiffness = np.array([[900.0, 100.0, 0.0], [100.0, 500.0, 0.0], [0.0, 0.0, 200.0]])
    stretch = np.array([[1.1, 0.05, 0.0], [-0.1, 0.95, 0.0], [0.2, 0.1, 1.0]])
    points, faces = scattered()
    rest = RestTriangles.build(PointLayout((len(points),)), points, faces)
    mesh = membrane_energy(rest, stiffness, direction=(0.0, 1.0, 0.0))
    grid = GridLayout((5, 6))
    square = np.stack(np.meshgrid(np.linspace(0, 1, 5), np.linspace(0, 1, 6), indexing="ij"), axis=-1)[
        ..., ::-1
    ]
    square = np.concatenate([square, np.zeros((5, 6, 1))], axis=-1)  # the first grid axis runs along y
    surface = metric_energy(RestSurface.build(grid, Links.build(grid), square), stiffness)
    assert mesh.stored(rest.layout.spread(points @ stretch.T)) == pytest.approx(
        surface.stored(grid.spread(square @ stretch.T)), rel=1e-12
    )
    assert rest.node_area.sum() == pytest.approx(1.0)


def test_a_strip_is_as_long_as_hooke_says():
    """Hung up by one edge: the mean stretch of ρg L/2 over E·t, and Poisson's contraction; irregular mesh, 2 %."""
    points, faces = scattered(120)
    young, poisson = 910.0, 0.3
    cloth = Sheet(membrane=young, poisson=poisson, area_density=0.5)
    g, top = 0.2, points[:, 1] == 1.0
    x = settled(alone(Mesh(points, triangles=faces, material=cloth), top, gravity=(0.0, -g, 0.0))).positions(
        "body"
    )
    bottom = points[:, 1] == 0.0
    assert -(x - points)[bottom, 1].mean() == pytest.approx(0.5 * 0.5 * g / young, rel=0.05)
    middle = np.abs(points[:, 1] - 0.5) < 0.2
    slope = np.polyfit(points[middle, 0], (x - points)[middle, 0], 1)[0]
    assert slope == pytest.approx(-poisson * 0.5 * 0.5 * g / young, rel=0.1)


@pytest.mark.parametrize("axis", ["x", "y", "diagonal"])
def test_a_sheet_rolled_round_a_cylinder_has_its_bending_energy(axis: str):
    """½Dκ² per area for rulings along any edges of the mesh, with D = 3 and κ = 2; exact but for chords."""
    count, D, kappa = 41, 3.0, 2.0
    points, faces = sheet(count, count)
    along = {"x": (1.0, 0.0), "y": (0.0, 1.0), "diagonal": (1.0, -1.0)}[axis]
    direction = np.array(along) / np.linalg.norm(along)
    across = np.array([-direction[1], direction[0]])
    u, v = points[:, :2] @ direction, points[:, :2] @ across
    rolled = np.stack([np.sin(kappa * u) / kappa, v, (1.0 - np.cos(kappa * u)) / kappa], axis=1)
    rest = RestTriangles.build(PointLayout((len(points),)), points, faces)
    energy = hinge_energy(rest, D)
    assert energy is not None
    rims = 0.0 if axis == "diagonal" else 1.0 / (count - 1)  # half an edge at two rims does not bend
    expected = 0.5 * D * kappa**2 * (1.0 - rims)
    assert energy.stored(rest.layout.spread(rolled)) == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_half_cylinder_pressed_flat_and_released_is_a_half_cylinder_again(sign: float):
    points, faces = sheet(13, 5, np.pi * 0.3, 0.4)
    angle = points[:, 0] / 0.3
    shell = np.stack([0.3 * np.sin(angle), points[:, 1], sign * 0.3 * np.cos(angle)], axis=1)
    spring = Sheet(membrane=1e4, poisson=0.3, bending=5.0, area_density=1.0, damping=0.02)
    simulation = Simulation(alone(Mesh(shell, triangles=faces, material=spring), dt=1.0 / 60.0))
    place(simulation, "body", points * [1.0, 1.0, 0.0])
    for _ in range(200):
        simulation.step()
    x = simulation.positions("body") - simulation.positions("body").mean(axis=0)
    rest = shell - shell.mean(axis=0)
    turn = Rotation.align_vectors(rest, x)[0]
    assert np.abs(turn.apply(x) - rest).max() < 0.01


def test_tetrahedra_and_cells_agree_on_uniform_strain():
    u = np.linspace(0.0, 1.0, 3)
    points = np.stack(np.meshgrid(u, u, u, indexing="ij"), axis=-1)
    stretch = np.array([[1.2, 0.1, 0.0], [0.0, 0.8, 0.2], [-0.1, 0.0, 1.1]])
    grid = PointLayout((3, 3, 3), (False, False, False))
    cells = solid_energy(RestSolid.build(grid, points), *moduli_of(1e3, 0.35))
    flat = points.reshape(-1, 3)
    mesh = PointLayout((len(flat),))
    rest = RestTetrahedra.build(mesh, flat, Delaunay(flat + 1e-9 * np.sin(7.0 * flat[:, ::-1])).simplices)
    tetrahedra = tetrahedra_energy(rest, *moduli_of(1e3, 0.35))
    assert tetrahedra.stored(mesh.spread(flat @ stretch.T)) == pytest.approx(
        cells.stored(grid.spread(points @ stretch.T)), rel=1e-6
    )
    assert rest.node_volume.sum() == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize("shape", ["flat", "inside out"])
def test_a_lump_of_tetrahedra_finds_its_shape_again(shape: str):
    points, cells = lump()
    rubber = Bulk(young=1e4, poisson=0.4, density=100.0, damping=0.01)
    simulation = Simulation(
        alone(Mesh(points, tetrahedra=cells, material=rubber), dt=1.0 / 60.0, collision=False)
    )
    start = points * [1.0, 1.0, 0.0 if shape == "flat" else -1.0] + 1e-4 * np.sin(50.0 * points)
    place(simulation, "body", start)
    for _ in range(240):
        simulation.step()
    x = simulation.positions("body")
    x, rest = x - x.mean(axis=0), points - points.mean(axis=0)
    turn = Rotation.align_vectors(rest, x)[0]
    assert np.abs(turn.apply(x) - rest).max() < 0.01


def test_meshes_that_cannot_be_are_refused():
    layout = PointLayout((4,))
    points = np.eye(4, 3)
    with pytest.raises(PliantError, match=r"shape \(n, 3\)"):
        RestTriangles.build(layout, points, np.array([[0, 1, 2, 3]]))
    with pytest.raises(PliantError, match="nodes 0 … 3"):
        RestTriangles.build(layout, points, np.array([[0, 1, 7]]))
    with pytest.raises(PliantError, match="no tetrahedron"):
        RestTetrahedra.build(layout, np.zeros((4, 3)), np.array([[0, 1, 2, 3]]))
    single = RestTriangles.build(layout, points, np.array([[0, 1, 2]]))
    assert hinge_energy(single, 1.0) is None


def test_two_triangles_on_the_same_nodes_have_no_hinge():
    chains, faces = hinges(np.array([[0, 1, 2], [0, 2, 1], [1, 2, 3]]))
    assert len(chains) == len(faces) == 1
    assert set(chains[0].tolist()) == {0, 1, 2, 3}


def test_an_element_that_names_a_node_twice_is_never_written_into_a_matrix():
    layout = PointLayout((3,))
    law = continuum([Samples([0, 1, 2, 3], np.zeros((4, 3, 1)), np.ones(1))], 1.0, 1.0)
    energy = ElementEnergy(layout, np.array([[0, 1, 2, 0]]), law)
    matrix = BlockMatrix.build(layout, energy.pattern)
    with pytest.raises(AssertionError, match="names a node twice"):
        energy.add_hessian(layout.zeros(3), matrix, True)
