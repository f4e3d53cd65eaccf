"""A strip that vibrates along its length dies away as Kelvin and Voigt say.

With stress C(ε + τ ε̇), the mode u = A(t) sin(πx/2L) of a strip held at x = 0 obeys

    Ä + τω² Ȧ + ω² A = 0 ,    ω = (π/2L) √(C/μ) ,    A = A₀ e^{−αt} cos(ω't + φ) ,    α = ½τω² .             (1)

Damping that is proportional to stiffness eats fast modes first: α grows with ω². With a drag γ per area
instead, α = γ/2μ for all modes.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import curve_fit

from pliant.checks import close
from pliant.integrators.spec import BDF2
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import ACCURATE, followed, grid_points, place, rest_points

STIFFNESS, DENSITY, LENGTH, NODES = 100.0, 0.1, 1.0, 33
OMEGA = 0.5 * np.pi / LENGTH * np.sqrt(STIFFNESS / DENSITY)
RELAXATION, DRAG = 2e-3, 1.5


def run() -> Result:
    checks = []
    plot = Plot("A strip vibrating along its length", "time [s]", "amplitude / initial amplitude")
    cases = {
        "Kelvin–Voigt, τ = 2 ms": ({"damping": RELAXATION}, 1, 0.5 * RELAXATION * OMEGA**2),
        "Kelvin–Voigt, third mode": ({"damping": RELAXATION}, 3, 0.5 * RELAXATION * 9 * OMEGA**2),
        "drag, γ = 1.5 kg/(m²s)": ({"drag": DRAG}, 1, 0.5 * DRAG / DENSITY),
    }
    for name, (options, mode, rate) in cases.items():
        t, a = _decay(options, mode)
        checks.append(close(f"{name}: rate of decay", _rate(t, a, mode * OMEGA), rate, 2e-2, "1/s"))
        cycle = np.sqrt((mode * OMEGA) ** 2 - rate**2)
        exact = np.exp(-rate * t) * (np.cos(cycle * t) + rate / cycle * np.sin(cycle * t))
        plot = plot.theory(f"{name}: theory", t, exact).computed(name, t[::12], a[::12])
    return Result("kelvin_voigt", "Damping", checks, [plot], __doc__ or "")


def _decay(options: dict[str, float], mode: int) -> tuple[np.ndarray, np.ndarray]:
    """Times and the amplitude of a mode, relative to the first."""
    dt = 5e-4 / mode
    scene = Scene(
        collision=False, dt=dt, integrator=BDF2(tolerance=1e-6, newton_iterations=20), solver=ACCURATE
    )
    material = Sheet(membrane=STIFFNESS, poisson=0.0, area_density=DENSITY, **options)
    scene.add(Surface(rectangle(LENGTH, 0.1), id="strip", grid=(NODES, 2), material=material))
    scene.pin("strip", edges=("m0",))
    simulation = Simulation(scene)
    shape = np.sin(0.5 * mode * np.pi * np.linspace(0.0, 1.0, NODES))
    points = grid_points(simulation, "strip")
    points[..., 0] += 1e-4 * shape[:, None]
    place(simulation, "strip", points)
    rest = rest_points(simulation, "strip")
    weights = np.ones(NODES)
    weights[[0, -1]] = 0.5

    def amplitude() -> float:
        u = (grid_points(simulation, "strip") - rest)[:, 0, 0]
        return float((weights * u * shape).sum() / (1e-4 * (weights * shape**2).sum()))

    return followed(simulation, 0.3 / mode, amplitude)


def _rate(t: np.ndarray, a: np.ndarray, omega: float) -> float:
    """α of the best A e^{−αt} cos(ω't + φ), by least squares."""

    def model(t, alpha, cycle, size, phase):
        return size * np.exp(-alpha * t) * np.cos(cycle * t + phase)

    found, _ = curve_fit(model, t, a, p0=(1.0, omega, 1.0, 0.0), maxfev=20000)
    return float(found[0])
