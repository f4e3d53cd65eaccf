"""What breaks at the end of a step, and what that sets free.

Breaking changes the scene's present parameters as a cut does. Neighbours then bear more, so that cracks run in the
steps that follow. It depends on nothing but positions: played again, it all breaks again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pliant.build.model import BodyModel
from pliant.topology.fibres import fibres_of

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation


def tear(simulation: Simulation) -> None:
    """Break the fibres that are loaded beyond their limits."""
    for body in simulation.model.bodies:
        if body.fibres is not None:
            state = simulation.state.bodies[body.name]
            broken = body.fibres.breaking(state.x, state.memory)
            if len(broken):
                nodes = body.fibres.nodes[broken]
                places = np.stack(np.unravel_index(nodes, body.spec.grid), axis=-1)
                simulation.break_links(body.name, [tuple(map(tuple, link)) for link in places.tolist()])


def damage(body: BodyModel) -> np.ndarray:
    """The share of the fibres at each node that are broken, (nodes,)."""
    total, broken = np.zeros(body.layout.count), np.zeros(body.layout.count)
    nodes, whole, _ = fibres_of(body.spec, body.shape, body.matter)
    for column in nodes.T:
        np.add.at(total, column, 1.0)
        np.add.at(broken, column[~whole], 1.0)
    return np.divide(broken, total, out=np.zeros_like(total), where=total > 0.0)
