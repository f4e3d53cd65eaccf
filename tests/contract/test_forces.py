"""The contract of every force that depends on velocity: it takes energy, and its Jacobian is true."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.forces import stream_at
from pliant.forces.hands import Damper, GrabDamping, PushForce, Spot, Thrust
from pliant.model.protocols import Force, StepContext
from pliant.numerics.layout import GridLayout
from pliant.numerics.matrix import GridMatrix
from pliant.scene.build import build

SHEET = pl.Sheet(membrane=100.0, bending=0.1, area_density=0.5)


def _scene(**parts) -> pl.Scene:
    curved = [(0.4 * j, 0.5 * i, 0.2 * (i == 1) + 0.15 * (j == 1)) for i in range(3) for j in range(3)]
    body = pl.Surface(pl.shapes.bezier(curved, order=2), id="body", grid=(5, 4), material=SHEET)
    return pl.Scene(bodies=[body], dt=0.01, **parts)


FORCES = {
    "still fluid": lambda: _scene(forces=[pl.Viscous(0.7)]),
    "friction on a plane": lambda: _scene(obstacles=[pl.obstacles.Plane(point=(0, 0, 0.1), friction=0.4)]),
    "friction on a sphere": lambda: _scene(
        obstacles=[pl.obstacles.Sphere(center=(0.4, 0.5, -0.3), radius=0.5, friction=0.4)]
    ),
}


def _force(name: str) -> tuple[Force, GridLayout, np.ndarray]:
    body = build(FORCES.get(name, _scene)()).bodies[0]
    (force,) = body.system.forces if name in FORCES else (OTHERS[name](body.layout),)
    x = body.layout.spread(body.spec.shape.points(body.spec.grid, (False, False)))
    force.begin_step(StepContext(x, body.layout.zeros(3), 0.0, 0.01, x, 0.01))
    return force, body.layout, x


def _pushes(layout: GridLayout) -> PushForce:
    """Two hands that push nodes in common; they do work, so that not all of the contract is theirs."""
    forces = np.random.default_rng(4).normal(size=(2, 3, 4))
    return PushForce([Thrust(layout.nodes[k : k + 4], forces[k]) for k in range(2)])


def _dampers(layout: GridLayout) -> GrabDamping:
    """Hands that hold spots of two cells, one of them moving."""
    spots = [
        Spot.of(layout, ((1, 1), (2, 1), (2, 2)), (0.2, 0.5, 0.3)),
        Spot.of(layout, ((3, 2), (4, 3)), (0.4, 0.6)),
    ]
    return GrabDamping(
        [Damper(spots[0], 3.0, np.zeros(3)), Damper(spots[1], 2.0, np.array([0.3, -0.2, 0.5]))]
    )


OTHERS = {"pushes": _pushes, "dampers": _dampers}


def _velocity(layout: GridLayout, seed: int = 3) -> np.ndarray:
    return layout.spread(np.random.default_rng(seed).normal(size=(*layout.shape, 3)))


def _at(force: Force, layout: GridLayout, x: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, float]:
    out = layout.zeros(3)
    dissipation = force.add_force(x, v, out)
    return layout.gather(out).ravel(), dissipation


@pytest.mark.parametrize("name", FORCES)
def test_a_force_against_motion_takes_energy(name: str):
    force, layout, x = _force(name)
    for seed in range(5):
        v = _velocity(layout, seed)
        f, _ = _at(force, layout, x, v)
        assert f @ layout.gather(v).ravel() < 0


@pytest.mark.parametrize("name", FORCES)
def test_nothing_acts_on_a_body_that_moves_with_its_surroundings(name: str):
    force, layout, x = _force(name)
    f, dissipation = _at(force, layout, x, layout.zeros(3))
    assert not f.any() and dissipation == 0.0


@pytest.mark.parametrize("name", [*FORCES, *OTHERS])
def test_the_force_is_minus_the_derivative_of_its_dissipation(name: str):
    force, layout, x = _force(name)
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
    force, layout, x = _force(name)
    v = _velocity(layout)
    _at(force, layout, x, v)  # Jacobians are taken where the force was last
    force.add_jacobian(x, 1.0, GridMatrix.zeros(layout))  # friction believes in sliding that lasts
    matrix = GridMatrix.zeros(layout)
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
    force, layout, x = _force(name)
    v = _velocity(layout)
    f, dissipation = _at(force, layout, x, v)
    matrix = GridMatrix.zeros(layout)
    force.add_jacobian(x, 1.0, matrix)
    jacobian = matrix.to_sparse().toarray()
    for seed in range(5, 15):
        change = 2.0 * _velocity(layout, seed) - v * (seed % 2)
        d = layout.gather(change).ravel()
        _, there = _at(force, layout, x, v + change)
        assert there <= dissipation - f @ d + 0.5 * d @ jacobian @ d + 1e-9
