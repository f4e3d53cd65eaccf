"""OBJ: a folder of ``frame_00000.obj``, ``frame_00001.obj``, … with texture coordinates and normals.

``"drape.obj"`` stands for the folder ``drape``. One object per body, in metres and with **z up**, as
everywhere in pliant (import with forward axis Y, up axis Z). Colours and textures are in ``materials.mtl``; the
pictures are copied beside it. Vertices have the same order in all frames, except those of bodies that tear or are drawn
as blobs: these have other meshes from frame to frame, and come last.

Surfaces have all their nodes as vertices; solids and meshes those of their boundary, with several normals where it has
edges. Curves are tubes as thick as they are drawn, or with the option ``curves`` = "line" polylines through their nodes
(in Blender, the geometry node "Mesh to Curve" makes curves of them). A surface that is cut or breaks opens along the
crack: after its nodes it has vertices for the middles of links and cells there, as often as there are pieces around it.
Option ``obstacles``: obstacles as objects too (off).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from pliant.errors import PliantError
from pliant.export.exporter import Exporter, Job
from pliant.export.materials import FILE, write_materials
from pliant.recording import BodyMesh, ObstacleMesh
from pliant.recording.files import atomic_folder, atomic_path
from pliant.recording.mesh import Chain
from pliant.recording.reader import NOTHING
from pliant.recording.skin import Skin, cut_skin, flat_skin, skin_of
from pliant.recording.skin.blobs import make_blobs

HEADER = "# pliant, {what}\n# metres, z is up\n"


class Numbers(NamedTuple):
    """How many vertices, texture coordinates and normals come before an object in its file."""

    vertices: int = 0
    uv: int = 0
    normals: int = 0


START = Numbers()


class ObjObject:
    """One object of an OBJ file: what does not move is text already. It begins at `before`, the next one at `after`."""

    def __init__(self, id: str, skin: Skin, before: Numbers = START):
        self._whole, self._gone, self._broken = skin, NOTHING, NOTHING
        self._head = f"o {id}\nusemtl {id}\n"
        self._wear(skin, before)

    def _wear(self, skin: Skin, before: Numbers) -> None:
        self._skin, self.before = skin, before
        self._uv = "" if skin.uv is None else _lines("vt %.9g %.9g\n", skin.uv)
        texture = 0 if skin.uv is None else len(skin.uv)
        self.after = Numbers(
            before.vertices + skin.points, before.uv + texture, before.normals + skin.normals
        )
        self._faces = self._face_lines()

    def _face_lines(self) -> str:
        skin, before = self._skin, self.before
        points, normals = skin.triangles + before.vertices + 1, skin.normal_at + before.normals + 1
        if skin.uv is None:
            faces = np.stack([points, normals], axis=2)
            return _lines("f %d//%d %d//%d %d//%d\n", faces.reshape(-1, 6))
        faces = np.stack([points, skin.uv_at + before.uv + 1, normals], axis=2)
        return _lines("f %d/%d/%d %d/%d/%d %d/%d/%d\n", faces.reshape(-1, 9))

    def cut(self, gone: np.ndarray, broken: np.ndarray = NOTHING, before: Numbers | None = None) -> None:
        """From now on it is without the triangles with these numbers, and open along broken links."""
        before = before or self.before
        if np.array_equal(gone, self._gone) and np.array_equal(broken, self._broken):
            skin = self._skin
        else:
            self._gone, self._broken = gone, broken
            skin = cut_skin(self._whole, gone, broken)
        if skin is not self._skin or before != self.before:
            self._wear(skin, before)

    @property
    def opens(self) -> bool:
        """Whether it can part along links."""
        return self._whole.tear is not None

    def part(self, links: np.ndarray, broken: np.ndarray) -> None:
        """From now on it has vertices to part along links, of which some are broken."""
        assert self._whole.tear is not None
        if self._skin is self._whole or not np.array_equal(broken, self._broken):
            self._broken = broken
            self._wear(self._whole.tear(links, broken), self.before)

    def vertices(self, positions: np.ndarray) -> np.ndarray:
        """Where its vertices are, (V, 3) [m], when the body's nodes are at `positions`."""
        return self._skin.move(positions)[0]

    def text(self, positions: np.ndarray) -> str:
        points, normals = self._skin.move(positions)
        vertices = _lines("v %.9g %.9g %.9g\n", points)
        return "".join((self._head, vertices, self._uv, _lines("vn %.5f %.5f %.5f\n", normals), self._faces))


class ObjLine:
    """A curve, or the chains of a layered body, as polylines."""

    def __init__(self, mesh: BodyMesh, before: Numbers = START):
        self._head = f"o {mesh.id}\nusemtl {mesh.id}\n"
        curve = Chain(np.arange(mesh.nodes), mesh.closed, mesh.radius)
        self._chains, self.before = mesh.chains or (curve,), before
        self.cut(NOTHING)
        self.after = before._replace(vertices=before.vertices + mesh.nodes)

    def cut(self, gone: np.ndarray, broken: np.ndarray = NOTHING, before: Numbers | None = None) -> None:
        """From now on the segments with these numbers, counted through all chains, are not there."""
        lines, number = [], 0
        for chain in self._chains:
            nodes = [*chain.nodes.tolist(), *(chain.nodes[:1].tolist() if chain.closed else [])]
            breaks = [k for k in range(len(nodes) - 1) if number + k in gone] if len(gone) else []
            starts, ends = [0, *(k + 1 for k in breaks)], [*(k + 1 for k in breaks), len(nodes)]
            lines += [nodes[a:b] for a, b in zip(starts, ends, strict=True) if b - a > 1]
            number += len(nodes) - 1
        self._line = "".join(_polyline(nodes, self.before.vertices + 1) for nodes in lines)

    def vertices(self, positions: np.ndarray) -> np.ndarray:
        return positions

    def text(self, positions: np.ndarray) -> str:
        return "".join((self._head, _lines("v %.9g %.9g %.9g\n", positions), self._line))


def blob_text(mesh: BodyMesh, positions: np.ndarray, before: Numbers) -> tuple[str, Numbers]:
    """A body drawn as blobs at one moment, and where the next object begins."""
    blobs = make_blobs(positions, mesh.blobs or 0.0)
    faces = np.stack([blobs.triangles + before.vertices + 1, blobs.triangles + before.normals + 1], axis=2)
    text = (
        f"o {mesh.id}\nusemtl {mesh.id}\n",
        _lines("v %.9g %.9g %.9g\n", blobs.points),
        _lines("vn %.5f %.5f %.5f\n", blobs.normals),
        _lines("f %d//%d %d//%d %d//%d\n", faces.reshape(-1, 6)),
    )
    count = len(blobs.points)
    return "".join(text), Numbers(before.vertices + count, before.uv, before.normals + count)


def _polyline(nodes: list[int], first: int) -> str:
    return f"l {' '.join(str(node + first) for node in nodes)}\n"


def obj_of(job: Job, body: str, before: Numbers = START) -> ObjObject | ObjLine:
    """A body as the job wants it."""
    how = job.options.get("curves") or "tube"
    if how not in ("tube", "line"):
        raise PliantError(f"curves = {how!r} given, 'tube' or 'line' expected")
    mesh = job.recording.mesh(body)
    if how == "line" and mesh.is_thread:
        return ObjLine(mesh, before)
    return ObjObject(body, skin_of(job.recording, body), before)


def _folder(job: Job) -> Path:
    return job.path.with_suffix("") if job.path.suffix.lower() == ".obj" else job.path


def _replaces(job: Job) -> list[Path]:
    """The first of the frames that are there."""
    return sorted(_folder(job).glob("frame_?????.obj"))[:1]


def _write(job: Job) -> list[Path]:
    folder = _folder(job)
    with atomic_folder(folder, r"frame_\d{5}\.obj") as fresh:
        _write_frames(job, fresh)
    return [folder]


def _write_frames(job: Job, folder: Path) -> None:
    recording = job.recording
    obstacles = [o for o in recording.obstacles if o.visible] if job.options.get("obstacles") else []
    bodies = [recording.mesh(body) for body in job.bodies]
    write_materials(folder, [*obstacles, *bodies], HEADER.format(what="colours"))
    shown: list[ObjObject] = []
    moving: list[ObjObject | ObjLine] = []
    before = START
    for obstacle in obstacles:
        shown.append(ObjObject(obstacle.id, _obstacle_skin(obstacle), before))
        before = shown[-1].after
    blobby = [mesh for mesh in bodies if mesh.blobs is not None]
    bodies = [mesh for mesh in bodies if mesh.blobs is None]
    bodies.sort(key=lambda mesh: recording.is_torn(mesh.id))
    for mesh in bodies:
        moving.append(obj_of(job, mesh.id, before))
        before = moving[-1].after
    for number, index in enumerate(job.frames):
        header = HEADER.format(what=f"t = {recording.times[index]:.6g} s") + f"mtllib {FILE}\n"
        visible = [mesh for mesh in recording.obstacles_at(index) if mesh.visible] if shown else []
        texts = [obj.text(mesh.vertices) for mesh, obj in zip(visible, shown, strict=True)]
        behind = before if not moving else moving[0].before
        for mesh, obj in zip(bodies, moving, strict=True):
            obj.cut(recording.cut(mesh.id, index), recording.broken(mesh.id, index), behind)
            texts.append(obj.text(job.positions(mesh.id, index)))
            behind = obj.after
        for mesh in blobby:
            text, behind = blob_text(mesh, job.positions(mesh.id, index), behind)
            texts.append(text)
        (folder / f"frame_{number:05d}.obj").write_text("".join((header, *texts)), encoding="utf-8")
        job.report(number + 1, len(job.frames))


def _obstacle_skin(mesh: ObstacleMesh) -> Skin:
    if mesh.uv is None:
        return flat_skin(len(mesh.vertices), mesh.triangles)
    corners = np.arange(3 * len(mesh.triangles)).reshape(-1, 3)
    return flat_skin(len(mesh.vertices), mesh.triangles, corners, mesh.uv.reshape(-1, 2))


def write_single(path: Path, obj: ObjObject | ObjLine, positions: np.ndarray, what: str) -> None:
    """One body at one moment as one OBJ file."""
    with atomic_path(path) as temporary:
        temporary.write_text(HEADER.format(what=what) + obj.text(positions), encoding="utf-8")


def _lines(template: str, rows: np.ndarray) -> str:
    """One formatted line per row: a single `%` over all of them is ten times faster than a loop."""
    return (template * len(rows)) % tuple(rows.reshape(-1).tolist())


OBJ = Exporter("obj", "a folder of OBJ files", _write, _replaces, options=("obstacles", "curves"))
