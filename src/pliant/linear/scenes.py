"""K and M of a body of a scene, linearised where it is: what moves little is a linear system."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from pliant.errors import PliantError
from pliant.linear.system import System
from pliant.numerics.blocks import BlockMatrix
from pliant.simulation import Simulation


def of_body(simulation: Simulation, body: str) -> tuple[System, np.ndarray]:
    """K, M and what is pinned of a body as it is now, and the forces (3 · nodes,) [N] on its free nodes.

    Three unknowns for every node, x, y and z. K is the Hessian of all energies there: of matter, loads and obstacles. M
    is lumped, as in a simulation. In equilibrium forces are zero; at rest those are the loads. Joints, and bodies in
    contact with others, are not in it.
    """
    model = simulation.model.body(body)
    state, system, layout = simulation.state.bodies[body], model.system, model.layout
    if system.ties or system.frame is not None or model.shape.frames is not None:
        raise PliantError(
            f"body {body!r} has nodes that move as one, or turn: linear analysis does not know such"
        )
    matrix, out = system.make_matrix(), layout.zeros(3)
    now = system.at(simulation.time, state.memory)
    now.hessian(state.x, matrix, False)
    now.gradient(state.x, out)
    whole = matrix.blocks_to_sparse() if isinstance(matrix, BlockMatrix) else matrix.to_sparse()
    mass = sp.diags(np.repeat(layout.gather(system.mass).ravel(), 3)).tocsr()
    held = np.repeat(layout.gather(state.free).ravel() == 0.0, 3)
    return System(sp.csr_matrix(whole), mass, held), -layout.gather(out).ravel()
