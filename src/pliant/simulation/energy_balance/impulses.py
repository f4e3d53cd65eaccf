"""What obstacles do in an implicit step, for the energy balance: by the impulses that they gave.

Penalties are stiff beside a step, and their force at any one moment says little. Velocities change by impulses J,

    m (v₁ − v₀) = Σ J ,   J = Δt F  for backward Euler,   J = ⅓J₀ + ⅔Δt F  for BDF2, with J₀ of the step before,   (1)

F being what acts at the end of the step; the kinetic energy by exactly Σ J·½(v₀ + v₁). An obstacle with the velocity V
does the work J·V, so that contact and friction take

    impact = −J·(½(v₀ + v₁) − V) − ΔE ,   friction = −J·(½(v₀ + v₁) − V) ,                                  (2)

and what damps contact, −Δt F·(v₁ − V) of F, is part of what both of them together do across the surface.
Each obstacle has its own J.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pliant.build.model import BodyModel
from pliant.integrators.system import BodyState, Impulse
from pliant.model.capabilities import Cushions, Rubs, Supports
from pliant.model.protocols import StepContext

# What is kept from step to step in the body's memory of each obstacle that has touched it: J of contact, friction and
# damping (3, 3, P), J·V of each (3,).
IMPULSES, GIVEN = "energy_balance/impulses/", "energy_balance/given/"


class Rubbing(NamedTuple):
    """What an obstacle has done in a step [J]: its work, and what contact (with what it stores) and friction took."""

    work: float
    contact: float
    friction: float
    damping: float


def forget(memory: dict[str, np.ndarray]) -> None:
    """Before the first step nothing is remembered."""
    for key in [key for key in memory if key.startswith((IMPULSES, GIVEN))]:
        del memory[key]


def rubbing(
    body: BodyModel,
    before: BodyState,
    after: BodyState,
    time: float,
    dt: float,
    blows: Sequence[Impulse],
    *,
    looks_back: bool,
) -> dict[str, Rubbing]:
    """(2) of each obstacle for a step that ends at `time`, with BDF2 if it `looks_back`; `after` remembers impulses.

    `blows` have come after the step.
    """
    system, nodes = body.system, body.layout.nodes
    velocity = after.v - sum(blow.kick for blow in blows if blow.kick is not None)
    step = StepContext(before.x, before.v, time, dt, before.x, dt, memory=after.memory)
    forces = {
        key[len(IMPULSES) :]: np.zeros_like(J) for key, J in before.memory.items() if key.startswith(IMPULSES)
    }
    names = {one.name for one in (*system.supports, *system.rubbing, *system.cushions)}
    forces |= {name: np.zeros((3, 3, body.layout.size)) for name in sorted(names - set(forces))}
    powers = {name: np.zeros(3) for name in forces}
    halted = {name: np.zeros(body.layout.size, dtype=bool) for name in forces}

    def enter(kind: int, one: Supports | Rubs | Cushions, f: np.ndarray) -> None:
        forces[one.name][kind] += f
        if one.motion is not None:
            powers[one.name][kind] += float(f[:, nodes].sum(axis=1) @ one.motion.velocity(time, dt))

    for contact in system.supports:
        pull = body.layout.zeros(3)
        contact.freeze(step).add_gradient(after.x, pull)
        enter(0, contact, -pull)
    for force in system.rubbing:
        rub, stopped = _friction(body, force, step, after.x, before.v, velocity)
        halted[force.name] |= stopped
        enter(1, force, rub)
    for cushion in system.cushions:
        damped = body.layout.zeros(3)
        cushion.freeze(step).add_force(after.x, velocity, damped)
        enter(2, cushion, damped)
    found, mean = {}, 0.5 * (before.v + velocity)
    for name, F in forces.items():
        damping = float(powers[name][2] - (F[2][:, nodes] * velocity[:, nodes]).sum()) * dt
        impulses, given = dt * F, dt * powers[name]
        if looks_back and IMPULSES + name in before.memory:
            impulses = (before.memory[IMPULSES + name] + 2.0 * impulses) / 3.0  # (1)
            given = (before.memory[GIVEN + name] + 2.0 * given) / 3.0
        elif looks_back:
            impulses, given = impulses * 2.0 / 3.0, given * 2.0 / 3.0
        if looks_back:
            impulses[1][:, halted[name]] = dt * F[1][:, halted[name]]
        after.memory[IMPULSES + name], after.memory[GIVEN + name] = impulses, given
        taken = given - (impulses[:, :, nodes] * mean[:, nodes]).sum(axis=(1, 2))
        contact = float(taken[0] + taken[2]) - damping
        found[name] = Rubbing(float(given.sum()), contact, float(taken[1]), damping)
    return found


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
