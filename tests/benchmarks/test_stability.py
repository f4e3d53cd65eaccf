"""The longest stable steps of the bodies of 003: measured where eigenvalues say."""

from __future__ import annotations

import pytest

from pliant.benchmarks import stability
from pliant.benchmarks.stability import expected, in_equilibrium, stays


@pytest.mark.parametrize("scheme", stability.SCHEMES)
def test_one_spring_is_stable_up_to_what_its_eigenvalues_say_and_no_further(scheme: str):
    limit, x = expected("1D", scheme), in_equilibrium("1D")
    assert stays("1D", scheme, x, 0.95 * limit)
    assert not stays("1D", scheme, x, 1.1 * limit)


def test_the_limits_of_one_spring_are_those_of_its_quadratic_equation():
    """λ² + 2(c/m)λ + 2k/m = 0, −15 ± 37.1i: Euler's limit is −2 Re λ/|λ|², 0.01875 s; slow growth is allowed for."""
    assert expected("1D", "Euler") == pytest.approx(0.01875, rel=0.02)


def test_the_claims_of_the_source_about_the_ring_do_not_hold():
    """003 §4.2.2: midpoint and RK4 are stable at 0.03 s. They are at 0.003 s only."""
    for scheme in ("midpoint", "RK4"):
        assert 0.003 < expected("2D", scheme) < 0.015


@pytest.mark.slow
@pytest.mark.parametrize("body", ["2D", "3D"])
def test_measured_limits_agree_with_eigenvalues(body: str):
    for row in stability.rows_for(body):
        assert row.figure == pytest.approx(row.reference, rel=0.03)
