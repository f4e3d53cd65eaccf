"""What a topic of the validation hands back: checks, and curves of theory against computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from pliant.checks import Check

Values = Sequence[float] | np.ndarray


@dataclass(frozen=True)
class Curve:
    """One line of a plot: `theory` is drawn as a line, `computed` as marks."""

    label: str
    x: Values
    y: Values
    kind: Literal["theory", "computed"] = "computed"


@dataclass(frozen=True)
class Plot:
    """One pair of axes; `theory` and `computed` give the same ones with another curve."""

    title: str
    x_label: str
    y_label: str
    curves: Sequence[Curve] = ()
    log_x: bool = False
    log_y: bool = False
    equal: bool = False  # one metre is as long upwards as sideways

    def theory(self, label: str, x: Values, y: Values) -> Plot:
        return replace(self, curves=(*self.curves, Curve(label, x, y, "theory")))

    def computed(self, label: str, x: Values, y: Values) -> Plot:
        return replace(self, curves=(*self.curves, Curve(label, x, y)))

    def slope(self, label: str, order: int, of: str) -> Plot:
        """With the line of an order of convergence through the last point of the curve with the label `of`."""
        curve = next(curve for curve in self.curves if curve.label == of)
        ends = [curve.x[0], curve.x[-1]]
        return self.theory(label, ends, [curve.y[-1] * (ends[0] / ends[1]) ** order, curve.y[-1]])


@dataclass(frozen=True)
class Result:
    """One topic: its theory is the docstring of its module."""

    name: str
    title: str
    checks: Sequence[Check]
    plots: Sequence[Plot] = field(default_factory=tuple)
    theory: str = ""
