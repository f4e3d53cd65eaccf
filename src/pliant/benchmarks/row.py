"""One measurement, and what it stands beside."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Limit = Literal["", "at most", "at least"]


@dataclass(frozen=True)
class Row:
    """What was measured, the figure and its unit; `reference` is the figure of what it is compared with.

    With a `limit` the figure should be at most or at least the reference. A figure that could not be had is NaN, and
    `compared_with` says why.
    """

    quantity: str
    figure: float
    unit: str
    compared_with: str = ""
    reference: float | None = None
    limit: Limit = ""

    @property
    def within(self) -> bool | None:
        """Whether the figure keeps to its limit; None if there is none, or no figure."""
        if not self.limit or self.reference is None or not math.isfinite(self.figure):
            return None
        over = self.figure > self.reference
        return self.figure == self.reference or over == (self.limit == "at least")
