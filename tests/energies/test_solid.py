"""Solids: linear elasticity in small strain, beam theory when bent, and the way back from any shape."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.energies.continuum import moduli_of
from pliant.energies.secant_solid import PublishedSolid
from pliant.energies.solid import RestSolid, solid_energy
from pliant.integrators.semi_implicit import SemiImplicitStepper
from pliant.integrators.spec import SemiImplicit
from pliant.integrators.system import BodyState, BodySystem
from pliant.numerics import threads
from pliant.numerics.points import PointLayout
from pliant.solvers.spec import SolverSpec
from pliant.validation.points import Motion, box, settled, solid_body

DIRECT = SolverSpec("direct")


def volume(points: np.ndarray) -> float:
    """Of a solid on a grid (L, M, N, 3): the sum over its cells, exact for straight edges and flat faces."""
    layout = PointLayout(points.shape[:3])
    return float(RestSolid.build(layout, points).node_volume.sum())


def skewed(shape: tuple[int, int, int]) -> np.ndarray:
    """A parallelepiped: size and shear of the cells must not matter."""
    shear = np.array([[1.0, 0.3, 0.1], [0.0, 1.2, -0.2], [0.0, 0.0, 0.7]])
    return box(shape, (1.0, 1.0, 1.0)) @ shear.T


@pytest.mark.parametrize("poisson", [-0.4, 0.0, 0.3, 0.49])
def test_a_small_uniform_strain_costs_what_linear_elasticity_says(poisson: float):
    mu, bulk = moduli_of(1e5, poisson)
    random = np.random.default_rng(1)
    points = skewed((4, 3, 5))
    body = solid_body(points, young=1e5, poisson=poisson)
    whole = volume(points)
    strain = random.normal(size=(3, 3))
    strain = 1e-5 * (strain + strain.T)
    spin = Rotation.from_rotvec([0.3, -0.5, 0.9]).as_matrix()
    moved = points @ (spin @ (np.eye(3) + strain)).T + 2.0
    energy = body.elastic[0].stored(body.layout.spread(moved))
    dilatation = np.trace(strain)
    expected = whole * (mu * (np.sum(strain**2) - dilatation**2 / 3.0) + 0.5 * bulk * dilatation**2)
    assert energy == pytest.approx(
        expected, rel=2e-4
    )  # the next order in strain is 1e-5 times moduli of order ten


def test_uniform_strain_leaves_the_inside_without_force_and_pulls_the_faces_with_the_stress():
    """The patch test: inside, forces balance; on a face they add up to stress times area."""
    points = box((4, 5, 6), (1.0, 1.2, 1.5))
    body = solid_body(points, young=1e5, poisson=0.3)
    strain = 1e-6 * np.array([[2.0, 0.5, 0.0], [0.5, -1.0, 0.3], [0.0, 0.3, 0.7]])
    out = body.layout.zeros(3)
    body.elastic[0].add_gradient(body.layout.spread(points @ (np.eye(3) + strain).T), out)
    force = body.layout.gather(out).reshape(points.shape)
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
    """However the nodes lie inside: forces balance to rounding, and masses add up to that of the cube."""
    points = box((5, 4, 6), (1.0, 1.0, 1.0))
    inside = points[1:-1, 1:-1, 1:-1]
    inside += np.random.default_rng(0).uniform(-0.06, 0.06, inside.shape)
    body = solid_body(points, young=1e5, poisson=0.3)
    stretch = np.array([[1.2, 0.1, 0.0], [0.0, 0.8, 0.2], [-0.1, 0.0, 1.1]])
    out = body.layout.zeros(3)
    body.elastic[0].add_gradient(body.layout.spread(points @ stretch.T), out)
    force = body.layout.gather(out).reshape(points.shape)
    assert np.abs(force[1:-1, 1:-1, 1:-1]).max() < 1e-12 * np.abs(force).max()
    assert body.system.mass.sum() == pytest.approx(1000.0, rel=1e-12)


@pytest.mark.parametrize("poisson", [0.0, 0.3, 0.49])
def test_a_bar_with_two_cells_across_bends_as_timoshenko_says(poisson: float):
    """Within 4 %; with everything in the tetrahedra of a cell it would be 35 % too stiff, and more so for ν → ½."""
    length, side, young, g = 1.0, 0.1, 1e6, 1e-3
    points = box((21, 3, 3), (length, side, side))
    body = solid_body(points, young=young, poisson=poisson, density=1.0)
    motion = settled(Motion(body, gravity=(0.0, 0.0, -g), pinned=points[..., 0] == 0, solver=DIRECT), steps=2)
    tip = (motion.positions.reshape(points.shape) - points)[-1, :, :, 2].mean()
    load, area, shear = g * side**2, side**2, young / (2.0 * (1.0 + poisson))
    kappa = 10.0 * (1.0 + poisson) / (12.0 + 11.0 * poisson)
    expected = load * length**4 / (8.0 * young * side**4 / 12.0) + load * length**2 / (
        2.0 * kappa * shear * area
    )
    assert -tip == pytest.approx(expected, rel=0.04)


def test_a_twisted_bar_has_the_torque_of_saint_venant():
    """A square bar: torque = 0.1406 G a⁴ per unit of twist; 8 cells across are within 2 %."""
    side, length, twist, young = 0.2, 0.8, 1e-3, 1e6
    points = box((17, 9, 9), (length, side, side)) - np.array([0.0, side / 2, side / 2])
    body = solid_body(points, young=young, poisson=0.3)
    ends = (points[..., 0] == 0) | (points[..., 0] == length)
    motion = Motion(body, pinned=ends, solver=DIRECT)
    angle = twist * points[..., 0] / length
    turned = points.copy()
    turned[..., 1] = np.cos(angle) * points[..., 1] - np.sin(angle) * points[..., 2]
    turned[..., 2] = np.sin(angle) * points[..., 1] + np.cos(angle) * points[..., 2]
    motion.place(turned)
    settled(motion, steps=2)
    # The ends cannot warp, so the rate of twist is taken, and the torque felt, in the middle half.
    x = motion.positions.reshape(points.shape)
    felt = np.arctan2(x[:, -1, 4, 2], x[:, -1, 4, 1])
    rate = (felt[12] - felt[4]) / (points[12, 0, 0, 0] - points[4, 0, 0, 0])
    out = body.layout.zeros(3)
    body.elastic[0].add_gradient(motion.state.x, out)
    force, arm = body.layout.gather(out).reshape(points.shape)[-1], x[-1]
    torque = np.sum(arm[..., 1] * force[..., 2] - arm[..., 2] * force[..., 1])
    assert torque == pytest.approx(0.1406 * young / 2.6 * side**4 * rate, rel=0.02)


SHAPES = ("flat", "inside out", "shrunk", "scattered")


@pytest.mark.parametrize("poisson", [0.0, 0.3, 0.49])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_cube_finds_its_shape_again_from_anything(shape: str, poisson: float):
    """Crushed flat, turned inside out, shrunk to a tenth, its nodes scattered: to 1 % of its edge within 4 s."""
    points = box((5, 5, 5), (1.0, 1.0, 1.0))
    body = solid_body(points, young=1e4, poisson=poisson, density=100.0, relaxation=0.01)
    random = np.random.default_rng(0)
    flat = points.reshape(-1, 3)
    start = {
        "flat": flat * [1.0, 1.0, 0.0],
        "inside out": flat * [1.0, 1.0, -1.0],
        "shrunk": 0.1 * flat,
        "scattered": random.uniform(size=flat.shape),
    }[shape]
    motion = Motion(body)
    motion.place(start + 1e-4 * random.normal(size=flat.shape))
    for _ in range(240):
        motion.step(1.0 / 60.0)
        if _distance(motion.positions, flat) < 0.01:
            return
    raise AssertionError(f"still {_distance(motion.positions, flat)} m away")


def _distance(x: np.ndarray, rest: np.ndarray) -> float:
    """How far nodes are from the rest shape at most, but for a rigid motion."""
    a, b = rest - rest.mean(axis=0), x - x.mean(axis=0)
    turn = Rotation.align_vectors(a, b)[0]
    return float(np.abs(turn.apply(b) - a).max())


def test_squashed_to_half_its_height_rubber_keeps_its_volume():
    """ν = 0.49 between plates that hold its ends: within 2 %."""
    points = box((9, 9, 9), (1.0, 1.0, 1.0))
    body = solid_body(points, young=1e4, poisson=0.49)
    ends = (points[..., 2] == 0) | (points[..., 2] == 1)
    motion = Motion(body, pinned=ends, solver=SolverSpec(tolerance=1e-4))
    for part in range(1, 11):
        squashed = motion.positions.reshape(points.shape).copy()
        squashed[..., -1, 2] = 1.0 - 0.05 * part
        motion.place(squashed)
        settled(motion, steps=1, dt=10.0)
    x = motion.positions.reshape(points.shape)
    assert x[..., -1, 2] == pytest.approx(0.5)
    assert volume(x) == pytest.approx(1.0, rel=0.02)


@pytest.mark.parametrize("scale", [0.0, -1.0])
def test_the_published_solid_stays_flat_or_inside_out(scale: float):
    """[000 §6.1.4, §7.1.2]: the metric alone knows no volume."""
    shape = (4, 4, 4)
    layout, points = PointLayout(shape, (False, False, False)), box(shape, (1.0, 1.0, 1.0))
    tension = layout.spread(np.full((*shape, 3, 3), 2.0) * (np.eye(3) + 0.2))
    mass, drag = layout.spread(np.ones(shape)), layout.spread(np.full(shape, 5.0))
    secant = PublishedSolid(layout, layout.spread(points), tension, "terzopoulos")
    system = BodySystem("cube", layout, mass, secants=[secant], node_damping=drag)
    solver = system.make_solver(SolverSpec())
    assert solver.matrix.is_scalar
    stepper = SemiImplicitStepper(SemiImplicit(), system, solver)
    state = BodyState.at(layout, layout.spread(points * [1.0, 1.0, scale]), layout.zeros(3))
    for k in range(200):
        stepper.step(state, 0.01 * k, 0.01)
    x = layout.gather(state.x).reshape(*shape, 3)
    height = x[..., -1, 2] - x[..., 0, 2]
    if scale == 0.0:
        assert np.abs(height).max() < 1e-9
    else:
        assert height.max() < -0.5


def test_a_ball_with_poles_and_a_left_handed_grid_are_fine():
    """Corners without volume are left out; orientation does not matter."""
    r, v, u = np.meshgrid(
        [0.0, 0.5, 1.0], np.linspace(0, np.pi, 6), np.arange(8) / 8 * 2 * np.pi, indexing="ij"
    )
    ball = np.stack([r * np.sin(v) * np.cos(u), r * np.sin(v) * np.sin(u), r * np.cos(v)], axis=-1)
    body = solid_body(ball, young=1e4, poisson=0.4, periodic=(False, False, True))
    out = body.layout.zeros(3)
    assert body.elastic[0].add_gradient(body.shape.positions, out) == pytest.approx(0.0, abs=1e-9)
    assert np.abs(out).max() < 1e-8
    assert np.isfinite(body.elastic[0].add_gradient(1.1 * body.shape.positions, out))
    mirrored = solid_body(ball * [1.0, 1.0, -1.0], young=1e4, poisson=0.4, periodic=(False, False, True))
    assert mirrored.elastic[0].stored(1.1 * mirrored.shape.positions) == pytest.approx(
        body.elastic[0].stored(1.1 * body.shape.positions)
    )


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
            body = solid_body(points, young=1e4, poisson=0.4, density=100.0)
            motion = Motion(body, gravity=(0.0, 0.0, -9.81), pinned=points[..., 0] == 0)
            for _ in range(4):
                motion.step(1.0 / 60.0)
            return motion.positions
        finally:
            numba.set_num_threads(before)

    alone = after(1)
    monkeypatch.setattr(threads, "SHARED_FROM", 0)
    assert (alone == after(2)).all()
