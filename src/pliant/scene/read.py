"""Scenes from files: YAML, TOML, JSON and the XML of document 000 §4.4, by the file's extension."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from pliant.errors import MOST_PROBLEMS, PliantError, Problem, SceneError, warn
from pliant.model import Look, Mesh
from pliant.model.fields import ImageField
from pliant.model.nets import Patch
from pliant.problems import Finding, Path, findings_of, path_text
from pliant.scene.document import DEEPEST, TOO_DEEP, Document, bad_syntax, parsed_path
from pliant.scene.files import found_heights, found_mesh, found_picture, found_texture
from pliant.scene.schema import Scene
from pliant.shapes import DeformedSurface, HeightField
from pliant.spec import Spec

EXTENSIONS = (".yaml", ".yml", ".toml", ".json", ".xml")

# A scene of a million hand-placed nodes is smaller; anything above is a mistake or an attack.
LARGEST = 64 * 1024 * 1024  # bytes
_LONGEST_INTEGER = 64  # bits
_MANY = 1000  # bodies or other items of a scene


def load(path: str | os.PathLike[str]) -> Scene:
    """The scene in a file.

    Anything wrong is a `PliantError`; a bad scene is a `SceneError` whose problems say where in the file and
    why. What should be known of it is a `PliantWarning`.
    """
    scene = _loaded(path)
    for notice in scene.notices():
        warn(f"{path_text(notice.path)}: {notice.message}")
    return scene


def _loaded(path: str | os.PathLike[str]) -> Scene:
    path = FilePath(path)
    extension = known_extension(path)
    content = _content(path)
    if extension == ".xml":
        from pliant.scene.edm.files import read_edm

        return read_edm(content, source=str(path), folder=path.parent)
    document = _document(_text(content, str(path)), extension, str(path))
    return _scene(document, str(path), path.parent)


def known_extension(path: FilePath) -> str:
    """The file's extension in lower case, or an error that lists those that scenes may have."""
    extension = path.suffix.lower()
    if extension not in EXTENSIONS:
        given = f"{extension!r}" if extension else "none"
        raise PliantError(f"{path}: a scene file ends in {', '.join(EXTENSIONS)} (given: {given})")
    return extension


def _content(path: FilePath) -> bytes:
    try:
        if path.is_dir():
            raise PliantError(f"{path}: is a folder, not a scene file")
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise PliantError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise PliantError(f"{path}: cannot be read: {why}") from None
    if len(content) > LARGEST:
        raise PliantError(f"{path}: larger than {LARGEST // 1024**2} MB, which is too large for a scene")
    return content


def _text(content: bytes, source: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise bad_syntax(source, line, "not UTF-8 text; save the file as UTF-8") from None


def _document(text: str, extension: str, source: str) -> Document:
    if extension == ".json":
        from pliant.scene.yaml_file import read_json as read
    elif extension == ".toml":
        from pliant.scene.toml_file import read
    else:
        from pliant.scene.yaml_file import read
    if not text.strip():
        raise bad_syntax(source, None, "the file is empty")
    document = read(text, source)
    if not isinstance(document.data, dict):
        kind = type(document.data).__name__
        raise bad_syntax(
            source, 1, f"a scene is a mapping of keys such as 'bodies' to values (given: a {kind})"
        )
    _check_values(document, source)
    return document


def _check_values(document: Document, source: str) -> None:
    """Refuses data that is nested too deep, and whole numbers so long that nothing can be done with them."""
    level, long = [document.data], None
    for _ in range(DEEPEST + 1):
        level = list(_children(level))
        if not level:
            break
        if long is None:
            long = next((value for value in level if _is_long(value)), None)
    else:  # said first: to find lines in what is nested so deep may take all memory
        raise bad_syntax(source, None, TOO_DEEP)
    if long is not None:
        path = _path_of(document.data, long)
        message = "a whole number with too many digits"
        raise bad_syntax(source, document.line_of(path), message, path_text(path))


def _is_long(value: Any) -> bool:
    return isinstance(value, int) and value.bit_length() > _LONGEST_INTEGER


def _path_of(data: Any, wanted: Any) -> Path:
    """Where a value stands that is known to be there."""
    ways: list[tuple[Path, Any]] = [((), data)]
    while ways:
        path, here = ways.pop()
        if here is wanted:
            return path
        items = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        ways.extend(((*path, key), value) for key, value in items)
    return ()


def _children(level: list[Any]) -> Iterator[Any]:
    for value in level:
        if isinstance(value, dict):
            yield from value.values()
        elif isinstance(value, list):
            yield from value


def _scene(document: Document, source: str, folder: FilePath) -> Scene:
    def error(findings: list[Finding], more: bool = False) -> SceneError:
        problems = [Problem(path_text(f.path), f.message, document.line_of(f.path)) for f in findings]
        return SceneError(sorted(problems, key=lambda problem: problem.line or 0), source, more)

    missing: list[Finding] = []
    _find_meshes(document.data, folder, missing)
    if missing:
        raise error(missing)
    _look_at_the_first(document.data, error)
    try:
        scene = Scene.model_validate(document.data)
    except ValidationError as bad:
        raise error(findings_of(bad, document.data, Scene)) from None
    except SceneError as bad:  # what the scene itself found when it was put together
        raise error([Finding(parsed_path(p.path), p.message) for p in bad.problems], bad.more) from None
    for items, name in ((scene.bodies, "bodies"), (scene.obstacles, "obstacles")):
        for k, item in enumerate(items):
            items[k] = _with_files(item, folder, (name, k), missing)
            if isinstance(item, Mesh) and item.file is not None:
                _check_mesh(item, (name, k, "file"), missing)
    if missing:
        raise error(missing)
    return scene


def _look_at_the_first(data: dict[str, Any], error: Callable[[list[Finding]], SceneError]) -> None:
    """Of long lists the first items alone: if they are full of problems, nobody needs those of a million others."""
    first = {key: value[:_MANY] if isinstance(value, list) else value for key, value in data.items()}
    if all(len(value) < _MANY for value in first.values() if isinstance(value, list)):
        return
    try:
        Scene.model_validate(first)
    except ValidationError as bad:
        found = findings_of(bad, first, Scene)
        if len(found) > MOST_PROBLEMS:
            raise error(found) from None
    except SceneError:  # what the others may mend: the body that a pin names
        return


def _find_meshes(data: dict[str, Any], folder: FilePath, missing: list[Finding]) -> None:
    """Makes the files of meshes findable before the scene is put together, which looks up their nodes."""
    bodies = data.get("bodies")
    for k, body in enumerate(bodies if isinstance(bodies, list) else ()):
        kind = body.get("kind") if isinstance(body, dict) else None
        owner, path = (body, ("file",)) if kind == "mesh" else (None, ())
        if kind == "layered":
            owner, path = body.get("shape"), ("shape", "file")
        if (
            isinstance(owner, dict)
            and isinstance(owner.get("file"), str)
            and owner.get("kind") in ("mesh", "skin")
        ):
            try:
                owner["file"] = found_mesh(owner["file"], folder)
            except PliantError as error:
                missing.append(Finding(("bodies", k, *path), str(error)))
    _find_obstacles(data.get("obstacles"), ("obstacles",), folder, missing)


def _find_obstacles(items: Any, path: Path, folder: FilePath, missing: list[Finding]) -> None:
    """The same for obstacles, and the parts of unions."""
    for k, item in enumerate(items if isinstance(items, list) else ()):
        if not isinstance(item, dict):
            continue
        if item.get("kind") == "mesh" and isinstance(item.get("file"), str):
            try:
                item["file"] = found_mesh(item["file"], folder)
            except PliantError as error:
                missing.append(Finding((*path, k, "file"), str(error)))
        _find_obstacles(item.get("parts"), (*path, k, "parts"), folder, missing)


def _check_mesh(mesh: Mesh, path: Path, missing: list[Finding]) -> None:
    try:
        mesh.check()
    except PliantError as error:
        missing.append(Finding(path, str(error)))


def _with_files(item: Any, folder: FilePath, path: Path, missing: list[Finding]) -> Any:
    """The item with the paths of the files that it names made findable; parts of a union have their own."""
    changes: dict[str, Any] = {}
    for name, value in item:
        if (
            isinstance(value, tuple | Look | HeightField | DeformedSurface | ImageField | Patch)
            or name == "material"
        ):
            changes[name] = _in(value, folder, (*path, name), missing)
        elif value is not None and (type(item), name) in _FILES:
            try:
                changes[name] = _FILES[type(item), name](value, folder)
            except PliantError as error:
                missing.append(Finding((*path, name), str(error)))
    return item.model_copy(update=changes) if changes else item


def _in(value: Any, folder: FilePath, path: Path, missing: list[Finding]) -> Any:
    """The same for what stands in a field: a part, or a tuple of parts, in tuples of their own or not."""
    if isinstance(value, tuple):
        return tuple(_in(part, folder, (*path, k), missing) for k, part in enumerate(value))
    return _with_files(value, folder, path, missing) if isinstance(value, Spec) else value


# Which fields name files, and how those are found.
_FILES = {
    (Look, "texture"): found_texture,
    (HeightField, "file"): found_heights,
    (ImageField, "file"): found_picture,
}
