"""Reading and writing meshes: triangles through `trimesh`, tetrahedra and everything else through `meshio`."""

from __future__ import annotations

import os
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import MissingExtraError, PliantError
from pliant.meshes.clean import cleaned
from pliant.meshes.geometry import MeshGeometry
from pliant.reach import reason, require_within

SURFACES = (".obj", ".stl", ".ply", ".off", ".glb", ".gltf", ".3mf")
# Which of meshio's readers to try, one after the other.
READERS: dict[str, tuple[str, ...]] = {
    ".vtk": ("vtk",),
    ".vtu": ("vtu",),
    ".msh": ("gmsh", "ansys"),
    ".mesh": ("medit",),
    ".meshb": ("medit",),
    ".xdmf": ("xdmf",),
    ".inp": ("abaqus",),
    ".bdf": ("nastran",),
    ".nas": ("nastran",),
    ".med": ("med",),
    ".su2": ("su2",),
    ".vol": ("netgen",),
    ".node": ("tetgen",),
    ".ele": ("tetgen",),
}
FILES = (*SURFACES, *READERS)
LARGEST = 2 * 1024**3  # bytes

# What a file of meshio may call a triangle or a tetrahedron; those of higher order have their corners first.
_TRIANGLES = ("triangle", "triangle6", "triangle7", "triangle10")
_QUADS = ("quad", "quad8", "quad9")
_TETRAHEDRA = ("tetra", "tetra10", "tetra20")


def load(path: str | os.PathLike[str]) -> MeshGeometry:
    """Vertices, triangles and tetrahedra of a file, in the file's units.

    Vertices at the same place are merged, what has no size or is there twice is left out. Anything wrong is a
    `PliantError` that names the file.
    """
    file = Path(path)
    name = os.fspath(path)
    if file.suffix.lower() not in FILES:
        raise PliantError(f"mesh {name!r} must be one of {', '.join(kind[1:] for kind in FILES)}")
    require_within(file, "mesh")
    try:
        status = file.stat()
    except (OSError, ValueError) as error:
        why = "there is no such file" if isinstance(error, FileNotFoundError) else str(error)
        raise PliantError(f"mesh {name!r}: {why}") from None
    if file.is_dir() or not 0 < status.st_size <= LARGEST:
        why = "it is a folder" if file.is_dir() else "the file is empty"
        raise PliantError(f"mesh {name!r}: {why if status.st_size <= LARGEST else 'larger than 2 GB'}")
    try:
        return _load(str(file.absolute()), status.st_mtime_ns, status.st_size)
    except _NotAMesh as error:
        raise PliantError(f"mesh {name!r}: {error}") from None


class _NotAMesh(Exception):
    """Why a file holds no mesh that can be simulated."""


@lru_cache(maxsize=4)
def _load(path: str, changed: int, size: int) -> MeshGeometry:
    """The mesh of a file that was last changed at `changed`; scenes and builders ask for it several times."""
    file = Path(path)
    read = _from_trimesh if file.suffix.lower() in SURFACES else _from_meshio
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about colours and textures, which nobody asked for
            parts = read(file)
    except (MissingExtraError, _NotAMesh):
        raise
    except Exception as error:  # readers trip over bad bytes in every way there is
        if _is_of_the_extra(error):
            raise MissingExtraError(f"reading the mesh {file.name!r}", "meshes", error) from error
        why = f"{type(error).__name__}: {reason(error)}"
        raise _NotAMesh(f"cannot be read as {file.suffix[1:].upper()} ({why})") from None
    try:
        return cleaned(*parts)
    except ValueError as error:
        raise _NotAMesh(str(error)) from None


def _is_of_the_extra(error: Exception) -> bool:
    """Whether a reader missed one of the packages that it imports when a file needs them and that the extra brings.

    On bad bytes readers look for others, to guess an encoding, which would not help.
    """
    if isinstance(error, ModuleNotFoundError):
        return (error.name or "").partition(".")[0] in ("h5py", "networkx", "lxml", "PIL")
    return isinstance(error, ImportError)


def _from_trimesh(file: Path) -> tuple[Any, Any, Any]:
    try:
        import trimesh
    except Exception as error:
        raise MissingExtraError(f"reading the mesh {file.name!r}", "meshes", error) from error
    # Unprocessed, because merging is done here; in order, so that nodes keep the numbers they have in the file.
    scene = trimesh.load_scene(str(file), process=False, maintain_order=True, skip_materials=True)
    vertices, triangles, count = [np.zeros((0, 3))], [np.zeros((0, 3), dtype=np.int64)], 0
    for node in scene.graph.nodes_geometry:
        place, name = scene.graph[node]
        part = scene.geometry[name]
        if isinstance(part, trimesh.Trimesh):
            vertices.append(part.vertices @ place[:3, :3].T + place[:3, 3])
            triangles.append(part.faces + count)
            count += len(part.vertices)
    if not count or not sum(map(len, triangles)):
        raise _NotAMesh("there are no triangles in it")
    return np.concatenate(vertices), np.concatenate(triangles), ()


def _from_meshio(file: Path) -> tuple[Any, Any, Any]:
    try:
        import meshio
    except Exception as error:
        raise MissingExtraError(f"reading the mesh {file.name!r}", "meshes", error) from error
    readers = READERS[file.suffix.lower()]
    for kind in readers:
        try:
            mesh = getattr(meshio, kind).read(str(file))
            break
        except meshio.ReadError:
            if kind == readers[-1]:
                raise
    points = np.asarray(mesh.points, dtype=float)  # pyright: ignore[reportPossiblyUnboundVariable]
    if points.shape[1] == 2:
        points = np.pad(points, ((0, 0), (0, 1)))
    triangles, tetrahedra, others = [], [], set()
    for block in mesh.cells:  # pyright: ignore[reportPossiblyUnboundVariable]
        nodes = np.asarray(block.data)
        if block.type in _TRIANGLES:
            triangles.append(nodes[:, :3])
        elif block.type in _QUADS:
            triangles += [nodes[:, [0, 1, 2]], nodes[:, [0, 2, 3]]]
        elif block.type in _TETRAHEDRA:
            tetrahedra.append(nodes[:, :4])
        else:
            others.add(block.type)
    if not triangles and not tetrahedra:
        found = f"only {', '.join(sorted(others))}" if others else "and nothing else"
        raise _NotAMesh(f"there are no triangles and no tetrahedra in it, {found}")
    return points, _joined(triangles, 3), _joined(tetrahedra, 4)


def _joined(blocks: list[np.ndarray], corners: int) -> np.ndarray:
    return np.concatenate([np.zeros((0, corners), dtype=np.int64), *blocks])


def save(path: str | os.PathLike[str], mesh: MeshGeometry) -> None:
    """Writes a mesh in the format of the file's extension: OBJ, STL, PLY, OFF, VTK, VTU, MSH …"""
    try:
        import meshio
    except Exception as error:
        raise MissingExtraError("writing a mesh", "meshes", error) from error
    name = os.fspath(path)
    blocks = [("triangle", mesh.triangles), ("tetra", mesh.tetrahedra)]
    cells: Any = [(kind, nodes) for kind, nodes in blocks if len(nodes)]
    try:
        meshio.write_points_cells(
            name, mesh.vertices, cells, file_format=_WRITERS.get(Path(name).suffix.lower())
        )
    except Exception as error:  # formats that hold no tetrahedra, endings that nobody knows, full disks
        if _is_of_the_extra(error):
            raise MissingExtraError("writing a mesh", "meshes", error) from error
        raise PliantError(f"mesh {name!r} cannot be written: {error}") from None


_WRITERS = {".msh": "gmsh", ".node": "tetgen", ".ele": "tetgen"}
