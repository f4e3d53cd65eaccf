"""Forces and stiffness matrices are the derivatives of the energies: finite differences, entry by entry.

For every energy E (stretching, bending and torsion of surfaces, curves, solids and meshes; gravity, springs and hands;
each contact) at a random deformation, with steps of ε along each of the coordinates,

    |(E(x + ε) − E(x − ε))/2ε − ∂E/∂x| ≤ tolerance · max|∂E/∂x|                                          (1)
    |(∇E(x + ε) − ∇E(x − ε))/2ε − ∂²E/∂x²| ≤ tolerance · max|∂²E/∂x²|                                    (2)

The error of a central difference is of order ε² + rounding/ε, about 1e-8 at ε = 1e-6 relative to the body's size. The
version of the Hessian for Newton's method must have no negative eigenvalue. For contact the curvature of the
obstacle's field is itself a finite difference in the code, hence the wider tolerance.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import Check, at_least, at_most
from pliant.validation.points import ELASTIC_POINTS, GAS_POINTS, PLANAR_POINTS
from pliant.validation.result import Plot, Result
from pliant.validation.specimens import CONTACTS, ELASTIC, LOADS, Probe, deformed, probes

STEP = 1e-6  # [m], bodies are about one metre large
GRADIENT, HESSIAN, CONTACT = 1e-6, 1e-6, 1e-5
GROUPS = (
    (ELASTIC, HESSIAN),
    (ELASTIC_POINTS, HESSIAN),
    (PLANAR_POINTS, HESSIAN),
    (GAS_POINTS, HESSIAN),
    (LOADS, HESSIAN),
    (CONTACTS, CONTACT),
)


def run() -> Result:
    checks: list[Check] = []
    forces, hessians, lowest = [], [], 0.0
    for scenes, tolerance in GROUPS:
        for name in scenes:
            compared = [compare(probe) for _, probe in probes(scenes, only=name)]
            force, hessian = max(c[0] for c in compared), max(c[1] for c in compared)
            lowest = min(lowest, *(c[2] for c in compared))
            checks.append(at_most(f"{name}: force against −∇E, relative error", force, GRADIENT))
            checks.append(at_most(f"{name}: Hessian against ∂²E, relative error", hessian, tolerance))
            forces.append(max(force, 1e-17))
            hessians.append(max(hessian, 1e-17))
    checks.append(at_least("lowest eigenvalue of a Hessian for Newton, relative", lowest, -1e-10))
    number = np.arange(1, len(forces) + 1)
    plot = (
        Plot(
            "Finite differences of every energy",
            "body, in the order of the table",
            "largest relative error",
            log_y=True,
        )
        .theory("tolerance", [1, len(forces)], [GRADIENT, GRADIENT])
        .computed("force", number, forces)
        .computed("Hessian", number, hessians)
    )
    return Result("derivatives", "Forces and Hessians by finite differences", checks, [plot], __doc__ or "")


def compare(probe: Probe) -> tuple[float, float, float]:
    """Relative errors of gradient and Hessian, and the lowest relative eigenvalue of Newton's Hessian."""
    x = deformed(probe.body)
    probe.begin(deformed(probe.body, seed=2))
    gradient = probe.gradient(x)
    hessian = probe.hessian(x, psd=False)
    slopes, columns = np.empty_like(gradient), np.empty_like(hessian)
    for k in range(gradient.size):
        ahead, behind = x.copy().reshape(-1), x.copy().reshape(-1)
        ahead[k] += STEP
        behind[k] -= STEP
        ahead, behind = ahead.reshape(x.shape), behind.reshape(x.shape)
        slopes[k] = (probe.energy(ahead) - probe.energy(behind)) / (2 * STEP)
        columns[:, k] = (probe.gradient(ahead) - probe.gradient(behind)) / (2 * STEP)
    eigenvalues = np.linalg.eigvalsh(probe.hessian(x, psd=True))
    scale = max(np.abs(hessian).max(), np.abs(gradient).max(), 1e-300)
    return (
        float(np.abs(slopes - gradient).max() / max(np.abs(gradient).max(), 1e-300)),
        float(np.abs(columns - hessian).max() / scale),
        float(eigenvalues[0] / max(eigenvalues[-1], 1e-300)),
    )
