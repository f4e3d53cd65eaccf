"""The material frame of a curve: how its cross-section is turned along it."""

from __future__ import annotations

from typing import Annotated

from pliant.spec import Shown, Spec, Vec3, measured


class MaterialFrame(Spec):
    """What makes a curve resist twist: every edge knows how its cross-section is turned, at rest and at the start.

    At rest the section turns as little as it can along the curve, and by `pretwist` [rad/m] besides; `up`, as far as it
    is across the first edge, is its first axis there (None: an axis of space). Nothing of that has stress, unless a
    natural `curvature` [1/m], towards the first axis and the second, is not that of the shape: (0, 0) is straight. At
    the start the curve is twisted by `initial_twist` [rad/m] more; a closed one as if it was cut, twisted and glued.
    """

    up: Annotated[Vec3 | None, Shown("First axis of the section", start=(0, 0, 1))] = None
    curvature: Annotated[tuple[float, float] | None, Shown("Natural curvature", "1/m", start=(0, 0))] = None
    pretwist: Annotated[float, measured("rad/m")] = 0.0
    initial_twist: Annotated[float, measured("rad/m")] = 0.0
