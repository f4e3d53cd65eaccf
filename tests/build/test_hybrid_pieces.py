"""Pieces of a torn hybrid body: each has a frame of its own, so that it moves and turns on its own."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.shapes.pose import rotation_matrix
from pliant.simulation.state import start_anew

MATTER = pl.Hybrid(magnitude=3.0, slope=50.0, curvature=0.02, density=2.0, damping=0.01)
ACROSS = [((3, n), (4, n)) for n in range(5)]  # between the fourth row of nodes and the fifth
CORNER = [((7, 4), (6, 4)), ((7, 4), (7, 3))]  # one node of its own
ALL = tuple(ACROSS + CORNER)
TURN, SHIFT = rotation_matrix((0.4, -1.1, 2.0)), np.array([3.0, -2.0, 1.0])


def surface(material: pl.Hybrid = MATTER, links=ALL, **options) -> pl.Surface:
    shape = pl.shapes.rectangle(1.4, 0.8)
    return pl.Surface(shape, id="body", grid=(8, 5), material=material, broken_links=links, **options)


def simulation(body: pl.Surface, **options) -> pl.Simulation:
    scene = pl.Scene(**{"dt": 0.01, **options})
    scene.add(body)
    return pl.Simulation(scene)


def energy_of(body: pl.Surface):
    return simulation(body).model.bodies[0].elastic[0]


def test_a_piece_moves_and_turns_without_stress():
    energy = energy_of(surface())
    x = energy.layout.gather(energy.reference.shape)
    x[20:39] = x[20:39] @ TURN.T + SHIFT
    assert len(np.unique(energy.reference.piece)) == 3
    assert energy.stored(energy.layout.spread(x)) < 1e-20
    x[30] += 0.01
    assert energy.stored(energy.layout.spread(x)) > 1e-6


def test_forces_and_hessian_are_derivatives_of_the_energy():
    energy = energy_of(surface(pl.Hybrid(magnitude=3.0, slope=50.0, curvature=0.02, density=2.0)))
    layout, rng = energy.layout, np.random.default_rng(3)
    x = energy.reference.shape + layout.spread(0.05 * rng.normal(size=(40, 3)))
    gradient, matrix = layout.zeros(3), energy.make_matrix()
    energy.add_gradient(x, gradient)
    energy.add_hessian(x, matrix, False)
    along = layout.spread(rng.normal(size=(40, 3)))
    ends, step = [], 1e-5
    for sign in (-1.0, 1.0):
        out = layout.zeros(3)
        energy.add_gradient(x + sign * step * along, out)
        ends.append((energy.stored(x + sign * step * along), out))
    slope = (ends[1][0] - ends[0][0]) / (2 * step)
    assert slope == pytest.approx(float(np.vdot(gradient, along)), rel=1e-7)
    product = layout.zeros(3)
    matrix.multiply(along, product)
    change = (ends[1][1] - ends[0][1]) / (2 * step)
    assert product == pytest.approx(change, abs=1e-6 * np.abs(change).max())


@pytest.mark.parametrize("integrator", ["bdf2", "rk4"])
def test_every_piece_keeps_its_own_momentum_and_spin(integrator):
    run = simulation(surface(spin=(1.0, 2.0, 6.0), velocity=(1.0, 0.0, 0.0)), integrator=integrator, dt=1e-3)
    before = run.debris("body")
    for _ in range(200):
        run.step()
    after = run.debris("body")
    assert len(before) == len(after) == 3
    for old, new in zip(before, after, strict=True):
        assert new.momentum == pytest.approx(old.momentum, abs=1e-9)
        assert new.angular_momentum == pytest.approx(old.angular_momentum, abs=1e-4)
    assert np.linalg.norm(after[0].center - after[1].center) > 1.1  # they fly apart: 0.7 m at the start


def test_a_shape_that_is_kept_by_its_magnitude_alone_comes_apart_as_well():
    run = simulation(surface(pl.Hybrid(magnitude=50.0, density=2.0), spin=(0.0, 0.0, 6.0)), dt=1e-3)
    for _ in range(200):
        run.step()
    pieces = run.debris("body")
    assert len(pieces) == 3 and np.linalg.norm(pieces[0].center - pieces[1].center) > 1.1


def test_what_has_flown_is_told_in_the_frame_of_the_piece():
    """Two halves are bent up and stay so; cut apart at once, each is without stress where it is."""
    law = pl.Maxwell(relaxation_time=0.02)
    run = simulation(surface(pl.Hybrid(slope=50.0, curvature=0.02, density=2.0), links=(), flow=law), dt=0.01)
    state, energy = run.state.bodies["body"], run.model.bodies[0].elastic[0]
    state.x[2, :40] = np.abs(state.x[0, :40])
    state.memory[energy.name][:] = energy.elastic.deformation(state.x)
    run.break_links("body", ACROSS)
    now = run.model.bodies[0].elastic[0]
    assert len(np.unique(now.elastic.reference.piece)) == 2
    told = state.memory[now.name][0]
    assert told == pytest.approx(now.elastic.deformation(state.x), abs=1e-12)


def test_a_cut_that_is_mended_before_anything_moves_leaves_no_stress():
    run = simulation(surface(links=(), flow=pl.Maxwell(relaxation_time=0.1)), dt=0.005)
    run.step()
    for links in (ALL, ()):
        run.apply(pl.Set("bodies.body.broken_links", links))
        run.step()
    assert run.energies()["elastic"] < 1e-20


LAWS = {
    "none": None,
    "maxwell": pl.Maxwell(relaxation_time=0.1),
    "plastic": pl.Plastic(limit=0.002, hardening=0.1),
}


@pytest.mark.parametrize("law", LAWS)
def test_a_torn_body_goes_on_bit_for_bit_after_a_restart(tmp_path, law):
    run = simulation(surface(links=(), spin=(0.0, 0.0, 20.0), flow=LAWS[law]), gravity=pl.EARTH, dt=0.005)
    for k in range(20):
        if k == 10:
            run.apply(pl.Set("bodies.body.broken_links", ALL))
        run.step()
    run.checkpoint(tmp_path / "there.npz")
    restored = pl.Simulation.restore(tmp_path / "there.npz")
    for _ in range(10):
        run.step()
        restored.step()
    assert np.array_equal(run.positions("body"), restored.positions("body"))


@pytest.mark.parametrize("integrator", ["bdf2", "rk4"])
def test_a_straight_curve_that_was_moulded_keeps_its_angular_momentum(integrator):
    """It is bent by flow and then turned about its line, which its reference shape cannot tell."""
    scene = pl.Scene(dt=5e-4, integrator=integrator)
    curve = pl.Curve(
        pl.shapes.line((-0.4, 0, 0), (0.4, 0, 0)), id="body", grid=17,
        material=pl.Hybrid(slope=20.0, curvature=0.05, density=2.0), flow=pl.Maxwell(0.05),
    )  # fmt: skip
    scene.add(curve)
    run = pl.Simulation(scene)
    state, model = run.state.bodies["body"], run.model.bodies[0]
    state.v[2, :17] = 20.0 * state.x[0, :17] ** 2
    for _ in range(300):
        run.step()
    run.apply(pl.Set("bodies.body.flow", {"kind": "elastic"}))
    x = state.x[:, :17] - run.debris("body")[0].center[:, None]
    state.v[:, :17] = 8.0 * np.cross([1.0, 0.0, 0.0], x, axis=0)
    start_anew(state)
    before = run.debris("body")[0].angular_momentum
    energy = run.energies()["elastic"]
    for _ in range(400):
        run.step()
        assert run.debris("body")[0].angular_momentum == pytest.approx(before, abs=2e-4 * before[0])
    turned = model.layout.spread(model.layout.gather(state.x) @ TURN.T)
    now = run.model.bodies[0].elastic[0]
    assert now.stored(turned) == pytest.approx(now.stored(state.x), rel=1e-6, abs=1e-12)
    assert before[0] > 1e-3 and energy < 1.0
