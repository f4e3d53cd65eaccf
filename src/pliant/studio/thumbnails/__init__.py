"""Small pictures of everything that the page offers, and how they are made.

`python -m pliant.studio.thumbnails [NAME …]` simulates and draws them anew; it takes some minutes for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import PliantError, SimulationError
from pliant.gallery import entries
from pliant.gallery.runner import recording_of
from pliant.render.camera import Action
from pliant.render.options import Options
from pliant.render.picture import Show
from pliant.scene.schema import Scene
from pliant.simulation import simulate
from pliant.studio.gallery import OWN, THUMBNAILS, open_item

SIZE = (480, 300)
HEAVIEST = 25_000  # bytes

# When each of our own scenes looks best [s], and from where.
_OWN: dict[str, tuple[float, dict[str, Any]]] = {
    "drape": (3.0, {}),
    "sheet": (3.0, {"azimuth": -62.0, "elevation": 12.0}),
    "banner": (2.6, {"azimuth": -70.0, "elevation": 6.0}),
    "scarf": (1.0, {}),
    "trampoline": (0.15, {"elevation": 24.0}),
    "rope": (1.4, {}),
    "spring": (0.6, {}),
    "flatland": (0.5, {"azimuth": -90.0, "elevation": 0.0, "shadows": False}),
    "flan": (0.35, {}),
    "donut": (1.2, {}),
    "layers": (0.7, {}),
    "face": (0.5, {"azimuth": -60.0, "elevation": 45.0}),
}


def make(name: str) -> Path:
    """Simulate and draw one; returns its path."""
    scene, time, options = _shown(name)
    try:
        recording = simulate(scene, seconds=max(time, scene.dt))
    except SimulationError as error:
        recording = recording_of(error)
    show = Show(recording, Options.of({**options, "size": SIZE, "legend": False, "labels": False}))
    index = int(np.argmin(np.abs(recording.times - time)))
    show.action = _action(show, index)
    path = THUMBNAILS / f"{name}.jpg"
    path.write_bytes(_jpeg(show.frame(index)))
    return path


def _shown(name: str) -> tuple[Scene, float, dict[str, Any]]:
    """The scene, the time [s] and the options of the picture."""
    if name in OWN:
        return open_item(name).scene, *_OWN[name]
    entry = next((entry for entry in entries() if entry.name == name), None)
    if entry is None:
        raise PliantError(f"there is nothing named {name!r} in the gallery")
    scenes = entry.scenes()
    variant = (entry.shown or tuple(scenes))[0]
    times = entry.times.get(variant, ()) if isinstance(entry.times, Mapping) else entry.times
    return scenes[variant], (times or (scenes[variant].seconds,))[-1], dict(entry.picture)


def _action(show: Show, index: int) -> Action:
    """What the camera frames: the bodies at that moment, and the obstacles that are not planes."""
    bodies = [show.recording.positions(body, slice(index, index + 1))[0] for body in show.recording.bodies]
    solid = [obstacle.vertices for obstacle in show.recording.obstacles if obstacle.kind != "plane"]
    return Action(np.concatenate([*bodies, *solid]), show.action.normals)


def _jpeg(image: np.ndarray) -> bytes:
    """As good a JPEG as the weight allows."""
    from PIL import Image

    for quality in range(92, 30, -4):
        file = BytesIO()
        Image.fromarray(image).save(file, "JPEG", quality=quality, optimize=True, progressive=True)
        if file.tell() <= HEAVIEST:
            return file.getvalue()
    raise PliantError(f"a picture does not fit into {HEAVIEST} bytes")
