"""The first thing said to a tab: what there is to choose from and what can be changed."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import Any, get_args

from pliant import __version__
from pliant.errors import MissingExtraError
from pliant.forces import PLANETS
from pliant.model import ALL_PRESETS
from pliant.scene.schema import Scene
from pliant.simulation import restarts
from pliant.studio.gallery import items
from pliant.studio.messages import PROTOCOL, ExportFormat, Welcome

_NEEDED = {"png": ("pyvista", "PIL"), "mp4": ("pyvista", "PIL", "imageio_ffmpeg")}


_making = Lock()


async def prepare() -> None:
    """Makes what all tabs hear alike, once and beside the event loop: it takes a second, mostly of scenes to count."""
    await asyncio.to_thread(_prepare)


def _prepare() -> None:
    with _making:
        _constant()


def welcome(client: str) -> Welcome:
    """What a new tab hears; at once if it was prepared."""
    return Welcome(client=client, **_constant())


@cache
def _constant() -> dict[str, Any]:
    return {
        "protocol": PROTOCOL,
        "version": __version__,
        "gallery": items(),
        "scene_schema": Scene.json_schema(),
        "restarts": list(restarts),
        "materials": {name: preset.model_dump(mode="json") for name, preset in ALL_PRESETS.items()},
        "planets": PLANETS,
        "formats": list(get_args(ExportFormat)),
        "unavailable": _unavailable(),
    }


def _unavailable() -> dict[str, str]:
    missing = str(MissingExtraError("Rendering", "render"))
    return {name: missing for name, modules in _NEEDED.items() if not all(map(find_spec, modules))}
