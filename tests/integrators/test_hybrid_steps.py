"""How far the steps of hybrid bodies are solved."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.solvers.hybrid import Split


def pulled(tolerance: float, stiffness: float) -> pl.Simulation:
    """A sheet that turns while a finger pulls at its corner."""
    matter = pl.Hybrid(slope=200.0, curvature=0.5, density=2.0)
    shape = pl.shapes.Rectangle(width=1.0, height=0.7)
    scene = pl.Scene(gravity=None, dt=1 / 60, integrator=pl.BDF2(tolerance=tolerance))
    scene.add(pl.Surface(shape, id="sheet", grid=(15, 11), material=matter, spin=(0.2, 0.9, 2.0)))
    scene.add(pl.Grab("sheet", node=(0, 0), id="finger", stiffness=stiffness))
    scene.add(pl.Move("finger", to=(-1.2, -0.9, 0.6), time=0.0, seconds=0.5))
    return pl.Simulation(scene)


@pytest.mark.parametrize("stiffness", [20.0, 2000.0])
def test_one_correction_is_enough_where_the_next_would_be_small(stiffness):
    tolerance = 1e-2
    loose, exact = pulled(tolerance, stiffness), pulled(1e-9, stiffness)
    corrections = []
    for _ in range(30):
        before = exact.positions("sheet").copy()
        loose.state.bodies["sheet"].copy_from(exact.state.bodies["sheet"])
        loose.step()
        exact.step()
        corrections.append(loose.reports["sheet"].newton)
        motion = np.abs(exact.positions("sheet") - before).max()
        apart = np.abs(loose.positions("sheet") - exact.positions("sheet")).max()
        assert apart < 0.3 * tolerance * motion
    assert np.mean(corrections) < 1.5


def test_an_answer_that_proves_wrong_is_followed_by_checked_ones(monkeypatch):
    """The first correction is not checked by the solver: if it does not flatten the gradient, others follow."""
    apply = Split.apply

    def too_far(split, b, z):
        apply(split, b, z)
        z *= 30.0

    def too_short(split, b, z):
        apply(split, b, z)
        z *= 1e-3

    right = pulled(1e-2, 200.0)
    for _ in range(5):
        right.step()
    for wrong in (too_far, too_short):
        monkeypatch.setattr(Split, "apply", wrong)
        simulation = pulled(1e-2, 200.0)
        for _ in range(5):
            simulation.step()
        assert simulation.reports["sheet"].newton > 1
        motion = np.abs(right.positions("sheet")).max()
        assert np.abs(simulation.positions("sheet") - right.positions("sheet")).max() < 1e-2 * motion


def test_a_body_at_rest_takes_one_look():
    """What rounding leaves of the gradient cannot be made smaller, and need not be."""
    scene = pl.Scene(gravity=None, dt=1 / 60)
    matter = pl.Hybrid(slope=200.0, curvature=0.5, density=2.0)
    scene.add(pl.Surface(pl.shapes.Rectangle(), id="sheet", grid=(12, 9), material=matter))
    scene.pin("sheet", corners=("00", "10"))
    simulation = pl.Simulation(scene)
    for _ in range(10):
        simulation.step()
        report = simulation.reports["sheet"]
        assert (report.newton, report.backtracks, report.converged) == (1, 0, True)


def test_a_straight_rod_that_flows_goes_on_bit_for_bit_from_a_checkpoint(tmp_path):
    """What the solver prepares is that of the shape at rest, also if it is prepared when matter has flown."""
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01)
    matter = pl.Hybrid(magnitude=50.0, slope=200.0, curvature=0.5, density=0.5)
    line = pl.shapes.line((0, 0, 0), (1, 0, 0))
    scene.add(pl.Curve(line, id="rod", grid=10, material=matter, flow=pl.Maxwell(0.1)))
    scene.add(pl.Pin(body="rod", nodes=[0]))
    first = pl.Simulation(scene)
    for _ in range(20):
        first.step()
    first.checkpoint(tmp_path / "rod.npz")
    second = pl.Simulation.restore(tmp_path / "rod.npz")
    for _ in range(10):
        first.step()
        second.step()
    np.testing.assert_array_equal(first.positions("rod"), second.positions("rod"))
