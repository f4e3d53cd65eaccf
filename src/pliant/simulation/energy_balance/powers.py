"""The power of everything that acts on a body at one end of a step, for the energy balance.

A velocity-dependent force f says itself what comes from outside (`FrozenForce.given`): the work f·u of a stream with
velocity u, say. What of it does not arrive in the body is lost, as damping or as friction (`FrozenForce.loss`):

    loss = given − f·u ,   u = (x₁ − x₀)/Δt .                                                               (1)

Loads that an integrator takes as an energy, but that store nothing (`Works`), have the power of their force.

Damping in the matter is the difference of the elastic gradient with it and without, for the mean rate of the step: as
in a step from the other end, which goes backwards from the last one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from pliant.build.model import BodyModel
from pliant.forces.hands import Hands
from pliant.model.capabilities import Damps, Rubbing, Works, can, those
from pliant.model.protocols import StepContext
from pliant.numerics.grid_layout import fold_halo


class End(NamedTuple):
    """A body at one end of a step: positions and velocities (3, P), what it remembers, and hands."""

    x: np.ndarray
    v: np.ndarray
    time: float
    memory: dict[str, np.ndarray]
    hands: Hands


def amounts() -> defaultdict[str, float]:
    """Of so much by name, nothing yet."""
    return defaultdict(float)


@dataclass
class Powers:
    """[W], and forces [N] on hands (k, 3) and on all places (3, P)."""

    work: float
    damping: float
    pulls: np.ndarray
    forces: np.ndarray | None = None  # if they are wanted: everything that acts on a node save what holds it
    # What each obstacle does in schemes that `impulses` does not know: it rubs, presses, and gives by its motion.
    friction: defaultdict[str, float] = field(default_factory=amounts)
    pressing: defaultdict[str, float] = field(default_factory=amounts)
    given: defaultdict[str, float] = field(default_factory=amounts)


def powers(body: BodyModel, end: End, other: np.ndarray, dt: float, *, forces: bool, still: bool) -> Powers:
    """What acts at one end of a step whose `other` end is at positions (3, P); dt is negative at the first one.

    In a `still` one, to equilibrium, nothing depends on velocity.
    """
    system, nodes, zeros, x, v = body.system, body.layout.nodes, body.layout.zeros, end.x, end.v
    along = (x - other) / dt
    step = StepContext(x, v, end.time, abs(dt), other, dt, memory=end.memory, implicit=False)

    def product(a: np.ndarray) -> float:
        return float(np.sum(a[:, nodes] * along[:, nodes]))

    pulls = [-k * (held.drawn(x, a) * held.weights).sum(axis=1) for held, k, a in end.hands.grabs.pulls]
    found = Powers(0.0, 0.0, np.array(pulls).reshape(-1, 3))
    total = zeros(3)
    for force in (end.hands.pushes,) if still else system.freeze_forces(step, end.hands):
        f = zeros(3)
        force.add_force(x, v, f)
        given = force.given(f, v, along)
        lost = given - product(f)  # (1)
        found.work += given
        if can(force, Rubbing):
            found.friction[force.name] += lost
        elif force.loss == "damping":
            found.damping += lost
        total += f
    for load in those(body.around.loads, Works):
        f = zeros(3)
        load.freeze(step).add_gradient(x, f)
        found.work -= product(f)
    resisting = system.node_damping * v
    damped = [energy for energy in those(system.elastic, Damps) if energy.damping_time and not still]
    if damped:
        inside = zeros(3)
        for energy in damped:
            energy.at(end.time, end.memory).add_gradient(x, inside)
        np.negative(inside, out=inside)
        for energy in damped:
            energy.freeze(step).add_gradient(x, inside)
        fold_halo(inside, body.layout.halo)
        resisting = resisting + inside
    found.damping += product(resisting)
    pressing = zeros(3)
    for contact in system.supports:
        push = zeros(3)
        contact.freeze(step).add_gradient(x, push)
        pressing -= push
        found.pressing[contact.name] -= product(push)
        if contact.motion is not None:
            drift = contact.motion.velocity(end.time, abs(dt))
            found.given[contact.name] -= float(push[:, nodes].sum(axis=1) @ drift)
    if forces:
        rest = zeros(3)
        for energy in (*system.elastic, *body.around.loads, *end.hands.energies):
            energy.at(end.time, end.memory).add_gradient(x, rest)
        fold_halo(rest, body.layout.halo)
        found.forces = total - resisting + pressing - rest
    return found
