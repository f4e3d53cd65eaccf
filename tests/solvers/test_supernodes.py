"""A sparse factor in blocks of columns: the same answers as of the whole matrix."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import pliant as pl
from pliant.numerics.hybrid_matrix import stiffness_of
from pliant.solvers.hybrid import HybridSolver, is_worth_a_factor
from pliant.solvers.ordering import narrow_order
from pliant.solvers.supernodes import Sparse
from tests.solvers.plates import answer, plate


@pytest.mark.parametrize(
    ("a", "accuracy"),
    [
        (plate(9, 7), 1e-12),
        (plate(110, 90), 2e-4),  # in single precision
        (sp.diags([2.0, 4.0, 5.0]), 1e-15),  # nothing below the diagonal
        (sp.csr_matrix(np.eye(7) + np.ones((7, 7))), 1e-14),  # one block
    ],
)
def test_answers_are_those_of_the_whole_matrix(a, accuracy):
    rng = np.random.default_rng(1)
    shuffled = rng.permutation(a.shape[0])
    a = sp.csr_matrix(a)[shuffled][:, shuffled]
    x = rng.normal(size=(3, a.shape[0]))
    found = answer(Sparse(a), (a @ x.T).T)
    assert np.abs(found - x).max() < accuracy * np.abs(x).max()


def test_it_has_fewer_entries_than_a_band():
    a = plate(110, 90)
    entries, (_, width) = len(Sparse(a)._blocks.values), narrow_order(a)
    assert entries < 0.6 * width * a.shape[0]


def test_what_is_not_positive_definite_is_refused():
    with pytest.raises(np.linalg.LinAlgError, match="positive"):
        Sparse(sp.diags([1.0, -1.0, 2.0]))


def test_a_narrow_order_is_found_whatever_the_numbering():
    a = plate(12, 9)
    shuffled = np.random.default_rng(1).permutation(108)
    for numbered in (a, a[shuffled][:, shuffled]):
        order, width = narrow_order(numbered)
        pairs = numbered[order][:, order].tocoo()
        assert np.abs(pairs.row - pairs.col).max() == width <= 30
    assert narrow_order(a)[1] <= 2 * 9


def test_runs_of_a_grid_are_its_rows():
    a = plate(12, 9)
    k = stiffness_of(a)
    assert len(k.runs.bounds) - 1 < 12 * 6
    dense = np.zeros((108, 108))
    for run, (begin, end) in enumerate(zip(k.runs.bounds[:-1], k.runs.bounds[1:], strict=True)):
        shifts = k.runs.shifts[k.runs.starts[run] : k.runs.starts[run + 1]]
        values = k.runs.values[k.runs.firsts[run] :][: len(shifts) * (end - begin)].reshape(len(shifts), -1)
        for shift, line in zip(shifts, values, strict=True):
            dense[np.arange(begin, end), np.arange(begin, end) + shift] = line
    np.testing.assert_array_equal(dense, a.toarray())


@pytest.mark.parametrize(
    ("nodes", "width", "worth"),
    [
        (2_000, 2, True),  # a curve
        (180 * 127, 2 * 127, True),  # a surface
        (300 * 300, 2 * 300, False),
        (20**3, 20**2, True),  # a solid
        (28**3, 28**2, False),
    ],
)
def test_bodies_have_one_where_it_is_soon_made(nodes, width, worth):
    assert is_worth_a_factor(nodes, width) == worth


def test_a_small_surface_has_one_by_itself():
    scene = pl.Scene(gravity=None, dt=1 / 60)
    matter = pl.Hybrid(slope=200.0, curvature=0.5, density=2.0)
    shape = pl.shapes.Rectangle()
    scene.add(pl.Surface(shape, id="sheet", grid=(20, 20), material=matter, spin=(1.0, 0.0, 0.0)))
    simulation = pl.Simulation(scene)
    simulation.step()
    solver = simulation._steppers["sheet"].solver
    assert isinstance(solver, HybridSolver)
    assert isinstance(solver._prepared[0][1]._inverse, Sparse)
