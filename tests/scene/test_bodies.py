"""Bodies, selections, constraints and forces as users describe them."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.constraints import Clamp, Pin
from pliant.contact import Sphere
from pliant.errors import PliantError, SceneError
from pliant.forces import (
    EARTH,
    PLANETS,
    Gravity,
    Spring,
    Target,
    Viscous,
    gravity_vector,
    stream_at,
)
from pliant.forces.streams import Gust, Table
from pliant.model import Look, Surface
from pliant.model.selection import Selection
from pliant.shapes import rectangle

NOWHERE = np.empty((0, 3))  # a uniform stream does not look at places


def surface(**options) -> Surface:
    return Surface(rectangle(1, 1), **{"grid": (4, 5), "material": "cotton", **options})


# ---------------------------------------------------------------- grids


@pytest.mark.parametrize(
    "grid", [(1, 4), (4, 1), (0, 0), (-3, 4), (4,), (4, 4, 4), (2.5, 4), "4x4", (10**6, 10**6)]
)
def test_a_grid_has_two_axes_of_at_least_two_nodes(grid):
    with pytest.raises(SceneError, match="grid"):
        surface(grid=grid)


def test_a_periodic_axis_needs_three_nodes_to_go_around():
    surface(grid=(3, 2), periodic=(True, False))
    with pytest.raises(SceneError, match="periodic axis needs at least 3"):
        surface(grid=(2, 3), periodic=(True, False))


def test_only_links_between_neighbours_can_be_broken():
    surface(broken_links=[((0, 0), (0, 1)), ((2, 2), (1, 2))])
    for a, b in [((0, 0), (1, 1)), ((0, 0), (0, 2)), ((0, 0), (0, 0)), ((0, 0), (3, 0))]:
        with pytest.raises(SceneError, match="not neighbours"):
            surface(broken_links=[(a, b)])
    with pytest.raises(SceneError, match="outside the grid"):
        surface(broken_links=[((3, 0), (4, 0))])


def test_a_periodic_axis_has_a_link_across_the_seam():
    surface(periodic=(True, False), broken_links=[((0, 0), (3, 0))])
    with pytest.raises(SceneError, match="not neighbours"):
        surface(periodic=(True, False), broken_links=[((0, 0), (0, 4))])


def test_nan_is_refused_everywhere():
    for field in ("position", "rotation", "velocity", "spin"):
        with pytest.raises(SceneError, match=field):
            surface(**{field: (0, float("nan"), 0)})


def test_numpy_values_are_as_good_as_plain_ones():
    body = surface(position=np.array([1, 2, 3]), grid=(np.int64(4), 5))
    assert body.position == (1.0, 2.0, 3.0)


# ---------------------------------------------------------------- selections


def test_a_corner_names_its_end_along_m_and_then_along_n():
    mask = Selection(corners=["10"]).mask((4, 5))
    assert np.argwhere(mask).tolist() == [[3, 0]]
    assert np.argwhere(Selection(corners=["00", "01", "11"]).mask((4, 5))).tolist() == [
        [0, 0],
        [0, 4],
        [3, 4],
    ]


def test_an_edge_names_the_index_that_stays():
    assert Selection(edges=["m0"]).mask((4, 5))[0].all()
    mask = Selection(edges=["n1"]).mask((4, 5))
    assert mask[:, -1].all() and mask.sum() == 4


def test_parts_of_a_selection_add_up_and_nothing_is_everything():
    chosen = Selection(nodes=[(1, 1)], corners=["00"], edges=["m1"])
    assert chosen.mask((4, 5)).sum() == 7
    assert Selection().is_all and Selection().mask((4, 5)).all()


def test_unquoted_corners_of_yaml_are_understood():
    for grid, digits in (((4,), ["0", "1"]), ((4, 5), ["00", "01", "10", "11"]), ((4, 5, 6), ["010", "101"])):
        numbers = Selection(corners=[int(corner) for corner in digits])
        assert (numbers.mask(grid) == Selection(corners=digits).mask(grid)).all()
        assert Selection(**numbers.model_dump(mode="json")) == numbers
    for wrong in (2, True, "2", "0000"):
        with pytest.raises(SceneError, match="corners"):
            Selection(corners=[wrong])


@pytest.mark.parametrize("node", [(4, 0), (0, 5), (-1, 0)])
def test_a_node_outside_the_grid_is_an_error_that_tells_the_last_node(node):
    with pytest.raises(PliantError, match=r"outside the grid of 4×5 nodes; the last node is \[3, 4\]"):
        Selection(nodes=[node]).mask((4, 5))


# ---------------------------------------------------------------- constraints


def test_a_pin_must_choose():
    with pytest.raises(SceneError, match="choose what to pin"):
        Pin("cloth")
    assert Pin("cloth", corners=["00"]).mask((4, 5)).sum() == 1


def test_a_clamp_holds_its_edges():
    mask = Clamp("sheet", ["m0"]).mask((4, 5))
    assert mask[:1].all() and not mask[1:].any()
    assert Clamp("sheet", ["n1"]).mask((4, 5), rows=2)[:, 3:].all()
    with pytest.raises(SceneError, match="edges"):
        Clamp("sheet", [])


# ---------------------------------------------------------------- forces


def test_gravity_by_number_by_name_and_by_vector():
    assert gravity_vector(EARTH).tolist() == [0, 0, -9.81]
    assert gravity_vector("moon").tolist() == [0, 0, -1.62]
    assert gravity_vector((1, 2, 3)).tolist() == [1, 2, 3]
    assert gravity_vector(None).tolist() == [0, 0, 0]
    assert Gravity("Mars").g == "mars"
    assert len(PLANETS) == 11
    with pytest.raises(SceneError, match="did you mean 'jupiter'"):
        Gravity("jupitr")
    with pytest.raises(SceneError):
        Gravity((1, 2))


def test_a_gust_swings_about_its_mean():
    gust = Gust((1, 0, 0), amplitude=(0, 2, 0), period=4.0)
    assert stream_at(gust, NOWHERE, 0.0) == pytest.approx([1, 0, 0])
    assert stream_at(gust, NOWHERE, 1.0) == pytest.approx([1, 2, 0])
    assert stream_at(gust, NOWHERE, 3.0) == pytest.approx([1, -2, 0])


def test_a_table_is_straight_between_its_points_and_constant_beyond():
    table = Table([0, 2], [(0, 0, 0), (4, 0, -2)])
    assert stream_at(table, NOWHERE, 1.0) == pytest.approx([2, 0, -1])
    assert stream_at(table, NOWHERE, -1.0) == pytest.approx([0, 0, 0])
    assert stream_at(table, NOWHERE, 9.0) == pytest.approx([4, 0, -2])
    assert stream_at((1, 2, 3), NOWHERE, 5.0).tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("times", "values"),
    [([], []), ([0, 0], [(0, 0, 0)] * 2), ([1, 0], [(0, 0, 0)] * 2), ([0, 1], [(0, 0, 0)])],
)
def test_a_table_needs_increasing_times_with_a_value_each(times, values):
    with pytest.raises(SceneError):
        Table(times, values)


def test_forces_refuse_negative_strength_and_unknown_streams():
    with pytest.raises(SceneError, match="stiffness"):
        Spring(-1.0)
    with pytest.raises(SceneError, match="strength"):
        Viscous(-1.0)
    for stream in ({"kind": "whirl"}, {"mean": [1, 0, 0]}, {"kind": []}, "wind", 3.0):
        with pytest.raises(SceneError, match="stream"):
            Viscous(1.0, stream)
    assert Viscous(1.0, apply_to=[Target("cloth", edges=["m0"])]).apply_to[0].edges == ["m0"]


# ---------------------------------------------------------------- looks


def test_colours_as_numbers_or_as_on_web_pages():
    assert Look("#ff0000").color == (1.0, 0.0, 0.0)
    for wrong in ((1, 0), (2, 0, 0), (-0.1, 0, 0), "red", "#12"):
        with pytest.raises(SceneError, match="color"):
            Look(wrong)


def test_blobs_have_a_radius_and_are_for_bodies_only():
    assert Look(blobs=0.02).blobs == 0.02
    with pytest.raises(SceneError, match="blobs"):
        Look(blobs=0.0)
    with pytest.raises(SceneError, match="an obstacle has no nodes"):
        Sphere(radius=1.0, look=Look(blobs=0.02))


@pytest.mark.parametrize(
    ("grid", "corner", "digits"),
    [
        ((3, 3, 3), "0", "3 digits"),
        ((3, 3, 3), "00", "3 digits"),
        ((3, 3, 3), "10", "3 digits"),
        ((3, 3), "0", "2 digits"),
        ((3, 3), "010", "2 digits"),
        ((3, 3), 100, "2 digits"),
        ((3,), "00", "one digit"),
        ((3,), 10, "one digit"),
    ],
)
def test_a_corner_has_one_digit_per_axis(grid, corner, digits: str):
    with pytest.raises(PliantError, match=f"a corner here has {digits}"):
        Selection(corners=[corner]).mask(grid)
