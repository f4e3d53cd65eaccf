"""A band factorised from both of its ends: the same answers as of the whole matrix, for any number of threads."""

from __future__ import annotations

import os

import numba
import numpy as np
import pytest
import scipy.sparse as sp

from pliant.numerics.hybrid_matrix import stiffness_of
from pliant.solvers.two_sided_band import Band, band_width, narrow_order
from tests.solvers.plates import answer, plate


@pytest.mark.parametrize(("rows", "columns", "accuracy"), [(9, 7, 1e-12), (120, 40, 2e-4), (121, 39, 2e-4)])
def test_answers_are_those_of_the_whole_matrix(rows, columns, accuracy):
    a = plate(rows, columns)
    rng = np.random.default_rng(1)
    shuffled = rng.permutation(a.shape[0])
    a = a[shuffled][:, shuffled]
    x = rng.normal(size=(3, a.shape[0]))
    found = answer(Band(a), (a @ x.T).T)
    assert np.abs(found - x).max() < accuracy * np.abs(x).max()


def test_threads_change_no_bit():
    a = plate(120, 40)
    b = np.random.default_rng(2).normal(size=(3, a.shape[0]))
    band = Band(a)
    assert len(band._sides) == 2
    before = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        alone = answer(band, b)
        numba.set_num_threads(before)
        together = answer(band, b)
    finally:
        numba.set_num_threads(before)
    np.testing.assert_array_equal(alone, together)


def test_numba_is_not_asked_for_threads(monkeypatch: pytest.MonkeyPatch):
    """It would start its own, and settle for the whole process how."""
    monkeypatch.setattr(numba, "threading_layer", _not_started)
    monkeypatch.setattr(numba, "get_num_threads", lambda: pytest.fail("Numba's threads were started"))
    a = plate(120, 40)
    band = Band(a)
    assert len(band._sides) == 2
    answer(band, np.ones((3, a.shape[0])))


def _not_started() -> str:
    raise ValueError("Threading layer is not initialized.")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_has_a_thread_of_its_own():
    a = plate(120, 40)
    b = np.random.default_rng(2).normal(size=(3, a.shape[0]))
    band = Band(a)
    first = answer(band, b)
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(answer(band, b), first) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_matrix_that_is_not_definite_is_refused():
    a = plate(120, 40) - 5.0 * sp.eye(4800)
    with pytest.raises(np.linalg.LinAlgError):
        Band(sp.csr_matrix(a))


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
    assert band_width(a, np.argsort(narrow_order(a))) <= 2 * 9
