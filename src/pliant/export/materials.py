"""MTL: the colours and textures of an OBJ sequence.

An MTL names pictures relative to itself. They are copied beside it, so that the folder can be moved, zipped and opened
elsewhere: ``texture_carpet.png`` is the scene's ``carpet.png``.
"""

from __future__ import annotations

import re
import shutil
import warnings
from collections.abc import Sequence
from pathlib import Path

from pliant.recording import BodyMesh, ObstacleMesh

FILE = "materials.mtl"
# What a texture may be; a recording from elsewhere must not fetch other files into what is handed on.
_PICTURES = (".bmp", ".dib", ".tga", ".png", ".jpg", ".jpeg")


def write_materials(folder: Path, meshes: Sequence[BodyMesh | ObstacleMesh], header: str) -> None:
    """One material per body and obstacle, and their pictures, in `folder`."""
    copies: dict[Path, str] = {}
    text = header
    for mesh in meshes:
        text += f"newmtl {mesh.id}\nKd {' '.join(f'{c:.4f}' for c in mesh.color)}\n"
        if mesh.texture and (name := _copy(Path(mesh.texture), folder, mesh.id, copies)):
            text += f"map_Kd {name}\n"
    (folder / FILE).write_text(text, encoding="utf-8")


def _copy(picture: Path, folder: Path, body: str, copies: dict[Path, str]) -> str | None:
    """The name of a picture's copy in `folder`; None, with a warning, if there is no such picture."""
    source = picture.absolute()
    if source not in copies:
        if source.suffix.lower() not in _PICTURES or not source.is_file():
            warnings.warn(
                f"body {body!r}: its texture {str(picture)!r} is not there; exported plain", stacklevel=2
            )
            return None
        # Spaces end a name in many readers.
        stem, suffix = re.sub(r"[^\w.-]", "_", source.stem), source.suffix
        again = sum(name.startswith(f"texture_{stem}") for name in copies.values())
        name = f"texture_{stem}{f'_{again + 1}' if again else ''}{suffix}"
        shutil.copyfile(source, folder / name)
        copies[source] = name
    return copies[source]
