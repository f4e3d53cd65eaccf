"""NPZ: every array of the recording in one file that `numpy.load` opens.

Keys are ``times`` (frames,) [s], ``steps`` (frames,), ``bodies`` (ids) and for each body ``<id>/kind`` ("surface",
"curve", "solid", "mesh", "layered" or "rigid"), ``<id>/positions`` (frames, nodes, 3) [m] of all nodes,
``<id>/triangles`` (T, 3) of what is drawn (none for a curve or a ring of springs), ``<id>/uv`` (nodes, 2) if it has
them, and the other recorded quantities, such as ``<id>/stretch`` (frames, nodes). A curve also has ``<id>/radius`` [m]
and ``<id>/closed``, a solid ``<id>/coordinates`` (nodes, 3) in its grid, 0 to 1. A surface that was cut has
``<id>/alive`` (frames, T): whether a triangle is still whole, and ``<id>/broken`` (frames, 2, M, N): whether the link
from the node [m, n] along an axis is broken. If an energy balance was kept, ``energy_balance/<entry>`` (frames,) [J]
are those of all bodies together, ``energy_pairs/<a>/<b>/<entry>`` those of each two that have touched. Option
``compress`` (off: positions hardly shrink).
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np

from pliant.errors import PliantError
from pliant.export.exporter import Exporter, Job
from pliant.recording.files import atomic_path


def _target(job: Job) -> Path:
    return job.path.with_suffix(".npz") if not job.path.suffix else job.path


def _write(job: Job) -> list[Path]:
    path, recording = _target(job), job.recording
    how = zipfile.ZIP_DEFLATED if job.options.get("compress") else zipfile.ZIP_STORED
    first = recording.frame(job.frames[0]).arrays
    names = [
        name
        for name in first
        if name.rpartition("/")[0] in job.bodies and not name.endswith(("/cut", "/broken"))
    ]
    chosen = np.asarray(job.frames)
    with atomic_path(path) as temporary, zipfile.ZipFile(temporary, "w", how) as archive:
        _put(archive, "times", recording.times[chosen])
        _put(archive, "steps", recording.steps[chosen])
        _put(archive, "bodies", np.array(job.bodies))
        for entry, values in recording.energy_balance().items() if recording.has_energy_balance() else ():
            _put(archive, f"energy_balance/{entry}", values[chosen])
        for pair, entries in recording.energy_pairs().items() if recording.has_energy_balance() else ():
            for entry, values in entries.items():
                _put(archive, "/".join(("energy_pairs", *pair, entry)), values[chosen])
        for body in job.bodies:
            mesh = recording.mesh(body)
            _put(archive, f"{body}/kind", np.array(mesh.kind))
            _put(archive, f"{body}/triangles", mesh.triangles)
            if mesh.kind == "curve":
                _put(archive, f"{body}/radius", np.array(mesh.radius))
                _put(archive, f"{body}/closed", np.array(mesh.closed))
            for name, table in (("uv", mesh.uv), ("coordinates", mesh.coordinates)):
                if table is not None:
                    _put(archive, f"{body}/{name}", table)
            if recording.is_cut(body):
                _put(archive, f"{body}/alive", _alive(job, body))
            if recording.is_torn(body):
                _put(archive, f"{body}/broken", _broken(job, body))
        for done, name in enumerate(names, start=1):
            _stream(archive, name, job, first[name])
            job.report(done, len(names))
    return [path]


def _alive(job: Job, body: str) -> np.ndarray:
    """Which triangles are there, (frames, T); of threads, which segments."""
    alive = np.ones((len(job.frames), len(job.recording.mesh(body).parts)), dtype=bool)
    for row, index in zip(alive, job.frames, strict=True):
        row[job.recording.cut(body, index)] = False
    return alive


def _broken(job: Job, body: str) -> np.ndarray:
    """Which links of a surface are broken, (frames, 2, M, N)."""
    mesh = job.recording.mesh(body)
    broken = np.zeros((len(job.frames), 2 * mesh.nodes), dtype=bool)
    for row, index in zip(broken, job.frames, strict=True):
        row[job.recording.broken(body, index)] = True
    return broken.reshape(-1, 2, *mesh.grid)


def _put(archive: zipfile.ZipFile, name: str, array: np.ndarray) -> None:
    with archive.open(f"{name}.npy", "w") as file:
        np.lib.format.write_array(file, array, allow_pickle=False)


def _stream(archive: zipfile.ZipFile, name: str, job: Job, first: np.ndarray) -> None:
    """Frame by frame, so that a recording larger than the memory can be exported."""
    header = {"descr": first.dtype.str, "fortran_order": False, "shape": (len(job.frames), *first.shape)}
    with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
        np.lib.format.write_array_header_1_0(file, header)
        for index in job.frames:
            array = job.recording.frame(index).arrays.get(name)
            if array is None or array.shape != first.shape:
                raise PliantError(f"npz: {name!r} changes its shape at frame {index}; export fewer frames")
            file.write(array.tobytes())


NPZ = Exporter("npz", "NumPy arrays", _write, lambda job: [_target(job)], options=("compress",))
