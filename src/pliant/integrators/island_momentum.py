"""Momentum and spin of bodies that are stepped together, however far the equations of the step are solved.

What Newton's method leaves of the gradient would be an error of momentum, and friction between surfaces that are a gap
apart has a torque. So an island that nothing holds is shifted and turned as a whole at last, which changes nothing
between its bodies: momentum follows the forces F from outside, and angular momentum about the centre their torque N,

    Σ m (x − y)/h² = F ,     L = Σ wᵢ Lᵢ + h N ,                                                               (1)

with Lᵢ that of the steps before and wᵢ the weights of the scheme: 1, or 4/3 and −1/3 of BDF2 (`momentum` has this for
single bodies, and the response of L to a turn).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

_STRAIGHT = 1e-6  # of the others: a moment of inertia this small is that of a line about itself


class Course(NamedTuple):
    """Of one body what (1) needs; arrays (3, n) of its nodes."""

    mass: np.ndarray  # (n,)
    x: np.ndarray  # where the step ends
    target: np.ndarray  # y
    force: np.ndarray  # from outside [N]
    velocity: np.ndarray  # where the step ends
    past: Sequence[tuple[float, np.ndarray, np.ndarray]]  # wᵢ, positions, velocities


def rigid_motion(courses: Sequence[Course], h: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """The shift, the turn [rad], the centre of that, and how far the farthest node is from it."""
    names = ("mass", "x", "target", "force", "velocity")
    mass, x, target, force, velocity = (
        np.concatenate([getattr(course, name) for course in courses], axis=-1) for name in names
    )
    total = mass.sum()
    shift = (h * h * force.sum(axis=1) - (mass * (x - target)).sum(axis=1)) / total
    centre = (mass * x).sum(axis=1) / total
    r = x - centre[:, None]
    wanted = h * np.cross(r.T, force.T).sum(axis=0)
    longest = max((course.past for course in courses), key=len)
    for k, (weight, _, _) in enumerate(
        longest
    ):  # weights sum to 1: who has one past only has it in all of them
        pasts = [course.past[min(k, len(course.past) - 1)] for course in courses]
        where, how = (np.concatenate([past[i] for past in pasts], axis=1) for i in (1, 2))
        wanted += weight * _spin(mass, where, how)
    lacking = wanted - _spin(mass, x, velocity)
    inertia = (mass * np.sum(r * r, axis=0)).sum() * np.eye(3) - (mass * r) @ r.T
    response = inertia / h + (mass * r) @ velocity.T - np.sum(mass * np.sum(r * velocity, axis=0)) * np.eye(3)
    response += _STRAIGHT * np.trace(inertia) / h * np.eye(3)
    radius = float(np.sqrt(np.sum(r * r, axis=0).max(initial=0.0)))
    turn = np.linalg.solve(response, lacking) if abs(np.linalg.det(response)) > 0.0 else np.zeros(3)
    return shift, turn, centre, radius


def _spin(mass: np.ndarray, x: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Angular momentum about the centre of mass."""
    centre = (mass * x).sum(axis=1) / mass.sum()
    return (mass * np.cross((x - centre[:, None]).T, v.T).T).sum(axis=1)


def moved(x: np.ndarray, shift: np.ndarray, turn: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """Positions (3, n) turned by a small angle about a centre, and shifted: a rigid motion to rounding."""
    q = 0.5 * turn
    r = (x - centre[:, None]).T
    once = np.cross(q, r)
    turned = r + 2.0 * (once + np.cross(q, once)) / (1.0 + q @ q)
    return turned.T + (centre + shift)[:, None]
