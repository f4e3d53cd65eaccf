"""Triangles around obstacles, which bodies with coarse cells meet."""

from __future__ import annotations

import numpy as np
import pytest

from pliant import obstacles
from pliant.contact import distance_at
from pliant.contact.nearest import is_closed
from pliant.contact.shell import shell_of

POSE = {"center": (0.1, 0.2, 0.3), "rotation": (0.3, 0.5, -0.2)}
KINDS = {
    "sphere": obstacles.Sphere(0.3, (0.1, 0.2, 0.3)),
    "needle": obstacles.Capsule(0.01, 2.0, **POSE),
    "pill": obstacles.Capsule(1.0, 0.1, **POSE),
    "can": obstacles.Cylinder(0.3, 0.4, **POSE),
    "coin": obstacles.Cylinder(1.0, 0.01, **POSE),
    "egg": obstacles.Ellipsoid((0.5, 0.3, 0.2), **POSE),
    "plate": obstacles.Ellipsoid((50.0, 50.0, 0.002)),
    "ring": obstacles.Torus(0.35, 0.12, **POSE),
    "wire": obstacles.Torus(1.0, 0.01, **POSE),
    "waist": obstacles.Hyperboloid((0.3, 0.25, 0.2), 0.5, **POSE),
    "box": obstacles.Box((0.3, 0.5, 0.2), **POSE),
    "cone": obstacles.Cone(0.3, 0.5, **POSE),
    "blunt cone": obstacles.Cone(0.3, 0.5, 0.4, **POSE),
    "pipe": obstacles.Pipe(0.3, 0.5, 0.1, **POSE),
    "toroid": obstacles.Toroid((0.1, 0.2, 0.15), 0.35, **POSE),
    "superquadric": obstacles.Superquadric((0.3, 0.2, 0.4), (0.3, 1.5), **POSE),
    "terrain": obstacles.Terrain([[0.1, 0.2, 0.0], [0.0, 0.3, 0.1]], **POSE),
}


def samples(vertices: np.ndarray, triangles: np.ndarray, count: int = 7) -> np.ndarray:
    """Points all over the triangles, their edges and corners among them."""
    u, v = (one.ravel() for one in np.meshgrid(np.linspace(0, 1, count), np.linspace(0, 1, count)))
    u, v = u[u + v <= 1.0 + 1e-12], v[u + v <= 1.0 + 1e-12]
    a, b, c = (vertices[triangles[:, k]][:, None] for k in range(3))
    return (a + u[:, None] * (b - a) + v[:, None] * (c - a)).reshape(-1, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_nowhere_inside_and_nowhere_far_outside(kind):
    """At most by one part in a hundred of its size: what the corners of a ball of 512 triangles are outside."""
    obstacle = KINDS[kind]
    vertices, triangles = obstacle.enclosing()
    size = np.ptp(vertices, axis=0).max()
    d = distance_at(obstacle, samples(vertices, triangles))[0]
    assert d.min() > -1e-12 * size
    assert d.max() < 0.01 * size


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_closed_and_turned_outwards(kind):
    vertices, triangles = KINDS[kind].enclosing()
    a, b, c = (vertices[triangles[:, k]] - vertices.mean(axis=0) for k in range(3))
    assert is_closed(triangles)
    assert np.sum(np.cross(a, b) * c) > 0.0


def test_those_of_a_union_are_those_of_its_parts():
    parts = [obstacles.Sphere(0.1), obstacles.Capsule(0.05, 0.4)]
    union = obstacles.Union(parts, center=(0.0, 0.0, 1.0))
    vertices, triangles = union.enclosing()
    apart = np.concatenate([part.enclosing()[0] for part in parts])
    assert np.array_equal(vertices, apart + np.array([0.0, 0.0, 1.0]))
    assert is_closed(triangles) and triangles.max() == len(vertices) - 1
    assert union.least_radius == 0.05


@pytest.mark.parametrize(
    "obstacle", [obstacles.Plane(), obstacles.Room(), obstacles.Union([obstacles.Plane(), obstacles.Sphere(1.0)])]
)  # fmt: skip
def test_what_has_no_end_has_none(obstacle):
    assert shell_of(obstacle) is None


def test_an_obstacle_that_grows_keeps_its_triangles():
    """So that what lies on it is taken along (`simulation.lags`)."""
    small, large = (obstacles.Capsule(r, 1.0).enclosing() for r in (0.1, 0.2))
    assert np.array_equal(small[1], large[1]) and not np.array_equal(small[0], large[0])
