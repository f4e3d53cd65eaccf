"""The power of everything that acts on a body at one moment, for the energy balance.

A velocity-dependent force f says itself what comes from outside (`Force.given`): the work f·u of a stream with velocity
u, say. What of it does not arrive in the body is lost, as damping or as friction (`Force.loss`):

    loss = given − f·v .                                                                                    (1)

Damping in the matter is the difference of the elastic gradient with it and without. It is taken over the intervals of
`rates`: what an implicit step has used, or short ones to both sides (see `integrators.rates`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.build.model import BodyModel
from pliant.integrators.system import BodyState
from pliant.model.capabilities import Damps, KnowsForce, Remembers, can, those
from pliant.model.protocols import StepContext
from pliant.numerics.grid_layout import fold_halo


@dataclass
class Moment:
    """Positions and velocities (3, P) at a time, and how they came about."""

    x: np.ndarray
    v: np.ndarray
    along: np.ndarray  # the velocity that forces are multiplied with: v, or the mean of a step
    step: StepContext  # what forces froze; its memory is that of the matter
    rates: list[StepContext]  # for damping in the matter


@dataclass
class Powers:
    """[W], and forces [N] on hands (k, 3) and on all places (3, P)."""

    work: float
    damping: float  # by drag, streams and dampers of hands
    internal: float  # by damping in the matter
    friction: float  # of schemes that `impulses` does not know,
    contact: float  # as of the forces of penalties
    pulls: np.ndarray
    forces: np.ndarray | None  # if they are wanted: everything that acts on a node save what holds it


def powers(body: BodyModel, moment: Moment, *, forces: bool) -> Powers:
    """What acts on a body; hands have been placed."""
    nodes, zeros, x, v = body.layout.nodes, body.layout.zeros, moment.x, moment.v

    def product(a: np.ndarray, b: np.ndarray) -> float:
        return float(np.sum(a[:, nodes] * b[:, nodes]))

    found = Powers(0.0, 0.0, 0.0, 0.0, 0.0, _pulls(body, x), None)
    sum_of_forces = zeros(3)
    for force in body.system.forces:
        f = zeros(3)
        force.begin_step(moment.step)
        force.add_force(x, v, f)
        given = force.given(f, v, moment.along)
        lost = given - product(f, moment.along)  # (1)
        found.work += given
        if force.loss == "friction":
            found.friction += lost
        else:
            found.damping += lost
        sum_of_forces += f
    resisting = body.matter.damping * v
    if _damped(body.system.energies):
        inside = _internal(body, moment)
        found.internal = product(inside, moment.along)
        resisting = resisting + inside
    found.damping += product(resisting, moment.along) - found.internal
    pressing = zeros(3)
    for contact in body.around.contacts:
        contact.begin_step(moment.step)
        contact.add_gradient(x, pressing)
    found.contact = -product(pressing, moment.along)
    if forces:
        rest = _gradient(body, [*_elastic(body), *body.around.loads, body.grabs], _still(moment), x)
        found.forces = sum_of_forces - resisting - pressing - rest
    return found


def _pulls(body: BodyModel, x: np.ndarray) -> np.ndarray:
    """What springs take from hands (k, 3) [N]."""
    pulls = [-k * (held.drawn(x, a) * held.weights).sum(axis=1) for held, k, a in body.grabs.pulls]
    return np.array(pulls).reshape(-1, 3)


def _elastic(body: BodyModel) -> list[Any]:
    """Elastic energies that act by their gradients; those of sticks do not."""
    return [] if body.matter.relaxation is not None else list(body.elastic)


def _damped(energies: list[Any]) -> list[Damps]:
    return [energy for energy in those(energies, Damps) if energy.damping_time]


def still(x: np.ndarray, v: np.ndarray, time: float, memory: Mapping[str, np.ndarray]) -> StepContext:
    """In a step without end there is no rate of deformation, and nothing flows."""
    return StepContext(x, v, time, np.inf, x, np.inf, memory=memory, implicit=False)


def _still(moment: Moment) -> StepContext:
    return still(moment.x, moment.v, moment.step.time, moment.step.memory)


def _internal(body: BodyModel, moment: Moment) -> np.ndarray:
    """−f of damping in the matter, (3, P)."""
    out = body.layout.zeros(3)
    damped = _damped(_elastic(body))
    direct = those(damped, KnowsForce) if len(moment.rates) != 1 else []
    for energy in direct:
        moving = body.layout.zeros(3)
        energy.add_force(moment.x, np.zeros_like(moment.v), out)
        energy.add_force(moment.x, moment.v, moving)
        out -= moving
    others = [energy for energy in damped if not any(energy is one for one in direct)]
    for step in moment.rates if others else ():
        out += _gradient(body, others, step, moment.x) / len(moment.rates)
    if others:
        out -= _gradient(body, others, _still(moment), moment.x)
    return out


def internal_work(body: BodyModel, before: BodyState, after: BodyState, dt: float) -> float:
    """What damping in the matter takes in a step [J], from the mean rates of deformation.

    A damper that is quadratic in the rate of q takes twice its potential ½(τ/Δt)(q₁ − q₀)²: an error of O(Δt³) where
    motion is smooth, and never more than the way that was gone where a step is long against what it damps. Where matter
    remembers, it is the mean of what it takes with the memory of both ends.
    """
    x, unused, total = before.x, body.layout.zeros(3), 0.0
    for energy in _damped(_elastic(body)):
        memories = (before.memory, after.memory) if can(energy, Remembers) else (after.memory,)
        for memory in memories:
            rates = StepContext(x, before.v, 0.0, np.inf, x, dt, memory=memory, implicit=False)
            for step, sign in ((rates, 2.0), (rates._replace(interval=np.inf), -2.0)):
                energy.begin_step(step)
                gained = energy.add_gradient(after.x, unused) - energy.add_gradient(before.x, unused)
                total += sign * gained / len(memories)
    return total


def _gradient(body: BodyModel, energies: list[Any], step: StepContext, x: np.ndarray) -> np.ndarray:
    out = body.layout.zeros(3)
    for energy in energies:
        energy.begin_step(step)
        energy.add_gradient(x, out)
    fold_halo(out, body.layout.halo)
    return out
