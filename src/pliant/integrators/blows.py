"""Which rigid bodies bounce at the end of a step, and how fast they are then; the equations are in `rebound`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from pliant.collision.touches import Touches
from pliant.integrators.joints import Jointed
from pliant.integrators.prescribed import Prescribed
from pliant.integrators.rebound import Blow, Bodies, Touching, affordable
from pliant.integrators.rigid import RigidStepper
from pliant.integrators.system import BodyState, Frozen, Stepper

_SLOWEST = 1e-6  # [m/s], and
_STEPS = 2.0  # so many steps of falling: what is rigid and meets no faster does not bounce


class Ended(NamedTuple):
    """A body of an island where a step has ended."""

    stepper: Stepper
    began: tuple[np.ndarray, np.ndarray]  # x and v (3, P) before it
    state: BodyState
    momenta: tuple[np.ndarray, np.ndarray] | None  # of a rigid one at the beginning
    frozen: Frozen | None  # what acts within the step
    pulled: bool  # whether hands do


def bounced(
    bodies: Sequence[Ended],
    touches: Touches,
    joints: Sequence[Jointed],
    time: float,
    dt: float,
    h: float,
) -> list[np.ndarray | None]:
    """Velocities (3, P) of bodies after the blows of a step that ended at `time`; None: they stay what they are.

    Forces acted for a time h in it.
    """
    unchanged: list[np.ndarray | None] = [None] * len(bodies)
    touching = _touching(bodies, touches, time, dt)
    if not np.any(touching.restitution > 0.0):
        return unchanged
    rigid = [_rigid(body) for body in bodies]
    known = Bodies(
        [one and one.frame for one in rigid],
        [body.stepper.system.mass for body in bodies],
        [body.state for body in bodies],
        joints,
        time,
        dt,
    )
    blow, falling = Blow(known, touching), 0.0
    freely = known.velocities.copy() if all(map(_goes_by_weight, bodies)) else None
    for k, (one, body) in enumerate(zip(rigid, bodies, strict=True)):
        if one is None:
            continue
        force, torque = one.weight(body.state)
        falling = max(falling, float(np.linalg.norm(force)) / one.frame.mass)
        if freely is not None and body.momenta is not None:
            velocity, spin = body.momenta
            known.put(k, velocity + dt * force / one.frame.mass, spin + dt * torque, freely)
    slow = _STEPS * dt * falling + _SLOWEST
    u = blow.before(freely, h)
    if not blow.meets(u, slow):
        return unchanged
    most = known.energy(known.velocities) + _lost(bodies)
    u = blow.act(affordable(known, u, most), slow)
    return [None if isinstance(body.stepper, Prescribed) else known.of(k, u) for k, body in enumerate(bodies)]


def _rigid(body: Ended) -> RigidStepper | None:
    return body.stepper if isinstance(body.stepper, RigidStepper) else None


def _goes_by_weight(body: Ended) -> bool:
    """Whether nothing but constant loads, contact and joints acts on a body; or it goes as it is told."""
    if not body.state.free[body.stepper.system.layout.nodes].any():
        return True
    system = body.stepper.system
    known = len(system.weights) + len(system.supports)
    return _rigid(body) is not None and not body.pulled and len(system.outside) == known


def _lost(bodies: Iterable[Ended]) -> float:
    """How much less energy [J] bodies have than where the step began, but for contact."""
    found = 0.0
    for body in bodies:
        system, (x, v), state = body.stepper.system, body.began, body.state
        if isinstance(body.stepper, Prescribed):
            continue
        nodes = system.layout.nodes
        squares = np.sum(v[:, nodes] ** 2 - state.v[:, nodes] ** 2, axis=0)
        found += 0.5 * float(np.sum(system.mass[nodes] * squares))
        if body.frozen is not None:
            for k, energy in enumerate(body.frozen.energies):
                if k not in system.supporting:
                    found += energy.stored(x) - energy.stored(state.x)
    return found


def _touching(bodies: Sequence[Ended], touches: Touches, time: float, dt: float) -> Touching:
    """What touches of which at least one is rigid, and the other too or prescribed."""
    numbers = {body.stepper.system.name: k for k, body in enumerate(bodies)}
    lively = np.array([_restitution(body) for body in bodies])
    firm = np.array([_rigid(body) is not None or isinstance(body.stepper, Prescribed) for body in bodies])
    moves = np.array([_rigid(body) is not None for body in bodies])
    of_hull = np.array([numbers.get(name, -1) for name in touches.names] or [-1])
    pair = of_hull[touches.hulls]
    chosen = (pair >= 0).all(axis=1) & firm[pair].all(axis=1) & moves[pair].any(axis=1)
    pair, weights = pair[chosen], touches.weights[chosen]
    e = np.sqrt(lively[pair[:, 0]] * lively[pair[:, 1]])
    low, high = np.sort(pair, axis=1).T
    owners = np.where(weights > 0.0, pair[:, :1], pair[:, 1:])
    parts = [
        Touching(
            low * len(bodies) + high,
            owners,
            touches.nodes[chosen],
            weights,
            touches.normals[chosen],
            touches.forces[chosen],
            np.zeros(len(pair)),
            e,
        )
    ]
    number = len(bodies) ** 2
    for k, body in enumerate(bodies):
        if _rigid(body) is None or body.frozen is None:
            continue
        system = body.stepper.system
        for support, pushes in zip(system.supports, body.frozen.supports, strict=True):
            push = system.layout.zeros(3)
            pushes.add_gradient(body.state.x, push)
            nodes = np.flatnonzero(push.any(axis=0))
            if not len(nodes):
                continue
            n, number = len(nodes), number + 1
            forces = np.linalg.norm(push[:, nodes], axis=0)
            normals = -push[:, nodes].T / forces[:, None]
            motion = support.motion
            moving = np.zeros(3) if motion is None else motion.velocity(time, dt)
            weights = np.zeros((n, 4))
            weights[:, 0] = 1.0
            parts.append(
                Touching(
                    np.full(n, number),
                    np.full((n, 4), k),
                    np.repeat(nodes[:, None], 4, axis=1),
                    weights,
                    normals,
                    forces,
                    normals @ moving,
                    np.full(n, sqrt(lively[k] * support.restitution)),
                )
            )
    return Touching(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _restitution(body: Ended) -> float:
    if isinstance(body.stepper, Prescribed):
        return body.stepper.restitution
    rigid = _rigid(body)
    return 0.0 if rigid is None else rigid.frame.restitution
