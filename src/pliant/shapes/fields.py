"""Fields that several shapes have in common, and how they are checked."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field

from pliant.errors import Problem, SceneError
from pliant.problems import FieldError, Path
from pliant.spec import Positive, Shown, Vec3, measured, plain

FULL_TURN = 2.0 * np.pi


ControlPoints = Annotated[tuple[Vec3, ...], BeforeValidator(plain), Shown(unit="m", item="Point")]
Factors = Annotated[tuple[Positive, Positive, Positive], BeforeValidator(plain)]
SemiAxes = Annotated[Factors, Shown("Semi-axes", "m")]
Exponents = Annotated[tuple[Positive, Positive], BeforeValidator(plain)]
Turn = Annotated[float, Field(gt=0, le=FULL_TURN + 1e-5), measured("rad")]  # a file may round 2π up
Fraction = Annotated[float, Field(ge=0, lt=1)]
Order = Annotated[int, Field(ge=1)]


def full(angle: float) -> bool:
    """Whether an angle is a whole turn, as precisely as people write 2π."""
    return abs(angle - FULL_TURN) < 1e-5


def as_net(points: Any, axes: int) -> np.ndarray:
    """Control points given as an array or nested lists with one index per axis, or a `SceneError`."""
    try:
        net = np.asarray(points, dtype=float)
    except (TypeError, ValueError):  # ragged lists, words
        net = np.zeros(0)
    if net.ndim != axes + 1 or net.shape[-1] != 3 or 0 in net.shape:
        wanted = ", ".join("abc"[:axes])
        raise SceneError(
            [Problem("", f"control points must have the shape ({wanted}, 3) (given: {net.shape})")]
        )
    return net


def check_spans(u: Vec3, v: Vec3) -> None:
    """Refuses two directions that are parallel or zero."""
    area = np.linalg.norm(np.cross(u, v))
    if not area > 1e-9 * np.linalg.norm(u) * np.linalg.norm(v):
        raise FieldError(("v",), f"u and v span no area: u = {list(u)}, v = {list(v)}")


def check_count(points: tuple[Vec3, ...], wanted: int, what: str) -> None:
    """Refuses another number of control points than `what` has."""
    if len(points) != wanted:
        raise FieldError(("control_points",), f"{what} has {wanted} control points, {len(points)} given")


def check_enough(count: int, degree: int, closed: bool, path: Path) -> None:
    """Refuses fewer control points along an axis than a B-spline of `degree` needs."""
    needed = max(3, degree) if closed else degree + 1
    if count < needed:
        how = "closed " if closed else ""
        raise FieldError(
            path, f"a {how}B-spline of degree {degree} needs at least {needed} control points, {count} given"
        )


def check_apart(points: tuple[Vec3, ...], name: str) -> None:
    """Refuses points that all lie in one place, since what they describe would have no size."""
    if np.ptp(np.asarray(points), axis=0).max() == 0.0:
        raise FieldError((name,), f"all points lie in one place: {list(points[0])}")


def frame(u: Vec3, v: Vec3) -> np.ndarray:
    """Rows U, V, W: unit vectors along u, along what of v is perpendicular to u, and along u × v."""
    first = np.asarray(u) / np.linalg.norm(u)
    normal = np.cross(u, v)
    normal = normal / np.linalg.norm(normal)
    return np.stack([first, np.cross(normal, first), normal])
