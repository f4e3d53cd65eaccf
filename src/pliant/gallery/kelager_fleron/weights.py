"""The weights that document 000 prints, and the patches it makes its surfaces from."""

from __future__ import annotations

from pliant.model import Raw, Sticks
from pliant.shapes import Bezier, bezier

GRAVITY = 9.82  # (3.5.4)

# (5.1.2), the cloth
CLOTH = Raw(
    tension=((0.35, 0.25), (0.25, 0.35)),
    rigidity=((7.5e-5, 7.5e-4), (7.5e-4, 7.5e-5)),
    mass=1.0,
    damping=0.85,
)

# (5.1.3), the thin metal plate
PLATE = Raw(tension=((1.0, 1.0), (1.0, 1.0)), rigidity=((0.5, 0.5), (0.5, 0.5)), mass=1.0, damping=0.85)

# §5.1.2: the same two of sticks, with rigidity factors of 2 and 5
STICK_CLOTH = Sticks(mass=1.0, drag=0.85, rigidity=2, iterations=10)
STICK_PLATE = Sticks(mass=1.0, drag=0.85, rigidity=5, iterations=10)


def square(half: float, z: float = 0.0) -> Bezier:
    """A flat patch of order 1 between ±half along x (first axis) and y, at height z [m]."""
    return bezier([(-half, -half, z), (half, -half, z), (-half, half, z), (half, half, z)])


def quadratic(corner: float, corner_z: float = 0.0, centre_z: float = 0.0) -> Bezier:
    """A patch of order 2 over [−1, 1]² with its corner points at ±corner, raised like its centre point."""
    points = []
    for i in (-1.0, 0.0, 1.0):
        for j in (-1.0, 0.0, 1.0):
            is_corner, is_centre = i * j != 0, i == j == 0
            reach = corner if is_corner else 1.0
            points.append((reach * j, reach * i, corner_z if is_corner else centre_z if is_centre else 0.0))
    return bezier(points)
