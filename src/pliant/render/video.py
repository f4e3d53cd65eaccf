"""The whole recording as an MP4 that plays in real time, whatever the recorded times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import MissingExtraError, PliantError
from pliant.recording import Recording
from pliant.recording.files import PathLike, atomic_path
from pliant.render.options import Options
from pliant.render.picture import Show

VERTICES = 2400  # to light on coarse meshes: fewer than for a picture, as there are many pictures
QUALITY = 18  # x264's constant rate factor: nearly indistinguishable from the original


def video(
    recording: Recording | PathLike,
    path: PathLike,
    *,
    fps: float = 30,
    speed: float = 1.0,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Path:
    """Renders a recording to an MP4 (H.264) and returns its path.

    Args:
        recording: a `Recording` or the path of one.
        path: the file to write, ``.mp4``.
        fps: pictures per second.
        speed: 1 is real time, 0.5 half as fast.
        progress: called as ``progress(done, total)`` after each picture.
        options: see `pliant.render.Options`.
    """
    settings = settings_of(path, fps, speed, options)
    show = Show(recording, settings)
    times = film_times(show.recording.times, fps, speed)
    with atomic_path(path) as temporary, show.scene(vertices=VERTICES) as scene:
        film = open_film(temporary, settings.size, fps)
        try:
            for done, time in enumerate(times, start=1):
                film.send(show.finish(scene.image(show.moments.at(time)), time).tobytes())
                if progress is not None:
                    progress(done, len(times))
        finally:
            film.close()
    return Path(path)


def settings_of(path: PathLike, fps: float, speed: float, options: dict[str, Any]) -> Options:
    """What a film is asked for; what makes none is a `PliantError`."""
    if Path(path).suffix.lower() != ".mp4":
        raise PliantError(f"{path}: a video is an .mp4 file")
    if not fps > 0 or not speed > 0:
        raise PliantError(f"fps = {fps}, speed = {speed} given, positive numbers expected")
    width, height = Options.of(options).size
    # H.264 stores colour for blocks of 2 × 2 pixels.
    return Options.of({**options, "size": (width - width % 2, height - height % 2)})


def film_times(times: np.ndarray, fps: float, speed: float = 1.0) -> np.ndarray:
    """Times of the recording [s] to show, one for each picture of the film."""
    if len(times) > 1 and np.any(np.diff(times) <= 0):
        raise PliantError("the recorded times do not increase; such a recording cannot be played")
    count = int((times[-1] - times[0]) * fps / speed + 1e-6) + 1
    return times[0] + np.arange(count) * speed / fps


def open_film(path: Path, size: tuple[int, int], fps: float) -> Any:
    """A film to `send` pictures to, as bytes; close it when done."""
    try:
        import imageio_ffmpeg
    except Exception as error:
        raise MissingExtraError("Rendering a video", "render", error) from error
    settings: dict[str, Any] = {
        "fps": fps,
        "codec": "libx264",
        "quality": None,  # the constant rate factor below decides
        "pix_fmt_in": "rgb24",
        "pix_fmt_out": "yuv420p",
        "macro_block_size": 2,
        "output_params": ["-crf", str(QUALITY), "-preset", "veryfast", "-movflags", "+faststart"],
    }
    film = imageio_ffmpeg.write_frames(str(path), size, **settings)
    film.send(None)
    return film
