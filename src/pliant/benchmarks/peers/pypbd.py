"""pyPBD: position-based dynamics with compliant constraints (XPBD), one iteration per substep.

The membrane stiffness, 1000 N/m, is that of each spring along the grid, whatever its length. Gravity points
along −y there.
"""

# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pypbd
from hanging import FRAME, flat_cloth, node_masses, pinned, triangles

_DISTANCE_XPBD, _ISOMETRIC_BENDING_XPBD = 4, 3


def cloth(nodes: int, steps: int) -> tuple[Callable[[], None], Callable[[], np.ndarray]]:
    simulation = pypbd.Simulation.getCurrent()
    simulation.initDefault()
    model = simulation.getModel()
    x, y, z = flat_cloth(nodes).T
    mesh = model.addTriangleModel(np.stack([x, z, -y], axis=1), triangles(nodes).ravel().tolist(), [], [])
    particles = model.getParticles()
    for node, mass in enumerate(node_masses(nodes)):
        particles.setMass(node, mass)
    for corner in pinned(nodes):
        particles.setMass(corner, 0.0)  # immovable
    model.addClothConstraints(mesh, _DISTANCE_XPBD, 1000.0, 1.0, 1.0, 1.0, 0.3, 0.3, False, False)
    model.addBendingConstraints(mesh, _ISOMETRIC_BENDING_XPBD, 1e-4)
    stepper = simulation.getTimeStep()
    stepper.setValueUInt(pypbd.TimeStepController.NUM_SUB_STEPS, steps)
    stepper.setValueUInt(pypbd.TimeStepController.MAX_ITERATIONS, 1)
    pypbd.TimeManager.getCurrent().setTimeStepSize(FRAME)
    return lambda: stepper.step(model), lambda: np.array(particles.getVertices()) @ _UPRIGHT


_UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])  # (x, z, −y) back to (x, y, z)
