"""Global linear bend along an axis [Barr 1984, §3.4]: the axis becomes an arc, at unchanged length.

With a along the axis, c across it in the direction of the bend, k = angle / (length of the range), a clamped
to the range as â, and θ = k(â − a₀):

    A = a₀ − sin θ (c − 1/k) + cos θ (a − â)
    C = 1/k + cos θ (c − 1/k) + sin θ (a − â)

Beyond the range the shape goes on straight. The Jacobian is 1 − k·c within the range: what lies farther than
1/k towards the centre of the bend would be turned inside out.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.problems import FieldError
from pliant.shapes.deformers.deformer import Axis, Deformer, Range, extent, index
from pliant.shapes.shape import Bounds
from pliant.spec import Point, measured


class Bend(Deformer):
    """Bends the line through `center` [m] along `axis` into an arc of `angle` [rad], towards `towards`.

    `range` [m] is the part that bends, the whole shape unless given; `fixed` [m] is where along the axis the
    shape stays in place, the low end of the range unless given.
    """

    positional: ClassVar = ("angle",)

    kind: Literal["bend"] = "bend"
    angle: Annotated[float, measured("rad")]
    axis: Axis = "z"
    towards: Axis = "x"
    range: Annotated[Range | None, measured("m")] = None
    fixed: Annotated[float | None, measured("m")] = None
    center: Point = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _two_directions(self) -> Bend:
        if self.axis == self.towards:
            raise FieldError(("towards",), f"must be another direction than the axis ({self.axis})")
        return self

    def moved(self, points: np.ndarray, bounds: Bounds) -> np.ndarray:
        """The points along the arc."""
        along, across = index(self.axis), index(self.towards)
        low, high = extent(self.axis, self.range, bounds)
        fixed = low if self.fixed is None else self.fixed
        k = self.angle / (high - low)
        a, c = points[..., along], points[..., across] - self.center[across]
        inside = np.clip(a, low, high)
        beyond = a - inside
        arc = inside - fixed
        theta = k * arc
        # sin θ / k and (1 − cos θ) / k, finite and accurate as k goes to zero
        chord = arc * np.sinc(theta / np.pi)
        rise = 0.5 * theta * arc * np.sinc(0.5 * theta / np.pi) ** 2
        moved = points.copy()
        moved[..., along] = fixed + chord - np.sin(theta) * c + np.cos(theta) * beyond
        moved[..., across] = self.center[across] + rise + np.cos(theta) * c + np.sin(theta) * beyond
        return moved


def bend(angle: float, **options) -> Bend:
    """Bends a shape that stands along z towards x: its low end stays, its high end leans by `angle` [rad]."""
    return Bend(angle=angle, **options)


def bend_degrees(angle: float, **options) -> Bend:
    """Bends a shape that stands along z towards x: its low end stays, its high end leans by `angle` [°]."""
    return Bend(angle=float(np.radians(angle)), **options)
