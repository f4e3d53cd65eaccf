"""Sections that yield in layers, and limits that grow; what comes of it is in the validation (plastic_bending)."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import pliant as pl
from pliant.errors import SceneError
from pliant.inelastic.layers import layers_of
from pliant.model.flow import Unit
from tests.simulation.test_stress_of_flow import BARS, Machine


@pytest.mark.parametrize(("round_", "most"), [(False, 1.5), (True, 16.0 / (3.0 * pi))])
@pytest.mark.parametrize("count", [4, 8])
def test_layers_share_the_stiffness_and_bear_the_fully_plastic_moment(count, round_, most):
    units, limits = layers_of(Unit(limit=1.0), count, round_=round_)
    shares = np.array([unit.share for unit in units])
    assert shares.sum() == pytest.approx(1.0)
    assert shares @ limits == pytest.approx(most, rel=1e-12 if not round_ else 0.02)
    assert limits.min() > 1.0  # the outermost layer is below the skin


@pytest.mark.parametrize("kind", ["springs", "cord", "rod", "sheet", "triangles"])
def test_isotropic_hardening_raises_the_limit_in_both_directions(kind):
    """Pulled to three times its yield strain the slope is g/(1 + g); pressed back it yields at less what it bore."""
    bar, growth = BARS[kind], 0.25
    yields = 1e-4
    limit = (2e5 if kind in {"sheet", "triangles"} else bar.modulus) * yields
    machine = Machine(bar, flow=pl.Plastic(limit=limit, isotropic=growth))
    elastic = Machine(bar)
    elastic.pull(yields)
    unit = elastic.stress  # at the yield strain, sideways held as it is
    found = []
    for strain in np.concatenate([np.linspace(0.0, 3.0, 16)[1:], np.linspace(3.0, -3.0, 61)[1:]]):
        machine.pull(strain * yields)
        found.append(machine.stress / unit)
    top = found[14]
    if kind in ("springs", "cord", "rod"):
        assert top == pytest.approx(1.0 + 2.0 * growth / (1.0 + growth), rel=2e-3)
        elastic_way = np.array(found[15:]) - top
        steps = np.diff(np.concatenate([[0.0], elastic_way]))
        gave = np.flatnonzero(np.abs(steps + 0.1) > 0.01)[0]
        assert found[15 + gave - 1] == pytest.approx(-top, abs=0.12)
    else:  # all directions yield together; it bears more back than it did out
        assert min(found) < -top


def test_what_has_grown_is_remembered():
    machine = Machine(BARS["rod"], flow=pl.Plastic(limit=2.0, isotropic=0.5))
    for strain in (1e-5, 3e-5, 6e-5):
        machine.pull(strain)
    grown = [values.max() for name, values in machine.state.memory.items() if name.endswith("/grown")]
    assert max(grown) > 0.0


@pytest.mark.parametrize(
    ("body", "law"),
    [
        (BARS["solid"], pl.Plastic(limit=2.0, isotropic=0.1)),
        (BARS["sheet"], pl.Plastic(limit=2.0, isotropic=0.1, condition="tresca")),
    ],
    ids=["solid", "tresca"],
)
def test_where_limits_do_not_grow_it_says_so(body, law):
    with pytest.raises(SceneError, match=r"isotropic"):
        Machine(body, flow=law)
