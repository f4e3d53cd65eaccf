"""OBJ: a folder of ``frame_00000.obj``, ``frame_00001.obj``, … with texture coordinates and normals.

``"drape.obj"`` stands for the folder ``drape``. One object per body, in metres and with **z up**, as
everywhere in pliant (import with forward axis Y, up axis Z). Colours and textures are in
``materials.mtl``. Option ``obstacles``: obstacles as objects too (off).
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import numpy as np

from pliant.errors import PliantError
from pliant.export.exporter import Exporter, Job
from pliant.recording import BodyMesh, ObstacleMesh
from pliant.recording.files import atomic_path
from pliant.recording.mesh import split_seam, vertex_normals

HEADER = "# pliant, {what}\n# metres, z is up\n"


class ObjMesh:
    """One object of an OBJ file, its vertices numbered from `first`: what does not move is text already."""

    def __init__(self, mesh: BodyMesh | ObstacleMesh, first: int = 1, first_uv: int = 1):
        self.triangles = mesh.triangles
        self._head = f"o {mesh.id}\nusemtl {mesh.id}\n"
        nodes = mesh.triangles + first
        if isinstance(mesh, ObstacleMesh) or mesh.uv is None:
            self.uv_count, self._uv = 0, ""
            self._faces = _lines("f %d//%d %d//%d %d//%d\n", np.repeat(nodes, 2, axis=1))
        else:
            corners, uv, _ = split_seam(mesh)
            self.uv_count, self._uv = len(uv), _lines("vt %.9g %.9g\n", uv)
            faces = np.stack([nodes, corners + first_uv, nodes], axis=2)
            self._faces = _lines("f %d/%d/%d %d/%d/%d %d/%d/%d\n", faces.reshape(-1, 9))

    def text(self, positions: np.ndarray) -> str:
        """The object with its vertices at `positions` [m]."""
        vertices = _lines("v %.9g %.9g %.9g\n", positions)
        normals = _lines("vn %.5f %.5f %.5f\n", vertex_normals(positions, self.triangles))
        return "".join((self._head, vertices, self._uv, normals, self._faces))


def _write(job: Job) -> list[Path]:
    folder = job.path.with_suffix("") if job.path.suffix.lower() == ".obj" else job.path
    if folder.exists() and not folder.is_dir():
        raise PliantError(f"{folder}: is a file; expected a folder for the OBJ sequence")
    fresh = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        fresh.mkdir(parents=True)
        _write_frames(job, fresh)
        _move_in(fresh, folder)
    except OSError as error:
        raise PliantError(f"{folder}: cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return [folder]


def _write_frames(job: Job, folder: Path) -> None:
    recording = job.recording
    obstacles = [o for o in recording.obstacles if o.visible] if job.options.get("obstacles") else []
    bodies = [recording.mesh(body) for body in job.bodies]
    (folder / "materials.mtl").write_text(HEADER.format(what="colours") + _materials([*obstacles, *bodies]))
    first, first_uv = 1, 1
    shown = []
    for obstacle in obstacles:
        shown.append(ObjMesh(obstacle, first))
        first += len(obstacle.vertices)
    moving = []
    for mesh in bodies:
        moving.append(ObjMesh(mesh, first, first_uv))
        first += len(job.positions(mesh.id, job.frames[0]))
        first_uv += moving[-1].uv_count
    for number, index in enumerate(job.frames):
        header = HEADER.format(what=f"t = {recording.times[index]:.6g} s") + "mtllib materials.mtl\n"
        visible = [mesh for mesh in recording.obstacles_at(index) if mesh.visible] if shown else []
        texts = [obj.text(mesh.vertices) for mesh, obj in zip(visible, shown, strict=True)]
        texts += [obj.text(job.positions(mesh.id, index)) for mesh, obj in zip(bodies, moving, strict=True)]
        (folder / f"frame_{number:05d}.obj").write_text("".join((header, *texts)))
        job.report(number + 1, len(job.frames))


def _materials(meshes: list[BodyMesh | ObstacleMesh]) -> str:
    text = ""
    for mesh in meshes:
        text += f"newmtl {mesh.id}\nKd {' '.join(f'{c:.4f}' for c in mesh.colour)}\n"
        if isinstance(mesh, BodyMesh) and mesh.texture:
            text += f"map_Kd {mesh.texture}\n"
    return text


def _move_in(fresh: Path, folder: Path) -> None:
    """Puts a finished sequence in place. Frames of a former export go, other files are left alone."""
    if not folder.exists():
        os.replace(fresh, folder)
        return
    for old in folder.glob("frame_*.obj"):
        if re.fullmatch(r"frame_\d{5}\.obj", old.name) and not (fresh / old.name).exists():
            old.unlink()
    for file in sorted(fresh.iterdir()):
        os.replace(file, folder / file.name)


def write_single(path: Path, mesh: BodyMesh, positions: np.ndarray, what: str) -> None:
    """One body at one moment as one OBJ file."""
    with atomic_path(path) as temporary:
        temporary.write_text(HEADER.format(what=what) + ObjMesh(mesh).text(positions))


def _lines(template: str, rows: np.ndarray) -> str:
    """One formatted line per row: a single `%` over all of them is ten times faster than a loop."""
    return (template * len(rows)) % tuple(rows.reshape(-1).tolist())


OBJ = Exporter("obj", "a folder of OBJ files", _write, options=("obstacles",))
