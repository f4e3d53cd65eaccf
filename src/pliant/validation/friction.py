"""A sheet on an inclined plane slides from the friction angle on, as fast as Coulomb says.

On a slope of angle α with coefficient of friction μ,

    a = 0  for tan α ≤ μ ,    a = g (sin α − μ cos α)  above.                                            (1)

Friction is smoothed below v₀ = 1 mm/s, so a sheet that should stick creeps at no more than that. The plane stays level
here and gravity is tilted.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, close
from pliant.contact import Penalty, Plane
from pliant.forces import EARTH
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Curve, Plot, Result

COEFFICIENT, DT = 0.4, 1.0 / 60.0
LANDED, STEPS = 15, 30  # the sheet falls from the margin of the contact and has come to rest on it by then
DEGREES = (5, 10, 15, 20, 25, 30, 40, 50)


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
    plot = Plot(
        "A sheet on a slope, μ = 0.4",
        "angle of the slope [degrees]",
        "acceleration [m/s²]",
        [
            Curve("Coulomb", fine, [_acceleration(a) for a in np.radians(fine)], "theory"),
            Curve("computed", DEGREES, computed),
        ],
    )
    return Result("friction", "Friction angle", checks, [plot], __doc__ or "")


def _acceleration(angle: float) -> float:
    return max(0.0, float(EARTH * (np.sin(angle) - COEFFICIENT * np.cos(angle))))  # (1)


def _speeds(angle: float) -> tuple[float, float]:
    """Mean speeds [m/s] down the slope, when the sheet has landed and at the end."""
    scene = Scene(gravity=(EARTH * np.sin(angle), 0.0, -EARTH * np.cos(angle)), dt=DT)
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
