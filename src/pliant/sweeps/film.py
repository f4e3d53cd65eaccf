"""The pictures of one film, drawn by many: the film is the same as that of one process."""

from __future__ import annotations

import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pliant.errors import PliantError
from pliant.recording import Recording
from pliant.recording.files import PathLike, atomic_path
from pliant.render.options import Options
from pliant.render.picture import Show
from pliant.render.video import VERTICES, film_times, open_film, settings_of
from pliant.sweeps.work import Result
from pliant.sweeps.workers import on_dask, on_processes

_AT_ONCE = 12  # pictures of a part


class Part(NamedTuple):
    """Some pictures of a film that follow each other; plain values, so that they can be sent anywhere."""

    number: int
    recording: str | bytes  # where it is, or all of it
    times: list[float]
    options: dict[str, Any]


def film(
    recording: Recording | PathLike,
    path: PathLike,
    *,
    workers: int | None = None,
    scheduler: Any = None,
    fps: float = 30,
    speed: float = 1.0,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Path:
    """`pliant.render.video` by `workers` processes (None: one for each core), or by a Dask cluster (`scheduler`)."""
    found = recording if isinstance(recording, Recording) else Recording(recording)
    settings = settings_of(path, fps, speed, options)
    times = film_times(found.times, fps, speed).tolist() if len(found) else []
    if not times:
        raise PliantError(f"{found.path}: has no frames to show")
    where = str(found.path.resolve()) if scheduler is None else found.path.read_bytes()
    chunks = [times[k : k + _AT_ONCE] for k in range(0, len(times), _AT_ONCE)]
    parts = [
        Part(number, where, chunk, {**options, "size": settings.size}) for number, chunk in enumerate(chunks)
    ]
    results = on_processes(parts, workers, draw) if scheduler is None else on_dask(parts, scheduler, draw)
    waiting: dict[int, bytes] = {}
    done = following = 0
    with atomic_path(path) as temporary:
        writer = open_film(temporary, settings.size, fps)
        try:
            for result in results:
                if result.error is not None:
                    raise PliantError(f"{path}: {result.error}")
                waiting[result.number] = result.content or b""
                while following in waiting:
                    pictures = zlib.decompress(waiting.pop(following))
                    size = 3 * settings.size[0] * settings.size[1]
                    for start in range(0, len(pictures), size):
                        writer.send(pictures[start : start + size])
                    done, following = done + len(parts[following].times), following + 1
                    if progress is not None:
                        progress(done, len(times))
        finally:
            writer.close()
    return Path(path)


def draw(part: Part) -> Result:
    """The pictures of a part, one after the other."""
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="pliant-") as folder:
        path = Path(folder) / "film.pliant"
        if isinstance(part.recording, bytes):
            path.write_bytes(part.recording)
        else:
            path = Path(part.recording)
        try:
            with Recording(path) as recording:
                show = Show(recording, Options.of(part.options))
                with show.scene(vertices=VERTICES) as scene:
                    pictures = [
                        np.ascontiguousarray(show.finish(scene.image(show.moments.at(when)), when)).tobytes()
                        for when in part.times
                    ]
        except PliantError as problem:
            return Result(part.number, str(problem), time.perf_counter() - begin)
    content = zlib.compress(b"".join(pictures), 1)
    return Result(part.number, None, time.perf_counter() - begin, content)
