"""Cylinders, tori and tubes, filled.

The first two axes are those of the surface, the third goes outwards, from the middle (or from the hollow there) to
the surface: along x_s × x_t, which points outwards, so that the cells are right-handed.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.shapes.curves import AnyCurve, CurveShape
from pliant.shapes.fields import FULL_TURN, Fraction, Turn, full
from pliant.shapes.shape import ParametricSolid
from pliant.shapes.surfaces.torus import check_hole, ring
from pliant.shapes.surfaces.tube import around, radii
from pliant.spec import Length, NonNegative, Point, measured


class CylinderSolid(ParametricSolid):
    """A rod of `radius` and `height` [m] about the z axis through `center` [m], or the `angle` [rad] of it.

    Around, upwards, outwards. The part `hollow` of the radius is left empty, as in a pipe; without a hollow the
    first layer is all on the axis. Make the first axis periodic to close a whole one.
    """

    positional: ClassVar = ("radius", "height")

    kind: Literal["cylinder_solid"] = "cylinder_solid"
    radius: Length = 0.5
    height: Length = 1.0
    hollow: Fraction = 0.0
    angle: Turn = FULL_TURN
    center: Point = (0.0, 0.0, 0.0)

    @property
    def closes(self) -> tuple[bool, ...]:
        """Around, if it is a whole one."""
        return full(self.angle), False, False

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        theta, z, rho = np.meshgrid(
            self.angle * s, (t - 0.5) * self.height, self.radius * _outwards(w, self.hollow), indexing="ij"
        )
        return np.asarray(self.center) + np.stack([rho * np.cos(theta), rho * np.sin(theta), z], axis=-1)


class TorusSolid(ParametricSolid):
    """A filled torus about the z axis: `radius` and `tube` [m] as for the surface.

    Around the axis, around the tube, outwards from the middle of the tube, of which the part `hollow` is left
    empty. Make the first and second axis periodic to close it.
    """

    positional: ClassVar = ("radius", "tube")

    kind: Literal["torus_solid"] = "torus_solid"
    radius: Length = 1.0
    tube: Length = 0.35
    hollow: Fraction = 0.0
    center: Point = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _has_a_hole(self) -> TorusSolid:
        check_hole(self.radius, self.tube)
        return self

    closes: ClassVar[tuple[bool, ...]] = (True, True, False)  # both ways around

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        return np.asarray(self.center) + ring(s, t, self.radius, self.tube * _outwards(w, self.hollow))


class TubeSolid(ParametricSolid):
    """A filled tube of `radius` [m] around a `curve`; `end` [m] is the radius at the far end.

    Around the section, along the curve, outwards from the curve; the part `hollow` of the radius is left
    empty. Make the first axis periodic, and the second if the curve is closed.
    """

    positional: ClassVar = ("curve", "radius")

    kind: Literal["tube_solid"] = "tube_solid"
    curve: AnyCurve
    radius: Length = 0.1
    end: Annotated[NonNegative | None, measured("m")] = None
    hollow: Fraction = 0.0

    @property
    def closes(self) -> tuple[bool, ...]:
        """Around; along the curve, if that is closed."""
        return True, self.curve.closes[0], False

    def at(self, s: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Positions [m], shape (L, M, N, 3)."""
        radius = radii(self.radius, self.end, t)[:, None] * _outwards(w, self.hollow)
        return around(self.curve, s, t, radius)


def _outwards(w: np.ndarray, hollow: float) -> np.ndarray:
    """Where between the middle (0) and the surface (1) the layers lie."""
    return hollow + (1.0 - hollow) * w


def cylinder_solid(radius: float = 0.5, height: float = 1.0, **options) -> CylinderSolid:
    """A rod about the z axis, or with `hollow` a pipe."""
    return CylinderSolid(radius=radius, height=height, **options)


def torus_solid(radius: float = 1.0, tube: float = 0.35, **options) -> TorusSolid:
    """A filled torus about the z axis; both radii in metres."""
    return TorusSolid(radius=radius, tube=tube, **options)


def tube_solid(curve: CurveShape, radius: float = 0.1, **options) -> TubeSolid:
    """A filled tube of `radius` [m] around a curve, or with `hollow` a hose."""
    return TubeSolid(curve=curve, radius=radius, **options)
