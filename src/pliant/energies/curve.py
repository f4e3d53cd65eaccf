"""Elastic curves: stretching, bending and torsion of a chain of nodes from its rest shape and its stiffnesses.

An edge joins a node to the next, along a closed curve the last to the first. Stretching is taken at edges, bending at
the nodes between two of them, torsion at the edges between two such nodes: first, second and third neighbours are
coupled. The files `stretch`, `curvature` and `torsion` have the equations. A bending energy at a node stands for the
halves of the two edges that meet there: a curve whose first two nodes are held is clamped at the middle between them
(a clamp has half an edge of bending more, `clamped`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pliant.energies.curvature import Bend, PlanarBend
from pliant.energies.elements import ElementEnergy
from pliant.energies.frames import RestFrames
from pliant.energies.stretch import stretch
from pliant.energies.torsion import Torsion
from pliant.energies.turning import BACK
from pliant.errors import PliantError
from pliant.model.frame import MaterialFrame
from pliant.numerics.point_layout import PointLayout

_NO_TURN = (
    1e-6  # [rad] below which a turn at rest is rounding: a straight curve bends alike in all directions
)
_FADING = 0.01  # z_c / z⁰
_STRAIGHT = 0.01  # curvature times length of the whole curve below which its torsion fades out
_NO_TORSION = 1e-6  # and below this share of the stiffness it is left out
_NOT_TURNED = np.eye(3)


@dataclass(frozen=True)
class RestCurve:
    """Geometry of a curve at rest: nodes of its `edges` (n, 2), bends (n, 3) and twists (n, 4), rest lengths [m]."""

    layout: PointLayout
    positions: np.ndarray  # (N, 3)
    edges: np.ndarray
    bends: np.ndarray
    twists: np.ndarray
    edge_length: np.ndarray  # (edges,)
    node_length: np.ndarray  # (P,): what belongs to a node
    frames: RestFrames | None = None

    @classmethod
    def build(cls, layout: PointLayout, points: np.ndarray) -> RestCurve:
        closed = bool(layout.periodic and layout.periodic[0])
        count = layout.count
        if count < (3 if closed else 2):
            raise PliantError(f"a {'closed' if closed else 'open'} curve needs more than {count} nodes")
        positions = np.reshape(np.asarray(points, dtype=float), (count, 3))
        edges, bends, twists = (_chains(count, size, closed) for size in (2, 3, 4))
        length = np.linalg.norm(positions[edges[:, 1]] - positions[edges[:, 0]], axis=1)
        if not length.min() > 1e-12 * length.sum():
            raise PliantError("two neighbouring nodes of a curve coincide at rest; leave one of them out")
        nodes = layout.zeros()
        for side in (0, 1):
            np.add.at(nodes, edges[:, side], 0.5 * length)
        return cls(layout, positions, edges, bends, twists, length, nodes)

    def framed(self, frame: MaterialFrame, start: np.ndarray) -> RestCurve:
        """The same with a material frame, at rest and for the nodes (N, 3) at the start."""
        frames = RestFrames.build(self.layout, frame, self.positions, start, self.edges, self.bends)
        return replace(self, frames=frames)


def _chains(count: int, size: int, closed: bool) -> np.ndarray:
    """All runs of `size` neighbours, shape (n, size); none on a closed curve that has fewer nodes."""
    starts = np.arange(count if closed and count >= size else max(count - size + 1, 0))
    return (starts[:, None] + np.arange(size)) % count


def turns(points: np.ndarray) -> np.ndarray:
    """The turning vectors k (n, 3) of chains of three points (n, 3, 3)."""
    e, f = points[:, 1] - points[:, 0], points[:, 2] - points[:, 1]
    product = np.linalg.norm(e, axis=1) * np.linalg.norm(f, axis=1)
    Q = (1.0 + BACK) * product + np.sum(e * f, axis=1)
    return (2.0 + BACK) * np.cross(e, f) / Q[:, None]


def stretching(rest: RestCurve, stiffness, *, damping_time: float = 0.0) -> ElementEnergy:
    """The energy of stretching with EA [N], a number or one per edge."""
    return ElementEnergy(rest.layout, rest.edges, stretch(rest.edge_length, stiffness), damping_time)


def bending(
    rest: RestCurve,
    stiffness,
    *,
    damping_time: float = 0.0,
    normal: Sequence[float] | None = None,
    turned: np.ndarray = _NOT_TURNED,
) -> ElementEnergy:
    """The energy of bending with EI [N·m²], a number or one per node; `normal` of the plane the curve is in, if any.

    With a normal the energy knows directions in space: the body starts `turned` from its rest shape by this matrix.
    """
    k = turns(rest.positions[rest.bends])
    length = rest.node_length[rest.bends[:, 1]]
    per_node = np.broadcast_to(np.asarray(stiffness, dtype=float), rest.layout.count)
    B = per_node[rest.bends[:, 1]] / length
    count = len(k)
    if normal is None:
        size = np.linalg.norm(k, axis=1)
        law = Bend(B, np.where(size > _NO_TURN, size, 0.0), np.zeros((1, count)))
    else:
        n = np.asarray(normal, dtype=float) / np.linalg.norm(normal)
        law = PlanarBend(B, np.ascontiguousarray(np.outer(turned @ n, k @ n)), np.zeros((3, count)))
    return ElementEnergy(rest.layout, rest.bends, law, damping_time)


def twisting(rest: RestCurve, stiffness, *, damping_time: float = 0.0) -> ElementEnergy | None:
    """The energy of torsion with GJ [N·m²], a number or one per node; None if the curve is straight at rest."""
    x = rest.positions[rest.twists]
    if not len(x):
        return None
    one, two = turns(x[:, :3]), turns(x[:, 1:])
    z = np.sum(one**2, axis=1) * np.sum(two**2, axis=1)
    length = np.linalg.norm(x[:, 2] - x[:, 1], axis=1)
    least = (_STRAIGHT * length / rest.edge_length.sum()) ** 4
    defined = z / (z + least)
    per_node = np.broadcast_to(np.asarray(stiffness, dtype=float), rest.layout.count)
    C = (1.0 + _FADING) * defined * per_node[rest.twists[:, 1]] / length
    kept = defined > _NO_TORSION
    if not kept.any():
        return None
    f = x[kept, 2] - x[kept, 1]
    A, B = np.cross(x[kept, 1] - x[kept, 0], f), np.cross(f, x[kept, 3] - x[kept, 2])
    size = np.linalg.norm(A, axis=1) * np.linalg.norm(B, axis=1)
    angle = np.stack(
        [np.sum(A * B, axis=1) / size, np.sum(f * np.cross(A, B), axis=1) / (size * length[kept])]
    )
    law = Torsion(C[kept], angle, _FADING * z[kept], np.zeros_like(angle))
    return ElementEnergy(rest.layout, rest.twists[kept], law, damping_time)


def curve_energies(
    rest: RestCurve,
    *,
    stretching_stiffness,
    bending_stiffness=0.0,
    torsional_stiffness=0.0,
    damping_time: float = 0.0,
    normal: Sequence[float] | None = None,
    turned: np.ndarray = _NOT_TURNED,
) -> list[ElementEnergy]:
    """The energies of a curve with EA [N], EI and GJ [N·m²]; in the plane with a `normal` there is no torsion."""
    energies = [stretching(rest, stretching_stiffness, damping_time=damping_time)]
    if np.any(bending_stiffness) and len(rest.bends):
        plane: dict[str, Any] = {"normal": normal, "turned": turned}
        energies.append(bending(rest, bending_stiffness, damping_time=damping_time, **plane))
    if np.any(torsional_stiffness) and normal is None:
        torsion = twisting(rest, torsional_stiffness, damping_time=damping_time)
        energies += [] if torsion is None else [torsion]
    return energies
