"""The picture of an entry: scenes and moments side by side on one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pliant.gallery.entry import Entry
from pliant.recording import Recording
from pliant.render.camera import Action, best_azimuth, extent
from pliant.render.options import Options
from pliant.render.overlay import INK, draw_legend, draw_time
from pliant.render.picture import GAP, Show, save


def draw(entry: Entry, recordings: Mapping[str, Recording], path: Path, size: tuple[int, int]) -> Path:
    """Draws an entry's `shown` scenes at its `times` and returns the path of the PNG.

    Several scenes stand in columns, or in rows where there are several moments too. One camera serves all of
    them, so that what is compared is seen from the same place.
    """
    names = entry.shown or (next(iter(recordings)),)
    options = Options.of({**entry.picture, "size": size})
    shows = [Show(recordings[name], options) for name in names]
    times = [_times(entry, name, show.recording) for name, show in zip(names, shows, strict=True)]
    actions = [_action(show, chosen) for show, chosen in zip(shows, times, strict=True)]
    for show, action in zip(shows, actions, strict=True):
        show.action = _together(actions) if entry.one_camera else action
    moments, count = max(map(len, times)), sum(map(len, times))
    columns = moments if len(shows) > 1 and moments > 1 else _columns(shows[0].action, options, count)
    rows = -(-count // columns)
    panel = ((size[0] - GAP * (columns - 1)) // columns, (size[1] - GAP * (rows - 1)) // rows)
    sheet = np.full((size[1], size[0], 3), 255, dtype=np.uint8)
    place = 0
    for name, show, chosen in zip(names, shows, times, strict=True):
        with show.scene(panel) as scene:
            for time in chosen:
                moment = show.moments.at(time)
                image = scene.image(moment)
                if count > 1:
                    image = draw_time(image, moment.time)
                if len(shows) > 1:
                    image = _draw_name(image, name)
                row, column = divmod(place, columns)
                top, left = row * (panel[1] + GAP), column * (panel[0] + GAP)
                sheet[top : top + panel[1], left : left + panel[0]] = image
                place += 1
    scale = shows[0].scale
    return save(draw_legend(sheet, scale) if scale is not None and options.legend else sheet, path)


def _times(entry: Entry, name: str, recording: Recording) -> tuple[float, ...]:
    """The moments of a scene that are shown, none later than its end."""
    end = float(recording.times[-1])
    times = entry.times.get(name, ()) if isinstance(entry.times, Mapping) else entry.times
    return tuple(min(time, end) for time in times) or (end,)


def _action(show: Show, times: tuple[float, ...]) -> Action:
    """What the camera has to frame: the bodies at the moments that are shown, and the obstacles.

    Not the whole recording: a body that explodes in the end would leave a dot of the rest.
    """
    recording = show.recording
    bodies = [
        show.moments.at(time).arrays[f"{body}/positions"] for time in times for body in recording.bodies
    ]
    solid = [o.vertices for o in recording.obstacles if o.visible and o.kind != "plane"]
    return Action(np.concatenate([*bodies, *(solid if show.options.obstacles else [])]), show.action.normals)


def _together(actions: list[Action]) -> Action:
    return Action(
        np.concatenate([action.points for action in actions]),
        np.concatenate([action.normals for action in actions]),
    )


def _columns(action: Action, options: Options, count: int) -> int:
    """The number of columns that shows the action largest."""
    azimuth = options.azimuth if options.azimuth is not None else best_azimuth(action, options.elevation)
    across, up = extent(action, azimuth, options.elevation)
    width, height = options.size

    def size_in(columns: int) -> float:
        rows = -(-count // columns)
        fits = min(width / columns / max(across, 1e-9), height / rows / max(up, 1e-9))
        return fits * (0.6 if count % columns else 1.0)  # a row half empty looks unfinished

    return max(range(1, count + 1), key=size_in)


def _draw_name(image: np.ndarray, name: str) -> np.ndarray:
    """A scene's name in the upper left corner."""
    from PIL import Image, ImageDraw, ImageFont

    size = int(np.clip(image.shape[0] // 20, 13, 30))
    picture: Any = Image.fromarray(image)
    ImageDraw.Draw(picture).text(
        (0.8 * size, 0.8 * size), name, fill=INK, font=ImageFont.load_default(size), anchor="lt"
    )
    return np.asarray(picture)
