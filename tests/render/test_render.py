"""Pictures and films show what was recorded."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant.errors import MissingExtraError, PliantError
from pliant.recording import Recording, RecordingWriter, obstacle_key
from pliant.render import picture, video
from pliant.render.moments import Moments
from pliant.render.video import film_times
from tests.render.conftest import GRID, ball, floor, grid_triangles, sheet

pytest.importorskip("pyvista")
imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")

SIZE = (320, 180)


def draw(recording: Recording, tmp_path, frame: int = -1, **options) -> np.ndarray:
    from PIL import Image

    path = recording.picture(tmp_path / "picture.png", frame, **{"size": SIZE, **options})
    return np.asarray(Image.open(path)).astype(int)


def red(image: np.ndarray) -> np.ndarray:
    """Where the sheet is: nothing else in the scene is coloured."""
    return image[..., 0] > image[..., 1] + 40


def test_a_picture_has_the_size_asked_for_and_shows_something(recording, tmp_path):
    image = draw(recording, tmp_path)
    assert image.shape == (180, 320, 3)
    assert image.std() > 10
    assert red(image).mean() > 0.05


@pytest.mark.parametrize("frame", [0, 2, -1])
def test_the_body_is_inside_the_picture(recording, tmp_path, frame):
    sheet = red(draw(recording, tmp_path, frame))
    assert sheet.any()
    assert not (sheet[0].any() or sheet[-1].any() or sheet[:, 0].any() or sheet[:, -1].any())


def test_the_body_sinks_in_the_picture_as_it_does_in_the_recording(recording, tmp_path):
    rows = [np.nonzero(red(draw(recording, tmp_path, frame)))[0].mean() for frame in (0, -1)]
    assert rows[1] > rows[0] + 10


def test_both_sides_of_a_sheet_are_lit(make, recording, tmp_path):
    flat = recording.positions("sheet")[0]
    upright = flat[:, [0, 2, 1]] * [1, -1, 1]
    # The same sheet seen from the front and from behind: its normal turned, its place nearly the same.
    for facing in (upright, upright * [1, -1, 1]):
        image = draw(make([facing]), tmp_path, azimuth=-90.0)
        assert image[red(image)][:, 0].mean() > 110


def test_the_body_casts_a_shadow_on_the_floor(recording, tmp_path):
    lit, shaded = (draw(recording, tmp_path, shadows=shadows) for shadows in (False, True))
    ground = ~red(lit) & ~red(shaded)
    assert (lit - shaded)[ground].max() > 40
    # The corners are far from everything.
    np.testing.assert_allclose(lit[-3:, -3:], shaded[-3:, -3:], atol=12)


def test_obstacles_are_drawn_unless_they_are_not_wanted(recording, tmp_path):
    options = {"azimuth": -60.0, "shadows": False}
    difference = draw(recording, tmp_path, 0, **options) - draw(
        recording, tmp_path, 0, obstacles=False, **options
    )
    assert (np.abs(difference).sum(axis=2) > 30).mean() > 0.05


def test_a_plane_that_was_moved_is_drawn_where_it_is(tmp_path):
    """A floor that sinks by 0.3 m shows as one that was there from the start, with the ball that rests in it uncut."""
    lower = np.array(floor()["vertices"], dtype=float) - [0, 0, 0.3]
    moved, still = (tmp_path / f"{name}.pliant" for name in ("moved", "still"))
    mesh = {"id": "sheet", "triangles": grid_triangles(*GRID), "color": [0.8, 0.1, 0.1]}
    for path, vertices in ((moved, floor()["vertices"]), (still, lower)):
        meta = {"bodies": [mesh], "obstacles": [ball(), {**floor(), "vertices": vertices}]}
        with RecordingWriter(path, meta) as writer:
            for step in range(3):
                arrays = {"sheet/positions": sheet(0.1 * step)}
                if path is moved and step > 0:
                    arrays[obstacle_key("floor")] = lower
                writer.append(step, 0.1 * step, arrays)
    camera = {"camera": ((2.5, -2.0, 1.2), (0, 0, 0.3), (0, 0, 1))}
    wanted = draw(Recording(still), tmp_path, 2, **camera)
    np.testing.assert_allclose(draw(Recording(moved), tmp_path, 2, **camera), wanted, atol=1)
    before = draw(Recording(moved), tmp_path, 0, **camera)
    assert (np.abs(before - draw(Recording(still), tmp_path, 0, **camera)).max(axis=2) > 20).mean() > 0.02


def test_what_is_behind_a_mesh_is_not_seen_through_it(tmp_path):
    # Other obstacles are drawn a little behind their place, so that a cloth on them shows no holes.
    scene = pl.Scene(seconds=0.02)
    upright = pl.shapes.rectangle(0.4, 0.4, v=(0.0, 0.0, 1.0))
    scene.add(pl.Surface(upright, grid=(5, 5), material="cotton", look=pl.Look("#d02020")), id="sheet")
    corners = [(-0.5, -0.005, -0.5), (0.5, -0.005, -0.5), (0.5, -0.005, 0.5), (-0.5, -0.005, 0.5)]
    scene.add(pl.obstacles.Mesh(corners, [(0, 1, 2), (0, 2, 3)], thickness=0.004), id="plate")
    recording = pl.simulate(scene)
    front, back = (draw(recording, tmp_path, azimuth=azimuth, elevation=0.0) for azimuth in (-90.0, 90.0))
    assert red(front).sum() == 0 and red(back).sum() > 1000


@pytest.mark.parametrize(
    "options", [{"wireframe": True}, {"particles": True}, {"pins": True}, {"normals": True}, {"labels": True}]
)
def test_marks_are_drawn_on_top(recording, tmp_path, options):
    assert (draw(recording, tmp_path) != draw(recording, tmp_path, **options)).any()


def test_fixed_nodes_are_red_and_free_ones_grey(make, recording, tmp_path):
    white = make([recording.positions("sheet")[0]], color=[1, 1, 1])
    image = draw(white, tmp_path, particles=True)
    assert red(image).any()
    assert not red(draw(make([recording.positions("sheet")[0]], color=[1, 1, 1], fixed=[]), tmp_path)).any()


def test_color_by_stretch_shows_tension_compression_and_a_legend(recording, tmp_path):
    image = draw(recording, tmp_path, color_by="stretch")
    assert red(image).any()
    assert (image[..., 2] > image[..., 0] + 40).any()
    bare = draw(recording, tmp_path, color_by="stretch", legend=False)
    changed = np.nonzero((image != bare).any(axis=2))[1]
    assert changed.min() > SIZE[0] / 2  # the legend stands at the right


def test_a_checkered_sheet_is_light_and_dark(recording, tmp_path):
    image = draw(recording, tmp_path, texture="checker", obstacles=False)
    blue = image[..., 2] > image[..., 0] + 40
    assert 0.02 < blue.mean() < 0.5
    assert not red(image).any()


def test_checks_have_the_colour_of_the_body(recording, tmp_path):
    plain = draw(recording, tmp_path, obstacles=False, shadows=False)
    image = draw(recording, tmp_path, obstacles=False, shadows=False, texture="checks")
    body = red(plain)
    ratio = image[body].sum(axis=1) / plain[body].sum(axis=1)
    assert (np.abs(ratio - 1.0) < 0.1).mean() > 0.3  # light squares,
    assert (np.abs(ratio - 0.49) < 0.15).mean() > 0.3  # and dark ones
    assert red(image)[body].mean() > 0.8


def test_an_image_is_laid_over_the_sheet(recording, tmp_path):
    from PIL import Image

    Image.new("RGB", (8, 8), (20, 200, 20)).save(tmp_path / "green.png")
    image = draw(recording, tmp_path, texture=str(tmp_path / "green.png"))
    assert (image[..., 1] > image[..., 0] + 40).mean() > 0.05


def test_a_texture_that_is_not_there_is_an_error_if_asked_for_and_a_warning_if_recorded(
    make, recording, tmp_path
):
    with pytest.raises(PliantError, match=r"nothing\.png"):
        draw(recording, tmp_path, texture="nothing.png")
    lost = make([recording.positions("sheet")[0]], texture="nothing.png")
    with pytest.warns(UserWarning, match=r"nothing\.png"):
        assert red(draw(lost, tmp_path)).any()


def test_a_simulation_that_exploded_can_still_be_drawn(make, recording, tmp_path):
    calm = recording.positions("sheet")[0]
    wild = make([calm] * 8 + [1e30 * calm, np.full_like(calm, np.nan)])
    assert red(draw(wild, tmp_path, 0)).mean() > 0.05
    for frame in (-2, -1):
        assert draw(wild, tmp_path, frame).shape == (180, 320, 3)


def test_a_strip_shows_moments_side_by_side(recording, tmp_path):
    image = draw(recording, tmp_path, strip=4)
    assert image.shape == (180, 320, 3)
    columns = red(image).any(axis=0)
    groups = np.count_nonzero(np.diff(columns.astype(int)) == 1)
    assert groups in (2, 4)  # two rows of two, or one row


# ---- films


def read_film(path) -> np.ndarray:
    reader = imageio_ffmpeg.read_frames(str(path))
    width, height = next(reader)["size"]
    return np.array([np.frombuffer(frame, np.uint8).reshape(height, width, 3) for frame in reader]).astype(
        int
    )


@pytest.mark.parametrize(("fps", "speed", "count"), [(20, 1.0, 11), (10, 0.5, 11), (60, 2.0, 16)])
def test_a_film_plays_in_real_time_whatever_the_recorded_times(recording, tmp_path, fps, speed, count):
    seen = []
    path = recording.video(
        tmp_path / "film.mp4", size=(161, 90), fps=fps, speed=speed, progress=lambda *done: seen.append(done)
    )
    film = read_film(path)
    assert film.shape == (count, 90, 160, 3)  # 0.5 s; an odd width is made even
    assert seen[-1] == (count, count)
    rows = [np.nonzero(red(image))[0].mean() for image in film]
    # The sheet sinks at a constant speed, so it must do so in the film too.
    steps = np.diff(rows)
    assert steps.mean() > 0 and np.abs(steps - steps.mean()).max() < 2.5


def test_between_frames_positions_are_interpolated(recording):
    moment = Moments(recording, ("positions",)).at(0.275)
    before, after = recording.positions("sheet")[2:4]
    np.testing.assert_allclose(moment.arrays["sheet/positions"], (before + after) / 2)


def test_a_film_of_one_frame_has_one_picture():
    np.testing.assert_array_equal(film_times(np.array([2.0]), 30), [2.0])


def test_times_that_do_not_increase_are_an_error():
    with pytest.raises(PliantError, match="do not increase"):
        film_times(np.array([0.0, 0.1, 0.1]), 30)


def test_an_interrupted_film_leaves_nothing_behind(recording, tmp_path):
    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        video(recording, tmp_path / "film.mp4", size=(160, 90), progress=interrupt)
    assert not list(tmp_path.iterdir())


# ---- what cannot be drawn


def test_unknown_options_and_bad_values_are_errors_that_say_what_is_known(recording, tmp_path):
    cases: list[tuple[dict[str, Any], str]] = [
        ({"color": "stretch"}, r"'color'.*color_by"),
        ({"size": (4, 4)}, "16 to 8192"),
        ({"elevation": 120}, "-90 to 90"),
        ({"zoom": 0}, "positive"),
        ({"limits": (1, 0)}, "low, high"),
        ({"strip": 0}, "number of frames"),
    ]
    for options, message in cases:
        with pytest.raises(PliantError, match=message):
            picture(recording, tmp_path / "picture.png", **options)
    with pytest.raises(PliantError, match="positive"):
        video(recording, tmp_path / "film.mp4", fps=0)
    for path, function in (("a.jpg", picture), ("a.gif", video)):
        with pytest.raises(PliantError, match=r"\.png|\.mp4"):
            function(recording, tmp_path / path)


def test_a_recording_without_frames_is_an_error(tmp_path):
    RecordingWriter(tmp_path / "empty.pliant", {"bodies": []}).close()
    with pytest.raises(PliantError, match="no frames"):
        picture(tmp_path / "empty.pliant", tmp_path / "picture.png")


def test_without_the_extra_the_error_says_what_to_install(recording, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyvista", None)
    with pytest.raises(MissingExtraError, match=r"pliant\[render\]"):
        recording.picture(tmp_path / "picture.png")
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(MissingExtraError, match=r"pliant\[render\]"):
        recording.video(tmp_path / "film.mp4", size=(160, 90))
    assert not list(tmp_path.iterdir())


def test_nothing_heavy_is_imported_before_the_first_picture():
    heavy = {"pyvista", "vtk", "PIL", "imageio_ffmpeg"}
    program = f"import sys, pliant.render, pliant.export; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have OpenGL")
def test_a_machine_without_opengl_is_an_error_and_not_a_crash(recording, tmp_path, monkeypatch):
    from pliant.render import window

    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("VTK_DEFAULT_OPENGL_WINDOW", raising=False)
    monkeypatch.setattr(window, "_loads", lambda library: False)
    with pytest.raises(PliantError, match="libegl1"):
        recording.picture(tmp_path / "picture.png")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have OpenGL")
def test_an_opengl_library_without_a_driver_is_an_error_and_not_a_crash(recording, tmp_path):
    program = textwrap.dedent(f"""
        from pliant.errors import PliantError
        from pliant.render import picture, window
        window._has_osmesa = lambda: False
        try:
            picture({str(recording.path)!r}, {str(tmp_path / "picture.png")!r})
        except PliantError as error:
            print("libegl1" in str(error))
        else:
            print(True)  # a machine with a GPU, whose driver lies elsewhere
    """)
    environment = {**os.environ, "LIBGL_DRIVERS_PATH": "/nonexistent"}
    environment.pop("DISPLAY", None)
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "True")


def test_a_film_of_several_recordings_side_by_side(recording, tmp_path):
    from pliant.render.panels import film_together

    panels = {"left": recording, "middle": None, "right": recording}
    path = film_together(panels, tmp_path / "all.mp4", columns=3, fps=10, size=(480, 120))
    film = imageio_ffmpeg.read_frames(str(path))
    size = next(film)["size"]
    frames = [np.frombuffer(data, np.uint8).reshape(size[1], size[0], 3).astype(int) for data in film]
    assert len(frames) == len(film_times(recording.times, 10))
    shown = red(frames[-1])
    assert shown[:, :160].any() and shown[:, 320:].any() and not shown[:, 165:315].any()


def test_a_film_of_nothing_is_refused(tmp_path):
    from pliant.render.panels import film_together

    with pytest.raises(PliantError, match="no recordings"):
        film_together({"one": None}, tmp_path / "all.mp4")
