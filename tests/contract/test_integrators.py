"""The contract of every integrator: momentum, pins, the same bits again, and a restart that nobody notices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant as pl

INTEGRATORS = {
    "explicit": pl.Explicit(),
    "euler": pl.Euler(),
    "feynman": pl.Feynman(),
    "midpoint": pl.Midpoint(),
    "rk4": pl.RK4(),
    "semi_implicit": pl.SemiImplicit(),
    "backward_euler": pl.BackwardEuler(),
    "bdf2": pl.BDF2(),
}
SOFT = pl.Sheet(membrane=20.0, bending=1e-3, area_density=0.3, damping=1e-3, drag=0.1)
each_integrator = pytest.mark.parametrize("integrator", INTEGRATORS.values(), ids=INTEGRATORS)


def _step(integrator) -> float:
    """A time step [s] that all schemes bear; Euler's must be below the time of the material's damping."""
    return 2e-4 if integrator.kind == "euler" else 2e-3


def _scene(integrator, **options) -> pl.Scene:
    """A soft sheet over a ball, in a wind, with everything that a step can meet."""
    scene = pl.Scene(gravity=pl.EARTH, dt=_step(integrator), integrator=integrator, **options)
    sheet = pl.Surface(
        pl.shapes.rectangle(1.0, 1.0),
        id="sheet",
        grid=(16, 15),
        material=SOFT,
        position=(0, 0, 0.31),
        spin=(0, 0, 1),
    )
    scene.add(sheet)
    scene.pin("sheet", corners=("00",))
    scene.add(pl.obstacles.Sphere(radius=0.3), id="ball")
    scene.add(pl.Viscous(0.5, pl.Gust((1.0, 0, 0), amplitude=(0.5, 0, 0), period=0.05)), id="wind")
    return scene


def _busy(integrator) -> pl.Scene:
    """The same with grabs held exactly and by springs, and with events before and after the middle."""
    scene, dt = _scene(integrator), _step(integrator)
    grab, spring = (
        pl.Grab("sheet", (8, 7), id="hand"),
        pl.Grab("sheet", (15, 14), id="string", stiffness=20.0),
    )
    scene.at(2 * dt, grab, spring)
    scene.at(
        2 * dt,
        pl.Move("hand", (0.1, 0.0, 0.5), seconds=25 * dt),
        pl.Move("string", (0.6, 0.6, 0.6), seconds=15 * dt),
    )
    scene.at(5 * dt, pl.Set("bodies.sheet.material.drag", 0.3), pl.PinEvent("sheet", nodes=[(3, 3)]))
    scene.at(15 * dt, pl.Release("hand"), pl.Set("gravity", "moon"))
    scene.at(17 * dt, pl.Unpin("sheet", corners=["00"]), pl.Set("forces.wind.strength", 1.0))
    scene.at(18 * dt, pl.Release("string"))
    return scene


def _run(simulation: pl.Simulation, steps: int) -> pl.Simulation:
    for _ in range(steps):
        simulation.step()
    return simulation


@each_integrator
def test_momentum_grows_by_the_weight_alone(integrator):
    scene = pl.Scene(gravity=(1.0, 2.0, -3.0), dt=2e-3, integrator=integrator)
    scene.solver = pl.Solver("cg", preconditioner="jacobi", tolerance=1e-12, iterations=5000)
    sheet = pl.Sheet(membrane=20.0, bending=1e-3, area_density=0.3, damping=1e-3)
    wide = pl.shapes.rectangle(1.1, 0.9)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(1, 1),
            id="sheet",
            initial_shape=wide,
            grid=(6, 7),
            material=sheet,
            spin=(1, 2, 3),
        )
    )
    simulation = pl.Simulation(scene)
    model = simulation.model.body("sheet")
    mass = model.layout.gather(model.system.mass)[:, None]
    before = (mass * simulation.velocities("sheet")).sum(axis=0)
    _run(simulation, 30)
    after = (mass * simulation.velocities("sheet")).sum(axis=0)
    impulse = mass.sum() * np.array([1.0, 2.0, -3.0]) * simulation.time
    assert after - before == pytest.approx(impulse, abs=1e-9)


@each_integrator
def test_pinned_nodes_do_not_move_at_all(integrator):
    simulation = pl.Simulation(_scene(integrator))
    start = simulation.positions("sheet")[0].copy()
    _run(simulation, 10)
    assert (simulation.positions("sheet")[0] == start).all()
    # BDF2 takes the velocity from (3x − 4x₋₁ + x₋₂)/2Δt, which rounds.
    assert np.abs(simulation.velocities("sheet")[0]).max() < 1e-12
    assert np.abs(simulation.velocities("sheet")[1:]).max() > 0.1


@each_integrator
def test_the_same_scene_gives_the_same_bits_again(integrator):
    first, second = (_run(pl.Simulation(_busy(integrator)), 25) for _ in range(2))
    assert (first.positions("sheet") == second.positions("sheet")).all()
    assert (first.velocities("sheet") == second.velocities("sheet")).all()


@each_integrator
@pytest.mark.parametrize("step", [1, 3, 8, 16], ids=lambda step: f"after {step} steps")
def test_a_restart_goes_on_bit_for_bit(integrator, step: int, tmp_path: Path):
    whole = _run(pl.Simulation(_busy(integrator)), 25)
    first = _run(pl.Simulation(_busy(integrator)), step)
    first.checkpoint(tmp_path / "state.npz")
    second = _run(pl.Simulation.restore(tmp_path / "state.npz"), 25 - step)
    assert second.time == whole.time
    assert (second.positions("sheet") == whole.positions("sheet")).all()
    assert (second.velocities("sheet") == whole.velocities("sheet")).all()


@each_integrator
def test_energy_does_not_grow_without_a_source(integrator):
    scene = pl.Scene(dt=0.5 * _step(integrator), integrator=integrator)
    sheet = pl.Sheet(membrane=20.0, bending=1e-3, area_density=0.3, damping=1e-3, drag=0.3)
    start = pl.shapes.rectangle(1.2, 1.0)
    scene.add(
        pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", initial_shape=start, grid=(7, 7), material=sheet)
    )
    simulation = pl.Simulation(scene)
    totals = []
    for _ in range(round(0.1 / scene.dt)):
        simulation.step()
        energy = simulation.energies()
        totals.append(energy["elastic"] + energy["kinetic"])
    # An explicit scheme knows the velocity half a step late, so its energy swings a little; Euler's begins by gaining
    # half a permille, until there is a rate of deformation to damp.
    assert max(totals[10:]) < totals[0] * (1.001 if integrator.kind == "euler" else 1.0)
    assert totals[-1] < 0.9 * totals[0]


@pytest.mark.parametrize(
    "response", [pl.responses.Penalty(), pl.responses.Projection()], ids=["penalty", "projection"]
)
@each_integrator
def test_what_falls_on_a_floor_stays_above_it_and_does_not_bounce_higher(integrator, response):
    """A sheet so soft that the scheme and the contact are alone with each other."""
    scene = pl.Scene(gravity=pl.EARTH, dt=2e-3, integrator=integrator, contact=response)
    soft = pl.Sheet(membrane=0.5, area_density=1.0, drag=3.0)
    scene.add(
        pl.Surface(pl.shapes.rectangle(1, 1), id="sheet", grid=(4, 4), material=soft, position=(0, 0, 0.1))
    )
    scene.add(pl.obstacles.Plane())
    simulation = pl.Simulation(scene)
    heights = []
    for _ in range(1000):
        simulation.step()
        heights.append(simulation.positions("sheet")[:, 2])
    # It comes with 1.3 m/s and is let in by that times √(m/k), which is 10 Δt for Euler's, 4.5 Δt for the midpoint
    # scheme and 1.4 Δt for the others.
    assert np.min(heights) > {"euler": -0.03, "midpoint": -0.012}.get(integrator.kind, -0.004)
    assert np.max(heights[250:]) < 0.08
    if response.kind == "projection":
        assert np.abs(heights[-1]).max() < 1e-3
        assert np.abs(simulation.velocities("sheet")).max() < 0.02


def test_a_published_variant_refuses_an_implicit_integrator():
    with pytest.raises(pl.SceneError, match="semi_implicit or explicit"):
        pl.Simulation(
            pl.Scene(
                bodies=[
                    pl.Surface(pl.shapes.rectangle(1, 1), grid=(4, 4), material=pl.Raw(), variant="kelager")
                ]
            )
        )


@pytest.mark.parametrize("name", ["explicit", "semi_implicit", "euler", "feynman", "midpoint", "rk4"])
def test_the_published_bending_free_variant_keeps_momentum(name: str):
    """K of (1) in `energies.secant` has rows that sum to zero, as long as small entries are not dropped."""
    raw = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), mass=0.1)
    scene = pl.Scene(dt=2e-3, integrator=INTEGRATORS[name])
    scene.solver = pl.Solver("cg", tolerance=1e-12)
    wide = pl.shapes.rectangle(1.2, 1.1)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(1, 1),
            id="sheet",
            initial_shape=wide,
            grid=(6, 6),
            material=raw,
            variant="terzopoulos",
        )
    )
    simulation = _run(pl.Simulation(scene), 20)
    v = simulation.velocities("sheet")
    assert np.abs(v).max() > 1e-3
    assert np.abs(v.sum(axis=0)).max() < 1e-9 * np.abs(v).max()
