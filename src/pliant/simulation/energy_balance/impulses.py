"""What obstacles do in an implicit step, for the energy balance: by the impulses that they gave.

Penalties are stiff beside a step, and their force at any one moment says little. Velocities change by impulses J,

    m (v₁ − v₀) = Σ J ,   J = Δt F  for backward Euler,   J = ⅓J₀ + ⅔Δt F  for BDF2, with J₀ of the step before,   (1)

F being what acts at the end of the step; the kinetic energy by exactly Σ J·½(v₀ + v₁). An obstacle with the velocity V
does the work J·V, so that contact and friction take

    impact = −J·(½(v₀ + v₁) − V) − ΔE ,   friction = −J·(½(v₀ + v₁) − V) ,                                  (2)

and what damps contact, −Δt F·(v₁ − V) of F, is part of what both of them together do across the surface.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pliant.build.model import BodyModel
from pliant.integrators.system import BodyState, Impulse
from pliant.model.capabilities import Rubs
from pliant.model.protocols import StepContext

# What is kept from step to step in the body's memory: J of contact, friction and damping (3, 3, P), J·V of each (3,).
IMPULSES, GIVEN = "energy_balance/impulses", "energy_balance/given"


class Rubbing(NamedTuple):
    """What obstacles have done in a step [J]: their work, and what contact (with what it stores) and friction took."""

    work: float
    contact: float
    friction: float
    damping: float


def blank(body: BodyModel) -> dict[str, np.ndarray]:
    """What is remembered before the first step."""
    return {IMPULSES: np.zeros((3, 3, body.layout.size)), GIVEN: np.zeros(3)}


def rubbing(
    body: BodyModel,
    before: BodyState,
    after: BodyState,
    time: float,
    dt: float,
    blows: Sequence[Impulse],
    *,
    looks_back: bool,
) -> Rubbing:
    """(2) for a step that ends at `time`, with BDF2 if it `looks_back`; `after` remembers the impulses.

    `blows` have come after the step.
    """
    system, nodes = body.system, body.layout.nodes
    velocity = after.v - sum(blow.kick for blow in blows if blow.kick is not None)
    step = StepContext(before.x, before.v, time, dt, before.x, dt, memory=after.memory)
    forces, powers = np.zeros((3, 3, body.layout.size)), np.zeros(3)
    stopped = np.zeros(body.layout.size, dtype=bool)
    for contact in system.supports:
        push = body.layout.zeros(3)
        contact.freeze(step).add_gradient(after.x, push)
        forces[0] -= push
        if contact.motion is not None:
            powers[0] -= float(push[:, nodes].sum(axis=1) @ contact.motion.velocity(time, dt))
    for force in system.rubbing:
        rub, halted = _friction(body, force, step, after.x, before.v, velocity)
        forces[1] += rub
        stopped |= halted
        if force.motion is not None:
            powers[1] += float(rub[:, nodes].sum(axis=1) @ force.motion.velocity(time, dt))
    for cushion in system.cushions:
        damped = body.layout.zeros(3)
        cushion.freeze(step).add_force(after.x, velocity, damped)
        forces[2] += damped
        if cushion.motion is not None:
            powers[2] += float(damped[:, nodes].sum(axis=1) @ cushion.motion.velocity(time, dt))
    damping = float(powers[2] - (forces[2][:, nodes] * velocity[:, nodes]).sum()) * dt
    impulses, given = dt * forces, dt * powers
    if looks_back:
        impulses = (before.memory[IMPULSES] + 2.0 * impulses) / 3.0  # (1)
        given = (before.memory[GIVEN] + 2.0 * given) / 3.0
        impulses[1][:, stopped] = dt * forces[1][:, stopped]
    mean = 0.5 * (before.v + velocity)
    taken = given - (impulses[:, :, nodes] * mean[:, nodes]).sum(axis=(1, 2))
    after.memory[IMPULSES][...], after.memory[GIVEN][...] = impulses, given
    contact = float(taken[0] + taken[2]) - damping
    return Rubbing(float(given.sum()), contact, float(taken[1]), damping)


def _friction(
    body: BodyModel, force: Rubs, step: StepContext, x: np.ndarray, v0: np.ndarray, v1: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Friction (3, P) in a step from velocities v0 to v1, and the nodes (P,) that it has stopped or held.

    At rest it is anything up to its limit, and what the end of a step says of it is rounded away: of such nodes it is
    what took their momentum, but no more than when they slid.
    """
    frozen = force.freeze(step if force.sticky else step._replace(x=x, v=v1, start=step.x))
    at_end, sliding = body.layout.zeros(3), body.layout.zeros(3)
    frozen.add_force(x, v1, at_end)
    frozen.add_force(x, v0, sliding)
    limit = (sliding**2).sum(axis=0)
    stopped = (at_end**2).sum(axis=0) < (1.0 - 1e-6) * limit
    taken = body.system.mass * ((v1 - v0) * sliding).sum(axis=0) / step.dt
    share = np.divide(taken, limit, out=np.zeros_like(limit), where=limit > 0.0)
    return np.where(stopped, np.clip(share, 0.0, 1.0) * sliding, at_end), stopped
