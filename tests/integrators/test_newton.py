"""Newton's method with a line search, on functions of one number; and when an implicit step stops."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.integrators.incremental import error_left
from pliant.integrators.newton import Correction, End, Level, Made, minimise
from pliant.integrators.system import StepReport


class Valley:
    """Φ = √(1 + x²), whose Newton steps −x(1 + x²) lead away from everywhere beyond |x| = 1."""

    halvings = 30

    def __init__(self, x: float, *, shifts: int = 0, uphill: bool = False):
        self.x, self.d, self.shifts, self.uphill = x, 0.0, shifts, uphill
        self.values: list[float] = []

    def evaluate(self) -> Level:
        return Level(np.sqrt(1.0 + self.x**2), 1e-15)

    def correct(self, report: StepReport) -> Correction | None:
        report.newton += 1
        slope = self.x / np.sqrt(1.0 + self.x**2)
        if slope == 0.0:
            return None
        self.values.append(self.evaluate().value)
        self.d = -self.x * (1.0 + self.x**2) * (-1.0 if self.uphill else 1.0)
        return Correction(slope * self.d, abs(self.d), negligible=abs(self.d) < 1e-12)

    def move(self, fraction: float) -> None:
        self.x += fraction * self.d

    def follow(self) -> bool:
        self.shifts -= 1
        return self.shifts < 0

    def is_over(self, correction: Correction, made: Made, report: StepReport) -> bool:
        return made.fraction == 1.0 and correction.length < 1e-3

    def without_gain(self, correction: Correction, level: Level) -> End | None:
        return End.STUCK


@pytest.mark.parametrize("start", [0.5, 3.0, -40.0])
def test_the_line_search_leads_where_whole_corrections_would_not(start):
    valley, report = Valley(start), StepReport()
    assert minimise(valley, 60, report) is End.SOLVED
    assert abs(valley.x) < 1e-6
    assert all(after < before for before, after in zip(valley.values, valley.values[1:], strict=False))
    assert (report.backtracks > 0) == (abs(start) > 1.0)


def test_a_correction_that_leads_uphill_is_taken_back():
    valley = Valley(0.5, uphill=True)
    assert minimise(valley, 60, StepReport()) is End.STUCK
    assert abs(valley.x - 0.5) < 1e-14


def test_no_more_corrections_are_made_than_allowed_those_before_included():
    report = StepReport(newton=2)
    assert minimise(Valley(3.0), 5, report) is End.UNFINISHED
    assert report.newton == 5


def test_a_function_that_has_changed_is_not_solved_by_the_correction_before():
    calm, changed = StepReport(), StepReport()
    minimise(Valley(0.5), 60, calm)
    assert minimise(Valley(0.5, shifts=calm.newton), 60, changed) is End.SOLVED
    assert changed.newton > calm.newton


def test_where_nothing_pulls_nothing_is_done():
    valley = Valley(0.0)
    assert minimise(valley, 60, StepReport()) is End.SOLVED
    assert valley.x == 0.0


def test_the_error_of_a_fast_iteration_is_less_than_its_last_correction():
    assert error_left(0.1, 1.0, 1.0, yields=False) == 0.1
    assert error_left(0.1, np.inf, 1.0, yields=False) == 0.1


def test_a_matrix_that_is_constant_tells_the_next_correction():
    assert error_left(0.1, 1.0, 0.01, yields=False) == pytest.approx(1e-3)
    assert error_left(0.1, 1.0, 7.0, yields=False) == 0.1  # a steeper gradient tells nothing


def test_slow_corrections_of_matter_that_yields_add_up_to_a_geometric_series():
    q, length = 0.8, 0.1
    to_come = sum(length * q**k for k in range(1, 200))
    assert error_left(length, length / q, 1.0, yields=True) == pytest.approx(10.0 * to_come)
    assert error_left(length, length, 1.0, yields=True) == pytest.approx(10.0 * 20.0 * length)  # at most
