"""The drawn mesh of a torn surface: it opens along the broken links of its grid.

A cell with a broken link is drawn as four quarters, one for each corner: the corner c, the middle of one of its links,
the middle of the cell, the middle of the other link. A whole link has one middle, a broken one has one for each end;
a cell has as many middles as its corners are in groups that its whole links join. So a crack ends in a point in the
middle of a cell, and what nothing holds any more is a patch. Where a crack goes around one corner of a cell it goes
straight from link to link, and slanting cuts have no steps: there the middle of the cell is not half-way but a quarter.
Two quarters beside a cell that is not torn are joined at their common link, which has no middle: no light gets through.

With the half step h(c, d) from a node c along its link in the direction d

    middle of a link, of c's own     x_c + h(c, d)                                                              (1)
    middle of a cell, of a group     mean over its corners c of  x_c + h(c, d) + h(c, e)                        (2)
    a quarter into the cell          mean of the two middles (1) of links beside it                             (2′)

where d and e lead along the sides of the cell. Over a whole link to a node n, h(c, d) = ½ (x_n − x_c), and then (1) and
(2) are the plain means of two and four nodes. Over a broken link it follows

    the link on the other side of c, to a node o:  ½ r (x_c − x_o),                                             (3)

with r the ratio of the lengths of both links at rest. If that is broken too, c is in a thread, one node wide across d.
`Loose` half steps come from the nearest node of the thread that has a link along d, or from rest if none has.
There it is v, and the thread runs along t; at c it runs along t′, and

    h(c, d) = R v ,   R the smallest rotation that brings t to t′ .                                             (4)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.numerics.grid import cell_corners
from pliant.recording.mesh import BodyMesh, unwrapped

# Side k of a cell joins its corners k and k + 1; its link starts at FROM[k] and lies along the axis k % 2.
FROM = np.array([0, 1, 3, 0])
CORNER, AHEAD, BEHIND = np.arange(4), np.array([0, 1, 2, 3]), np.array([3, 0, 1, 2])  # a corner and its sides
NO_LENGTH = 1e-9  # of the longest link at rest: nodes that are one point, such as a pole


@dataclass(frozen=True)
class Terms:
    """A sparse matrix: row, column and value of each entry."""

    row: np.ndarray
    column: np.ndarray
    value: np.ndarray

    def times(self, x: np.ndarray, rows: int) -> np.ndarray:
        """Its product with x (columns, k), shape (rows, k)."""
        terms = self.value[:, None] * x[self.column]
        return np.stack([np.bincount(self.row, part, rows) for part in terms.T], axis=1)


@dataclass(frozen=True)
class Loose:
    """Half steps (4), with v = gain·(x[ends₁] − x[ends₀]) + constant, t = x[at₁] − x[at₀] + direction and
    t′ = x[own₁] − x[own₀].
    """

    ends: np.ndarray  # (k, 2) nodes
    gain: np.ndarray  # (k,)
    constant: np.ndarray  # (k, 3) [m]
    at: np.ndarray  # (k, 2) nodes
    direction: np.ndarray  # (k, 3) [m]
    own: np.ndarray  # (k, 2) nodes

    def now(self, x: np.ndarray) -> np.ndarray:
        """The half steps (k, 3) when the nodes are at x."""
        v = self.gain[:, None] * (x[self.ends[:, 1]] - x[self.ends[:, 0]]) + self.constant
        t = x[self.at[:, 1]] - x[self.at[:, 0]] + self.direction
        return _turned(v, t, x[self.own[:, 1]] - x[self.own[:, 0]])


@dataclass(frozen=True)
class Seams:
    """What takes the place of torn cells. Its points are numbered after the nodes."""

    nodes: int
    points: int
    gone: np.ndarray  # numbers of the triangles of torn cells
    middles: int  # of links; the other points are those of cells
    triangles: (
        np.ndarray
    )  # (T, 3): a corner of a cell, another one or a point, and a point; as they are turned
    uv: np.ndarray | None  # (T, 3, 2), of the triangles' corners
    weights: Terms  # points = weights · nodes + shares · loose half steps
    loose: Loose
    shares: Terms

    def move(self, x: np.ndarray) -> np.ndarray:
        """Where the points are, (points, 3) [m], when the nodes are at x (nodes, 3)."""
        return self.weights.times(x, self.points) + self.shares.times(self.loose.now(x), self.points)

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Values at the nodes (nodes, k), and at each point the mean of those of corners whose quarters meet there."""
        first, second, third = self.triangles.T
        single = second >= self.nodes
        owner = np.concatenate([first, np.where(single, first, second)])
        at = np.concatenate([third, np.where(single, second, third)]) - self.nodes
        sums = Terms(at, owner, np.ones(len(at))).times(values, self.points)
        return np.concatenate([values, sums / np.bincount(at, minlength=self.points)[:, None]])


def make_seams(mesh: BodyMesh, links: np.ndarray, broken: np.ndarray | None = None) -> Seams:
    """The seams of a surface along `links`, the numbers axis·nodes + node of links of its grid.

    Those that are `broken` (None: all) are open; the others can be, and are closed.
    """
    assert mesh.rest is not None
    cells = cell_corners(mesh.grid, mesh.periodic).reshape(-1, 4)  # type: ignore[arg-type]
    sides = cells[:, FROM] + mesh.nodes * (np.arange(4) % 2)
    parted = np.zeros(2 * mesh.nodes, dtype=bool)
    parted[links] = True
    torn = np.flatnonzero(parted[sides].any(axis=1))
    cells_at = np.bincount(sides.reshape(-1), minlength=2 * mesh.nodes)
    corners, sides = cells[torn], sides[torn]
    net = Net.build(mesh, links if broken is None else broken)
    group = _groups(~parted[sides])
    # A side between a torn cell and one that is not has no middle.
    beside = np.bincount(sides.reshape(-1), minlength=2 * mesh.nodes) < cells_at
    sealed = beside[sides] & ~parted[sides]
    middle = np.stack(
        [_middle_keys(parted, sides, side) for side in (AHEAD, BEHIND)], axis=2
    )  # (cells, 4, 2)
    centre = 4 * (mesh.nodes + torn[:, None]) + group
    used = np.concatenate([middle[~np.stack([sealed, sealed[:, BEHIND]], axis=2)], centre.reshape(-1)])
    keys = np.unique(used)
    ahead, behind, centres = (np.searchsorted(keys, key) for key in (middle[..., 0], middle[..., 1], centre))

    # (1) and (2): each point is a mean of some nodes, and of half steps (node, direction) from them.
    links_of = keys[keys < 4 * mesh.nodes]
    axis, end = links_of // 2 // mesh.nodes, links_of % 2
    node = np.where(end == 0, links_of // 2 % mesh.nodes, net.next[2 * axis, links_of // 2 % mesh.nodes])
    spot = np.arange(len(links_of))
    alone = _alone(parted[sides])
    meets = _meets(group, _groups(net.whole_links[sides]))  # (cells, middles of cells, corners)
    share, *parts = (meets * part[:, None] for part in _shares(alone))
    total = share.sum(axis=2, keepdims=True)
    total[total == 0.0] = 1.0
    middles, owners = np.broadcast_arrays(centres[:, :, None], corners[:, None])
    places = [(spot, node, np.ones(len(spot))), (middles, owners, share / total)]
    steps = [(spot, node, 2 * axis + end, np.ones(len(spot)))]
    for side, part in zip((AHEAD, BEHIND), parts, strict=True):
        way = np.broadcast_to(2 * (side % 2) + (FROM[side] != CORNER), share.shape)
        steps.append((middles, owners, way, part / total))
    entries, loose, shares = net.resolve(*_joined(steps))
    points = (mesh.nodes + number for number in (ahead, behind, centres))
    return Seams(
        nodes=mesh.nodes,
        points=len(keys),
        gone=np.concatenate([torn, torn + len(cells)]),
        middles=len(links_of),
        triangles=_triangles(sealed, corners, *points),
        uv=None if mesh.uv is None else _uv(mesh, corners, alone, sealed),
        weights=Terms(*_joined([*places, *entries])),
        loose=loose,
        shares=shares,
    )


def _groups(whole: np.ndarray) -> np.ndarray:
    """For each corner (cells, 4) the first of those that the cell's whole sides (cells, 4) join it to."""
    group = np.broadcast_to(CORNER, whole.shape).copy()
    for _ in range(3):
        for side in range(4):
            ends = [side, (side + 1) % 4]
            least = group[:, ends].min(axis=1, keepdims=True)
            group[:, ends] = np.where(whole[:, side, None], least, group[:, ends])
    return group


def _middle_keys(parted: np.ndarray, sides: np.ndarray, side: np.ndarray) -> np.ndarray:
    """A number of the middle of one side of each corner (cells, 4): twice its link, plus 1 for the far end's own."""
    link = sides[:, side]
    return 2 * link + (parted[link] & (FROM[side] != CORNER))


def _alone(parted: np.ndarray) -> np.ndarray:
    """Which corner (cells, 4) a crack goes around that enters and leaves by the two sides (cells, 4) beside it."""
    return parted[:, AHEAD] & parted[:, BEHIND] & (parted.sum(axis=1, keepdims=True) == 2)


def _meets(group: np.ndarray, now: np.ndarray) -> np.ndarray:
    """Which corners have a part in the middle of the first one of a group, (cells, 4, 4): those that are joined now."""
    first = np.equal(group, CORNER)
    return first[:, :, None] & np.equal(now[:, :, None], now[:, None, :])


def _shares(alone: np.ndarray) -> tuple[np.ndarray, ...]:
    """Weights (cells, 4) of the corners in the middles of cells, of their half steps ahead, and of those behind.

    They are the same, as in (2), but for (2′): around a corner that is `alone`, half of each of its half steps, of the
    two corners beside it, and of the half steps from there towards it.
    """
    after, before = np.roll(alone, 1, axis=1), np.roll(alone, -1, axis=1)
    slants = alone.any(axis=1, keepdims=True)
    half = 0.5 * (alone | after | before)
    share = np.where(slants, np.where(alone, 1.0, half), 1.0)
    ahead = np.where(slants, 0.5 * (alone | before), 1.0)
    behind = np.where(slants, 0.5 * (alone | after), 1.0)
    return share, ahead, behind


def _joined(parts: Sequence[tuple[np.ndarray, ...]]) -> list[np.ndarray]:
    """Lists of columns one below the other, without rows whose last number, a weight, is zero."""
    columns = [np.concatenate([part.reshape(-1) for part in column]) for column in zip(*parts, strict=True)]
    return [column[columns[-1] != 0.0] for column in columns]


def _triangles(
    sealed: np.ndarray, corner: np.ndarray, ahead: np.ndarray, behind: np.ndarray, centre: np.ndarray
) -> np.ndarray:
    """Triangles (T, 3, …) over the sides of cells, of what corners (cells, 4, …) have: one if `sealed`, else two."""
    after = [np.roll(part, -1, axis=1) for part in (corner, behind, centre)]
    whole = np.stack([corner, after[0], centre], axis=2)[sealed]
    first = np.stack([corner, ahead, centre], axis=2)[~sealed]
    second = np.stack([after[0], after[2], after[1]], axis=2)[~sealed]
    return np.concatenate([whole, first, second])


def _uv(mesh: BodyMesh, corners: np.ndarray, alone: np.ndarray, sealed: np.ndarray) -> np.ndarray:
    assert mesh.uv is not None
    uv = unwrapped(mesh.uv[corners], mesh.periodic)
    ahead = 0.5 * (uv + np.roll(uv, -1, axis=1))
    behind = np.roll(ahead, 1, axis=1)
    slants = np.any(alone, axis=1).reshape(-1, 1, 1)
    slanting = (0.5 * alone[..., None] * (ahead + behind)).sum(axis=1, keepdims=True)
    centre = np.where(slants, slanting, uv.mean(axis=1, keepdims=True))
    return _triangles(sealed, uv, ahead, behind, np.broadcast_to(centre, uv.shape))


# ---------------------------------------------------------------- half steps


@dataclass(frozen=True)
class Net:
    """The links of a grid by direction: 2·axis forwards, 2·axis + 1 backwards. Arrays are (4, nodes)."""

    rest: np.ndarray  # (nodes, 3) [m]
    next: np.ndarray  # the node in that direction, −1: none
    whole: np.ndarray  # whether there is a link that holds
    length: np.ndarray  # of the link at rest [m]
    usable: np.ndarray  # whole, and of a length

    @classmethod
    def build(cls, mesh: BodyMesh, broken: np.ndarray) -> Net:
        assert mesh.rest is not None
        number = np.arange(mesh.nodes).reshape(mesh.grid)
        cut = np.zeros(2 * mesh.nodes, dtype=bool)
        cut[broken] = True
        ahead, whole = [], []
        for axis, wraps in enumerate(mesh.periodic):
            for step in (-1, 1):
                other = np.roll(number, step, axis)
                if not wraps:
                    other[(slice(None),) * axis + (step if step < 0 else 0,)] = -1
                other = other.reshape(-1)
                start = np.arange(mesh.nodes) if step < 0 else other
                ahead.append(other)
                whole.append((other >= 0) & ~cut[axis * mesh.nodes + start])
        next, holds = np.stack(ahead), np.stack(whole)
        length = np.where(next >= 0, np.linalg.norm(mesh.rest[next] - mesh.rest, axis=2), 0.0)
        return cls(mesh.rest, next, holds, length, holds & (length > NO_LENGTH * length.max()))

    @property
    def whole_links(self) -> np.ndarray:
        """Whether links hold, by their numbers axis·nodes + node."""
        return self.whole[[0, 2]].reshape(-1)

    def resolve(
        self, point: np.ndarray, node: np.ndarray, way: np.ndarray, weight: np.ndarray
    ) -> tuple[list[tuple[np.ndarray, ...]], Loose, Terms]:
        """Entries of points at nodes, and loose half steps with their entries, for weighted half steps of points."""
        back = way ^ 1
        whole = self.whole[way, node]
        follows = ~whole & self.usable[back, node]
        half = np.where(whole, 0.5, 0.5 * self._ratio(way, node, back, node)) * weight
        far = np.where(whole, self.next[way, node], node)
        near = np.where(whole, node, self.next[back, node])
        linear = whole | follows
        entries = [
            (point[linear], ends[linear], sign * half[linear]) for ends, sign in ((far, 1.0), (near, -1.0))
        ]
        left = ~linear
        steps, which = np.unique(np.stack([node[left], way[left]]), axis=1, return_inverse=True)
        shares = Terms(point[left], which.reshape(-1), weight[left])
        return entries, self._loose(*steps), shares

    def _ratio(self, way: np.ndarray, node: np.ndarray, other: np.ndarray, at: np.ndarray) -> np.ndarray:
        """The rest length of links over that of others."""
        below = self.length[other, at]
        return np.divide(self.length[way, node], below, out=np.zeros(len(node)), where=below > 0.0)

    def _loose(self, node: np.ndarray, way: np.ndarray) -> Loose:
        source = self._nearest(node, way)
        found = source >= 0
        at = np.where(found, source, node)
        ahead = np.where(self.usable[way, at], way, way ^ 1)
        one, other = at, self.next[ahead, at]
        ends = np.where((ahead == way)[:, None], np.stack([one, other], 1), np.stack([other, one], 1))
        own, there = self._thread(node, way), self._thread(at, way)
        rest = 0.5 * (self.rest[self.next[way, node]] - self.rest[node])
        run = self.rest[own[:, 1]] - self.rest[own[:, 0]]
        known = found[:, None]
        return Loose(
            ends=np.where(known, ends, 0),
            gain=np.where(found, 0.5 * self._ratio(way, node, ahead, at), 0.0),
            constant=np.where(known, 0.0, rest),
            at=np.where(known, there, 0),
            direction=np.where(known, 0.0, run),
            own=own,
        )

    def _nearest(self, node: np.ndarray, way: np.ndarray) -> np.ndarray:
        """Along the thread across a direction, the nearest node with a link along it; −1: none."""
        along = 2 * (1 - way // 2)
        source = np.full(len(node), -1)
        places = [node, node]
        for _ in range(self.next.shape[1]):
            for side in (0, 1):
                here = places[side]
                held = (here >= 0) & self.whole[along + side, here]
                here = places[side] = np.where(held, self.next[along + side, here], -1)
                ends = (here >= 0) & (self.usable[way, here] | self.usable[way ^ 1, here])
                source = np.where(ends & (source < 0), here, source)
            if not ((source < 0) & ((places[0] >= 0) | (places[1] >= 0))).any():
                break
        return source

    def _thread(self, node: np.ndarray, way: np.ndarray) -> np.ndarray:
        """The nodes before and after one along a thread, or itself where it ends, (k, 2)."""
        along = 2 * (1 - way // 2)
        ends = [
            np.where(self.whole[along + side, node], self.next[along + side, node], node) for side in (1, 0)
        ]
        return np.stack(ends, axis=1)


def _turned(v: np.ndarray, t: np.ndarray, to: np.ndarray) -> np.ndarray:
    """Vectors after the smallest rotation that brings t to another direction; none where it turns back."""
    a, b = (np.linalg.norm(way, axis=1, keepdims=True) for way in (t, to))
    size = a * b
    usual = size > 0.0
    size = np.where(usual, size, 1.0)
    cosine = (t * to).sum(axis=1, keepdims=True) / size
    usual &= cosine > -1.0 + 1e-6
    axis = np.cross(t, to) / size  # sin α times the unit axis
    more = (axis * v).sum(axis=1, keepdims=True) / np.where(usual, 1.0 + cosine, 1.0)
    return np.where(usual, cosine * v + np.cross(axis, v) + more * axis, v)
