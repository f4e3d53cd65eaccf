"""A straight column stays straight as long as it can carry its load, and no longer: static steps end at minima."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ellipk

import pliant as pl
from pliant.integrators import equilibrium
from pliant.integrators.equilibrium import falling

LENGTH, RIGIDITY = 0.5, 1e-4  # of the columns [m], [N·m²]
ENDS = {"curve": 65, "strip": (33, 5)}


def _column(kind: str, load: float, turned: bool = False, **integrator) -> pl.Scene:
    """Clamped below; `load` 1 is Euler's π²EI/4L² of a dead weight at the other end."""
    tilt = {"rotation": (0.3, 0.0, 0.0)} if turned else {}
    if kind == "curve":
        rod = pl.Cord(stretching=1e2, bending=RIGIDITY, line_density=0.01)
        line = pl.shapes.line((0, 0, 0), (0, 0, LENGTH))
        body, free = pl.Curve(line, grid=65, material=rod, id="body", **tilt), LENGTH * (1 - 0.5 / 64)
        top, shares = [(64,)], [1.0]
    else:
        sheet = pl.Sheet(membrane=1e3, bending=10 * RIGIDITY, poisson=0.0, area_density=0.1)
        upright = {"rotation": (0.3, -np.pi / 2, 0) if turned else (0, -np.pi / 2, 0)}
        shape = pl.shapes.rectangle(LENGTH, 0.1)
        body, free = pl.Surface(shape, grid=(33, 5), material=sheet, id="body", **upright), LENGTH
        top, shares = [(32, n) for n in range(5)], [1 / 8, 1 / 4, 1 / 4, 1 / 4, 1 / 8]
    scene = pl.Scene(integrator=pl.Static(**integrator), bodies=[body])
    if kind == "curve":
        scene.pin("body", nodes=[(0,), (1,)])
    else:
        scene.add(pl.Clamp(body="body", edges=["m0"]))
    rest = pl.Simulation(scene).positions("body")
    down = rest[0] - rest[-5 if kind == "strip" else -1]
    down /= np.linalg.norm(down)
    force = load * np.pi**2 * RIGIDITY / (4 * free**2)
    for node, share in zip(top, shares, strict=True):
        anchor = tuple(float(c) for c in 1e6 * down)
        target = pl.Target(body="body", nodes=[node])
        scene.add(pl.Spring(share * force / 1e6, anchor, apply_to=[target]), id=f"load{node[-1]}")
    return scene


def _elastica(load: float) -> float:
    """How far the tip of a cantilever goes aside, over its length: 2k/K(k), where (2K/π)² is the load."""
    k = float(brentq(lambda k: (2 * ellipk(k * k) / np.pi) ** 2 - load, 1e-6, 0.999))  # type: ignore[arg-type]
    return 2 * k / float(ellipk(k * k))


def _aside(simulation: pl.Simulation, before: np.ndarray) -> float:
    """How far any node has gone across the column [m]."""
    axis = before[-1] - before[0] if before.shape[0] == 65 else before[-5] - before[0]
    axis = axis / np.linalg.norm(axis)
    way = simulation.positions("body") - before
    return float(np.linalg.norm(way - np.outer(way @ axis, axis), axis=1).max())


def _stepped(scene: pl.Scene) -> tuple[pl.Simulation, float]:
    simulation = pl.Simulation(scene)
    before = simulation.positions("body").copy()
    simulation.step()
    return simulation, _aside(simulation, before)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", ENDS)
def test_a_column_stays_straight_below_its_critical_load(kind: str, turned: bool):
    """At 95 % of it nothing is looked for: two or three corrections as for any small load."""
    simulation, aside = _stepped(_column(kind, 0.95, turned))
    assert simulation.reports["body"].converged
    assert simulation.reports["body"].newton <= 3
    assert aside < 1e-9 * LENGTH


@pytest.mark.parametrize("kind", ENDS)
@pytest.mark.parametrize("load", [1.05, 1.5])
def test_a_column_buckles_beyond_its_critical_load(kind: str, load: float):
    """As far as the elastica; the critical load of so many cells is off by 1 %, which at 105 % is 10 % of the way."""
    simulation, aside = _stepped(_column(kind, load))
    assert simulation.reports["body"].converged
    assert aside == pytest.approx(_elastica(load) * LENGTH, rel=0.1 if load < 1.1 else 0.03)


@pytest.mark.parametrize("solver", ["profile", "cg"])
def test_a_large_column_buckles_and_is_not_factorised_for_nothing(solver: str, monkeypatch):
    """Conjugate gradients tell whether it has to be: here of a column that is called large."""
    monkeypatch.setattr(equilibrium, "_LARGE", 0)
    spec = pl.Solver(solver, iterations=20_000)
    for load, far in ((0.95, 0.0), (1.5, _elastica(1.5))):
        scene = _column("strip", load).model_copy(update={"solver": spec})
        simulation, aside = _stepped(scene)
        assert simulation.reports["body"].converged
        assert aside == pytest.approx(far * LENGTH, rel=0.03, abs=1e-6)


def test_a_column_that_is_turned_buckles_as_far():
    ends = [_stepped(_column("strip", 1.5, turned))[1] for turned in (False, True)]
    assert ends[0] == pytest.approx(ends[1], rel=1e-4)


def test_a_column_folds_under_four_times_its_load_though_it_must_not_cross_itself():
    """Its tip turns by more than a right angle, and no straight way leads there: the way it came is certified."""
    simulation, _ = _stepped(_column("curve", 4.0))
    assert simulation.reports["body"].converged
    tip = simulation.positions("body")[-1]
    k = float(brentq(lambda k: (2 * ellipk(k * k) / np.pi) ** 2 - 4.0, 1e-6, 0.99999))  # type: ignore[arg-type]
    assert np.hypot(*tip[:2]) == pytest.approx(2 * k / float(ellipk(k * k)) * LENGTH, rel=0.03)
    assert tip[2] < 0.0


def test_more_load_on_a_column_that_was_straight_lets_it_buckle():
    simulation, aside = _stepped(_column("strip", 0.95))
    assert aside < 1e-9
    before = simulation.positions("body").copy()
    for n in range(5):
        stiffness = next(force.stiffness for force in simulation.scene.forces if force.id == f"load{n}")
        simulation.apply(pl.Set(f"forces.load{n}.stiffness", stiffness * 1.5 / 0.95))
    simulation.step()
    assert simulation.reports["body"].converged
    assert _aside(simulation, before) == pytest.approx(_elastica(1.5) * LENGTH, rel=0.03)


def test_where_it_ends_is_a_minimum():
    """No direction is left in which the energy is concave, as there is where the column is straight."""
    simulation = pl.Simulation(_column("strip", 1.5))
    system, stepped = simulation.model.body("body").system, []
    for _ in range(2):
        state = simulation.state.bodies["body"]
        frozen, matrix = system.at(0.0, state.memory), system.make_matrix()
        stepped.append(falling(frozen, matrix, state, state.x))
        simulation.step()
    assert stepped == [None, None]
    straight = pl.Simulation(_column("strip", 0.95))
    straight.step()
    state = straight.state.bodies["body"]
    away = falling(system.at(0.0, state.memory), system.make_matrix(), state, _pressed(state.x))
    assert away is not None
    across = np.abs(away[0, system.layout.nodes]).max()
    assert across == pytest.approx(1.0)


def _pressed(x: np.ndarray) -> np.ndarray:
    """A column that is twice as short by compression as 150 % of its load makes it."""
    squeezed = x.copy()
    squeezed[2] = (x[2] - x[2].min()) * (1 - 2 * 1.5 * np.pi**2 * 1e-3 / (4 * LENGTH**2) / 1e3) + x[2].min()
    return squeezed


def test_what_has_not_buckled_is_not_called_converged():
    simulation = pl.Simulation(_column("strip", 1.5, newton_iterations=6))
    with pytest.warns(RuntimeWarning, match="no static equilibrium|would buckle"):
        simulation.step()
    assert not simulation.reports["body"].converged
    assert simulation.unconverged == 1
