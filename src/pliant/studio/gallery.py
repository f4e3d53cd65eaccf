"""What can be opened from the page: pliant's own scenes first, then the figures of the sources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from math import prod
from pathlib import Path

from pliant.errors import PliantError
from pliant.gallery import Entry, entries
from pliant.problems import did_you_mean
from pliant.scene import load
from pliant.scene.schema import Scene
from pliant.studio.messages import GalleryItem

Side = tuple[float, float]
Point = tuple[float, float, float]
_AZIMUTH, _ELEVATION = -58.0, 20.0  # degrees: a three-quarter view

# Scenes in `pliant/data` that are made to be played with, small enough to run in real time; and from where each is
# looked at first: azimuth and elevation [degrees].
OWN: dict[str, Side] = {
    "drape": (_AZIMUTH, _ELEVATION),
    "sheet": (-62.0, 12.0),
    "banner": (-70.0, 6.0),
    "scarf": (_AZIMUTH, _ELEVATION),
    "trampoline": (_AZIMUTH, 24.0),
    "rope": (_AZIMUTH, _ELEVATION),
    "spring": (_AZIMUTH, _ELEVATION),
    "flatland": (-90.0, 0.0),
    "flan": (_AZIMUTH, _ELEVATION),
    "donut": (_AZIMUTH, _ELEVATION),
    "layers": (_AZIMUTH, _ELEVATION),
    "face": (-60.0, 45.0),
}
# Nodes that are too many for real time on most machines.
_MANY = {"surface": 6000, "curve": 6000, "solid": 1200, "layered": 2500}
THUMBNAILS = Path(__file__).parent / "thumbnails"
ACTIONS = THUMBNAILS / "actions.json"


@dataclass(frozen=True)
class Choice:
    """What was opened: its name, the variant and the scene.

    `side` is from where it is looked at first: azimuth and elevation [degrees]; None leaves that to the page. `action`
    are the outermost points of what will be seen, as far as that is known.
    """

    name: str
    variant: str | None
    scene: Scene
    side: Side | None = None
    action: tuple[Point, ...] = ()


@cache
def items() -> list[GalleryItem]:
    """Everything there is to choose from, in the order in which it is shown."""
    own = [_item(name, scene.title, "pliant", _remark(name), {"": scene}) for name, scene in _own().items()]
    figures = [
        _item(entry.name, entry.title, entry.source, entry.text, entry.scenes(), entry.explodes)
        for entry in entries()
    ]
    return own + figures


def open_item(name: str, variant: str | None = None) -> Choice:
    """The scene of that name; `variant` None is the first."""
    if name in _own():
        return Choice(name, None, _own()[name], OWN[name], _actions().get(name, ()))
    known = {entry.name: entry for entry in entries()}
    if name not in known:
        raise PliantError(f"there is no scene {name!r} in the gallery; {did_you_mean(name, [*OWN, *known])}")
    scenes = known[name].scenes()
    chosen = next(iter(scenes)) if variant is None else variant
    if chosen not in scenes:
        raise PliantError(f"{name!r} has no variant {chosen!r}; {did_you_mean(chosen, scenes)}")
    action = _actions().get(name, ()) if chosen == next(iter(scenes)) else ()
    return Choice(name, chosen, scenes[chosen], _side(known[name]), action)


def _side(entry: Entry) -> Side:
    """From where the picture of an entry looks at it."""
    return (entry.picture.get("azimuth", _AZIMUTH), entry.picture.get("elevation", _ELEVATION))


def _item(
    name: str,
    title: str,
    source: str,
    text: str,
    scenes: Mapping[str, Scene],
    explodes: tuple[str, ...] = (),
) -> GalleryItem:
    bodies = [body for scene in scenes.values() for body in scene.bodies]
    has_picture = (THUMBNAILS / f"{name}.jpg").is_file()
    return GalleryItem(
        name=name,
        title=title,
        source=source,
        text=text,
        thumbnail=f"/thumbnails/{name}.jpg" if has_picture else None,
        variants=[variant for variant in scenes if variant],
        nodes=max(prod(body.grid) for body in bodies),
        explodes=list(explodes),
        slow=any(prod(body.grid) > _MANY.get(body.kind, _MANY["solid"]) for body in bodies),
    )


@cache
def _actions() -> dict[str, tuple[Point, ...]]:
    """Where the pictures of the first variants look, by name."""
    if not ACTIONS.is_file():
        return {}
    known = json.loads(ACTIONS.read_text(encoding="utf-8"))
    return {name: tuple((x, y, z) for x, y, z in points) for name, points in known.items()}


@cache
def _own() -> dict[str, Scene]:
    found = {}
    for name in OWN:
        with as_file(files("pliant") / "data" / f"{name}.yaml") as path:
            found[name] = load(path)
    return found


def _remark(name: str) -> str:
    """What the first lines of a scene file say."""
    text = (files("pliant") / "data" / f"{name}.yaml").read_text(encoding="utf-8")
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    return " ".join(lines)
