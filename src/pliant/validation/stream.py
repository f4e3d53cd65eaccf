"""A sheet that falls flat through a viscous fluid reaches its terminal velocity.

With the force c (n·(u − v)) n per area [000 (3.5.5)] on a horizontal sheet of density μ per area, at rest at first,

    μ v̇ = μg − c v ,    v(t) = v_∞ (1 − e^{−ct/μ}) ,    v_∞ = μg/c .                                       (1)

In a stream that rises with v_∞ it hovers. A plate of area A that is held feels c A (n·u) n, also where u is given as a
function of points and time. A light rod of half length L across a vortex turns as fast as it has no torque,

    ω = 3/L³ ∫₀ᴸ r u(r) dr = 3Γ/(2πL³) (L − ½√π R erf(L/R)) .                                                 (2)
"""

from __future__ import annotations

from math import erf, pi, sqrt

import numpy as np

from pliant.checks import at_most, close
from pliant.forces import EARTH, Viscous
from pliant.forces.vortex import Vortex
from pliant.integrators.spec import BDF2, BackwardEuler, Explicit, SemiImplicit
from pliant.model import Curve as CurveBody
from pliant.model import Rod, Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import line, rectangle
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
    checks.append(
        close(
            "drag of a plate that is held, in a function's wind", _drag(), 2.0 * STRENGTH * 0.25, 1e-12, "N"
        )
    )
    length, core, circulation = 0.5, 0.2, 1.0
    inside = length - 0.5 * sqrt(pi) * core * erf(length / core)
    rate = 3.0 * circulation / (2.0 * pi * length**3) * inside  # (2)
    turning = _turning(length, Vortex(circulation, core))
    checks.append(close("a light rod across a vortex turns with it", turning, rate, 5e-3, "rad/s"))
    return Result("stream", "Terminal velocity", checks, [plot], __doc__ or "")


def _fall(integrator, stream: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    """Times and downward velocities."""
    scene = Scene(collision=False, gravity=EARTH, dt=DT, integrator=integrator)
    soft = Sheet(membrane=0.5, bending=1e-5, area_density=DENSITY)
    scene.add(Surface(rectangle(0.5, 0.5), id="sheet", grid=(5, 5), material=soft))
    scene.add(Viscous(STRENGTH, stream))
    simulation = Simulation(scene)
    return followed(simulation, SECONDS, lambda: -float(simulation.velocities("sheet")[:, 2].mean()))


def _drag() -> float:
    """The force [N] on a plate of 0.5 m × 0.5 m that is held across a wind of 2 m/s, which also blows along it."""
    scene = Scene(collision=False, dt=DT)
    scene.add(Surface(rectangle(0.5, 0.5), id="plate", grid=(5, 5), material="denim"))
    scene.pin("plate", nodes=[(m, n) for m in range(5) for n in range(5)])
    scene.add(Viscous(STRENGTH, lambda points, time: (3.0, 1.0, 2.0)))
    return float(np.linalg.norm(Simulation(scene).external_forces("plate").sum(axis=0)))


def _turning(length: float, whirl: Vortex) -> float:
    """The angular velocity [rad/s] of a light rod about the axis of a whirl, after a second."""
    scene = Scene(collision=False, dt=DT)
    rod = Rod(radius=0.01, young=1e8, density=20.0)
    scene.add(CurveBody(line((-length, 0, 0), (length, 0, 0)), id="rod", grid=101, material=rod))
    scene.add(Viscous(STRENGTH, whirl))
    simulation = Simulation(scene)
    while simulation.time < 1.0:
        simulation.step()
    x, v = simulation.positions("rod"), simulation.velocities("rod")
    return float(np.cross(x, v)[:, 2].sum() / np.sum(x**2))
