"""One measurement, and what it stands beside."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured, the figure and its unit; `reference` is the figure of what it is compared with.

    A figure that could not be had is NaN, and `compared_with` says why.
    """

    quantity: str
    figure: float
    unit: str
    compared_with: str = ""
    reference: float | None = None
