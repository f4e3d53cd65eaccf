"""What each obstacle that nodes meet has taken of a body's energy: the body's entries, obstacle by obstacle.

Forces are known one by one (`impulses`, `powers`). What happens at once, where nodes are put back or thrown back, is
shared by the obstacles as those nodes were moved that are nearest to each; what nobody gets of barriers that have
thrown back their nodes, as these store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pliant.build.model import BodyModel
from pliant.contact.dispatch import sample_distance
from pliant.contact.motion import moved
from pliant.integrators.system import BodyState, Impulse
from pliant.model.meets import meets
from pliant.scene.schema import Scene


@dataclass
class Taken:
    """By obstacle, in one step of a body [J]."""

    friction: Counter[str] = field(default_factory=Counter)
    impact: Counter[str] = field(default_factory=Counter)
    damping: Counter[str] = field(default_factory=Counter)

    def names(self) -> list[str]:
        """Those that have done something, in order."""
        entries = (self.friction, self.impact, self.damping)
        return sorted({name for entry in entries for name, energy in entry.items() if energy})


def stored_at(body: BodyModel, state: BodyState, time: float, forfeited: float) -> dict[str, float]:
    """What the responses of obstacles store [J], less what is `forfeited`."""
    found: Counter[str] = Counter()
    for contact in body.system.supports:
        found[contact.name] += contact.at(time, state.memory).stored(state.x)
    whole = sum(found.values())
    left = 1.0 - forfeited / whole if whole > 0.0 else 1.0
    return {name: left * energy for name, energy in found.items()}


def book_moved(
    scene: Scene, body: BodyModel, states: list[BodyState | Impulse], losses: list[float], rubbed: list[float],
    time: float, dt: float, taken: Taken,
) -> None:  # fmt: skip
    """Share what impulses between `states` took, one after the other."""
    for before, after, lost, friction in zip(states, states[1:], losses, rubbed, strict=False):
        for name, share in _nearest(scene, body, before, after, time, dt).items():
            taken.impact[name] += share * lost
            taken.friction[name] += share * friction


def _nearest(
    scene: Scene,
    body: BodyModel,
    before: BodyState | Impulse,
    after: BodyState | Impulse,
    time: float,
    dt: float,
) -> Mapping[str, float]:
    """Parts of one: how much each obstacle has moved the nodes."""
    if not body.system.bounces and not body.system.projections:
        return {}
    there = [one for one in scene.obstacles if meets(body.spec, one.id) and one.id not in body.around.shells]
    jumps = ((after.x - before.x) / dt) ** 2 + (after.v - before.v) ** 2
    change = body.system.mass * jumps.sum(axis=0)
    nodes = body.layout.nodes[change[body.layout.nodes] > 0.0]
    if not there or not len(nodes):
        return {}
    points = before.x[:, nodes].T.copy()
    gaps = [sample_distance(moved(one.geometry(), one.motion, time), points)[:, 0] for one in there]
    weights = np.bincount(np.argmin(gaps, axis=0), change[nodes], minlength=len(there))
    return {one.id: float(w) for one, w in zip(there, weights / weights.sum(), strict=True)}
