"""Solids: linear elasticity in small strain, the patch test, and the way back from any shape."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.energies.continuum import moduli_of
from pliant.energies.solid import RestSolid, bracing_energy, solid_energy
from pliant.model import Bulk, Solid
from pliant.numerics import threads
from pliant.numerics.point_layout import PointLayout
from pliant.shapes import b_spline_solid
from pliant.simulation import Simulation
from pliant.solvers.spec import SolverSpec
from pliant.validation.plates import enclosed
from pliant.validation.states import alone, grid_points, place, settle, settled


def box(shape: tuple[int, int, int], size: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> np.ndarray:
    """The nodes of a box with one corner at the origin, (L, M, N, 3) [m]."""
    axes = [np.linspace(0.0, edge, count) for edge, count in zip(size, shape, strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)


def solid(points: np.ndarray, **material) -> Solid:
    """A solid with its nodes at the points (L, M, N, 3)."""
    shape = b_spline_solid(points, (1, 1, 1))
    return Solid(shape, grid=points.shape[:3], material=Bulk(**{"density": 1000.0, **material}))


def energy_of(points: np.ndarray, young: float, poisson: float, periodic=(False, False, False)):
    """The elastic energy of a solid through points (L, M, N, 3), its layout, and its geometry at rest."""
    layout = PointLayout(points.shape[:3], periodic)
    rest = RestSolid.build(layout, points)
    return solid_energy(rest, *moduli_of(young, poisson)), layout, rest


def skewed(shape: tuple[int, int, int]) -> np.ndarray:
    """A parallelepiped: size and shear of the cells must not matter."""
    shear = np.array([[1.0, 0.3, 0.1], [0.0, 1.2, -0.2], [0.0, 0.0, 0.7]])
    return box(shape, (1.0, 1.0, 1.0)) @ shear.T


@pytest.mark.parametrize("poisson", [-0.4, 0.0, 0.3, 0.49])
def test_a_small_uniform_strain_costs_what_linear_elasticity_says(poisson: float):
    mu, bulk = moduli_of(1e5, poisson)
    random = np.random.default_rng(1)
    points = skewed((4, 3, 5))
    elastic, layout, rest = energy_of(points, 1e5, poisson)
    whole = rest.node_volume.sum()
    strain = random.normal(size=(3, 3))
    strain = 1e-5 * (strain + strain.T)
    spin = Rotation.from_rotvec([0.3, -0.5, 0.9]).as_matrix()
    moved = points @ (spin @ (np.eye(3) + strain)).T + 2.0
    energy = elastic.stored(layout.spread(moved))
    dilatation = np.trace(strain)
    expected = whole * (mu * (np.sum(strain**2) - dilatation**2 / 3.0) + 0.5 * bulk * dilatation**2)
    assert energy == pytest.approx(
        expected, rel=2e-4
    )  # the next order in strain is 1e-5 times moduli of order ten


def test_uniform_strain_leaves_the_inside_without_force_and_pulls_the_faces_with_the_stress():
    """The patch test: inside, forces balance; on a face they add up to stress times area."""
    points = box((4, 5, 6), (1.0, 1.2, 1.5))
    elastic, layout, _ = energy_of(points, 1e5, 0.3)
    strain = 1e-6 * np.array([[2.0, 0.5, 0.0], [0.5, -1.0, 0.3], [0.0, 0.3, 0.7]])
    out = layout.zeros(3)
    elastic.add_gradient(layout.spread(points @ (np.eye(3) + strain).T), out)
    force = layout.gather(out).reshape(points.shape)
    mu, bulk = moduli_of(1e5, 0.3)
    stress = 2.0 * mu * strain + (bulk - 2.0 / 3.0 * mu) * np.trace(strain) * np.eye(3)
    assert np.abs(force[1:-1, 1:-1, 1:-1]).max() < 1e-9 * np.abs(force).max()
    for axis, area in ((0, 1.2 * 1.5), (1, 1.0 * 1.5), (2, 1.0 * 1.2)):
        inside: list = [slice(1, -1)] * 3
        inside[axis] = -1  # a face without its edges, which belong to other faces as well
        part = np.prod([(n - 2) / (n - 1) for k, n in enumerate(points.shape[:3]) if k != axis])
        total = force[tuple(inside)].sum(axis=(0, 1))
        assert total == pytest.approx(stress[axis] * area * part, rel=1e-4, abs=1e-5)


def test_on_a_distorted_grid_the_patch_test_is_met_too():
    """However the nodes lie inside: forces balance to rounding, and volumes add up to that of the cube."""
    points = box((5, 4, 6), (1.0, 1.0, 1.0))
    inside = points[1:-1, 1:-1, 1:-1]
    inside += np.random.default_rng(0).uniform(-0.06, 0.06, inside.shape)
    elastic, layout, rest = energy_of(points, 1e5, 0.3)
    stretch = np.array([[1.2, 0.1, 0.0], [0.0, 0.8, 0.2], [-0.1, 0.0, 1.1]])
    out = layout.zeros(3)
    elastic.add_gradient(layout.spread(points @ stretch.T), out)
    force = layout.gather(out).reshape(points.shape)
    assert np.abs(force[1:-1, 1:-1, 1:-1]).max() < 1e-12 * np.abs(force).max()
    assert rest.node_volume.sum() == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize("size", [(1.0, 1.0, 0.15), (1.0, 0.2, 0.2), (0.3, 1.0, 0.6)])
def test_distorted_cells_that_are_no_cubes_meet_the_patch_test_too(size: tuple[float, float, float]):
    points = box((5, 4, 6))
    inside = points[1:-1, 1:-1, 1:-1]
    inside += np.random.default_rng(0).uniform(-0.06, 0.06, inside.shape)
    points *= size
    layout = PointLayout(points.shape[:3], (False, False, False))
    braces = bracing_energy(RestSolid.build(layout, points), *moduli_of(1e5, 0.3))
    assert braces is not None
    out = layout.zeros(3)
    stretch = np.array([[1.2, 0.1, 0.0], [0.0, 0.8, 0.2], [-0.1, 0.0, 1.1]])
    moved = layout.spread(points @ stretch.T)
    braces.add_gradient(moved, out)
    uneven = layout.zeros(3)
    braces.add_gradient(moved + 0.01 * np.random.default_rng(1).normal(size=moved.shape), uneven)
    assert np.abs(out).max() < 1e-12 * np.abs(uneven).max()


def test_cubes_of_any_size_need_no_braces_and_slabs_do():
    for size, braced in (((2.0, 2.0, 2.0), False), ((1.0, 1.0, 0.25), True)):
        points = box((3, 3, 3), size)
        layout = PointLayout(points.shape[:3], (False, False, False))
        found = bracing_energy(RestSolid.build(layout, points), *moduli_of(1e5, 0.3))
        assert (found is not None) == braced


@pytest.mark.parametrize("ways", [(0, 2), (2, 0), (1, 2), (2, 1), (0, 1), (1, 0)])
@pytest.mark.parametrize("poisson", [0.0, 0.3])
def test_a_slab_of_oblong_cells_bends_alike_along_all_its_axes(ways: tuple[int, int], poisson: float):
    """Cells 4 : 2 : 1, bent to ε_i = κX_j with the strains across that stress along i alone has: ½Eκ²∫X_j², to 8 %.

    The nodes follow the exact field, so that the mean of cells sees all but what varies within them: with two over the
    height that is a quarter, of which without braces up to nine tenths would be missing.
    """
    i, j = ways
    k = 3 - i - j
    size = np.array([4.0, 2.0, 1.0])
    points = (box((3, 3, 3), (2.0, 2.0, 2.0)) - 1.0) * size
    bend = 1e-6
    x, y, z = points[..., i], points[..., j], points[..., k]
    moved = points.copy()
    moved[..., i] += bend * x * y
    moved[..., j] -= 0.5 * bend * (x * x + poisson * (y * y - z * z))
    moved[..., k] -= bend * poisson * y * z
    layout = PointLayout(points.shape[:3], (False, False, False))
    rest = RestSolid.build(layout, points)
    parts = [solid_energy(rest, *moduli_of(1e5, poisson)), bracing_energy(rest, *moduli_of(1e5, poisson))]
    energy = sum(part.stored(layout.spread(moved)) for part in parts if part is not None)
    wanted = 0.5 * 1e5 * bend**2 * 8.0 * size.prod() * size[j] ** 2 / 3.0
    assert energy == pytest.approx(wanted, rel=0.08)


SHAPES = ("flat", "inside out", "shrunk", "scattered")


@pytest.mark.parametrize("poisson", [0.0, 0.3, 0.49])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_cube_finds_its_shape_again_from_anything(shape: str, poisson: float):
    """Crushed flat, turned inside out, shrunk to a tenth, its nodes scattered: to 1 % of its edge within 4 s."""
    _finds_its_shape((1.0, 1.0, 1.0), shape, poisson)


@pytest.mark.parametrize("shape", SHAPES)
def test_so_does_a_slab(shape: str):
    """Cells four times as long as thick."""
    _finds_its_shape((1.0, 1.0, 0.25), shape, 0.3)


def _finds_its_shape(size: tuple[float, float, float], shape: str, poisson: float) -> None:
    points = box((5, 5, 5), size)
    body = solid(points, young=1e4, poisson=poisson, density=100.0, damping=0.01)
    random = np.random.default_rng(0)
    flat = points.reshape(-1, 3)
    start = {
        "flat": flat * [1.0, 1.0, 0.0],
        "inside out": flat * [1.0, 1.0, -1.0],
        "shrunk": 0.1 * flat,
        "scattered": random.uniform(size=flat.shape),
    }[shape]
    simulation = Simulation(alone(body, dt=1.0 / 60.0))
    place(simulation, "body", start + 1e-4 * random.normal(size=flat.shape))
    for _ in range(240):
        simulation.step()
        if _distance(simulation.positions("body"), flat) < 0.01:
            return
    raise AssertionError(f"still {_distance(simulation.positions('body'), flat)} m away")


def _distance(x: np.ndarray, rest: np.ndarray) -> float:
    """How far nodes are from the rest shape at most, but for a rigid motion."""
    a, b = rest - rest.mean(axis=0), x - x.mean(axis=0)
    turn = Rotation.align_vectors(a, b)[0]
    return float(np.abs(turn.apply(b) - a).max())


def test_squashed_to_half_its_height_rubber_keeps_its_volume():
    """ν = 0.49 between plates that hold its ends: within 2 %."""
    points = box((7, 7, 7))
    ends = (points[..., 2] == 0) | (points[..., 2] == 1)
    scene = alone(solid(points, young=1e4, poisson=0.49), ends)
    simulation = settled(scene, steps=1, dt=10.0, solver=SolverSpec(tolerance=1e-4))
    for part in range(1, 11):
        squashed = grid_points(simulation, "body")
        squashed[..., -1, 2] = 1.0 - 0.05 * part
        place(simulation, "body", squashed)
        settle(simulation, steps=1)
    x = grid_points(simulation, "body")
    assert x[..., -1, 2] == pytest.approx(0.5)
    assert enclosed(x) == pytest.approx(1.0, rel=0.02)


def test_a_ball_with_poles_and_a_left_handed_grid_are_fine():
    """Corners without volume are left out; orientation does not matter."""
    r, v, u = np.meshgrid(
        [0.0, 0.5, 1.0], np.linspace(0, np.pi, 6), np.arange(8) / 8 * 2 * np.pi, indexing="ij"
    )
    ball = np.stack([r * np.sin(v) * np.cos(u), r * np.sin(v) * np.sin(u), r * np.cos(v)], axis=-1)
    elastic, layout, _ = energy_of(ball, 1e4, 0.4, (False, False, True))
    out, x = layout.zeros(3), layout.spread(ball)
    assert elastic.add_gradient(x, out) == pytest.approx(0.0, abs=1e-9)
    assert np.abs(out).max() < 1e-8
    mirrored, _, _ = energy_of(ball * [1.0, 1.0, -1.0], 1e4, 0.4, (False, False, True))
    turned = layout.spread(1.1 * ball * [1.0, 1.0, -1.0])
    assert mirrored.stored(turned) == pytest.approx(elastic.stored(1.1 * x))


def test_refinement_converges():
    """The energy of one smooth deformation, on finer and finer grids: the error falls fourfold each time."""
    energies = []
    for count in (5, 9, 17, 33):
        points = box((count, count, count), (1.0, 1.0, 1.0))
        x, y, z = np.moveaxis(points, -1, 0)
        bent = points + 0.1 * np.stack([np.sin(y + z), x * z, np.cos(2 * x) * y], axis=-1)
        layout = PointLayout(points.shape[:3], (False, False, False))
        energy = solid_energy(RestSolid.build(layout, points), *moduli_of(1e3, 0.3))
        energies.append(energy.stored(layout.spread(bent)))
    errors = np.abs(np.diff(energies))
    assert (errors[:-1] / errors[1:] > 3.5).all()


@pytest.mark.slow
@pytest.mark.skipif(numba.get_num_threads() < 2, reason="only one thread here")
def test_the_number_of_threads_changes_no_bit(monkeypatch: pytest.MonkeyPatch):
    def after(count: int) -> np.ndarray:
        before = numba.get_num_threads()
        numba.set_num_threads(count)
        try:
            points = box((9, 8, 10), (1.0, 1.0, 1.0))
            body = solid(points, young=1e4, poisson=0.4, density=100.0)
            simulation = Simulation(alone(body, points[..., 0] == 0, gravity=9.81, dt=1.0 / 60.0))
            for _ in range(4):
                simulation.step()
            return simulation.positions("body")
        finally:
            numba.set_num_threads(before)

    single = after(1)
    monkeypatch.setattr(threads, "SHARED_FROM", 0)
    assert (single == after(2)).all()
