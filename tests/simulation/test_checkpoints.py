"""Checkpoints: what is damaged, of an earlier format or of another scene is refused, with the reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from pliant.materials import COTTON
from pliant.recording import format
from pliant.simulation.checkpoint import CHECKPOINT, load

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
FACES = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"


def hanging(**body) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01)
    body = {"grid": (5, 4), "shape": pl.shapes.rectangle(1, 1), **body}
    scene.add(pl.Surface(id="sheet", material=COTTON, **body))
    scene.pin("sheet", corners=["00"])
    return scene


def stepped(scene: pl.Scene, steps: int = 2) -> pl.Simulation:
    simulation = pl.Simulation(scene)
    for _ in range(steps):
        simulation.step()
    return simulation


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "state"
    simulation = stepped(hanging())
    simulation.apply(pl.Grab("sheet", (4, 3), id="hand", to=(0, 0, 1), stiffness=3.0))
    simulation.checkpoint(path)
    return path.read_bytes()


def test_any_byte_that_is_not_as_it_was_written_is_noticed(tmp_path: Path, whole: bytes):
    path = tmp_path / "state"
    for at in range(0, len(whole), 7):  # every place of an eight-byte number in turn
        broken = bytearray(whole)
        broken[at] ^= 1 << at % 8
        path.write_bytes(broken)
        with pytest.raises(pl.PliantError, match="state"):
            load(path)


@pytest.mark.parametrize("left", [0, 1, 8, 15, 300, 0.5, -8, -1])
def test_a_checkpoint_that_is_cut_off_is_refused(tmp_path: Path, whole: bytes, left: float):
    path = tmp_path / "state"
    path.write_bytes(whole[: int(left * len(whole)) if isinstance(left, float) else left])
    with pytest.raises(pl.PliantError):
        load(path)


@pytest.mark.parametrize("more", [b"\0", b"junk", format.encode_json(format.NOTE, {}), "frame", "whole"])
def test_nothing_may_follow_a_checkpoint(tmp_path: Path, whole: bytes, more):
    more = (
        more if isinstance(more, bytes) else {"frame": format.encode_frame(0, 0.0, {}), "whole": whole}[more]
    )
    (tmp_path / "state").write_bytes(whole + more)
    with pytest.raises(pl.PliantError):
        load(tmp_path / "state")


def test_a_length_that_is_a_lie_takes_no_memory(tmp_path: Path, whole: bytes):
    path = tmp_path / "state"
    for length in (2**63 - 1, 2**40, 0):
        path.write_bytes(
            CHECKPOINT.magic + format.CHUNK.pack(format.META, length) + whole[len(CHECKPOINT.magic) + 12 :]
        )
        with pytest.raises(pl.PliantError, match="META"):
            load(path)


def test_a_checkpoint_of_an_earlier_format_says_why_it_is_not_read(tmp_path: Path):
    np.savez(tmp_path / "old.npz", meta=np.array("{}"), scene=np.array("{}"))
    with pytest.raises(pl.PliantError, match="earlier version, which had no checksums"):
        pl.Simulation.restore(tmp_path / "old.npz")


def test_a_recording_is_no_checkpoint(tmp_path: Path):
    pl.simulate(hanging(), steps=1, to=tmp_path / "run.pliant")
    with pytest.raises(pl.PliantError, match="not a pliant checkpoint"):
        pl.Simulation.restore(tmp_path / "run.pliant")


def test_a_checkpoint_whose_mesh_file_has_changed_is_refused_with_what_differs(tmp_path: Path, monkeypatch):
    """The scene names a file; its nodes are then others than those of the state."""
    monkeypatch.chdir(tmp_path)
    mesh = tmp_path / "thing.obj"
    mesh.write_text(TETRAHEDRON + FACES)
    scene = pl.Scene(gravity=0.0)
    scene.add(pl.Mesh(file=str(mesh), id="thing", material=COTTON))
    stepped(scene, 1).checkpoint("state")
    pl.Simulation.restore("state")
    for text, differs in (
        (TETRAHEDRON.replace("v 0 0 1", "v 0 0 1.01") + FACES, "body 'thing' had another rest shape"),
        (
            TETRAHEDRON + "v 1 1 1\n" + FACES.replace("f 2 3 4", "f 2 3 5\nf 2 5 4\nf 3 4 5"),
            r"had grid 4 \(the scene: 5\)",
        ),
    ):
        mesh.write_text(text)
        with pytest.raises(pl.PliantError, match=differs):
            pl.Simulation.restore("state")


# ---------------------------------------------------------------- states of another simulation


def test_two_simulations_of_one_state_share_nothing():
    first = stepped(hanging())
    first.apply(pl.Grab("sheet", (4, 3), id="hand", stiffness=3.0))
    first.keep_energy_balance()
    second = pl.Simulation(first.scene, first.state)
    before, time = first.positions("sheet").copy(), first.time
    account = vars(first.state.energy_balance["sheet"]).copy()
    for _ in range(3):
        second.step()
    second.apply(pl.Move("hand", (0, 0, 2)))
    assert first.time == time and (first.positions("sheet") == before).all()
    assert vars(first.state.energy_balance["sheet"]) == account
    assert first.state.holds["hand"].goal != (0, 0, 2)
    ours, theirs = first.state.bodies["sheet"], second.state.bodies["sheet"]
    assert not any(
        np.shares_memory(a, b)
        for a, b in zip(vars(ours).values(), vars(theirs).values(), strict=True)
        if len(a)
    )


def test_a_simulation_of_a_state_goes_on_as_the_first_one_does():
    first = stepped(hanging(), 3)
    second = pl.Simulation(first.scene, first.state)
    for simulation in (first, second):
        for _ in range(3):
            simulation.step()
    assert (first.positions("sheet") == second.positions("sheet")).all() and first.time == second.time


@pytest.mark.parametrize(
    ("body", "differs"),
    [
        ({"grid": (4, 5)}, r"had grid 5×4 \(the scene: 4×5\)"),
        ({"shape": pl.shapes.rectangle(1, 1.1)}, "another rest shape"),
        ({"periodic": (True, False), "shape": pl.shapes.torus(1, 0.2)}, "had periodic"),
        ({"broken_links": [((0, 0), (0, 1))]}, r"had broken links 0 \(the scene: 1\)"),
    ],
)
def test_a_state_of_another_scene_is_refused_with_what_differs(body, differs: str):
    state = stepped(hanging(), 1).state
    with pytest.raises(pl.PliantError, match=differs):
        pl.Simulation(hanging(**body), state)


def test_a_torn_state_does_not_heal_in_a_scene_that_is_whole():
    simulation = stepped(hanging(), 1)
    simulation.cut("sheet", [(-1, 0.1, 0), (1, 0.1, 0)])
    with pytest.raises(pl.PliantError, match="had broken links 5"):
        pl.Simulation(hanging(), simulation.state)
    pl.Simulation(simulation.scene, simulation.state).step()


def test_a_state_goes_on_under_another_step_without_a_jump_in_time():
    state = stepped(hanging(), 4).state
    scene = hanging()
    scene.dt = 0.001
    simulation = pl.Simulation(scene, state)
    simulation.step()
    assert simulation.time == pytest.approx(0.041)


def test_events_of_a_scene_are_not_skipped_for_those_a_state_has_seen():
    first = stepped(hanging(), 2)
    first.apply(pl.Set("gravity", "moon"))
    scene = hanging()
    scene.at(0.03, pl.Set("gravity", "mars"))
    second = pl.Simulation(scene, first.state)
    for _ in range(3):
        second.step()
    assert second.parameters.gravity == "mars"


@pytest.mark.parametrize("restored", [True, False])
@pytest.mark.parametrize("time", [0.0, 0.004, 0.01, 0.014, 0.02])
def test_an_event_between_two_steps_is_neither_lost_nor_done_twice(
    tmp_path: Path, time: float, restored: bool
):
    """What becomes due within a step happens before the next one, also if a checkpoint lies between them."""
    scene = hanging()
    scene.at(time, pl.Push("sheet", (4, 3), direction=(1, 0, 0), rate=5.0, id="push"))
    first = stepped(scene)
    first.checkpoint(tmp_path / "state")
    second = pl.Simulation.restore(tmp_path / "state") if restored else pl.Simulation(scene, first.state)
    for simulation in (first, second):
        simulation.step()
        assert list(simulation.state.shoves) == ["push"]
    assert np.array_equal(first.positions("sheet"), second.positions("sheet"))


def test_a_cup_of_other_bodies_is_refused():
    other = hanging()
    other.bodies[0] = other.bodies[0].model_copy(update={"id": "flag"})
    other.constraints.clear()
    with pytest.raises(pl.PliantError, match="its bodies are sheet, those of the scene flag"):
        pl.Simulation(other, stepped(hanging(), 1).state)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["x", "v", "earlier_x", "target", "history", "free"])
def test_what_is_not_finite_in_a_state_is_named(name: str, value: float):
    simulation = stepped(hanging(), 1)
    state = simulation.state
    array = getattr(state.bodies["sheet"], name)
    place = simulation.model.body("sheet").layout.nodes[7] if array.size > 1 else 0
    array[..., place] = value
    with pytest.raises(
        pl.PliantError, match=r"'sheet' is not finite.*" + ("node 7 " if array.size > 1 else name)
    ):
        pl.Simulation(hanging(), state)


@pytest.mark.parametrize(
    ("name", "integrator"), [("x", "bdf2"), ("v", "bdf2"), ("x", "rk4"), ("v", "rk4"), ("x", "static")]
)
def test_a_step_from_a_state_that_is_not_finite_says_so(name: str, integrator: str):
    scene = hanging()
    scene = pl.set_parameter(scene, "integrator", integrator)
    simulation = pl.Simulation(scene)
    getattr(simulation.state.bodies["sheet"], name)[1, simulation.model.body("sheet").layout.nodes[7]] = (
        np.nan
    )
    with pytest.raises(pl.PliantError, match=r"is not finite: (position|velocity) of node 7"):
        simulation.step()


def _without(array: np.ndarray) -> np.ndarray:
    return array[..., 1:]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (
            lambda body: setattr(body, "x", _without(body.x)),
            r"x is of shape \(3, 71\), of shape \(3, 72\) expected",
        ),
        (lambda body: setattr(body, "v", body.v.T), "v is of shape"),
        (lambda body: setattr(body, "free", None), "free is"),
        (lambda body: setattr(body, "v", "fast"), "v is no array of numbers"),
        (lambda body: body.free.__setitem__(slice(None), 0.5), "free is 1, or 0 where"),
    ],
)
def test_arrays_that_do_not_fit_are_named(spoil, message: str):
    state = stepped(hanging(), 0).state
    spoil(state.bodies["sheet"])
    with pytest.raises(pl.PliantError, match=message):
        pl.Simulation(hanging(), state)


@pytest.mark.parametrize(
    ("name", "value"), [("time", np.nan), ("step", -1), ("step", 1.5), ("since_step", 9)]
)
def test_a_clock_that_is_none_is_refused(name: str, value: float):
    state = stepped(hanging(), 0).state
    setattr(state, name, value)
    with pytest.raises(pl.PliantError, match=f"{name} of the state"):
        pl.Simulation(hanging(), state)


@pytest.mark.parametrize("what", ["released", "energy_balance"])
def test_energy_that_is_no_number_is_refused(what: str):
    simulation = pl.Simulation(hanging(), energy_balance=True)
    simulation.step()
    if what == "energy_balance":
        simulation.state.energy_balance["sheet"].work = np.nan
    else:
        simulation.state.released["sheet"] = np.inf
    with pytest.raises(pl.PliantError, match="not finite: what it counts as energy of body 'sheet'"):
        pl.Simulation(hanging(), simulation.state)


def test_a_number_that_is_too_long_is_refused():
    state = stepped(hanging(), 0).state
    state.bodies["sheet"].x = [[10**400]]  # type: ignore[assignment]
    with pytest.raises(pl.PliantError, match="x is no array of numbers"):
        pl.Simulation(hanging(), state)


def test_something_else_is_no_state():
    with pytest.raises(pl.PliantError, match="a state is needed, dict given"):
        pl.Simulation(hanging(), {})  # type: ignore[arg-type]


def test_single_precision_is_taken_as_what_it_says():
    """Arrays of another type or order are converted, not stepped as they are."""
    simulation = stepped(hanging(), 1)
    body = simulation.state.bodies["sheet"]
    body.v = np.asfortranarray(body.v.astype(np.float32))
    again = pl.Simulation(hanging(), simulation.state)
    again.step()
    assert again.state.bodies["sheet"].v.dtype == np.float64
