"""One export, in a process of its own: `python -m pliant.studio.exporting JOB`, so that drawing can hurt nobody else.

JOB is a JSON file (see `Job`). Lines on stdout are JSON: ``{"fraction": 0.4}``, at the end ``{"name": "cloth.mp4"}``,
or ``{"trouble": "…"}``.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any

from pliant.errors import PliantError
from pliant.reach import restrict
from pliant.recording import Recording
from pliant.studio.takes import join

_JOINING = 0.2  # of the work: reading the segments
# What the page calls its textures; its checkerboard takes the colour of the body.
_TEXTURES = {"none": "none", "checker": "checks"}
_PICTURE = "texture.png"
_MOST_PIXELS = 2048  # along an edge of a texture


@dataclass(frozen=True)
class Job:
    """What to export, and where to."""

    format: str
    folder: str  # the result goes there, and nothing else is left in it
    name: str  # of the scene
    segments: list[str]
    first: int | None = None
    last: int | None = None
    camera: list[list[float]] | None = None
    view_angle: float = 28.0
    colour_by: str | None = None
    high: float | None = None  # the end of the colours in a picture; a film has one range for all
    texture: str = "own"
    image: str = ""  # base64
    wireframe: bool = False
    particles: bool = False
    readable: list[str] | None = None  # files and folders that pictures may be read from; None: any


class Reporter:
    """Prints how far things are, a few times a second."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, fraction: float) -> None:
        if monotonic() >= self._next:
            self._next = monotonic() + 0.2
            _print({"fraction": round(fraction, 3)})

    def part(self, low: float, high: float) -> Any:
        """A `progress(done, total)` for a part of the work."""
        return lambda done, total: self(low + (high - low) * done / max(total, 1))


def run(job: Job, report: Reporter) -> Path:
    """Write what was asked for and return the one file to download."""
    folder = Path(job.folder)
    own = str(folder / _PICTURE)  # what the page itself sent
    restrict(None if job.readable is None else [*job.readable, own])
    stem = re.sub(r"[^\w.-]+", "-", job.name)[:100].strip("-.") or "scene"
    if job.format == "scene":
        return _scene(folder, stem)
    target = folder / f"{stem}.pliant"
    segments = [Path(path) for path in job.segments]
    extras = (job.colour_by,) if job.colour_by and job.format in ("mp4", "png") else ()
    recording = join(segments, job.first, job.last, target, report.part(0.0, _JOINING), extras)
    if job.format == "pliant":
        return target
    try:
        return _converted(job, recording, folder / f"{stem}.{job.format}", report)
    finally:
        recording.close()
        target.unlink()


def _scene(folder: Path, stem: str) -> Path:
    from pliant.scene import save
    from pliant.scene.schema import Scene

    kept = folder / "scene.json"
    scene = Scene.model_validate_json(kept.read_text(encoding="utf-8"))
    kept.unlink()
    save(scene, folder / f"{stem}.yaml")
    return folder / f"{stem}.yaml"


def _converted(job: Job, recording: Recording, target: Path, report: Reporter) -> Path:
    progress = report.part(_JOINING, 1.0)
    if job.format in ("mp4", "png"):
        with _look(job, recording) as look:
            if job.format == "mp4":
                return recording.video(target, progress=progress, **look)
            return recording.picture(target, **look)
    inside = target.parent / "export"
    inside.mkdir()
    written = recording.export(inside / target.name, job.format, progress=progress)
    if len(written) == 1 and written[0].is_file():
        return Path(shutil.move(written[0], target))
    files = sorted(path for path in inside.rglob("*") if path.is_file())
    return _zipped(files, inside, target.with_suffix(f".{job.format}.zip"))


@contextmanager
def _look(job: Job, recording: Recording) -> Iterator[dict[str, Any]]:
    """The options of a picture that looks as the page does."""
    look: dict[str, Any] = {"wireframe": job.wireframe, "particles": job.particles}
    if job.camera is not None:
        look |= {"camera": tuple(tuple(point) for point in job.camera), "view_angle": job.view_angle}
    if job.colour_by and any(
        f"{body}/{job.colour_by}" in recording.frame(-1).arrays for body in recording.bodies
    ):
        look["color_by"] = job.colour_by
        if job.high is not None and job.format == "png":
            look["limits"] = (0.0, job.high)
    if job.texture in _TEXTURES:
        look["texture"] = _TEXTURES[job.texture]
    if job.texture != "image" or not job.image:
        yield look
        return
    picture = Path(job.folder) / _PICTURE
    try:
        _save_picture(job.image, picture)
        yield {**look, "texture": str(picture)}
    finally:
        picture.unlink(missing_ok=True)


def _save_picture(data: str, path: Path) -> None:
    """A picture that a page sent, as a PNG."""
    from PIL import Image

    try:
        with Image.open(BytesIO(b64decode(data, validate=True))) as picture:
            picture.thumbnail((_MOST_PIXELS, _MOST_PIXELS))
            picture.convert("RGB").save(path)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise PliantError("the texture is no picture that can be read") from None


def _zipped(files: list[Path], folder: Path, target: Path) -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in files:
            archive.write(path, path.relative_to(folder))
    shutil.rmtree(folder)
    return target


def _print(value: dict[str, Any]) -> None:
    print(json.dumps(value), flush=True)


def main(path: str) -> None:
    """Run a job and tell on stdout how it went."""
    try:
        job = Job(**json.loads(Path(path).read_text(encoding="utf-8")))
        _print({"name": run(job, Reporter()).name})
    except PliantError as error:
        _print({"trouble": str(error)})
    except OSError as error:
        _print({"trouble": f"it cannot be written: {error.strerror or error}"})


if __name__ == "__main__":
    main(sys.argv[1])
