"""Sheets with a toughness beside a limit of stress; what it does to a notched one is in the validation."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.constraints import Turn
from pliant.errors import SceneError
from pliant.topology.toughness import Places, Toughness
from tests.simulation.test_stress_of_flow import BARS, Machine

PAPER = pl.Elastic(young=1e7, thickness=1e-3, density=500.0)
TOUGH = pl.Fracture(1e5, measure="stress", toughness=100.0)


def row(count: int, reach: float) -> Toughness:
    """Fibres of the width 1 side by side."""
    centers = np.stack([np.arange(count), np.zeros(count), np.zeros(count)], axis=1).astype(float)
    ones = np.ones(count)
    return Toughness(Places(centers, np.tile([0.0, 1.0, 0.0], (count, 1)), ones, ones), np.full(count, reach))


@pytest.mark.parametrize("reach", [0.3, 1.0, 4.0])
def test_without_a_crack_the_limit_rules(reach):
    """The mean of what is the same everywhere is that."""
    loads, whole = np.full(9, 1.01), np.ones(9, dtype=bool)
    assert row(9, reach).tempered(loads, whole) == pytest.approx(1.01)
    assert (row(9, reach).tempered(0.99 * whole, whole) < 1.0).all()


def test_beside_a_crack_a_peak_is_borne_if_the_mean_is():
    loads, whole = np.array([0.0, 0.0, 2.0, 0.5, 0.5, 0.5, 0.5, 0.5]), np.arange(8) > 1
    assert not (row(8, 4.0).tempered(loads, whole) > 1.0).any()
    assert np.flatnonzero(row(8, 1.0).tempered(loads, whole) > 1.0).tolist() == [2]


def test_where_fibres_are_wide_one_beside_a_crack_breaks_below_the_limit():
    loads, whole = np.full(6, 0.5), np.arange(6) != 2
    assert np.flatnonzero(row(6, 0.2).tempered(loads, whole) > 1.0).tolist() == [1, 3]
    assert not (row(6, 0.2).tempered(loads, np.ones(6, dtype=bool)) > 1.0).any()


def test_matter_off_the_plane_of_a_crack_is_not_ahead_of_it():
    centers = np.array([[0.0, 0, 0], [1.0, 0, 0], [2.0, 0, 0], [1.0, 1.0, 0], [1.0, 0.2, 0]])
    ways = np.array([[0, 1.0, 0], [0, 1.0, 0], [0, 1.0, 0], [0, 1.0, 0], [1.0, 0, 0]])
    near, off = Places(centers, ways, np.ones(5), np.ones(5)).beside(1, 1.2)
    assert sorted(near.tolist()) == [0, 1, 2]
    assert off.max() == pytest.approx(1.0)


BODIES = {
    "elongation": lambda: pl.Surface(
        pl.shapes.rectangle(1, 1), grid=(4, 4), material=PAPER, fracture=pl.Fracture(0.1, toughness=1.0)
    ),
    "solid": lambda: pl.Solid(
        pl.shapes.box(1, 1, 1), grid=(3, 3, 3), material=pl.Bulk(young=1e5, density=1e3), fracture=TOUGH
    ),
    "rod": lambda: pl.Curve(
        pl.shapes.line((0, 0, 0), (1, 0, 0)),
        grid=5,
        material=pl.Rod(young=1e6, density=1e3, radius=0.01),
        fracture=TOUGH,
    ),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_what_has_no_toughness_says_so(body):
    with pytest.raises((SceneError, ValueError), match="toughness"):
        scene = pl.Scene()
        scene.add(body())
        pl.Simulation(scene)


def test_a_notch_runs_through_and_the_halves_part():
    """Pulled slowly far enough: the crack stays in its row of links, which a limit alone does not tell from others."""
    notch = [((i, 5), (i, 6)) for i in range(3)]
    scene = pl.Scene(dt=0.01, collision=pl.Collision(bodies=False, itself=False))
    sheet = pl.Surface(
        pl.shapes.rectangle(0.8, 1.1),
        grid=(9, 12),
        material=PAPER,
        fracture=TOUGH,
        broken_links=notch,
        id="sheet",
    )
    scene.add(sheet)
    for edge, way in (("n0", -1.0), ("n1", 1.0)):
        shifts = ((0.0, 0.0, 0.0), (0.0, 0.02 * way, 0.0))
        scene.add(
            Turn("sheet", (0.0, 1.0, 0.0), edges=[edge], times=(0.0, 1.0), angles=(0.0, 0.0), shifts=shifts)
        )
    simulation = pl.Simulation(scene)
    for _ in range(100):
        simulation.step()
    broken = set(simulation.parameters.bodies[0].broken_links)
    assert broken == {((i, 5), (i, 6)) for i in range(9)}
    assert len(simulation.debris("sheet")) == 2


@pytest.mark.parametrize("kind", ["cord", "sheet", "triangles", "solid", "tetrahedra"])
def test_hot_matter_breaks_at_a_share_of_its_limit(kind):
    """Just below the limit it holds when it is cold; at half way between softening and melting it has 0.6 of that."""
    for temperature, limit, breaks in (
        (20.0, 1.02, False),
        (105.0, 1.02, True),
        (105.0, 1.72, False),
        (20.0, 0.98, True),
    ):
        law = pl.Thermoplastic(
            relaxation_time=1e9, temperature=temperature, softening=60.0, melting=150.0, softness=1.0
        )
        cold = Machine(BARS[kind], flow=law, fracture=pl.Fracture(1e9, measure="stress"))
        cold.pull(1e-3)
        fracture = pl.Fracture(limit * cold.load, measure="stress", molten=0.2)
        machine = Machine(BARS[kind], flow=law, fracture=fracture)
        machine.pull(1e-3)
        assert machine.broken == breaks, (temperature, limit)


def test_what_does_not_melt_has_no_molten_limit():
    with pytest.raises((SceneError, ValueError), match="thermoplastic"):
        Machine(BARS["cord"], fracture=pl.Fracture(1.0, measure="stress", molten=0.2))
