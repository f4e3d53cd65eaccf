"""Bodies of masses and springs: which springs there are, what they weigh, how they swing, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.energies.springs import bend_steps, grid_pairs, shear_steps, structural_steps

PLAIN = pl.Springs(stiffness=100.0, damping=0.0, mass=0.01)
FULL = pl.Springs(stiffness=100.0, damping=0.2, mass=0.01, shear=50.0, bend=20.0)
BODIES = {
    "curve": lambda **more: pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), id="body", grid=8, **more),
    "surface": lambda **more: pl.Surface(pl.shapes.rectangle(1, 1), id="body", grid=(6, 5), **more),
    "solid": lambda **more: pl.Solid(pl.shapes.box(1, 1, 1), id="body", grid=(4, 3, 5), **more),
}
each_body = pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)


def _simulation(body, **options) -> pl.Simulation:
    scene = pl.Scene(**{"dt": 1e-3, **options})
    scene.add(body)
    return pl.Simulation(scene)


def _springs(simulation: pl.Simulation):
    return simulation.model.body("body").elastic[0]


def test_a_grid_has_as_many_springs_as_can_be_counted():
    def count(shape, periodic, steps):
        return sum(len(grid_pairs(shape, periodic, step)) for step in steps(len(shape)))

    m, n = 5, 7
    flat = (False, False)
    assert count((m, n), flat, structural_steps) == m * (n - 1) + (m - 1) * n
    assert count((m, n), flat, shear_steps) == 2 * (m - 1) * (n - 1)
    assert count((m, n), flat, bend_steps) == m * (n - 2) + (m - 2) * n
    assert count((m, n), (True, True), structural_steps) == 2 * m * n
    assert count((3, 3, 3), (False,) * 3, structural_steps) == 54
    assert count((3, 3, 3), (False,) * 3, shear_steps) == 3 * 3 * 8 + 4 * 8  # of faces and of cells


def test_a_broken_link_takes_what_crosses_it_along():
    link = [((2, 2), (2, 3))]
    whole, cut = (
        _springs(_simulation(BODIES["surface"](material=FULL, broken_links=links))) for links in ([], link)
    )
    assert np.array_equal(whole.nodes, cut.nodes)  # broken ones keep their place
    lost = {tuple(pair) for pair in cut.nodes[cut.law.stiffness == 0.0].tolist()}
    node = lambda m, n: 5 * m + n  # noqa: E731
    across = {(node(m, n), node(m + 1, k)) for m in (1, 2) for n, k in ((2, 3), (3, 2))}
    over = {(node(2, 1), node(2, 3)), (node(2, 2), node(2, 4))}
    assert lost == {(node(2, 2), node(2, 3))} | across | over


@each_body
@pytest.mark.parametrize(
    "integrator", ["explicit", "feynman", "rk4", "semi_implicit", "backward_euler", "bdf2"]
)
def test_springs_run_with_every_kind_of_integrator_and_keep_momentum(body, integrator: str):
    simulation = _simulation(
        body(material=FULL, spin=(0, 1, 2), velocity=(1, 0, 0)),
        integrator=integrator,
        solver=pl.Solver(tolerance=1e-10),
    )
    energy = sum(simulation.energies().values())
    for _ in range(20):
        simulation.step()
    assert simulation.velocities("body").mean(axis=0) == pytest.approx((1.0, 0.0, 0.0), abs=1e-8)
    assert np.abs(simulation.elastic_forces("body")).max() > 1e-3  # spinning stretches them
    # Backward Euler takes the most away, a step of `explicit` adds a little before damping has its share.
    assert 0.9 * energy < sum(simulation.energies().values()) < 1.001 * energy


@each_body
def test_a_rest_length_of_its_own_is_stress(body):
    at_ease = _simulation(body(material=PLAIN))
    assert np.abs(at_ease.elastic_forces("body")).max() < 1e-12
    tight = _simulation(body(material=PLAIN.model_copy(update={"rest": 0.9})))
    springs = _springs(tight)
    gap = np.linalg.norm(np.diff(tight.positions("body")[springs.nodes], axis=1)[:, 0], axis=1)
    assert tight.energies()["elastic"] == pytest.approx(float(0.5 * 100.0 * np.sum((0.1 * gap) ** 2)))


def test_a_damper_acts_along_its_spring_only():
    body = BODIES["curve"](material=pl.Springs(stiffness=1.0, damping=5.0, mass=1.0))
    lengthwise, across = (_simulation(body, integrator="rk4", dt=1e-4) for _ in range(2))
    for simulation, axis in ((lengthwise, 0), (across, 1)):
        simulation.state.bodies["body"].v[axis, 0] = 1.0
        simulation.step()
    # One step: v' = v − Δt c v/m
    assert lengthwise.velocities("body")[0, 0] == pytest.approx(1.0 - 5e-4, abs=1e-6)
    assert across.velocities("body")[0, 1] == pytest.approx(1.0, abs=1e-6)


def test_stiffness_may_vary_over_the_body():
    stiff = lambda u: 100.0 + 900.0 * u[:, 0]  # noqa: E731
    springs = _springs(_simulation(BODIES["curve"](material=pl.Springs(stiffness=stiff, damping=1.0))))
    assert springs.law.stiffness == pytest.approx(100.0 + 900.0 * (np.arange(7) + 0.5) / 7)
    assert springs.law.damping == pytest.approx(1.0)


def test_poles_are_one_point_without_springs():
    ball = pl.Surface(
        pl.shapes.ellipsoid(1, 1, 1), id="body", grid=(8, 7), material=FULL, periodic=(True, False)
    )
    simulation = _simulation(ball, gravity=pl.EARTH, integrator="bdf2")
    for _ in range(5):
        simulation.step()
    points = simulation.positions("body").reshape(8, 7, 3)
    assert np.ptp(points[:, 0], axis=0).max() < 1e-12
    assert _springs(simulation).law.length.min() > 0.1


def test_implicit_and_explicit_springs_agree():
    ends = []
    for integrator, dt in (("rk4", 1e-3), ("bdf2", 1e-3)):
        simulation = _simulation(
            BODIES["surface"](material=FULL, velocity=(0.0, 0.0, 1.0)),
            gravity=pl.EARTH,
            integrator=integrator,
            dt=dt,
        )
        scene = simulation.scene.model_copy()
        scene.pin("body", corners=("00",))
        simulation.replace_scene(scene)
        for _ in range(100):
            simulation.step()
        ends.append(simulation.positions("body"))
    assert np.abs(ends[0] - ends[1]).max() < 2e-3


def test_what_makes_no_sense_is_refused():
    with pytest.raises(pl.SceneError, match=r"shear.*stiffness of these springs"):
        pl.Springs(shear=True)
    with pytest.raises(pl.SceneError, match="the variant is 'exact'"):
        BODIES["surface"](material=PLAIN, variant="kelager")
    with pytest.raises(pl.SceneError, match="'raw_bulk'"):
        BODIES["solid"](material=PLAIN, variant="kelager")
    simulation = _simulation(BODIES["surface"](material=PLAIN))
    sheet = pl.Sheet(membrane=20.0, area_density=0.3).model_dump()
    with pytest.raises(pl.PliantError, match="cannot change while a simulation runs"):
        simulation.apply(pl.Set("bodies.body.material", sheet))
    softer = simulation.apply(pl.Set("bodies.body.material.stiffness", 50.0))
    assert softer.time == 0.0 and (_springs(simulation).law.stiffness == 50.0).all()
