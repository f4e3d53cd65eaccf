"""Shadows fall where light cannot go."""

from __future__ import annotations

import numpy as np

from pliant.render.light import Dots, Light, light_directions, tone

UP = np.array([[0.0, 0.0, 1.0]])
SQUARE = np.array([[-0.3, -0.3, 0.4], [0.3, -0.3, 0.4], [0.3, 0.3, 0.4], [-0.3, 0.3, 0.4]])
TWO = np.array([[0, 1, 2], [0, 2, 3]])


def total(light: Light, points: np.ndarray, normal: np.ndarray = UP) -> np.ndarray:
    """The part of the light that arrives at points whose surfaces face along `normal`."""
    probe = light.probe(points, np.repeat(normal, len(points), axis=0), bias=1.0)
    return np.sum(light.on(probe, arrives=light.arrives(probe)), axis=0) / np.sum(light.on(probe), axis=0)


def make_light() -> Light:
    return Light(np.zeros(3), 1.0, np.array([0.0, 1.0, -0.3]))


def test_light_comes_from_above_in_unit_directions():
    directions = light_directions(np.array([0.3, -0.6, 0.7]))
    np.testing.assert_allclose(np.linalg.norm(directions, axis=1), 1)
    assert (directions[:, 2] > 0).all()


def test_nothing_in_the_way_leaves_all_the_light():
    np.testing.assert_allclose(total(make_light(), np.zeros((1, 3))), 1)


def test_a_roof_takes_the_light_from_what_is_under_it_and_from_nothing_else():
    light = make_light()
    light.move(Dots(SQUARE, TWO, light.texel).at(SQUARE))
    below, beside, above = total(light, np.array([[0, 0, 0.2], [0.9, 0.9, 0.2], [0, 0, 0.6]]))
    assert below < 0.5
    assert beside > 0.9 and above == 1


def test_a_surface_does_not_shadow_itself():
    light = make_light()
    dots = Dots(SQUARE, TWO, light.texel)
    light.move(dots.at(SQUARE))
    inside = dots.at(SQUARE)
    # Light that only just grazes it is the exception, and there is little of that.
    np.testing.assert_allclose(total(light, inside), 1, atol=0.02)
    # ... however it is turned
    c, s = np.cos(1.0), np.sin(1.0)
    turn = np.array([[1, 0, 0], [0, c, s], [0, -s, c]])
    light.move(dots.at(SQUARE @ turn))
    np.testing.assert_allclose(total(light, dots.at(SQUARE @ turn), UP @ turn), 1, atol=0.03)


def test_what_never_moves_is_drawn_once_and_stays():
    light = make_light()
    light.add_still(Dots(SQUARE, TWO, light.texel).at(SQUARE))
    light.move(np.empty((0, 3)))
    assert total(light, np.array([[0, 0, 0.2]]))[0] < 0.5


def test_bright_colours_bend_towards_white_and_never_pass_it():
    values = np.linspace(0, 5, 500)
    toned = tone(values)
    assert (np.diff(toned) >= 0).all() and toned.max() <= 1
    np.testing.assert_allclose(toned[values < 0.7], values[values < 0.7])
