"""A sparse factor in blocks of columns: the same answers as of the whole matrix."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import pliant as pl
from pliant.solvers.hybrid import HybridSolver
from pliant.solvers.supernodes import Sparse
from pliant.solvers.two_sided_band import Band
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
    entries = len(Sparse(a)._blocks.values)
    assert entries < 0.6 * sum(side.size for side in Band(a)._sides)


def test_what_is_not_positive_definite_is_refused():
    with pytest.raises(np.linalg.LinAlgError, match="positive"):
        Sparse(sp.diags([1.0, -1.0, 2.0]))


@pytest.mark.parametrize(("grid", "inverse"), [((20, 20), Band), ((70, 60), Sparse)])
def test_large_surfaces_have_one_by_themselves(grid, inverse):
    scene = pl.Scene(gravity=None, dt=1 / 60)
    matter = pl.Hybrid(slope=200.0, curvature=0.5, density=2.0)
    scene.add(pl.Surface(pl.shapes.Rectangle(), id="sheet", grid=grid, material=matter, spin=(1.0, 0.0, 0.0)))
    simulation = pl.Simulation(scene)
    simulation.step()
    solver = simulation._steppers["sheet"].solver
    assert isinstance(solver, HybridSolver)
    assert isinstance(solver._prepared[0][1]._inverse, inverse)
