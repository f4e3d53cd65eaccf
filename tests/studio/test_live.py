"""The studio as its users meet it: scenes that play, several tabs, things that go wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
import yaml

from pliant.recording.readings import VECTORS
from pliant.studio import messages as m
from pliant.studio.client import Client
from tests.studio.conftest import SCENE, start, stop

CORNER = 8 * 7 - 1
SPOT = m.Spot(body="cloth", nodes=(CORNER, CORNER - 1, CORNER - 7), weights=(1.0, 0.0, 0.0))


@pytest.fixture
def client(studio):
    """A tab that drives; the sheet begins anew, at rest."""
    with studio.client() as opened:
        opened.hear("status", 20, tabs=1)
        opened.say(m.OpenText(name="sheet.yaml", text=SCENE))
        opened.say(m.Pause())
        opened.hear("scene", 20)
        opened.say(m.Reset())
        opened.hear("scene", 20)
        opened.hear("status", 20, state="paused", step=0)
        yield opened


def corner(client: Client) -> np.ndarray:
    """Where the free corner is."""
    return client.frame(20)[1]["cloth/positions"][CORNER]


# ---------------------------------------------------------------- the first words


def test_a_tab_is_welcomed_with_all_it_needs(studio):
    with studio.client() as client:
        welcome = client.hear("welcome")
        assert welcome["protocol"] == m.PROTOCOL and welcome["gallery"][0]["name"] == "drape"
        assert "bodies.*.grid" in welcome["restarts"] and "cotton" in welcome["materials"]
        assert welcome["scene_schema"]["properties"]["gravity"]
        scene = client.hear("scene")
        body = scene["bodies"][0]
        triangles = np.frombuffer(b64decode(body["triangles"]), "<u4").reshape(-1, 3)
        uv = np.frombuffer(b64decode(body["uv"]), "<f4").reshape(-1, 2)
        assert triangles.max() == body["nodes"] - 1 and len(uv) == body["nodes"] == 56
        header, arrays = client.frame(20)
        assert header["revision"] == scene["revision"] and arrays["cloth/positions"].shape == (56, 3)
        m.to_page.validate_python(welcome)
        m.to_page.validate_python(scene)


def test_a_studio_without_a_scene_shows_its_gallery():
    studio = start()
    try:
        with studio.client() as client:
            assert client.hear("status", 60)["state"] == "empty"
            client.say(m.Play())
            assert "open one" in client.hear("trouble")["text"]
            client.say(m.Open(name="tension", variant="exact"))
            scene = client.hear("scene", 120)
            assert (scene["name"], scene["variant"], scene["reframe"]) == ("tension", "exact", True)
            client.hear("status", 120, state="playing")
    finally:
        assert stop(studio) == 0


def test_a_scene_that_is_wrong_is_told_before_anything_starts(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text("bodies: {}", encoding="utf-8")
    command = [sys.executable, "-m", "pliant", "studio", "--no-browser", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1 and "bad.yaml" in done.stderr and not done.stdout


def test_a_port_that_is_taken_is_told(studio):
    command = [sys.executable, "-m", "pliant", "studio", "--no-browser", "--port", str(studio.port)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1 and str(studio.port) in done.stderr


def test_ctrl_c_ends_everything(scene_file):
    studio = start(str(scene_file))
    with studio.client() as client:
        client.hear("welcome")
        children = _children(studio.process.pid)
        assert children
        assert stop(studio) == 0
    end = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in children) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(Path(f"/proc/{pid}").exists() for pid in children)


def _children(pid: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    return [child for child, parent in pairs if parent == pid]


# ---------------------------------------------------------------- time


def test_play_pause_and_step(client):
    before = client.hear("status")["step"]
    client.say(m.Step(count=5))
    assert client.hear("status", 20, step=before + 5)["state"] in ("playing", "paused")
    client.hear("status", 20, state="paused", step=before + 5)
    client.say(m.Play())
    client.hear("status", 20, state="playing")
    while client.hear("status")["step"] < before + 20:
        pass


def test_time_goes_as_fast_as_it_is_told(client):
    client.say(m.Speed(factor=0.2))
    client.say(m.Play())
    first = client.frame(20)[0]["time"]
    while client.frame(20)[0]["time"] < first + 0.05:  # what has to be compiled is
        pass
    begin, first = time.monotonic(), client.frame(20)[0]["time"]
    while client.frame(20)[0]["time"] < first + 0.2:
        pass
    slow = time.monotonic() - begin
    assert slow > 0.8  # it may be late beside others, but never early
    client.say(m.Speed(factor=None))
    begin, first = time.monotonic(), client.frame(20)[0]["time"]
    while client.frame(20)[0]["time"] < first + 2.0:
        pass
    assert (
        time.monotonic() - begin < 5.0 * slow
    )  # ten times as long, at half the pace of what is told for 0.2
    client.say(m.Speed(factor=1.0))


def test_reset_goes_back_to_zero_and_keeps_the_view(client):
    client.say(m.Step(count=10))
    client.hear("status", 20, step=10)
    client.say(m.Reset())
    scene = client.hear("scene")
    assert not scene["reframe"]
    header, _ = client.frame(20)
    assert (header["revision"], header["step"]) == (scene["revision"], 0)


# ---------------------------------------------------------------- hands


def test_a_corner_follows_the_hand_and_the_hand_is_told(client):
    goal = corner(client).astype(float) + np.array([0.0, 0.0, 0.3])
    client.say(m.GrabSpot(id="mouse", spot=SPOT, to=tuple(goal.tolist())))
    hands = client.hear("hands")
    assert hands["holds"][0]["id"] == "mouse" and hands["events"] == 1
    client.say(m.Step(count=40))
    client.hear("status", 20, step=40)
    assert np.linalg.norm(corner(client) - goal) < 0.03
    client.say(m.ReleaseGrab(id="mouse"))
    assert client.hear("hands")["holds"] == []


def test_a_move_is_seen_soon(client):
    """The median of some: a busy machine may have hiccups. `pliant bench --studio` measures it properly."""
    client.say(m.Play())
    home = corner(client).astype(float)
    client.say(m.GrabSpot(id="mouse", spot=SPOT, to=tuple(home.tolist())))
    client.say(m.Credit(frames=3))
    times = []
    for k in range(9):
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            before = client.frame(20)[1]["cloth/positions"][CORNER]
        begin = time.monotonic()
        to = home + np.array([0.1 if k % 2 else -0.1, 0.0, 0.0])
        client.say(m.MoveGrab(id="mouse", to=tuple(to.tolist())))
        while abs(client.frame(20)[1]["cloth/positions"][CORNER][0] - before[0]) < 0.01:
            pass
        times.append(time.monotonic() - begin)
    assert np.median(times) < 0.15


def test_pins_pushes_parameters_and_undo(client):
    client.say(m.PinNodes(body="cloth", nodes=[CORNER]))
    assert CORNER in client.hear("hands")["pins"]["cloth"]
    client.say(m.SetParameter(path="gravity", value="moon"))
    changed = client.hear("changed")
    assert changed["scene"]["gravity"] == "moon"
    assert client.hear("hands")["undo"] == 2
    client.say(m.Undo())
    assert client.hear("changed")["scene"]["gravity"] == "earth"
    client.say(m.Undo())
    hands = client.hear("hands", undo=0)
    assert hands["redo"] == 2 and CORNER not in hands["pins"]["cloth"]
    client.say(m.PushSpot(id="fist", spot=SPOT, direction=(0.0, 0.0, 1.0)))
    assert client.hear("hands")["holds"][0]["id"] == "fist"
    client.say(m.ReleaseGrab(id="fist"))
    assert client.hear("hands", holds=[])


def test_frames_tell_what_is_cut_also_when_scrubbed_to(client):
    client.say(m.Step(count=3))
    client.hear("status", 20, last_frame=3)
    ends = ((3, 4, 10), (52, 53, 46))  # of the row between the fourth and the fifth nodes
    path = [m.Spot(body="cloth", nodes=nodes, weights=(0.5, 0.5, 0.0)) for nodes in ends]
    client.say(m.CutPath(path=path))
    client.say(m.Step(count=3))
    client.hear("status", 20, last_frame=6)
    header, arrays = client.frame(20)
    while "cloth/cut" not in arrays:
        header, arrays = client.frame(20)
    assert len(arrays["cloth/cut"]) == 14  # two triangles in each of the seven cells of the row
    assert arrays["cloth/broken"].tolist() == [56 + 3 + 7 * m for m in range(8)]
    # Quarters instead of them. What does not change is said once, and again after something else was seen.
    assert arrays["cloth/tear_triangles"].shape == (7 * 6, 3)
    for number, gone, told in ((3, None, False), (5, 14, True), (4, 14, False)):
        client.say(m.Scrub(frame=number))
        header, arrays = client.frame(20)
        while header["live"] or header["frame"] != number:
            header, arrays = client.frame(20)
        assert len(arrays["cloth/cut"]) == gone if gone else "cloth/cut" not in arrays
        assert ("cloth/tear_triangles" in arrays) == told
    client.say(m.Scrub(frame=None))
    client.say(m.Reset())
    client.hear("scene")
    while header["step"] != 0:
        header, arrays = client.frame(20)
    assert "cloth/cut" not in arrays


def test_a_change_that_needs_another_model_says_so_and_keeps_the_view(client):
    revision = client.last["scene"]["revision"]
    client.say(m.SetParameter(path="bodies.cloth.grid", value=[9, 9]))
    scene = client.hear("scene", 20)
    assert scene["revision"] == revision + 1 and not scene["reframe"]
    assert scene["bodies"][0]["nodes"] == 81
    assert "began anew" in client.hear("told")["text"]


# ---------------------------------------------------------------- frames


def test_a_tab_sees_what_it_watches(client):
    client.say(m.Watch(fields=["stretch", "bending", "speed"], vectors=list(VECTORS)))
    client.hear("status")
    client.say(m.Step(count=1))
    client.hear("status", 20, step=1)
    header, arrays = client.frame(20)
    while header["step"] < 1:  # an earlier one may have been on its way
        header, arrays = client.frame(20)
    shapes = {name.partition("/")[2]: array.shape for name, array in arrays.items()}
    vectors = dict.fromkeys(("positions", *VECTORS), (56, 3))
    assert shapes == vectors | dict.fromkeys(("stretch", "bending", "speed"), (56,))
    assert np.allclose(np.linalg.norm(arrays["cloth/normals"], axis=1), 1, atol=1e-5)
    weight = arrays["cloth/external_forces"][:, 2].sum()
    assert weight == pytest.approx(-0.15 * 9.81, rel=0.05)
    client.say(m.Watch())
    client.say(m.Step(count=1))
    client.hear("status", 20, step=2)
    header, arrays = client.frame(20)
    while header["step"] < 2:
        header, arrays = client.frame(20)
    assert set(arrays) == {"cloth/positions"}


def test_scrubbing_back_and_to_the_present(client):
    client.say(m.Step(count=30))
    client.hear("status", 20, last_frame=30)
    live, arrays = client.frame(20)
    assert live["live"] and live["frame"] == 30
    client.say(m.Watch(fields=["stretch", "speed"], vectors=["normals"]))
    for number in (7, 0, 29):
        client.say(m.Scrub(frame=number))
        header, old = client.frame(20)
        while header["live"]:  # one with the new fields may have been on its way
            header, old = client.frame(20)
        assert (header["frame"], header["step"]) == (number, number)
        assert {"cloth/stretch", "cloth/speed", "cloth/normals"} < set(old)
    client.say(m.Scrub(frame=10**9))
    assert client.frame(20)[0]["frame"] == 30
    client.say(m.Scrub(frame=None))
    now, present = client.frame(20)
    assert now["live"] and np.array_equal(present["cloth/positions"], arrays["cloth/positions"])


def test_scrubbing_to_and_fro_uses_up_no_credit(client):
    """Room for three frames: each is given back, so frames must come for ever."""
    client.say(m.Step(count=5))
    client.hear("status", 20, last_frame=5)
    client.say(m.Play())
    client.hear("status", 20, state="playing")
    client.say(m.Credit(frames=3))
    for _ in range(12):
        for number in (0, 3, 1):  # the first two may be overtaken
            client.say(m.Scrub(frame=number))
        seen = {"live": True, "frame": -1}
        while seen["live"] or seen["frame"] != 1:
            seen = client.frame(20, credit=0)[0]
            client.say(m.Credit(frames=1))
        client.say(m.Scrub(frame=None))
        for _ in range(5):
            assert client.frame(20, credit=0)[0]["live"]
            client.say(m.Credit(frames=1))


def test_a_tab_gets_no_more_frames_than_can_be_seen_and_they_never_cease(client):
    """Each is answered with credit; were they without bounds, the answers would be too much to be heard."""
    client.say(m.Speed(factor=None))
    client.say(m.Play())
    client.say(m.Credit(frames=3))
    begin, count = time.monotonic(), 0
    while time.monotonic() < begin + 5:
        client.frame(20, credit=0)
        client.say(m.Credit(frames=1))
        count += 1
    client.say(m.Speed(factor=1.0))
    assert count <= 10 + 120 * (time.monotonic() - begin)


def test_without_credit_no_frames_and_the_simulation_goes_on(client):
    client.say(m.Play())
    before = client.hear("status")
    end = time.monotonic() + 1
    while time.monotonic() < end:
        assert not isinstance(client.next(), bytes)
    after = client.hear("status")
    assert after["step"] > before["step"] + 20 and after["frames_sent"] == before["frames_sent"]


def test_of_many_tiny_steps_only_what_is_shown_and_some_are_recorded(client):
    client.say(m.OpenText(name="fine.yaml", text=SCENE.replace("dt: 0.01", "dt: 0.0005")))
    client.say(m.Pause())
    client.say(m.Reset())
    client.hear("status", 60, state="paused", step=0)
    client.say(m.Step(count=400))
    status = client.hear("status", 60, step=400)
    assert 20 <= status["last_frame"] <= 30
    assert client.frame(20)[0]["step"] == 400
    client.say(m.Scrub(frame=10**6))
    header, _ = client.frame(20)
    assert header["step"] == 400 and not header["live"]


# ---------------------------------------------------------------- several tabs


def test_one_drives_the_others_watch_until_they_take_over(studio, client):
    with studio.client() as other:
        assert not other.hear("status")["driving"]
        other.say(m.Play())
        assert "another tab drives" in other.hear("trouble")["text"]
        assert other.frame(20)[0]["revision"] == client.last["scene"]["revision"]
        client.say(m.GrabSpot(id="mouse", spot=SPOT, to=(0, 0, 0)))
        client.hear("hands")
        other.say(m.Drive())
        other.hear("status", driving=True)
        assert client.hear("hands", holds=[])["holds"] == []  # what the one before held is let go
        client.hear("status", driving=False)
        other.say(m.Play())
        other.hear("status", state="playing")
        client.say(m.Pause())
        assert "another tab drives" in client.hear("trouble")["text"]
    client.hear("status", 20, driving=True, tabs=1)


def test_a_tab_may_scrub_while_another_sees_the_present(studio, client):
    client.say(m.Step(count=10))
    client.hear("status", 20, last_frame=10)
    with studio.client() as other:
        other.hear("scene")
        other.say(m.Scrub(frame=3))
        assert other.frame(20)[0]["frame"] in (3, 10)
        assert client.frame(20)[0]["frame"] == 10


def test_the_simulation_goes_on_when_nobody_looks(studio):
    with studio.client() as client:
        client.hear("status")
        client.say(m.Play())
        step = client.hear("status", state="playing")["step"]
    time.sleep(1)
    with studio.client() as client:
        assert client.hear("status")["step"] > step + 20


def test_a_scene_that_was_asked_for_waits_for_the_first_tab(scene_file):
    studio = start(scene_file)
    try:
        time.sleep(4)
        with studio.client() as client:
            assert client.hear("status", 60)["step"] <= 1
            client.hear("status", 60, state="playing")
    finally:
        stop(studio)


# ---------------------------------------------------------------- things that go wrong

EXPLODING = SCENE.replace("dt: 0.01", "dt: 0.01\nintegrator: {kind: explicit}")


def test_an_explosion_is_told_with_its_body_and_what_to_do(studio, client):
    client.say(m.OpenText(name="exploding.yaml", text=EXPLODING))
    trouble = client.hear("trouble", 60)
    assert trouble["kind"] == "health" and trouble["body"] == "cloth"
    assert trouble["offers"] == ["reset", "smaller_step"] and "smaller dt" in trouble["text"]
    client.hear("status", state="stopped")
    with studio.client() as late:
        assert late.hear("trouble")["text"] == trouble["text"]
    client.say(m.Play())  # from the last sound state, and it explodes again
    assert client.hear("trouble", 60)["kind"] == "health"
    client.say(m.Reset(smaller_step=True))
    assert client.hear("scene")["scene"]["dt"] == 0.005


def test_a_warning_of_the_simulation_is_told(client):
    inside = SCENE + "obstacles: [{kind: sphere, center: [0, 0, 0], radius: 0.2}]\n"
    client.say(m.OpenText(name="inside.yaml", text=inside))
    while "deep inside" not in client.hear("told", 60)["text"]:  # it is told of other things as well
        pass


def test_bodies_that_would_pass_through_each_other_are_told_of(client):
    scene = yaml.safe_load(SCENE)
    other = {**scene["bodies"][0], "id": "other", "position": [0, 0, 0.05]}
    text = yaml.safe_dump({**scene, "bodies": [*scene["bodies"], other], "collision": False})
    client.say(m.OpenText(name="two.yaml", text=text))
    while "compil" in (told := client.hear("told", 60)["text"]):
        pass
    assert "may meet" in told


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_engine_that_dies_is_replaced(scene_file):
    studio = start(str(scene_file))
    try:
        with studio.client() as client:
            revision = client.hear("scene", 120)["revision"]
            (engine,) = [pid for pid in _children(studio.process.pid) if _is_engine(pid)]
            os.kill(engine, signal.SIGKILL)
            trouble = client.hear("trouble", 20)
            assert trouble["kind"] == "server" and "signal 9" in trouble["text"]
            client.hear("status", 60, state="empty")  # a scene that kills at once is not opened again
            client.say(m.OpenText(name="sheet.yaml", text=SCENE))
            assert client.hear("scene", 60)["revision"] > revision
            client.frame(60)
    finally:
        stop(studio)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_was_changed_outlives_the_engine_but_for_what_may_have_killed_it(scene_file):
    studio = start(str(scene_file))
    try:
        with studio.client() as client:
            before = client.hear("scene", 120)["scene"]["gravity"]
            client.say(m.SetParameter(path="bodies.cloth.material.density", value=999))
            client.say(m.SetParameter(path="gravity", value="jupiter"))
            while client.hear("changed", 60)["scene"]["gravity"] != "jupiter":
                pass
            (engine,) = [pid for pid in _children(studio.process.pid) if _is_engine(pid)]
            os.kill(engine, signal.SIGKILL)
            assert "without the last change (gravity)" in client.hear("trouble", 20)["text"]
            scene = client.hear("changed", 60)["scene"]
            assert (scene["gravity"], scene["bodies"][0]["material"]["density"]) == (before, 999)
            client.hear("status", 60, state="paused")
            client.say(m.SetParameter(path="gravity", value="moon"))  # and it goes on from there
            while client.hear("changed", 60)["scene"]["gravity"] != "moon":
                pass
    finally:
        stop(studio)


def test_a_replay_of_hands_moves_also_if_it_was_paused(studio, client):
    client.say(m.PinNodes(body="cloth", nodes=[30]))
    client.say(m.Step(count=3))
    client.hear("status", 60, step=3, state="paused")
    client.say(m.Reset(replay=True))
    client.hear("scene", 60)
    while client.hear("status", 60, state="playing")["step"] < 5:
        pass


def test_an_engine_that_has_done_what_it_was_told_and_rests_is_left_alone(studio, client):
    """Paused, it says nothing for a second: longer than one may take to hear what ends something."""
    client.say(m.Step(count=1))
    client.hear("status", 60, step=1, state="paused")
    before = {pid for pid in _children(studio.process.pid) if _is_engine(pid)}
    for said in (m.Reset(), m.Pause(), m.OpenText(name="sheet.yaml", text=SCENE), m.Pause()):
        client.say(said)
    revision = client.hear("status", 60, state="paused", step=0)["revision"]
    time.sleep(1.5)
    assert client.hear("status", 20, state="paused")["revision"] >= revision
    assert {pid for pid in _children(studio.process.pid) if _is_engine(pid)} == before


@pytest.mark.slow  # nobody is given up before twenty seconds
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_engine_that_says_nothing_any_more_is_replaced_for_another_scene(scene_file):
    studio = start(str(scene_file))
    try:
        with studio.client() as client:
            revision = client.hear("scene", 120)["revision"]
            (engine,) = [pid for pid in _children(studio.process.pid) if _is_engine(pid)]
            os.kill(engine, signal.SIGSTOP)
            time.sleep(22)
            client.say(m.Open(name="tension", variant="exact"))
            scene = client.hear("scene", 60)
            assert scene["revision"] > revision and scene["name"] == "tension"
            client.hear("status", 300, state="playing")
    finally:
        stop(studio)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_engine_ends_with_a_server_that_is_killed_even_in_a_step_that_takes_minutes(tmp_path):
    file = tmp_path / "long.yaml"
    slow = "solver: {kind: sor, tolerance: 1.0e-12, iterations: 100000}\n"  # thousands of sweeps for each correction
    file.write_text(SCENE.replace("[8, 7]", "[170, 170]") + slow, encoding="utf-8")
    studio = start(str(file))
    with studio.client() as client:
        while client.hear("working", 120)["what"] not in ("compiling", "stepping"):
            pass
        engines = [pid for pid in _children(studio.process.pid) if _is_engine(pid)]
        studio.process.kill()
    studio.process.wait(20)
    end = time.monotonic() + 15
    while any(Path(f"/proc/{pid}").exists() for pid in engines):
        if time.monotonic() > end:
            for pid in engines:
                os.kill(pid, signal.SIGKILL)
            pytest.fail("the engine is still there 15 s after its server")
        time.sleep(0.1)


def _is_engine(pid: int) -> bool:
    return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
