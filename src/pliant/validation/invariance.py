"""Rigid motion changes nothing: elastic energies see only what strains.

For a rotation R and a shift d, and any deformation x,

    E(Rx + d) = E(x) ,    ∇E(Rx + d) = R ∇E(x) ;    at rest E = 0 and ∇E = 0 .                             (1)

From (1) follow Σ∇E = 0 and Σ x×∇E = 0: no force and no torque on the whole.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.checks import at_most
from pliant.validation.result import Curve, Plot, Result
from pliant.validation.specimens import ELASTIC, deformed, probes, rest_of

TURN = Rotation.from_rotvec([0.7, -1.9, 2.3]).as_matrix()
SHIFT = np.array([3.0, -2.0, 5.0])


def run() -> Result:
    checks = []
    worst = []
    for name, probe in probes(ELASTIC):
        rest = rest_of(probe.body)
        probe.begin(rest)
        x = deformed(probe.body)
        energy, gradient = probe.energy(x), probe.gradient(x).reshape(-1, 3)
        moved = x @ TURN.T + SHIFT
        # Damping refers to where the step began: move that as well.
        probe.begin(rest @ TURN.T + SHIFT)
        size = np.abs(gradient).max()
        off = {
            "energy of the moved body": abs(probe.energy(moved) - energy) / energy,
            "force turned along": np.abs(probe.gradient(moved).reshape(-1, 3) - gradient @ TURN.T).max() / size,
            "force at rest, moved": np.abs(probe.gradient(rest @ TURN.T + SHIFT)).max() / size,
            "sum of forces": np.abs(gradient.sum(axis=0)).max() / size,
            "sum of torques": np.abs(np.cross(x.reshape(-1, 3), gradient).sum(axis=0)).max() / size,
        }
        for what, error in off.items():
            checks.append(at_most(f"{name}: {what}, relative error", float(error), 1e-9))
        worst.append(max(*off.values(), 1e-17))
    number = np.arange(1, len(worst) + 1)
    plot = Plot(
        "Rigid motion of every elastic energy",
        "energy, in the order of the table",
        "largest relative error",
        [Curve("tolerance", [1, len(worst)], [1e-9, 1e-9], "theory"), Curve("computed", number, worst)],
        log_y=True,
    )
    return Result("invariance", "Invariance under rigid motion", checks, [plot], __doc__ or "")
