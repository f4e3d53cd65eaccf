"""Unstructured meshes: the same elasticity as on grids, cylinders bent exactly, and errors that say what is wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial import Delaunay
from scipy.spatial.transform import Rotation

from pliant.energies.continuum import continuum, moduli_of
from pliant.energies.elements import ElementEnergy
from pliant.energies.mesh import (
    RestTetrahedra,
    RestTriangles,
    bending_energy,
    membrane_energy,
    tetrahedra_energy,
)
from pliant.energies.samples import Samples
from pliant.energies.slopes import Sides
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


def rest_of(points: np.ndarray, faces: np.ndarray, **more) -> RestTriangles:
    return RestTriangles.build(PointLayout((len(points),)), points, faces, **more)


@pytest.mark.parametrize("axis", ["x", "y", "diagonal"])
def test_a_sheet_rolled_round_a_cylinder_has_its_bending_energy(axis: str):
    """½Dκ² per area with D = 3 and κ = 2, in any direction, up to the rims; exact but for chords."""
    count, D, kappa = 41, 3.0, 2.0
    points, faces = sheet(count, count)
    direction = np.array({"x": (1.0, 0.0), "y": (0.0, 1.0), "diagonal": (0.6, -0.8)}[axis])
    across = np.array([-direction[1], direction[0]])
    u, v = points[:, :2] @ direction, points[:, :2] @ across
    rolled = np.stack([np.sin(kappa * u) / kappa, v, (1.0 - np.cos(kappa * u)) / kappa], axis=1)
    rest = rest_of(points, faces)
    energy = bending_energy(rest, np.diag([D, D, 0.5 * D]))
    assert energy is not None
    assert energy.stored(rest.layout.spread(rolled)) == pytest.approx(0.5 * D * kappa**2, rel=2e-3)


MESHES = {"one diagonal": sheet(7, 6), "long cells": sheet(7, 6, 4.0, 1.0), "scattered": scattered()}


@pytest.mark.parametrize("name", MESHES)
def test_quadratic_shapes_have_their_curvature_in_every_triangle(name: str):
    points, faces = MESHES[name]
    nodes, weights = rest_of(points, faces).stencils((1.0, 0.0, 0.0))
    x, y = points[:, 0], points[:, 1]
    curvature = np.einsum("nik,nk->in", weights, (x * x + 1.5 * y * y + 0.7 * x * y + 3.0 * x - 1.0)[nodes])
    off = np.abs(curvature - np.array([[2.0], [3.0], [0.7]])).max(axis=0)
    exact = (off < 1e-9).mean()  # at corners, and where nodes lie on one conic, they cannot tell
    assert exact >= (0.9 if name == "scattered" else 1.0)


def test_bending_knows_directions():
    """A stiffness for one direction alone, and fibres that are turned: energies of curvature in their frame."""
    points, faces = sheet(7, 8)
    rest = rest_of(points, faces)
    x, y = points[:, 0], points[:, 1]
    bent = points + np.stack([0 * x, 0 * x, 1e-4 * (x * x + 1.5 * y * y + 0.7 * x * y)], axis=1)
    matrix = np.array([[[3.0, 0.5, 0.2], [0.5, 2.0, 0.1], [0.2, 0.1, 0.8]]])
    for angle in (0.0, 0.5):
        c, s = np.cos(angle), np.sin(angle)
        turn = np.array([[c, s], [-s, c]])
        b = 1e-4 * turn @ np.array([[2.0, 0.7], [0.7, 3.0]]) @ turn.T
        strain = np.array([b[0, 0], b[1, 1], 2.0 * b[0, 1]])
        energy = bending_energy(rest, matrix, direction=(c, s, 0.0))
        assert energy is not None
        expected = 0.5 * strain @ matrix[0] @ strain
        assert energy.stored(rest.layout.spread(bent)) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("psd", [True, False])
def test_bending_has_the_derivatives_of_its_energy(psd: bool):
    points, faces = scattered(20)
    points = points + np.stack([0 * points[:, 0], 0 * points[:, 0], 0.2 * np.sin(3.0 * points[:, 0])], axis=1)
    rest = rest_of(points, faces)
    energy = bending_energy(rest, np.array([[3.0, 0.5, 0.2], [0.5, 2.0, 0.1], [0.2, 0.1, 0.8]]))
    assert energy is not None
    random = np.random.default_rng(5)
    spread = rest.layout.spread
    x, way = spread(points), spread(random.normal(size=points.shape))
    if not psd:
        x = x + 0.03 * spread(random.normal(size=points.shape))
    step = 1e-6
    after, before, here = (np.zeros_like(x) for _ in range(3))
    change = energy.add_gradient(x + step * way, after) - energy.add_gradient(x - step * way, before)
    energy.add_gradient(x, here)
    if not psd:
        assert change / (2.0 * step) == pytest.approx(np.sum(here * way), rel=1e-6)
    matrix, product = BlockMatrix.build(rest.layout, energy.pattern), np.zeros_like(x)
    energy.add_hessian(x, matrix, psd)
    matrix.multiply(way, product)
    expected = (after - before) / (2.0 * step)
    assert np.abs(product - expected).max() < 1e-5 * np.abs(expected).max()  # at rest both are alike


def test_nothing_is_bent_across_a_broken_edge():
    """Lists keep their length, what is flat or folded along the cut has no energy, and elsewhere nothing changes."""
    points, faces = sheet(7, 5, 6.0, 4.0)
    copies = np.arange(3 * len(faces)).reshape(-1, 3)
    rest = rest_of(points[faces.ravel()], copies, vertex=faces.ravel())
    number = np.arange(35).reshape(7, 5)
    cut = replace(rest, broken=np.stack([number[3, :-1], number[3, 1:]], axis=1))
    whole, torn = (bending_energy(one, np.eye(3)) for one in (rest, cut))
    assert whole is not None and torn is not None
    assert np.array_equal(whole.nodes, torn.nodes)
    folded = rest.positions + np.maximum(rest.positions[:, :1] - 3.0, 0.0) * [0.0, 0.0, 1.0]
    left = rest.positions[copies].mean(axis=1)[:, 0] < 3.0
    x = rest.layout.spread(np.where(np.repeat(left, 3)[:, None], rest.positions, folded))
    assert torn.stored(x) < 1e-12 and whole.stored(x) > 0.1
    far = (rest.positions[copies][:, :, 0] < 1.5).any(axis=1)
    for one in (0, 1, 2):
        assert np.array_equal(whole.law.weights[one][:, far], torn.law.weights[one][:, far])


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
    assert bending_energy(single, np.eye(3)) is None


def test_two_triangles_on_the_same_nodes_have_no_slope_in_common():
    sides = Sides.build(np.array([[0, 1, 2], [0, 2, 1], [1, 2, 3]]))
    assert sides.next.tolist() == [[-1, -1, -1], [2, -1, -1], [-1, -1, 1]]
    nodes, _ = stencils_of(np.array([[0, 1, 2], [0, 2, 1], [1, 2, 3]]))
    assert all(len(set(row)) == len(row) for row in nodes.tolist())


def stencils_of(faces: np.ndarray):
    return rest_of(np.random.default_rng(1).normal(size=(4, 3)), faces).stencils((1.0, 0.0, 0.0))


def test_patches_that_close_on_themselves_name_no_node_twice():
    """A tetrahedron: the triangles beyond the next ones are all the same."""
    nodes, weights = stencils_of(np.array([[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]))
    assert nodes.shape == (4, 4) and np.abs(weights.sum(axis=2)).max() < 1e-9 * np.abs(weights).max()


def test_an_element_that_names_a_node_twice_is_never_written_into_a_matrix():
    layout = PointLayout((3,))
    law = continuum([Samples([0, 1, 2, 3], np.zeros((4, 3, 1)), np.ones(1))], 1.0, 1.0)
    energy = ElementEnergy(layout, np.array([[0, 1, 2, 0]]), law)
    matrix = BlockMatrix.build(layout, energy.pattern)
    with pytest.raises(AssertionError, match="names a node twice"):
        energy.add_hessian(layout.zeros(3), matrix, True)
