"""The potential energy of a body, as a problem for Newton's method: static equilibrium where nothing resists.

Corrections are those of

    (H + λM) d = −g(x)                                                                                        (1)

with the positive semi-definite Hessian H where the true one is not positive, masses M and a λ that is small against H,
raised when a correction fails. None moves a node farther than a part of the body's size, so that nothing jumps over an
obstacle. A body that can move freely therefore stays where it is and only changes its shape.
"""

from __future__ import annotations

from math import inf

from pliant.integrators.equilibrium import REACH, Equilibrium, is_over, rate_of
from pliant.integrators.held import require_near
from pliant.integrators.newton import Correction, End, Level, Made
from pliant.integrators.residual import longest
from pliant.integrators.system import StepReport
from pliant.solvers.vectors import dot

_ROUNDING = 1e-13  # of the energies: what is less cannot be told apart
_HALVINGS = 12
_AWAY = 15.0  # sizes: what goes farther may be on its way to nowhere
_SMALLEST, _LARGEST = 1e-11, 1e3  # λM over the mean of H's diagonal
_FIRMER = 1e4  # times as large is λ after a correction that failed
_FIRM = 1e-8  # a λ up to this makes corrections hardly shorter
_LITTLE = 1e-3  # of the displacement: a correction of forces that balance


class Descent:
    """A problem for `newton.minimise`."""

    halvings = _HALVINGS

    def __init__(self, here: Equilibrium, tolerance: float):
        self.here, self.tolerance, self.length = here, tolerance, inf
        self._firmness, self._before, self._largest = _SMALLEST, inf, 0.0
        self._cut = False

    def evaluate(self) -> Level:
        value, sizes, self._largest = self.here.evaluate()
        return Level(value, _ROUNDING * sizes)

    def correct(self, report: StepReport) -> Correction | None:
        system, (_, _, gradient, direction) = self.here.system, self.here.vectors
        if not gradient.any():
            return None
        self.here.direct(report, firmness=self._firmness)
        self._cut = self.here.keep_out()
        slope = dot(gradient, direction, system.layout.span)
        self.length = longest(direction, system.layout.nodes)
        whole = min(1.0, REACH * system.size / self.length) if self.length > 0.0 else 1.0
        return Correction(slope, self.length, whole)

    def move(self, fraction: float) -> None:
        self.here.vectors.u[:] += fraction * self.here.vectors.direction

    def follow(self) -> bool:
        return True  # there is no friction

    def is_over(self, correction: Correction, made: Made, report: StepReport) -> bool:
        """By the rate at which corrections shrink where nothing hinders them, else if no force is left to speak of."""
        if self._cut:
            self._before = inf
            return False
        here, nodes = self.here, self.here.system.layout.nodes
        here.come_through()
        displaced = longest(here.vectors.u, nodes)
        whole = made.fraction == 1.0
        unhindered = whole and self._firmness <= _FIRM and not here.unsure
        rate = rate_of(correction.length, self._before) if unhindered else 1.0
        if is_over(correction.length, rate, self.tolerance * displaced):
            return True
        self._before = correction.length if unhindered else inf
        if longest(here.vectors.gradient, nodes) <= self.tolerance * self._largest:
            here.direct(report, firmness=_SMALLEST)
            self.length = longest(here.vectors.direction, nodes)
            if self.length <= _LITTLE * displaced:
                return True
        if made.halvings > 1:  # where little resists, corrections are too long by that factor
            self._firmness = min(self._firmness * 2.0**made.halvings, _LARGEST)
        elif whole:
            self._firmness = max(0.2 * self._firmness, _SMALLEST)
        if longest(here.vectors.x - here.state.x, nodes) > _AWAY * here.system.size:
            require_near(here.system, here.state, here.vectors.x)
        return False

    def without_gain(self, correction: Correction, level: Level) -> End | None:
        if self._firmness >= _LARGEST:
            return End.STUCK
        self._firmness = min(_FIRMER * self._firmness, _LARGEST)
        self.evaluate()
        return None
