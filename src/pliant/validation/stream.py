"""A sheet that falls flat through a viscous fluid reaches its terminal velocity.

With the force c (n·(u − v)) n per area [000 (3.5.5)] on a horizontal sheet of density μ per area, at rest at first,

    μ v̇ = μg − c v ,    v(t) = v_∞ (1 − e^{−ct/μ}) ,    v_∞ = μg/c .                                       (1)

In a stream that rises with v_∞ it hovers.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, close
from pliant.forces import EARTH, Viscous
from pliant.integrators.spec import BDF2, BackwardEuler, Explicit, SemiImplicit
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import followed

STRENGTH, DENSITY, SECONDS, DT = 0.8, 0.2, 2.5, 1.0 / 100.0
TERMINAL = DENSITY * EARTH / STRENGTH
# At this step: backward differences of first order lag by half a step, a hundredth of the time constant.
LIMITS = {"explicit": 3e-2, "semi_implicit": 3e-2, "backward_euler": 3e-2, "bdf2": 2e-3}


def run() -> Result:
    checks = []
    t = np.linspace(0.0, SECONDS, 200)
    plot = Plot("A sheet falling through a viscous fluid", "time [s]", "velocity [m/s]")
    plot = plot.theory("v∞ (1 − exp(−ct/μ))", t, TERMINAL * (1 - np.exp(-STRENGTH * t / DENSITY)))
    for integrator in (Explicit(), SemiImplicit(), BackwardEuler(), BDF2()):
        t, v = _fall(integrator, (0.0, 0.0, 0.0))
        exact = TERMINAL * (1.0 - np.exp(-STRENGTH * t / DENSITY))
        name = integrator.kind
        checks.append(close(f"{name}: terminal velocity", float(v[-1]), TERMINAL, 1e-3, "m/s"))
        off = float(np.abs(v - exact).max() / TERMINAL)
        checks.append(at_most(f"{name}: velocity on the way, relative error", off, LIMITS[name]))
        plot = plot.computed(name, t[::8], v[::8])
    _, hovering = _fall(BDF2(), (0.0, 0.0, TERMINAL))
    checks.append(
        at_most(
            "in a stream that rises with that velocity it hovers, speed",
            float(np.abs(hovering).max()),
            1e-6,
            "m/s",
        )
    )
    return Result("stream", "Terminal velocity", checks, [plot], __doc__ or "")


def _fall(integrator, stream: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    """Times and downward velocities."""
    scene = Scene(gravity=EARTH, dt=DT, integrator=integrator)
    soft = Sheet(membrane=0.5, bending=1e-5, area_density=DENSITY)
    scene.add(Surface(rectangle(0.5, 0.5), id="sheet", grid=(5, 5), material=soft))
    scene.add(Viscous(STRENGTH, stream))
    simulation = Simulation(scene)
    return followed(simulation, SECONDS, lambda: -float(simulation.velocities("sheet")[:, 2].mean()))
