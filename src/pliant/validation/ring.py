"""Vibrations of a ring: a closed curve with a curved rest shape.

In its plane a free ring of radius R that does not stretch has the frequencies (Hoppe 1871)

    ω_n² = n²(n² − 1)²/(n² + 1) · EI/(ρA R⁴) ,    n = 2, 3, …                                              (1)

They are computed from the Hessian at rest, K φ = ω² M φ, restricted to the plane, and mode 2 is also run in time and
timed by its passages through zero. A regular polygon of N nodes has them to second order in 1/N.

Out of its plane the curve of the sources differs from a rod of matter. Its energy knows the curvature κ and the
torsion τ of the line, not how the cross-section is turned about it. A deflection w = cos nθ changes κ only to second
order, and τ by n(n² − 1)/R² sin nθ, so that

    ω_n² = n²(n² − 1)² · GJ/(ρA R⁴) ,                                                                     (2)

where the section of a real rod would turn and bend in part instead of twisting: n²(n² − 1)²/(n² + EI/GJ) · EI/(ρA R⁴).
(2) is what the model is, and it is met; whoever needs the other frequencies needs a rod with frames.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh

from pliant.checks import between, close
from pliant.integrators.spec import BDF2
from pliant.model import Curve, Rod
from pliant.scene.schema import Scene
from pliant.shapes import circle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import followed, frequency, grid_points, place, stiffness

RADIUS, MODES, COUNTS = 0.2, (2, 3, 4), (24, 48, 96)
STEEL = Rod(young=2e11, poisson=0.3, radius=2e-3, density=7800.0)
UNIT = np.sqrt(STEEL.bending / (STEEL.line_density * RADIUS**4)) / (2 * np.pi)  # [Hz]


def run() -> Result:
    wanted = [UNIT * n * (n * n - 1) / np.sqrt(n * n + 1) for n in MODES]
    across = [UNIT * np.sqrt(STEEL.torsion / STEEL.bending) * n * (n * n - 1) for n in MODES]
    found, errors = np.zeros(0), []
    for count in COUNTS:
        found = _frequencies(_ring(count, True), slice(0, 2))
        errors.append(abs(found[0] / wanted[0] - 1.0))
    lifted = _frequencies(_ring(COUNTS[-1], False), slice(2, 3))
    swing, (t, a) = _timed(wanted[0])
    checks = [
        *(
            close(f"ring, mode {n} in its plane", found[k], wanted[k], 1e-2, "Hz")
            for k, n in enumerate(MODES)
        ),
        between("ring, mode 2: observed order", float(np.log2(errors[0] / errors[2]) / 2), 1.7, 2.3),
        close("ring swinging in mode 2, timed", swing, found[0], 2e-3, "Hz"),
        *(
            close(f"ring, mode {n} out of its plane, (2)", lifted[k], across[k], 2e-2, "Hz")
            for k, n in enumerate(MODES)
        ),
    ]
    theory = np.array([*wanted, *across])
    plots = [
        Plot("Frequencies of a ring", "theory [Hz]", "computed [Hz]")
        .theory("computed = theory", [0, 1.1 * theory.max()], [0, 1.1 * theory.max()])
        .computed("in its plane", wanted, found[: len(MODES)])
        .computed("out of its plane", across, lifted[: len(MODES)]),
        Plot("A ring swinging in mode 2", "time [s]", "amplitude / initial amplitude")
        .theory("cos ωt", t, np.cos(2 * np.pi * wanted[0] * t))
        .computed("computed, 96 nodes", t[::20], a[::20]),
    ]
    return Result("ring", "Vibrations of a ring", checks, plots, __doc__ or "")


def _ring(count: int, flat: bool, dt: float = 1e-3) -> Simulation:
    scene = Scene(collision=False, dt=dt, integrator=BDF2(tolerance=1e-8))
    normal = (0.0, 0.0, 1.0) if flat else None
    scene.add(Curve(circle(RADIUS), id="ring", grid=count, periodic=True, material=STEEL, plane=normal))
    return Simulation(scene)


def _frequencies(simulation: Simulation, directions: slice) -> np.ndarray:
    """Frequencies [Hz] of motion along some of the axes, without rigid motion; of each pair one."""
    count = simulation.model.body("ring").layout.count
    kept = np.arange(3 * count).reshape(count, 3)[:, directions].ravel()
    mass = simulation.model.body("ring").layout.gather(simulation.model.body("ring").system.mass)
    matrix = stiffness(simulation, "ring")[np.ix_(kept, kept)]
    each = np.repeat(mass, len(kept) // count)
    values = eigh(matrix, np.diag(each), eigvals_only=True, subset_by_index=[0, 12])
    return np.sqrt(np.abs(values[3::2])) / (2.0 * np.pi)  # three rigid motions, in the plane or out of it


def _timed(expected: float) -> tuple[float, tuple[np.ndarray, np.ndarray]]:
    """The frequency [Hz] from passages through zero, and the amplitude over time."""
    simulation = _ring(COUNTS[-1], True, dt=1.0 / (400.0 * expected))
    rest = grid_points(simulation, "ring")
    angle = np.arctan2(rest[:, 1], rest[:, 0])
    out = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    along = np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=1)
    mode = np.cos(2 * angle)[:, None] * out - 0.5 * np.sin(2 * angle)[:, None] * along  # keeps the length
    place(simulation, "ring", rest + 1e-4 * RADIUS * mode)

    def amplitude() -> float:
        moved = grid_points(simulation, "ring") - rest
        return float((moved * mode).sum() / (1e-4 * RADIUS * (mode**2).sum()))

    t, a = followed(simulation, 2.0 / expected, amplitude)
    return frequency(t, a), (t, a)
