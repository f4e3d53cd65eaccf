"""Hulls that cross each other are pulled apart."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant import shapes
from pliant.build.hulls import meetings
from pliant.build.model import build
from pliant.collision.untangle import Untangled, untangle
from pliant.validation.points import CORD, RUBBER
from pliant.validation.specimens import CLOTH
from tests.collision.brute_force import by_brute_force


def untangled(*bodies, held: tuple[str, ...] = ()) -> tuple[Untangled, np.ndarray]:
    model = build(pl.Scene(collision=True, bodies=list(bodies)))
    found = meetings(model)
    x = found.places({body.name: body.shape.placed(body.spec) for body in model.bodies})
    mass = np.concatenate(
        [
            np.full(hull.count, np.inf) if body.name in held else body.system.mass[hull.nodes]
            for hull, body in zip(found.hulls, found.bodies, strict=True)
        ]
    )
    result = untangle(found.hulls, x, found.meets, mass)
    assert len(by_brute_force(found.hulls, result.x, found.meets)) == result.after == len(result.left)
    return result, x


def block(id: str, position: tuple[float, float, float], **changes) -> pl.Solid:
    return pl.Solid(
        shapes.box(1.0, 1.0, 1.0), grid=(4, 4, 4), material=RUBBER, id=id, position=position, **changes
    )


def sheet(id: str, **changes) -> pl.Surface:
    return pl.Surface(shapes.rectangle(1.0, 1.0), grid=(9, 9), material=CLOTH, id=id, **changes)


def test_what_does_not_cross_stays():
    result, x = untangled(block("a", (0, 0, 0)), block("b", (0, 0, 1.5)))
    assert result.before == result.after == 0 and np.array_equal(result.x, x)


def test_two_boxes_that_overlap_part_the_short_way():
    result, _ = untangled(block("a", (0, 0, 0)), block("b", (0.13, 0.07, 0.8)))
    assert result.before > 0 and result.after == 0
    apart = result.shifts[1] - result.shifts[0]
    assert np.linalg.norm(apart) == pytest.approx(0.2 + 0.017, abs=0.01)  # what they overlap, and a thickness
    assert apart[2] == pytest.approx(np.linalg.norm(apart), rel=0.05)
    assert result.shifts[0] == pytest.approx(-result.shifts[1])  # they are equally heavy


def test_what_is_held_stays_where_it_is():
    result, _ = untangled(block("a", (0, 0, 0)), block("b", (0.13, 0.07, 0.8)), held=("a",))
    assert result.after == 0 and not result.shifts[0].any() and result.shifts[1, 2] > 0.2


def test_a_sheet_through_a_sheet_is_drawn_back():
    lying, standing = sheet("a"), sheet("b", rotation=(np.pi / 2, 0, 0), position=(0.03, 0.02, 0.31))
    result, _ = untangled(lying, standing)
    assert result.before > 0 and result.after == 0
    assert 0.15 < np.linalg.norm(result.shifts[1] - result.shifts[0]) < 0.35  # 0.19 of it were below


def test_a_rope_through_a_sheet():
    rope = pl.Curve(shapes.line((0.02, 0.03, -0.2), (0.06, 0.01, 0.8)), grid=15, material=CORD, id="rope")
    result, _ = untangled(sheet("a"), rope)
    assert result.before > 0 and result.after == 0


def test_three_boxes_in_one_place():
    result, _ = untangled(block("a", (0, 0, 0)), block("b", (0.3, 0.1, 0.6)), block("c", (-0.4, 0.2, 0.5)))
    assert result.before > 0 and result.after == 0


def folded(depth: float) -> np.ndarray:
    """A sheet bent to a U, one edge of which goes down through the other."""
    u, v = np.meshgrid(np.linspace(0, 1, 17), np.linspace(0, 1, 17), indexing="ij")
    angle = np.clip((u - 0.35) / 0.3, 0.0, 1.0) * np.pi
    x = np.where(angle < np.pi, np.minimum(u, 0.35) + 0.1 * np.sin(angle), 0.35 - (u - 0.65))
    z = 0.1 * (1.0 - np.cos(angle)) - np.where(u > 0.65, (u - 0.65) / 0.35, 0.0) ** 2 * (0.2 + depth) * (
        1.0 - 0.3 * v
    )
    return np.stack([x, v + 0.013 * u, z], axis=-1)


def test_a_sheet_that_crosses_itself_is_drawn_out_of_itself():
    points = folded(0.04).reshape(-1, 3)
    model = build(pl.Scene(collision=True, bodies=[sheet("a").model_copy(update={"grid": (17, 17)})]))
    found = meetings(model)
    body = model.bodies[0]
    x = body.layout.spread(points.reshape(17, 17, 3))[:, found.hulls[0].nodes]
    result = untangle(found.hulls, x, found.meets, body.system.mass[found.hulls[0].nodes])
    assert result.before > 0 and result.after == 0
    assert len(by_brute_force(found.hulls, result.x, found.meets)) == 0
    assert np.abs(result.x - x).max() < 0.2


def test_where_nothing_can_move_it_says_so():
    result, x = untangled(block("a", (0, 0, 0)), block("b", (0.1, 0, 0.8)), held=("a", "b"))
    assert result.after == result.before > 0 and np.array_equal(result.x, x)
