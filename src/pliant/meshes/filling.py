"""Filling a closed surface with tetrahedra.

The work is fTetWild's, through `pytetwild`: it accepts any surface, self-intersections included, and keeps within a
thousandth of the size from it. It makes random choices, so two runs give two meshes. What was filled once is therefore
kept in the cache beside the kernels, and a simulation starts from the same mesh every time; to hand a scene to somebody
else, `save` the filled mesh and name that file.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile

import numpy as np

from pliant.errors import MissingExtraError, PliantError
from pliant.meshes.clean import cleaned, open_edges
from pliant.meshes.geometry import MeshGeometry

MOST_TETRAHEDRA = 5_000_000  # which would take an hour
_MODULE = "pliant.meshes.tetwild"  # what runs in the other process
_KEPT = 64  # filled meshes in the cache


def fill(vertices, triangles, *, edge_length: float | None = None) -> MeshGeometry:
    """Tetrahedra within a closed surface; edges are about `edge_length` [m] long (None: a twentieth of the size)."""
    try:
        surface = cleaned(vertices, triangles)
    except ValueError as error:
        raise PliantError(f"the surface to fill: {error}") from None
    size = float(np.linalg.norm(np.ptp(surface.vertices, axis=0)))
    length = size / 20.0 if edge_length is None else float(edge_length)
    check_fill(surface, length)
    if find_spec("pytetwild") is None:
        raise MissingExtraError("filling a surface with tetrahedra", "meshes")
    return _filled(_Surface(surface), min(length, size))


def check_fill(surface: MeshGeometry, edge_length: float | None) -> None:
    """Refuses what cannot be filled, before any time is spent on it."""
    if gaps := open_edges(surface.triangles):
        raise PliantError(
            f"only a closed surface can be filled; {gaps} edges of this one have a triangle on one side only"
        )
    if edge_length is None:
        return
    if not edge_length > 0.0:
        raise PliantError(f"the length of an edge must be positive (given: {edge_length})")
    a, b, c = surface.vertices[surface.triangles].transpose(1, 0, 2)
    volume = abs(np.einsum("ij,ij->", np.cross(a, b), c)) / 6.0
    count = volume / (edge_length**3 / (6.0 * np.sqrt(2.0)))  # regular ones
    if count > MOST_TETRAHEDRA:
        raise PliantError(
            f"edges of {edge_length:g} m give about {count:.1e} tetrahedra, more than {MOST_TETRAHEDRA:,}: choose "
            "longer ones"
        )


class _Surface:
    """A surface as a key of caches."""

    def __init__(self, mesh: MeshGeometry):
        self.mesh = mesh
        digest = blake2b(mesh.vertices.tobytes(), digest_size=16)
        digest.update(mesh.triangles.tobytes())
        self.key = digest.hexdigest()

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Surface) and self.key == other.key


@lru_cache(maxsize=4)
def _filled(surface: _Surface, edge_length: float) -> MeshGeometry:
    from pliant.numerics.compile import tell
    from pliant.numerics.kernel_cache import CACHE_DIR

    folder = CACHE_DIR.parent / "fills"
    kept = folder / f"{surface.key}-{edge_length.hex()}.npz"
    if (found := _stored(kept)) is not None:
        return found
    tell(
        f"filling a surface of {len(surface.mesh.triangles):,} triangles with tetrahedra (only the first time)"
    )
    mesh = _tetrahedra(surface.mesh, edge_length)
    _store(kept, mesh)
    return mesh


def _tetrahedra(surface: MeshGeometry, edge_length: float) -> MeshGeometry:
    with TemporaryDirectory(prefix="pliant-") as folder:
        source, target = Path(folder) / "surface.npz", Path(folder) / "solid.npz"
        np.savez(source, vertices=surface.vertices, triangles=surface.triangles, edge_length=edge_length)
        command = [sys.executable, "-m", _MODULE, str(source), str(target)]
        search = os.pathsep.join(os.path.abspath(path) for path in sys.path)
        done = subprocess.run(
            command,
            capture_output=True,
            check=False,
            cwd=folder,  # where it leaves a copy of the surface
            env={**os.environ, "PYTHONPATH": search},
            text=True,
        )
        if done.returncode != 0 or not target.is_file():
            said = (done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"])[-1]
            raise PliantError(f"the surface could not be filled with tetrahedra: {said}")
        with np.load(target) as solid:
            vertices, tetrahedra = solid["vertices"], solid["tetrahedra"]
    try:
        return cleaned(vertices, (), tetrahedra)
    except ValueError as error:
        raise PliantError(f"the surface could not be filled with tetrahedra: {error}") from None


def _stored(file: Path) -> MeshGeometry | None:
    try:
        with np.load(file) as solid:
            mesh = MeshGeometry.of(solid["vertices"], (), solid["tetrahedra"])
        os.utime(file)  # marks it as used
        return mesh
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):  # not there, or not whole
        return None


def _store(file: Path, mesh: MeshGeometry) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}.npz")
        np.savez(unfinished, vertices=mesh.vertices, tetrahedra=mesh.tetrahedra)
        unfinished.replace(file)
        oldest = sorted(file.parent.glob("*.npz"), key=lambda path: path.stat().st_mtime)
        for old in oldest[:-_KEPT]:
            old.unlink()
    except OSError:
        pass  # a full disk: it will be filled again
