"""Claims about rest shapes: they pass where the formulas say, with nodes in the order the scene files use."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import SceneError
from pliant.numerics.grid import parameters
from pliant.shapes import bezier, ellipsoid, rectangle
from pliant.shapes.pose import rotation_matrix, transform

FREE = (False, False)


def test_a_free_axis_reaches_its_end_and_a_periodic_one_stops_a_node_before():
    s, t = parameters((5, 4), (False, True))
    assert s.tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert t.tolist() == [0, 0.25, 0.5, 0.75]


def test_control_points_count_along_the_first_axis_first():
    # The square of 000 §4.4.5.1: node 1 lies along x from node 0, node 2 along y.
    square = bezier([(-2, -2, 0), (2, -2, 0), (-2, 2, 0), (2, 2, 0)], order=1)
    points = square.points((3, 5), FREE)
    assert points.shape == (3, 5, 3)
    assert points[2, 0].tolist() == [2, -2, 0]
    assert points[0, 4].tolist() == [-2, 2, 0]
    assert points[1, 2].tolist() == [0, 0, 0]


def test_a_patch_of_order_one_is_bilinear():
    saddle = bezier([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1)])
    points = saddle.points((5, 9), FREE)
    s, t = parameters((5, 9), FREE)
    assert np.allclose(points[..., 2], s[:, None] * t[None, :], atol=1e-15)


def test_a_patch_of_order_two_by_hand():
    # Heights 0 but for the middle control point, 4: z = 4·2s(1−s)·2t(1−t).
    control = [(j / 2, i / 2, 4.0 * (i == 1 and j == 1)) for i in range(3) for j in range(3)]
    points = bezier(control).points((5, 3), FREE)
    assert points[2, 1].tolist() == [0.5, 0.5, 1.0]
    assert points[1, 1].tolist() == [0.25, 0.5, 4 * 0.375 * 0.5]


def test_a_patch_of_order_three_by_hand():
    # One curve (0,0) (0,1) (1,1) (1,0), the same for all i: at ½ it is at (½, ¾), at ¼ at (5/32, 9/16).
    row = [(0, 0), (0, 1), (1, 1), (1, 0)]
    control = [(x, float(i), z) for i in range(4) for x, z in row]
    points = bezier(control, order=3).points((5, 4), FREE)
    assert np.allclose(points[2, :, [0, 2]].T, [0.5, 0.75])
    assert np.allclose(points[1, :, [0, 2]].T, [5 / 32, 9 / 16])
    assert np.allclose(points[0, :, 1], [0, 1, 2, 3])


def test_a_periodic_patch_still_ends_where_its_control_points_end():
    square = bezier([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])
    assert np.array_equal(square.points((4, 4), (True, True)), square.points((4, 4), FREE))


def test_a_patch_of_order_thirty_keeps_its_digits():
    p = 30
    control = [(j / p, i / p, 0.0) for i in range(p + 1) for j in range(p + 1)]
    points = bezier(np.array(control)).points((11, 11), FREE)
    assert np.allclose(points[..., 0], np.linspace(0, 1, 11)[:, None], rtol=0, atol=1e-14)


def test_the_wrong_number_of_control_points_is_refused():
    with pytest.raises(SceneError, match="9 control points, 4 given"):
        bezier([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], order=2)


def test_an_ellipsoid_satisfies_its_equation():
    patch = ellipsoid(1.5, 1.0, 0.5, center=(1, 2, 3))
    local = patch.points((12, 7), (True, False)) - (1, 2, 3)
    assert np.allclose((local**2 / [2.25, 1.0, 0.25]).sum(axis=-1), 1.0)  # 000 (4.5.1)
    assert np.allclose(local[0, 3], [1.5, 0, 0])  # θ = 0 on the equator
    assert np.allclose(local[3, 3], [0, 1.0, 0])  # θ = 90°
    assert np.allclose(local[:, 0], [0, 0, 0.5])  # φ = 0 is the pole above
    assert np.allclose(local[:, 6], [0, 0, -0.5])


def test_a_periodic_ellipsoid_has_no_doubled_seam():
    closed = ellipsoid().points((8, 5), (True, False))
    open_ended = ellipsoid().points((9, 5), FREE)
    assert np.allclose(open_ended[0], open_ended[-1])
    assert np.allclose(closed, open_ended[:-1])


def test_a_rotation_vector_turns_about_its_axis_by_its_length():
    quarter = rotation_matrix((0, 0, np.pi / 2))
    assert np.allclose(quarter @ [1, 0, 0], [0, 1, 0])
    R = rotation_matrix((0.3, -1.2, 0.7))
    assert np.allclose(R @ R.T, np.eye(3), atol=1e-15) and np.linalg.det(R) == pytest.approx(1)
    assert np.array_equal(rotation_matrix((0, 0, 0)), np.eye(3))
    tiny = rotation_matrix((1e-9, 0, 0))
    assert tiny[2, 1] == pytest.approx(1e-9, rel=1e-12)


def test_points_are_turned_first_and_moved_afterwards():
    points = np.array([[[1.0, 0, 0], [0, 1.0, 0]]])
    assert np.allclose(transform(points, (10, 0, 0), (0, 0, np.pi / 2)), [[[10, 1, 0], [9, 0, 0]]])


@pytest.mark.parametrize("v", [(2.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
def test_a_rectangle_whose_sides_span_no_area_is_refused(v):
    with pytest.raises(SceneError, match="span no area"):
        rectangle(1.0, 1.0, v=v)
