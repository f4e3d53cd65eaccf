"""What nothing holds keeps its momentum and its spin, however far the equations of a step are solved."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

SHEET = pl.Sheet(membrane=200.0, bending=0.02, area_density=0.3)
BULK = pl.Bulk(young=1e4, poisson=0.4, density=100.0, damping=0.005)
CORNERS = [(0, 0, 0), (0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5), (0.5, 0.5, 0.5)]
SCATTERED = pl.Fracture(0.1, scatter=0.3, seed=2)
SPUN = {"id": "body", "velocity": (1.0, 0.0, 0.5), "spin": (3.0, 20.0, 12.0)}

BODIES = {
    "sheet": lambda: pl.Surface(
        pl.shapes.rectangle(1, 1), grid=(12, 12), material=SHEET, fracture=SCATTERED, **SPUN
    ),
    "solid": lambda: pl.Solid(
        pl.shapes.box(0.5, 0.5, 0.5), grid=(4, 4, 4), material=BULK, fracture=SCATTERED, **SPUN
    ),
    "tetrahedra": lambda: pl.Mesh(
        CORNERS,
        tetrahedra=[(0, 1, 2, 3), (1, 2, 3, 4)],
        material=BULK,
        flow=pl.Maxwell(0.1),
        fracture=pl.Fracture(5.0),  # that may part, but does not
        **SPUN,
    ),
}


def momenta(simulation: pl.Simulation) -> np.ndarray:
    """Of the pieces, (n, 3), the heaviest first."""
    return np.array([piece.momentum for piece in simulation.debris("body")])


@pytest.mark.parametrize("kind", BODIES)
def test_momentum_is_kept_by_default(kind):
    scene = pl.Scene(dt=0.002)
    scene.add(BODIES[kind]())
    simulation = pl.Simulation(scene)
    start = momenta(simulation).sum(axis=0)
    for _ in range(60):
        simulation.step()
    pieces = momenta(simulation)
    assert (len(pieces) > 1) == (kind != "tetrahedra")
    assert np.abs(pieces.sum(axis=0) - start).max() < 1e-12 * np.abs(start).max()


def test_so_do_pieces_after_the_last_break():
    scene = pl.Scene(dt=0.002, collision=False)
    scene.add(BODIES["sheet"]())
    simulation = pl.Simulation(scene)
    before, count = momenta(simulation), -1
    for _ in range(80):
        broken = simulation.debris("body")
        if len(broken) != count:
            before, count = momenta(simulation), len(broken)
        simulation.step()
        if len(simulation.debris("body")) == count > 1:
            after = momenta(simulation)
            assert np.abs(after - before).max() < 1e-12 * np.abs(before).max()
            before = after
    assert count > 1


def test_a_body_that_is_held_moves_only_as_its_pins_let_it():
    scene = pl.Scene(dt=0.002, gravity=pl.EARTH)
    scene.add(BODIES["sheet"]())
    scene.pin("body", corners=("00",))
    simulation = pl.Simulation(scene)
    start = simulation.positions("body")[0, 0].copy()
    for _ in range(10):
        simulation.step()
    np.testing.assert_array_equal(simulation.positions("body")[0, 0], start)


# ---------------------------------------------------------------- spin


def spins(simulation: pl.Simulation) -> np.ndarray:
    """Angular momenta of the pieces about their own centres, (n, 3), the heaviest first."""
    return np.array([piece.angular_momentum for piece in simulation.debris("body")])


def lost_spin(scene: pl.Scene, seconds: float) -> float:
    """The largest change of the angular momentum, relative to that at the start."""
    simulation = pl.Simulation(scene)
    start, most = spins(simulation)[0], 0.0
    for _ in range(round(seconds / scene.dt)):
        simulation.step()
        most = max(most, float(np.linalg.norm(spins(simulation)[0] - start)))
    return most / float(np.linalg.norm(start))


POINTS = [(x / 4, y / 4, 0.0) for x in range(5) for y in range(5)]
FACES = [
    face
    for i in range(4)
    for j in range(4)
    for face in ((5 * i + j, 5 * i + j + 5, 5 * i + j + 1), (5 * i + j + 1, 5 * i + j + 5, 5 * i + j + 6))
]
TURNED = {"id": "body", "velocity": (1.0, 0.0, 0.5), "spin": (1.0, 3.0, 2.0)}
SPINNING = {
    "sheet": pl.Surface(
        pl.shapes.rectangle(1, 1),
        initial_shape=pl.shapes.rectangle(1.02, 0.99),
        grid=(12, 12),
        material=pl.materials.COTTON,
        **TURNED,
    ),
    "solid": pl.Solid(pl.shapes.box(0.5, 0.3, 0.2), grid=(5, 4, 4), material=BULK, **TURNED),
    "rope": pl.Curve(
        pl.shapes.line((0, 0, 0), (1, 0, 0)),
        grid=20,
        material=pl.Cord(stretching=500.0, bending=1e-3, line_density=0.1),
        **TURNED,
    ),
    "mesh": pl.Mesh(POINTS, triangles=FACES, material=SHEET, **TURNED),
}


@pytest.mark.parametrize("kind", SPINNING)
@pytest.mark.parametrize("dt", [1 / 60, 1 / 240])
def test_spin_is_kept_by_default(kind, dt):
    """Of a rope, what it has about its own line may be lost; of others there is only the square of the turn."""
    scene = pl.Scene(dt=dt)
    scene.add(SPINNING[kind])
    assert lost_spin(scene, 0.5) < 1e-4


@pytest.mark.parametrize("integrator", ["bdf2", "backward_euler"])
def test_a_body_that_spins_slowly_or_fast_keeps_its_spin(integrator):
    """Also where schemes lose it at their own order: a tenth of a turn in a step."""
    for spin in (0.05, 30.0):
        body = pl.Solid(
            pl.shapes.box(0.5, 0.3, 0.2),
            grid=(5, 4, 4),
            material=pl.Bulk(young=1e6, poisson=0.4, density=100.0),
            spin=(0.2 * spin, 0.0, spin),
            id="body",
        )
        assert lost_spin(pl.Scene(dt=1 / 240, integrator=integrator, bodies=[body]), 0.2) < 1e-3


def test_gravity_has_no_torque_and_a_wind_slows_the_spin():
    """With drag c per area [N·s/m³] and a mass ρ per area the spin of a flat plate along itself decays like exp(−ct/ρ).

    The plate is stiff; with viscosity on all of it, a viscous stream at rest acts alike everywhere.
    """
    plate = pl.Surface(
        pl.shapes.rectangle(1, 1),
        grid=(9, 9),
        material=pl.Sheet(membrane=2000.0, bending=1.0, area_density=0.3),
        spin=(0.0, 0.0, 3.0),
        id="body",
    )
    assert lost_spin(pl.Scene(dt=1 / 120, gravity=pl.EARTH, bodies=[plate]), 0.25) < 1e-6
    damped = plate.model_copy(update={"material": plate.material.model_copy(update={"drag": 0.6})})
    lost = lost_spin(pl.Scene(dt=1 / 120, bodies=[damped]), 0.25)
    assert lost == pytest.approx(1.0 - np.exp(-0.6 / 0.3 * 0.25), rel=1e-3)


def test_the_energy_balance_of_a_free_sheet_stay_near_its_energy():
    """Undamped, it neither gains nor loses what its spin is worth."""
    scene = pl.Scene(dt=1 / 240)
    scene.add(SPINNING["sheet"].model_copy(update={"initial_shape": None}))
    simulation = pl.Simulation(scene)
    before = sum(simulation.energies().values())
    for _ in range(240):
        simulation.step()
    assert sum(simulation.energies().values()) == pytest.approx(before, rel=1e-3)


def test_pieces_keep_their_spin_after_the_last_break():
    scene = pl.Scene(dt=0.002, collision=False)
    scene.add(BODIES["sheet"]())
    simulation = pl.Simulation(scene)
    before, count = spins(simulation), -1
    for _ in range(80):
        if len(simulation.debris("body")) != count:
            before, count = spins(simulation), len(simulation.debris("body"))
        simulation.step()
        if len(simulation.debris("body")) == count > 1:
            after = spins(simulation)
            assert np.abs(after - before).max() < 1e-4 * np.abs(before).max()
            before = after
    assert count > 1


@pytest.mark.slow
def test_a_free_cotton_sheet_keeps_a_thousandth_of_its_spin_for_five_seconds():
    scene = pl.Scene(dt=1 / 240)
    scene.add(SPINNING["sheet"].model_copy(update={"grid": (24, 24)}))
    assert lost_spin(scene, 5.0) < 1e-3
