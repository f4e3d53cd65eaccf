"""One moment, or several side by side, as a PNG."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.recording.files import PathLike, atomic_path
from pliant.render.camera import Action, best_azimuth, extent, find_action
from pliant.render.colour import ColourScale, find_scale
from pliant.render.moments import Moments
from pliant.render.options import Options
from pliant.render.overlay import draw_legend, draw_time
from pliant.render.scene3d import Scene3D
from pliant.render.window import load_pyvista

GAP = 4  # pixels between the pictures of a strip


def picture(
    recording: Recording | PathLike,
    path: PathLike,
    frame: int = -1,
    *,
    strip: int | None = None,
    **options: Any,
) -> Path:
    """Renders a recording to a PNG and returns its path.

    Args:
        recording: a `Recording` or the path of one.
        path: the file to write, ``.png``.
        frame: the frame to show, counted from the end if negative.
        strip: instead of one frame, that many over the whole recording, side by side.
        options: see `pliant.render.Options`.
    """
    if Path(path).suffix.lower() != ".png":
        raise PliantError(f"{path}: a picture is a .png file")
    show = Show(recording, Options.of(options))
    image = show.frame(frame) if strip is None else show.strip(strip)
    return save(image, path)


def save(image: np.ndarray, path: PathLike) -> Path:
    """Writes an image, whole or not at all."""
    from PIL import Image

    with atomic_path(path) as temporary:
        Image.fromarray(image).save(temporary)
    return Path(path)


class Show:
    """A recording, looked through once, and how it is to be shown."""

    def __init__(self, recording: Recording | PathLike, options: Options):
        load_pyvista()
        self.recording = recording if isinstance(recording, Recording) else Recording(recording)
        if not len(self.recording):
            raise PliantError(f"{self.recording.path}: has no frames to show")
        self.options = options
        self.scale: ColourScale | None = None
        if options.color_by is not None:
            self.scale = find_scale(self.recording, options.color_by, options.limits)
        self.action: Action = find_action(self.recording, options.obstacles)
        names = (
            "positions",
            "vertices",
            "cut",
            "broken",
            "anchor",
            *(() if options.color_by is None else (options.color_by,)),
        )
        self.moments = Moments(self.recording, names)

    def scene(self, size: tuple[int, int] | None = None, vertices: int = 9000) -> Scene3D:
        options = self.options if size is None else replace(self.options, size=size)
        return Scene3D(self.recording, options, self.action, self.scale, vertices)

    def finish(self, image: np.ndarray, time: float) -> np.ndarray:
        """Writes over the picture what the options ask for."""
        if self.scale is not None and self.options.legend:
            image = draw_legend(image, self.scale)
        return draw_time(image, time) if self.options.labels else image

    def frame(self, index: int) -> np.ndarray:
        moment = self.moments.frame(index)
        with self.scene() as scene:
            return self.finish(scene.image(moment), moment.time)

    def strip(self, count: int) -> np.ndarray:
        """Frames evenly spread over the recording in rows, each with its time."""
        if count < 1:
            raise PliantError(f"strip = {count} given, the number of frames to show expected")
        count = min(count, len(self.recording))
        columns, rows = self._layout(count)
        width, height = self.options.size
        panel = ((width - GAP * (columns - 1)) // columns, (height - GAP * (rows - 1)) // rows)
        sheet = np.full((height, width, 3), 255, dtype=np.uint8)
        with self.scene(panel) as scene:
            for place, index in enumerate(np.linspace(0, len(self.recording) - 1, count).round().astype(int)):
                moment = self.moments.frame(int(index))
                image = draw_time(scene.image(moment), moment.time)
                row, column = divmod(place, columns)
                top, left = row * (panel[1] + GAP), column * (panel[0] + GAP)
                sheet[top : top + panel[1], left : left + panel[0]] = image
        return draw_legend(sheet, self.scale) if self.scale is not None and self.options.legend else sheet

    def _layout(self, count: int) -> tuple[int, int]:
        """Columns and rows that show the action largest, without a row that is half empty if possible."""
        options = self.options
        azimuth = (
            options.azimuth if options.azimuth is not None else best_azimuth(self.action, options.elevation)
        )
        across, up = extent(self.action, azimuth, options.elevation)
        width, height = options.size

        def size_in(columns: int) -> float:
            rows = -(-count // columns)
            fits = min(width / columns / max(across, 1e-9), height / rows / max(up, 1e-9))
            return fits * (0.8 if count % columns else 1.0)

        columns = max(range(1, count + 1), key=size_in)
        return columns, -(-count // columns)
