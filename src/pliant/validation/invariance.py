"""Rigid motion changes nothing: elastic energies see only what strains.

For a rotation R and a shift d, and any deformation x,

    E(Rx + d) = E(x) ,    ∇E(Rx + d) = R ∇E(x) ;    at rest E = 0 and ∇E = 0 .                             (1)

From (1) follow Σ∇E = 0 and Σ x×∇E = 0: no force and no torque on the whole.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.checks import at_most
from pliant.validation.points import ELASTIC_POINTS
from pliant.validation.result import Plot, Result
from pliant.validation.specimens import ELASTIC, Probe, deformed, probes, rest_of

TURN = Rotation.from_rotvec([0.7, -1.9, 2.3]).as_matrix()
SHIFT = np.array([3.0, -2.0, 5.0])


def run() -> Result:
    checks, worst = [], []
    rows = [(name, scenes) for scenes in (ELASTIC, ELASTIC_POINTS) for name in scenes]
    for name, scenes in rows:
        error = max(_error(probe) for _, probe in probes(scenes, only=name))
        checks.append(at_most(f"{name}: largest relative error of (1) and of sums and torques", error, 1e-9))
        worst.append(max(error, 1e-17))
    number = np.arange(1, len(worst) + 1)
    plot = (
        Plot(
            "Rigid motion of every elastic energy",
            "body, in the order of the table",
            "largest relative error",
            log_y=True,
        )
        .theory("tolerance", [1, len(worst)], [1e-9, 1e-9])
        .computed("computed", number, worst)
    )
    return Result("invariance", "Invariance under rigid motion", checks, [plot], __doc__ or "")


def _error(probe: Probe) -> float:
    rest, x = rest_of(probe.body), deformed(probe.body)
    moved_rest, moved = rest @ TURN.T + SHIFT, x @ TURN.T + SHIFT
    probe.begin(rest)
    energy, gradient = probe.energy(x), probe.gradient(x).reshape(-1, 3)
    probe.begin(moved_rest)  # damping refers to where the step began: move that as well
    size = np.abs(gradient).max()
    return max(
        abs(probe.energy(moved) - energy) / energy,
        np.abs(probe.gradient(moved).reshape(-1, 3) - gradient @ TURN.T).max() / size,
        np.abs(probe.gradient(moved_rest)).max() / size,
        np.abs(gradient.sum(axis=0)).max() / size,
        np.abs(np.cross(x.reshape(-1, 3), gradient).sum(axis=0)).max() / size,
    )
