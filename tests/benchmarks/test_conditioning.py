"""What the page on conditioning says is so, and where theory knows the numbers, they are those."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from pliant.benchmarks import conditioning
from pliant.benchmarks.conditioning import BESIDE, DENSITY, DT, NODES, SERIES, _condition, _held, _iterations

BY_NAME = {series.name: series for series in SERIES}
STEP = 1.0 / (NODES - 1)


def _ends(name: str) -> tuple[conditioning.Condition, conditioning.Condition]:
    """At a hundred-thousandth of the largest stiffness, and at that."""
    series = BY_NAME[name]
    return _condition(series, series.softest * 1e3), _condition(series, series.softest * 1e8)


def test_only_the_magnitude_improves_the_condition():
    """A corner has a quarter of a cell, so κ cannot be less than four."""
    soft, rigid = _ends("w₀")
    assert soft.number > 20.0 and rigid.number == pytest.approx(4.0, rel=0.01)
    assert rigid.iterations <= 3 < soft.iterations


@pytest.mark.parametrize("name", ["w₁", "w₂", "primal stretching", "primal bending"])
def test_every_other_weight_worsens_it_in_proportion(name: str):
    series = BY_NAME[name]
    stiff, stiffer = _condition(series, series.softest * 1e7), _condition(series, series.softest * 1e8)
    assert stiffer.number / stiff.number == pytest.approx(10.0, rel=0.05)
    assert stiffer.number > 1e5


def test_all_weights_together_leave_it_bounded():
    soft, rigid = _ends("all three")
    weight = BY_NAME["all three"].softest
    k, _ = _held(magnitude=1e5 * weight, slope=1e3 * weight, curvature=weight)
    assert soft.number < rigid.number == pytest.approx(np.linalg.cond(k), rel=1e-3)


def test_where_the_frame_follows_the_magnitude_worsens_it():
    """Rigid motion stays as soft as it was; six motions are few iterations all the same."""
    soft, rigid = _ends("w₀ with its frame")
    assert rigid.number > 100.0 * soft.number
    assert rigid.iterations < soft.iterations


def test_the_explicit_step_of_a_membrane_is_that_of_its_shortest_wave():
    """ω² = 8 w₁/(ρh²) where neighbours along both axes go against each other; w₀ adds w₀/ρ."""
    slope = _condition(BY_NAME["w₁"], 100.0)
    assert slope.step == pytest.approx(2.0 / sqrt(8.0 * 100.0 / (DENSITY * STEP**2)), rel=1e-6)
    both = _condition(BY_NAME["w₀"], 1e6)
    assert both.step == pytest.approx(
        2.0 / sqrt(1e6 / DENSITY + 8.0 * BESIDE / (DENSITY * STEP**2)), rel=1e-6
    )


def test_iterations_are_those_of_conjugate_gradients():
    """As many as there are different eigenvalues."""
    mass = np.ones(30)
    assert _iterations(np.diag(mass), 1) == 1
    turned, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(30, 30)))
    values = np.repeat([1.0, 2.0, 5.0], 10)
    assert _iterations((turned * values) @ turned.T, 30) == 1  # one block is the whole matrix
    assert 3 <= _iterations((turned * values) @ turned.T, 1) <= 30


def test_the_page_tells_of_this_version():
    """The columns of the committed page, and one cell of it, are what is found today."""
    text = (Path(__file__).parents[2] / "docs" / "conditioning.md").read_text(encoding="utf-8")
    assert "| stiffness | " + " | ".join(BY_NAME) + " |" in text
    series = BY_NAME["w₁"]
    one = _condition(series, series.softest * 1e4)
    assert f"| {one.number:.3g}, {one.iterations}, {1e3 * one.step:.3g} |" in text
    assert f"{1e3 * DT:.4g} ms" in text
