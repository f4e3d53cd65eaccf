"""Nodes that are no grid: their layout, and a matrix on any graph of them."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.point_layout import PointLayout


def hexahedra(shape: tuple[int, ...]) -> np.ndarray:
    """The nodes of all cells of a grid, shape (n, 8)."""
    number = np.arange(np.prod(shape)).reshape(shape)
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    ends = [n - 1 for n in shape]
    return np.stack(
        [number[i : ends[0] + i, j : ends[1] + j, k : ends[2] + k].ravel() for i, j, k in corners], axis=1
    )


def filled(layout: PointLayout, elements: np.ndarray, *, scalar: bool = False) -> BlockMatrix:
    """A matrix with random symmetric values."""
    random = np.random.default_rng(1)
    matrix = BlockMatrix.build(layout, [elements], scalar=scalar)
    size = 1 if scalar else 3
    own = random.normal(size=(layout.count, size, size))
    matrix.diagonal[:, : layout.count] = (own + own.transpose(0, 2, 1)).reshape(-1, size * size).T
    slots = matrix.slots_of(elements)
    for nodes, inside in zip(elements, slots, strict=True):
        for a in range(len(nodes)):
            for b in range(a):
                block = random.normal(size=(size, size))
                matrix.values[inside[a, b]] = block.ravel()
                matrix.values[inside[b, a]] = block.T.ravel()
    return matrix


@pytest.mark.parametrize("shape", [(7,), (300,), (5, 6, 11), (1, 1, 257)])
def test_nodes_go_to_flat_places_and_back(shape: tuple[int, ...]):
    layout = PointLayout(shape)
    values = np.random.default_rng(0).normal(size=(*shape, 3))
    flat = layout.spread(values)
    assert flat.shape == (3, layout.size)
    assert layout.size - layout.count < layout.span.width
    assert layout.span.rows * layout.span.columns == layout.size
    assert (layout.gather(flat) == values.reshape(-1, 3)).all()
    assert (flat == layout.spread(values.reshape(-1, 3))).all()
    assert not flat[:, layout.count :].any()  # padded places carry nothing


def test_every_pair_of_an_element_has_a_block_and_no_other():
    layout = PointLayout((3, 4, 5))
    elements = hexahedra((3, 4, 5))
    matrix = BlockMatrix.build(layout, [elements, np.array([[0, 59]])])
    coupled = {(a, b) for nodes in elements.tolist() for a in nodes for b in nodes if a != b}
    coupled |= {(0, 59), (59, 0)}
    rows = np.repeat(np.arange(layout.size), np.diff(matrix.starts))
    assert set(zip(rows.tolist(), matrix.columns.tolist(), strict=True)) == coupled
    slots = matrix.slots_of(elements)
    assert (slots[:, range(8), range(8)] == -1).all()
    for a in range(8):
        for b in range(8):
            if a != b:
                assert (matrix.columns[slots[:, a, b]] == elements[:, b]).all()


@pytest.mark.parametrize("scalar", [False, True])
def test_the_product_is_that_of_the_whole_matrix(scalar: bool):
    layout = PointLayout((5, 9, 7))
    matrix = filled(layout, hexahedra(layout.shape), scalar=scalar)
    whole = matrix.to_sparse()
    assert abs(whole - whole.T).max() == 0.0
    x, y = layout.spread(np.random.default_rng(2).normal(size=(layout.count, 3))), layout.zeros(3)
    matrix.multiply(x, y)
    points = layout.gather(x)
    expected = whole @ points if scalar else (whole @ points.ravel()).reshape(-1, 3)
    assert np.abs(layout.gather(y) - expected).max() < 1e-13


def test_removed_nodes_have_no_blocks_left():
    layout = PointLayout((3, 3, 4))
    matrix = filled(layout, hexahedra(layout.shape))
    before = matrix.to_sparse().toarray()
    free = layout.zeros()
    free[layout.nodes] = 1.0
    free[[2, 17]] = 0.0
    matrix.remove(free)
    keep = np.repeat(free[layout.nodes], 3)
    assert (matrix.to_sparse().toarray() == before * np.outer(keep, keep)).all()
