"""The contract of every force that depends on velocity: it takes energy, and its Jacobian is true."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import pliant as pl
from pliant.build.model import build
from pliant.forces import stream_at
from pliant.forces.hands import Damper, GrabDamping, PushForce, Spot, Thrust
from pliant.forces.streams import StreamSpec
from pliant.model.protocols import FrozenForce, StepContext
from pliant.numerics.grid_layout import GridLayout

SHEET = pl.Sheet(membrane=100.0, bending=0.1, area_density=0.5)
TIME = 0.37


def _scene(**parts) -> pl.Scene:
    curved = [(0.4 * j, 0.5 * i, 0.2 * (i == 1) + 0.15 * (j == 1)) for i in range(3) for j in range(3)]
    body = pl.Surface(pl.shapes.bezier(curved, order=2), id="body", grid=(5, 4), material=SHEET)
    return pl.Scene(bodies=[body], dt=0.01, **parts)


def _curve(**parts) -> pl.Scene:
    body = pl.Curve(pl.shapes.helix(0.3, 0.5, 1.0), id="body", grid=9, material="rope")
    return pl.Scene(bodies=[body], dt=0.01, **parts)


class Shear(StreamSpec):
    """A wind that varies in space and time."""

    def at(self, points: np.ndarray, time: float) -> np.ndarray:
        x, y, z = points.T
        return np.stack([z + time, x * y, np.sin(x + time)], axis=1)


def _in_shear(scene: pl.Scene) -> pl.Scene:
    """Not in the union of streams, so that a scene does not check it."""
    wind = pl.Viscous(0.7, id="wind").model_copy(update={"stream": Shear()})
    return scene.model_copy(update={"forces": [wind]})


GUST = pl.Gust((1.0, 0.5, 0.0), amplitude=(0.0, 0.0, 2.0), period=0.8)
FORCES = {
    "still fluid": lambda: _scene(forces=[pl.Viscous(0.7)]),
    "still fluid around a curve": lambda: _curve(forces=[pl.Viscous(0.7)]),
    "wind": lambda: _scene(forces=[pl.Viscous(0.7, GUST)]),
    "wind that whirls": lambda: _scene(
        forces=[pl.Viscous(0.7, pl.Vortex(2.0, 0.3, (0.2, 0.4, 0.0), (1, 0, 1)))]
    ),
    "wind in shear": lambda: _in_shear(_scene()),
    "wind in shear around a curve": lambda: _in_shear(_curve()),
    "friction on a plane": lambda: _scene(obstacles=[pl.obstacles.Plane(point=(0, 0, 0.1), friction=0.4)]),
    "friction on a sphere": lambda: _scene(
        obstacles=[pl.obstacles.Sphere(center=(0.4, 0.5, -0.3), radius=0.5, friction=0.4)],
        contact=pl.responses.Penalty(),
    ),
}


class Case(NamedTuple):
    """A force of a body within a step from positions x."""

    force: FrozenForce
    layout: Any
    x: np.ndarray
    around: np.ndarray  # (nodes, 3), the velocity of what surrounds the nodes
    matrix: Any  # makes one


def _case(name: str) -> Case:
    scene = FORCES.get(name, _scene)()
    body = build(scene).bodies[0]
    (force,) = body.system.forces if name in FORCES else (OTHERS[name](body.layout),)
    x = body.shape.placed(body.spec)
    points = body.layout.gather(x)
    frozen = force.freeze(StepContext(x, body.layout.zeros(3), TIME, 0.01, x, 0.01))
    streams = [stream_at(wind.stream, points, TIME) for wind in scene.forces]
    around = np.broadcast_to(sum(streams, np.zeros(3)), points.shape)
    return Case(frozen, body.layout, x, around, body.system.make_matrix)


def _pushes(layout: GridLayout) -> PushForce:
    """Two hands that push nodes in common; they do work, so that not all of the contract is theirs."""
    forces = np.random.default_rng(4).normal(size=(2, 3, 4))
    return PushForce(tuple(Thrust(layout.nodes[k : k + 4], forces[k]) for k in range(2)))


def _dampers(layout: GridLayout) -> GrabDamping:
    """Hands that hold spots of two cells, one of them moving."""
    spots = [
        Spot.of(layout, ((1, 1), (2, 1), (2, 2)), (0.2, 0.5, 0.3)),
        Spot.of(layout, ((3, 2), (4, 3)), (0.4, 0.6)),
    ]
    return GrabDamping(
        (Damper(spots[0], 3.0, np.zeros(3)), Damper(spots[1], 2.0, np.array([0.3, -0.2, 0.5])))
    )


OTHERS = {"pushes": _pushes, "dampers": _dampers}


def _velocity(layout: Any, seed: int = 3) -> np.ndarray:
    return layout.spread(np.random.default_rng(seed).normal(size=(*layout.shape, 3)))


def _at(force: FrozenForce, layout: Any, x: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, float]:
    out = layout.zeros(3)
    dissipation = force.add_force(x, v, out)
    return layout.gather(out).ravel(), dissipation


@pytest.mark.parametrize("name", FORCES)
def test_a_force_against_motion_through_the_surroundings_takes_energy(name: str):
    force, layout, x, around, _ = _case(name)
    for seed in range(5):
        v = _velocity(layout, seed)
        f, _ = _at(force, layout, x, v)
        assert f @ (layout.gather(v) - around).ravel() < 0


@pytest.mark.parametrize("name", FORCES)
def test_nothing_acts_on_a_body_that_moves_with_its_surroundings(name: str):
    force, layout, x, around, _ = _case(name)
    f, dissipation = _at(force, layout, x, layout.spread(around.reshape(*layout.shape, 3)))
    assert not f.any() and dissipation == 0.0


@pytest.mark.parametrize("name", [*FORCES, *OTHERS])
def test_what_is_given_from_outside_and_does_not_arrive_is_not_less_than_nothing(name: str):
    """What arrives is f·v; a stream gives f·u, where u is its velocity around each node, and what is still nothing."""
    force, layout, x, around, _ = _case(name)
    for seed in range(5):
        v, out = _velocity(layout, seed), layout.zeros(3)
        dissipation = force.add_force(x, v, out)
        f, given = layout.gather(out), force.given(out, v, v)
        lost = given - np.sum(f * layout.gather(v))
        assert lost >= -1e-12 * abs(given)
        if name in FORCES:
            assert given == pytest.approx(np.sum(f * around), rel=1e-12, abs=1e-12)
        if "fluid" in name or "wind" in name:  # quadratic
            assert lost == pytest.approx(2.0 * dissipation, rel=1e-9)


@pytest.mark.parametrize("name", [*FORCES, *OTHERS])
def test_the_force_is_minus_the_derivative_of_its_dissipation(name: str):
    force, layout, x, _, _ = _case(name)
    v = _velocity(layout)
    f, _ = _at(force, layout, x, v)
    step = 1e-6
    for k, (node, axis) in enumerate((node, axis) for node in layout.nodes for axis in range(3)):
        values = []
        for sign in (1, -1):
            moved = v.copy()
            moved[axis, node] += sign * step
            values.append(_at(force, layout, x, moved)[1])
        assert (values[0] - values[1]) / (2 * step) == pytest.approx(-f[k], rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("name", [*FORCES, *OTHERS])
def test_the_jacobian_is_the_derivative_of_the_force_and_positive(name: str):
    force, layout, x, _, make_matrix = _case(name)
    v = _velocity(layout)
    _at(force, layout, x, v)  # Jacobians are taken where the force was last
    force.add_jacobian(x, 1.0, make_matrix())  # friction believes in sliding that lasts
    matrix = make_matrix()
    force.add_jacobian(x, 1.0, matrix)
    jacobian = matrix.to_sparse().toarray()
    step = 1e-6
    columns = np.empty_like(jacobian)
    for k, (node, axis) in enumerate((node, axis) for node in layout.nodes for axis in range(3)):
        ahead, behind = v.copy(), v.copy()
        ahead[axis, node] += step
        behind[axis, node] -= step
        columns[:, k] = -(_at(force, layout, x, ahead)[0] - _at(force, layout, x, behind)[0]) / (2 * step)
    assert np.abs(columns - jacobian).max() <= 1e-6 * np.abs(jacobian).max()
    assert np.linalg.eigvalsh(jacobian)[0] >= -1e-10 * np.abs(jacobian).max()


@pytest.mark.parametrize(
    "stream",
    [
        (0.0, 0.0, 2.0),
        pl.Gust((0, 0, 2.0), amplitude=(0, 0, 1.0), period=1.0),
        pl.Table([0.0, 1.0], [(0, 0, 1.0), (0, 0, 2.0)]),
    ],
    ids=["constant", "gust", "table"],
)
def test_a_stream_carries_a_sheet_along_until_it_moves_as_fast(stream):
    scene = pl.Scene(dt=0.01, forces=[pl.Viscous(200.0, stream)])
    flat = pl.Surface(pl.shapes.rectangle(0.5, 0.5), id="body", grid=(4, 4), material=SHEET)
    scene.add(flat)
    simulation = pl.Simulation(scene)
    for _ in range(25):
        simulation.step()
    expected = stream_at(stream, simulation.positions("body"), simulation.time)[2]
    assert simulation.velocities("body")[:, 2] == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("name", [name for name in FORCES if "friction" in name])
def test_newtons_parabola_lies_above_friction_that_has_just_changed(name: str):
    """So that a step to its lowest point never dissipates more than it promises."""
    force, layout, x, _, make_matrix = _case(name)
    v = _velocity(layout)
    f, dissipation = _at(force, layout, x, v)
    matrix = make_matrix()
    force.add_jacobian(x, 1.0, matrix)
    jacobian = matrix.to_sparse().toarray()
    for seed in range(5, 15):
        change = 2.0 * _velocity(layout, seed) - v * (seed % 2)
        d = layout.gather(change).ravel()
        _, there = _at(force, layout, x, v + change)
        assert there <= dissipation - f @ d + 0.5 * d @ jacobian @ d + 1e-9
