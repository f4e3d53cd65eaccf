"""What can be opened from the page: pliant's own scenes first, then the figures of the sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from math import prod
from pathlib import Path

from pliant.errors import PliantError
from pliant.gallery import entries
from pliant.problems import did_you_mean
from pliant.scene import load
from pliant.scene.schema import Scene
from pliant.studio.messages import GalleryItem

# Scenes in `pliant/data` that are made to be played with: small enough to run in real time.
OWN = (
    "drape",
    "sheet",
    "banner",
    "scarf",
    "trampoline",
    "rope",
    "spring",
    "flatland",
    "flan",
    "donut",
    "layers",
    "face",
)
# Nodes that are too many for real time on most machines.
_MANY = {"surface": 6000, "curve": 6000, "solid": 1200, "layered": 2500}
THUMBNAILS = Path(__file__).parent / "thumbnails"


@dataclass(frozen=True)
class Choice:
    """What was opened: its name, the variant and the scene."""

    name: str
    variant: str | None
    scene: Scene


@cache
def items() -> list[GalleryItem]:
    """Everything there is to choose from, in the order in which it is shown."""
    own = [_item(name, scene.title, "pliant", _remark(name), {"": scene}) for name, scene in _own().items()]
    figures = [
        _item(entry.name, entry.title, entry.source, entry.text, entry.scenes()) for entry in entries()
    ]
    return own + figures


def open_item(name: str, variant: str | None = None) -> Choice:
    """The scene of that name; `variant` None is the first."""
    if name in _own():
        return Choice(name, None, _own()[name])
    known = {entry.name: entry for entry in entries()}
    if name not in known:
        raise PliantError(f"there is no scene {name!r} in the gallery; {did_you_mean(name, [*OWN, *known])}")
    scenes = known[name].scenes()
    chosen = next(iter(scenes)) if variant is None else variant
    if chosen not in scenes:
        raise PliantError(f"{name!r} has no variant {chosen!r}; {did_you_mean(chosen, scenes)}")
    return Choice(name, chosen, scenes[chosen])


def _item(name: str, title: str, source: str, text: str, scenes: Mapping[str, Scene]) -> GalleryItem:
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
        slow=any(prod(body.grid) > _MANY.get(body.kind, _MANY["solid"]) for body in bodies),
    )


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
