"""Knots are told apart and links are counted, however they are moved and turned."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.gallery.knots import closed_far_away, determinant, linking_number

T = np.linspace(0.0, 2.0 * np.pi, 150, endpoint=False)
CIRCLE = np.stack([np.cos(T), np.sin(T), 0.0 * T], axis=1)


def on_torus(p: int, q: int) -> np.ndarray:
    """The torus knot that goes p times round the axis and q times round the tube."""
    r = 2.0 + np.cos(q * T)
    return np.stack([r * np.cos(p * T), r * np.sin(p * T), np.sin(q * T)], axis=1)


FIGURE_EIGHT = np.stack(
    [(2.0 + np.cos(2 * T)) * np.cos(3 * T), (2.0 + np.cos(2 * T)) * np.sin(3 * T), np.sin(4 * T)], axis=1
)


@pytest.mark.parametrize(
    "knot, wanted",
    [(CIRCLE, 1), (on_torus(2, 3), 3), (on_torus(3, 2), 3), (FIGURE_EIGHT, 5), (on_torus(2, 7), 7)],
)  # from tables of knots
def test_the_determinant_tells_knots_apart_from_any_side(knot: np.ndarray, wanted: int):
    rng = np.random.default_rng(1)
    for _ in range(20):
        turn = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        assert determinant(knot @ turn.T + rng.standard_normal(3)) == wanted


def test_an_open_overhand_knot_is_a_trefoil_and_a_wound_rope_is_none():
    t = np.linspace(-2.1, 2.1, 100)
    overhand = np.stack([t**3 - 3 * t, t**4 - 4 * t**2, 0.1 * (t**5 - 10 * t)], axis=1)
    coil = np.stack([t, np.cos(9 * t), np.sin(9 * t)], axis=1)
    assert determinant(closed_far_away(overhand)) == 3
    assert determinant(closed_far_away(coil)) == 1


def test_rings_are_linked_once_twice_or_not():
    upright = np.stack([1.0 + np.cos(T), 0.0 * T, np.sin(T)], axis=1)
    wound = np.stack([np.cos(T), np.sin(T), 0.0 * T], axis=1) + 0.3 * np.stack(
        [np.cos(T) * np.cos(2 * T), np.sin(T) * np.cos(2 * T), np.sin(2 * T)], axis=1
    )
    assert abs(linking_number(CIRCLE, upright)) == 1
    assert abs(linking_number(CIRCLE, wound)) == 2
    assert linking_number(CIRCLE, 3.0 + upright) == 0
    assert linking_number(CIRCLE, upright[::-1]) == -linking_number(CIRCLE, upright)
