"""Nodes that are driven are exactly where they are told to be."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pliant as pl

SHEET = pl.Elastic(young=1e5, poisson=0.3, thickness=0.01, density=100)
WAY = pl.Keys((0.0, 0.1), ((0, 0, 0), (0.2, 0, 0.1)), ease="smooth")
TURN = pl.Keys((0.0, 0.1), ((0, 0, 0), (np.pi, 0, 0)))


def scene(*drives, **options) -> pl.Scene:
    body = pl.Surface(pl.shapes.rectangle(1, 0.4), id="sheet", grid=(9, 5), material=SHEET)
    return pl.Scene(bodies=[body], constraints=list(drives), dt=0.01, **options)


def after(one: pl.Scene, steps: int) -> np.ndarray:
    simulation = pl.Simulation(one)
    for _ in range(steps):
        simulation.step()
    return simulation.positions("sheet").reshape(9, 5, 3)


@pytest.mark.parametrize("integrator", [pl.BDF2(), pl.BackwardEuler(), pl.Static(), pl.RK4()])
def test_an_edge_goes_its_way(integrator):
    held = pl.Pin(body="sheet", edges=["m0"])
    dt = 1e-4 if isinstance(integrator, pl.RK4) else 0.01
    one = scene(held, pl.Drive("sheet", WAY, edges=["m1"]), integrator=integrator).model_copy(
        update={"dt": dt}
    )
    start = pl.Simulation(one).positions("sheet").reshape(9, 5, 3)
    x = after(one, 5)
    assert x[-1] == pytest.approx(start[-1] + WAY.at(5 * dt), abs=1e-12)
    assert x[0] == pytest.approx(start[0], abs=1e-12)


def test_an_edge_turns_about_its_middle_or_a_point():
    start = after(scene(), 0)
    x = after(scene(pl.Drive("sheet", (0, 0, 0), TURN, edges=["m1"])), 20)
    assert x[-1] == pytest.approx(start[-1, ::-1], abs=1e-12)
    about = after(scene(pl.Drive("sheet", turn=TURN, about=(0, 0, 1), edges=["m1"])), 20)
    assert about[-1] == pytest.approx(start[-1] * (1, -1, 1) + (0, 0, 2), abs=1e-12)


def test_a_recording_is_played_by_another_body():
    recording = pl.simulate(scene(pl.Drive("sheet", WAY, edges=["m1"])), seconds=0.1)
    places = recording.positions("sheet")
    again = scene(pl.Drive("sheet", positions=places, times=recording.times))
    assert after(again, 10) == pytest.approx(places[10].reshape(9, 5, 3), abs=1e-9)
    assert pl.Scene(**json.loads(again.model_dump_json())) == again


def test_what_is_freed_goes_its_own_way_and_the_work_is_booked():
    simulation = pl.Simulation(scene(pl.Drive("sheet", WAY, edges=["m1"])), energy_balance=True)
    for _ in range(5):
        simulation.step()
    balance = simulation.energy_balance()
    assert balance.work == pytest.approx(balance.kinetic + balance.elastic, rel=0.2)
    simulation.apply(pl.Unpin("sheet", edges=["m1"]))
    before = simulation.probe("momentum", "sheet")
    simulation.step()
    assert simulation.probe("momentum", "sheet") == pytest.approx(before, abs=1e-6)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: pl.Drive("sheet", (0, 0, 1)), "begins with a jump"),
        (lambda: pl.Drive("sheet", pl.Keys((0, 1), (0.0, 1.0))), "vectors are wanted"),
        (lambda: pl.Drive("sheet", positions=np.zeros((2, 3, 3))), "need times"),
        (lambda: pl.Drive("sheet", positions=np.zeros((2, 3, 3)), times=(1, 0)), "increase"),
        (
            lambda: scene(pl.Drive("sheet", positions=np.zeros((2, 3, 3)), times=(0, 1))),
            "of 3 nodes .* 45 are chosen",
        ),
        (lambda: scene(pl.Drive("nobody", WAY)), "no body"),
        (lambda: scene(pl.Drive("sheet", WAY, edges=["l0"])), "no axis"),
    ],
)
def test_bad_drives_are_refused(make, words):
    with pytest.raises(pl.SceneError, match=words):
        make()


def test_a_function_that_fails_is_named():
    one = scene(pl.Drive("sheet", lambda t: (0, 0, 0 if t < 0.015 else np.nan), edges=["m1"]))
    with pytest.raises(pl.PliantError, match="the shift of the drive 'drive1'"):
        after(one, 3)
