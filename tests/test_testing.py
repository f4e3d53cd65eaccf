"""A law of the user's own, and the tests that one call puts it to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant.build.model import build
from pliant.validation.specimens import Probe, deformed

SHEAR = 1e6 / 2.9
RUBBER: dict[str, Any] = {"young": 1e6, "poisson": 0.45, "density": 1e3}


def _exponential(first, second):
    return 0.5 * SHEAR * (0.9 * (first - 3.0) + 0.1 * (np.exp(second - 3.0) - 1.0))


def _mooney(first, second):
    return SHEAR * (0.35 * (first - 3.0) + 0.15 * (second - 3.0))


def _material(energy: Any, **changes: Any) -> pl.Bulk:
    return pl.Bulk(**{**RUBBER, **changes}, law=pl.laws.Custom(energy))


def test_a_law_of_ones_own_passes_the_tests_that_all_pass():
    report = pl.testing.check_material(_material(_exponential))
    assert report.passed and len(report.checks) > 20
    assert "holds  grid: forces against differences of the energy" in str(report)


def test_sheets_can_be_of_it():
    sheet = pl.Sheet(membrane=1e6, poisson=0.5, area_density=1.0, law=pl.laws.Custom(_exponential))
    assert pl.testing.check_material(sheet).passed


def test_a_law_with_another_stiffness_than_young_and_poisson_say_is_refused():
    with pytest.raises(
        pl.PliantError, match=r"at rest.*is 344828 Pa, and by young and poisson it is 384615 Pa"
    ):
        pl.testing.check_material(_material(_exponential, poisson=0.3))


def test_what_fails_is_said_with_the_whole_report():
    """A law that softens so fast that pulling frees energy."""

    def gives_way(first, second):
        return 0.5 * SHEAR * ((first - 3.0) - 40.0 * (first - 3.0) ** 2)

    with pytest.raises(pl.PliantError, match=r"(?s)fails . tests.*FAILS  grid: least energy of six random"):
        pl.testing.check_material(_material(gives_way), amount=0.3)


@pytest.mark.parametrize(
    ("energy", "message"),
    [
        (lambda a, b: np.sin(a), "cannot use numpy.sin: it may use"),
        (lambda a, b: 3.0, "does not depend on I1 and I2"),
        (lambda a, b: a if a > 3.0 else b, "one formula"),
        (lambda a, b: a / 0.0, "has failed: ZeroDivisionError"),
        (lambda a, b: 3.0 - a, "is -2 Pa"),
    ],
)
def test_what_is_no_formula_is_refused_in_words(energy: Any, message: str):
    with pytest.raises(pl.PliantError, match=message):
        pl.testing.check_material(_material(energy))


@pytest.mark.parametrize(
    "energy",
    [
        _mooney,
        lambda a, b: SHEAR * (0.35 * (2.0 ** np.log(np.exp(a)) / 2.0**a * a - 3.0) + 0.15 * (np.sqrt(b**2) - 3.0)),
        lambda a, b: -(0.35 * (3.0 - a) + np.divide(0.45 - 0.15 * b, 1.0)) * SHEAR,
    ],
)  # fmt: skip
def test_the_same_law_written_in_python_has_the_same_forces(energy: Any):
    """However it is written."""
    found = []
    for law in (pl.laws.Custom(energy), pl.laws.MooneyRivlin(0.3)):
        material = pl.Bulk(**RUBBER, law=law)
        body = pl.Solid(pl.shapes.box(1, 1, 1), id="body", grid=(3, 3, 3), material=material)
        model = build(pl.Scene(collision=False, bodies=[body])).bodies[0]
        found.append(Probe(model, list(model.elastic)).gradient(deformed(model)))
    assert found[0] == pytest.approx(found[1], abs=1e-6 * np.abs(found[1]).max())


def test_a_law_with_a_name_can_be_saved(tmp_path):
    pl.named("my rubber")(_mooney)
    scene = pl.Scene()
    scene.add(pl.Solid(pl.shapes.box(1, 1, 1), grid=(3, 3, 3), material=_material(_mooney)))
    pl.save(scene, tmp_path / "scene.yaml")
    assert pl.load(tmp_path / "scene.yaml").bodies[0].material.law.energy is _mooney
