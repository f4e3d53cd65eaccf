"""A long step: people hear what is going on, and can stop it within a second; nothing recorded is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from pliant.scene import load
from pliant.studio import messages as m
from pliant.studio import progress as work
from pliant.studio import resuming
from pliant.studio.gallery import Choice
from pliant.studio.recorder import Recorder
from pliant.studio.session import Session
from pliant.studio.takes import Tape
from tests.studio.conftest import SCENE, start, stop

# Over-relaxation takes thousands of sweeps for each correction, on a grid as large as this minutes.
LONG = SCENE.replace("[8, 7]", "[120, 120]") + "solver: {kind: sor, tolerance: 1.0e-12}\n"


@pytest.fixture
def scene(tmp_path: Path):
    (tmp_path / "sheet.yaml").write_text(SCENE, encoding="utf-8")
    return load(tmp_path / "sheet.yaml")


# ---------------------------------------------------------------- what is told


def told(events: list[tuple[float, m.Working | str]], seconds: float) -> list[m.Working]:
    """What tabs hear if an engine says this at these times [s], by a clock of its own."""
    heard: list[m.Working] = []

    async def run() -> None:
        one = work.Work(heard.append)
        task = asyncio.create_task(one.run())
        begin = monotonic()
        for at, event in events:
            await asyncio.sleep(max(0.0, begin + at - monotonic()))
            one.begin(event) if isinstance(event, m.Working) else one.heard({"state": event})
        await asyncio.sleep(max(0.0, begin + seconds - monotonic()))
        task.cancel()

    asyncio.run(run())
    return heard


def test_what_takes_long_is_told_with_its_seconds_and_its_end():
    building = m.Working(what="building", text="building the model")
    heard = told([(0.0, building), (2.0, m.Working(what=""))], 2.2)
    assert [message.what for message in heard[:2]] == ["building", "building"] and heard[-1].what == ""
    assert heard[1].seconds > heard[0].seconds > work.SOON


def test_what_is_done_at_once_is_not_told():
    assert told([(0.0, m.Working(what="stepping")), (0.1, m.Working(what=""))], 1.2) == []


def test_a_step_of_which_nothing_was_said_is_noticed_by_the_silence():
    heard = told([(0.0, "playing")], 2.2)
    assert heard and heard[0].what == "stepping" and heard[0].seconds > 1.0
    assert told([(0.0, "paused")], 2.2) == []


def test_a_step_that_takes_long_once_its_kernels_are_there_is_not_called_compiling():
    kernels = [(0.2 * k, m.Working(what="compiling", text=f"part {k}")) for k in range(6)]
    step = m.Working(what="stepping", text="step 1", estimate=9.0)
    between = [(at + 0.1, step) for at, _ in kernels]
    heard = told(sorted([(0.0, step), *kernels, *between], key=lambda event: event[0]), 3.0)
    kinds = [message.what for message in heard]
    assert kinds == sorted(kinds) and set(kinds) == {"compiling", "stepping"}  # one after the other
    assert heard[-1].estimate == 9.0


# ---------------------------------------------------------------- going on in another engine


def test_parameters_can_be_set_back_in_a_session_that_goes_on(scene, tmp_path: Path):
    session = Session(scene)
    session.set("bodies.cloth.material.density", 300.0)
    session.pin("cloth", [3], free=False)
    session.set("bodies.cloth.grid", [9, 9])
    resuming.Legacy(tmp_path).leave(session, Choice("sheet.yaml", None, scene), 1)
    left = resuming.find(tmp_path)
    for again in (left.session(), left.anew(m.Reset())):
        again.undo()
        assert again.kept.edited.bodies[0].grid == (8, 7)
        again.undo()
        assert again.kept.edited.bodies[0].material.density == scene.bodies[0].material.density
        assert again.undoable[0] == 0


def test_a_session_that_was_left_goes_on_bit_for_bit(scene, tmp_path: Path):
    session = Session(scene)
    session.set("bodies.cloth.material.density", 300.0)
    session.grab("hand", m.Spot(body="cloth", nodes=(30, 31, 38), weights=(1, 0, 0)), (0.1, 0.2, 0.3))
    for _ in range(4):
        session.simulation.step()
    session.let_go()
    resuming.Legacy(tmp_path).leave(session, Choice("sheet.yaml", None, scene), 7)
    assert resuming.is_left(tmp_path)
    left = resuming.find(tmp_path)
    again = left.session()
    assert (left.revision, left.opened.name) == (7, "sheet.yaml")
    assert again.kept.edited.bodies[0].material.density == 300.0
    assert again.edits == session.edits
    for one in (session, again):
        for _ in range(3):
            one.simulation.step()
    assert (session.simulation.positions("cloth") == again.simulation.positions("cloth")).all()
    assert again.saved().events == session.saved().events


def test_hands_have_let_go_in_a_session_that_goes_on(scene, tmp_path: Path):
    session = Session(scene)
    session.grab("hand", m.Spot(body="cloth", nodes=(30, 31, 38), weights=(1, 0, 0)), (0.1, 0.2, 0.3))
    session.simulation.step()
    resuming.Legacy(tmp_path).leave(session, Choice("sheet.yaml", None, scene), 1)
    assert resuming.find(tmp_path).session().holds() == []


def test_a_tape_goes_on_behind_what_another_engine_kept(scene, tmp_path: Path):
    first, session = Recorder(Tape(tmp_path)), Session(scene)
    first.begin(3, session.simulation)
    for _ in range(5):
        session.simulation.step()
        first.stepped(session.simulation, ())
    last = first.tape.last
    second = Recorder(Tape(tmp_path))  # the first was killed: its segment has no end
    second.go_on(3, session.simulation)
    assert second.tape.last == last and second.tape.first == (0, pytest.approx(0.01))
    session.simulation.step()
    second.stepped(session.simulation, ())
    assert second.tape.last[0] == last[0] + 1
    assert len(second.tape.link(tmp_path / "..", None, None)) == 2


# ---------------------------------------------------------------- in the studio


@pytest.fixture(scope="module")
def studio():
    running = start()
    yield running
    stop(running)


def in_a_long_step(client) -> dict:
    """Play a scene, some steps of it, and then let its steps become long; the last status before."""
    client.hear("status", 60)
    client.say(m.OpenText(name="sheet.yaml", text=LONG))
    client.hear("scene", 120)
    work = client.hear("working", 120, what="stepping")
    assert "step 1 of 14,400 nodes" in work["text"]
    return client.last["status"]


def test_a_long_step_is_told_and_pause_stops_it_within_a_second(studio):
    with studio.client() as client:
        in_a_long_step(client)
        assert client.hear("working", 30, what="stepping")["seconds"] > 0.5
        client.say(m.Pause())
        assert client.hear("status", 30, state="paused")["step"] == 0  # the step was not waited for
        client.hear("scene", 120)
        assert client.hear("status", 30)["state"] == "paused"


def test_what_is_being_built_will_play_unless_somebody_pauses_it(studio):
    with studio.client() as client:
        client.hear("status", 60, tabs=1)
        client.say(m.OpenText(name="sheet.yaml", text=LONG))
        assert client.hear("status", 60, state="building")["plays"]
        client.say(m.Pause())
        assert not client.hear("status", 120, state="paused")["plays"]


def test_reset_and_another_scene_do_not_wait_for_a_long_step(studio):
    with studio.client() as client:
        in_a_long_step(client)
        client.say(m.Reset())
        client.hear("status", 30, state="building")
        client.hear("scene", 120)
        client.hear("working", 120, what="stepping")
        client.say(m.OpenText(name="other.yaml", text=SCENE))
        assert client.hear("scene", 60)["name"] == "other.yaml"
        while client.hear("status", 120)["step"] < 2:
            pass


def test_what_is_said_after_a_pause_that_ends_a_step_is_not_forgotten(studio):
    with studio.client() as client:
        before = in_a_long_step(client)["revision"]
        client.say(m.Pause())
        client.say(m.Reset())
        client.hear("status", 120, state="paused", step=0, revision=before + 1)


def test_what_was_set_during_a_step_that_is_stopped_is_not_forgotten(studio):
    with studio.client() as client:
        in_a_long_step(client)
        client.say(m.SetParameter(path="bodies.cloth.material.density", value=321.0))
        client.say(m.SetParameter(path="bodies.cloth.grid", value=[8, 7]))
        client.say(m.Pause())
        client.hear("status", 30, state="paused")
        while (scene := client.hear("scene", 120)["scene"]["bodies"][0])["grid"] != [8, 7]:
            pass
        assert scene["material"]["density"] == 321.0
        while client.hear("hands", 30)["undo"] < 2:
            pass
