"""Files that a scene file names: pictures to draw with, tables of heights to shape with, meshes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

from pliant import meshes
from pliant.errors import PliantError, SceneError
from pliant.model.pictures import PICTURES, read_channel
from pliant.reach import REFUSED, WHERE, folders, is_restricted, is_within
from pliant.shapes.surfaces.height_field import FILES, read_heights

# bmp, dib and tga as in 000 §4.4.2.2; the others because everybody has them.
KINDS = (".bmp", ".dib", ".tga", ".png", ".jpg", ".jpeg")


def found_texture(name: str, folder: FilePath) -> str:
    """The path of a texture that a scene in `folder` names, or a `PliantError` if there is no such picture."""
    return _found(name, folder, "texture", KINDS)


def found_heights(name: str, folder: FilePath) -> str:
    """The path of a height field's table, or a `PliantError` if there is none or it cannot be read."""
    path = _found(name, folder, "height field", FILES)
    try:
        read_heights(path)
    except SceneError as error:
        raise PliantError(error.problems[0].message) from None
    return path


def found_mesh(name: str, folder: FilePath) -> str:
    """The path of a mesh, or a `PliantError` if there is none or it cannot be read."""
    path = _found(name, folder, "mesh", meshes.FILES)
    meshes.load(path)
    return path


def found_picture(name: str, folder: FilePath) -> str:
    """The path of a picture that says how a material varies, or a `PliantError` if it cannot be read."""
    path = _found(name, folder, "picture", PICTURES)
    read_channel(path)
    return path


def _found(name: str, folder: FilePath, what: str, kinds: tuple[str, ...]) -> str:
    """Where a file is that a scene in `folder` names.

    Names are relative to the scene's folder or to the working directory; where only some folders may be read, also to
    these, since a scene that comes through a page has left its own folder behind. What the working directory finds as
    well stays as it was written; otherwise the path becomes absolute, because the folder is not remembered.
    """
    if not name or "\0" in name:
        raise PliantError(f"{name!r} is not the name of a file")
    if FilePath(name).suffix.lower() not in kinds:
        raise PliantError(f"{what} {name!r} must be one of {', '.join(kind[1:] for kind in kinds)}")
    from_here, from_scene = FilePath(name).absolute(), (folder / name).absolute()
    try:
        if is_within(from_scene) and from_scene.is_file():
            return name if from_scene == from_here else os.path.normpath(from_scene)
        if is_within(from_here) and from_here.is_file():
            return name
        for place in folders():
            if is_within(place / name) and (place / name).is_file():
                return os.path.normpath(place / name)
    except (OSError, ValueError) as error:  # a name that is too long, or cannot be one
        why = error.strerror if isinstance(error, OSError) else error
        raise PliantError(f"{name!r} is not the name of a file: {why}") from None
    if not (is_within(from_scene) or is_within(from_here)):
        raise PliantError(f"{what} {name[:200]!r} {REFUSED}")
    if is_restricted():
        raise PliantError(f"there is no {what} {name[:200]!r} in what the studio may read: {WHERE}")
    raise PliantError(f"there is no {what} {name!r}, neither beside the scene nor in the working directory")


def named_files(scene: Any) -> Iterator[str]:
    """What files a scene names, be it a `Scene` or a part of its data."""
    data = scene.model_dump(include={"bodies", "obstacles"}) if hasattr(scene, "model_dump") else scene
    for name, value in data.items() if isinstance(data, dict) else enumerate(data):
        if name in ("file", "texture") and isinstance(value, str):
            yield value
        elif isinstance(value, dict | list | tuple):
            yield from named_files(value)


def written_file(name: str, folder: FilePath) -> str:
    """How a scene in `folder` names a file, always with forward slashes.

    A path stays absolute unless the file lies below the folder. A relative one is that from the working directory, and
    becomes the one from the folder.
    """
    path, folder = FilePath(name), folder.absolute()
    if path.is_absolute():
        return (path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix()
    if not os.path.isfile(path):  # False also of a name that no file can have
        return path.as_posix()
    try:
        return FilePath(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # on another drive
        return path.absolute().as_posix()
