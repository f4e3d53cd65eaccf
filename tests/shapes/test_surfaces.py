"""Claims about surfaces: they pass where the formulas say, with outward normals where that has a meaning."""

from __future__ import annotations

import numpy as np
import pytest

from pliant import shapes
from pliant.errors import PliantError, SceneError
from pliant.model import Surface
from pliant.scene import Scene, load, save

FREE = (False, False)


def normals(points: np.ndarray) -> np.ndarray:
    """x_s × x_t in the middle of the cells, (M−1, N−1, 3)."""
    d = points[1:] - points[:-1]
    e = points[:, 1:] - points[:, :-1]
    return np.cross(0.5 * (d[:, 1:] + d[:, :-1]), 0.5 * (e[1:] + e[:-1]))


def middles(points: np.ndarray) -> np.ndarray:
    return 0.25 * (points[1:, 1:] + points[:-1, 1:] + points[1:, :-1] + points[:-1, :-1])


@pytest.mark.parametrize(
    ("surface", "sign"),
    [
        (shapes.ellipsoid(1, 2, 3), -1),  # from the north pole down, as document 000 has it
        (shapes.superquadric(1, 2, 3), -1),
        (shapes.cylinder(), 1),
        (shapes.cone(top=0.1), 1),
        (shapes.revolve(shapes.line((1, 0, -1), (0.5, 0, 1))), 1),
        (shapes.extrude(shapes.circle(center=(0, 0, -0.5))), 1),
        (shapes.tube(shapes.line((0, 0, -1), (0, 0, 1)), 0.3), 1),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_normals_point_outwards_but_for_the_ellipsoids_of_document_000(surface, sign):
    points = surface.points((25, 13), FREE)
    outwards = middles(points) * (1, 1, 0 if sign > 0 else 1)
    assert np.all(sign * (normals(points) * outwards).sum(axis=-1) > 0)


def test_the_normal_of_a_torus_points_away_from_its_tube():
    points = shapes.torus(2, 0.5).points((32, 16), FREE)
    middle = middles(points)
    ring = middle * (1, 1, 0)
    ring *= 2 / np.linalg.norm(ring, axis=-1, keepdims=True)
    assert np.all((normals(points) * (middle - ring)).sum(axis=-1) > 0)


@pytest.mark.parametrize("exponents", [(1.0, 1.0), (0.3, 0.7), (2.0, 2.0), (1.5, 0.2), (0.2, 3.0)])
def test_a_superquadric_satisfies_its_equation(exponents):
    e1, e2 = exponents
    surface = shapes.superquadric(1.5, 1.0, 0.5, exponents, center=(1, 2, 3))
    x, y, z = np.moveaxis(
        np.abs((surface.points((24, 13), (True, False)) - (1, 2, 3)) / (1.5, 1.0, 0.5)), -1, 0
    )
    assert np.allclose((x ** (2 / e2) + y ** (2 / e2)) ** (e2 / e1) + z ** (2 / e1), 1)


def test_a_superquadric_with_exponents_one_is_the_ellipsoid():
    assert np.allclose(
        shapes.superquadric(3, 2, 1, (1, 1)).points((8, 5), FREE),
        shapes.ellipsoid(3, 2, 1).points((8, 5), FREE),
    )
    assert np.allclose(
        shapes.supertoroid(2, 0.5, (1, 1)).points((8, 5), FREE), shapes.torus(2, 0.5).points((8, 5), FREE)
    )


def test_a_torus_keeps_its_distance_from_its_circle():
    x, y, z = np.moveaxis(shapes.torus(2, 0.5, center=(0, 0, 1)).points((16, 12), (True, True)), -1, 0)
    assert np.allclose((np.hypot(x, y) - 2) ** 2 + (z - 1) ** 2, 0.25)


def test_a_supertoroid_has_a_squarish_tube_and_ring():
    points = shapes.supertoroid(2, 0.5, (0.1, 0.1)).points((16, 16), (True, True))
    # At ε = 0.1 the corner of the unit superellipse lies at 2^(−ε/2) = 0.966 of the square's.
    corner = 2 ** (-0.05)
    assert np.allclose(points[2, 2], [(2 + 0.5 * corner) * corner] * 2 + [0.5 * corner])


def test_cylinders_and_cones_are_where_they_say():
    points = shapes.cylinder(2, 3, center=(1, 0, 0)).points((4, 3), (True, False))
    assert np.allclose(points[0], [(3, 0, -1.5), (3, 0, 0), (3, 0, 1.5)])
    assert np.allclose(points[1, 0], (1, 2, -1.5))
    tip = shapes.cone(1, 2).points((4, 3), (True, False))
    assert np.allclose(tip[:, 2], (0, 0, 1)) and np.allclose(tip[0, 1], (0.5, 0, 0))
    assert np.allclose(shapes.cone(1, 2, top=0.25).points((4, 3), (True, False))[0, 2], (0.25, 0, 1))
    half = shapes.cylinder(1, 1, angle=np.pi).points((3, 2), (True, False))
    assert np.allclose(half[:, 0, 0], [1, 0, -1]), "half a cylinder does not close, even if told to"


def test_a_line_turned_is_a_cone_and_a_circle_turned_a_torus():
    cone = shapes.revolve(shapes.line((0.5, 0, -0.5), (0, 0, 0.5)))
    assert np.allclose(cone.points((9, 5), FREE), shapes.cone().points((9, 5), FREE))
    ring = shapes.circle(0.35, center=(1, 0, 0), v=(0, 0, 1))
    assert np.allclose(shapes.revolve(ring).points((9, 5), FREE), shapes.torus().points((9, 5), FREE))


def test_a_curve_may_turn_about_any_line():
    bowl = shapes.revolve(shapes.line((0, 5, 0), (1, 5, 1)), angle=np.pi, axis=(0, 2, 0), center=(0, 0, 1))
    points = bowl.points((3, 2), FREE)
    assert np.allclose(points[:, 0], [(0, 5, 0), (-1, 5, 1), (0, 5, 2)])
    assert np.allclose(points[0, 1], (1, 5, 1))


def test_a_circle_drawn_out_is_a_cylinder():
    drawn = shapes.extrude(shapes.circle(0.5, center=(0, 0, -0.5)), (0, 0, 1))
    assert np.allclose(drawn.points((9, 5), FREE), shapes.cylinder().points((9, 5), FREE))


def test_a_tube_around_a_line_is_a_cylinder_and_around_a_circle_a_torus():
    straight = shapes.tube(shapes.line((0, 0, -0.5), (0, 0, 0.5)), 0.5)
    assert np.allclose(straight.points((9, 5), FREE), shapes.cylinder().points((9, 5), FREE), atol=1e-9)
    points = shapes.tube(shapes.circle(2), 0.5).points((12, 16), (True, True))
    x, y, z = np.moveaxis(points, -1, 0)
    assert np.allclose((np.hypot(x, y) - 2) ** 2 + z**2, 0.25, atol=1e-6)


KNOT = shapes.b_spline_curve(
    [
        ((2 + np.cos(3 * t)) * np.cos(2 * t), (2 + np.cos(3 * t)) * np.sin(2 * t), np.sin(3 * t))
        for t in np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ],
    closed=True,
)


@pytest.mark.parametrize("curve", [shapes.helix(0.5, 0.4, 3), KNOT], ids=["helix", "trefoil"])
def test_a_tube_stays_at_its_radius_and_does_not_wring_itself(curve):
    count = 800
    rays = shapes.tube(curve, 0.1).points((8, count), FREE) - curve.points((count,), (False,))
    assert np.allclose(np.linalg.norm(rays, axis=-1), 0.1)
    tangent = np.diff(curve.points((count,), (False,)), axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    middle = 0.5 * (rays[:, 1:] + rays[:, :-1])
    assert np.abs((middle * tangent).sum(axis=-1)).max() < 1e-5  # over 800 chords
    # How far the rays turn about the curve from node to node: not at all along the open curve, and for the
    # knot by the angle that closes it, evenly spread. (The normal of the helix itself turns by 2.4 rad.)
    turn = (np.diff(rays, axis=1) * np.cross(tangent, middle)).sum(axis=-1) / 0.1**2
    assert np.ptp(turn) * count < 1e-2
    assert curve.closes == (True,) or np.abs(turn).max() * count < 1e-2


def test_a_closed_tube_closes_without_a_seam():
    free = shapes.tube(KNOT, 0.2).points((8, 61), FREE)
    assert np.allclose(free[:, 0], free[:, -1], atol=1e-9)


def test_a_tube_may_become_thinner():
    horn = shapes.tube(shapes.line(), 0.3, end=0.1).points((8, 3), FREE)
    radius = np.linalg.norm(horn * (0, 1, 1), axis=-1)
    assert np.allclose(radius, [0.3, 0.2, 0.1])


def test_a_b_spline_patch_has_its_net_by_axis_and_reproduces_a_plane():
    # A net that is even in x and y, along the Greville abscissae, gives back the plane evenly.
    knots = np.array([0, 0, 0, 0, 0.5, 1, 1, 1, 1])
    even = np.array([knots[k + 1 : k + 4].mean() for k in range(5)])
    net = np.stack(np.meshgrid(even, 2 * even, indexing="ij"), axis=-1)
    net = np.concatenate([net, 1 + net[..., :1] - net[..., 1:]], axis=-1)
    points = shapes.b_spline(net).points((7, 5), FREE)
    assert np.allclose(points[:, 0, 0], np.linspace(0, 1, 7)) and np.allclose(
        points[0, :, 1], np.linspace(0, 2, 5)
    )
    assert np.allclose(points[..., 2], 1 + points[..., 0] - points[..., 1])


def test_a_b_spline_patch_closes_where_it_is_told_to():
    theta = np.arange(8) / 8 * 2 * np.pi
    net = np.stack([np.stack([np.cos(theta), np.sin(theta), 0 * theta + z], -1) for z in range(4)], axis=1)
    pipe = shapes.b_spline(net, closed=(True, False))
    points = pipe.points((16, 6), (True, False))
    radius = np.hypot(points[..., 0], points[..., 1])
    assert pipe.closes == (True, False) and np.ptp(radius[:, 0]) < 0.02  # nearly round
    assert np.allclose(points[:, 0, 2], 0) and np.allclose(points[:, -1, 2], 3)


def test_nets_that_do_not_fit_are_refused():
    with pytest.raises(SceneError, match=r"must have the shape \(a, b, 3\) \(given: \(4, 3\)\)"):
        shapes.b_spline(np.zeros((4, 3)))
    with pytest.raises(SceneError, match=r"counts\[1\]: a B-spline of degree 3 needs at least 4"):
        shapes.b_spline(np.zeros((4, 3, 3)))


# ---------------------------------------------------------------- height fields

HEIGHTS = np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]])


def test_a_height_field_has_its_entries_as_nodes_and_is_bilinear_in_between():
    field = shapes.height_field(HEIGHTS, 1, 2, 0.5, center=(0, 0, 10))
    points = field.points((2, 3), FREE)
    assert np.allclose(points[..., 2], 10 + 0.5 * HEIGHTS)
    assert np.allclose(points[:, 0, 0], [-0.5, 0.5]) and np.allclose(points[0, :, 1], [-1, 0, 1])
    m, n = np.indices((3, 5))
    assert np.allclose(field.points((3, 5), FREE)[..., 2], 10 + 0.5 * (1.5 * m + 0.5 * n))


def test_a_picture_stands_upright_and_rises_towards_the_viewer(tmp_path):
    image = pytest.importorskip("PIL.Image")
    pixels = np.zeros((3, 4), dtype=np.uint8)
    pixels[0, 3] = 255  # top right
    image.fromarray(pixels).save(tmp_path / "a.png")
    field = shapes.height_field(tmp_path / "a.png", 3, 4, 0.1, u=(0, 0, -1), v=(1, 0, 0))
    points = field.points((3, 4), FREE)
    assert np.allclose(points[0, 3], (2, -0.1, 1.5)) and np.allclose(points[2, 0], (-2, 0, -1.5))
    assert np.all(normals(points)[..., 1] < 0)
    deep = (np.arange(12).reshape(3, 4) * 1000).astype(np.uint16)
    image.fromarray(deep).save(tmp_path / "b.png")
    assert np.allclose(shapes.height_field(tmp_path / "b.png").table(), deep / 65535)


def test_a_scene_finds_the_table_beside_it_and_names_it_from_there(tmp_path):
    (tmp_path / "tables").mkdir()
    np.save(tmp_path / "tables" / "hills.npy", HEIGHTS)
    shape = "{kind: deformed, shape: {kind: height_field, file: tables/hills.npy}, by: [{kind: scale, factors: 2}]}"
    body = f"{{kind: surface, grid: [4, 4], material: cotton, shape: {shape}}}"
    (tmp_path / "a.yaml").write_text(f"bodies: [{body}]\n")
    scene = load(tmp_path / "a.yaml")
    assert scene.bodies[0].shape.points((2, 3), FREE)[1, 2, 2] == 10
    save(scene, tmp_path / "b.yaml")
    assert "file: tables/hills.npy" in (tmp_path / "b.yaml").read_text()
    assert load(tmp_path / "b.yaml") == scene
    np.save(tmp_path / "tables" / "hills.npy", 2 * HEIGHTS)
    assert scene.bodies[0].shape.points((2, 3), FREE)[1, 2, 2] == 20, "a changed file is read again"


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("no.npy", None, "there is no height field 'no.npy'"),
        ("a.txt", b"1 2", "must be one of npy, png"),
        ("bad.npy", b"not an array", "height field '.*bad.npy'"),
        (
            "short.npy",
            b"\x93NUMPY\x01\x00v\x00"
            + b"{'descr': '<f8', 'fortran_order': False, 'shape': (99999, 99999), }".ljust(117)
            + b"\n",
            "height field",
        ),
        ("bad.png", b"not a picture", "height field '.*bad.png'"),
        ("line.npy", np.zeros(5), r"at least 2×2 heights, found \(5,\)"),
        ("words.npy", np.array([["a", "b"], ["c", "d"]]), "finite numbers"),
        ("nan.npy", np.array([[0, 1], [np.nan, 1]]), "finite numbers"),
        ("objects.npy", np.array([[{}, 1], [2, 3]]), "height field"),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_its_line(tmp_path, name, content, why):
    if isinstance(content, bytes):
        (tmp_path / name).write_bytes(content)
    elif content is not None:
        np.save(tmp_path / name, content, allow_pickle=True)
    shape = f"shape: {{kind: height_field, file: {name}}}"
    (tmp_path / "a.yaml").write_text(f"bodies:\n- grid: [4, 4]\n  material: cotton\n  {shape}\n")
    with pytest.raises(SceneError, match=why) as caught:
        load(tmp_path / "a.yaml")
    assert [(p.path, p.line) for p in caught.value.problems] == [("bodies[0].shape.file", 4)]
    with pytest.raises(PliantError):
        shapes.height_field(tmp_path / name)


def test_a_table_may_also_stand_in_the_scene(tmp_path):
    scene = Scene(bodies=[Surface(shapes.height_field(HEIGHTS), grid=(4, 4), material="cotton")])
    save(scene, tmp_path / "a.toml")
    assert load(tmp_path / "a.toml") == scene


# ---------------------------------------------------------------- the bust


def test_the_bust_is_a_range_image_of_head_and_shoulders():
    image = shapes.bust_range_image()
    assert image.shape == (180, 127)
    assert np.all(image >= 0) and 0.2 < image.max() < 0.3
    row, column = np.unravel_index(image.argmax(), image.shape)
    assert column == 63 and 0.36 < row / 179 < 0.42, "the tip of the nose stands out farthest, in the middle"
    widths = (image > 0.02).mean(axis=1)
    head, neck, shoulders = widths[45:75].max(), widths[95:115].min(), widths[150]
    assert 0.4 < head < 0.6 and neck < 0.7 * head and shoulders > 0.95
    left, right = image[75:, :63], image[75:, :63:-1]
    assert np.allclose(left, right), "below the hair both halves are alike"
    assert image[:5].max() < 0.01, "above the head there is only ground"


def test_the_bust_is_as_high_as_told_and_looks_forward():
    points = shapes.bust(2, relief=0.5, center=(0, 0, 1)).points((180, 127), FREE)
    assert np.allclose(points[0, :, 2], 2) and np.allclose(points[-1, :, 2], 0)
    assert np.allclose(points[..., 1], -shapes.bust_range_image())
    assert np.all(normals(points)[..., 1] < 0)
