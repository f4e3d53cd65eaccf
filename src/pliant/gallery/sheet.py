"""The picture of an entry: scenes and moments side by side on one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from pliant.gallery.entry import Entry
from pliant.recording import Recording
from pliant.render.camera import Action
from pliant.render.options import Options
from pliant.render.overlay import draw_legend, draw_time
from pliant.render.panels import Sheet, columns_for, draw_name, together
from pliant.render.picture import Show, save


def draw(entry: Entry, recordings: Mapping[str, Recording], path: Path, size: tuple[int, int]) -> Path:
    """Draws an entry's `shown` scenes at its `times` and returns the path of the PNG.

    Several scenes stand in columns, or in rows where there are several moments too. One camera serves all of
    them, so that what is compared is seen from the same place. The moments of a scene under a strobe share a panel.
    """
    names = entry.shown or (next(iter(recordings)),)
    options = Options.of({**entry.picture, "size": size})
    shows = [Show(recordings[name], options) for name in names]
    times = [_times(entry, name, show.recording) for name, show in zip(names, shows, strict=True)]
    actions = [_action(show, chosen) for show, chosen in zip(shows, times, strict=True)]
    for show, action in zip(shows, actions, strict=True):
        show.action = together(actions) if entry.one_camera else action
    flashes = [1 if entry.strobe else len(chosen) for chosen in times]
    moments, count = max(flashes), sum(flashes)
    in_rows = len(shows) > 1 and moments > 1
    sheet = Sheet(size, moments if in_rows else columns_for(shows[0].action, options, count), count)
    place = 0
    for name, show, chosen in zip(names, shows, times, strict=True):
        with show.scene(sheet.panel) as scene:
            seen = [show.moments.at(time) for time in chosen]
            images = [scene.image(moment) for moment in seen]
            if entry.strobe:
                images = [np.minimum.reduce(images)]  # what is dark in any of them is dark
            elif count > 1:
                images = [draw_time(image, one.time) for image, one in zip(images, seen, strict=True)]
            for image in images:
                sheet.put(place, draw_name(image, name) if len(shows) > 1 else image)
                place += 1
    scale = shows[0].scale
    return save(
        draw_legend(sheet.image, scale) if scale is not None and options.legend else sheet.image, path
    )


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
