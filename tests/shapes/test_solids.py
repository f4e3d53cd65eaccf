"""Claims about solids: they fill what the formulas say, and no cell is inverted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pliant import shapes
from pliant.errors import SceneError
from pliant.shapes.solids.bezier import reversed_indices

BOX: Any = shapes.box()  # what only a type checker would notice beforehand
FREE = (False, False, False)
CUBE = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
GRID = np.stack(np.meshgrid(*[np.linspace(0, 1, 4)] * 3, indexing="ij"), axis=-1)

DEFAULTS = {
    "box": (shapes.box(), 1.0),
    "bezier_solid": (shapes.bezier_solid(CUBE), 1.0),
    "b_spline_solid": (shapes.b_spline_solid(GRID), 1.0),
    "ellipsoid_solid": (shapes.ellipsoid_solid(), 4 / 3 * np.pi),
    "ball": (shapes.ball(), 4 / 3 * np.pi),
    "capsule_solid": (shapes.capsule_solid(), np.pi / 6 + np.pi / 4),
    "superquadric_solid": (shapes.superquadric_solid(), None),
    "cylinder_solid": (shapes.cylinder_solid(), np.pi / 4),
    "torus_solid": (shapes.torus_solid(), 2 * np.pi**2 * 0.35**2),
    "tube_solid": (shapes.tube_solid(shapes.helix()), np.pi * 0.01 * 4 * np.hypot(np.pi, 0.25)),
    "hollow ellipsoid": (shapes.ellipsoid_solid(1, 2, 3, hollow=0.5), 7 / 8 * 8 * np.pi),
    "pipe": (shapes.cylinder_solid(hollow=0.5), 0.75 * np.pi / 4),
    "boxy": (shapes.superquadric_solid(exponents=(0.1, 0.1)), None),
    "pinched": (shapes.superquadric_solid(exponents=(2.5, 2.5)), None),
}
# Gauss points of a cell, where a finite cell's energy will be measured.
GAUSS = 0.5 + np.array([-0.5, 0.5]) / np.sqrt(3)


def jacobians(points: np.ndarray) -> np.ndarray:
    """(x_s × x_t) · x_w of the trilinear cells at their 2×2×2 Gauss points, (L−1, M−1, N−1, 8)."""
    found = []
    for a, b, c in np.ndindex(2, 2, 2):
        weights = [np.array([1 - g, g]) for g in (GAUSS[a], GAUSS[b], GAUSS[c])]
        d = []
        for axis in range(3):
            x = np.diff(points, axis=axis)
            for other in set(range(3)) - {axis}:
                low = np.take(x, range(x.shape[other] - 1), axis=other)
                high = np.take(x, range(1, x.shape[other]), axis=other)
                x = weights[other][0] * low + weights[other][1] * high
            d.append(x)
        found.append((np.cross(d[0], d[1]) * d[2]).sum(axis=-1))
    return np.stack(found, axis=-1)


def volume(points: np.ndarray) -> float:
    return float(jacobians(points).sum() / 8)


@pytest.mark.parametrize("name", DEFAULTS)
@pytest.mark.parametrize("grid", [(9, 9, 5), (16, 7, 4), (21, 13, 9)])
def test_no_cell_is_inverted(name, grid):
    solid, _ = DEFAULTS[name]
    if name == "tube_solid":
        grid = (grid[0], 8 * grid[1], grid[2])  # four turns of a helix
    assert jacobians(solid.points(grid, FREE)).min() > 0
    closed = solid.points(grid, solid.closes)
    wrapped = np.pad(closed, [(0, int(closes)) for closes in solid.closes] + [(0, 0)], mode="wrap")
    assert jacobians(wrapped).min() > 0


@pytest.mark.parametrize("name", [name for name, (_, wanted) in DEFAULTS.items() if wanted])
def test_the_volume_is_that_of_the_shape(name):
    solid, wanted = DEFAULTS[name]
    grid = (49, 193, 7) if name == "tube_solid" else (49, 49, 9)
    # A polygon of 48 sides has 1 − (2π/48)²/6 = 0.3 % less area than its circle, in two directions.
    assert volume(solid.points(grid, FREE)) == pytest.approx(wanted, rel=8e-3)


def test_a_box_has_its_corners_along_the_axes():
    points = shapes.box(1, 2, 3, center=(10, 0, 0)).points((3, 3, 3), FREE)
    assert points[0, 0, 0].tolist() == [9.5, -1, -1.5] and points[2, 2, 2].tolist() == [10.5, 1, 1.5]
    assert points[2, 0, 0].tolist() == [10.5, -1, -1.5] and points[0, 2, 0].tolist() == [9.5, 1, -1.5]


def test_control_points_of_a_bezier_solid_count_along_the_first_axis_first():
    # As GenericBezierSolid in the program of document 000: a[i·(n+1)² + j·(n+1) + k] goes with W_i V_j U_k.
    rng = np.random.default_rng(7)
    control = rng.normal(size=(27, 3))
    points = shapes.bezier_solid(control).points((3, 5, 9), FREE)
    for k, j, i in ((0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2)):  # the corners
        assert np.allclose(points[k, 2 * j, 4 * i], control[i * 9 + j * 3 + k])
    # The middle, by hand: weights ¼, ½, ¼ in each direction.
    weights = np.array([0.25, 0.5, 0.25])
    assert np.allclose(
        points[1, 2, 4], np.einsum("i,j,k,ijkd->d", weights, weights, weights, control.reshape(3, 3, 3, 3))
    )


def test_the_linear_solid_of_document_000_counts_the_other_way_round():
    # LinearBezierSolid in its program: a[i·4 + j·2 + k] goes with U_i V_j W_k, the last axis fastest.
    theirs = [(i, 10 * j, 100 * k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    solid = shapes.bezier_solid(reversed_indices(theirs))
    assert solid.points((2, 2, 2), FREE)[1, 0, 0].tolist() == [1, 0, 0]
    assert solid.points((2, 2, 2), FREE)[0, 0, 1].tolist() == [0, 0, 100]
    assert reversed_indices(reversed_indices(theirs)) == [tuple(map(float, point)) for point in theirs]


def test_a_b_spline_solid_without_inner_knots_is_a_bezier_solid():
    rng = np.random.default_rng(3)
    net = rng.normal(size=(4, 4, 4, 3))
    flat = net.transpose(2, 1, 0, 3).reshape(-1, 3)
    assert np.allclose(
        shapes.b_spline_solid(net).points((5, 4, 3), FREE), shapes.bezier_solid(flat).points((5, 4, 3), FREE)
    )
    mixed = shapes.b_spline_solid(GRID, (1, 2, 3)).points((5, 4, 3), FREE)
    assert np.allclose(mixed[:, 0, 0, 0], np.linspace(0, 1, 5))


def test_the_surface_of_an_ellipsoid_solid_is_the_patch_of_document_000_and_its_inside_the_centre():
    solid = shapes.ellipsoid_solid(3, 2, 1, center=(0, 0, 5)).points((8, 5, 3), (True, False, False))
    patch = shapes.ellipsoid(3, 2, 1, center=(0, 0, 5)).points((8, 5), (True, False))
    assert np.allclose(solid[:, :, 0], patch)
    assert np.allclose(solid[:, :, 2], (0, 0, 5))
    assert np.allclose(solid[:, :, 1] - (0, 0, 5), 0.5 * (patch - (0, 0, 5)))


@pytest.mark.parametrize(
    ("solid", "surface"),
    [
        (shapes.superquadric_solid(3, 2, 1, (0.3, 0.6)), shapes.superquadric(3, 2, 1, (0.3, 0.6))),
        (shapes.cylinder_solid(2, 3), shapes.cylinder(2, 3)),
        (shapes.torus_solid(2, 0.5), shapes.torus(2, 0.5)),
        (shapes.tube_solid(shapes.helix(), 0.1, end=0.05), shapes.tube(shapes.helix(), 0.1, end=0.05)),
    ],
    ids=lambda shape: shape.kind,
)
def test_a_filled_shape_has_the_surface_of_the_empty_one(solid, surface):
    # From the surface inwards, or from within outwards.
    layer = 0 if solid.kind == "superquadric_solid" else -1
    filled, empty = solid.points((9, 6, 3), FREE), surface.points((9, 6), FREE[:2])
    assert np.allclose(filled[:, :, layer], empty)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: shapes.box(1, 0, 1), "depth: must be greater than 0"),
        (lambda: shapes.bezier_solid(CUBE, 2), "a Bézier solid of order 2 has 27 control points, 8 given"),
        (lambda: shapes.ellipsoid_solid(1, 1, 0), r"semi_axes\[2\]: must be greater than 0"),
        (lambda: shapes.ellipsoid_solid(hollow=1), "hollow: must be less than 1"),
        (lambda: shapes.torus_solid(1, 1), "tube: the tube"),
        (lambda: shapes.tube_solid(BOX), "curve: there is no kind 'box'"),
        (lambda: shapes.b_spline_solid(np.zeros((4, 4, 3))), r"\(a, b, c, 3\)"),
        (lambda: shapes.b_spline_solid(np.zeros((4, 2, 4, 3))), r"counts\[1\]"),
    ],
)
def test_solids_that_cannot_be_are_refused(wrong, why):
    with pytest.raises(SceneError, match=why):
        wrong()
