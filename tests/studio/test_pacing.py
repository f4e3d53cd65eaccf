"""Real time where it can be had; where not, as fast as it goes, and no debts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pliant.studio.pacing import Meter, Pace


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


def test_a_hand_is_felt_at_once_and_time_goes_no_faster_for_it():
    pace, now, begun = Pace(), 100.0, []
    for _ in range(600):  # a hand that moves every 2 ms, for 1.2 s
        now += 0.002
        pace.hurry()
        if pace.wait(now) == 0.0:
            begun.append(now)
            pace.stepped(now, 1 / 60)
    ahead = [k / 60 - (at - begun[0]) for k, at in enumerate(begun)]
    assert max(ahead) <= 0.05 + 1 / 60 + 1e-9  # a step, and what may be caught up
    late = [b - a for a, b in pairwise(begun[10:])]
    assert max(late) < 1 / 60 + 0.0021


def test_a_hurried_step_comes_before_its_time_and_the_next_one_at_its_own():
    pace = Pace()
    for now in (0.0, 0.1, 0.2, 0.3):
        pace.stepped(now, 0.1)
    assert pace.wait(0.33) == pytest.approx(0.07)
    pace.hurry()
    assert pace.wait(0.33) == 0.0
    pace.stepped(0.33, 0.1)
    assert pace.wait(0.33) == pytest.approx(0.17)
    pace.hurry()
    assert pace.wait(0.33) == pytest.approx(0.07)  # one step ahead of time and no more


def test_a_meter_tells_rates_of_the_last_second():
    meter = Meter()
    assert meter.rates(0.0) == (0.0, 0.0, 0.0)
    for k in range(200):
        meter.stepped(10.0 + k / 50, 0.004, 0.01)
    steps, real_time, milliseconds = meter.rates(14.0)
    assert steps == pytest.approx(50.0) and real_time == pytest.approx(0.5)
    assert milliseconds == pytest.approx(4.0)
    assert meter.rates(20.0) == (0.0, 0.0, 0.0)
