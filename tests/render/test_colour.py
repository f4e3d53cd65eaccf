"""Colours say how large a quantity is."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import PliantError
from pliant.render.colour import ColourScale, find_scale


def test_rest_is_nearly_white_tension_red_and_compression_blue():
    rest, pull, push = ColourScale("stretch", -0.1, 0.2).colours(np.array([0.0, 0.2, -0.1]))
    assert rest.min() > 0.85
    assert pull[0] > 3 * pull[2]
    assert push[2] > 3 * push[0]


def test_colours_change_continuously_and_stop_at_the_ends():
    scale = ColourScale("stretch", -0.1, 0.2)
    colours = scale.colours(np.linspace(-0.2, 0.4, 2001))
    assert np.abs(np.diff(colours, axis=0)).max() < 0.02
    np.testing.assert_array_equal(colours[0], scale.colours(np.array([-0.1]))[0])
    np.testing.assert_array_equal(colours[-1], scale.colours(np.array([0.2]))[0])


def test_what_is_not_a_number_is_black():
    assert not ColourScale("stretch", 0, 1).colours(np.array([np.nan, np.inf])).any()


def test_the_scale_covers_what_was_recorded(recording):
    scale = find_scale(recording, "stretch", None)
    assert (scale.low, scale.high) == (-0.05, 0.1)  # round numbers around −0.05 … 0.1
    assert [text for _, text in scale.ticks()] == ["-5 %", "0 %", "10 %"]
    assert find_scale(recording, "stretch", (0.0, 0.3)) == ColourScale("stretch", 0.0, 0.3)


def test_a_quantity_that_was_not_recorded_is_an_error(recording):
    with pytest.raises(PliantError, match=r"'heat'.*stretch"):
        find_scale(recording, "heat", None)
