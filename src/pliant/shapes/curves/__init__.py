"""Curves: points as a function of one parameter, `points((N,), (periodic,))` of shape (N, 3).

To add one, write one file like `helix.py` and add it to `CurveShape`.
"""

from typing import Annotated

from pydantic import Field

from pliant.shapes.curves.b_spline import BSplineCurve, b_spline_curve
from pliant.shapes.curves.bezier import BezierCurve, bezier_curve
from pliant.shapes.curves.ellipse import Circle, Ellipse, arc, arc_degrees, circle, ellipse, superellipse
from pliant.shapes.curves.even import Even, even
from pliant.shapes.curves.helix import Helix, helix
from pliant.shapes.curves.line import Line, line
from pliant.shapes.curves.polyline import Polyline, polyline
from pliant.shapes.deformed import DeformedCurve

CurveShape = Line | Polyline | BezierCurve | BSplineCurve | Circle | Ellipse | Helix | Even | DeformedCurve

# These hold any curve; only here are all of them known.
for _model in (Even, DeformedCurve):
    _model.model_rebuild(_types_namespace={"CurveShape": CurveShape})

AnyCurve = Annotated[CurveShape, Field(discriminator="kind")]

__all__ = [
    "BSplineCurve",
    "BezierCurve",
    "Circle",
    "CurveShape",
    "DeformedCurve",
    "Ellipse",
    "Even",
    "Helix",
    "Line",
    "Polyline",
    "arc",
    "arc_degrees",
    "b_spline_curve",
    "bezier_curve",
    "circle",
    "ellipse",
    "even",
    "helix",
    "line",
    "polyline",
    "superellipse",
]
