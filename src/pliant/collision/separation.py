"""Keeping hulls apart: the pairs that may touch, and motions on which nothing crosses.

`Separation` is all that others use of the geometry of contact: `safe` cuts a motion so that nothing crosses on the way
(`certify`), and leaves the list of the pairs that can touch on it (`pairs`, by `tree` and `flat`). A list is kept for
as long as it holds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.collision.certify import FLOOR, certify, hold, pack, pairs_of
from pliant.collision.flat import MARGIN, check, find_sheets
from pliant.collision.frames import clusters, common, mean_moves, seen_from, shorten, shorten_to, slacks
from pliant.collision.hull import Hull, offsets
from pliant.collision.intersections import find
from pliant.collision.pairs import Marks, candidates, make_boxes, make_marks, match, prune, within_ways
from pliant.collision.renew import keep_clean, mark_features, mark_patches, what_is_left
from pliant.collision.tree import (
    first_meeting,
    keep_meeting,
    leaf_pairs,
    plant,
    tree_boxes,
    vertex_boxes,
)

_SLACK = 0.1  # of the mean edge (`_scales`): how far from its way a vertex may be
_LINGER = 0.15  # and of its way, and of the mean way of its hull,
_MOST_SLACK = 0.2  # but of these not more than that, in mean edges
_LIMIT = 2.0  # mean edges: the longest way of a vertex in one pass, as seen from its hull
_STRIDES = 4.0  # times that where ways are only looked at, and not cut
_DRIFT = 4.0  # and of two hulls that may touch, against each other
_MOST = 80  # candidates per vertex, beyond which ways are halved
_FEW = 0.3  # of the vertices: if fewer have left their ways, only what is of these is listed anew
_LEFT = 0.3  # of the least slack: what a vertex keeps that has not
_SWEEPS = 30
_NONE = 0.1  # of the least distance that `certify` allows
_ROUNDS = 16  # in which ways are cut, and listed anew where the list does not hold for what they are then;
_PATIENCE = 2  # after so many all ways are halved each time: what is cut apart is folded, and folds may touch


class Separation:
    """The pairs of features of hulls that may touch, and safe motions.

    Vertices of all hulls are numbered one after the other; x and q are of shape (3, V), component-major. Features
    touch when they are nearer than half[a] + half[b], of any vertex of either.
    """

    def __init__(
        self, hulls: Sequence[Hull], meets: Sequence[tuple[int, int]], rest: np.ndarray | None = None
    ):
        """`meets`: which hulls meet, (i, i) itself; `rest` (3, V): where trees are built, at first sight if None."""
        self.hulls = list(hulls)
        self.firsts = offsets(self.hulls)
        self.counts = np.diff(self.firsts)
        self._rigid = [
            slice(a, b)
            for a, b, hull in zip(self.firsts[:-1], self.firsts[1:], self.hulls, strict=True)
            if hull.rigid
        ]
        ordered = sorted({(min(i, j), max(i, j)) for i, j in meets})
        self.meets = np.array(ordered, np.int64).reshape(-1, 2)
        self._of = np.repeat(np.arange(len(self.hulls)), self.counts)  # the hull of each vertex
        V = int(self.firsts[-1])
        self.half = np.concatenate(
            [np.zeros(0), *(np.broadcast_to(0.5 * hull.thickness, hull.count) for hull in self.hulls)]
        )
        self.pairs = np.empty((64, 4), np.int32)
        self.apart = np.empty(64)  # how far apart each pair was where the list was made
        self.far = np.zeros(V)  # how far each vertex has gone since then: see `away`
        self.count = self.face_count = self.version = 0
        self.touching = np.zeros((0, 4), np.int32)
        self.touching_faces = 0
        self._home, self._way, self._end = np.zeros((3, V)), np.zeros((3, V)), np.zeros((3, V))
        self._still, self._going_nowhere = np.zeros((3, V)), np.zeros((3, V))
        self._slack, self._length, self._t = np.zeros(V), np.zeros(V), np.ones(V)
        self._changed = np.zeros(V, np.uint8)
        self._packed, self._going = np.zeros((V, 8)), np.zeros((V, 8))
        self._leaves = np.empty((64, 2), np.int32)
        self._raw = [np.empty((64, 4), np.int32), np.empty((64, 4), np.int32)]
        self._touching = np.empty((64, 4), np.int32)
        self._live = np.empty(64, np.int32)
        self._starts = np.zeros((5, len(self.meets) + 1), np.int64)
        self._cluster = np.arange(len(self.hulls))
        self._valid = self._planted = False
        self._lasts = True  # whether a list is to hold for longer than the ways that it is made for
        self._exempt, self._exempt_faces = np.zeros((0, 4), np.int32), 0
        self._joined, self._joined_faces = np.zeros((0, 4), np.int32), 0
        if rest is not None:
            self._plant(rest)

    # ------------------------------------------------------------ what others call

    def safe(
        self, x: np.ndarray, q: np.ndarray, fixed: np.ndarray | None = None, *, moving: bool = True
    ) -> bool:
        """Cut q in place so that on the straight ways x → x + q nothing crosses; whether anything was cut.

        The same holds for any common fraction of the ways. `pairs` hold every pair that can touch on them. Prescribed
        vertices, marked by `fixed` (V,), are cut as others are; those that stand still do. What is cut stays behind in
        a frame that is `moving` with its hull, or in space: then every vertex goes a part of its way.
        """
        self._look(x, q)
        cut = self._limit(q, self._frames(q, fixed, moving))
        for k in range(_ROUNDS):
            if k >= _PATIENCE:
                q *= 0.5
            if not self._holds(x, q):
                cut |= self._build(x, q)
            if not self._certify(x, q, fixed, moving):
                return cut
            cut = True
            if self._holds(x, q):
                return True
        q[:] = 0.0
        self.near(x)
        return True

    def list_on(self, x: np.ndarray, q: np.ndarray) -> bool:
        """Make the list hold on the ways x → x + q, which are shortened in place if they are too long: whether."""
        self._look(x, q)
        short = self._limit(q, self._frames(q, None, True), _STRIDES)
        if not self._holds(x, q):
            # Where ways are long the list holds for no other: it is made for these alone, and so is shorter.
            self._lasts = bool(self._length.mean() <= _SLACK * self._edges.mean())
            short |= self._build(x, q)
            self._valid = self._lasts
            self._lasts = True
        return short

    def near(self, x: np.ndarray) -> None:
        """Make the list hold at x."""
        if not self.covers(x):
            self._going_nowhere.fill(0.0)
            self._build(x, self._going_nowhere)

    def covers(self, x: np.ndarray) -> bool:
        """Whether the list holds at x."""
        self._look(x, self._still)
        return self._holds(x, self._still)

    def away(self, x: np.ndarray) -> None:
        """Measure `far`: pair k is now no nearer than apart[k] less the `far` of its features (`nearer_by`)."""
        moves = np.empty((3, len(self.hulls)))
        mean_moves(x, self._home, self.firsts, moves)
        moves = common(moves, self.counts, self._cluster)
        np.subtract(x, self._home, out=self._end)
        seen_from(self._end, self.firsts, moves, self._end, self.far)

    def lengths(self, q: np.ndarray) -> np.ndarray:
        """The lengths (V,) of ways, as seen from what moves together."""
        moves = np.empty((3, len(self.hulls)))
        mean_moves(q, self._still, self.firsts, moves)
        seen_from(q, self.firsts, common(moves, self.counts, self._cluster), self._end, self._length)
        return self._length

    def is_near(self, length: np.ndarray) -> bool:
        """Whether ways of these lengths (V,) are no longer than can be gone in one pass."""
        return bool(np.all(length <= self._longest))

    def forget(self) -> None:
        """Make the next list anew, so that what follows does not depend on what was before."""
        self._valid = False

    def matched(self, pairs: np.ndarray, face_count: int) -> np.ndarray:
        """Where each pair of the list is among others, (n, 4) with vertex–face first; −1 for those that are not."""
        found = np.empty(self.count, np.int64)
        match(
            np.ascontiguousarray(pairs, np.int32), face_count, self.pairs, self.count, self.face_count, found
        )
        return found

    def kept_from(self, version: int) -> np.ndarray | None:
        """Where pairs of the list were in that of this version, −1 for those that are new; None if it is all new."""
        return self._kept[: self.count] if self._kept_from == version == self.version - 1 else None

    def exempt(self, pairs: np.ndarray, face_count: int) -> None:
        """Leave out these pairs until they are apart: features that begin at no distance, as those of a fresh cut."""
        self._exempt, self._exempt_faces = np.ascontiguousarray(pairs, np.int32).reshape(-1, 4), face_count
        self._valid = False

    def join(self, pairs: np.ndarray, face_count: int) -> None:
        """Leave out these pairs for good: features that are to be at one place."""
        pairs = np.ascontiguousarray(pairs, np.int32).reshape(-1, 4)
        if not np.array_equal(pairs, self._joined):
            self._joined, self._joined_faces = pairs, face_count
            self._valid = False

    @property
    def exempted(self) -> tuple[np.ndarray, int]:
        """The pairs that are left out, (n, 4), and how many of them are of a vertex and a face, which come first."""
        return self._exempt, self._exempt_faces

    def intersections(self, x: np.ndarray) -> np.ndarray:
        """All edges that pierce faces at x: rows (hull of the edge, hull of the face, edge, face)."""
        self._look(x, self._still)
        return find(self.hulls, self._forest, x, self.meets)

    # ------------------------------------------------------------ ways

    def _look(self, x: np.ndarray, q: np.ndarray) -> None:
        """Refuse what is not finite; plant the trees at first sight."""
        sums = np.empty((3, len(self.hulls)))
        if not (
            mean_moves(x, self._still, self.firsts, sums) and mean_moves(q, self._still, self.firsts, sums)
        ):
            raise FloatingPointError("positions or motions of hulls are not finite")
        if not self._planted:
            self._plant(x)

    def _plant(self, rest: np.ndarray) -> None:
        self._forest = plant(self.hulls, rest)
        self._sheets = find_sheets(self.hulls, self._forest)
        self._flat = np.zeros(self._sheets.count, np.uint8)
        self._listed_flat, self._lost = self._flat.copy(), False
        self._boxes, self._all = (
            make_boxes(self._forest, rest.shape[1]),
            make_marks(self._forest, rest.shape[1]),
        )
        self._marks = self._all._replace(whole=False)
        leaves = len(self._forest.corner_starts) - 1
        self._seen_leaves, self._leaf_ends = np.zeros(leaves, np.uint8), np.zeros((leaves, 16))
        self._spare, self._spare_apart = np.empty((64, 4), np.int32), np.empty(64)
        self._kept, self._kept_from = np.empty(64, np.int32), -1
        self._roots = self._forest.hulls[:, 2]
        mean = [
            _mean_edge(hull, rest[:, first:]) for hull, first in zip(self.hulls, self.firsts, strict=False)
        ]
        self._edge = _scales(np.array(mean), self.meets)
        self._edges = np.repeat(self._edge, self.counts)
        self._longest, self._least_left = _LIMIT * self._edges, _LEFT * _SLACK * self._edges
        sides = [
            rest[:, first + hull.edges[:, 1]] - rest[:, first + hull.edges[:, 0]]
            for hull, first in zip(self.hulls, self.firsts, strict=False)
        ]
        self._floor = FLOOR * float(
            np.linalg.norm(np.concatenate([*sides, np.zeros((3, 1))], axis=1), axis=0).max()
        )
        self._planted = True

    def _frames(self, q: np.ndarray, fixed: np.ndarray | None, moving: bool) -> np.ndarray:
        """How hulls move (3, H); one whose prescribed vertices do not go all alike has no frame but space."""
        moves = np.zeros((3, len(self.hulls)))
        if not moving:
            return moves
        mean_moves(q, self._still, self.firsts, moves)
        if fixed is not None:
            for h, (a, b) in enumerate(zip(self.firsts[:-1], self.firsts[1:], strict=True)):
                held = np.flatnonzero(fixed[a:b])
                if len(held):
                    there = q[:, a + held]
                    alike = np.all(there == there[:, :1])
                    moves[:, h] = there[:, 0] if alike else 0.0
        return moves

    def _limit(self, q: np.ndarray, frames: np.ndarray, times: float = 1.0) -> bool:
        """Shorten ways that are long as seen from their hulls."""
        seen_from(q, self.firsts, frames, self._end, self._length)
        for one in self._rigid:
            self._length[one] = self._length[one].max(initial=0.0)
        return shorten_to(q, self._length, self._longest, times, self.firsts, frames)

    def _certify(self, x: np.ndarray, q: np.ndarray, fixed: np.ndarray | None, moving: bool) -> bool:
        """Cut ways until every pair of the list is certified; whether any was cut."""
        if self.count == 0:
            return False
        frames = self._frames(q, fixed, moving)
        held = np.zeros(len(self.hulls), bool)
        if fixed is not None:
            held = np.array(
                [fixed[a:b].any() for a, b in zip(self.firsts[:-1], self.firsts[1:], strict=True)]
            )
        frames = _cutting_frames(frames, self.counts, self._cluster, held)
        self.away(x)
        seen_from(q, self.firsts, frames, self._end, self._length)
        pack(x, self._end, self._length, self.far, self._going)
        t, changed, going = self._t, self._changed, self._going
        t.fill(1.0)
        looked, whole, sweeps = self.count, True, 0
        while looked:
            changed.fill(0)
            listed = (self.pairs, self.face_count, looked, self.apart, self._live)
            if not certify(x, going, t, *listed, whole, self._floor, changed):
                break
            self._cut_alike(going, t, changed)
            looked, whole, sweeps = pairs_of(self.pairs, self.count, changed, self._live), False, sweeps + 1
            if sweeps > _SWEEPS:
                hold(self.pairs, self._live, looked, going, t, changed)
                self._cut_alike(going, t, changed)
                looked = pairs_of(self.pairs, self.count, changed, self._live)
        if sweeps == 0:
            return False
        shorten(q, t, self.firsts, frames)
        return True

    def _cut_alike(self, going: np.ndarray, t: np.ndarray, changed: np.ndarray) -> None:
        """Let all vertices of a rigid hull go the part of their ways that the one goes which was cut most."""
        for one in self._rigid:
            least = t[one].min(initial=1.0)
            more = t[one] > least
            if more.any():
                going[one, 3:7] *= (least / np.maximum(t[one], 1e-300))[:, None]
                t[one] = least
                changed[one] |= more

    # ------------------------------------------------------------ the list

    def _holds(self, x: np.ndarray, q: np.ndarray) -> bool:
        """Whether the list holds on the ways x → x + q."""
        if not self._valid or self._lost:
            return False
        np.add(x, q, out=self._end)
        moves = np.empty((3, len(self.hulls)))
        for y in (x, self._end) if q is not self._still else (x,):
            mean_moves(y, self._home, self.firsts, moves)
            if not within_ways(y, self._home, self._way, self._slack, self.firsts, moves):
                return False
            if not _within_reach(moves, self.meets, self._shift, self._reach):
                return False
        self._lost = check(self._sheets, x, q, 1 if q is self._still else 2, 0.0, True, self._flat) > 0
        return not self._lost

    def _build(self, x: np.ndarray, q: np.ndarray) -> bool:
        """Make the list for the ways x → x + q. These are shortened in place if too much lies on them: whether."""
        if self._lasts and self._renew(x, q):
            return False
        shortened, before = False, np.inf
        while True:
            shortened |= self._find_leaves(x, q)
            found = sum(self._find_candidates())
            if found <= _MOST * x.shape[1] + 20000 or found > 0.8 * before:  # or what lies there at rest
                break
            q *= 0.5
            shortened, before = True, found
        self._prune(x)
        self._home[:] = x
        self.far.fill(0.0)
        groups = np.diff(self._starts[3]) + np.diff(self._starts[4]) > 0
        self._cluster = clusters(len(self.hulls), self.meets[groups & (self.meets[:, 0] != self.meets[:, 1])])
        self._valid, self._lost = True, False
        self._listed_flat[:] = self._flat
        self.version += 1
        return shortened

    def _renew(self, x: np.ndarray, q: np.ndarray) -> bool:
        """Make the list hold on the ways x → x + q, if few vertices have left those that it was made for (`renew`)."""
        if not self._valid:
            return False
        marks, moves, ends = self._marks, np.empty((3, len(self.hulls))), np.empty((3, len(self.hulls)))
        end, left, dirty = np.add(x, q, out=self._end), self._t, marks.vertices
        mean_moves(x, self._home, self.firsts, moves)
        mean_moves(end, self._home, self.firsts, ends)
        seen = (x, end, self._home, self._way, self._slack, self.firsts, moves, ends)
        count = what_is_left(*seen, self._least_left, left, dirty)
        if count > _FEW * len(dirty):
            return False
        check(self._sheets, x, q, 2, 0.0, True, self._flat)
        count += mark_patches(self._sheets, self._listed_flat, self._flat, dirty)
        if count > _FEW * len(dirty) or not self._keeps_reach(moves, ends):
            return False
        self.away(x)
        self._find_ways(q)
        np.copyto(self._slack, left, where=dirty == 0)
        self._make_boxes(x)
        mark_features(self._forest, dirty, marks.edges, marks.faces, marks.nodes)
        self._list_leaves(marks)
        if sum(self._find_candidates(marks)) > _MOST * x.shape[1] or not self._add_pruned(x):
            self._valid = False
            return False
        self._widen(np.flatnonzero(self.meets[:, 0] != self.meets[:, 1]))
        groups = np.diff(self._starts[3]) + np.diff(self._starts[4]) > 0
        before = np.stack([np.arange(len(self.hulls)), self._cluster], axis=1)
        self._cluster = clusters(len(self.hulls), np.concatenate([before, self.meets[groups]]))
        self._home[:] = x
        self.far.fill(0.0)
        self._listed_flat[:] = self._flat
        self._lost = False
        self.version += 1
        return True

    def _keeps_reach(self, moves: np.ndarray, ends: np.ndarray) -> bool:
        """Whether hulls have not gone far against each other; then what they may still go is that much less."""
        i, j = self.meets.T
        base = np.where(i != j, 0.5 * _SLACK * (self._edge[i] + self._edge[j]), 0.0)
        off = np.maximum(*(_off_reach(one, self.meets, self._shift) for one in (moves, ends)))
        left = self._reach - off
        shift = ((ends - moves)[:, j] - (ends - moves)[:, i]).T
        if np.any(left < _LEFT * base) or np.any((shift * shift).sum(1) > (_DRIFT * self._edge[i]) ** 2):
            return False
        self._shift = shift.copy()
        self._reach = np.minimum(left, base + _LINGER * np.linalg.norm(shift, axis=1))
        return True

    def _add_pruned(self, x: np.ndarray) -> bool:
        """Put together what stays of the list and what is new; not if there is something at no distance."""
        raw, starts, marks = self._raw, self._starts, self._marks
        room = self.count + int(starts[1, -1] + starts[2, -1])
        if room > min(len(self._spare_apart), len(self._kept), len(self._live)):
            more = room * 5 // 4
            self._spare, self._spare_apart = np.empty((more, 4), np.int32), np.empty(more)
            self._kept, self._live = np.empty(more, np.int32), np.empty(more, np.int32)
        new, apart, kept = self._spare, self._spare_apart, self._kept
        kept[:room] = -1
        packed = (self._packed, self._shift, self._reach)
        faces, touches = 0, 0
        for kind, is_face in enumerate((True, False)):
            first, last = (0, self.face_count) if is_face else (self.face_count, self.count)
            old = (self.pairs, self.apart, first, last, is_face, marks.vertices, self.far)
            clean = keep_clean(*old, new, apart, kept, faces)
            pruned = (
                is_face,
                raw[kind],
                starts[1 + kind],
                self._tiny(x),
                new,
                apart,
                starts[3 + kind],
                clean,
            )
            count, touches = prune(*packed, *pruned, self._touching, touches)
            if touches:
                return False
            faces, before = count, faces
        self.face_count, self.count = before, faces
        self._spare, self._spare_apart, self.pairs, self.apart = self.pairs, self.apart, new, apart
        self._kept_from = self.version
        if len(self._exempt) or len(self._joined):
            self._leave_out()
            self._kept_from = -1
        return True

    def _find_leaves(self, x: np.ndarray, q: np.ndarray) -> bool:
        """Pairs of leaves that may touch on the ways; whether they had to be shortened."""
        moves, b, forest = self._find_ways(q), self._boxes, self._forest
        self._make_boxes(x)
        check(self._sheets, x, self._way, 2, MARGIN if self._lasts else 0.0, False, self._flat)
        i, j = self.meets.T
        other = i != j
        self._shift = (moves[:, j] - moves[:, i]).T.copy()
        self._reach = np.where(other, 0.5 * _SLACK * (self._edge[i] + self._edge[j]), 0.0)
        self._reach += _LINGER * np.linalg.norm(self._shift, axis=1)
        self._list_leaves()
        # Hulls that go against each other stop soon after they meet.
        part = 1.0
        for m in np.flatnonzero(other & (np.diff(self._starts[0]) > 0)):
            speed = float(np.linalg.norm(self._shift[m]))
            after = _DRIFT * min(self._edge[i[m]], self._edge[j[m]])
            if speed <= after:
                continue
            first = [forest.hulls[h, 2] + forest.hulls[h, 0] - 1 - forest.hulls[h, 1] for h in self.meets[m]]
            start, end = self._starts[0, m : m + 2]
            soonest = first_meeting(b.nodes, first[0], first[1], self._leaves, start, end, self._shift[m])
            part = min(part, soonest + after / speed)
        if part < 1.0:
            q *= part
            self._shift *= part
            self._list_leaves()
        # Hulls that are far apart may come nearer by what is between them.
        apart = other & (np.diff(self._starts[0]) == 0)
        self._widen(np.flatnonzero(apart))
        if not self._lasts:  # then vertices go their ways at the same time: nothing is cut
            self._seen_leaves.fill(0)
            ways = (forest, self._packed, part, self.meets, self._shift, self._reach)
            keep_meeting(*ways, self._leaves, self._starts[0], self._seen_leaves, self._leaf_ends)
        return bool(part < 1.0)

    def _find_ways(self, q: np.ndarray) -> np.ndarray:
        """Ways as seen from hulls, whose own (3, H) are returned, and slacks."""
        moves = np.empty((3, len(self.hulls)))
        mean_moves(q, self._still, self.firsts, moves)
        seen_from(q, self.firsts, moves, self._way, self._length)
        if not self._lasts:
            self._slack.fill(0.0)
            return moves
        mean = np.bincount(self._of, self._length, len(self.hulls)) / np.maximum(self.counts, 1)
        slacks(self._length, mean, self._edges, self.firsts, _LINGER, _MOST_SLACK, _SLACK, self._slack)
        return moves

    def _make_boxes(self, x: np.ndarray) -> None:
        b = self._boxes
        vertex_boxes(x, self._way, self._slack, self.half, self._packed, b.vertices)
        tree_boxes(self._forest, b.vertices, b.nodes)
        b.ready.fill(0)

    def _list_leaves(self, marks: Marks | None = None) -> None:
        low = np.minimum(self._shift, 0.0) * 1.000001 - self._reach[:, None]
        high = np.maximum(self._shift, 0.0) * 1.000001 + self._reach[:, None]
        self._low, self._high = low, high
        marks = marks or self._all
        which = (self._sheets.table, self._flat, marks.whole, marks.nodes)
        arguments = (self._forest, self._boxes.nodes, self.meets, low, high, *which)
        count = leaf_pairs(*arguments, self._leaves, self._starts[0])
        if count > len(self._leaves):
            self._leaves = np.empty((count * 5 // 4, 2), np.int32)
            leaf_pairs(*arguments, self._leaves, self._starts[0])

    def _widen(self, apart: np.ndarray) -> None:
        """The list holds while hulls without pairs come nearer by no more than the gap between their boxes."""
        roots = self._boxes.nodes[self._roots].astype(np.float64)
        a, b = roots[self.meets[apart, 0]], roots[self.meets[apart, 1]]
        gap = np.maximum(a[:, :3] + b[:, 4:7] - self._high[apart], b[:, :3] + a[:, 4:7] + self._low[apart])
        self._reach[apart] += np.maximum(gap.max(axis=1, initial=0.0), 0.0)

    def _find_candidates(self, marks: Marks | None = None) -> tuple[int, int]:
        leaves, starts = self._leaves, self._starts
        if starts[0, -1] == 0:
            starts[1:3] = 0
            return 0, 0
        while True:
            counts = candidates(
                self._forest, self._boxes, self.meets, self._low, self._high, leaves, starts[0],
                marks or self._all, self._raw[0], self._raw[1], starts[1], starts[2],
            )  # fmt: skip
            short = [n > len(room) for n, room in zip(counts, self._raw, strict=True)]
            if not any(short):
                return counts
            for k, n in enumerate(counts):
                if short[k]:
                    self._raw[k] = np.empty((n * 5 // 4, 4), np.int32)

    def _prune(self, x: np.ndarray) -> None:
        room = int(self._starts[1, -1] + self._starts[2, -1])
        if room == 0:
            self.count = self.face_count = self.touching_faces = 0
            self.touching, self._starts[3:] = np.zeros((0, 4), np.int32), 0
            return
        if room > min(len(self.apart), len(self._live)):
            room = room * 5 // 4
            self.pairs, self.apart = np.empty((room, 4), np.int32), np.empty(room)
            self._live = np.empty(room, np.int32)
        tiny = self._tiny(x)
        common_ = (self._packed, self._shift, self._reach)
        while True:
            faces, touches = prune(
                *common_, True, self._raw[0], self._starts[1], tiny,
                self.pairs, self.apart, self._starts[3], 0, self._touching, 0,
            )  # fmt: skip
            self.touching_faces = touches
            self.count, touches = prune(
                *common_, False, self._raw[1], self._starts[2], tiny,
                self.pairs, self.apart, self._starts[4], faces, self._touching, touches,
            )  # fmt: skip
            if touches <= len(self._touching):
                break
            self._touching = np.empty((touches * 5 // 4, 4), np.int32)
        self.face_count = faces
        self.touching = self._touching[:touches].copy()
        if len(self._exempt) or len(self._joined):
            self._leave_out()

    def _tiny(self, x: np.ndarray) -> float:
        """What is no distance [m]: nothing comes so near that was not from the beginning (`certify`)."""
        return max(1e-14 * max(float(x.max(initial=0.0)), -float(x.min(initial=0.0))), _NONE * self._floor)

    def _leave_out(self) -> None:
        """Take exempt pairs out of the list until they are as far apart as pairs that touch are; joined ones always.

        Those that are not even listed are.
        """
        pairs, apart = self.pairs[: self.count], self.apart[: self.count]
        found = self.matched(self._exempt, self._exempt_faces)
        out = (found >= 0) & (apart < self.half[pairs[:, 0]] + self.half[pairs[:, 2]])
        together, touching = np.zeros(len(self._exempt), bool), np.empty(len(self.touching), np.int64)
        match(
            self._exempt, self._exempt_faces, self.touching, len(self.touching), self.touching_faces, touching
        )
        together[found[out]] = together[touching[touching >= 0]] = True
        self._exempt_faces = int(together[: self._exempt_faces].sum())
        self._exempt = self._exempt[together]
        if len(self._joined):
            out |= self.matched(self._joined, self._joined_faces) >= 0
        stays = np.flatnonzero(~out)
        faces = int(np.searchsorted(stays, self.face_count))
        self.pairs[: len(stays)], self.apart[: len(stays)] = pairs[stays], apart[stays]
        self.count, self.face_count = len(stays), faces


def _mean_edge(hull: Hull, rest: np.ndarray) -> float:
    """The mean length of the edges; the thickness if there are only points."""
    sides = np.linalg.norm(rest[:, hull.edges[:, 1]] - rest[:, hull.edges[:, 0]], axis=0)
    sides = sides[sides > 0.0]
    return float(sides.mean() if len(sides) else np.mean(hull.thickness))


def _scales(mean: np.ndarray, meets: np.ndarray) -> np.ndarray:
    """Lengths by which ways of hulls are measured: mean edges, but none coarser than all that the hull meets.

    A floor of two triangles is as fine as the cloth on it; a cloth on a fine mesh that meets itself stays as it is.
    """
    scale = np.zeros(len(mean))
    for i, j in meets:
        scale[[i, j]] = np.maximum(scale[[i, j]], min(mean[i], mean[j]))
    return np.where(scale > 0.0, scale, mean)


def _cutting_frames(
    frames: np.ndarray, counts: np.ndarray, cluster: np.ndarray, held: np.ndarray
) -> np.ndarray:
    """One frame for all hulls of a cluster: that of hulls with prescribed vertices, if they go alike; else the mean."""
    result = common(frames, counts, cluster)
    for k in np.unique(cluster[held]):
        theirs = frames[:, held & (cluster == k)]
        result[:, cluster == k] = theirs[:, :1] if np.all(theirs == theirs[:, :1]) else 0.0
    return result


def _within_reach(moves: np.ndarray, meets: np.ndarray, shift: np.ndarray, reach: np.ndarray) -> bool:
    """Whether hulls have moved against each other by what is within `reach` of the ways to `shift`."""
    return bool(np.all(_off_reach(moves, meets, shift) <= reach))


def _off_reach(moves: np.ndarray, meets: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """How far from the ways to `shift` hulls are that have moved against each other, (M,)."""
    d = (moves[:, meets[:, 1]] - moves[:, meets[:, 0]]).T
    square = np.maximum((shift * shift).sum(1), 1e-300)
    t = np.clip((d * shift).sum(1) / square, 0.0, 1.0)
    off = d - t[:, None] * shift
    return np.sqrt((off * off).sum(1))
