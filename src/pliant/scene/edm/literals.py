"""The values in attributes of document 000's XML, both ways [000 §4.4.1.1].

Reals use a point, indices are unsigned, Booleans "Yes" and "No", vectors "[0, 0, -9.82]", tensors rows of
such. Every reader raises ValueError with what it expected.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable

from pliant.spec import Node, Vec3

_REAL = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_ROW = re.compile(r"\[[^\[\]]*\]")
_ROWS = re.compile(r"\[\s*\[[^\[\]]*\](\s*,\s*\[[^\[\]]*\])*\s*\]")
_LARGEST_INDEX = 2**32 - 1


def real(text: str) -> float:
    """A finite number such as 0.35 or 1e-4."""
    value = float(text) if _REAL.fullmatch(text.strip()) else math.nan
    if not math.isfinite(value):
        raise ValueError("expected a real number such as 0.35")
    return value


def positive(text: str) -> float:
    """A number greater than zero."""
    value = real(text)
    if value <= 0:
        raise ValueError("expected a number greater than 0")
    return value


def not_negative(text: str) -> float:
    """A number that is zero or greater."""
    value = real(text)
    if value < 0:
        raise ValueError("expected a number that is not negative")
    return value


def index(text: str) -> int:
    """An unsigned integer of 32 bits."""
    digits = text.strip()
    if not re.fullmatch(r"\d{1,10}", digits, re.ASCII) or int(digits) > _LARGEST_INDEX:
        raise ValueError("expected an unsigned integer such as 3")
    return int(digits)


def boolean(text: str) -> bool:
    """Yes or No, spelled like that."""
    if text not in ("Yes", "No"):
        raise ValueError('expected "Yes" or "No"')
    return text == "Yes"


def vector(text: str) -> Vec3:
    """A vector or position of three components."""
    x, y, z = (real(part) for part in _parts(text, 3, "[0.0, 0.0, -9.82]"))
    return x, y, z


def indices(axes: int) -> Callable[[str], Node]:
    """A reader of a particle of a body with so many axes, or of the size of its grid."""
    example = str([0, 9, 4][:axes])
    return lambda text: tuple(index(part) for part in _parts(text, axes, example))


def tensor(axes: int) -> Callable[[str], tuple[tuple[float, ...], ...]]:
    """A reader of a square tensor by rows."""
    example = str([[1.0 if i == j else 0.5 for j in range(axes)] for i in range(axes)])

    def read(text: str) -> tuple[tuple[float, ...], ...]:
        inner = text.strip()
        rows = _ROW.findall(inner)
        if len(rows) != axes or not _ROWS.fullmatch(inner):
            raise ValueError(f"expected a {axes}×{axes} tensor such as {example}")
        return tuple(tuple(real(part) for part in _parts(row, axes, example)) for row in rows)

    return read


def rgb(text: str) -> Vec3:
    """A colour: three numbers from 0 to 1, without brackets: "not a vector" [000 §4.4.2.1]."""
    parts = text.split(",")
    if len(parts) != 3 or "[" in text:
        raise ValueError("expected three numbers without brackets, such as 1.0, 0.5, 0.0")
    red, green, blue = (real(part) for part in parts)
    if not all(0 <= channel <= 1 for channel in (red, green, blue)):
        raise ValueError("expected colour channels from 0 to 1")
    return red, green, blue


def _parts(text: str, count: int, example: str) -> list[str]:
    inner = text.strip()
    parts = inner[1:-1].split(",")
    if not (inner.startswith("[") and inner.endswith("]")) or len(parts) != count:
        raise ValueError(f"expected {count} components in brackets, such as {example}")
    return parts


def written(value: bool | float | Iterable) -> str:
    """Any of these as the text of an attribute; reading it gives the very same value."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, int | float):
        return repr(value)
    return "[" + ", ".join(written(part) for part in value) + "]"
