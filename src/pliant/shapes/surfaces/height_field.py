"""A height field or range image: a rectangle raised by a table of heights.

    x(s, t) = center + (s − ½)·width·U + (t − ½)·height·V + scale·h(s, t)·W,   W = U × V

h is interpolated bilinearly, so a body with as many nodes as the table has entries gets exactly those.
`heights[m][n]` has m along the first grid axis. A picture is taken in the same way, rows first: with u downwards
and v to the right it stands upright and rises towards whoever looks at it, and nothing is mirrored.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pliant.errors import MissingExtraError, Problem, SceneError
from pliant.problems import FieldError
from pliant.reach import REFUSED, is_within, reason
from pliant.shapes.fields import check_spans, frame
from pliant.shapes.shape import ParametricSurface
from pliant.spec import Length, Point, Vec3, measured, plain

PICTURES = (".png", ".bmp", ".tga", ".tif", ".tiff", ".jpg", ".jpeg", ".pgm")
FILES = (".npy", *PICTURES)
LARGEST = 4096 * 4096  # entries; more would not be a rest shape any more


Row = Annotated[tuple[float, ...], Field(min_length=2)]
Table = Annotated[tuple[Row, ...], BeforeValidator(plain), Field(min_length=2)]


class HeightField(ParametricSurface):
    """A rectangle of `width` and `height` [m] along the first and second axis, raised by a table.

    The table is `heights`, or in `file`: an array saved by NumPy (.npy) or a picture, whose black is 0 and
    white 1. It is multiplied by `scale` [m] and raises along u × v. Nothing in it closes.
    """

    positional: ClassVar = ("heights",)

    kind: Literal["height_field"] = "height_field"
    heights: Table | None = None
    file: str | None = None
    width: Length = 1.0
    height: Length = 1.0
    scale: Annotated[float, measured("m")] = 1.0
    center: Point = (0.0, 0.0, 0.0)
    u: Vec3 = (1.0, 0.0, 0.0)
    v: Vec3 = (0.0, 1.0, 0.0)

    @model_validator(mode="after")
    def _one_table(self) -> HeightField:
        check_spans(self.u, self.v)
        if (self.heights is None) == (self.file is None):
            given = "both" if self.file is not None else "neither"
            raise FieldError(("heights",), f"give either heights or a file ({given} given)")
        widths = [len(row) for row in self.heights or ()]
        for k, width in enumerate(widths):
            if width != widths[0]:
                raise FieldError(("heights", k), f"has {width} entries, the first row has {widths[0]}")
        return self

    def table(self) -> np.ndarray:
        """The heights before scaling, as a table (rows, columns)."""
        return np.asarray(self.heights) if self.file is None else read_heights(self.file)

    def at(self, s: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Positions [m], shape (M, N, 3)."""
        U, V, W = frame(self.u, self.v)
        flat = (s - 0.5)[:, None, None] * self.width * U + (t - 0.5)[None, :, None] * self.height * V
        raised = self.scale * bilinear(self.table(), s, t)
        return np.asarray(self.center) + flat + raised[..., None] * W


def bilinear(table: np.ndarray, s: np.ndarray, t: np.ndarray) -> np.ndarray:
    """The table (A, B) over the unit square at s and t, shape (M, N)."""
    for u in (s, t):  # one axis at a time, each time turning the table
        place = u * (table.shape[0] - 1)
        cell = np.minimum(place.astype(int), table.shape[0] - 2)
        part = (place - cell)[:, None]
        table = ((1.0 - part) * table[cell] + part * table[cell + 1]).T
    return table


def read_heights(file: str) -> np.ndarray:
    """The table in a file, or a `SceneError` that says what is wrong with it."""
    path = Path(file)
    if path.suffix.lower() not in FILES:
        raise _bad(file, f"must end in {', '.join(FILES)}")
    if not is_within(path):
        raise _bad(file, REFUSED)
    try:
        return _read(file, path.stat().st_mtime_ns)
    except (OSError, ValueError, SyntaxError, EOFError) as error:  # what NumPy and Pillow make of bad bytes
        why = "there is no such file" if isinstance(error, FileNotFoundError) else reason(error)
        raise _bad(file, why) from None


@lru_cache(maxsize=8)
def _read(file: str, changed: int) -> np.ndarray:
    """The table in a file that was last changed at `changed`; a body asks for it several times."""
    path = Path(file)
    # Mapped, so that a header that promises too much is found out before memory is asked for.
    table = np.load(path, mmap_mode="r") if path.suffix.lower() == ".npy" else _picture(path)
    if not isinstance(table, np.ndarray) or table.ndim != 2 or min(table.shape) < 2:
        raise ValueError(f"expected a table of at least 2×2 heights, found {np.shape(table)}")
    if table.size > LARGEST:
        raise ValueError(f"{table.shape[0]}×{table.shape[1]} heights are more than {LARGEST:,}")
    if table.dtype.kind not in "biuf" or not np.all(np.isfinite(table)):
        raise ValueError("the heights must be finite numbers")
    table = table.astype(float)
    table.flags.writeable = False
    return table


def _picture(path: Path) -> np.ndarray:
    """The brightness of a picture, 0 to 1, with all the bits that it has."""
    try:
        from PIL import Image
    except Exception as error:
        raise MissingExtraError("reading a height field from a picture", "render", error) from error
    try:
        image = Image.open(path)
    except Image.DecompressionBombError as error:
        raise ValueError(str(error)) from None
    with image:
        if image.width * image.height > LARGEST:
            raise ValueError(f"{image.width}×{image.height} pixels are more than {LARGEST:,}")
        deep = image.mode.startswith("I")  # 16 bits
        grey = image if deep or image.mode == "F" else image.convert("L")
        values = np.asarray(grey, dtype=float)
    return values / (65535.0 if deep else 1.0 if grey.mode == "F" else 255.0)


def _bad(file: str, why: str) -> SceneError:
    return SceneError([Problem("file", f"height field {file!r}: {why}")])


def height_field(
    source: np.ndarray | Sequence[Sequence[float]] | str | os.PathLike[str],
    width: float = 1.0,
    height: float = 1.0,
    scale: float = 1.0,
    **options,
) -> HeightField:
    """A rectangle raised by `source`: heights[m][n] or the path of a file, times `scale` [m]."""
    if isinstance(source, str | os.PathLike):
        read_heights(os.fspath(source))  # better now than when the scene is built
        options["file"] = os.fspath(source)
    else:
        options["heights"] = source
    return HeightField(width=width, height=height, scale=scale, **options)
