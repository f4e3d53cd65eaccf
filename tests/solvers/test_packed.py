"""Cholesky's factorisation of a full matrix, row by row, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.solvers.profile import complete, packed, substitute


@pytest.mark.parametrize("count", [1, 3, 4, 5, 17, 64, 131])
def test_it_solves_whatever_the_number_of_rows(count):
    rng = np.random.default_rng(count)
    root = rng.normal(size=(count, count))
    whole, b = root @ root.T + np.eye(count), rng.normal(size=count)
    a = packed(count)
    entries = whole[np.tril_indices(count)]
    a.lower[: len(entries)] = entries
    assert complete(a)
    x = b.copy()
    substitute(a, x, 0, count)
    assert x == pytest.approx(np.linalg.solve(whole, b), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("wrong", [-1.0, 0.0, np.nan])
def test_what_is_not_positive_is_said(wrong):
    a = packed(10)
    a.lower[a.starts[8] - 1] = wrong
    assert not complete(a)
