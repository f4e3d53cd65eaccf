"""Claims about curves: they pass where the formulas say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pliant import shapes
from pliant.errors import SceneError
from pliant.shapes.splines import b_spline, bernstein

BOX: Any = shapes.box()  # what only a type checker would notice beforehand


def nodes(curve, count: int, periodic: bool = False) -> np.ndarray:
    return curve.points((count,), (periodic,))


def length(points: np.ndarray) -> float:
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def test_a_line_is_evenly_divided():
    assert nodes(shapes.line((0, 0, 0), (4, 0, -4)), 5).tolist() == [[k, 0, -k] for k in range(5)]


def test_a_polyline_has_its_nodes_at_even_distances_along_it():
    corner = shapes.polyline([(0, 0, 0), (1, 0, 0), (1, 3, 0)])
    assert np.allclose(nodes(corner, 5), [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 2, 0), (1, 3, 0)])
    square = shapes.polyline([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], closed=True)
    assert np.allclose(nodes(square, 4, True), [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)])


def test_a_bezier_curve_by_hand():
    curve = shapes.bezier_curve([(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)])
    assert np.allclose(nodes(curve, 5)[1:3], [(5 / 32, 9 / 16, 0), (0.5, 0.75, 0)])


def test_raising_the_order_of_a_bezier_curve_changes_nothing():
    rng = np.random.default_rng(4)
    low = rng.normal(size=(5, 3))
    k = np.arange(1, 5)[:, None] / 5  # P'_k = k/(p+1) P_{k−1} + (1 − k/(p+1)) P_k
    high = np.concatenate([low[:1], k * low[:-1] + (1 - k) * low[1:], low[-1:]])
    assert np.allclose(nodes(shapes.bezier_curve(low), 23), nodes(shapes.bezier_curve(high), 23))


@pytest.mark.parametrize("order", [1, 2, 3, 8, 40])
def test_bernstein_polynomials_sum_to_one_and_reproduce_straight_lines(order):
    u = np.linspace(0, 1, 17)
    basis = bernstein(u, order)
    assert np.all(basis >= 0)
    assert np.allclose(basis.sum(axis=1), 1, atol=1e-14)
    assert np.allclose(basis @ np.linspace(0, 1, order + 1), u, atol=1e-14)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("count", "degree"), [(4, 3), (7, 3), (5, 1), (6, 2), (9, 5)])
def test_b_splines_sum_to_one_and_are_never_negative(count, degree, closed):
    basis = b_spline(np.linspace(0, 1, 41), count, degree, closed)
    assert np.allclose(basis.sum(axis=1), 1) and basis.min() > -1e-15
    assert np.all((basis > 1e-12).sum(axis=1) <= degree + 1), "each is felt over degree + 1 spans only"


def test_a_clamped_b_spline_begins_and_ends_in_its_end_points_and_is_a_bezier_curve_without_inner_knots():
    points = [(0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 3)]
    spline = nodes(shapes.b_spline_curve(points), 9)
    assert np.allclose(spline[[0, -1]], [points[0], points[-1]])
    assert np.allclose(spline, nodes(shapes.bezier_curve(points), 9))


def test_a_b_spline_of_degree_one_is_its_polygon():
    points = [(0, 0, 0), (1, 2, 0), (2, 0, 1)]
    assert np.allclose(nodes(shapes.b_spline_curve(points, degree=1), 3), points)
    assert np.allclose(
        nodes(shapes.b_spline_curve(points, degree=1, closed=True), 3, True), points[:1] + points[1:]
    )


def test_a_closed_b_spline_closes_with_its_tangent_and_does_not_care_where_it_begins():
    points = [(0, 0, 0), (1, 0, 1), (1, 1, 0), (0, 1, 0), (-1, 0.5, 0)]
    curve = shapes.b_spline_curve(points, closed=True)
    ends = curve.at(np.array([0.0, 1e-6, 1 - 1e-6, 1.0]))
    assert np.allclose(ends[0], ends[3]) and np.allclose(ends[1] - ends[0], ends[3] - ends[2], atol=1e-10)
    turned = shapes.b_spline_curve(points[1:] + points[:1], closed=True)
    assert np.allclose(np.roll(nodes(curve, 20, True), -4, axis=0), nodes(turned, 20, True))


def test_a_circle_keeps_its_radius_in_any_plane():
    ring = shapes.circle(2, center=(1, 2, 3), u=(0, 3, 0), v=(0, 1, 1))
    local = nodes(ring, 8, True) - (1, 2, 3)
    assert np.allclose(np.linalg.norm(local, axis=1), 2)
    assert np.allclose(local[[0, 2]], [(0, 2, 0), (0, 0, 2)])  # along u, then towards v
    assert np.allclose(local[:, 0], 0)


def test_an_arc_spans_its_angle():
    half = nodes(shapes.arc_degrees(1, 180), 3)
    assert np.allclose(half, [(1, 0, 0), (0, 1, 0), (-1, 0, 0)], atol=1e-15)
    assert shapes.arc(1).closes == (False,) and shapes.circle(angle=6.28319).closes == (True,)


@pytest.mark.parametrize("exponent", [0.1, 0.5, 1.0, 2.0, 3.0])
def test_a_superellipse_satisfies_its_equation_at_even_angles(exponent):
    curve = nodes(shapes.superellipse(2, 1, exponent), 64, True) / [2, 1, 1]
    assert np.allclose((np.abs(curve[:, :2]) ** (2 / exponent)).sum(axis=1), 1)
    angles = np.unwrap(np.arctan2(curve[:, 1], curve[:, 0]))
    assert np.allclose(np.diff(angles), 2 * np.pi / 64)


def test_a_helix_rises_by_its_pitch_and_has_its_length():
    helix = shapes.helix(radius=2, pitch=0.5, turns=3, center=(0, 0, 10))
    points = nodes(helix, 3 * 400 + 1)
    assert np.allclose(points[::400, :2], [(2, 0)] * 4) and np.allclose(
        points[::400, 2], [9.25, 9.75, 10.25, 10.75]
    )
    # Chords are shorter than the arc by (2π/400)²/24, 1e-5.
    assert length(points) == pytest.approx(3 * np.hypot(2 * np.pi * 2, 0.5), rel=2e-5)
    left = nodes(shapes.helix(2, -0.5, 3), 5)
    assert left[0, 2] > left[-1, 2]


def test_an_even_curve_is_the_same_curve_with_even_steps():
    flat = shapes.ellipse(3, 1)
    assert np.ptp(np.linalg.norm(np.diff(nodes(flat, 100), axis=0), axis=1)) > 0.1
    even = nodes(shapes.even(flat), 1000)
    steps = np.linalg.norm(np.diff(even, axis=0), axis=1)
    assert np.ptp(steps) < 2e-4 * steps.mean()  # chords are shorter by (κh)²/24, 7e-5 at the tips
    assert np.allclose((even[:, 0] / 3) ** 2 + even[:, 1] ** 2, 1)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: shapes.line((1, 1, 1), (1, 1, 1)), "end: the line has no length"),
        (lambda: shapes.polyline([(1, 1, 1)] * 3), "corners: all points lie in one place"),
        (lambda: shapes.bezier_curve([(0, 0, 0)]), "control_points: must have at least 2 items"),
        (lambda: shapes.bezier_curve([(0, 0, 0)] * 2), "control_points: all points lie in one place"),
        (
            lambda: shapes.b_spline_curve([(0, 0, 0), (1, 0, 0)], closed=True),
            "closed B-spline of degree 3 needs",
        ),
        (lambda: shapes.circle(0), "radius: must be greater than 0"),
        (lambda: shapes.arc(1, 7), "angle: must be less than"),
        (lambda: shapes.ellipse(1, -1), "b: must be greater than 0"),
        (lambda: shapes.circle(v=(2, 0, 0)), "v: u and v span no area"),
        (lambda: shapes.even(BOX), "curve: there is no kind 'box'"),
    ],
)
def test_curves_that_cannot_be_are_refused(wrong, why):
    with pytest.raises(SceneError, match=why):
        wrong()
