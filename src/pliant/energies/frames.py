"""The frames of a rod at rest and at the start: where the outriggers of its edges are.

A director is a unit vector across an edge, the first axis of its cross-section. From edge to edge it is carried over by
the smallest rotation that takes one tangent to the next (Bishop's frame, which has no twist). Around a closed curve
that comes back turned by the angle that the tangents enclose on the unit sphere; it is shared out evenly.

Outriggers stand as far from their edges as these are long, on either side in turn: what little mass they have (`mass`)
then has no side to fall to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.energies.elements import ElementEnergy
from pliant.energies.outrigger import Outrigger
from pliant.energies.stretch import Leash, stretch
from pliant.energies.twist import Twist
from pliant.model.frame import MaterialFrame
from pliant.numerics.point_layout import PointLayout

_ASLANT = 0.9  # the cosine beyond which a tangent is along an axis
_MOST = 0.25  # of the mass of an edge, that its outrigger takes


@dataclass(frozen=True)
class RestFrames:
    """Edges with their outriggers, and the nodes between two of them."""

    edges: np.ndarray  # (e, 3) both ends, and the outrigger
    bends: np.ndarray  # (n, 5) three nodes, and two outriggers
    sides: np.ndarray  # (e,) 1 or −1
    pairs: np.ndarray  # (n, 2) the edges of a bend
    reach: np.ndarray  # (e,) [m]
    positions: np.ndarray  # (3, P) at rest, of outriggers as well
    start: np.ndarray  # (e, 3) of outriggers, before the body is turned and shifted
    curvature: (
        tuple[float, float] | None
    )  # towards both axes of the section [1/m], if it is not that of the shape
    glued: np.ndarray  # (n,) [rad] the twist that is in a closed curve since it was closed

    @classmethod
    def build(
        cls,
        layout: PointLayout,
        frame: MaterialFrame,
        rest: np.ndarray,
        start: np.ndarray,
        edges: np.ndarray,
        bends: np.ndarray,
    ) -> RestFrames:
        """Of a curve with nodes (N, 3) at rest and at the start, its `edges` (e, 2) and `bends` (n, 3)."""
        count, closed = layout.count, len(edges) == layout.count
        beside = count + np.arange(len(edges))
        pairs = np.stack([bends[:, 0], bends[:, 1]], axis=1)  # an edge has the number of its first node
        sides = np.where(np.arange(len(edges)) % 2, -1.0, 1.0)
        length = np.linalg.norm(rest[edges[:, 1]] - rest[edges[:, 0]], axis=1)
        along = np.cumsum(length) - 0.5 * length
        twist = frame.pretwist + frame.initial_twist
        places = [
            _beside(points, edges, sides * length, directors(points, edges, frame.up, closed), turn * along)
            for points, turn in ((rest, frame.pretwist), (start, twist))
        ]
        glued = np.zeros(len(bends))
        if closed:
            glued[-1] = frame.initial_twist * length.sum()
        positions = layout.spread(rest)
        positions[:, beside] = places[0].T
        nodes = np.concatenate([bends, beside[pairs]], axis=1)
        return cls(
            np.column_stack([edges, beside]),
            nodes,
            sides,
            pairs,
            length,
            positions,
            places[1],
            frame.curvature,
            glued,
        )

    def mass(self, line_density: np.ndarray, spin: np.ndarray) -> np.ndarray:
        """Of outriggers (e,) [kg], for a mass and a moment of inertia about the axis per length, (e,) each."""
        return np.minimum(spin / self.reach, _MOST * line_density * self.reach)

    def led(self, which: np.ndarray, x: np.ndarray, to: np.ndarray) -> np.ndarray:
        """Where outriggers (3, k) of some edges go when their ends go from x to another place, (3, P) each."""
        one, two, beside = self.edges[which].T
        before, after = x[:, two] - x[:, one], to[:, two] - to[:, one]
        before, after = (e / np.linalg.norm(e, axis=0) for e in (before, after))
        d = x[:, beside] - 0.5 * (x[:, one] + x[:, two])
        return 0.5 * (to[:, one] + to[:, two]) + carried(d.T, before.T, after.T).T


def directors(points: np.ndarray, edges: np.ndarray, up: Any, closed: bool) -> np.ndarray:
    """Unit vectors (e, 3) across edges, without twist from each to the next."""
    t = points[edges[:, 1]] - points[edges[:, 0]]
    t /= np.linalg.norm(t, axis=1, keepdims=True)
    found = np.zeros_like(t)
    found[0] = _across(_upwards(t[0]) if up is None else np.asarray(up, dtype=float), t[0])
    for k in range(1, len(t)):
        found[k] = carried(found[k - 1], t[k - 1], t[k])
    if closed:
        back = carried(found[-1], t[-1], t[0])
        angle = np.arctan2(np.dot(np.cross(back, found[0]), t[0]), back @ found[0])
        length = np.linalg.norm(points[edges[:, 1]] - points[edges[:, 0]], axis=1)
        found = turned(found, t, angle * (np.cumsum(length) - length) / length.sum())
    return found


def carried(d: np.ndarray, before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Vectors across unit tangents `before`, turned with these to `after` by the smallest rotation; (3,) or (n, 3)."""
    ahead = (after * d).sum(axis=-1) / np.maximum(1.0 + (before * after).sum(axis=-1), 1e-12)
    moved = d - ahead[..., None] * (before + after)
    return moved / np.linalg.norm(moved, axis=-1, keepdims=True) * np.linalg.norm(d, axis=-1, keepdims=True)


def turned(d: np.ndarray, t: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Directors (n, 3) across unit tangents, turned about these by angles (n,)."""
    return d * np.cos(angle)[:, None] + np.cross(t, d) * np.sin(angle)[:, None]


def _upwards(t: np.ndarray) -> np.ndarray:
    """z, or x where the tangent goes up."""
    return np.array([1.0, 0.0, 0.0]) if abs(t[2]) > _ASLANT else np.array([0.0, 0.0, 1.0])


def _across(up: np.ndarray, t: np.ndarray) -> np.ndarray:
    across = up - t * (up @ t)
    if np.linalg.norm(across) < 1e-6 * np.linalg.norm(up):
        across = _upwards(t) - t * (_upwards(t) @ t)
    return across / np.linalg.norm(across)


def _beside(
    points: np.ndarray, edges: np.ndarray, reach: np.ndarray, d: np.ndarray, angle: np.ndarray
) -> np.ndarray:
    """Where outriggers are (e, 3)."""
    one, two = points[edges[:, 0]], points[edges[:, 1]]
    t = (two - one) / np.linalg.norm(two - one, axis=1, keepdims=True)
    return 0.5 * (one + two) + reach[:, None] * turned(d, t, angle)


def frame_energies(
    layout: PointLayout,
    rest: RestFrames,
    node_length: np.ndarray,
    bending: tuple[np.ndarray, np.ndarray],
    torsion: np.ndarray,
    damping_time: float,
    whole: tuple[Any, Any] = (1.0, 1.0),
) -> list[ElementEnergy]:
    """Bending, twist and outriggers: with EI (n,) in the plane of the first axis and across, GJ (n,) [N·m²] of bends.

    Of edges (e,) and bends (n,) that are not `whole` nothing is left; their outriggers are on a leash.
    """
    length, count = node_length[rest.bends[:, 1]], len(rest.bends)
    edges, bends = whole
    stiff = bends * torsion / length
    one, two = (bends * 0.5 * one / length for one in bending)
    none = np.zeros((5, count))
    law = Twist(np.stack([one, two, one, two, stiff]), none, rest.sides[rest.pairs.T], none.copy())
    q = ElementEnergy(layout, rest.bends, law).measures(rest.positions)
    q[4] -= rest.glued
    if rest.curvature is not None:
        q[:4] = 2.0 * np.tan(0.5 * np.array([*rest.curvature, *rest.curvature])[:, None] * length)
    hold = np.full(len(rest.edges), float(np.mean(torsion)) if count else 1.0) / rest.reach
    outriggers = Outrigger(hold * edges, rest.reach, np.zeros((2, len(rest.edges))))
    found = [
        ElementEnergy(layout, rest.bends, law._replace(rest=q), damping_time),
        ElementEnergy(layout, rest.edges, outriggers, damping_time),
    ]
    if not np.all(edges):
        leash = rest.edges[:, [0, 2]]
        away = np.linalg.norm(rest.positions[:, leash[:, 1]] - rest.positions[:, leash[:, 0]], axis=0)
        gone = hold / rest.reach * (1.0 - edges)
        found.append(ElementEnergy(layout, leash, Leash(*stretch(away, gone)), damping_time))
    return found
