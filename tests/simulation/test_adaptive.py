"""Adaptive steps: pieces of a step where one would be too coarse. Frames stay at their times."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import pliant as pl
from pliant.errors import SceneError
from pliant.forces.hands import NO_HANDS
from pliant.integrators.system import StepReport
from tests.contract.test_health import Fussy

SECONDS, DT = 0.8, 0.04
SHARP = pl.BDF2(tolerance=1e-8)


def swinging(integrator=SHARP, dt: float = DT, **asked) -> pl.Scene:
    """An elastic rope that falls from the side and swings: hard in the beginning and at the lowest point."""
    adaptive = pl.Adaptive(**asked) if asked else None
    scene = pl.Scene(gravity=pl.EARTH, dt=dt, integrator=integrator, adaptive=adaptive, collision=False)
    cord = pl.Cord(stretching=60.0, bending=1e-3, torsion=1e-3, line_density=0.1)
    rope = scene.add(pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), grid=(5,), material=cord, id="rope"))
    scene.pin(rope, corners=("0",))
    return scene


def run(scene: pl.Scene, seconds: float = SECONDS) -> tuple[pl.Simulation, list[int]]:
    simulation, parts = pl.Simulation(scene), []
    while simulation.time < seconds - 1e-9:
        simulation.step()
        parts.append(simulation.parts)
    return simulation, parts


def test_the_error_of_bdf2_falls_with_the_square_of_the_number_of_pieces():
    """Between 52 and some 250 of them, which differ in length by eight within a run: an order of 1.9."""
    end = run(swinging(dt=DT / 512))[0].positions("rope")
    found = []
    for error in (1e-3, 1e-5):
        simulation, parts = run(swinging(error=error, halvings=12))
        assert len(set(parts)) > 2
        found.append((sum(parts), np.abs(simulation.positions("rope") - end).max()))
    (few, far), (many, near) = found
    assert np.log(far / near) / np.log(many / few) > 1.7


def test_frames_stay_at_their_times_whatever_is_between_them():
    recording = pl.simulate(swinging(error=1e-4), seconds=0.4)
    assert np.array_equal(recording.times, pl.simulate(swinging(), seconds=0.4).times)


def test_what_goes_on_from_a_checkpoint_takes_the_same_pieces_bit_for_bit(tmp_path):
    simulation, parts = run(swinging(error=1e-4), 0.4)
    assert simulation.state.level > 0
    simulation.checkpoint(tmp_path / "half")
    again = pl.Simulation.restore(tmp_path / "half")
    for _ in range(5):
        simulation.step()
        again.step()
        assert again.parts == simulation.parts
        assert np.array_equal(again.positions("rope"), simulation.positions("rope"))
    replayed = pl.Simulation(simulation.script())
    for number in parts:
        replayed.step()
        assert replayed.parts == number


def test_an_explicit_scheme_finds_the_step_that_it_bears():
    with pytest.raises(pl.SimulationError, match="exploded"):
        run(swinging(pl.Feynman()))
    simulation, parts = run(swinging(pl.Feynman(), error=1e-3, halvings=8))
    assert simulation.stretch("rope").max() < 0.5 and 4 < parts[-1] < 32


def test_pieces_are_short_while_nodes_sink_into_an_obstacle():
    """A sheet at 3 m/s, 5 cm a step, on a soft plane: as long as it sinks, pieces are of 5 mm at most."""
    scene = pl.Scene(dt=1 / 60, adaptive=pl.Adaptive(error=None, penetration=0.005), collision=False)
    shape = pl.shapes.rectangle(0.2, 0.2, center=(0, 0, 0.1))
    scene.add(pl.Surface(shape, grid=(3, 3), material="cotton", velocity=(0, 0, -3), id="sheet"))
    scene.add(pl.obstacles.Plane(response=pl.responses.Penalty(stiffness=2.0)))
    simulation, deep, parts = pl.Simulation(scene), [0.0], []
    for _ in range(8):
        simulation.step()
        deep.append(max(-simulation.positions("sheet")[:, 2].min(), 0.0))
        parts.append(simulation.parts)
    sinks = np.diff(deep)
    assert sinks.max() > 0.02 and parts[0] == 1
    assert all(number >= sink / 0.005 for number, sink in zip(parts, sinks, strict=True))


class Hasty(Fussy):
    """A stepper whose Newton's method solves short steps only."""

    def step(self, state, time, dt, hands=NO_HANDS):
        report: StepReport = self.stepper.step(state, time, dt, hands)
        return replace(report, converged=dt <= self.longest)


def test_what_newton_does_not_solve_is_taken_in_shorter_pieces():
    simulation = pl.Simulation(swinging(error=10.0))
    simulation._steppers["rope"] = Hasty(simulation._steppers["rope"], longest=0.3 * DT)
    simulation.step()
    assert simulation.parts == 4 and simulation.unconverged == simulation.halvings == 0


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(SceneError, match="static steps take no time"):
        swinging(pl.Static(), error=1e-3)
    with pytest.raises(SceneError, match="an error, a penetration, or both"):
        pl.Adaptive(error=None)
