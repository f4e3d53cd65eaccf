"""A scene that changes while it runs: what is kept, what is built again, and how time is counted."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from pliant.contact import kernels
from pliant.errors import SceneError
from pliant.simulation import needs_restart, restarts

SOFT = pl.Sheet(membrane=20.0, bending=1e-3, area_density=0.3, damping=1e-3)
DT = 2e-3


def draped(grid: tuple[int, int] = (12, 11), **options) -> pl.Scene:
    scene = pl.Scene(**{"gravity": pl.EARTH, "dt": DT, **options})
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=grid, material=SOFT))
    scene.pin("sheet", corners=("00", "10"))
    by_nodes = pl.responses.Barrier()  # of obstacles met as bodies the model knows where they started
    scene.add(
        pl.obstacles.Sphere(center=(0, 0, -0.2), radius=0.2, friction=0.3, response=by_nodes), id="ball"
    )
    scene.add(pl.Spring(0.5, (0, 0, 0.2), apply_to=[pl.Target("sheet", nodes=[(8, 7)])]), id="string")
    scene.add(pl.Viscous(0.3, (0.5, 0, 0)), id="wind")
    return scene


def run(simulation: pl.Simulation, steps: int) -> pl.Simulation:
    for _ in range(steps):
        simulation.step()
    return simulation


# path, value, and what is kept of: rest shape, matter, stepper
CHANGES = {
    "gravity": ("gravity", "moon", "shape matter stepper"),
    "a force": ("forces.string.anchor", (0.1, 0, 0.3), "shape matter stepper"),
    "no forces": ("forces", [], "shape matter stepper"),
    "an obstacle's place": ("obstacles.ball.center", (0, 0, -0.21), "shape matter stepper"),
    "no obstacles": ("obstacles", [], "shape matter stepper"),
    "contact": ("contact.margin", 0.004, "shape matter stepper"),
    "dt": ("dt", 0.6 * DT, "shape matter stepper"),
    "look": ("bodies.sheet.look.color", (1, 0, 0), "shape matter stepper"),
    "collides": ("bodies.sheet.collides", [], "shape matter stepper"),
    "constraints": ("constraints.pin1.corners", ["00"], "shape matter stepper"),
    "material": ("bodies.sheet.material.membrane", 30.0, "shape stepper"),
    "no bending": ("bodies.sheet.material.bending", 0.0, "shape"),
    "fibres": ("bodies.sheet.material.fibre_angle", 0.3, "shape stepper"),
    "coupled bending": ("bodies.sheet.material.bending", (1e-3, 0, 2e-3, 1e-3), "shape stepper"),
    "integrator": ("integrator", {"kind": "backward_euler"}, "shape matter"),
    "solver": ("solver.preconditioner", "jacobi", "shape matter"),
    "links": ("bodies.sheet.broken_links", [((3, 3), (4, 3))], "stepper"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_builds_anew_what_it_touches_and_nothing_else(name: str):
    path, value, kept = CHANGES[name]
    simulation = run(pl.Simulation(draped()), 2)
    body, stepper = simulation.model.body("sheet"), simulation._steppers["sheet"]
    simulation.apply(pl.Set(path, value))
    after = simulation.model.body("sheet")
    same = {
        "shape": after.shape is body.shape,
        "matter": after.matter is body.matter,
        "stepper": simulation._steppers["sheet"] is stepper,
    }
    assert " ".join(part for part, is_same in same.items() if is_same) == kept


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_leads_to_what_a_new_model_would(name: str):
    """The same bits as a simulation that starts from this state with the changed scene."""
    path, value, _ = CHANGES[name]
    changed = run(pl.Simulation(draped()), 3)
    changed.apply(pl.Set(path, value))
    state = changed.state
    fresh = pl.Simulation(changed.parameters, type(state)(**{**vars(state), "bodies": _copied(state)}))
    fresh.events, fresh.state.events_done = list(changed.events), state.events_done
    for simulation in (changed, fresh):
        run(simulation, 3)
    assert changed.time == fresh.time
    assert (changed.positions("sheet") == fresh.positions("sheet")).all()
    assert (changed.velocities("sheet") == fresh.velocities("sheet")).all()


def _copied(state) -> dict:
    return {name: body.copy() for name, body in state.bodies.items()}


def test_a_variant_can_change_while_it_runs():
    raw = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), mass=0.01, damping=0.05)
    scene = pl.Scene(gravity=pl.EARTH, dt=DT, integrator=pl.SemiImplicit())
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(8, 8), material=raw))
    scene.pin("sheet", corners=("00", "10"))
    simulation = run(pl.Simulation(scene), 5)
    for variant in ("kelager", "terzopoulos", "exact"):
        before = simulation.positions("sheet")
        simulation.apply(pl.Set("bodies.sheet.variant", variant))
        assert (simulation.positions("sheet") == before).all()
        run(simulation, 5)
        assert np.isfinite(simulation.positions("sheet")).all()
    again = run(pl.Simulation(simulation.script()), 20)
    assert (again.positions("sheet") == simulation.positions("sheet")).all()


def test_moving_an_obstacle_compiles_nothing():
    scene = draped()
    scene.add(pl.obstacles.Plane(point=(0, 0, -1)), id="floor")
    simulation = run(pl.Simulation(scene), 2)
    dispatchers = (kernels.add_gradient, kernels.add_hessian_diagonal, kernels.energy)
    before = [len(one.signatures) for one in dispatchers]  # type: ignore[attr-defined]
    for k in range(3):
        simulation.apply(pl.Set("obstacles.ball.center", (0, 0, -k)))
        simulation.apply(pl.Set("obstacles.ball.rotation", (1, 0, k)))
        simulation.apply(pl.Set("obstacles.ball.radius", 1 + k))
        simulation.apply(pl.Set("obstacles.floor.normal", (0, k, 1)))
        simulation.step()
    assert [len(one.signatures) for one in dispatchers] == before  # type: ignore[attr-defined]


def test_moving_an_obstacle_costs_a_fraction_of_building_a_model():
    scene = draped((64, 64))
    simulation = pl.Simulation(scene)
    building, moving = [], []
    for k in range(5):
        begin = time.perf_counter()
        pl.Simulation(scene)
        middle = time.perf_counter()
        simulation.apply(pl.Set("obstacles.ball.center", (0, 0, -1 - k)))
        building.append(middle - begin)
        moving.append(time.perf_counter() - middle)
    assert min(moving) < 0.2 * min(building)


def test_what_needs_a_restart_is_refused_and_changes_nothing():
    scene = draped()
    simulation = run(pl.Simulation(scene), 1)
    for path, value in [("bodies.sheet.grid", (15, 15)), ("bodies.sheet.position", (0, 0, 1))]:
        with pytest.raises(pl.PliantError, match="make a new Simulation"):
            simulation.replace_scene(pl.set_parameter(scene, path, value))
    with pytest.raises(pl.PliantError, match="a Scene is needed"):
        simulation.replace_scene("scene.yaml")  # type: ignore[arg-type]
    assert simulation.model.body("sheet").layout.shape == (12, 11)
    assert all(needs_restart(pattern.replace("*", "sheet")) for pattern in restarts)


KINDS = (pl.Surface, pl.Curve, pl.Solid, pl.Mesh, pl.Layered, pl.Rigid)


def test_every_restart_is_a_parameter_that_there_is():
    for pattern in restarts:
        head, _, name = pattern.split(".")
        assert head == "bodies"
        assert any(name in kind.model_fields for kind in KINDS)


def test_replacing_a_scene_leaves_the_users_scene_alone():
    scene = draped()
    simulation = pl.Simulation(scene)
    moved = pl.set_parameter(scene, "gravity", "moon")
    simulation.replace_scene(moved)
    moved.obstacles.clear()
    moved.gravity = None
    assert simulation.parameters.gravity == "moon" and len(simulation.parameters.obstacles) == 1


def test_constraints_that_change_pin_nodes_where_they_are():
    simulation = run(pl.Simulation(draped()), 5)
    assert simulation.pins("sheet").tolist() == [0, 11 * 11]
    here = simulation.positions("sheet")
    simulation.apply(pl.Set("constraints.pin1.corners", ["00", "11"]))
    assert simulation.pins("sheet").tolist() == [0, 12 * 11 - 1]
    run(simulation, 5)
    there = simulation.positions("sheet")
    assert (there[[0, -1]] == here[[0, -1]]).all()
    assert there[11 * 11, 2] < here[11 * 11, 2]


def test_second_order_survives_a_slider_that_is_dragged():
    """Of many changes in a row only one in ten makes BDF2 start anew."""
    simulation = run(pl.Simulation(draped()), 3)
    state, anew = simulation.state.bodies["sheet"], []
    for k in range(30):
        simulation.apply(pl.Set("obstacles.ball.center", (0, 0, -0.2 - 1e-4 * k)))
        anew.append(state.history[0] == 0.0)
        simulation.step()
    assert sum(anew) == 3
    simulation.apply(pl.Grab("sheet", (5, 5), id="hand", stiffness=1.0))
    for k in range(5):
        simulation.apply(pl.Move("hand", (0, 0, 0.01 * k)))
        assert state.history[0] == 1.0
        simulation.step()
    simulation.apply(pl.PinEvent("sheet", nodes=[(5, 5)]))
    assert state.history[0] == 0.0


# ---------------------------------------------------------------- time


def test_time_goes_on_evenly_when_the_step_changes():
    scene = draped(dt=0.01)
    scene.at(0.05, pl.Set("dt", 0.004))
    scene.at(0.07, pl.Set("dt", 0.02))
    simulation, times = pl.Simulation(scene), []
    for _ in range(13):
        simulation.step()
        times.append(simulation.time)
    expected = [0.01, 0.02, 0.03, 0.04, 0.05, 0.054, 0.058, 0.062, 0.066, 0.07, 0.09, 0.11, 0.13]
    assert times == pytest.approx(expected, abs=1e-12)
    assert simulation.state.step == 13


def test_a_run_lasts_as_long_as_it_should_when_the_step_changes():
    scene = draped(dt=0.01)
    scene.at(0.05, pl.Set("dt", 0.005))
    scene.at(0.9, pl.Set("dt", 0.001))
    recording = pl.simulate(scene, seconds=0.1)
    assert len(recording) == 1 + 5 + 10
    assert recording.times[-1] == pytest.approx(0.1)


def test_a_falling_sheet_does_not_notice_a_change_of_step():
    """Free fall: v = g t, whatever the steps were."""
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(4, 4), material=SOFT))
    scene.at(0.1, pl.Set("dt", 0.003))
    simulation = run(pl.Simulation(scene), 30)
    assert simulation.velocities("sheet")[:, 2] == pytest.approx(-pl.EARTH * simulation.time, rel=1e-5)


@pytest.mark.parametrize("step", [4, 5, 9])
def test_a_restart_keeps_count_of_time(step: int, tmp_path: Path):
    scene = draped(dt=0.01)
    scene.at(0.05, pl.Set("dt", 1 / 300))
    whole = run(pl.Simulation(scene), 20)
    run(pl.Simulation(scene), step).checkpoint(tmp_path / "state.npz")
    resumed = run(pl.Simulation.restore(tmp_path / "state.npz"), 20 - step)
    assert resumed.time == whole.time
    assert (resumed.positions("sheet") == whole.positions("sheet")).all()


def test_a_restart_remembers_a_scene_that_was_replaced(tmp_path: Path):
    simulation = run(pl.Simulation(draped()), 2)
    simulation.replace_scene(pl.set_parameter(simulation.scene, "gravity", "moon"))
    simulation.checkpoint(tmp_path / "state.npz")
    resumed = pl.Simulation.restore(tmp_path / "state.npz")
    assert resumed.parameters.gravity == "moon"
    assert (run(resumed, 3).positions("sheet") == run(simulation, 3).positions("sheet")).all()


def _steep(u):
    return 1e3 + 1e5 * u[:, 0]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("bodies.sheet.material.young", lambda u: 1e3 + u[:, 0], "no functions"),
        ("bodies.sheet.material.young", _steep, "no functions"),
        ("bodies.sheet.material", {"kind": "elastic", "young": _steep}, "no functions"),
        ("bodies.sheet.material", pl.Elastic(young=_steep, thickness=1e-3, density=1e3), "no functions"),
        ("bodies.sheet.material.young", object(), "cannot be written"),
    ],
)
def test_a_value_that_no_file_holds_is_refused_at_once(path, value, message: str):
    with pytest.raises(SceneError, match=message) as caught:
        pl.Set(path, value)
    assert caught.value.problems[0].path == "value"


def test_arrays_inside_a_value_are_kept_as_lists():
    event = pl.Set("bodies.sheet.material", {"kind": "elastic", "young": np.array([[1e3, 2e3]])})
    assert event.value["young"] == [[1e3, 2e3]]
    assert pl.Set(**event.model_dump(mode="json")) == event


def test_springs_become_hybrid_matter_and_springs_again():
    scene = pl.Scene(gravity=pl.EARTH, dt=DT)
    springs = {"kind": "springs", "stiffness": 100.0, "mass": 0.01}
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(6, 6), material=pl.Springs(**springs)))
    simulation = run(pl.Simulation(scene), 3)
    for material in ({"kind": "hybrid", "slope": 100.0, "density": 0.3}, springs):
        simulation.apply(pl.Set("bodies.sheet.material", material))
        run(simulation, 3)
    fallen = -simulation.positions("sheet")[:, 2]
    assert fallen == pytest.approx(0.5 * pl.EARTH * simulation.time**2, rel=0.1)
