"""A mass on a spring: the frequency of each explicit integrator, and its order when the spring is damped.

Two nodes joined by a spring of stiffness k, one of them held; the other swings along the spring: ẍ = −ω²x − γẋ with
ω² = k/m and γ = c/m for a damper c along the spring. Without damping, a step multiplies (x, v) by the same matrix
every time, so that the computed frequency is known exactly. With z = ωΔt,

    explicit, Feynman:   sin(½ω'Δt) = ½z                                                                   (1)
    Runge–Kutta:         ω'Δt = arg R(iz),   R(w) = 1 + w + … + wᵖ/p!  for order p = 1, 2, 4               (2)

and the amplitude of the latter is multiplied by |R(iz)| in every step: Euler's and the midpoint scheme's grow by
½z² and ⅛z⁴, that of RK4 falls by z⁶/144. Feynman's stays.

With damping the motion is x₀ e^{−½γt}(cos ω₁t + γ/(2ω₁) sin ω₁t), ω₁² = ω² − ¼γ², from rest. The force then depends on
the velocity, which the leapfrog has only half a step away. `explicit` takes it there, Feynman's scheme takes it half a
step on with the acceleration before: of second order.
"""

from __future__ import annotations

from math import factorial

import numpy as np

from pliant.checks import at_most, between
from pliant.model import Curve, Springs
from pliant.scene.schema import Scene
from pliant.shapes import line
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import EXPLICIT, place

STIFFNESS, MASS, DAMPER = 40.0, 0.25, 0.8  # [N/m], [kg], [kg/s]
OMEGA = np.sqrt(STIFFNESS / MASS)
AMPLITUDE = 0.1  # [m], at a rest length of 1 m
ORDERS = {"explicit": 1, "euler": 1, "feynman": 2, "midpoint": 2, "rk4": 4}
STEPS = (50, 100, 200, 400)
SECONDS = 0.8


def run() -> Result:
    checks = []
    swings = Plot("Mass on a spring, ωΔt = 0.25", "time [s]", "x / x₀")
    errors = Plot("Mass on a damped spring", "Δt [ms]", "error / x₀", log_x=True, log_y=True)
    for integrator in EXPLICIT:
        name = integrator.kind
        dt = 0.02
        x = _swing(integrator, dt, 40, 0.0)  # at which Euler's has tripled, and is shorter than the spring
        # All of them obey xₙ₊₁ = T xₙ − D xₙ₋₁ with D = |R|², T = 2|R| cos ω'Δt: read T and D off.
        trace, product = np.linalg.lstsq(np.stack([x[1:-1], -x[:-2]], axis=1), x[2:], rcond=None)[0]
        growth, frequency = np.sqrt(product), np.arccos(0.5 * trace / np.sqrt(product)) / dt
        wanted_growth, wanted = _theory(name, OMEGA * dt)
        off = float(abs(frequency / (wanted / dt) - 1.0))
        checks.append(at_most(f"{name}: frequency as its difference equation, relative error", off, 1e-8))
        claim = f"{name}: growth of the amplitude per step, error"
        checks.append(at_most(claim, float(abs(growth - wanted_growth)), 1e-9))
        swings = swings.computed(name, dt * np.arange(41), x / AMPLITUDE)
    t = np.linspace(0.0, 0.8, 200)
    swings = swings.theory("cos ωt", t, np.cos(OMEGA * t))
    for integrator in EXPLICIT:
        name, p = integrator.kind, ORDERS[integrator.kind]
        off = [
            abs(_swing(integrator, SECONDS / n, n, DAMPER)[-1] - _damped(SECONDS)) / AMPLITUDE for n in STEPS
        ]
        observed = float(np.log2(off[-2] / off[-1]))
        checks.append(between(f"{name}, damped spring: observed order", observed, p - 0.15, p + 0.15))
        errors = errors.computed(name, [1e3 * SECONDS / n for n in STEPS], off)
    errors = errors.slope("Δt", 1, "euler").slope("Δt²", 2, "midpoint").slope("Δt⁴", 4, "rk4")
    return Result("oscillator", "Mass on a spring", checks, [swings, errors], __doc__ or "")


def _theory(name: str, z: float) -> tuple[float, float]:
    """|R| and ω'Δt of (1) and (2)."""
    if name in ("explicit", "feynman"):
        return 1.0, 2.0 * np.arcsin(0.5 * z)
    factor = sum((1j * z) ** k / factorial(k) for k in range(ORDERS[name] + 1))
    return abs(factor), float(np.angle(factor))


def _damped(t: float) -> float:
    gamma = DAMPER / MASS
    w = np.sqrt(OMEGA**2 - 0.25 * gamma**2)
    return AMPLITUDE * np.exp(-0.5 * gamma * t) * (np.cos(w * t) + 0.5 * gamma / w * np.sin(w * t))


def _swing(integrator, dt: float, steps: int, damping: float) -> np.ndarray:
    """How far the spring is longer than at rest [m], at the start and after each step."""
    scene = Scene(collision=False, dt=dt, integrator=integrator)
    material = Springs(stiffness=STIFFNESS, mass=MASS, damping=damping)
    scene.add(Curve(line((0, 0, 0), (1, 0, 0)), id="spring", grid=2, material=material))
    scene.pin("spring", corners="0")
    simulation = Simulation(scene)
    place(simulation, "spring", np.array([(0, 0, 0), (1 + AMPLITUDE, 0, 0)]))
    found = [AMPLITUDE]
    for _ in range(steps):
        simulation.step()
        found.append(float(simulation.positions("spring")[1, 0]) - 1.0)
    return np.array(found)
