"""What is drawn of a body has the body's shape, and the same vertices at all times."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import RecordingError
from pliant.recording import BodyMesh
from pliant.recording.skin import Skin, make_skin
from tests.recording.bodies import (
    Body,
    ball_of_cube,
    ball_with_poles,
    box,
    curve,
    helix,
    record,
    ring,
    rod,
    solid,
    torus,
    trefoil,
    twisted,
)

ROUND = (True, False, False)


def skin_and_points(body: Body, **options) -> tuple[Skin, np.ndarray, np.ndarray]:
    meta, positions = body
    skin = make_skin(BodyMesh.read(meta), positions, **options)
    return skin, *skin.move(positions)


def volume(points: np.ndarray, triangles: np.ndarray) -> float:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def face_normals(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def is_watertight(triangles: np.ndarray) -> bool:
    there = {tuple(edge) for edge in triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)}
    return len(there) == 3 * len(triangles) and all((b, a) in there for a, b in there)


BODIES: dict[str, Body] = {
    "rope": curve(helix(), 0.05),
    "ring": curve(ring(), 0.05, closed=True),
    "knot": curve(trefoil(), 0.03, closed=True),
    "box": solid(box, (4, 5, 6)),
    "twisted": solid(twisted, (5, 5, 9)),
    "ball of a cube": solid(ball_of_cube, (9, 9, 9)),
    "ball with poles": solid(ball_with_poles, (16, 9, 4), ROUND),
    "rod": solid(rod, (16, 4, 3), ROUND),
    "seam": solid(rod, (16, 4, 3)),  # its ends meet without being joined
    "torus": torus(),
}


@pytest.mark.parametrize("name", BODIES)
def test_thick_bodies_have_a_skin_without_holes_that_faces_outwards(name):
    skin, points, normals = skin_and_points(BODIES[name])
    assert skin.closed and is_watertight(skin.triangles)
    assert volume(points, skin.triangles) > 0
    assert (len(points), len(normals)) == (skin.points, skin.normals)
    np.testing.assert_array_equal(np.unique(skin.triangles), np.arange(skin.points))
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1)
    facing = np.einsum("tcx,tx->tc", normals[skin.normal_at], face_normals(points, skin.triangles))
    assert facing.min() > 0.7


@pytest.mark.parametrize("name", BODIES)
def test_numbers_of_vertices_do_not_change_however_the_body_moves(name):
    meta, positions = BODIES[name]
    skin = make_skin(BodyMesh.read(meta), positions)
    for moved in (positions[::-1], 0 * positions, np.random.default_rng(3).normal(size=positions.shape)):
        points, normals = skin.move(moved)
        assert (len(points), len(normals)) == (skin.points, skin.normals)
        assert np.isfinite(points).all() and np.isfinite(normals).all()


# ---- curves


def test_a_straight_curve_is_a_capsule():
    line = np.linspace([0, 0, 0], [0, 0, 2], 7)
    _, points, normals = skin_and_points(curve(line, 0.1))
    axis = np.clip(points[:, 2], 0, 2)[:, None] * [0, 0, 1]
    np.testing.assert_allclose(points - axis, 0.1 * normals, atol=1e-12)
    np.testing.assert_allclose([points[:, 2].min(), points[:, 2].max()], [-0.1, 2.1])


def test_a_ring_has_the_volume_of_a_torus():
    # Twelve sides enclose 0.955 of the circle.
    skin, points, _ = skin_and_points(curve(ring(radius=0.4), 0.05, closed=True))
    assert volume(points, skin.triangles) == pytest.approx(2 * np.pi**2 * 0.4 * 0.05**2, rel=0.06)
    fine, points, _ = skin_and_points(curve(ring(radius=0.4), 0.05, closed=True), spacing=0.001)
    assert fine.points > skin.points
    assert volume(points, fine.triangles) == pytest.approx(2 * np.pi**2 * 0.4 * 0.05**2, rel=0.015)


def test_a_tube_is_round_between_its_nodes():
    # The polygon of 12 nodes is up to 3.4 % of the radius inside the circle.
    _, points, normals = skin_and_points(curve(ring(12, radius=1.0), 0.01, closed=True))
    middle = points - 0.01 * normals
    assert np.abs(np.linalg.norm(middle, axis=1) - 1).max() < 0.002


@pytest.mark.parametrize("name", ["rope", "ring", "knot"])
def test_a_tube_does_not_twist(name):
    _, _, normals = skin_and_points(BODIES[name])
    closed = BODIES[name][0]["closed"]
    sides = 12
    u = normals[: len(normals) // sides * sides].reshape(-1, sides, 3)
    if not closed:
        u = u[2:-2]  # without the round ends
    ahead = np.roll(u, -1, axis=0) if closed else u[1:]
    behind = u if closed else u[:-1]
    # From ring to ring a side turns about as much as the curve bends, also where it is joined.
    turn = np.degrees(np.arccos(np.clip(np.einsum("rsx,rsx->rs", behind, ahead), -1, 1)))
    assert turn.max() < 10


def test_a_tube_that_turns_as_a_whole_keeps_its_sides():
    meta, positions = BODIES["rope"]
    skin = make_skin(BodyMesh.read(meta), positions)
    last = skin.move(positions)[0]
    for angle in np.radians(np.arange(2, 361, 2)):
        c, s = np.cos(angle), np.sin(angle)
        points = skin.move(positions @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]))[0]
        assert np.linalg.norm(points - last, axis=1).max() < 0.05
        last = points


def test_a_closed_tube_whose_twist_passes_half_a_turn_does_not_jump():
    # A figure of eight that is lifted: what is left over after a round goes from −126° through ±180° to 130°.
    t = 2 * np.pi * np.arange(60) / 60
    rings = [
        np.stack([np.cos(t), 0.5 * np.sin(2 * t), lift * np.sin(t)], axis=1)
        for lift in np.linspace(0.25, 0.5, 101)
    ]
    skin = make_skin(BodyMesh.read(curve(rings[0], 0.1, closed=True)[0]), rings[0])
    points = np.array([skin.move(nodes)[0] for nodes in rings])
    assert np.linalg.norm(np.diff(points, axis=0), axis=2).max() < 0.01


@pytest.mark.parametrize(
    "nodes",
    [
        [[0, 0, 0]],
        [[0, 0, 0], [0, 0, 0]],
        [[0, 0, 0], [1, 0, 0]],
        [[0, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0], [2, 0, 0]],
        [[0, 0, 0], [1, 0, 0], [0, 0, 0], [1, 0, 0]],
        [[0, 0, 0], [0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]],
        [[0, 0, 0], [1, 0, 0], [1.001, 0, 0], [5, 0, 0], [5, 1, 0]],
    ],
)
@pytest.mark.parametrize("closed", [False, True])
def test_a_tube_bears_nodes_in_one_place_straight_lines_and_sharp_turns(nodes, closed):
    nodes = np.array(nodes, dtype=float)
    _, points, normals = skin_and_points(curve(nodes, 0.1, closed=closed))
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1)
    # It stays near the nodes: no loops where they are uneven.
    reach = 0.1001 + 0.25 * np.ptp(nodes, axis=0).max()
    assert (points > nodes.min(axis=0) - reach).all() and (points < nodes.max(axis=0) + reach).all()


def test_values_at_nodes_are_spread_along_a_tube():
    line = np.linspace([0, 0, 0], [0, 0, 2], 7)
    skin, points, _ = skin_and_points(curve(line, 0.1))
    np.testing.assert_allclose(skin.spread(line[:, 2]), np.clip(points[:, 2], 0, 2), atol=1e-12)
    assert skin.spread(np.ones((7, 3))).shape == (skin.points, 3)


def test_a_curve_without_thickness_is_still_something():
    _, points, _ = skin_and_points(curve(helix(), 0.0))
    assert np.ptp(points, axis=0).max() > 0.5
    _, thick, _ = skin_and_points(curve(helix(), 0.0), thinnest=0.05)
    assert np.ptp(thick, axis=0).max() > np.ptp(points, axis=0).max() + 0.08


# ---- solids and meshes


def test_the_inside_of_a_solid_is_left_out():
    skin, points, _ = skin_and_points(BODIES["box"])
    assert skin.points == 4 * 5 * 6 - 2 * 3 * 4
    _, positions = BODIES["box"]
    np.testing.assert_array_equal(skin.spread(positions), points)


def test_the_edges_of_a_box_are_sharp():
    skin, points, normals = skin_and_points(BODIES["box"])
    corners = normals[skin.normal_at]
    faces = face_normals(points, skin.triangles)
    np.testing.assert_allclose(corners, np.repeat(faces[:, None], 3, axis=1), atol=1e-12)


def test_a_twisted_bar_keeps_its_edges():
    skin, points, normals = skin_and_points(BODIES["twisted"])
    facing = np.einsum("tcx,tx->tc", normals[skin.normal_at], face_normals(points, skin.triangles))
    assert facing.min() > np.cos(np.radians(25))


@pytest.mark.parametrize("name", ["ball of a cube", "ball with poles"])
def test_a_ball_is_smooth_over_edges_of_its_grid_poles_and_seams(name):
    skin, points, normals = skin_and_points(BODIES[name])
    radial = points[skin.triangles] / 0.35
    facing = np.einsum("tcx,tcx->tc", normals[skin.normal_at], radial)
    assert facing.min() > np.cos(np.radians(6))
    if name == "ball with poles":
        assert skin.points == 7 * 16 + 2  # each pole once


def test_a_box_blown_up_to_a_ball_becomes_smooth():
    grid = (7, 7, 7)
    meta, cube = solid(lambda u: box(u, (1, 1, 1)), grid)
    _, ball = solid(ball_of_cube, grid)
    skin = make_skin(BodyMesh.read(meta), cube, ball)
    points, normals = skin.move(ball)
    facing = np.einsum("tcx,tcx->tc", normals[skin.normal_at], points[skin.triangles] / 0.35)
    assert facing.min() > np.cos(np.radians(9))
    spread = []  # cosine of the largest angle between the normals at a corner of the cube, on the way
    for part in np.linspace(0, 1, 21):
        _, normals = skin.move((1 - part) * cube + part * ball)
        at_corner = normals[skin.normal_at[skin.triangles == 0]]
        spread.append((at_corner @ at_corner.T).min())
    assert spread[0] == pytest.approx(0) and spread[-1] > 0.99
    assert np.abs(np.diff(spread)).max() < 0.5  # no jump


def test_a_rod_is_round_and_has_sharp_rims():
    skin, points, normals = skin_and_points(BODIES["rod"])
    corners, faces = normals[skin.normal_at], face_normals(points, skin.triangles)
    flat = np.abs(faces[:, 2]) > 0.9
    np.testing.assert_allclose(np.abs(corners[flat][..., 2]), 1, atol=1e-12)
    np.testing.assert_allclose(corners[~flat][..., 2], 0, atol=1e-12)
    radial = points[skin.triangles[~flat]] * [1, 1, 0] / 0.2
    np.testing.assert_allclose(corners[~flat], radial, atol=1e-9)


def test_nodes_that_only_start_in_one_place_stay_apart():
    meta, positions = solid(box, (3, 3, 3))
    double = {**meta, "triangles": np.concatenate([meta["triangles"], meta["triangles"] + 27])}
    double["coordinates"] = np.tile(meta["coordinates"], (2, 1))
    start = np.tile(positions, (2, 1))
    later = np.concatenate([positions, positions + np.array([2, 0, 0])])
    skin = make_skin(BodyMesh.read(double), start, later)
    assert skin.points == 2 * 26


def test_every_side_of_a_solid_shows_the_whole_texture():
    skin, points, _ = skin_and_points(BODIES["box"])
    assert skin.uv is not None
    corners = skin.uv[skin.uv_at]
    faces = np.round(face_normals(points, skin.triangles)).astype(int)
    for side in np.unique(faces, axis=0):
        here = corners[(faces == side).all(axis=1)]
        np.testing.assert_allclose(here.min(axis=(0, 1)), 0)
        np.testing.assert_allclose(here.max(axis=(0, 1)), 1)
    # Nowhere is it mirrored: from outside, v is to the left of u.
    a, b, c = (corners[:, k] for k in range(3))
    assert (np.linalg.det(np.stack([b - a, c - a], axis=-1)) > 0).all()


def test_no_triangle_of_a_periodic_solid_or_of_a_tube_runs_backwards_over_the_texture():
    for name in ("ball with poles", "rod", "ring", "rope"):
        skin, _, _ = skin_and_points(BODIES[name])
        assert skin.uv is not None
        around = np.ptp(skin.uv[skin.uv_at], axis=1)
        assert around.max() < 0.6


def test_a_mesh_is_smooth_unless_it_has_edges():
    skin, points, normals = skin_and_points(torus())
    middle = points * [1, 1, 0]
    middle *= 0.35 / np.linalg.norm(middle, axis=1, keepdims=True)
    outwards = (points - middle) / 0.14
    assert skin.normals == skin.points
    np.testing.assert_array_equal(skin.normal_at, skin.triangles)
    assert np.einsum("ij,ij->i", normals, outwards).min() > 0.99


def test_a_mesh_whose_triangles_face_inwards_is_turned():
    meta, positions = torus()
    inwards = {**meta, "triangles": meta["triangles"][:, ::-1]}
    skin, points, _ = skin_and_points((inwards, positions))
    assert volume(points, skin.triangles) > 0


def test_a_cube_of_eight_nodes_has_three_normals_at_each():
    cube = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
    from scipy.spatial import ConvexHull

    hull = ConvexHull(cube)
    outwards = np.einsum("ij,ij->i", face_normals(cube, hull.simplices), hull.equations[:, :3]) > 0
    triangles = np.where(outwards[:, None], hull.simplices, hull.simplices[:, ::-1])
    skin, _, normals = skin_and_points(({"id": "cube", "kind": "mesh", "triangles": triangles}, cube))
    assert (skin.points, skin.normals) == (8, 24)
    np.testing.assert_allclose(np.sort(np.abs(normals), axis=1), np.tile([0, 0, 1], (24, 1)), atol=1e-12)


def test_an_open_mesh_has_two_sides():
    square = {"id": "square", "kind": "mesh", "triangles": [[0, 1, 2], [0, 2, 3]]}
    corners = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=float)
    skin, _, normals = skin_and_points((square, corners))
    assert not skin.closed
    np.testing.assert_allclose(normals, np.tile([0, 0, 1], (4, 1)))


def test_a_surface_is_drawn_as_it_is():
    sheet = {"id": "sheet", "triangles": [[0, 1, 2], [0, 2, 3]], "uv": [[0, 0], [1, 0], [1, 1], [0, 1]]}
    corners = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0.5], [0, 1, 0]], dtype=float)
    skin, points, _ = skin_and_points((sheet, corners))
    assert not skin.closed
    np.testing.assert_array_equal(points, corners)
    np.testing.assert_array_equal(skin.triangles, sheet["triangles"])
    np.testing.assert_array_equal(skin.edges(), [[0, 1], [0, 3], [1, 2], [2, 3]])


def test_triangles_of_nodes_that_are_not_there_are_an_error(tmp_path):
    meta, positions = solid(box, (3, 3, 3))
    with pytest.raises(RecordingError, match=r"'block'.*27"):
        record(tmp_path / "run.pliant", [({**meta, "triangles": [[0, 1, 27]]}, [positions])])


def test_a_ring_of_springs_is_a_tube_for_every_layer_and_every_spring():
    """Two hexagons and the springs from one to the other, in one skin; what is thick is thick."""
    angle = 2.0 * np.pi * np.arange(6) / 6
    hexagon = np.stack([np.cos(angle), np.zeros(6), np.sin(angle)], axis=1)
    chains = [
        {"nodes": list(range(6)), "closed": True, "radius": 0.05},
        {"nodes": list(range(6, 12)), "closed": True, "radius": 0.05},
        *({"nodes": [k, k + 6], "closed": False, "radius": 0.02} for k in range(6)),
    ]
    meta = {"id": "ring", "kind": "layered", "grid": [2, 6], "triangles": [], "chains": chains}
    skin, points, normals = skin_and_points((meta, np.concatenate([hexagon, 0.5 * hexagon])))
    assert skin.closed and is_watertight(skin.triangles)
    expected = np.pi * (
        0.05**2 * 2.0 * np.pi * 1.5 + 0.02**2 * 0.5 * 6
    )  # of round rings; they are somewhat less
    assert volume(points, skin.triangles) == pytest.approx(expected, rel=0.15)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0)
    values = np.arange(12.0)
    assert skin.spread(values).shape == (len(points),) and skin.spread(values).max() == pytest.approx(11.0)


def test_chains_of_nodes_that_are_not_there_are_refused():
    meta = {"id": "ring", "kind": "layered", "grid": [1, 3], "triangles": []}
    with pytest.raises(ValueError, match="other nodes"):
        BodyMesh.read({**meta, "chains": [{"nodes": [0, 3], "closed": False, "radius": 0.1}]})
