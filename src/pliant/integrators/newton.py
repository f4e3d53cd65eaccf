"""Newton's method with a line search: what implicit steps and static ones have in common.

A problem is a function Φ of the positions x of a body that is to be least. A correction d is the solution of

    H d = −∇Φ ,                                                                                               (1)

with the Hessian H or something like it that leads downhill, ∇Φ·d < 0, and is made as long as Φ decreases enough
(Armijo), but for its rounding ε:

    Φ(x + s d) ≤ Φ(x) + 10⁻⁴ s ∇Φ·d + ε ,   s = s₀, s₀/2, s₀/4 …                                                (2)

How (1) is solved, how far a correction may go at once, when the solution is near enough, and what a correction means
along which nothing decreases, is for the problem to say: `incremental` is that of an implicit step, `downhill` that of
a static one.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple, Protocol

from pliant.integrators.system import StepReport

_ARMIJO = 1e-4


class End(Enum):
    """How the method ended."""

    SOLVED = auto()
    STUCK = auto()  # no correction decreases Φ
    UNFINISHED = auto()  # as many corrections were made as are allowed


class Level(NamedTuple):
    """Φ at a place [J], and what is less than can be told apart there."""

    value: float
    rounding: float


class Correction(NamedTuple):
    """A solution of (1)."""

    slope: float  # ∇Φ·d [J]
    length: float  # of the longest of its vectors [m]
    whole: float = 1.0  # s₀
    negligible: bool = False  # so short that Φ need not decrease by it
    level: Level | None = None  # of Φ, if it is another function with this correction


class Made(NamedTuple):
    """How far a correction was made: s of (2), and how often it was halved."""

    fraction: float
    halvings: int
    level: Level


class Problem(Protocol):
    """Φ at a place x that it keeps, its gradient there, and a direction d."""

    @property
    def halvings(self) -> int:
        """How often a correction may be halved."""
        ...

    def evaluate(self) -> Level:
        """Φ at x; the gradient is ready for `correct`."""
        ...

    def correct(self, report: StepReport) -> Correction | None:
        """Solve (1) for d, and count it in the report; None if the gradient is zero."""
        ...

    def move(self, fraction: float) -> None:
        """x += fraction·d."""
        ...

    def follow(self) -> bool:
        """Whether Φ is still the same function at x; if not, what was held while a correction was made is new."""
        ...

    def is_over(self, correction: Correction, made: Made, report: StepReport) -> bool:
        """Whether the solution is near enough after a correction; if not, the next one may learn from it."""
        ...

    def without_gain(self, correction: Correction, level: Level) -> End | None:
        """What a correction means along which nothing decreases: the end, or None to try another one."""
        ...


def minimise(problem: Problem, most: int, report: StepReport) -> End:
    """Newton's method; `report` has the corrections before, and no more are made than `most` in all."""
    level = problem.evaluate()
    while report.newton < most:
        correction = problem.correct(report)
        if correction is None:
            return End.SOLVED
        if correction.negligible:
            problem.move(1.0)
            if problem.follow():
                return End.SOLVED
            level = problem.evaluate()
            continue
        level = correction.level or level
        made = line_search(problem, correction, level, report)
        if made is None:
            end = problem.without_gain(correction, level)
            if end is not None:
                return end
            continue
        level = made.level
        if not problem.follow():
            level = problem.evaluate()
        elif problem.is_over(correction, made, report):
            return End.SOLVED
    return End.UNFINISHED


def line_search(problem: Problem, correction: Correction, level: Level, report: StepReport) -> Made | None:
    """Go along a correction as far as (2) allows; None if that is nowhere, and x is where it was."""
    fraction = correction.whole
    for halvings in range(problem.halvings):
        problem.move(fraction)
        after = problem.evaluate()
        allowed = level.value + _ARMIJO * fraction * correction.slope + max(level.rounding, after.rounding)
        if after.value <= allowed:
            return Made(fraction, halvings, after)
        problem.move(-fraction)
        fraction *= 0.5
        report.backtracks += 1
    return None
