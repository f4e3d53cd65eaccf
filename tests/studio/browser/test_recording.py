"""What was recorded: scrubbed through, saved, photographed."""

from __future__ import annotations

import json
import zipfile

import numpy as np
import pytest
from PIL import Image

import pliant as pl
from tests.studio.browser.tab import by


def test_the_timeline_leads_back_and_live_leads_on(tab, server):
    tab.until("status.last_frame > 60")
    tab.slide("timeline", 0.02)
    tab.until("frame.live === false")
    tab.until("frame.frame < 10")
    past = tab.read("view.lastFrame")
    assert past["time"] < 0.2
    now = server()
    assert now.status["state"] == "playing" and now.status["step"] > past["step"] + 50
    assert tab.find("live").get_attribute("aria-pressed") == "false"
    tab.press("live")
    tab.until(f"frame.live && frame.step > {now.status['step']}")


def test_arrays_arrive_as_a_download_that_opens(tab, tmp_path):
    tab.until("status.last_frame > 20")
    tab.press("export")
    with tab.page.expect_download() as saved:
        tab.press("export-npz")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert path.name == "cloth.npz"
    with np.load(path) as arrays:
        positions = next(arrays[name] for name in arrays.files if "positions" in name)
    assert len(positions) > 20 and positions[0].size == 12 * 12 * 3
    tab.find("export-done").wait_for()


def test_a_video_arrives_as_a_download_that_plays(tab, tmp_path):
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    tab.until("status.last_frame > 5")
    tab.press("play")
    tab.press("export")
    with tab.page.expect_download() as saved:
        tab.press("export-mp4")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert path.name == "cloth.mp4"
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(path))
    assert frames >= 2 and seconds > 0


def test_meshes_arrive_as_a_download_that_opens(tab, tmp_path):
    tab.until("status.last_frame > 5")
    tab.press("play")
    tab.press("export")
    with tab.page.expect_download() as saved:
        tab.press("export-obj")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    with zipfile.ZipFile(path) as archive:
        meshes = [name for name in archive.namelist() if name.endswith(".obj")]
        assert len(meshes) > 5
        vertices = [line for line in archive.read(meshes[0]).decode().splitlines() if line.startswith("v ")]
    assert len(vertices) == 12 * 12


def test_what_hands_did_is_saved_with_the_scene_and_can_be_replayed(tab, server, tmp_path):
    spot = tab.place(78)
    tab.drag(spot, spot + by(40, -20))
    tab.until(lambda: server().hands["holds"])
    tab.page.mouse.up()
    tab.until(lambda: not server().hands["holds"])
    tab.press("play")
    tab.until("status.state === 'paused'")
    tab.press("export")
    with tab.page.expect_download() as saved:
        tab.press("export-scene")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    kinds = [event.kind for event in pl.load(path).events]
    assert kinds[0] == "grab" and kinds[-1] == "release"

    done = server()
    tab.press("replay")
    tab.until(lambda: server().status["step"] < done.status["step"])  # it plays, though it was paused
    tab.until(lambda: server().status["step"] > done.status["step"])
    assert server().hands["events"] == done.hands["events"]


def test_a_screenshot_shows_what_is_on_the_screen(tab, tmp_path):
    tab.press("export")
    with tab.page.expect_download() as saved:
        tab.press("menu-screenshot")
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    with Image.open(path) as picture:
        box = tab.find("canvas").bounding_box()
        assert abs(picture.width / picture.height - box["width"] / box["height"]) < 0.02
        assert len(picture.convert("RGB").resize((160, 90)).getcolors(160 * 90) or []) > 20


def test_play_from_an_earlier_frame_leads_to_the_present_and_says_so(tab):
    tab.until("status.last_frame > 30")
    tab.key("Space")
    tab.until("status.state === 'paused'")
    last = tab.read("status.last_frame")
    tab.slide("timeline", 0.3)
    tab.until("state.scrub !== null && frame.live === false")
    assert "present" in tab.find("play").get_attribute("title")
    tab.key("Space")
    tab.until(f"state.scrub === null && status.state === 'playing' && status.last_frame > {last}")
    assert "Back to the present" in tab.find("toasts").inner_text()

    tab.slide("timeline", 0.3)  # while it plays
    tab.until("state.scrub !== null")
    tab.key("Space")
    tab.until("state.scrub === null && frame.live")
    assert tab.read("status.state") == "playing"


def test_a_rendered_picture_has_the_colours_of_the_view(tab):
    """What the page asks for when a field is shown; what becomes of it is tested without a browser."""
    said: list[str | bytes] = []
    tab.page.on("websocket", lambda socket: socket.on("framesent", lambda sent: said.append(sent)))
    tab.page.reload()
    tab.wait_for_frames()
    tab.press("panel-view")
    tab.press("colour-stretch")
    tab.find("texture").select_option("checker")
    tab.until("frame.step > 3")
    tab.press("export")
    tab.press("export-png")
    tab.until(lambda: any('"export"' in text for text in said if isinstance(text, str)))
    asked = json.loads(next(text for text in said if isinstance(text, str) and '"export"' in text))
    assert asked["colour_by"] == "stretch" and asked["texture"] == "checker" and asked["high"] > 0
