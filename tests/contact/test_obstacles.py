"""Claims about every obstacle, in several poses: what its two fields say about the space around it."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from pliant.contact import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Difference,
    Ellipsoid,
    Hyperboloid,
    Intersection,
    Mesh,
    Obstacle,
    Pipe,
    Plane,
    Room,
    SmoothUnion,
    Sphere,
    Superquadric,
    Terrain,
    Toroid,
    Torus,
    Union,
    distance_at,
    implicit_at,
)
from pliant.errors import SceneError

POSES = [
    {},
    {"center": (0.3, -0.2, 0.5)},
    {"center": (-0.1, 0.4, -0.3), "rotation": (0.7, -1.1, 0.4)},
]


def _plane(center=(0.0, 0.0, 0.0), rotation=(0.0, 0.0, 0.0)):
    return Plane(normal=(0.5, -1.0, 2.0), point=center, rotation=rotation)


def _mixed_union(**pose):
    parts = [Sphere(radius=0.4, center=(-0.5, 0, 0)), Torus(radius=0.5, tube=0.1, rotation=(1.0, 0, 0))]
    return Union([*parts, Union([Cylinder(radius=0.2, height=0.8, center=(0.6, 0.6, 0))])], **pose)


def _block() -> tuple[np.ndarray, np.ndarray]:
    """An L of two boxes: it has an edge and corners that are not convex."""
    outline = np.array([(-0.5, -0.6), (0.7, -0.6), (0.7, -0.1), (0.1, -0.1), (0.1, 0.8), (-0.5, 0.8)])
    vertices = np.concatenate([np.column_stack([outline, np.full(6, z)]) for z in (-0.4, 0.3)])
    caps = np.array([(0, 1, 3), (1, 2, 3), (0, 3, 5), (3, 4, 5)])
    walls = [t for i in range(6) for t in ((i, (i + 1) % 6, 6 + (i + 1) % 6), (i, 6 + (i + 1) % 6, 6 + i))]
    return vertices, np.concatenate([caps[:, ::-1], caps + 6, walls])


BLOCK = _block()
DUG = [Box((1.2, 1.2, 0.8)), Box((0.5, 0.6, 1.5)), Sphere(0.3, (0.6, 0.6, 0.4))]
JOINED = [Sphere(0.4, (-0.3, 0, 0)), Box((0.6, 0.5, 0.4), (0.35, 0, 0)), Sphere(0.3, (0, 0.4, 0))]
KINDS = {
    "plane": _plane,
    "sphere": lambda **pose: Sphere(radius=0.6, **pose),
    "ellipsoid": lambda **pose: Ellipsoid(semi_axes=(0.5, 0.9, 0.3), **pose),
    "flat ellipsoid": lambda **pose: Ellipsoid(semi_axes=(0.8, 0.8, 0.1), **pose),
    "cylinder": lambda **pose: Cylinder(radius=0.4, height=1.3, **pose),
    "capsule": lambda **pose: Capsule(radius=0.3, length=0.9, **pose),
    "torus": lambda **pose: Torus(radius=0.6, tube=0.25, **pose),
    "hyperboloid": lambda **pose: Hyperboloid((0.4, 0.55, 0.5), 1.2, **pose),
    "narrow hyperboloid": lambda **pose: Hyperboloid((0.2, 0.2, 0.4), 1.6, **pose),
    "mesh": lambda **pose: Mesh(*BLOCK, **pose),
    "room": lambda **pose: Room(low=(-0.7, -0.5, -0.6), high=(0.4, 0.8, 0.7), **pose),
    "union": _mixed_union,
    "box": lambda **pose: Box((0.9, 0.5, 1.2), **pose),
    "cone": lambda **pose: Cone(0.5, 1.1, **pose),
    "blunt cone": lambda **pose: Cone(0.3, 0.8, 0.5, **pose),
    "pipe": lambda **pose: Pipe(0.6, 0.9, 0.2, **pose),
    "toroid": lambda **pose: Toroid((0.3, 0.2, 0.4), 0.7, **pose),
    "superquadric": lambda **pose: Superquadric((0.5, 0.7, 0.4), (0.3, 0.8), **pose),
    "terrain": lambda **pose: Terrain(
        [[0.1, 0.3, 0.0], [0.2, 0.5, 0.1], [0.0, 0.2, 0.3]], 1.2, 1.0, 0.3, **pose
    ),
    "intersection": lambda **pose: Intersection(
        [Box((1.0, 1.0, 0.6)), Box((0.5, 0.8, 1.5), (0.1, 0, 0))], **pose
    ),
    "difference": lambda **pose: Difference(DUG, **pose),
    "smooth union": lambda **pose: SmoothUnion(JOINED, 0.15, **pose),
}
COMBINED = ("union", "smooth union", "intersection", "difference")
OBSTACLES = [
    pytest.param(make(**pose), id=f"{kind}-{i}")
    for kind, make in KINDS.items()
    for i, pose in enumerate(POSES)
]
EXACT_INSIDE = [p for p in OBSTACLES if not str(p.id).startswith(COMBINED)]
UNIT = [p for p in OBSTACLES if not str(p.id).startswith("smooth")]


def cloud(count: int = 1500, seed: int = 0) -> np.ndarray:
    """Points in and around the obstacles."""
    return np.random.default_rng(seed).uniform(-1.2, 1.2, size=(count, 3))


def differences(values, points: np.ndarray, h: float) -> np.ndarray:
    """Central differences of a scalar field, (n, 3)."""
    return np.stack([(values(points + h * e) - values(points - h * e)) / (2 * h) for e in np.eye(3)], axis=1)


def assert_gradient(field, obstacle, points: np.ndarray) -> None:
    """The gradient agrees with differences, but for the few points whose stencil straddles a crease."""
    h = 1e-6
    _, gradient = field(obstacle, points)
    wanted = differences(lambda p: field(obstacle, p)[0], points, h)
    error = np.abs(gradient - wanted).max(axis=1)
    assert np.mean(error < 1e-7) > 0.98
    assert np.median(error) < 1e-8


def test_every_kind_of_obstacle_is_put_to_the_test():
    assert {type(make()) for make in KINDS.values()} == set(get_args(Obstacle))


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_gradients_agree_with_differences(obstacle):
    assert_gradient(distance_at, obstacle, cloud())
    assert_gradient(implicit_at, obstacle, cloud())


@pytest.mark.parametrize("obstacle", UNIT)
def test_a_distance_has_a_gradient_of_length_one_everywhere(obstacle):
    _, n = distance_at(obstacle, cloud())
    assert np.allclose(np.linalg.norm(n, axis=1), 1.0, rtol=0, atol=1e-14)


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_both_fields_agree_on_what_is_inside(obstacle):
    d, _ = distance_at(obstacle, cloud())
    f, _ = implicit_at(obstacle, cloud())
    assert np.array_equal(d < 0, f < 0)
    assert (d < 0).sum() > 5 and (d > 0).sum() > 5


@pytest.mark.parametrize("obstacle", EXACT_INSIDE)
def test_going_back_along_the_normal_reaches_the_surface(obstacle):
    points = cloud()
    d, n = distance_at(obstacle, points)
    on_surface, _ = distance_at(obstacle, points - d[:, None] * n)
    assert np.abs(on_surface).max() < 1e-13


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_the_mesh_lies_on_the_surface(obstacle):
    vertices, triangles = obstacle.mesh(2.0)
    d, _ = distance_at(obstacle, vertices)
    # Where the parts of a difference or a smooth union are cut off it is drawn to within its triangles.
    near = 5e-3 if obstacle.kind in ("intersection", "difference", "smooth_union") else 1e-14
    assert d.max() < near
    if obstacle.kind != "union":  # whose parts are drawn whole, also where they are inside another
        assert d.min() > -near
    assert triangles.dtype == np.int64
    assert set(triangles.ravel()) == set(range(len(vertices)))


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_triangles_face_outwards(obstacle):
    vertices, triangles = obstacle.mesh(2.0)
    a, b, c = vertices[triangles].transpose(1, 0, 2)
    area = np.cross(b - a, c - a)
    # Just above the triangle's middle: where edges are hollow the nearest surface may be that of another part.
    middle = (a + b + c) / 3
    _, n = distance_at(obstacle, middle + 0.02 * area / np.linalg.norm(area, axis=1, keepdims=True))
    hollow = obstacle.kind in ("union", "smooth_union", "difference")
    assert np.mean(np.einsum("ij,ij->i", n, area) > 0) > (0.9 if hollow else 0.9999)


@pytest.mark.parametrize("obstacle", EXACT_INSIDE)
def test_no_vertex_of_the_mesh_is_nearer_than_the_distance(obstacle):
    points = cloud(60)
    d, _ = distance_at(obstacle, points)
    vertices, triangles = obstacle.mesh(8.0)
    nearest = np.linalg.norm(points[:, None] - vertices[None], axis=2).min(axis=1)
    assert np.all(nearest >= np.abs(d) - 1e-12)
    drawn = [distance_to_triangles(point, vertices[triangles]) for point in points]
    assert np.abs(drawn - np.abs(d)).max() < 0.02  # the triangles' edges are up to 0.12 m where it is round


def distance_to_triangles(point: np.ndarray, corners: np.ndarray) -> float:
    """How far a point is from the nearest of triangles (n, 3, 3): from a plane above which it is, or an edge."""
    a, b, c = corners.transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    normal, nearest = normal[size > 1e-12] / size[size > 1e-12, None], np.inf
    a, b, c = (one[size > 1e-12] for one in (a, b, c))
    above = np.ones(len(a), dtype=bool)
    for start, end in ((a, b), (b, c), (c, a)):
        way, off = end - start, point - start
        share = np.clip((off * way).sum(axis=1) / (way * way).sum(axis=1), 0.0, 1.0)
        nearest = min(nearest, np.linalg.norm(off - share[:, None] * way, axis=1).min())
        above &= (np.cross(way, off) * normal).sum(axis=1) >= 0.0
    height = np.abs(((point - a) * normal).sum(axis=1))
    return min(nearest, height[above].min(initial=np.inf))


@pytest.mark.parametrize("kind", KINDS)
def test_a_pose_moves_the_field_with_the_obstacle(kind):
    from pliant.shapes.pose import rotation_matrix, transform

    pose = {"center": (0.2, 0.1, -0.3), "rotation": (0.3, -0.8, 1.9)}
    at_rest, moved = KINDS[kind](), KINDS[kind](**pose)
    points = cloud()
    d, n = distance_at(at_rest, points)
    d_moved, n_moved = distance_at(moved, transform(points, pose["center"], pose["rotation"]))
    assert np.allclose(d_moved, d, rtol=0, atol=1e-14)
    assert np.allclose(n_moved, n @ rotation_matrix(pose["rotation"]).T, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", COMBINED)
def test_nothing_is_nearer_to_what_is_combined_than_its_distance_says(kind):
    """Outside, and by as much as any two points are apart: d changes no faster than the way goes."""
    obstacle = KINDS[kind]()
    a, b = cloud(800, 1), cloud(800, 2)
    difference = np.abs(distance_at(obstacle, a)[0] - distance_at(obstacle, b)[0])
    assert np.all(difference <= np.linalg.norm(a - b, axis=1) + 1e-12)


def test_what_is_combined_is_where_its_parts_say():
    ball, box = Sphere(0.5), Box((0.6, 2.0, 2.0), (0.2, 0, 0))
    points = cloud()
    inside = [distance_at(one, points)[0] < 0 for one in (ball, box)]
    assert np.array_equal(distance_at(Intersection([ball, box]), points)[0] < 0, inside[0] & inside[1])
    assert np.array_equal(distance_at(Difference([ball, box]), points)[0] < 0, inside[0] & ~inside[1])
    filled = distance_at(SmoothUnion([ball, box], 0.2), points)[0] < 0
    assert np.all(filled[inside[0] | inside[1]]) and filled.sum() > (inside[0] | inside[1]).sum()


def test_the_toroid_of_the_source_has_its_corners_on_the_printed_surface():
    """001 (A.3)."""
    a1, a2, a3, radius = 0.3, 0.2, 0.4, 0.7
    x, y, z = Toroid((a1, a2, a3), radius).mesh(1.0)[0].T
    a4 = radius / np.hypot(a1, a2)
    f = (np.sqrt((x / a1) ** 2 + (y / a2) ** 2) - a4) ** 2 + (z / a3) ** 2
    assert f == pytest.approx(1.0)


def test_the_corners_of_a_superquadric_are_on_its_surface():
    first, second = 0.3, 0.8
    x, y, z = np.abs(Superquadric((0.5, 0.7, 0.4), (first, second)).mesh(1.0)[0] / (0.5, 0.7, 0.4)).T
    f = (x ** (2 / second) + y ** (2 / second)) ** (second / first) + z ** (2 / first)
    assert f == pytest.approx(1.0)


def test_things_fall_through_a_pipe_and_onto_a_cone():
    d, n = distance_at(Pipe(0.5, 1.0, 0.1), np.array([[0, 0, 0], [0.5, 0, 0], [0.7, 0, 0], [0.5, 0, 0.8]]))
    assert d == pytest.approx([0.45, -0.05, 0.15, 0.3])
    assert n[1:] == pytest.approx(np.array([[1, 0, 0], [1, 0, 0], [0, 0, 1]]))
    d, n = distance_at(Cone(0.5, 1.0), np.array([[0, 0, 0.7], [0, 0, -0.6], [0.8, 0, -0.9]]))
    assert d == pytest.approx([0.2, 0.1, 0.5])
    assert n == pytest.approx(np.array([[0, 0, 1], [0, 0, -1], [0.6, 0, -0.8]]))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Toroid((0.5, 0.5, 0.1), 0.6), "runs into itself"),
        (lambda: Pipe(0.1, 1.0, 0.3), "wide"),
        (lambda: Terrain([[0.0, 1.0], [0.0]]), "at least 2|entries"),
        (lambda: Box((1.0, 0.0, 1.0)), "greater than 0"),
        (lambda: Intersection([Sphere()]), "at least 2"),
        (lambda: Superquadric(exponents=(0.0, 1.0)), "greater than or equal"),
    ],
)
def test_shapes_that_are_none_are_refused(make, words):
    with pytest.raises(SceneError, match=words):
        make()


def test_printed_formulas_of_sphere_and_plane():
    # 000 (4.5.4)-(4.5.6): c = (2, -1, 8), r = 2, at a point 3 m from the centre
    ball = Sphere(center=(2, -1, 8), radius=2)
    point = np.array([[4.0, 1.0, 9.0]])
    assert implicit_at(ball, point)[0] == pytest.approx(5.0)
    assert implicit_at(ball, point)[1][0] == pytest.approx([4, 4, 2])
    assert distance_at(ball, point)[0] == pytest.approx(1.0)
    # 000 (4.5.8)-(4.5.10): f and its gradient keep the length of n, the distance does not
    floor = Plane(normal=(0, 0, 2), point=(0, 0, -4))
    assert implicit_at(floor, point)[0] == pytest.approx(26.0)
    assert implicit_at(floor, point)[1][0] == pytest.approx([0, 0, 2])
    assert distance_at(floor, point)[0] == pytest.approx(13.0)


def test_beyond_its_ends_is_outside_a_cylinder():
    pole = Cylinder(radius=0.35, height=4.0, center=(2, 0, 0))
    points = np.array([[2, 0, 2.5], [2, 0, 1.9], [2.1, 0, 0], [2.65, 0, 2.4], [2.65, 0, 0]])
    d, n = distance_at(pole, points)
    assert d == pytest.approx([0.5, -0.1, -0.25, 0.5, 0.3])
    assert n == pytest.approx(np.array([[0, 0, 1], [0, 0, 1], [1, 0, 0], [0.6, 0, 0.8], [1, 0, 0]]))


def test_a_capsule_is_round_at_its_ends():
    pill = Capsule(radius=0.5, length=2.0, center=(0, 0, 1))
    points = np.array([[0, 0, 2.6], [0, 0, 2.4], [0.3, 0.4, 0.7], [0, 0.6, 2.8], [0.8, 0, 1.9], [0, 0, 1.3]])
    d, n = distance_at(pill, points)
    assert d == pytest.approx([0.1, -0.1, 0.0, 0.5, 0.3, -0.5])
    assert n == pytest.approx(
        np.array([[0, 0, 1], [0, 0, 1], [0.6, 0.8, 0], [0, 0.6, 0.8], [1, 0, 0], [1, 0, 0]])
    )
    assert implicit_at(pill, points)[0] == pytest.approx([0.11, -0.09, 0.0, 0.75, 0.39, -0.25])


def test_a_short_capsule_is_a_sphere():
    points = cloud()
    d, _ = distance_at(Capsule(radius=0.4, length=1e-12), points)
    assert np.abs(d - distance_at(Sphere(0.4), points)[0]).max() < 1e-12


def test_the_hole_of_a_torus_is_outside():
    donut = Torus(radius=1.1, tube=0.4)
    d, _ = distance_at(donut, np.array([[0, 0, 0], [1.1, 0, 0], [0, 1.6, 0], [0, -1.1, 0.5]]))
    assert d == pytest.approx([0.7, -0.4, 0.1, 0.1])


def degenerate_points() -> np.ndarray:
    """Centres, axes, planes of symmetry, and points as near to them as numbers go."""
    steps = [0.0, 5e-324, 1e-300, 1e-160, 1e-16, 1e-8, 0.1, 0.3, 0.49, 0.5, 0.8, 0.9, 3.0, 1e6]
    return np.array([(sx * x, y, z) for x in steps for y in steps for z in steps for sx in (1, -1)])


@pytest.mark.parametrize(
    "obstacle",
    [
        Sphere(radius=0.5),
        Cylinder(radius=0.5, height=1.0),
        Capsule(radius=0.3, length=1.0),
        Torus(radius=0.8, tube=0.3),
        *(
            Ellipsoid(axes)
            for axes in [(0.5, 0.9, 0.3), (0.5, 0.5, 0.5), (0.3, 0.9, 0.9), (1e-3, 1, 1e3), (9, 1, 1)]
        ),
    ],
    ids=lambda obstacle: f"{obstacle.kind}-{getattr(obstacle, 'semi_axes', '')}",
)
def test_no_point_is_too_awkward(obstacle):
    points = degenerate_points()
    d, n = distance_at(obstacle, points)
    assert np.all(np.isfinite(d)) and np.all(np.isfinite(n))
    assert np.allclose(np.linalg.norm(n, axis=1), 1.0, rtol=0, atol=1e-12)
    foot, _ = distance_at(obstacle, points - d[:, None] * n)
    size = 1.0 + np.linalg.norm(points, axis=1)
    assert np.all(np.abs(foot) < 1e-9 * size)


def test_an_ellipsoid_of_equal_axes_is_a_sphere():
    points = cloud()
    d, n = distance_at(Ellipsoid((0.6, 0.6, 0.6)), points)
    wanted, wanted_n = distance_at(Sphere(0.6), points)
    assert np.allclose(d, wanted, atol=1e-14) and np.allclose(n, wanted_n, atol=1e-13)


def test_the_ellipsoids_depth_is_the_least_over_its_surface():
    # An independent search: the nearest of very many surface points, good to second order in their spacing.
    axes = np.array([0.5, 0.9, 0.3])
    theta, phi = np.meshgrid(np.linspace(0, 2 * np.pi, 800), np.linspace(0, np.pi, 400))
    surface = axes * np.stack(
        [np.cos(theta) * np.sin(phi), np.sin(theta) * np.sin(phi), np.cos(phi)], -1
    ).reshape(-1, 3)
    points = cloud(40, seed=3) * axes
    d, _ = distance_at(Ellipsoid(tuple(axes)), points)
    wanted = np.array([np.linalg.norm(surface - p, axis=1).min() for p in points])
    assert (d < 0).sum() > 5
    assert np.abs(np.abs(d) - wanted).max() < 1e-3
    assert np.all(wanted >= np.abs(d) - 1e-12)


def test_a_union_is_the_lowest_of_its_parts_in_any_nesting():
    parts = [Sphere(0.4), Torus(0.7, 0.2), Plane(point=(0, 0, -0.5)), Sphere(0.2, center=(0, 0.9, 0))]
    points = cloud()
    each = np.array([distance_at(part, points)[0] for part in parts])
    for union in (Union(parts), Union([Union(parts[:2]), Union([Union(parts[2:])])])):
        d, n = distance_at(union, points)
        assert np.abs(d - each.min(axis=0)).max() < 1e-14  # rounding: another kernel, other fused operations
        winner = each.argmin(axis=0)
        for i, part in enumerate(parts):
            assert np.allclose(n[winner == i], distance_at(part, points)[1][winner == i], rtol=0, atol=1e-14)


def test_scale_changes_the_picture_only():
    ball = Sphere(radius=2.0, center=(1, 0, 0), scale=0.9)
    vertices, _ = ball.mesh(1.0)
    assert np.allclose(np.linalg.norm(vertices - [1, 0, 0], axis=1), 1.8)
    assert distance_at(ball, np.array([[3.0, 0, 0]]))[0] == pytest.approx(0)


def test_formulas_can_be_called_from_python_too():
    from pliant.contact import distance, implicit

    geometry = Union([Sphere(0.5), Torus(1.0, 0.2)], center=(0, 0, 1)).geometry()
    assert distance(geometry, 0.0, 0.0, 1.6) == pytest.approx((0.1, 0, 0, 1))
    assert implicit(geometry, 1.0, 0.0, 1.3) == pytest.approx((0.05, 0, 0, 0.6))


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: Sphere(radius=-1), "radius"),
        (lambda: Plane(normal=(0, 0, 0)), "must not be zero"),
        (lambda: Torus(radius=0.2, tube=0.3), "must not be thicker"),
        (lambda: Ellipsoid((1, 0, 1)), "semi_axes"),
        (lambda: Cylinder(height=float("nan")), "height"),
        (lambda: Capsule(length=0), "length"),
        (lambda: Union([]), "parts"),
        (lambda: Sphere(colour="red"), "unknown key"),
    ],
)
def test_impossible_obstacles_are_refused(make, complaint):
    with pytest.raises(SceneError, match=complaint):
        make()


def test_obstacles_survive_a_round_trip_through_plain_data():
    union = Union([Sphere(0.5), Union([Plane(), Cylinder(rotation=(1, 0, 0))])], rotation=(0, 1, 0))
    data = union.model_dump(mode="json")
    assert data["parts"][1]["parts"][0]["kind"] == "plane"
    assert Union.model_validate(data) == union


def test_arrays_are_welcome():
    assert Ellipsoid(np.array([1.0, 2.0, 3.0])).semi_axes == (1.0, 2.0, 3.0)
    assert Sphere(center=np.zeros(3)).center == (0.0, 0.0, 0.0)
