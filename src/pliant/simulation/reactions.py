"""How hard constraints and obstacles hold bodies: `Simulation.reaction`.

All are read off the equation of the last step. Joints have what their multipliers say (`integrators.joints`). At a node
that is pinned or clamped it is what the step's equation lacks there: its inertia less all other forces on it. A clamp
also turns the edge that it holds. Obstacles do what contact says. So for a body, or for bodies that are joined,

    Σ reactions + weight + other loads = rate of change of momentum,

with the acceleration of the scheme (of BDF2 (v − (4vₙ − vₙ₋₁)/3)/(⅔Δt)), as far as the step is solved.

Where the last step is not known (before the first one, of explicit schemes and static steps, and after a checkpoint),
held nodes have what keeps them from moving by the present forces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pliant.build.joints import JointModel
from pliant.build.model import BodyModel
from pliant.constraints import Clamp, Drive, Joint, Pin
from pliant.errors import PliantError
from pliant.integrators.implicit import ImplicitStepper
from pliant.problems import did_you_mean
from pliant.recording.reactions import Reaction
from pliant.scene.holding import constrained_by, edges_of
from pliant.scene.schema import Scene
from pliant.simulation import readings
from pliant.simulation.contacts import contact_forces
from pliant.simulation.hands import hands_at
from pliant.simulation.joints import own_side

if TYPE_CHECKING:
    from pliant.simulation.simulation import Simulation


def reaction(simulation: Simulation, name: str, body: str | None) -> Reaction:
    """Of a constraint or an obstacle of this name, on one body or on all that it holds."""
    scene = simulation.parameters
    for one in scene.constraints:
        if one.id == name:
            _require_held(name, body, one.bodies)
            joint = next((joint for joint in simulation.model.joints if joint.name == name), None)
            if joint is not None:
                return _of_joint(simulation, joint, body)
            assert not isinstance(one, Joint)
            return _of_nodes(simulation, one)
    if any(one.id == name for one in scene.obstacles):
        return _of_obstacle(simulation, name, body)
    known = names(scene)
    raise PliantError(f"there is no constraint or obstacle named {name!r}; {did_you_mean(name, known)}")


def names(scene: Scene) -> list[str]:
    """What has a reaction in a scene: constraints, then obstacles."""
    return list(dict.fromkeys(one.id for one in (*scene.constraints, *scene.obstacles)))


def _require_held(name: str, body: str | None, bodies: tuple[str, ...]) -> None:
    if body is not None and body not in bodies:
        raise PliantError(f"{name!r} does not hold {body!r}, but {' and '.join(map(repr, bodies))}")


def _of_joint(simulation: Simulation, model: JointModel, body: str | None) -> Reaction:
    state = simulation.state.joints[model.name]
    if not len(state.forces):
        x = {name: one.x for name, one in simulation.state.bodies.items()}
        points = model.places(x)
        return Reaction.of(own_side(model, points, body), np.zeros_like(own_side(model, points, body)))
    return Reaction.of(own_side(model, state.points, body), own_side(model, state.forces, body))


def _of_nodes(simulation: Simulation, holding: Pin | Clamp | Drive) -> Reaction:
    body = simulation.model.body(holding.body)
    state, layout = simulation.state.bodies[body.name], body.layout
    held = layout.nodes[constrained_by(holding, body.spec).ravel()]
    held = held[state.free[held] == 0.0]
    if (frames := body.shape.frames) is not None:  # the sections of held edges are held as well
        held = np.union1d(held, frames.edges[np.isin(frames.edges[:, :2], held).all(axis=1), 2])
    forces = np.zeros_like(state.x)
    forces[:, held] = _lacking(simulation, body)[:, held]
    if isinstance(holding, Clamp):
        for energy in (one for one in body.clamps if one.edge in edges_of(holding, body.spec)):
            turning = np.zeros_like(forces)
            energy.at(simulation.time, state.memory).add_gradient(state.x, turning)
            forces -= turning
            held = np.union1d(held, energy.turns)
    return Reaction.of(state.x[:, held].T, forces[:, held].T)


def _lacking(simulation: Simulation, body: BodyModel) -> np.ndarray:
    """What the equation of the last step lacks at every node, (3, P) [N]: what holds those that are held."""
    stepper, state = simulation.stepper(body.name), simulation.state.bodies[body.name]
    if isinstance(stepper, ImplicitStepper) and (lacking := stepper.lacking(state)) is not None:
        return lacking - contact_forces(body, simulation.state.touches)
    hands = hands_at(body, simulation.state, simulation.time)
    forces = readings.elastic_pull(body, state)
    forces += readings.external_pull(body, state, simulation.time, simulation.parameters.dt, hands)
    return -contact_forces(body, simulation.state.touches) - forces


def _of_obstacle(simulation: Simulation, name: str, body: str | None) -> Reaction:
    touching = list(_touching(simulation, name, body))
    points = np.concatenate([np.zeros((0, 3)), *(one[0] for one in touching)])
    forces = np.concatenate([np.zeros((0, 3)), *(one[1] for one in touching)])
    return Reaction.of(points, forces)


def _touching(simulation: Simulation, name: str, body: str | None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Points, and forces on bodies."""
    for (first, second), one in simulation.contacts().items():
        other = first if second == name else second
        if name in (first, second) and body in (None, other):
            sign = 1.0 if second == name else -1.0
            yield one.points, sign * (one.forces[:, None] * one.normals + one.frictions)
