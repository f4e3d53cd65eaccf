"""The studio is measured by a client that keeps to the protocol."""

from __future__ import annotations

import math

import pytest

from pliant.benchmarks import studio


@pytest.mark.slow
def test_memory_is_watched_while_frames_come_and_recorded_ones_are_looked_at():
    early, more = studio.growth(minutes=0.05, nodes=8)
    assert early > 10 and math.isfinite(more)
