"""Parameters of a scene by name: "gravity", "bodies.cloth.material.young", "forces.wind.strength"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from pliant.errors import Problem, SceneError
from pliant.problems import did_you_mean
from pliant.scene.changes import parts_of

if TYPE_CHECKING:
    from pliant.scene.schema import Scene


def set_parameter(scene: Scene, path: str, value: Any) -> Scene:
    """A copy of the scene in which the parameter at `path` has a new value; `scene` stays as it is.

    Items of a list go by their id or their index. An unknown path or a value that does not fit is a
    `SceneError`. What does not lie on the path is the same in both scenes, not a copy.
    """
    parts = parts_of(path)
    top = _key(dict(scene), parts[0], "")
    changed = scene.model_copy(update={name: list(items) for name, items in scene if isinstance(items, list)})
    setattr(changed, top, _changed(getattr(scene, top), parts, 1, value))
    changed.model_post_init(None)
    return changed


def _changed(here: Any, parts: list[str], depth: int, value: Any) -> Any:
    """What stands at parts[:depth] with the new value in it, as data to be validated."""
    if depth == len(parts):
        return value
    key = _key(here, parts[depth], ".".join(parts[:depth]))
    if isinstance(here, list | tuple):
        items = list(here)
        items[key] = _changed(items[key], parts, depth + 1, value)
        return items
    data = dict(here)
    if key == "kind" and depth == len(parts) - 1:
        # another kind has other keys; what was set for the old one means nothing to it
        return {name: data[name] for name in ("id",) if name in data} | {"kind": value}
    return data | {key: _changed(data[key], parts, depth + 1, value)}


def _key(here: Any, part: str, where: str) -> Any:
    """The key or index that `part` means in the value at `where`."""
    known: list[str] = []
    if isinstance(here, dict | BaseModel):
        known = list(dict(here))
        if part in known:
            return part
    elif isinstance(here, list | tuple):
        known = [item.id for item in here if getattr(item, "id", None)]
        if part in known:
            return next(k for k, item in enumerate(here) if getattr(item, "id", None) == part)
        if part.isdecimal() and int(part) < len(here):
            return int(part)
        known = known or [str(k) for k in range(len(here))]
    hint = did_you_mean(part, known) if known else "it has no parts"
    place = repr(where) if where else "the scene"
    raise SceneError(
        [Problem(f"{where}.{part}" if where else part, f"there is no {part!r} in {place}; {hint}")]
    )


def get_parameter(scene: Scene, path: str) -> Any:
    """The value of the parameter at `path`; an unknown path is a `SceneError`."""
    here: Any = scene
    parts = parts_of(path)
    for depth, part in enumerate(parts):
        key = _key(here if depth else dict(scene), part, ".".join(parts[:depth]))
        here = here[key] if isinstance(here, list | tuple | dict) else getattr(here, key)
    return here
