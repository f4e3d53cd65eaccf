"""Parameters of a scene by name: "gravity", "bodies.cloth.material.young", "forces.wind.strength"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from pliant.errors import Problem, SceneError
from pliant.problems import did_you_mean, problems_of

if TYPE_CHECKING:
    from pliant.scene.schema import Scene


def set_parameter(scene: Scene, path: str, value: Any) -> Scene:
    """A copy of the scene in which the parameter at `path` has a new value; `scene` stays as it is.

    Items of a list go by their id or their index. An unknown path or a value that does not fit is a
    `SceneError`.
    """
    data = scene.model_dump()
    here: Any = data
    parts = re.sub(r"\[(\w+)\]", r".\1", path).split(".")  # bodies[0] as in messages, or bodies.0
    for k, part in enumerate(parts):
        where = ".".join(parts[:k])
        key = _key(here, part, where)
        if k < len(parts) - 1:
            if isinstance(here[key], tuple):
                here[key] = list(here[key])
            here = here[key]
        elif key == "kind":  # another kind has other keys; what was set for the old one means nothing to it
            kept = {name: here[name] for name in ("id",) if name in here}
            here.clear()
            here.update(kept, kind=value)
        else:
            here[key] = value
    try:
        return type(scene).model_validate(data)
    except ValidationError as error:
        raise SceneError(problems_of(error, data, type(scene))) from None


def _key(here: Any, part: str, where: str) -> Any:
    """The key or index that `part` means in the value at `where`."""
    known: list[str] = []
    if isinstance(here, dict):
        known = list(here)
        if part in here:
            return part
    elif isinstance(here, list):
        known = [item["id"] for item in here if isinstance(item, dict) and item.get("id")]
        if part in known:
            return next(k for k, item in enumerate(here) if item.get("id") == part)
        if part.isdecimal() and int(part) < len(here):
            return int(part)
        known = known or [str(k) for k in range(len(here))]
    hint = did_you_mean(part, known) if known else "it has no parts"
    place = repr(where) if where else "the scene"
    raise SceneError(
        [Problem(f"{where}.{part}" if where else part, f"there is no {part!r} in {place}; {hint}")]
    )
