"""Curves: the cantilever, helices and rings that keep their shape; what `pliant validate` does not measure."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.energies.curve import RestCurve, bending, curve_energies, twisting
from pliant.errors import PliantError
from pliant.model import Cord, Curve
from pliant.numerics.point_layout import PointLayout
from pliant.shapes import b_spline_curve
from pliant.simulation import Simulation
from pliant.solvers.spec import SolverSpec
from pliant.validation.states import alone, grid_points, place, settled


def straight(count: int, length: float = 1.0) -> np.ndarray:
    return np.linspace(0.0, length, count)[:, None] * np.array([1.0, 0.0, 0.0])


def helix(count: int, turns: float = 3.0, radius: float = 0.1, pitch: float = 0.08) -> np.ndarray:
    angle = np.linspace(0.0, 2.0 * np.pi * turns, count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), pitch * angle / (2.0 * np.pi)], axis=1)


def distance(x: np.ndarray, rest: np.ndarray) -> float:
    """How far nodes are from the rest shape at most, but for a rigid motion."""
    a, b = rest - rest.mean(axis=0), x - x.mean(axis=0)
    turn = Rotation.align_vectors(a, b)[0]
    return float(np.abs(turn.apply(b) - a).max())


def curve(points: np.ndarray, closed: bool = False, plane=None, **material) -> Curve:
    """A curve with its nodes at the points (N, 3)."""
    shape = b_spline_curve(points, 1, closed=closed)
    return Curve(shape, grid=len(points), periodic=closed, plane=plane, material=Cord(**material))


def run(simulation: Simulation, steps: int) -> np.ndarray:
    for _ in range(steps):
        simulation.step()
    return grid_points(simulation, "body")


def first_nodes(count: int, held: int) -> np.ndarray:
    return np.arange(count) < held


def test_a_cantilever_bends_as_euler_and_bernoulli_say():
    """Deflection of the tip w = q L⁴/8EI, L from the middle of the held edge; 40 edges are within 1 %."""
    points, stiffness, g = straight(41), 2.0, 1e-4
    rod = curve(points, line_density=1.0, stretching=1e5, bending=stiffness)
    x = grid_points(settled(alone(rod, first_nodes(41, 2), gravity=g)), "body")
    length = 1.0 - 0.5 / 40.0
    assert -x[-1, 2] == pytest.approx(g * length**4 / (8.0 * stiffness), rel=0.01)


@pytest.mark.parametrize("closed", [False, True])
def test_a_curve_in_space_keeps_its_shape_and_finds_it_again(closed: bool):
    """A helix, and a wavy ring: pushed about, they come back to 1 % of their size."""
    if closed:
        angle = 2.0 * np.pi * np.arange(48) / 48
        points = np.stack([np.cos(angle), np.sin(angle), 0.2 * np.cos(2.0 * angle)], axis=1) * 0.2
    else:
        points = helix(60)
    body = curve(points, closed, line_density=0.05, stretching=1e4, bending=0.01, torsion=0.01, damping=0.02)
    simulation = Simulation(alone(body, dt=1.0 / 60.0))
    assert distance(run(simulation, 5), points) < 1e-9
    random = np.random.default_rng(1)
    waves = sum(
        0.02 * np.outer(np.sin(k * np.linspace(0, 2 * np.pi, len(points))), random.normal(size=3))
        for k in (1, 2)
    )
    place(simulation, "body", points + waves)
    assert distance(grid_points(simulation, "body"), points) > 0.01
    assert distance(run(simulation, 150), points) < 0.01 * 0.4


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_planar_arc_of_either_sign_springs_back_when_pressed_flat(sign: float):
    angle = np.linspace(0.0, np.pi, 31)
    arc = np.stack([np.cos(angle), 0.0 * angle, sign * np.sin(angle)], axis=1) * 0.3
    normal = (0.0, 1.0, 0.0)
    body = curve(arc, plane=normal, line_density=0.1, stretching=1e4, bending=1.0, damping=0.02)
    simulation = Simulation(alone(body, first_nodes(31, 2), dt=1.0 / 60.0))
    flat = arc.copy()
    flat[2:, 2] = arc[1, 2]
    flat[2:, 0] = arc[1, 0] - np.linspace(0.03, 0.9, 29)
    place(simulation, "body", flat)
    assert np.abs(run(simulation, 200) - arc).max() < 0.01


def test_a_dent_in_a_flat_ring_comes_out_because_curvature_has_a_sign_there():
    angle = 2.0 * np.pi * np.arange(50) / 50
    ring = np.stack([np.cos(angle), 0.0 * angle, np.sin(angle)], axis=1) * 0.3
    normal = (0.0, -1.0, 0.0)
    body = curve(ring, True, normal, line_density=0.1, stretching=1e4, bending=0.3, damping=0.01)
    dented = ring.copy()
    dented[:, 2] = np.minimum(ring[:, 2], 0.2 - (ring[:, 2] - 0.1))
    simulation = Simulation(alone(body, dt=1.0 / 60.0))
    place(simulation, "body", dented)
    assert distance(run(simulation, 150), ring) < 0.005


def test_torsion_fades_without_a_jump_where_the_curve_becomes_straight():
    """Along a path from the helix through a straight line to its mirror image, energy and force stay continuous."""
    points = helix(9, turns=1.0)
    layout = PointLayout((9,), (False,))
    torsion = twisting(RestCurve.build(layout, points), 1.0)
    assert torsion is not None
    line = points * [0.0, 0.0, 1.0] * 6.0
    largest, steps = 0.0, np.linspace(1.0, -1.0, 4001)
    before = None
    for t in steps:
        out = layout.zeros(3)
        x = line + t * (points - line) * [1.0, np.sign(t) if t else 1.0, 1.0]
        torsion.add_gradient(layout.spread(x), out)
        assert np.isfinite(out).all()
        if before is not None:
            largest = max(largest, np.abs(out - before).max())
        before = out
    scale = 1.0 / (0.1 * 0.08)  # GJ/(l·r)
    assert largest < 0.05 * scale
    out = layout.zeros(3)
    assert torsion.add_gradient(layout.spread(line), out) == 0.0
    assert not out.any()


def test_a_straight_rest_shape_has_no_torsion_even_if_it_is_not_quite_straight():
    points = straight(20) + 1e-12 * np.random.default_rng(0).normal(size=(20, 3))
    rest = RestCurve.build(PointLayout((20,), (False,)), points)
    assert twisting(rest, 1.0) is None
    assert (
        len(curve_energies(rest, stretching_stiffness=1.0, bending_stiffness=1.0, torsional_stiffness=1.0))
        == 2
    )


def test_bending_energy_converges_to_that_of_an_arc():
    """½EI κ² per length, κ = 1/R: the error of the straight rest shape bent round a circle falls fourfold."""
    errors = []
    for count in (11, 21, 41):
        layout = PointLayout((count,), (False,))
        energy = bending(RestCurve.build(layout, straight(count)), 3.0)
        angle = np.linspace(0.0, 1.0, count)
        arc = np.stack([np.sin(angle), np.zeros(count), 1.0 - np.cos(angle)], axis=1)
        inner = (count - 2) / (count - 1)  # half an edge at each end does not bend
        errors.append(abs(energy.stored(layout.spread(arc)) / (0.5 * 3.0 * inner) - 1.0))
    assert errors[-1] < 2e-4
    assert errors[0] / errors[1] > 3.8 and errors[1] / errors[2] > 3.8


def test_every_solver_leads_to_the_same_step():
    results = []
    for solver in (
        SolverSpec(), SolverSpec("direct"), SolverSpec("banded"),
        SolverSpec("cg", preconditioner="multigrid", tolerance=1e-9),
        SolverSpec("cg", preconditioner="jacobi", tolerance=1e-9, iterations=5000),
    ):  # fmt: skip
        body = curve(helix(40), line_density=0.1, stretching=1e3, bending=0.01)
        scene = alone(body, first_nodes(40, 1), gravity=9.81, dt=0.01, solver=solver)
        results.append(run(Simulation(scene), 3))
    moved = np.abs(results[1] - helix(40)).max()
    assert max(np.abs(x - results[1]).max() for x in results) < 1e-3 * moved


def test_curves_that_cannot_be_are_refused():
    with pytest.raises(PliantError, match="coincide"):
        RestCurve.build(PointLayout((3,), (False,)), np.array([[0, 0, 0], [1, 0, 0], [1, 0, 0.0]]))
    with pytest.raises(PliantError, match="closed curve needs more than 2"):
        RestCurve.build(PointLayout((2,), (True,)), straight(2))
