"""Hands: what they pull and push, and that what happened live happens again from the script, bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pliant as pl

SOFT = pl.Sheet(membrane=20.0, bending=1e-3, area_density=0.3, damping=1e-3, drag=0.1)
TRIANGLE = [(3, 3), (4, 3), (4, 4)]
WEIGHTS = (0.2, 0.5, 0.3)
DT = 2e-3
STEPS = 24
INTEGRATORS = {
    "explicit": pl.Explicit(),
    "semi_implicit": pl.SemiImplicit(),
    "backward_euler": pl.BackwardEuler(),
    "bdf2": pl.BDF2(),
}
each_integrator = pytest.mark.parametrize("integrator", INTEGRATORS.values(), ids=INTEGRATORS)


def sheet(dt: float = DT, **options) -> pl.Scene:
    scene = pl.Scene(dt=dt, **options)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(9, 8), material=SOFT))
    return scene


def masses(simulation: pl.Simulation) -> np.ndarray:
    body = simulation.model.body("sheet")
    return body.layout.gather(body.system.mass)


def run(simulation: pl.Simulation, steps: int) -> pl.Simulation:
    for _ in range(steps):
        simulation.step()
    return simulation


# ---------------------------------------------------------------- pulling at a spot


def test_a_sheet_hangs_from_a_spot_by_the_length_that_its_weight_draws_the_spring_out():
    scene = sheet(dt=0.02, gravity=pl.EARTH)
    scene.bodies[0] = scene.bodies[0].model_copy(
        update={"material": SOFT.model_copy(update={"membrane": 500.0, "drag": 3.0})}
    )
    scene.at(0.0, pl.Grab("sheet", nodes=TRIANGLE, weights=WEIGHTS, id="hand", to=(0, 0, 0), stiffness=30.0))
    simulation = run(pl.Simulation(scene), 400)
    x = simulation.positions("sheet").reshape(9, 8, 3)
    spot = sum(w * x[node] for w, node in zip(WEIGHTS, TRIANGLE, strict=True))
    drawn = masses(simulation).sum() * pl.EARTH / 30.0
    assert -spot == pytest.approx((0.0, 0.0, drawn), abs=1e-3)


ALL = ("explicit", "euler", "feynman", "midpoint", "rk4", "semi_implicit", "backward_euler", "bdf2")


@pytest.mark.parametrize("damping", [0.5, 4.0])
@pytest.mark.parametrize("integrator", ALL)
def test_a_mass_on_a_damped_hand_is_a_damped_oscillator(integrator, damping):
    """m d̈ + c ḋ + k d = 0 from d = −0.1 at rest; c = 2√(km) = 2 would be critical."""
    m, k, dt = 0.1, 10.0, 5e-4
    scene = pl.Scene(dt=dt, integrator=integrator)
    cord = pl.Cord(stretching=10.0, bending=0.0, line_density=m / 0.2)
    scene.add(pl.Curve(pl.shapes.line((-0.1, 0, 0), (0.1, 0, 0)), id="mass", grid=(2,), material=cord))
    hand = pl.Grab("mass", nodes=[0, 1], weights=(0.5, 0.5), to=(0, 0, 0.1), stiffness=k, damping=damping)
    scene.at(0.0, hand)
    simulation = pl.Simulation(scene)
    roots = np.roots([m, damping, k]).astype(complex)
    a = 0.1 * roots[1] / (roots[0] - roots[1])
    b = -0.1 * roots[0] / (roots[0] - roots[1])
    for _ in range(5):
        run(simulation, 100)
        t = simulation.time
        d = (a * np.exp(roots[0] * t) + b * np.exp(roots[1] * t)).real
        # Schemes of first order are off by about ωΔt = 5e-3 of the amplitude.
        assert simulation.positions("mass")[:, 2] - 0.1 == pytest.approx(d, abs=1e-3)


@pytest.mark.parametrize("integrator", ["bdf2", "rk4"])
def test_a_damper_lets_what_moves_with_the_hand_be(integrator):
    """A heavy damper on a soft spring takes the mass along at the speed of the hand, not slower."""
    scene = pl.Scene(dt=1e-3, integrator=integrator)
    cord = pl.Cord(stretching=10.0, bending=0.0, line_density=0.5)
    scene.add(pl.Curve(pl.shapes.line((-0.1, 0, 0), (0.1, 0, 0)), id="mass", grid=(2,), material=cord))
    spot = {"nodes": [0, 1], "weights": (0.5, 0.5)}
    scene.at(
        0.0,
        pl.Grab("mass", **spot, id="hand", stiffness=1e-3, damping=20.0),
        pl.Move("hand", (0, 0, 1), seconds=1),
    )
    simulation = run(pl.Simulation(scene), 500)
    assert simulation.velocities("mass")[:, 2] == pytest.approx(1.0, rel=1e-3)


def test_a_hand_that_holds_exactly_cannot_be_damped():
    with pytest.raises(pl.SceneError, match="only a spring can be damped"):
        pl.Grab("sheet", (0, 0), damping=1.0)


def test_a_spot_at_a_corner_of_its_triangle_is_that_node():
    positions = []
    for place in ({"node": (4, 3)}, {"nodes": TRIANGLE, "weights": (0, 1, 0)}):
        scene = sheet()
        scene.at(0.0, pl.Grab("sheet", **place, id="hand", to=(0.1, 0, 0.5), stiffness=5.0))
        positions.append(run(pl.Simulation(scene), 10).positions("sheet"))
    assert positions[0] == pytest.approx(positions[1], abs=1e-12)


def test_a_hand_may_hold_a_tube_across_its_seam_and_at_its_pole():
    """Nodes at a pole are one point; the last nodes around it are neighbours of the first."""
    scene = pl.Scene(dt=0.01, integrator=pl.BackwardEuler(tolerance=1e-8))
    egg = pl.shapes.ellipsoid(0.4, 0.4, 0.5)
    scene.add(pl.Surface(egg, id="egg", grid=(10, 9), periodic=(True, False), material=SOFT))
    seam = {"nodes": [(9, 4), (0, 4), (0, 5)], "weights": (0.5, 0.25, 0.25)}
    pole = {"nodes": [(9, 0), (0, 0), (0, 1)], "weights": (0.3, 0.3, 0.4)}
    scene.at(0.0, pl.Grab("egg", **seam, to=(1, 0, 0), stiffness=20.0))
    scene.at(0.0, pl.Grab("egg", **pole, to=(0, 0, 1), stiffness=20.0))
    simulation = run(pl.Simulation(scene), 20)
    x = simulation.positions("egg").reshape(10, 9, 3)
    assert np.ptp(x[:, 0], axis=0).max() < 1e-12
    body = simulation.model.body("egg")
    mass = body.layout.gather(body.system.mass)
    before = mass @ simulation.velocities("egg")
    simulation.step()
    gained = (mass @ simulation.velocities("egg") - before) / 0.01
    assert gained == pytest.approx(simulation.external_forces("egg").sum(axis=0), rel=1e-4)


def test_two_hands_at_one_node_hold_it_until_the_last_lets_go():
    scene = sheet(gravity=pl.EARTH)
    scene.at(0.0, pl.Grab("sheet", (4, 4), id="left"), pl.Grab("sheet", (4, 4), id="right"))
    scene.at(0.01, pl.Release("left"))
    scene.at(0.02, pl.Release("right"))
    simulation = run(pl.Simulation(scene), 10)
    assert simulation.positions("sheet").reshape(9, 8, 3)[4, 4, 2] == 0.0
    run(simulation, 10)
    assert simulation.positions("sheet").reshape(9, 8, 3)[4, 4, 2] < 0.0


# ---------------------------------------------------------------- pushing


@pytest.mark.parametrize("radius", [0.0, 0.01, 0.3])
@pytest.mark.parametrize("name", ["backward_euler", "semi_implicit"])
def test_a_push_gives_the_momentum_of_a_force_that_grows(radius: float, name: str):
    """After n steps of Δt: Σ rate·kΔt·Δt = rate·Δt²·n(n+1)/2, whichever nodes share it."""
    scene = sheet(integrator=INTEGRATORS[name])
    scene.bodies[0] = scene.bodies[0].model_copy(
        update={"material": SOFT.model_copy(update={"drag": 0.0, "damping": 0.0})}
    )
    scene.solver = pl.Solver("direct")
    event = pl.Push(
        "sheet", nodes=TRIANGLE, weights=WEIGHTS, direction=(0, 3, -4), rate=10.0, radius=radius, id="fist"
    )
    scene.at(0.0, event)
    scene.at(0.02, pl.Release("fist"))
    simulation = run(pl.Simulation(scene), 10)
    expected = 10.0 * DT**2 * 55 * np.array([0, 0.6, -0.8])
    assert masses(simulation) @ simulation.velocities("sheet") == pytest.approx(expected, abs=1e-8)
    run(simulation, 5)  # let go: the momentum stays
    assert masses(simulation) @ simulation.velocities("sheet") == pytest.approx(expected, abs=1e-8)


def test_a_push_reaches_as_far_as_its_radius_and_is_strongest_in_the_middle():
    simulation = pl.Simulation(sheet())
    simulation.apply(pl.Push("sheet", (4, 4), direction=(0, 0, 1), rate=1.0, radius=0.3, id="fist"))
    shove = simulation.state.shoves["fist"]
    rest = simulation.positions("sheet")
    away = np.linalg.norm(rest - rest[4 * 8 + 4], axis=1)
    assert set(shove.nodes) == set(np.flatnonzero(away < 0.3))
    assert sum(shove.shares) == pytest.approx(1.0)
    assert shove.nodes[int(np.argmax(shove.shares))] == 4 * 8 + 4
    simulation.apply(
        pl.Push("sheet", nodes=TRIANGLE, weights=WEIGHTS, direction=(0, 0, 1), rate=1.0, id="finger")
    )
    finger = simulation.state.shoves["finger"]
    assert finger.nodes == (3 * 8 + 3, 4 * 8 + 3, 4 * 8 + 4) and finger.shares == WEIGHTS


def test_a_push_is_no_potential_energy():
    simulation = pl.Simulation(sheet())
    simulation.apply(pl.Push("sheet", (4, 4), direction=(0, 0, 1), rate=100.0, id="fist"))
    run(simulation, 5)
    assert simulation.energies()["potential"] == 0.0
    assert simulation.external_forces("sheet")[4 * 8 + 4, 2] > 0.5


# ---------------------------------------------------------------- live, and again


def things(integrator) -> pl.Scene:
    """Whatever hands can change, with a few plans of its own."""
    scene = sheet(gravity=pl.EARTH, integrator=integrator)
    scene.pin("sheet", corners=("00", "10"))
    scene.add(pl.obstacles.Sphere(center=(0.3, 0.3, -0.12), radius=0.1), id="ball")
    scene.add(pl.Spring(0.5, (0, 0, 0.2), apply_to=[pl.Target("sheet", nodes=[(8, 7)])]), id="string")
    scene.add(pl.Viscous(0.3, (0.5, 0, 0)), id="wind")
    scene.at(5 * DT, pl.Set("forces.wind.strength", 0.4))
    scene.at(6 * DT, pl.PinEvent("sheet", nodes=[(2, 2)]))
    return scene


def live() -> dict[int, list]:
    """What somebody does before which step."""
    spot = {"nodes": TRIANGLE, "weights": WEIGHTS}
    drag = {k: [pl.Set("obstacles.ball.center", (0.3, 0.3, -0.12 + 0.002 * k))] for k in range(4, 9)}
    acts: dict[int, list] = {
        1: [pl.Grab("sheet", **spot, id="hand", to=(0, 0, 0.1), stiffness=5.0, damping=0.05)],
        2: [pl.Move("hand", (0.1, 0, 0.2)), pl.Push("sheet", (6, 6), direction=(1, 1, -1), rate=3, radius=0.3)],
        3: [pl.Move("hand", (0.2, 0, 0.2), seconds=0.02), pl.Grab("sheet", (8, 0), id="fingers")],
        5: [pl.Set("gravity", (0, 0, -5.0)), pl.PinEvent("sheet", nodes=[(7, 2), (7, 3)])],
        6: [pl.Set("bodies.sheet.material.membrane", 25.0), pl.Move("fingers", (0.6, -0.4, 0.1), seconds=0.01)],
        9: [pl.Release("hand"), pl.Set("forces.string.anchor", (0.1, 0, 0.3))],
        10: [pl.Release("push1"), pl.Unpin("sheet", nodes=[(7, 2)])],
        12: [pl.Release("fingers"), pl.Set("constraints", [])],
        13: [pl.Set("bodies.sheet.broken_links", [((4, 4), (5, 4)), ((4, 5), (5, 5))])],
        14: [pl.Set("dt", 0.75 * DT)],
        16: [pl.Set("obstacles", []), pl.Grab("sheet", **spot, id="hand", stiffness=2.0)],
    }  # fmt: skip
    return {k: [*acts.get(k, []), *drag.get(k, [])] for k in {*acts, *drag}}


def play(simulation: pl.Simulation, until: int = STEPS) -> pl.Simulation:
    acts = live()
    while simulation.state.step < until:
        for event in acts.get(simulation.state.step, []):
            applied = simulation.apply(event)
            assert applied.time == simulation.time and applied.kind == event.kind
        simulation.step()
    return simulation


@each_integrator
def test_a_script_of_what_happened_gives_the_same_bits(integrator, tmp_path: Path):
    simulation = play(pl.Simulation(things(integrator)))
    pl.save(simulation.script(), tmp_path / "script.yaml")
    script = pl.load(tmp_path / "script.yaml")
    assert len(script.events) == len(simulation.events) > 20
    recording = pl.simulate(script, steps=STEPS)
    assert (recording.positions("sheet")[-1] == simulation.positions("sheet")).all()
    again = run(pl.Simulation(script), STEPS)
    assert (again.velocities("sheet") == simulation.velocities("sheet")).all()
    assert again.time == simulation.time
    assert again.energies() == simulation.energies()
    assert again.parameters == simulation.parameters


@each_integrator
@pytest.mark.parametrize("step", [2, 4, 8, 11, 15])
def test_a_restart_knows_what_hands_did(integrator, step: int, tmp_path: Path):
    whole = play(pl.Simulation(things(integrator)))
    play(pl.Simulation(things(integrator)), step).checkpoint(tmp_path / "state.npz")
    resumed = play(pl.Simulation.restore(tmp_path / "state.npz"))
    assert resumed.time == whole.time
    assert (resumed.positions("sheet") == whole.positions("sheet")).all()
    assert (resumed.velocities("sheet") == whole.velocities("sheet")).all()
    assert resumed.script().model_dump_json() == whole.script().model_dump_json()


def test_hands_happen_again_with_a_published_variant():
    raw = pl.Raw(
        tension=((0.3, 0.1), (0.1, 0.3)), rigidity=((1e-9, 1e-9), (1e-9, 1e-9)), mass=0.01, damping=0.05
    )
    scene = pl.Scene(gravity=pl.EARTH, dt=2e-3, integrator=pl.SemiImplicit())
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(9, 8), material=raw, variant="kelager"))
    scene.pin("sheet", corners=("00", "10"))
    simulation = run(pl.Simulation(scene), 2)
    spot = {"nodes": TRIANGLE, "weights": WEIGHTS}
    stiffness = simulation.firm_stiffness("sheet")
    simulation.apply(pl.Grab("sheet", **spot, id="hand", to=(0, 0, 0.1), stiffness=stiffness))
    simulation.apply(pl.Push("sheet", (6, 6), direction=(0, 0, 1), rate=3.0, radius=0.3))
    run(simulation, 20)
    again = run(pl.Simulation(simulation.script()), 22)
    assert (again.positions("sheet") == simulation.positions("sheet")).all()
    assert simulation.positions("sheet").reshape(9, 8, 3)[4, 3, 2] > -0.001


def test_a_firm_hand_is_firm_and_calm():
    """A body that hangs from it sinks by little, and no scheme is upset by a sudden pull."""
    for integrator in INTEGRATORS.values():
        scene = sheet(1e-3, gravity=pl.EARTH, integrator=integrator)
        simulation = pl.Simulation(scene)
        stiffness = simulation.firm_stiffness("sheet")
        simulation.apply(pl.Grab("sheet", (4, 4), id="hand", to=(0.0, 0.0, 0.1), stiffness=stiffness))
        run(simulation, 100)
        assert simulation.halvings == 0
        held = simulation.positions("sheet").reshape(9, 8, 3)[4, 4]
        assert held == pytest.approx((0.0, 0.0, 0.1), abs=0.08)


# ---------------------------------------------------------------- what cannot happen


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "no event": (lambda: pl.Pin("sheet", corners=["00"]), "an event such as Grab or Set is needed .given: Pin"),
    "nothing": (lambda: None, "an event such as Grab or Set is needed"),
    "no body": (lambda: pl.Grab("sheep", (0, 0)), "Grab: body: there is no body 'sheep'; did you mean 'sheet'"),
    "no node": (lambda: pl.Grab("sheet", (9, 0)), r"Grab: node: node \[9, 0\] is outside"),
    "no triangle": (
        lambda: pl.Grab("sheet", nodes=[(0, 0), (1, 0), (5, 5)], weights=(1, 0, 0), stiffness=1.0),
        "not corners of one cell",
    ),
    "no grab": (lambda: pl.Move("hnad", (0, 0, 0)), "there is no grab 'hnad'; did you mean 'hand'"),
    "released": (lambda: pl.Release("gone"), "'gone' is not held any more"),
    "taken": (lambda: pl.Push("sheet", (0, 0), id="hand", direction=(1, 0, 0), rate=1), "already taken"),
    "bad id": (lambda: pl.Grab("sheet", (0, 0), id="a.b"), "Grab: id: an id is made of"),
    "moved push": (lambda: pl.Move("fist", (0, 0, 0)), "'fist' is a push, which cannot be moved"),
    "pin outside": (lambda: pl.PinEvent("sheet", nodes=[(0, 8)]), r"PinEvent: nodes\[0\]: node \[0, 8\] is outside"),
    "unpin nobody": (lambda: pl.Unpin("rag"), "there is no body 'rag'"),
    "restart": (lambda: pl.Set("bodies.sheet.grid", (5, 5)), "cannot change while the simulation runs; start anew"),
    "no parameter": (lambda: pl.Set("gravty", 1), "did you mean 'gravity'"),
    "bad value": (lambda: pl.Set("bodies.sheet.material.poisson", 3), "less than"),
    "does not fit": (lambda: pl.Set("bodies.sheet.variant", "kelager"), "semi_implicit or explicit"),
    "planned": (lambda: pl.Release("hand"), r"events\[\d\].grab: the grab 'hand' is not held any more"),
    "planned id": (lambda: pl.Grab("sheet", (0, 0), id="later"), r"events\[\d\].id: the id 'later' is already taken"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_an_event_that_cannot_happen_is_refused_and_changes_nothing(name: str):
    make, why = REFUSED[name]
    scene = sheet(gravity=pl.EARTH)
    scene.at(0.0, pl.Grab("sheet", (4, 4), id="gone"))
    scene.at(0.002, pl.Release("gone"), pl.Grab("sheet", (4, 4), id="hand", stiffness=1.0))
    scene.at(0.002, pl.Push("sheet", (6, 6), id="fist", direction=(0, 0, 1), rate=1.0))
    scene.at(0.02, pl.Move("hand", (0, 0, 1)), pl.Grab("sheet", (0, 0), id="later"))
    simulation, other = (run(pl.Simulation(scene), 3) for _ in range(2))
    with pytest.raises(pl.PliantError, match=why):
        simulation.apply(make())
    assert simulation.events == other.events and simulation.state.events_done == other.state.events_done
    assert (run(simulation, 10).positions("sheet") == run(other, 10).positions("sheet")).all()


def test_a_value_that_only_the_model_refuses_changes_nothing_either():
    """Whether a material suits a variant shows when the model is built."""
    simulation = pl.Simulation(sheet(integrator=pl.SemiImplicit()))
    with pytest.raises(pl.SceneError, match="papers' weights"):
        simulation.apply(pl.Set("bodies.sheet.variant", "kelager"))
    assert simulation.parameters.bodies[0].variant == "exact" and not simulation.events
    run(simulation, 2)


def test_what_the_scene_has_planned_for_a_moment_comes_before_what_hands_do_then():
    scene = sheet(gravity=pl.EARTH)
    scene.at(0.0, pl.Set("gravity", "moon"))
    simulation = pl.Simulation(scene)
    simulation.apply(pl.Set("gravity", "mars"))
    assert [event.value for event in simulation.events if isinstance(event, pl.Set)] == ["moon", "mars"]
    assert run(simulation, 1).parameters.gravity == "mars"


def test_hands_without_a_name_get_one():
    simulation = pl.Simulation(sheet())
    first = simulation.apply(pl.Grab("sheet", (0, 0)))
    second = simulation.apply(pl.Grab("sheet", (1, 0)))
    assert first.id and second.id and first.id != second.id
    simulation.apply(pl.Release(first.id))
