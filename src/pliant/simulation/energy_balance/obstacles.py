"""What each obstacle that nodes meet has taken of a body's energy: the body's entries, obstacle by obstacle.

Forces are known one by one (`impulses`, `powers`). What happens at once, where nodes are put back or thrown back, is
shared by the obstacles as they have moved them; what nobody gets of barriers that have thrown back their nodes, as
these store.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pliant.build.model import BodyModel
from pliant.contact.dispatch import sample_distance
from pliant.integrators.system import BodyState, Impulse
from pliant.simulation.energy_balance.powers import amounts

_TOUCHING = 1e-9  # [m]: what was put on a surface is there, whatever was rounded


@dataclass
class Taken:
    """By obstacle, in one step of a body [J]."""

    friction: defaultdict[str, float] = field(default_factory=amounts)
    impact: defaultdict[str, float] = field(default_factory=amounts)
    damping: defaultdict[str, float] = field(default_factory=amounts)

    def names(self) -> list[str]:
        """Those that have done something, in order."""
        entries = (self.friction, self.impact, self.damping)
        return sorted({name for entry in entries for name, energy in entry.items() if energy})


def stored_at(body: BodyModel, state: BodyState, time: float, forfeited: float) -> dict[str, float]:
    """What the responses of obstacles store [J], less what is `forfeited`."""
    found = amounts()
    for contact in body.system.supports:
        found[contact.name] += contact.at(time, state.memory).stored(state.x)
    whole = sum(found.values())
    left = 1.0 - forfeited / whole if whole > 0.0 else 1.0
    return {name: left * energy for name, energy in found.items()}


def book_moved(
    body: BodyModel, states: Sequence[BodyState | Impulse], losses: Sequence[tuple[float, float]], dt: float,
    taken: Taken,
) -> None:  # fmt: skip
    """Share what was lost by impulses, and rubbed, between one of the `states` and the next."""
    for before, after, (lost, rubbed) in zip(states, states[1:], losses, strict=False):
        for name, share in _parts(body, before, after, dt).items():
            taken.impact[name] += share * lost
            taken.friction[name] += share * rubbed


def _parts(
    body: BodyModel, before: BodyState | Impulse, after: BodyState | Impulse, dt: float
) -> dict[str, float]:
    """Parts of one: how much each obstacle has moved the nodes, of which it moves those inside along its normals."""
    jumps = (after.x - before.x) / dt + after.v - before.v
    found = amounts()
    nodes = body.layout.nodes[(jumps[:, body.layout.nodes] != 0.0).any(axis=0)]
    for one in (*body.system.bounces, *body.system.projections) if len(nodes) else ():
        table = sample_distance(one.geometry, before.x[:, nodes].T.copy())
        along = np.maximum((jumps[:, nodes].T * table[:, 1:]).sum(axis=1), 0.0)
        inside = table[:, 0] <= one.margin + _TOUCHING
        found[one.name] += float((body.system.mass[nodes] * along**2)[inside].sum())
    whole = sum(found.values())
    return {name: size / whole for name, size in found.items()} if whole > 0.0 else {}
