"""PC2: a point cache for Blender's Mesh Cache modifier, 3ds Max and Houdini.

Little endian: the 12 bytes ``POINTCACHE2\\0``, i32 version = 1, i32 points, f32 first frame, f32 frames
per sample, i32 samples, then float32 x, y, z [m] of every point for every sample.

The mesh itself is not in the cache: an OBJ of the first frame is written beside it, with exactly the vertices of the
cache in their order; tubes, boundaries and the option ``curves`` are those of `pliant.export.obj`. In Blender: import
the OBJ (forward axis Y, up axis Z), add a Mesh Cache modifier and choose the PC2. Several bodies become several pairs
of files, ``drape_<body>.pc2``. Option ``fps``: samples at that rate, interpolated in time, so that the cache plays in
real time; by default the samples are the frames of the recording.

A point cache has one mesh for all times. A surface that is cut or breaks has all vertices along its cracks from the
start: until links break they lie on one another. Of other bodies what is gone at the end is not there from the start,
and a warning says so. Bodies that are drawn as blobs, another mesh in every frame, are in it with their skin.
"""

from __future__ import annotations

import struct
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

from pliant.errors import PliantError
from pliant.export.exporter import Exporter, Job
from pliant.export.obj import ObjLine, ObjObject, obj_of, write_single
from pliant.recording.files import atomic_path

HEADER = struct.Struct("<12siiffi")


def _paths(job: Job) -> list[Path]:
    """The point cache of each body."""
    stem = job.path.with_suffix("") if job.path.suffix.lower() == ".pc2" else job.path
    names = [stem] if len(job.bodies) == 1 else [stem.with_name(f"{stem.name}_{body}") for body in job.bodies]
    return [name.with_name(name.name + ".pc2") for name in names]


def _write(job: Job) -> list[Path]:
    samples = _samples(job)
    written = []
    for number, (body, path) in enumerate(zip(job.bodies, _paths(job), strict=True)):
        obj = obj_of(job, body)
        part = _parting(job, body, obj)
        first = _sample(job, body, samples[0])
        part(0.0)
        with atomic_path(path) as temporary, open(temporary, "wb") as file:
            file.write(HEADER.pack(b"POINTCACHE2\0", 1, len(obj.vertices(first)), 0.0, 1.0, len(samples)))
            for done, sample in enumerate(samples, start=1):
                part(sample)
                file.write(obj.vertices(_sample(job, body, sample)).astype("<f4").tobytes())
                job.report(number * len(samples) + done, len(job.bodies) * len(samples))
        part(0.0)
        still = path.with_suffix(".obj")
        write_single(still, obj, first, f"first frame of {path.name}")
        written += [path, still]
    return written


def _parting(job: Job, body: str, obj: ObjObject | ObjLine) -> Callable[[float], None]:
    """What has to be done with the mesh before a sample."""
    recording = job.recording
    if isinstance(obj, ObjObject) and obj.opens and recording.is_torn(body):
        links = np.unique(np.concatenate([recording.broken(body, index) for index in job.frames]))
        return lambda sample: obj.part(links, recording.broken(body, job.frames[int(sample)]))
    if isinstance(obj, ObjObject) and recording.is_cut(body):
        _cut(job, body, obj)
    return lambda sample: None


def _cut(job: Job, body: str, obj: ObjObject) -> None:
    start, end = (job.recording.cut(body, job.frames[k]) for k in (0, -1))
    obj.cut(end)
    if not np.array_equal(start, end):
        warnings.warn(
            f"pc2: body {body!r} is cut on the way; a point cache has one mesh, which is cut from the start",
            stacklevel=2,
        )


def _samples(job: Job) -> np.ndarray:
    """Positions of the samples among the chosen frames, as fractional numbers."""
    fps = job.options.get("fps")
    if fps is None:
        return np.arange(len(job.frames), dtype=float)
    if not fps > 0:
        raise PliantError(f"pc2: fps = {fps} given, a positive number expected")
    times = job.recording.times[np.asarray(job.frames)]
    if np.any(np.diff(times) <= 0):
        raise PliantError("pc2: the recorded times do not increase; leave fps out to export frame by frame")
    count = int((times[-1] - times[0]) * fps + 1e-6) + 1
    return np.interp(times[0] + np.arange(count) / fps, times, np.arange(len(times)))


def _sample(job: Job, body: str, sample: float) -> np.ndarray:
    low = int(sample)
    weight = sample - low
    positions = job.positions(body, job.frames[low])
    if weight > 0:
        positions = (1 - weight) * positions + weight * job.positions(body, job.frames[low + 1])
    return positions


def _replaces(job: Job) -> list[Path]:
    return [path for cache in _paths(job) for path in (cache, cache.with_suffix(".obj"))]


PC2 = Exporter("pc2", "point cache for Blender's Mesh Cache", _write, _replaces, options=("fps", "curves"))
