"""Limits of stress of matter that flows: what its springs hold now, beside closed forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import pliant as pl
from pliant.energies.solid import grid_cells
from pliant.model.flow import Arm
from pliant.numerics.grid import cell_triangles

TAU, DT = 0.1, 1e-3
YOUNG, POISSON, THICKNESS, RADIUS = 2e5, 0.3, 2e-3, 0.01
PLANE = YOUNG / (1.0 - POISSON**2)
SHEAR = YOUNG / (2.0 * (1.0 + POISSON))
ELASTIC = pl.Elastic(young=YOUNG, poisson=POISSON, thickness=THICKNESS, density=300.0)
BULK = pl.Bulk(young=YOUNG, poisson=POISSON, density=100.0)
WIDE, HIGH = 0.4, 0.2  # [m]
FREE = (False, False, False)


class Bar(NamedTuple):
    """A bar one metre long along x, what resists its strain ε, and what its end bears where the stress is one."""

    make: Callable[..., Any]
    modulus: float
    section: float
    solid: bool = False


def _curve(material: Any, **options: Any) -> pl.Curve:
    return pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), grid=5, material=material, id="bar", **options)


def _triangles(**options: Any) -> pl.Mesh:
    points = pl.shapes.rectangle(1.0, WIDE).points((5, 3), FREE[:2]).reshape(-1, 3)
    triangles = cell_triangles((5, 3), FREE[:2])
    return pl.Mesh(points, triangles=triangles, material=ELASTIC, id="bar", **options)


def _tetrahedra(**options: Any) -> pl.Mesh:
    points = pl.shapes.box(1.0, WIDE, HIGH).points((4, 3, 2), FREE).reshape(-1, 3)
    ways = ((4, 6), (6, 2), (2, 3), (3, 1), (1, 5), (5, 4))
    cells = grid_cells((4, 3, 2), FREE)
    tetrahedra = np.concatenate([cells[:, [0, a, b, 7]] for a, b in ways])
    return pl.Mesh(points, tetrahedra=tetrahedra, material=BULK, id="bar", **options)


BARS = {
    "springs": Bar(lambda **o: _curve(pl.Springs(stiffness=4 * 50.0, damping=0.0, mass=1e-3), **o), 50.0, 1.0),
    "cord": Bar(lambda **o: _curve(pl.Cord(stretching=50.0, line_density=0.1), **o), 50.0, 1.0),
    "rod": Bar(
        lambda **o: _curve(pl.Rod(young=YOUNG, radius=RADIUS, density=100.0), **o), YOUNG, np.pi * RADIUS**2
    ),
    "sheet": Bar(
        lambda **o: pl.Surface(pl.shapes.rectangle(1.0, WIDE), grid=(5, 3), material=ELASTIC, id="bar", **o),
        PLANE, WIDE * THICKNESS,
    ),
    "triangles": Bar(_triangles, PLANE, WIDE * THICKNESS),
    "solid": Bar(
        lambda **o: pl.Solid(pl.shapes.box(1.0, WIDE, HIGH), grid=(4, 3, 2), material=BULK, id="bar", **o),
        2.0 * SHEAR, WIDE * HIGH, True,
    ),
    "tetrahedra": Bar(_tetrahedra, 2.0 * SHEAR, WIDE * HIGH, True),
}  # fmt: skip


class Machine:
    """Pulls a bar along x: all nodes are put where an even strain has them, of solids at the same volume."""

    def __init__(self, bar: Bar, **options: Any):
        self.bar = bar
        self.simulation = pl.Simulation(pl.Scene(dt=DT, bodies=[bar.make(**options)]))
        self.body, self.state = self.simulation.model.bodies[0], self.simulation.state.bodies["bar"]
        self.rest = self.simulation.positions("bar").copy()
        self.state.free[self.body.layout.nodes] = 0.0

    def pull(self, strain: float) -> None:
        thinner = (1.0 + strain) ** -0.5 if self.bar.solid else 1.0
        at = self.rest * np.array([1.0 + strain, thinner, thinner])
        self.state.target[:] = self.body.layout.spread(at.reshape(*self.body.layout.shape, 3))
        self.simulation.step()

    @property
    def broken(self) -> bool:
        return bool(self.simulation.parameters.bodies[0].broken_links)

    @property
    def stress(self) -> float:
        """By the force at its end."""
        end = self.rest[:, 0] > self.rest[:, 0].max() - 1e-9
        return float(-self.simulation.elastic_forces("bar")[end, 0].sum()) / self.bar.section

    @property
    def load(self) -> float:
        """The largest load of its fibres."""
        fibres = self.body.fibres
        assert fibres is not None
        return float(fibres.load(self.state.x, self.state.memory).max())


def limited(limit: float) -> pl.Fracture:
    return pl.Fracture(limit, measure="stress")


LAWS = {
    "maxwell": pl.Maxwell(relaxation_time=0.02),
    "four units": pl.FourUnits(relaxation_time=0.02, ratio=0.5, retardation_time=0.05),
    "generalised": pl.Generalised(arms=(Arm(share=0.3, relaxation_time=0.01), Arm(share=0.5, relaxation_time=0.05))),
    "plastic": pl.Plastic(limit=2.0, hardening=0.2),
    "viscoplastic": pl.Viscoplastic(limit=2.0, relaxation_time=0.02),
    "thermoplastic": pl.Thermoplastic(relaxation_time=0.02, temperature=120.0, softness=0.4),
}  # fmt: skip


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", BARS)
def test_the_load_is_the_force_at_the_end_per_section(kind, law):
    """Stretched by a tenth and held, so that strains are not small, and half of it has flown."""
    machine = Machine(BARS[kind], flow=LAWS[law], fracture=limited(1e9))
    for step in range(30):
        machine.pull(0.1 * min(1.0, (step + 1) / 15))
    elastic = Machine(BARS[kind], fracture=limited(1e9))
    elastic.pull(0.1)
    assert machine.load == pytest.approx(machine.stress, rel=1e-6, abs=1e-9 * elastic.stress)
    assert machine.load < 0.9 * elastic.load  # it has flown
    assert elastic.load == pytest.approx(elastic.stress, rel=1e-6)


@pytest.mark.parametrize("kind", BARS)
def test_a_maxwell_bar_pulled_at_a_constant_rate_breaks_when_the_closed_form_says(kind):
    """σ = Eτε̇(1 − exp(−t/τ)); strains are so small that sheets and solids are linear."""
    bar, rate, when = BARS[kind], 1e-4 / TAU, 50.5 * DT
    limit = bar.modulus * TAU * rate * (1.0 - np.exp(-when / TAU))
    machine = Machine(bar, flow=pl.Maxwell(relaxation_time=TAU), fracture=limited(limit))
    while not machine.broken:
        assert machine.simulation.time < 2.0 * when
        machine.pull(rate * (machine.simulation.time + DT))
    assert abs(machine.simulation.time - when) <= DT
    elastic = limit / (bar.modulus * rate)  # when it would have broken, had nothing flown
    assert elastic < when - 8 * DT


@pytest.mark.parametrize("kind", BARS)
def test_a_plastic_bar_that_yields_below_its_limit_never_breaks_and_one_that_yields_above_does(kind):
    bar, strain = BARS[kind], 1e-4
    limit = bar.modulus * strain
    for share, breaks in ((0.5, False), (2.0, True)):
        machine = Machine(bar, flow=pl.Plastic(limit=share * limit), fracture=limited(limit))
        for step in range(40):
            if not machine.broken:
                machine.pull(strain * (step + 0.5) / 10)
        assert machine.broken == breaks
        if breaks:  # with the step that passes the limit
            assert machine.simulation.time == pytest.approx(11 * DT)
