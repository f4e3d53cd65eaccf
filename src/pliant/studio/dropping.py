"""Meshes and recordings that a user drops onto the page: where they are kept, and the scene around a mesh."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np

from pliant import meshes
from pliant.contact import Plane
from pliant.errors import PliantError
from pliant.model import Mesh
from pliant.model.presets import PRESETS
from pliant.model.solid_presets import SOLID_PRESETS
from pliant.scene.schema import Scene
from pliant.studio.folder import OPENED

LARGEST_MESH = 64 * 2**20  # bytes
LARGEST_RECORDING = 2 * 2**30
MOST_VERTICES = 30_000  # more do not move while one watches
RECORDING = ".pliant"
_UPRIGHT = ".glb"  # in which y is up, as its standard has it
_ELSEWHERE = (".gltf", ".xdmf", ".node", ".ele")  # files of several parts
_SMALLEST, _LARGEST = 0.05, 5.0  # metres: other meshes are made one metre large
_THICK = 0.004  # thickness of a sheet over its size
_ABOVE = 0.25  # where it starts over the floor, in sizes
_ID = re.compile(r"[0-9a-f]{16}")


def limit_of(name: str) -> int:
    """How many bytes a file of that name may have; a `PliantError` if nobody could open it."""
    ending = Path(name).suffix.lower()
    if ending == RECORDING:
        return LARGEST_RECORDING
    if ending in _ELSEWHERE:
        raise PliantError(f"{ending} files name others, which stay behind: save it as .glb or .vtu")
    if ending in meshes.FILES:
        return LARGEST_MESH
    known = ", ".join(kind[1:] for kind in meshes.FILES)
    raise PliantError(f"{Path(name).name[:100]!r} is neither a recording (.pliant) nor a mesh ({known})")


class Dropped:
    """Files in a folder of the session, until they are opened."""

    def __init__(self, folder: Path):
        self._folder = folder / OPENED

    async def keep(self, name: str, chunks: AsyncIterator[bytes]) -> str:
        """Write a file; returns the id by which it can be opened. One that is too large is a `PliantError`."""
        limit, size = limit_of(name), 0
        self._folder.mkdir(exist_ok=True)
        for old in self._folder.iterdir():
            if _ID.fullmatch(old.stem):  # that nobody opened
                old.unlink(missing_ok=True)
        id = secrets.token_hex(8)
        path = self.path(id, name)
        try:
            with path.open("wb") as file:
                async for chunk in chunks:
                    size += len(chunk)
                    if size > limit:
                        raise PliantError(f"it is too large: at most {limit >> 20:,} MB are taken")
                    file.write(chunk)
        except (PliantError, OSError) as error:
            path.unlink(missing_ok=True)
            raise error if isinstance(error, PliantError) else PliantError(str(error)) from None
        return id

    def path(self, id: str, name: str) -> Path:
        """Where a file is that was kept under that id."""
        if not _ID.fullmatch(id):
            raise PliantError("there is no such file")
        return self._folder / f"{id}{Path(name).suffix.lower()}"


def scene_of_mesh(path: Path, name: str) -> tuple[Scene, str]:
    """A scene in which the mesh of a file falls onto a floor, and what was made of it, in words.

    Tetrahedra are of jelly, triangles a sheet of rubber. The mesh stands over the origin; one that is not between 5 cm
    and 5 m large is taken to have other units, and made one metre large.
    """
    mesh = meshes.load(path)
    count = len(mesh.vertices)
    if count > MOST_VERTICES:
        raise PliantError(
            f"it has {count:,} vertices; at most {MOST_VERTICES:,} move live: simplify it first"
        )
    places = mesh.vertices
    if path.suffix == _UPRIGHT:
        places = places[:, [0, 2, 1]] * (1.0, -1.0, 1.0)
    low, high = places.min(axis=0), places.max(axis=0)
    given = float((high - low).max())
    scale = 1.0 if _SMALLEST <= given <= _LARGEST else 1.0 / given
    size = given * scale
    places = (places - np.array([*((low + high) / 2)[:2], low[2]])) * scale
    places[:, 2] += _ABOVE * size
    solid = len(mesh.tetrahedra) > 0
    body = Mesh(
        places,
        id="mesh",
        material=SOLID_PRESETS["jelly"] if solid else _sheet(size),
        **({"tetrahedra": mesh.tetrahedra} if solid else {"triangles": mesh.triangles}),
    )
    scene = Scene(
        id=re.sub(r"[^\w -]+", "-", Path(name).stem).strip("-_ ")[:60] or "mesh",
        title=Path(name).name,
        gravity="earth",
        bodies=[body],
        obstacles=[Plane(id="floor", point=(0.0, 0.0, 0.0), friction=0.5)],
    )
    parts = f"{len(mesh.tetrahedra):,} tetrahedra" if solid else f"{len(mesh.triangles):,} triangles"
    sized = f"scaled by {scale:.3g} to 1 m" if scale != 1.0 else f"{size:.3g} m large"
    return scene, f"{Path(name).name}: {count:,} vertices, {parts}, {sized}"


def _sheet(size: float):
    return PRESETS["rubber_sheet"].model_copy(update={"thickness": _THICK * size})
