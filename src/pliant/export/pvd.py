"""PVD: what ParaView opens as one animation, with the recorded quantities to colour by.

``"drape.pvd"`` lists the times [s] and the files of a folder ``drape``: ``<body>_00000.vtp``, … of every body, each a
mesh of VTK with the quantities at its points, such as ``stretch``, ``inelastic_strain``, ``temperature`` and
``damage``; vectors have three components, tensors nine. What was recorded of a body as a whole is in its field data.
Lengths are in metres, z is up.

Bodies are as they are drawn: solids and meshes by their boundary, surfaces open along cracks, blobs with a mesh of
their own in every frame. Curves are polylines through their nodes, which ParaView's filter *Tube* makes thick; with the
option ``curves`` = "tube" they are tubes already. Option ``obstacles``: obstacles too (off), each a file, or if it
moves one for each frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

from pliant.errors import PliantError
from pliant.export.exporter import Exporter, Job
from pliant.recording import BodyMesh, Frame
from pliant.recording.files import atomic_folder, atomic_path
from pliant.recording.readings import TOTALS
from pliant.recording.skin import Skin, cut_skin, skin_of
from pliant.recording.skin.blobs import make_blobs

_TYPES = {"<f4": "Float32", "<f8": "Float64", "<i8": "Int64"}
_NOT_VALUES = ("positions", "cut", "broken")
_NONE = np.zeros((0, 3), dtype=np.int64)


class Piece(NamedTuple):
    """A mesh of VTK: points joined by triangles or lines, and quantities at the points."""

    points: np.ndarray  # (V, 3) [m]
    triangles: np.ndarray  # (T, 3)
    lines: np.ndarray  # (L, 2)
    values: Mapping[str, np.ndarray]  # (V,) or (V, k)
    whole: Mapping[str, np.ndarray] = MappingProxyType({})  # (k,), of all of it


class Drawn:
    """A body of a recording, frame by frame."""

    def __init__(self, job: Job, body: str, how: str):
        self._job, self._mesh = job, job.recording.mesh(body)
        self._as_lines = how == "line" and self._mesh.is_thread
        plain = self._mesh.blobs is not None or self._as_lines
        self._skin: Skin | None = None if plain else skin_of(job.recording, body)

    @property
    def is_block(self) -> bool:
        """Whether it is drawn as the boundary of a volume, and not as a tube."""
        return self._skin is not None and self._skin.closed and not self._mesh.is_thread

    def at(self, index: int) -> Piece:
        """What it is in a frame."""
        recording, mesh = self._job.recording, self._mesh
        frame = recording.frame(index)
        positions = np.asarray(frame.arrays[f"{mesh.id}/positions"], dtype=float)
        values, whole = _values_of(frame, mesh), _whole_of(frame, mesh)
        gone, broken = recording.cut(mesh.id, index), recording.broken(mesh.id, index)
        if self._as_lines:
            return Piece(positions, _NONE, np.delete(mesh.parts, gone, axis=0), values, whole)
        if self._skin is None:
            blobs = make_blobs(positions, mesh.blobs or 0.0)
            spread = {name: _spread(blobs.spread, array) for name, array in values.items()}
            return Piece(blobs.points, blobs.triangles, _NONE[:, :2], spread, whole)
        skin = cut_skin(self._skin, gone, broken)
        points, _ = skin.move(positions)
        spread = {name: skin.spread(array) for name, array in values.items()}
        return Piece(points, skin.triangles, _NONE[:, :2], spread, whole)


def _spread(spread: Callable[[np.ndarray], np.ndarray], values: np.ndarray) -> np.ndarray:
    """Numbers (nodes,) or (nodes, k) by a function that takes the latter."""
    return spread(values[:, None])[:, 0] if values.ndim == 1 else spread(values)


def _values_of(frame: Frame, mesh: BodyMesh) -> dict[str, np.ndarray]:
    """The quantities at the nodes of a body by name, (nodes,) or (nodes, k)."""
    found = _arrays_of(frame, mesh)
    there = {
        name: array
        for name, array in found.items()
        if array.shape[:1] == (mesh.nodes,) and name not in TOTALS
    }
    return {name: array.reshape(mesh.nodes, -1) if array.ndim > 1 else array for name, array in there.items()}


def _whole_of(frame: Frame, mesh: BodyMesh) -> dict[str, np.ndarray]:
    """What a frame says of a body as a whole, by name."""
    return {name: np.ravel(array) for name, array in _arrays_of(frame, mesh).items() if name in TOTALS}


def _arrays_of(frame: Frame, mesh: BodyMesh) -> dict[str, np.ndarray]:
    keys = [key.rpartition("/") for key in frame.arrays]
    names = [name for body, _, name in keys if body == mesh.id and name not in _NOT_VALUES]
    return {name: np.asarray(frame.arrays[f"{mesh.id}/{name}"], dtype=np.float64) for name in names}


def _paths(job: Job) -> list[Path]:
    """The collection, and the folder of what is in it."""
    path = job.path if job.path.suffix.lower() == ".pvd" else job.path.with_name(job.path.name + ".pvd")
    return [path, path.with_suffix("")]


def _write(job: Job) -> list[Path]:
    path, folder = _paths(job)
    how = job.options.get("curves") or "line"
    if how not in ("tube", "line"):
        raise PliantError(f"curves = {how!r} given, 'tube' or 'line' expected")
    with atomic_folder(folder, r".*\.vtp") as fresh:
        entries = _bodies(job, fresh, how)
        if job.options.get("obstacles"):
            entries += _obstacles(job, fresh)
    with atomic_path(path) as temporary:
        temporary.write_text(_collection(job, folder.name, entries), encoding="utf-8")
    return [path, folder]


class Entry(NamedTuple):
    """A file of the collection."""

    frame: int
    part: int
    name: str
    file: str


def _bodies(job: Job, folder: Path, how: str) -> list[Entry]:
    drawn = [Drawn(job, body, how) for body in job.bodies]
    entries = []
    for number, index in enumerate(job.frames):
        for part, (body, one) in enumerate(zip(job.bodies, drawn, strict=True)):
            file = f"{_plain(body)}_{number:05d}.vtp"
            write_piece(folder / file, one.at(index))
            entries.append(Entry(index, part, body, file))
        job.report(number + 1, len(job.frames))
    return entries


def _obstacles(job: Job, folder: Path) -> list[Entry]:
    recording, entries = job.recording, []
    moving = recording.moving_obstacles()
    for number, index in enumerate(job.frames):
        for part, mesh in enumerate(recording.obstacles_at(index), start=len(job.bodies)):
            if not mesh.visible:
                continue
            file = f"{_plain(mesh.id)}_{number:05d}.vtp" if mesh.id in moving else f"{_plain(mesh.id)}.vtp"
            if number == 0 or mesh.id in moving:
                write_piece(folder / file, Piece(mesh.vertices, mesh.triangles, _NONE[:, :2], {}))
            entries.append(Entry(index, part, mesh.id, file))
    return entries


def _plain(name: str) -> str:
    """A name that any file may have."""
    return re.sub(r"[^\w.-]", "_", name)


def _collection(job: Job, folder: str, entries: list[Entry]) -> str:
    times = job.recording.times
    lines = [
        f'    <DataSet timestep="{times[entry.frame]:.9g}" part="{entry.part}" name={quoteattr(entry.name)} '
        f"file={quoteattr(f'{folder}/{entry.file}')}/>\n"
        for entry in entries
    ]
    head = '<?xml version="1.0"?>\n<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">\n'
    return f"{head}  <Collection>\n{''.join(lines)}  </Collection>\n</VTKFile>\n"


class Arrays:
    """Arrays that follow the text of a file of VTK as they are, each after its length in bytes."""

    def __init__(self):
        self._blocks: list[bytes] = []
        self._size = 0

    def add(self, name: str, values: np.ndarray) -> str:
        """What the text says of an array (n,) or (n, k)."""
        raw = values.astype("<i8" if values.dtype.kind in "iu" else values.dtype.newbyteorder("<"))
        data = np.ascontiguousarray(raw).tobytes()
        self._blocks.append(len(data).to_bytes(8, "little") + data)
        offset, self._size = self._size, self._size + 8 + len(data)
        numbers = 1 if values.ndim == 1 else values.shape[1]
        what = f'type="{_TYPES[raw.dtype.str]}" Name={quoteattr(name)} NumberOfComponents="{numbers}" '
        what += f'NumberOfTuples="{len(values)}"'
        return f'<DataArray {what} format="appended" offset="{offset}"/>'

    def cells(self, kind: str, nodes: np.ndarray) -> str:
        """The same of cells of k points each, (n, k)."""
        ends = nodes.shape[1] * np.arange(1, len(nodes) + 1)
        return f"<{kind}>{self.add('connectivity', nodes.reshape(-1))}{self.add('offsets', ends)}</{kind}>"

    def write(self, file: BinaryIO) -> None:
        file.write(b'<AppendedData encoding="raw">\n_')
        file.writelines(self._blocks)
        file.write(b"\n</AppendedData>\n")


def write_piece(path: Path, piece: Piece) -> None:
    """One mesh as an XML file of VTK."""
    arrays = Arrays()
    values = "".join(arrays.add(name, np.asarray(v, dtype=np.float32)) for name, v in piece.values.items())
    whole = "".join(arrays.add(name, np.asarray([v], dtype=np.float64)) for name, v in piece.whole.items())
    whole = f"<FieldData>{whole}</FieldData>" if whole else ""
    points = arrays.add("Points", np.asarray(piece.points, dtype=np.float64))
    cells = arrays.cells("Lines", piece.lines) + arrays.cells("Polys", piece.triangles)
    counts = f'NumberOfPoints="{len(piece.points)}" NumberOfVerts="0" NumberOfLines="{len(piece.lines)}"'
    with open(path, "wb") as file:
        file.write(
            f'<?xml version="1.0"?>\n'
            f'<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">\n'
            f'<PolyData>{whole}<Piece {counts} NumberOfStrips="0" NumberOfPolys="{len(piece.triangles)}">\n'
            f"<PointData>{values}</PointData>\n<Points>{points}</Points>\n{cells}\n"
            f"</Piece></PolyData>\n".encode()
        )
        arrays.write(file)
        file.write(b"</VTKFile>\n")


PVD = Exporter("pvd", "meshes with quantities for ParaView", _write, _paths, options=("obstacles", "curves"))
