"""Draws the small pictures of everything that the page offers, `src/pliant/studio/thumbnails`.

A picture shows what opens: the first variant, from the side from which the page looks at it, with all that happens
until then in the picture, at most two seconds after it began, and drawn as the page draws it at first.
`python -m tests.thumbnails [NAME …]` simulates and draws them anew; it takes some minutes for all.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from io import BytesIO
from itertools import product
from pathlib import Path

import numpy as np

from pliant.errors import PliantError, SimulationError
from pliant.gallery import entries
from pliant.gallery.runner import recording_of
from pliant.render.camera import Action
from pliant.render.options import Options
from pliant.render.picture import Show
from pliant.simulation import simulate
from pliant.studio.gallery import ACTIONS, OWN, THUMBNAILS, Choice, items, open_item

SIZE = (480, 300)
HEAVIEST = 25_000  # bytes
LATEST = 2.0  # seconds after the beginning: what comes later is not what opens

# When each of our own scenes looks best [s].
_OWN = {
    "drape": 2.0,
    "sheet": 2.0,
    "banner": 1.9,
    "scarf": 1.0,
    "trampoline": 0.15,
    "rope": 1.4,
    "spring": 0.6,
    "flatland": 0.5,
    "flan": 0.35,
    "donut": 1.2,
    "layers": 0.7,
    "face": 0.5,
}
_DIRECTIONS = np.array([d for d in product((-1, 0, 1), repeat=3) if any(d)], dtype=float)


def make(name: str) -> Path:
    """Simulate and draw one, and note where its bodies get; returns the path of the picture."""
    chosen = open_item(name)
    time = min(_time(name, chosen), LATEST)
    try:
        recording = simulate(chosen.scene, seconds=max(time, chosen.scene.dt))
    except SimulationError as error:
        recording = recording_of(error)
    azimuth, elevation = chosen.side or (None, 20.0)
    options = {"azimuth": azimuth, "elevation": elevation, "shadows": elevation != 0.0}
    show = Show(recording, Options.of({**options, "size": SIZE, "legend": False, "labels": False}))
    show.action = _with_obstacles(show)
    path = THUMBNAILS / f"{name}.jpg"
    path.write_bytes(_jpeg(show.frame(_moment(show, time))))
    _note(name, show.action.points)
    return path


def _with_obstacles(show: Show) -> Action:
    """The action with whole obstacles, as far as they are not much larger than it."""
    solid = [one.vertices for one in show.recording.obstacles if one.visible and one.kind != "plane"]
    extents = [float(np.linalg.norm(np.ptp(vertices, axis=0))) for vertices in solid]
    whole = [
        vertices for vertices, size in zip(solid, extents, strict=True) if size < 3.0 * show.action.radius
    ]
    return Action(np.concatenate([show.action.points, *whole]), show.action.normals)


def _moment(show: Show, time: float) -> int:
    """The frame at a time [s], or the last before it in which nothing has left the picture: some scenes explode."""
    low, high = show.action.points.min(axis=0), show.action.points.max(axis=0)
    slack = 0.02 * (high - low).max()
    recording = show.recording
    index = int(np.argmin(np.abs(recording.times - time)))
    while index > 0:
        places = np.concatenate(
            [recording.positions(body, slice(index, index + 1))[0] for body in recording.bodies]
        )
        if ((places >= low - slack) & (places <= high + slack)).all(axis=1).mean() > 0.95:
            break
        index -= 1
    return index


def _time(name: str, chosen: Choice) -> float:
    """When it looks best [s]."""
    if name in OWN:
        return _OWN[name]
    entry = next(entry for entry in entries() if entry.name == name)
    variant = chosen.variant or ""
    times = entry.times.get(variant, ()) if isinstance(entry.times, Mapping) else entry.times
    return (times or (chosen.scene.seconds,))[-1]


def _note(name: str, points: np.ndarray) -> None:
    """Keep the outermost of the points that are in the picture, for the page to frame the same."""
    outermost = points[np.unique((points @ _DIRECTIONS.T).argmax(axis=0))]
    digits = 3 - int(np.floor(np.log10(np.abs(outermost).max() or 1.0)))
    known = json.loads(ACTIONS.read_text(encoding="utf-8")) if ACTIONS.is_file() else {}
    known[name] = outermost.round(digits).tolist()
    lines = (f"  {json.dumps(one)}: {json.dumps(known[one], separators=(',', ':'))}" for one in sorted(known))
    ACTIONS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _jpeg(image: np.ndarray) -> bytes:
    """As good a JPEG as the weight allows."""
    from PIL import Image

    for quality in range(92, 30, -4):
        file = BytesIO()
        Image.fromarray(image).save(file, "JPEG", quality=quality, optimize=True, progressive=True)
        if file.tell() <= HEAVIEST:
            return file.getvalue()
    raise PliantError(f"a picture does not fit into {HEAVIEST} bytes")


if __name__ == "__main__":
    for name in sys.argv[1:] or [item.name for item in items()]:
        print(make(name), flush=True)
