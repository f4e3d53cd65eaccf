"""Cholesky's factorisation by tiles against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.solvers.small_cholesky import factorise, room_for, substitute


@pytest.mark.parametrize("count", [1, 3, 4, 5, 17, 64, 131])
def test_it_solves_whatever_the_number_of_rows(count):
    rng = np.random.default_rng(count)
    root = rng.normal(size=(count, count))
    whole, b = root @ root.T + np.eye(count), rng.normal(size=count)
    a = room_for(count)
    assert len(a) % 4 == 0
    a[:count, :count] = np.tril(whole)
    assert factorise(a)
    x = b.copy()
    substitute(a, x)
    assert x == pytest.approx(np.linalg.solve(whole, b), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("wrong", [-1.0, 0.0, np.nan])
def test_what_is_not_positive_is_said(wrong):
    a = room_for(10)
    a[7, 7] = wrong
    assert not factorise(a)
