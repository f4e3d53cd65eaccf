"""Real time where it can be had; where not, as fast as it goes, and no debts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pliant.studio.pace import Meter, Pace


def run(seconds_per_step: list[float], interval: float) -> list[float]:
    """Times at which steps begin."""
    pace, now, begun = Pace(), 100.0, []
    for seconds in seconds_per_step:
        now += pace.wait(now)
        begun.append(now)
        pace.stepped(now, interval)
        now += seconds
    return begun


def test_fast_steps_come_at_regular_times():
    begun = run([0.003] * 60, 1 / 60)
    assert begun[-1] - begun[0] == pytest.approx(59 / 60, abs=0.06)


def test_a_hiccup_is_made_up_for():
    begun = run([0.003] * 10 + [0.03] + [0.003] * 20, 1 / 60)
    assert begun[-1] - begun[10] == pytest.approx(20 / 60, abs=1e-9)


def test_a_long_pause_is_lost():
    """After a second of compiling nobody wants sixty steps at once."""
    begun = run([0.003] * 10 + [1.0] + [0.003] * 60, 1 / 60)
    gaps = [b - a for a, b in pairwise(begun[11:])]
    assert sum(gap < 0.9 / 60 for gap in gaps) <= 4
    assert begun[-1] - begun[11] > 0.9


def test_steps_that_take_too_long_follow_each_other_at_once_and_forever_after_at_their_time():
    begun = run([0.05] * 50 + [0.001] * 20, 1 / 60)
    gaps = [b - a for a, b in pairwise(begun)]
    assert gaps[20] == pytest.approx(0.05)
    assert gaps[-1] == pytest.approx(1 / 60)


def test_a_meter_tells_rates_of_the_last_second():
    meter = Meter()
    assert meter.rates(0.0) == (0.0, 0.0, 0.0)
    for k in range(200):
        meter.stepped(10.0 + k / 50, 0.004, 0.01)
    steps, real_time, milliseconds = meter.rates(14.0)
    assert steps == pytest.approx(50.0) and real_time == pytest.approx(0.5)
    assert milliseconds == pytest.approx(4.0)
    assert meter.rates(20.0) == (0.0, 0.0, 0.0)
