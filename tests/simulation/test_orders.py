"""Motion and energy balance of matter that flows converge at the order of the integrator, at most the second.

Orders are observed between steps that are not yet infinitely short, and errors of both signs meet: what is asserted is
the order less what the next terms still take from it.
"""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from tests.simulation.thrown import BODIES, SCHEMES, orders, thrown

MAXWELL = pl.Maxwell(relaxation_time=0.02)
STEPS = {"backward_euler": 80, "feynman": 60, "midpoint": 60}  # others: 30
LIMITS = {"hybrid": 1e-3, "layered": 0.05, "solid": 1e3, "tetrahedra": 1e3}  # others: 0.3
each_body = pytest.mark.parametrize("kind", BODIES)
# Every body under an implicit scheme and under an explicit one, every scheme with bodies of more than one kind; hybrid
# ones, whose rest state turns with them, under all. BDF2 and RK4 have every body where it is damped as well.
PAIRS = [
    *(("springs", scheme) for scheme in ("backward_euler", "feynman")),
    *(("curve", scheme) for scheme in ("bdf2", "midpoint")),
    *(("sheet", scheme) for scheme in ("backward_euler", "rk4")),
    *(("triangles", scheme) for scheme in ("bdf2", "feynman")),
    *(("solid", scheme) for scheme in ("bdf2", "midpoint", "rk4")),
    *(("tetrahedra", scheme) for scheme in ("backward_euler", "feynman")),
    *(("hybrid", scheme) for scheme in SCHEMES),
    *(("layered", scheme) for scheme in ("bdf2", "midpoint")),
]


def viscoplastic(kind: str, **options) -> pl.Viscoplastic:
    return pl.Viscoplastic(limit=LIMITS.get(kind, 0.3), relaxation_time=0.02, **options)


@pytest.mark.parametrize(("kind", "scheme"), PAIRS)
def test_a_maxwell_body_moves_and_is_booked_to_the_order_of_the_scheme(kind, scheme):
    integrator, order = SCHEMES[scheme]
    found = orders(kind, MAXWELL, integrator, STEPS.get(scheme, 30))
    less = {1: 0.25, 2: 0.3}[order]
    assert found.motion > order - less
    assert found.entry > order - less
    assert found.energy_balance.viscous > 0.03 * found.energy_balance.initial
    if order == 2:
        assert abs(found.energy_balance.numerical) < 0.05 * found.energy_balance.viscous


@pytest.mark.parametrize("scheme", ["bdf2", "rk4"])
@each_body
def test_internal_damping_of_what_flows_keeps_the_order(kind, scheme):
    integrator, order = SCHEMES[scheme]
    found = orders(kind, MAXWELL, integrator, 30, damping=5e-3)
    assert found.motion > order - 0.3
    assert found.entry > order - 0.3
    assert found.energy_balance.damping > 0.03 * found.energy_balance.initial


@pytest.mark.parametrize("kind", ["curve", "solid"])
def test_several_arms_side_by_side_are_of_second_order_under_rk4(kind):
    arms = pl.Generalised(arms=(pl.Arm(0.3, 0.02), pl.Arm(0.4, 0.1)))
    found = orders(kind, arms, pl.RK4(), 60)
    assert found.motion > 1.8
    assert found.entry > 1.8


@pytest.mark.parametrize("kind", ["springs", "solid", "hybrid"])
def test_viscoplastic_matter_is_of_second_order_under_rk4_though_yield_begins_within_steps(kind):
    """By the worst of three: where in a step it begins is a kink."""
    law = viscoplastic(kind)
    end = thrown(kind, law, pl.RK4(), 480).positions("it")
    off, left = [], []
    for counts in ((16, 20, 24), (128, 160, 192)):
        found = [thrown(kind, law, pl.RK4(), steps) for steps in counts]
        off.append(max(np.abs(one.positions("it") - end).max() for one in found))
        left.append(max(abs(one.energy_balance().numerical) for one in found))
        assert found[0].energy_balance().plastic > 0.01 * found[0].energy_balance().initial
    assert np.log2(off[0] / off[1]) > 3 * 1.5
    assert np.log2(left[0] / left[1]) > 3 * 1.7


@pytest.mark.parametrize(
    ("kind", "condition"),
    [
        ("springs", "von_mises"),
        *((kind, law) for kind in ("solid", "tetrahedra") for law in ("von_mises", "tresca")),
    ],
)
def test_what_yields_all_the_time_moves_to_second_order_under_rk4(kind, condition):
    law = viscoplastic(kind, condition=condition)
    found = orders(kind, law, pl.RK4(), 5, stretch=(1.4, 1.2, 0.9), seconds=0.006)
    assert found.motion > 1.7
    assert found.entry > 1.7
    assert found.energy_balance.plastic > 0.0 and found.energy_balance.viscous > 0.0


@each_body
def test_viscoplastic_matter_is_of_second_order_under_bdf2(kind):
    found = orders(kind, viscoplastic(kind), SCHEMES["bdf2"][0], 30)
    assert found.motion > 1.6
    assert found.entry > 1.7


@pytest.mark.parametrize("scheme", ["bdf2", "feynman", "rk4"])
@pytest.mark.parametrize("kind", ["sheet", "solid"])
def test_what_swells_is_of_second_order(kind, scheme):
    found = orders(kind, pl.Maxwell(relaxation_time=-0.1, bound=9.0), SCHEMES[scheme][0], 20)
    assert found.motion > 1.7
    assert found.entry > 1.7
    assert found.energy_balance.viscous < -0.05 * found.energy_balance.initial


@pytest.mark.parametrize("kind", ["springs", "curve", "solid", "hybrid"])
def test_a_dashpot_that_is_quick_beside_the_step_keeps_rk4_stable_and_of_second_order(kind):
    """Explicit rates would grow beyond Δt = 2.8 τ; here Δt is up to 5 τ."""
    quick = pl.Maxwell(relaxation_time=4e-4)
    ends = [thrown(kind, quick, pl.RK4(), steps).positions("it") for steps in (40, 80, 160)]
    off = [np.abs(end - ends[-1]).max() for end in ends[:2]]
    assert off[1] < 0.01 * np.abs(ends[-1]).max()
    assert off[1] < 0.6 * off[0]


@pytest.mark.parametrize(
    ("kind", "scheme"),
    [
        *(
            (kind, scheme)
            for kind in ("springs", "solid")
            for scheme in ("bdf2", "feynman", "midpoint", "rk4")
        ),
        *((kind, scheme) for kind in ("curve", "sheet", "hybrid") for scheme in ("bdf2", "rk4")),
    ],
)
def test_what_cools_and_stiffens_moves_and_is_booked_to_the_order_of_the_scheme(kind, scheme):
    """Springs that become stiffer while they are stretched get the work of temperature."""
    law = pl.Thermoplastic(relaxation_time=0.02, temperature=140.0, cooling_time=0.2, softness=0.3)
    integrator, order = SCHEMES[scheme]
    found = orders(kind, law, integrator, 30)
    assert found.motion > order - 0.3
    # Where terms of the next order, of the other sign, are still as large, little is left of both.
    little = 1e-7 * found.energy_balance.initial
    assert found.entry > order - 0.5 or abs(found.energy_balance.numerical) < little
    assert found.energy_balance.work > 0.003 * found.energy_balance.initial
