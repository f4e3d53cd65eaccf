"""Trees own every feature once; flat patches are as far from themselves as is said."""

from __future__ import annotations

import time

import numpy as np
import pytest

from pliant.collision.distance import distances
from pliant.collision.flat import check, find_sheets
from pliant.collision.hull import GridHull, Hull
from pliant.collision.separation import Separation
from pliant.collision.tree import plant
from tests.collision.worlds import all_pairs, ball, points, rope, sheet, sheet_at, tube_at


def hulls() -> list[tuple[Hull, np.ndarray]]:
    grids = [(2, 2, (False, False)), (7, 12, (False, False)), (2, 40, (False, False)), (6, 9, (False, True))]
    grids += [(5, 5, (True, True))]
    made = [(sheet(n, m, 0.1, 0.01, closes), sheet_at(n, m, 0.1)) for n, m, closes in grids]
    return [
        *made,
        ball(3, 0.01),
        (rope(33, 0.01), np.arange(99.0).reshape(3, 33)),
        (points(9, 0.01), np.eye(9)[:3]),
    ]


def test_every_feature_is_in_one_leaf():
    every = hulls()
    forest = plant([h for h, _ in every], np.concatenate([x for _, x in every], axis=1))
    first = 0
    rows = {"edges": [], "faces": []}
    for hull, _ in every:
        rows["edges"].append(hull.edges + first)
        rows["faces"].append(hull.faces + first)
        first += hull.count
    assert np.array_equal(np.sort(forest.vertices), np.arange(first))
    for name, there in (("edges", forest.edges), ("faces", forest.faces)):
        assert np.array_equal(np.unique(there, axis=0), np.unique(np.concatenate(rows[name]), axis=0))
        assert len(there) == sum(map(len, rows[name]))
    assert forest.most <= 24


def test_a_million_triangles_are_planted_in_seconds():
    hull = sheet(400, 400, 0.01, 0.001, grid=False)
    before = time.process_time()
    plant([hull], sheet_at(400, 400, 0.01))
    assert time.process_time() - before < 4.0  # 318,000 of them, on a machine that does other things as well


@pytest.mark.parametrize("closes", [False, True])
def test_flat_patches_are_nowhere_nearer_than_their_thickness(closes: bool):
    """Sheets rolled and dented at random: of features in one flat patch that share no vertex none is nearer than r."""
    rng = np.random.default_rng(3)
    n, m, h = 9, 24, 0.1
    hull = sheet(n, m, h, 0.3 * h, (False, closes))
    every, faces = all_pairs([hull], [(0, 0)])
    flat_patches = nearest = 0
    for _ in range(60):
        x = tube_at(n, m, h) if closes else sheet_at(n, m, h)
        way = rng.uniform(0, 0.02) * rng.standard_normal(x.shape)
        x = np.array([[1.0, 0.1, 0], [0, rng.uniform(0.5, 1), 0.2], [0.1, 0, 1]]) @ x
        x += 0.02 * rng.uniform() * rng.standard_normal(x.shape) + 0.03 * np.sin(
            rng.uniform(0, 20) * x[[2, 0, 1]]
        )
        sheets = find_sheets([hull], plant([hull], x))
        flat = np.zeros(sheets.count, np.uint8)
        check(sheets, x, way, 2, 0.0, False, flat)
        patches = flat.reshape(sheets.table[0, 4:6])
        for part in (0.0, 0.5, 1.0):
            d = np.empty(len(every))
            distances(x + part * way, every, faces, d)
            for i, j in zip(*np.nonzero(patches), strict=True):
                rows = np.arange(2 * i, min(2 * i + 4, n - 1) + 1)
                columns = np.arange(2 * j, 2 * j + 5)
                columns = columns % m if closes else columns[columns < m]
                inside = np.zeros(n * m, bool)
                inside[(rows[:, None] * m + columns).ravel()] = True
                near = d[inside[every].all(1)]
                assert near.min() > hull.thickness
                flat_patches, nearest = flat_patches + 1, nearest + (near.min() < 2 * hull.thickness)
    assert flat_patches > 100
    assert nearest > 20  # that it was close


@pytest.mark.parametrize("spacing", [(0.0, 0.1), (np.nan, 0.1), (np.inf, 0.1)])
def test_without_a_spacing_nothing_is_flat(spacing: tuple[float, float]):
    made = sheet(6, 6, 0.1, 0.01)
    hull = Hull("sheet", made.nodes, made.edges, made.faces, 0.2, GridHull(6, 6, spacing))
    s = Separation([hull], [(0, 0)])
    s.near(sheet_at(6, 6, 0.1))
    assert s.count > 100


def test_grids_of_other_cells_are_meshes():
    made = sheet(6, 6, 0.1, 0.01)
    faces = np.concatenate([made.faces, [[0, 14, 35]]]).astype(np.int32)
    hull = Hull("sheet", made.nodes, made.edges, faces, 0.2, made.grid)
    s = Separation([hull], [(0, 0)])
    s.near(sheet_at(6, 6, 0.1))
    assert s.count > 100
