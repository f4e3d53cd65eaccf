"""The camera shows all of the action, and as large as it goes."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import PliantError
from pliant.render.camera import MARGIN, VIEW_ANGLE, Camera, find_action, look_at, placed_at


def in_picture(camera: Camera, points: np.ndarray, aspect: float) -> np.ndarray:
    """Places in the picture: −1 to 1 across and up."""
    local = points - camera.position
    depth = local @ camera.forward
    t = np.tan(np.radians(VIEW_ANGLE / 2))
    return np.stack([local @ camera.right / (depth * t * aspect), local @ camera.up / (depth * t)], axis=1)


@pytest.mark.parametrize("aspect", [16 / 9, 1.0, 0.4])
@pytest.mark.parametrize("azimuth", [None, 0.0, 200.0])
@pytest.mark.parametrize("elevation", [-20.0, 15.0, 90.0])
def test_every_body_is_inside_at_every_moment_and_fills_the_picture(recording, aspect, azimuth, elevation):
    action = find_action(recording)
    camera = look_at(action, aspect, azimuth, elevation, zoom=1.0)
    places = in_picture(camera, action.points, aspect)
    # The fit is exact: the outermost points lie on the margin, in at least one direction on both sides.
    limit = 1 - MARGIN
    np.testing.assert_allclose(np.abs(places).max(), limit, atol=1e-6)
    spread = places.max(axis=0) - places.min(axis=0)
    assert spread.max() == pytest.approx(2 * limit, abs=1e-6)


def test_the_rays_of_pixels_are_those_of_the_camera(recording):
    camera = look_at(find_action(recording), 2.0, None, 20.0, zoom=1.0)
    rays = camera.rays(400, 200)
    np.testing.assert_allclose(rays @ [200, 100, 1], camera.forward)
    corner = camera.position + 3 * rays @ [400, 0, 1]
    np.testing.assert_allclose(in_picture(camera, corner[None], 2.0), [[1, 1]])


def test_z_is_up_and_the_camera_stands_above_the_floor(recording):
    camera = look_at(find_action(recording), 16 / 9, None, 20.0, zoom=1.0)
    assert camera.up[2] > 0.9 and abs(camera.right[2]) < 1e-12
    assert camera.position[2] > 0


def test_an_infinite_floor_does_not_count(recording):
    assert find_action(recording).radius < 1


def test_a_huge_obstacle_counts_only_near_the_bodies(make, recording):
    positions = [recording.positions("sheet")[0]]
    solid = recording.obstacles[0]
    huge = {"kind": "sphere", "vertices": 100 * solid.vertices, "triangles": solid.triangles}
    assert find_action(make(positions, obstacles=[huge])).radius < 2 * find_action(make(positions)).radius


def test_a_body_that_explodes_does_not_shrink_the_rest_to_a_dot(make, recording):
    calm = [recording.positions("sheet")[0]] * 12
    wild = [*calm, 1e6 * calm[0], np.full_like(calm[0], np.nan)]
    assert find_action(make(wild)).radius < 2 * find_action(make(calm)).radius


def test_a_vertical_sheet_is_not_seen_edge_on(make, recording):
    flat = recording.positions("sheet")[0]
    for turned in (flat[:, [0, 2, 1]], flat[:, [2, 0, 1]]):
        action = find_action(make([turned]))
        camera = look_at(action, 16 / 9, None, 20.0, zoom=1.0)
        assert np.abs(action.normals @ camera.forward).mean() > 0.45


def test_a_camera_can_be_put_anywhere():
    """What it looks at is in the middle of the picture, and half the angle of view is at its upper edge."""
    camera = placed_at((1.0, -2.0, 0.5), (1.0, 1.0, 0.5), (0.0, 0.0, 1.0), view_angle=40.0)
    assert np.allclose(camera.focal_point, (1.0, 1.0, 0.5))
    assert np.allclose(camera.right, (1.0, 0.0, 0.0))
    ray = camera.rays(200, 100) @ (100, 0, 1)
    assert np.isclose(np.degrees(np.arctan2(ray[2], ray[1])), 20.0)


@pytest.mark.parametrize(("target", "up"), [((0, 0, 0), (0, 0, 1)), ((0, 0, -1), (0, 0, 1))])
def test_a_camera_that_looks_nowhere_is_refused(target, up):
    with pytest.raises(PliantError, match="camera"):
        placed_at((0, 0, 0), target, up, 28.0)
