"""How large and how small the numbers of a scene may be: one limit for each kind of quantity.

The limits are far beyond anything that exists, and near enough that squares, cubes and products of a few numbers stay
within what floating point can hold (1e±308). They keep typing errors and damaged files from becoming NaN or a
traceback somewhere inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.problems import FieldError, Path


@dataclass(frozen=True)
class Limit:
    """A kind of quantity: no number of it is larger than `high`, and none that must be positive is below `low`."""

    what: str
    unit: str
    low: float
    high: float


ANGLE = Limit("an angle", "rad", 1e-12, 1e6)  # beyond, rounding alone turns by 1e-10 rad
LENGTH = Limit("a length or coordinate", "m", 1e-12, 1e9)
TIME = Limit("a time", "s", 1e-12, 1e9)  # below, all stiffness is lost to rounding beside mass / dt²
TOLERANCE = Limit("a tolerance", "times the whole", 1e-150, 1e15)  # so small: iterate as often as allowed
NUMBER = Limit("a number", "in SI units", 1e-18, 1e15)
LARGEST_INTEGER = 2**31 - 1
SMALLEST_BODY = 1e-9  # [m]
# A body that is this many times its own size away from the origin: its nodes have five digits left among themselves.
FARTHEST = 1e9

# Fields by their names; every other field holds numbers of any kind.
_KINDS = {
    **dict.fromkeys(("angle", "fibre_angle", "phase", "rotation", "turns"), ANGLE),
    **dict.fromkeys(
        ("anchor", "center", "control_points", "corners", "edge_length", "end", "height", "heights", "high",
         "inner", "length", "low", "margin", "offset", "pitch", "point", "position", "radius", "reach",
         "semi_axes", "shifts", "start", "thickness", "to", "tube", "vertices", "width"), LENGTH
    ),
    "tolerance": TOLERANCE,
    **dict.fromkeys(
        ("contact_time", "cooling_time", "dt", "period", "relaxation_time", "retardation_time", "seconds",
         "time", "times"), TIME
    ),
}  # fmt: skip


def limit_of(field: str | None) -> Limit:
    """The limit for the numbers in a field of a spec."""
    return _KINDS.get(field or "", NUMBER)


def check_size(value: Any, field: str | None) -> None:
    """Raises a `FieldError` for the first number in a value, or in lists and tables in it, that is too large."""
    limit = limit_of(field)
    path = _excess(value, limit.high)
    if path is None:
        return
    given = value
    for part in path:
        given = given[part]
    most = LARGEST_INTEGER if isinstance(given, int) else limit.high
    what = "a whole number" if isinstance(given, int) else limit.what
    unit = "" if isinstance(given, int) else f" {limit.unit}"
    raise FieldError(path, f"too large: {what} is at most {most:g}{unit} (given: {shown(given)})")


def check_positive(value: float, field: str | None) -> None:
    """Raises ValueError for a number that must be positive and is as good as zero."""
    limit = limit_of(field)
    if value < limit.low:
        raise ValueError(
            f"too small: {limit.what} that must be positive is at least {limit.low:g} {limit.unit} (given: {value:g})"
        )


def why_not_a_body(points: np.ndarray) -> str | None:
    """What is wrong with the places (n, 3) [m] of a body's nodes, if they are of no use as such."""
    if not np.isfinite(points).all():
        return "not all of its points are finite: some of its numbers are too large or too small"
    size, farthest = float(np.linalg.norm(np.ptp(points, axis=0))), float(np.abs(points).max())
    if size == 0.0:
        return "all of its points are in one place"
    if size < SMALLEST_BODY:
        return f"a body is at least {SMALLEST_BODY:g} m large (this one: {size:g} m)"
    if farthest > 2.0 * LENGTH.high:
        return f"no coordinate is larger than {LENGTH.high:g} m (largest here: {farthest:g} m)"
    if farthest > FARTHEST * size:
        return f"{size:g} m large and {farthest:g} m from the origin, it would be lost to rounding"
    return None


def shown(number: float) -> str:
    """A number for a message; Python refuses to write out very long integers."""
    if isinstance(number, int):
        return str(number) if number.bit_length() <= 64 else f"a whole number of {number.bit_length()} bits"
    return f"{number:g}"


def _excess(value: Any, high: float) -> Path | None:
    """Where in a value the first number stands that is not within ±high."""
    if isinstance(value, float):
        return None if -high <= value <= high else ()
    if isinstance(value, int):
        return None if -LARGEST_INTEGER <= value <= LARGEST_INTEGER else ()
    if isinstance(value, list | tuple):
        for k, part in enumerate(value):
            below = _excess(part, high)
            if below is not None:
                return (k, *below)
    elif isinstance(value, dict):
        for key, part in value.items():
            below = _excess(part, high)
            if below is not None:
                return (key, *below)
    elif hasattr(value, "__array__"):
        table = np.asarray(value)
        if table.dtype.kind in "fiu" and table.size and not np.abs(table).max() <= high:
            wrong = ~(np.abs(table) <= high)
            return tuple(int(i) for i in np.argwhere(wrong)[0])
    return None
