"""A free rigid body: a hybrid box, as stiff as can be, beside Euler's equations for an asymmetric top.

A box spun nearly about its middle axis of inertia tumbles. Its angular momentum L stays, so that its rotation R obeys

    Ṙ = [ω]× R ,   ω = (R I Rᵀ)⁻¹ L                                                                          (1)

with the inertia I of the masses at their rest shape; this is integrated on its own, to 1e-10. The hybrid body has the
same masses and a spline energy so stiff that centrifugal forces stretch it by parts in a million.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from pliant.checks import at_most
from pliant.energies.hybrid import HybridEnergy
from pliant.model import Hybrid, Solid
from pliant.scene.schema import Scene
from pliant.shapes import box
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

SPIN = (0.3, 4.0, 0.2)  # [rad/s]
SECONDS, DT, LOOKS = 2.0, 2.5e-3, 40
STIFF = Hybrid(slope=1e9, density=1000.0)


def run() -> Result:
    times, turned, inertia, momenta = _simulated()
    theory = _euler(times, inertia, momenta[0])
    error = np.abs(turned - theory).max(axis=(1, 2))
    lost = np.abs(momenta - momenta[0]).max() / np.linalg.norm(momenta[0])
    checks = [
        at_most("rotation matrix beside Euler's equations, largest error in 2 s", float(error.max()), 5e-3),
        at_most("angular momentum, relative change in 2 s", float(lost), 1e-3),
    ]
    plot = Plot("The long axis of a tumbling box", "time [s]", "component")
    for k, name in enumerate("xyz"):
        plot = plot.computed(f"{name}, hybrid body", times, turned[:, k, 2])
    for k, name in enumerate("xyz"):
        plot = plot.theory(f"{name}, Euler's equations", times, theory[:, k, 2])
    return Result("top", "An asymmetric top", checks, [plot], __doc__ or "")


def _simulated() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Times, rotations (times, 3, 3), the inertia at rest and angular momenta (times, 3)."""
    scene = Scene(collision=False, dt=DT)
    scene.add(Solid(box(0.4, 0.6, 1.0), id="top", grid=(3, 4, 5), material=STIFF, spin=SPIN))
    simulation = Simulation(scene)
    energy = simulation.model.bodies[0].elastic[0]
    assert isinstance(energy, HybridEnergy)
    reference = energy.reference
    gather = energy.layout.gather
    r, mass = gather(reference.shape), gather(reference.mass)[:, None]
    inertia = np.sum(mass * r**2) * np.eye(3) - (mass * r).T @ r
    times, turned, momenta = [], [], []
    every = round(SECONDS / DT / LOOKS)
    for step in range(round(SECONDS / DT) + 1):
        if step % every == 0:
            x, v = simulation.positions("top"), simulation.velocities("top")
            frame = reference.frame(energy.layout.spread(x))
            times.append(step * DT)
            turned.append(frame.rotation[0])
            momenta.append(np.cross(x - frame.centre, mass * v).sum(axis=0))
        simulation.step()
    return np.array(times), np.array(turned), inertia, np.array(momenta)


def _euler(times: np.ndarray, inertia: np.ndarray, momentum: np.ndarray) -> np.ndarray:
    """(1) at the given times, (times, 3, 3)."""

    def rate(_: float, flat: np.ndarray) -> np.ndarray:
        rotation = flat.reshape(3, 3)
        omega = rotation @ np.linalg.solve(inertia, rotation.T @ momentum)
        return np.cross(omega, rotation, axisb=0, axisc=0).ravel()

    found = solve_ivp(rate, (0.0, times[-1]), np.eye(3).ravel(), rtol=1e-10, atol=1e-10, t_eval=times)
    return found.y.T.reshape(-1, 3, 3)
