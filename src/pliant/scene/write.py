"""Scenes to files, in the format of the file's extension. What is left out has its default."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel

from pliant.contact import Mesh as MeshObstacle
from pliant.errors import PliantError, Problem, SceneError
from pliant.model import ALL_PRESETS, Mesh
from pliant.model.arrays import Array
from pliant.model.fields import ImageField
from pliant.model.functions import is_named, name_of
from pliant.model.look import Look
from pliant.model.nets import Skin
from pliant.problems import Path, path_text
from pliant.scene.files import written_file
from pliant.scene.read import known_extension
from pliant.scene.schema import Scene
from pliant.shapes import HeightField


def save(scene: Scene, path: str | os.PathLike[str]) -> None:
    """Writes a scene that `load` reads back as an equal one; files it names are named as seen from its folder."""
    path = FilePath(path)
    extension = known_extension(path)
    scene.check()
    require_writable(scene, str(path))
    if extension == ".xml":
        from pliant.scene.edm.files import write_edm

        content = write_edm(scene, folder=path.parent)
    else:
        content = _dump(scene_data(scene, path.parent), extension).encode()
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as error:  # a name with a NUL in it
        why = error.strerror if isinstance(error, OSError) else error
        raise PliantError(f"{path}: cannot be written: {why}") from None


def require_writable(scene: Scene, source: str) -> None:
    """Refuses what only Python can say: functions without a name."""
    message = (
        "a function of Python cannot be written to a file unless it has a name, by @pliant.named(…); keep it in the "
        "script that makes the scene (and go on from a state with Simulation(scene, state))"
    )
    problems = [Problem(path_text(path), message) for path in _functions(scene, ())]
    if problems:
        raise SceneError(problems, source)


def _functions(value: Any, path: Path) -> Iterator[Path]:
    """Where in a scene there are functions without a name; of specs that hold one, their own place."""
    if isinstance(value, BaseModel):
        fields = [(name, getattr(value, name)) for name in type(value).model_fields]
        if any(callable(part) and not is_named(part) for _, part in fields):
            yield path
        for name, part in fields:
            yield from _functions(part, (*path, name))
    elif isinstance(value, list):
        for k, part in enumerate(value):
            yield from _functions(part, (*path, k))


def scene_data(scene: Scene, folder: FilePath | None = None) -> dict[str, Any]:
    """The scene as plain data, as short as it can be said; files are named as seen from `folder`."""
    return _plain(scene, folder)


def _dump(data: dict[str, Any], extension: str) -> str:
    if extension == ".json":
        return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    if extension == ".toml":
        import tomli_w

        return tomli_w.dumps(data)
    import yaml

    dumper = getattr(
        yaml, "CSafeDumper", yaml.SafeDumper
    )  # the same text, four times as fast where it is there
    return yaml.dump(
        data, Dumper=dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=100
    )


def _plain(value: Any, folder: FilePath | None) -> Any:
    if folder is not None and isinstance(value, Look | HeightField | ImageField | Mesh | MeshObstacle | Skin):
        name = "texture" if isinstance(value, Look) else "file"
        if getattr(value, name) is not None:
            value = value.model_copy(update={name: written_file(getattr(value, name), folder)})
    if isinstance(value, BaseModel):
        for name, preset in ALL_PRESETS.items():
            if value == preset:
                return name
        fields = type(value).model_fields
        names = sorted(fields, key=lambda name: name not in ("kind", "id", "time"))  # what it is comes first
        return {
            name: _plain(getattr(value, name), folder)
            for name in names
            if name == "kind" or getattr(value, name) != fields[name].get_default(call_default_factory=True)
        }
    if isinstance(value, Array):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(item, folder) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item, folder) for key, item in value.items()}
    if callable(value):
        return name_of(value)
    return str(value) if isinstance(value, str) else value
