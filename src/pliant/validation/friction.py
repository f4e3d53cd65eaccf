"""A sheet on an inclined plane slides from the friction angle on, as fast as Coulomb says; so it does where it lands.

On a slope of angle α with coefficient of friction μ,

    a = 0  for tan α ≤ μ ,    a = g (sin α − μ cos α)  above.                                            (1)

Friction is smoothed below v₀ = 1 mm/s, so a sheet that should stick creeps at no more than that. The plane stays level
here and gravity is tilted.

Coulomb's law holds for impulses as well: a body that lands while it moves along the plane loses μ times what it
gets across it. A sheet and a block that fall from h, thrown along the plane at 3 m/s, have lost, a time t after they
were let go and while they slide,

    Δv = μ g t ,                                                                                         (2)

whatever the height and the step, as long as they do not bounce.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import Check, at_most, close
from pliant.contact import Penalty, Plane
from pliant.forces import EARTH
from pliant.model import Body, Sheet, Solid, Surface
from pliant.scene.schema import Scene
from pliant.shapes import box, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

COEFFICIENT, DT = 0.4, 1.0 / 60.0
LANDED, STEPS = 15, 30  # the sheet falls from the margin of the contact and has come to rest on it by then
DEGREES = (5, 10, 15, 20, 25, 30, 40, 50)
LANDING, SPEED, SECONDS = 0.3, 3.0, 0.3
DROPS, RATES = (0.01, 0.2), (60, 240, 960)
BODIES = {
    "sheet": Surface(rectangle(0.4, 0.4), grid=(6, 6), material="cotton"),
    "block": Solid(box(0.2, 0.2, 0.05, center=(0, 0, 0.025)), grid=(4, 4, 3), material="rubber"),
}


def run() -> Result:
    checks, computed = [], []
    for degrees in DEGREES:
        angle = np.radians(degrees)
        before, after = _speeds(angle)
        acceleration = (after - before) / ((STEPS - LANDED) * DT)
        computed.append(acceleration)
        wanted = _acceleration(angle)
        if wanted == 0.0:
            checks.append(at_most(f"{degrees}°: it sticks, creeping", 1e3 * after, 1.0, "mm/s"))
        else:
            checks.append(close(f"{degrees}°: it slides with", acceleration, wanted, 1e-2, "m/s²"))
    fine = np.linspace(0.0, 60.0, 200)
    plot = (
        Plot("A sheet on a slope, μ = 0.4", "angle of the slope [degrees]", "acceleration [m/s²]")
        .theory("Coulomb", fine, [_acceleration(a) for a in np.radians(fine)])
        .computed("computed", DEGREES, computed)
    )
    landings = _landings(checks)
    return Result("friction", "Friction angle and oblique landings", checks, [plot, landings], __doc__ or "")


def _landings(checks: list[Check]) -> Plot:
    """(2) for two bodies from two heights, at steps from 1/60 to 1/960 s."""
    ends = [1000.0 / RATES[-1], 1000.0 / RATES[0]]
    plot = Plot("Lost in an oblique landing, μ = 0.3, after 0.3 s", "time step [ms]", "speed [m/s]")
    plot = plot.theory("Coulomb", ends, 2 * [LANDING * EARTH * SECONDS])
    for name, body in BODIES.items():
        for drop in DROPS:
            lost = [_lost(body, drop, 1.0 / rate) for rate in RATES]
            plot = plot.computed(f"{name} from {100 * drop:.0f} cm", [1000.0 / rate for rate in RATES], lost)
            worst = max(lost, key=lambda one: abs(one - LANDING * EARTH * SECONDS))
            claim = f"a {name} that lands from {100 * drop:.0f} cm, at worst, loses"
            checks.append(close(claim, worst, LANDING * EARTH * SECONDS, 2e-2, "m/s"))
    return plot


def _lost(body: Body, drop: float, dt: float) -> float:
    """Mean speed [m/s] that a body has lost along the plane."""
    scene = Scene(collision=False, gravity=EARTH, dt=dt)
    start = {"position": (0.0, 0.0, drop + Penalty().margin), "velocity": (SPEED, 0.0, 0.0)}
    scene.add(body.model_copy(update=start), id="it")
    scene.add(Plane(friction=LANDING))
    simulation = Simulation(scene)
    for _ in range(round(SECONDS / dt)):
        simulation.step()
    system = simulation.model.body("it").system
    mass = system.mass[system.layout.nodes]
    return SPEED - float(mass @ simulation.velocities("it")[:, 0] / mass.sum())


def _acceleration(angle: float) -> float:
    return max(0.0, float(EARTH * (np.sin(angle) - COEFFICIENT * np.cos(angle))))  # (1)


def _speeds(angle: float) -> tuple[float, float]:
    """Mean speeds [m/s] down the slope, when the sheet has landed and at the end."""
    scene = Scene(collision=False, gravity=(EARTH * np.sin(angle), 0.0, -EARTH * np.cos(angle)), dt=DT)
    sheet = Sheet(membrane=100.0, bending=1e-2, area_density=0.2)
    start = rectangle(0.4, 0.4, center=(0, 0, Penalty().margin))
    scene.add(Surface(start, id="sheet", grid=(5, 5), material=sheet))
    scene.add(Plane(friction=COEFFICIENT))
    simulation = Simulation(scene)
    speeds = []
    for _ in range(STEPS):
        simulation.step()
        speeds.append(float(np.abs(simulation.velocities("sheet")[:, 0]).mean()))
    return speeds[LANDED - 1], speeds[-1]
