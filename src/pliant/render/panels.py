"""Several recordings side by side, as one sheet or one film, seen by one camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.recording.files import PathLike, atomic_path
from pliant.render.camera import Action, best_azimuth, extent
from pliant.render.options import Options
from pliant.render.overlay import INK, draw_legend, draw_time
from pliant.render.picture import GAP, Show
from pliant.render.video import VERTICES, film_times, open_film


def film_together(
    recordings: Mapping[str, Recording | None],
    path: PathLike,
    *,
    columns: int | None = None,
    fps: float = 30,
    speed: float = 1.0,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Path:
    """An MP4 of several recordings that play at the same time, each under its name; shorter ones wait at their end.

    Without `columns` there are as many as show them largest. A name without a recording leaves its panel empty.
    """
    if Path(path).suffix.lower() != ".mp4":
        raise PliantError(f"{path}: a video is an .mp4 file")
    shown = {place: one for place, one in enumerate(recordings.values()) if one is not None}
    if not shown:
        raise PliantError(f"{path}: there are no recordings to show")
    settings = Options.of(options)
    shows = {place: Show(recording, settings) for place, recording in shown.items()}
    view = together([show.action for show in shows.values()])
    for show in shows.values():
        show.action = view
    first = next(iter(shows.values()))
    size = (settings.size[0] - settings.size[0] % 2, settings.size[1] - settings.size[1] % 2)
    count, names = len(recordings), list(recordings)
    sheet = Sheet(size, columns or columns_for(view, settings, count), count)
    for place in set(range(count)) - set(shows):
        sheet.put(place, draw_name(sheet.blank(), names[place]))
    longest = max((show.recording.times for show in shows.values()), key=lambda times: times[-1])
    times = film_times(longest, fps, speed)
    with atomic_path(path) as temporary, ExitStack() as stack:
        scenes = {
            place: stack.enter_context(show.scene(sheet.panel, vertices=VERTICES))
            for place, show in shows.items()
        }
        film = open_film(temporary, size, fps)
        try:
            for done, time in enumerate(times, start=1):
                for place, show in shows.items():
                    moment = show.moments.at(min(time, float(show.recording.times[-1])))
                    image = draw_time(scenes[place].image(moment), moment.time)
                    sheet.put(place, draw_name(image, names[place]))
                image = sheet.image
                if first.scale is not None and settings.legend:
                    image = draw_legend(image, first.scale)
                film.send(image.tobytes())
                if progress is not None:
                    progress(done, len(times))
        finally:
            film.close()
    return Path(path)


class Sheet:
    """Panels in rows on white."""

    def __init__(self, size: tuple[int, int], columns: int, count: int):
        rows = -(-count // columns)
        self._columns = columns
        self.panel = ((size[0] - GAP * (columns - 1)) // columns, (size[1] - GAP * (rows - 1)) // rows)
        self.image = np.full((size[1], size[0], 3), 255, dtype=np.uint8)

    def blank(self) -> np.ndarray:
        """A panel with nothing on it."""
        return np.full((self.panel[1], self.panel[0], 3), 240, dtype=np.uint8)

    def put(self, place: int, image: np.ndarray) -> None:
        row, column = divmod(place, self._columns)
        top, left = row * (self.panel[1] + GAP), column * (self.panel[0] + GAP)
        self.image[top : top + self.panel[1], left : left + self.panel[0]] = image


def together(actions: Sequence[Action]) -> Action:
    """What one camera has to frame to show all of them."""
    return Action(
        np.concatenate([action.points for action in actions]),
        np.concatenate([action.normals for action in actions]),
    )


def columns_for(action: Action, options: Options, count: int) -> int:
    """The number of columns that shows the action largest."""
    azimuth = options.azimuth if options.azimuth is not None else best_azimuth(action, options.elevation)
    across, up = extent(action, azimuth, options.elevation)
    width, height = options.size

    def size_in(columns: int) -> float:
        rows = -(-count // columns)
        fits = min(width / columns / max(across, 1e-9), height / rows / max(up, 1e-9))
        return fits * (0.6 if count % columns else 1.0)  # a row half empty looks unfinished

    return max(range(1, count + 1), key=size_in)


def draw_name(image: np.ndarray, name: str) -> np.ndarray:
    """A name in the upper left corner."""
    from PIL import Image, ImageDraw, ImageFont

    size = int(np.clip(image.shape[0] // 20, 13, 30))
    picture: Any = Image.fromarray(image)
    ImageDraw.Draw(picture).text(
        (0.8 * size, 0.8 * size), name, fill=INK, font=ImageFont.load_default(size), anchor="lt"
    )
    return np.asarray(picture)
