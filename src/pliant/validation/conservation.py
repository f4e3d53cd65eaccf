"""A free sheet that spins and vibrates: momentum, angular momentum and energy under each integrator.

Internal forces sum to zero and have no torque, so without load P = Σmv and L = Σm x×v stay constant; without damping
so does the energy. The integrators keep:

* P: all four, to rounding and to what the linear solver leaves.
* L: explicit, exactly: x' = x + Δt v' and v' = v + Δt f(x)/m give L' = L + Δt Σ x×f(x) = L. Semi-implicit takes f
  linearised about x, which is not invariant under rotation: L drifts by O(Δt). Backward Euler takes f(x'), whose
  torque about x is −Δt Σ v'×f(x'), which would be O(Δt) as well, and BDF2 would lose L at O(Δt²): what nothing holds is
  turned as a whole at the end of their steps, so that it keeps L, but for the square of that turn.
* E: explicit swings about it by O(Δt) and does not drift (it is symplectic). Semi-implicit and backward Euler lose
  energy at O(Δt), BDF2 at O(Δt³) per mode and time; they damp fast vibration, slow motion hardly.

The sheet starts stretched by 6 % along x and pressed by 3 % along y, spinning about an oblique axis.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, between
from pliant.integrators.spec import Explicit
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import ACCURATE, IMPLICIT, followed

SECONDS, DT = 0.3, 1.0 / 1000.0
# Limits of the relative drift over 0.3 s at 1 ms: angular momentum, energy.
LIMITS = {
    "explicit": (1e-11, 0.02),
    "semi_implicit": (2e-2, 0.5),
    "backward_euler": (1e-6, 0.5),
    "bdf2": (1e-8, 0.02),
}
# How much smaller the drift of angular momentum becomes when the step is halved.
FACTORS = {"semi_implicit": (1.7, 2.3)}


def run() -> Result:
    checks = []
    angular = Plot(
        "Free spinning sheet: drift of angular momentum", "time [s]", "|L − L₀| / |L₀|", log_y=True
    )
    energies = Plot("Free spinning sheet: energy", "time [s]", "E / E₀")
    energies = energies.theory("theory", [0, SECONDS], [1, 1])
    for integrator in (Explicit(), *IMPLICIT):
        name = integrator.kind
        t, momentum, spin, energy = _history(integrator, DT)
        drift = np.linalg.norm(spin - spin[0], axis=1) / np.linalg.norm(spin[0])
        change = energy / energy[0] - 1.0
        off = float(np.abs(momentum - momentum[0]).max() / np.linalg.norm(momentum[0]))
        most_spin, most_energy = LIMITS[name]
        checks.append(at_most(f"{name} keeps momentum, relative drift", off, 1e-9))
        checks.append(at_most(f"{name}: relative drift of angular momentum", float(drift.max()), most_spin))
        checks.append(at_most(f"{name}: relative change of energy", float(np.abs(change).max()), most_energy))
        if name in FACTORS:
            _, _, finer, _ = _history(integrator, 0.5 * DT)
            fine = np.linalg.norm(finer[-1] - finer[0]) / np.linalg.norm(finer[0])
            claim = f"{name}: halving the step divides the drift of angular momentum by"
            checks.append(between(claim, float(drift[-1] / fine), *FACTORS[name]))
        angular = angular.computed(name, t[1:], np.maximum(drift[1:], 1e-17))
        energies = energies.computed(name, t, 1.0 + change)
    title = "Momentum, angular momentum and energy"
    return Result("conservation", title, checks, [angular, energies], __doc__ or "")


def _history(integrator, dt: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Times, momenta (n, 3), angular momenta (n, 3) and energies after each step."""
    scene = Scene(collision=False, dt=dt, integrator=integrator, solver=ACCURATE)
    material = Sheet(membrane=40.0, poisson=0.3, bending=2e-3, area_density=0.2)
    scene.add(
        Surface(
            rectangle(1.0, 1.0),
            id="sheet",
            initial_shape=rectangle(1.06, 0.97),
            grid=(7, 7),
            material=material,
            velocity=(0.3, -0.2, 0.1),
            spin=(0.5, 1.0, 2.0),
        )
    )
    simulation = Simulation(scene)
    model = simulation.model.body("sheet")
    mass = model.layout.gather(model.system.mass)[:, None]

    def kept() -> np.ndarray:
        x, v = simulation.positions("sheet"), simulation.velocities("sheet")
        energy = simulation.energies()
        sums = (mass * v).sum(axis=0), (mass * np.cross(x, v)).sum(axis=0)
        return np.hstack([*sums, energy["elastic"] + energy["kinetic"]])

    t, table = followed(simulation, SECONDS, kept)
    return t, table[:, :3], table[:, 3:6], table[:, 6]
