"""Free fall: each integrator falls exactly as its own difference equation says, and towards ½gt².

A rigid fall strains nothing, so x″ = g is all there is, and the schemes can be summed by hand from x₀ = v₀ = 0:

    explicit, semi-implicit, backward Euler:   vₙ = g nΔt,   xₙ = ½ g t (t + Δt)                          (1)
    Euler:                                     vₙ = g nΔt,   xₙ = ½ g t (t − Δt)                          (3)
    Feynman, midpoint, RK4:                    vₙ = g nΔt,   xₙ = ½ g t²                                  (4)
    BDF2, begun with one step of backward Euler:   xₙ = ½ g t² + ¾ g Δt² (1 − 3⁻ⁿ)                         (2)

(1): all three take the velocity at the end of the step, v' = (x' − x)/Δt, so the fall is ahead by half a step.
(2): BDF2 is exact for parabolas; what remains is the first step's error ½gΔt², carried on by the recurrence
eₙ = (4eₙ₋₁ − eₙ₋₂)/3.
(3): Euler takes the velocity at the beginning, and is behind by as much. (4) is exact.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most
from pliant.forces import EARTH
from pliant.integrators.spec import BDF2, RK4, Euler, Feynman, Midpoint
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import ACCURATE, EXPLICIT, IMPLICIT, followed

DT, STEPS = 1.0 / 30.0, 30


def run() -> Result:
    checks = []
    n = np.arange(STEPS + 1)
    t = n * DT
    exact = 0.5 * EARTH * t**2
    plot = (
        Plot("Free fall: distance from ½gt²", "time [s]", "error [m]", log_y=True)
        .theory("½ g t Δt", t[1:], 0.5 * EARTH * t[1:] * DT)
        .theory("¾ g Δt² (1 − 3⁻ⁿ)", t[1:], 0.75 * EARTH * DT**2 * (1.0 - 3.0 ** -n[1:]))
    )
    for integrator in (*EXPLICIT, *IMPLICIT):
        fallen = _fall(integrator)
        own = 0.5 * EARTH * t * (t + DT)
        ahead = 0.5 * EARTH * t[-1] * DT
        if isinstance(integrator, BDF2):
            own = exact + 0.75 * EARTH * DT**2 * (1.0 - 3.0**-n)
            ahead = 0.75 * EARTH * DT**2
        elif isinstance(integrator, Euler):
            own = 0.5 * EARTH * t * (t - DT)
        elif isinstance(integrator, Feynman | Midpoint | RK4):
            own, ahead = exact, 0.0
        name = integrator.kind
        off = float(np.abs(fallen - own).max() / own[-1])
        checks.append(at_most(f"{name} falls as its difference equation, relative error", off, 1e-9))
        error = float(abs(fallen[-1] - exact[-1]))
        claim = f"{name}: distance from ½gt² after 1 s at Δt = 1/30 s is the scheme's own"
        checks.append(at_most(claim, abs(error - ahead), 1e-8, "m"))
        plot = plot.computed(name, t[1:], np.maximum(np.abs(fallen - exact)[1:], 1e-16))
    return Result("free_fall", "Free fall", checks, [plot], __doc__ or "")


def _fall(integrator) -> np.ndarray:
    """Depth [m] of the sheet's centre of mass after each step."""
    scene = Scene(collision=False, gravity=EARTH, dt=DT, integrator=integrator, solver=ACCURATE)
    # Soft enough for the explicit scheme, whose rounding errors would otherwise grow.
    soft = Sheet(membrane=0.5, bending=1e-5, area_density=0.2)
    scene.add(Surface(rectangle(0.5, 0.5), id="sheet", grid=(5, 5), material=soft))
    simulation = Simulation(scene)
    return followed(simulation, STEPS * DT, lambda: -float(simulation.positions("sheet")[:, 2].mean()))[1]
