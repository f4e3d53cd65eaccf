"""Claims about deformers: Barr's and Sederberg and Parry's formulas, and what they keep."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pliant import shapes
from pliant.errors import PliantError

FREE = (False, False, False)
NUMBER: Any = 3  # what only a type checker would notice beforehand
CIRCLE: Any = shapes.circle()
BAR = shapes.box(1, 1, 2)


def at(shape, grid=(5, 5, 9)) -> np.ndarray:
    return shape.points(grid, FREE)


def jacobian(deformer, points: np.ndarray, bounds) -> np.ndarray:
    """det ∂X/∂x at the points, by central differences."""
    step = 1e-6
    columns = []
    for axis in range(3):
        d = step * np.eye(3)[axis]
        columns.append((deformer.moved(points + d, bounds) - deformer.moved(points - d, bounds)) / (2 * step))
    return np.linalg.det(np.stack(columns, axis=-1))


@pytest.fixture
def inside() -> np.ndarray:
    """Points within the bar, where every formula is smooth."""
    return np.random.default_rng(1).uniform((-0.45, -0.45, -0.9), (0.45, 0.45, 0.9), size=(50, 3))


def test_a_twist_by_ninety_degrees_turns_the_top_and_leaves_the_bottom():
    points, twisted = at(BAR), at(BAR | shapes.twist_degrees(90))
    assert np.allclose(twisted[:, :, 0], points[:, :, 0])
    x, y, z = np.moveaxis(points[:, :, -1], -1, 0)
    assert np.allclose(twisted[:, :, -1], np.stack([-y, x, z], -1))
    assert np.allclose(twisted[4, 4, 4], (0, np.sqrt(0.5), 0))  # half way, by 45°
    assert np.allclose(twisted[2, 2], points[2, 2]), "the axis stays"


def test_a_twist_keeps_volumes_and_a_taper_scales_them_by_the_square(inside):
    box = shapes.bounds(BAR)
    assert np.allclose(jacobian(shapes.twist(3), inside, box), 1, atol=1e-8)
    assert np.allclose(jacobian(shapes.shear(0.7), inside, box), 1, atol=1e-8)
    f = 1 - 0.75 * (inside[:, 2] + 1) / 2
    assert np.allclose(jacobian(shapes.taper(0.25), inside, box), f**2, atol=1e-8)
    k = 1.0 / 2
    assert np.allclose(jacobian(shapes.bend(1.0), inside, box), 1 - k * inside[:, 0], atol=1e-8)


def test_a_taper_scales_the_far_end():
    points, tapered = at(BAR), at(BAR | shapes.taper(0.5))
    assert np.allclose(tapered[:, :, 0], points[:, :, 0])
    assert np.allclose(tapered[:, :, -1], points[:, :, -1] * (0.5, 0.5, 1))
    assert np.allclose(tapered[:, :, 4], points[:, :, 4] * (0.75, 0.75, 1))


def test_a_bend_keeps_the_length_of_the_centreline_and_makes_it_an_arc():
    count = 2001
    bent = (BAR | shapes.bend_degrees(180)).points((3, 3, count), FREE)[1, 1]
    steps = np.linalg.norm(np.diff(bent, axis=0), axis=1)
    assert steps.sum() == pytest.approx(2, rel=(np.pi / count) ** 2)  # chords of the arc
    radius = 2 / np.pi
    assert np.allclose(np.hypot(bent[:, 0] - radius, bent[:, 2] + 1), radius)
    assert np.allclose(bent[0], (0, 0, -1)) and np.allclose(bent[-1], (2 * radius, 0, -1))
    assert np.allclose(bent[:, 1], 0)


def test_what_lies_beyond_the_range_of_a_bend_goes_on_straight():
    bend = shapes.bend_degrees(90, range=(-0.5, 0.5))
    centre = (BAR | bend).points((3, 3, 9), FREE)[1, 1]
    radius = 2 / np.pi
    assert np.allclose(centre[:3, 2] + 0.5, [-0.5, -0.25, 0]) and np.allclose(centre[:3, 0], 0)
    assert np.allclose(centre[6], (radius, 0, -0.5 + radius))
    assert np.allclose(centre[6:, 0] - radius, [0, 0.25, 0.5]) and np.allclose(centre[6:, 2], centre[6, 2])
    # Across the joints neither the place nor the direction jumps.
    box = shapes.bounds(BAR)
    near = np.array([[0.3, 0.2, 0.5 + d] for d in (-1e-7, 0, 1e-7)])
    before, after = np.diff(bend.moved(near, box), axis=0)
    assert np.linalg.norm(np.concatenate([before, after])) < 1e-6
    assert np.allclose(before / np.linalg.norm(before), after / np.linalg.norm(after), atol=1e-6)


def test_a_bend_may_hold_another_place_and_go_another_way():
    bent = at(BAR | shapes.bend(1.0, towards="y", fixed=0.0))
    assert np.allclose(bent[2, 2, 4], 0)
    assert bent[2, 2, 0, 1] == pytest.approx(bent[2, 2, 8, 1]) and bent[2, 2, 0, 1] > 0.1
    assert np.allclose(bent[..., 0], at(BAR)[..., 0])


def test_a_bend_by_nothing_is_nothing():
    assert np.array_equal(at(BAR | shapes.bend(0.0)), at(BAR))
    assert np.allclose(at(BAR | shapes.bend(1e-12)), at(BAR), atol=1e-11)


def test_a_sheet_bent_by_half_a_turn_is_half_a_cylinder():
    sheet = shapes.rectangle(np.pi, 1) | shapes.bend(np.pi, axis="x", towards="z", fixed=0.0)
    x, _, z = np.moveaxis(sheet.points((21, 3), (False, False)), -1, 0)
    assert np.allclose(np.hypot(x, z - 1), 1)


@pytest.mark.parametrize("axis", "xyz")
def test_axes_can_be_exchanged(axis):
    k = "xyz".index(axis)
    turn = np.roll(np.eye(3), k + 1, axis=1)  # the map x → … → x that takes z to `axis`
    for make in (shapes.taper, shapes.twist):
        plain = make(0.5).moved(at(BAR), shapes.bounds(BAR)) @ turn
        bar = at(BAR) @ turn
        bounds = shapes.Bounds(bar.min(axis=(0, 1, 2)), bar.max(axis=(0, 1, 2)))
        assert np.allclose(make(0.5, axis=axis).moved(bar, bounds), plain)


def test_a_deformer_may_act_about_another_centre_and_over_another_range():
    moved = shapes.box(1, 1, 2, center=(3, 0, 0)) | shapes.twist_degrees(90, center=(3, 0, 0))
    assert np.allclose(at(moved) - (3, 0, 0), at(BAR | shapes.twist_degrees(90)))
    half = at(BAR | shapes.twist_degrees(90, range=(0, 1)))
    assert np.allclose(half[:, :, :5], at(BAR)[:, :, :5])
    assert np.allclose(half[4, 4, 8], (-0.5, 0.5, 1))


def test_a_shear_slides_and_a_scale_scales():
    assert np.allclose(at(BAR | shapes.shear(0.5))[4, 4, 8], (1.0, 0.5, 1))
    assert np.allclose(at(BAR | shapes.scale((1, 2, 3)))[4, 4, 8], (0.5, 1, 3))
    assert np.allclose(at(BAR | shapes.scale(2, center=(0.5, 0.5, 1)))[4, 4, 8], (0.5, 0.5, 1))
    assert np.allclose(at(BAR | shapes.rotate_degrees((0, 0, 90)))[4, 4, 8], (-0.5, 0.5, 1))


# ---------------------------------------------------------------- free-form deformation


@pytest.mark.parametrize("counts", [(2, 2, 2), (3, 3, 3), (5, 2, 4), (1, 1, 1), (1, 3, 7)])
def test_the_regular_lattice_changes_nothing(counts):
    lattice = shapes.lattice(BAR, counts)
    assert lattice.shape == (*counts, 3)
    assert np.allclose(at(BAR | shapes.ffd(lattice)), at(BAR), atol=1e-15)


def test_a_lattice_moved_as_a_whole_moves_the_shape():
    lattice = 2 * shapes.lattice(BAR, (3, 4, 2)) + (0, 0, 5)
    assert np.allclose(at(BAR | shapes.ffd(lattice)), 2 * at(BAR) + (0, 0, 5))


def test_ffd_is_the_sum_of_sederberg_and_parry():
    rng = np.random.default_rng(5)
    lattice = shapes.lattice(BAR, (3, 2, 4)) + 0.1 * rng.normal(size=(3, 2, 4, 3))
    points = at(BAR, (3, 3, 3))
    s, t, u = np.moveaxis((points - (-0.5, -0.5, -1)) / (1, 1, 2), -1, 0)
    wanted = np.zeros_like(points)
    for i in range(3):
        for j in range(2):
            for k in range(4):
                b = [1, 2, 1][i] * s**i * (1 - s) ** (2 - i)
                b = b * [1, 1][j] * t**j * (1 - t) ** (1 - j)
                b = b * [1, 3, 3, 1][k] * u**k * (1 - u) ** (3 - k)
                wanted += b[..., None] * lattice[i, j, k]
    assert np.allclose(at(BAR | shapes.ffd(lattice), (3, 3, 3)), wanted)


def test_a_lattice_is_also_a_list_of_points_with_x_fastest():
    lattice = shapes.lattice(BAR, (2, 3, 2))
    lattice[1, 2, 0] += (1, 0, 0)
    points = [lattice[i, j, k].tolist() for k in range(2) for j in range(3) for i in range(2)]
    assert shapes.ffd(lattice) == shapes.FFD(counts=(2, 3, 2), control_points=points)
    assert shapes.ffd(lattice.tolist()) == shapes.ffd(lattice)


def test_a_flat_sheet_needs_a_lattice_of_one_layer_only():
    sheet = shapes.rectangle(1, 1)
    lattice = shapes.lattice(sheet, (3, 3, 1))
    lattice[1, 1, 0, 2] = 1.0
    points = (sheet | shapes.ffd(lattice)).points((5, 5), (False, False))
    assert points[2, 2].tolist() == [0, 0, 0.25] and np.all(points[0, :, 2] == 0)  # B₁(½)² = ¼


def test_a_lattice_over_part_of_a_shape_leaves_the_rest():
    low, high = (-1, -1, 0), (1, 1, 1)
    lattice = np.stack(np.meshgrid([-1, 0, 1], [-1, 0, 1], [0, 0.5, 1], indexing="ij"), -1).astype(float)
    lattice[:, :, 2] += (0.5, 0, 0)
    points = at(BAR | shapes.ffd(lattice, low=low, high=high))
    assert np.array_equal(points[:, :, :5], at(BAR)[:, :, :5])
    assert np.allclose(points[:, :, 8], at(BAR)[:, :, 8] + (0.5, 0, 0))
    assert np.allclose(points[:, :, 6], at(BAR)[:, :, 6] + (0.5 * 0.25, 0, 0))


# ---------------------------------------------------------------- composition


def test_deformers_compose_in_the_order_they_are_written():
    lattice = shapes.lattice(BAR | shapes.twist_degrees(90), (2, 2, 3))
    lattice[:, :, 2] *= 2
    shape = shapes.box(1, 1, 2) | shapes.twist_degrees(90) | shapes.ffd(lattice)
    assert shape.kind == "deformed" and [deformer.kind for deformer in shape.by] == ["twist", "ffd"]
    assert shape.shape == BAR, "one list of deformers, not a nest"
    twisted = BAR | shapes.twist_degrees(90)
    assert np.allclose(at(shape), shapes.ffd(lattice).moved(at(twisted), shapes.bounds(twisted)))
    one, other = shapes.shear(0.3), shapes.taper(0.5)
    assert not np.allclose(at(BAR | one | other), at(BAR | other | one))


def test_a_deformed_shape_may_be_deformed_in_a_nest_too():
    nested = shapes.DeformedSolid(BAR | shapes.twist(1), [shapes.taper(0.5)])
    assert np.allclose(at(nested), at(BAR | shapes.twist(1) | shapes.taper(0.5)))


def test_the_range_is_that_of_the_shape_and_not_of_the_nodes():
    # Seven nodes around miss the widest places of a torus in y.
    shape = shapes.torus() | shapes.bend(1.0, axis="y", towards="z")
    coarse = shape.points((7, 5), (True, True))
    fine = shape.points((28, 20), (True, True))
    assert np.allclose(coarse, fine[::4, ::4])


def test_curves_within_surfaces_can_be_deformed():
    horn = shapes.tube(shapes.line((0, 0, 0), (0, 0, 2)) | shapes.bend_degrees(90), 0.1)
    spine = horn.points((8, 5), (True, False)).mean(axis=0)
    assert np.allclose(spine[-1], (4 / np.pi, 0, 4 / np.pi), atol=1e-6)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda: BAR | NUMBER, r"by\[0\]: expected a mapping"),
        (lambda: BAR | CIRCLE, r"by\[0\]: there is no kind 'circle'; known here: bend, ffd"),
        (lambda: shapes.taper(-1), "to: must be greater than or equal to 0"),
        (lambda: shapes.twist(np.nan), "angle: must be a finite number"),
        (lambda: shapes.twist(1, axis="w"), "axis: must be 'x', 'y' or 'z'"),
        (lambda: shapes.twist(1, range=(1, 1)), "range: a range goes from low to high"),
        (lambda: shapes.bend(1, towards="z"), r"towards: must be another direction than the axis \(z\)"),
        (lambda: shapes.shear(1, axis="x"), "towards: must be another direction"),
        (lambda: shapes.scale(0), "factors.*greater than 0"),
        (
            lambda: shapes.ffd(np.zeros((2, 2, 3))),
            r"must have the shape \(a, b, c, 3\) \(given: \(2, 2, 3\)\)",
        ),
        (lambda: shapes.ffd([[1], [2, 3]]), r"must have the shape \(a, b, c, 3\)"),
        (lambda: shapes.FFD((2, 2, 2), [(0, 0, 0)]), "2×2×2 has 8 control points, 1 given"),
        (lambda: shapes.FFD((1, 1, 1), [(0, 0, 0)], low=(0, 0, 0)), "high: low and high come together"),
        (
            lambda: shapes.FFD((1, 1, 1), [(0, 0, 0)], low=(0, 0, 0), high=(1, 0, 1)),
            "high: must be above low",
        ),
        (lambda: shapes.lattice(BAR, (3, 3)), "counts: a lattice has at least one point"),
        (lambda: at(shapes.box() | shapes.scale(1), (2, 2)), "grid must have 3 entries"),
        (
            lambda: (shapes.rectangle() | shapes.twist(1)).points((3, 3), (False, False)),
            r"by\[0\]: .*no extent along z",
        ),
    ],
)
def test_deformers_that_cannot_be_are_refused(wrong, why):
    with pytest.raises(PliantError, match=why):
        wrong()
