"""What a topic of the validation hands back: checks, and curves of theory against computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from pliant.checks import Check


@dataclass(frozen=True)
class Curve:
    """One line of a plot: `theory` is drawn as a line, `computed` as marks."""

    label: str
    x: Sequence[float] | np.ndarray
    y: Sequence[float] | np.ndarray
    kind: Literal["theory", "computed"] = "computed"


@dataclass(frozen=True)
class Plot:
    """One pair of axes."""

    title: str
    x_label: str
    y_label: str
    curves: Sequence[Curve]
    log_x: bool = False
    log_y: bool = False
    equal: bool = False  # one metre is as long upwards as sideways


@dataclass(frozen=True)
class Result:
    """One topic: its theory is the docstring of its module."""

    name: str
    title: str
    checks: Sequence[Check]
    plots: Sequence[Plot] = field(default_factory=tuple)
    theory: str = ""
