"""What is drawn of what holds and loads bodies: points and guides of joints, arrows of loads.

A frame that has them has three arrays, of places in space [m] and forces [N]:

    !held/points (n, 3)     the points of joints that are not broken
    !held/guides (n, 6)     pieces of lines: what points slide along, or are led along
    !held/loads (n, 6)      where a load acts, and its force

Of each load the resultant is drawn; one that has none to speak of, such as a moment, at some of its nodes. Those that
can be dragged come first, in the order of the scene.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pliant.build.model import BodyModel
from pliant.forces import Load
from pliant.model.capabilities import Steers, Works, those
from pliant.model.protocols import StepContext
from pliant.scene.schema import Scene

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation

HELD = "held"  # what is asked for, beside the names of readings
PREFIX = "!held/"
_MANY = 24  # arrows of a load without a resultant
_NONE = 0.1  # of the sum of sizes: a resultant that is none to speak of


def marks(simulation: Simulation) -> dict[str, np.ndarray]:
    """The arrays of a frame."""
    x = {name: state.x for name, state in simulation.state.bodies.items()}
    points, guides = [np.zeros((0, 3))], [np.zeros((0, 6))]
    for joint in simulation.model.joints:
        state = simulation.state.joints[joint.name]
        if state.broken:
            continue
        p, size = joint.places(x), max(simulation.model.body(name).size for name in joint.bodies)
        points.append(p)
        for line in joint.spec.guides(p, state.kept, size):
            guides.append(np.concatenate([line[:-1], line[1:]], axis=1))
    dragged = draggable_loads(simulation.parameters)
    found: dict[str, list[np.ndarray]] = {name: [] for name in dragged}
    for body in simulation.model.bodies:
        for name, force in _forces(simulation, body):
            found.setdefault(name, []).append(_arrows(simulation.state.bodies[body.name].x, force))
    none = np.zeros((0, 6))
    rows = [np.concatenate([none, *some])[: 1 if name in dragged else None] for name, some in found.items()]
    values = {"points": points, "guides": guides, "loads": [none, *rows]}
    return {PREFIX + name: np.concatenate(some).astype(np.float32) for name, some in values.items()}


def draggable_loads(scene: Scene) -> list[str]:
    """Loads that are one steady force on one body: the tip of the arrow is what they say."""
    return [
        one.id
        for one in scene.forces
        if isinstance(one, Load)
        and one.per == "whole"
        and isinstance(one.force, tuple)
        and len(one.apply_to or ()) == 1
    ]


def _forces(simulation: Simulation, body: BodyModel) -> Iterator[tuple[str, np.ndarray]]:
    """Loads on a body by what they are called, and their forces (3, P)."""
    state, time = simulation.state.bodies[body.name], simulation.time
    named = {f"the {one.kind} {one.id!r}": one.id for one in simulation.parameters.forces}
    for energy in those(body.system.energies, Works):
        out = np.zeros_like(state.x)
        energy.at(time, state.memory).add_gradient(state.x, out)
        yield named.get(energy.cause, energy.cause), -out
    for force in those(body.system.forces, Steers):
        out, dt = np.zeros_like(state.x), simulation.parameters.dt
        step = StepContext(state.x, state.v, time, dt, state.x, dt, memory=state.memory, implicit=False)
        force.freeze(step).add_force(state.x, state.v, out)
        yield force.thruster, out


def _arrows(x: np.ndarray, force: np.ndarray) -> np.ndarray:
    """Places and forces (n, 6): the resultant, where it acts, or what acts at some nodes."""
    size = np.linalg.norm(force, axis=0)
    there = np.flatnonzero(size > 1e-12 * size.max(initial=1e-300))
    if not len(there):
        return np.zeros((0, 6))
    total = force[:, there].sum(axis=1)
    if np.linalg.norm(total) > _NONE * size[there].sum():
        return np.concatenate([x[:, there] @ size[there] / size[there].sum(), total])[None]
    some = there[np.linspace(0, len(there) - 1, min(len(there), _MANY)).astype(int)]
    return np.concatenate([x[:, some], force[:, some]]).T
