"""Contact of all bodies of a world, as the coupled step sees it: an energy, rows of a matrix, and ways that are safe.

Vectors here are over the vertices of all hulls, (3, V); `gather` and `add_back` lead from those of bodies and to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from pliant.collision import damping, friction
from pliant.collision.approach import find_meeting
from pliant.collision.barrier import evaluate, find_near
from pliant.collision.distance import distances
from pliant.collision.exempt import Exempt
from pliant.collision.foresee import add_pull, foresee
from pliant.collision.glance import Glance
from pliant.collision.hull import Hull, offsets
from pliant.collision.pairs import hash_of, is_same, match
from pliant.collision.rows import (
    add_product,
    bound_diagonal,
    find_diagonal,
    normal_rows,
    subtract_diagonal,
    turning_rows,
)
from pliant.collision.separation import Separation
from pliant.collision.touches import Rubbing, Touches, friction_forces, none_touch
from pliant.numerics.compile import kernel

_GLANCES = 8  # of so many one, after one in vain
_PIECES = 16  # of ways that are looked at; what is not told by then counts as met
_STEADY = 0.1  # part of ΣμN by which it may differ from that before the last correction, to be believed
_SETTLED = 0.01  # part of ΣμN by which nearly the same one differs at most, or the tolerance of the step
_WITHIN = 0.999  # of the distance at the start: what bodies that start too near feel each other at,
_SMALLEST = 0.02  # part of their thickness: what is nearer at the start touches


class ContactPotential:
    """E of `barrier` and D of `friction` over all pairs that are near."""

    def __init__(self, hulls: Sequence[Hull], meets: Sequence[tuple[int, int]], start: np.ndarray):
        """`start` (3, V) is where bodies are at the start of a scene."""
        self.hulls, self.starts = list(hulls), offsets(hulls)
        self.separation, self._glance = Separation(hulls, meets, start), Glance(hulls, meets)
        count = self.count = int(self.starts[-1])
        self.x, self.q, self.reference, self.gradient, self.pull, self._product = (
            np.zeros((3, count)) for _ in range(6)
        )
        self.mass, self.blocks, self.diagonal = np.zeros(count), np.zeros((6, count)), np.zeros((6, count))
        self._hull_of = np.repeat(np.arange(len(self.hulls)), np.diff(self.starts)).astype(np.int32)
        self._node_of = np.concatenate([np.zeros(0, np.int64), *(hull.nodes for hull in self.hulls)])
        self._names = tuple(hull.name for hull in self.hulls)
        self._roots, self._ratios = np.zeros(count), np.zeros(count)
        self.fixed = np.zeros(count, np.uint8)  # vertices that go as prescribed, or stand still
        self._way, self._start, self._known_at = (np.zeros((3, count)) for _ in range(3))
        self._known = (
            -1
        )  # the list with which what was evaluated last, at `_known_at`, still holds; −1 if none
        self._inertia = self._h = 1.0
        self._rubs = self._damps = self._in_vain = False
        self._spared = 0
        self._kappa, self._listed_pairs, self._listed_faces = np.zeros(0), np.zeros((0, 4), np.int32), 0
        self._version = -1  # of the list that there is room for
        self._reach, self._start_gaps = np.zeros(0), np.zeros(0)
        self._room, self._pairs_room = [np.zeros(0) for _ in range(4)], np.zeros((0, 4), np.int32)
        self._new, self._marks = np.zeros(0, np.int32), np.zeros(count, np.uint8)
        self.active = 0  # pairs that are near,
        self.held = 0  # those that friction holds,
        self.damped = 0  # those that are damped,
        self.rows = 0  # and all as rows
        self._make_room(0)
        self._limit_by(start)

    def set_friction(self, coefficients: Sequence[float], alone: Sequence[bool] = ()) -> None:
        """Those of the hulls: of a pair it is their geometric mean, or that of one of the last if it holds `alone`."""
        values = np.asarray(coefficients, dtype=float)
        holds = np.array([False] * (len(values) - len(alone)) + list(alone), dtype=bool)
        self._roots[:] = np.repeat(np.where(holds, -values, np.sqrt(values)), np.diff(self.starts))

    def set_damping(self, ratio: float) -> None:
        """ζ of all hulls."""
        self._ratios[:] = np.sqrt(ratio)

    def _make_room(self, count: int) -> None:
        """For so many pairs."""
        self._number, self._weights = np.zeros(count, np.int32), np.zeros((count, 4))
        self._normals, self._terms = np.zeros((count, 3)), np.zeros((count, 4))

    # ------------------------------------------------------------ bodies and vertices

    def part(self, hull: int) -> slice:
        """The vertices of a hull."""
        return slice(self.starts[hull], self.starts[hull + 1])

    def gather(self, hull: int, values: np.ndarray, out: np.ndarray) -> None:
        """Of vectors of a body those at the vertices of its hull."""
        gather(values, self.hulls[hull].nodes, self.starts[hull], out)

    def add_back(self, hull: int, values: np.ndarray, out: np.ndarray) -> None:
        """out += values at the vertices of a hull, in the vectors of its body."""
        add_back(values, self.hulls[hull].nodes, self.starts[hull], out)

    def put_back(self, hull: int, values: np.ndarray, out: np.ndarray) -> None:
        """out = values at the vertices of a hull, in the vectors of its body."""
        put_back(values, self.hulls[hull].nodes, self.starts[hull], out)

    # ------------------------------------------------------------ a step

    def begin(self, dt: float, h: float) -> None:
        """A step of length dt begins, whose velocities are differences over h; `x` is where it begins.

        In a static step h is infinite, and nothing rubs.
        """
        self._inertia, self._h = 1.0 / (dt * dt), h
        self._rubs = bool(self._roots.any()) and isfinite(h)
        self._damps = bool(self._ratios.any()) and isfinite(h)
        self._kappa[:] = 0.0
        self.held, self.damped, self._known = 0, 0, -1
        self._seen = self._total = self._change = 0.0

    def hold(self, hull: int, free: np.ndarray | None) -> None:
        """Mark as fixed the vertices of a hull whose nodes are not `free` (P,), or all of them."""
        if free is None:
            self.fixed[self.part(hull)] = 1
        else:
            mark_pinned(free, self.hulls[hull].nodes, self.starts[hull], self.fixed)

    def meeting(self, q: np.ndarray) -> set[tuple[int, int]]:
        """Which two hulls (the lower first) are near where `x` is, or come near on the ways q from there."""
        left_out = len(self.separation.exempted[0])  # until a list shows that it is apart
        if not left_out and self._sees_nothing_near(q):
            return set()
        separation, start, way = self.separation, self._start, self._way
        start[:] = self.x
        seen = np.zeros((len(self.hulls), len(self.hulls)), np.bool_)
        try:
            for _ in range(_PIECES):  # ways are listed piece by piece if they are long
                np.subtract(start, self.x, out=way)
                way += q
                short = separation.list_on(self.x, way)
                self._find_meeting(start, q, way, seen)
                if not short or seen.sum() == len(separation.meets):
                    return _marked(seen)
                self.x += way
        finally:
            self.x[:] = start
        return _marked(seen) | {(int(a), int(b)) for a, b in separation.meets}  # who knows

    def _sees_nothing_near(self, q: np.ndarray) -> bool:
        """What a glance shows; where the last ones were in vain most are spared, as what they show lists do as well."""
        self._spared = (self._spared + 1) % _GLANCES if self._in_vain else 0
        if self._spared:
            return False
        seen = self._glance.sees_nothing_near(self.x, q)
        self._in_vain = not seen
        return seen

    def touching(self) -> set[tuple[int, int]]:
        """Which two hulls (the lower first) are near at `x`, where the list has to hold."""
        seen = np.zeros((len(self.hulls), len(self.hulls)), np.bool_)
        self._way.fill(0.0)
        self._find_meeting(self.x, self._way, self._way, seen)
        return _marked(seen)

    def touches_beside(self, hulls: Sequence[int]) -> bool:
        """Whether some hulls are near others, at the last evaluation."""
        chosen = np.zeros(len(self.hulls), np.bool_)
        chosen[list(hulls)] = True
        first, second = chosen[self._hull_of[self.separation.pairs[self._number[: self.active]][:, ::3]]].T
        return bool(np.any(first != second))

    def _find_meeting(self, start: np.ndarray, q: np.ndarray, piece: np.ndarray, seen: np.ndarray) -> None:
        """Mark hulls that come near on the ways q, and may on a piece of them that begins at `x`."""
        separation = self._listed()
        if separation.count == 0:
            return
        find_meeting(
            start, q, separation.lengths(piece), self._reach, separation.pairs, separation.face_count,
            separation.count, separation.apart, separation.far, self._hull_of, seen,
        )  # fmt: skip

    def safe(self, q: np.ndarray, *, moving: bool = True) -> bool:
        """Cut the ways q from `x` so that nothing crosses; whether any was cut, as seen from frames or from space."""
        cut = self.separation.safe(self.x, q, self.fixed if self.fixed.any() else None, moving=moving)
        self._follow_list()
        return cut

    def _follow_list(self) -> None:
        """Stiffnesses of pairs stay theirs when the list is a new one."""
        separation = self.separation
        if separation.version == self._version:
            return
        count, kept = separation.count, separation.kept_from(self._version)
        if count > len(self._room[0]):
            self._room = [np.empty(count + count // 4) for _ in range(4)]
            self._pairs_room = np.empty((count + count // 4, 4), np.int32)
            self._new = np.empty(count + count // 4, np.int32)
        self._room = self._room[2:] + self._room[:2]  # what is not in use
        kappa, reach = (room[:count] for room in self._room[:2])
        keeps, kept = kept is not None, self._new[:0] if kept is None else kept
        new = self._new[
            : take_over(
                keeps, kept, self._listed_pairs, self._listed_faces, self._kappa, self._reach,
                separation.pairs, separation.face_count, separation.half, self._marks, kappa, reach, self._new,
            )
        ]  # fmt: skip
        if len(self._start_gaps) and len(new):
            at = self._matched(new, *self._start_pairs)
            near = at >= 0
            reach[new[near]] = np.minimum(_WITHIN * self._start_gaps[at[near]], reach[new[near]])
        self._version, self._kappa, self._reach = separation.version, kappa, reach
        self._listed_pairs, self._listed_faces = self._pairs_room[:count], separation.face_count
        self._listed_pairs[:] = separation.pairs[:count]
        if count > len(self._number):
            self._make_room(count + count // 4)

    def look(self) -> None:
        """Make the list of pairs hold at `x`; after `safe` it does, also at the end of the way."""
        self.separation.near(self.x)

    def _listed(self) -> Separation:
        self.separation.away(self.x)
        self._follow_list()
        return self.separation

    def _matched(self, numbers: np.ndarray, pairs: np.ndarray, face_count: int) -> np.ndarray:
        """Where pairs of the list of these numbers, in order, are among others, (n, 4); −1 for those that are not."""
        separation = self.separation
        ours, faces = separation.pairs[numbers], int(np.searchsorted(numbers, separation.face_count))
        found = np.empty(len(ours), np.int64)
        match(np.ascontiguousarray(pairs, np.int32), face_count, ours, len(ours), faces, found)
        return found

    def _limit_by(self, x: np.ndarray) -> None:
        """Let nobody feel what is as near as at x (3, V), where bodies start: they would be thrown apart.

        What is hardly apart there at all, as the two sides of a cut are, is left alone until it is.
        """
        separation = self.separation
        self.x[:] = x
        if self._glance.sees_nothing_near(x, np.zeros_like(x)):
            near = np.zeros(0, np.int32)
        else:
            self.look()
            near = self.near()
        pairs, faces = separation.pairs[near], int(np.searchsorted(near, separation.face_count))
        gaps = np.zeros(len(near))
        if len(near):
            distances(self.x, pairs, faces, gaps)
        close = gaps < _SMALLEST * self._reach[near]
        beside, first = separation.touching, separation.touching_faces
        both = [beside[:first], pairs[:faces][close[:faces]], beside[first:], pairs[faces:][close[faces:]]]
        self._fresh = np.concatenate(both), len(both[0]) + len(both[1])
        separation.exempt(*self._fresh)
        self._start_pairs, self._start_gaps = (pairs[~close], int((~close[:faces]).sum())), gaps[~close]
        self._version = -1

    @property
    def exempt(self) -> Exempt:
        """What is left alone, as it began at no distance and is not apart yet."""
        return self._exempted(*self.separation.exempted)

    def _exempted(self, pairs: np.ndarray, faces: int) -> Exempt:
        is_face = np.arange(len(pairs)) < faces
        return Exempt(self._names, np.column_stack([is_face, *self._named(pairs)]).astype(np.int64))

    def exempt_only(self, known: Exempt) -> None:
        """Of what began at no distance leave alone only what is `known` not to be apart yet."""
        pairs, faces = self._fresh
        self._exempt_where(known.has(self._exempted(pairs, faces)))

    def go_on_from(self, before: ContactPotential) -> None:
        """What was apart already `before` bodies were torn is not left alone again."""
        fresh = self._exempted(*self._fresh)
        apart = before._exempted(*before._fresh).has(fresh) & ~before.exempt.has(fresh)
        self._exempt_where(~apart)

    def _exempt_where(self, kept: np.ndarray) -> None:
        pairs, faces = self._fresh
        self.separation.exempt(pairs[kept], int(kept[:faces].sum()))

    def evaluate(self) -> float:
        """E + hD at `x`, where the list has to hold; its gradient in `gradient`."""
        separation = self._listed()
        if self._known == separation.version and np.array_equal(self.x, self._known_at):
            return self._level
        self.gradient.fill(0.0)
        total, self.active = evaluate(
            self.x, self._reach, self.mass, self.blocks, self._inertia,
            separation.pairs, separation.face_count, separation.count, separation.apart, separation.far,
            self._kappa, self.gradient, self._number, self._weights, self._normals, self._terms,
        )  # fmt: skip
        if self.held:
            total += friction.rub(
                *self._rubbing,
                self.held,
                self.x,
                self.reference,
                self._h,
                self.gradient,
                self._drag,
                self._slide,
            )
        if self.damped:
            total += damping.damp(
                *self._dashpots,
                self.damped,
                self.x,
                self.reference,
                self._h,
                self.gradient,
                self._damping,
                self._pulls,
            )
        self._known, self._level = separation.version, total
        self._known_at[:] = self.x
        return total

    @property
    def pressing(self) -> float:
        """Σ of the normal forces of all pairs [N], at the last evaluation."""
        return float(self._terms[: self.active, 2].sum())

    @property
    def press(self) -> tuple[float, np.ndarray]:
        """The same, and Σ N n nᵀ (3, 3), which tells in what directions."""
        normals, forces = self._normals[: self.active], self._terms[: self.active, 2]
        return self.pressing, (normals * forces[:, None]).T @ normals

    def touches(self, hulls: Sequence[int]) -> Touches:
        """What some hulls touch and how hard, at the last evaluation."""
        chosen = np.zeros(len(self.hulls), np.bool_)
        chosen[list(hulls)] = True
        pairs = self.separation.pairs[self._number[: self.active]]
        those = chosen[self._hull_of[pairs[:, 0]]] & (self._terms[: self.active, 2] > 0.0)
        gaps, reaches, forces, _ = self._terms[: self.active][those].T.copy()
        weights, normals = self._weights[: self.active][those], self._normals[: self.active][those]
        rubbing = self._rubs_of(chosen)
        return Touches(
            self._names, *self._named(pairs[those]), weights, normals, gaps, reaches, forces, rubbing
        )

    def _rubs_of(self, chosen: np.ndarray) -> Rubbing:
        """What rubs of the hulls that are `chosen` (H,), and what is damped."""
        found = [none_touch().rubbing]
        if self.held:
            pairs, weights, normals, limits, slip = self._sliding(self._rubbing, self.held, chosen)
            forces = friction_forces(slip, normals, limits)
            found.append(
                Rubbing(*self._named(pairs), weights, forces, np.zeros_like(forces), np.zeros(len(forces)))
            )
        if self.damped:
            pairs, weights, normals, laws, slip = self._sliding(self._dashpots, self.damped, chosen)
            forces = damping.damping_forces(slip, normals, laws)
            power = -(forces * slip).sum(axis=1)
            found.append(Rubbing(*self._named(pairs), weights, np.zeros_like(forces), forces, power))
        return Rubbing(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))

    def _sliding(
        self, held: tuple[np.ndarray, ...], count: int, chosen: np.ndarray
    ) -> tuple[np.ndarray, ...]:
        """Of pairs that are held those of the hulls that are `chosen`, and how their nearest points move [m/s]."""
        those = np.flatnonzero(chosen[self._hull_of[held[0][:count, 0]]])
        pairs, weights, normals, law = (values[those] for values in held)
        slip = ((self.x - self.reference)[:, pairs] * weights).sum(axis=2).T / self._h
        return pairs, weights, normals, law, slip

    def _named(self, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of pairs of vertices (n, 4) the hulls of both features (n, 2), and nodes (n, 4)."""
        return self._hull_of[pairs[:, ::3]].astype(np.int64), self._node_of[pairs]

    def near(self) -> np.ndarray:
        """The numbers of the pairs that touch at `x`, where the list has to hold."""
        separation = self._listed()
        if separation.count == 0:
            return np.zeros(0, np.int32)
        n = find_near(
            self.x, self._reach, separation.pairs, separation.face_count, separation.count,
            separation.apart, separation.far, self._number,
        )  # fmt: skip
        return self._number[:n].copy()

    def hold_friction(self) -> None:
        """Let what presses at present be what rubs."""
        if not self._rubs:
            return
        self._known = -1
        room = self.active
        nodes, weights = np.zeros((room, 4), np.int32), np.zeros((room, 4))
        normals, limits = np.zeros((room, 3)), np.zeros(room)
        self.held, self._total = friction.hold(
            self.separation.pairs, self._number, self.active, self._weights, self._normals, self._pushes(),
            self._roots, nodes, weights, normals, limits,
        )  # fmt: skip
        self._rubbing = nodes, weights, normals, limits
        self._drag, self._slide, self._before = np.zeros(room), np.zeros((room, 3)), np.zeros((room, 3))

    def hold_damping(self) -> None:
        """Let what presses at present be what is damped."""
        if not self._damps:
            return
        self._known = -1
        room = self.active
        nodes, weights = np.zeros((room, 4), np.int32), np.zeros((room, 4))
        normals, laws = np.zeros((room, 3)), np.zeros((room, 2))
        self.damped = damping.hold(
            self.separation.pairs, self._number, self.active, self._weights, self._normals, self._terms,
            self._ratios, self.mass, nodes, weights, normals, laws,
        )  # fmt: skip
        self._dashpots, self._damping, self._pulls = (
            (nodes, weights, normals, laws),
            np.zeros(room),
            np.zeros(room),
        )
        self._damped_version = -1  # of the list in which it is known where they are
        self._damped_faces = int(np.searchsorted(self._number[: self.active], self.separation.face_count))

    def follow(self, tolerance: float, *, cut: bool, beside: float = 0.0) -> bool:
        """Whether what rubs is, in sum, what presses at `x`, within a part `tolerance`; if not, it is, once steady.

        Where more rubs `beside` [N], such as on a floor, it is that part of which it may differ.
        More is not believed after a correction that was `cut`, which presses bodies against what is in the way. Less
        is, at once: what rubs too much holds bodies where they are not to be.
        """
        if not self._rubs:
            return True
        now = self._pressing()
        seen, self._seen = self._seen, now
        unsteady = cut or abs(now - seen) > _STEADY * max(now, seen, beside)
        if unsteady and now > (1.0 - _STEADY) * self._total:
            return False
        if abs(now - self._total) <= max(_SETTLED, tolerance) * max(now, self._total, beside):
            return True
        between = (now - self._total) * self._change < 0.0  # to and fro: the truth is between
        before, self._change = self._total, now - self._total
        self.hold_friction()
        if between and self._total > 0.0:
            self._rubbing[3][:] *= 0.5 * (before + self._total) / self._total
            self._total = 0.5 * (before + self._total)
        return False

    def _pressing(self) -> float:
        pairs = self.separation.pairs
        return friction.limits_of(pairs, self._number, self.active, self._pushes(), self._roots)

    def _pushes(self) -> np.ndarray:
        """What the pairs that are near press with, of the barrier and of damping, at the last evaluation."""
        pushes = self._terms[: self.active, 2].copy()
        if self.damped:
            if self._damped_version != self.separation.version:
                self._damped_version = self.separation.version
                pairs = self._dashpots[0][: self.damped]
                self._damped_at = self.separation.matched(pairs, self._damped_faces)
            at = self._damped_at[self._number[: self.active]]
            known = at >= 0
            pushes[known] = np.maximum(pushes[known] - self._pulls[at[known]], 0.0)
        return pushes

    # ------------------------------------------------------------ the matrix

    def make_rows(self, made: float = 1.0) -> None:
        """What is near and what rubs, as rows; `diagonal` is theirs. Of the last correction a part was `made`."""
        held = slice(self.active, self.active + self.held)
        damped = slice(held.stop, held.stop + self.damped)
        n = damped.stop + self.active
        self._nodes, self._row_weights, self._blocks = (
            np.zeros((n, 4), np.int32),
            np.zeros((n, 4)),
            np.zeros((n, 6)),
        )
        normal_rows(
            self.separation.pairs, self._number, self.active, self._weights, self._normals, self._terms,
            self._nodes, self._row_weights, self._blocks,
        )  # fmt: skip
        if self.held:
            nodes, weights, normals, _ = self._rubbing
            self._nodes[held], self._row_weights[held] = nodes[: self.held], weights[: self.held]
            friction.friction_rows(
                normals, self.held, self._h, self._drag, self._slide, self._before, made, self._blocks[held]
            )
        if self.damped:
            nodes, weights, normals, _ = self._dashpots
            self._nodes[damped], self._row_weights[damped] = nodes[: self.damped], weights[: self.damped]
            damping.damping_rows(normals, self.damped, self._h, self._damping, self._blocks[damped])
        first = damped.stop
        self.rows = first + turning_rows(
            self.x, self.separation.pairs, self.separation.face_count, self._number, self.active, self._kappa,
            self._weights, self._normals, self._terms,
            self._nodes[first:], self._row_weights[first:], self._blocks[first:],
        )  # fmt: skip
        self._nodes, self._row_weights, self._blocks = self.matrix_rows()
        self.find_diagonal()
        self._foreseen = np.zeros((0, 4), np.int32), 0
        self.pull.fill(0.0)

    def foresee(self, q: np.ndarray) -> bool:
        """Add rows of pairs that ways q from `x` bring too near; whether there are any. They pull by `pull` [N]."""
        separation, length = self.separation, np.sqrt((q * q).sum(axis=0))
        if not separation.is_near(length):
            return False  # so far nothing can be foreseen
        room = 64
        while True:
            nodes, weights, blocks = np.zeros((room, 4), np.int32), np.zeros((room, 4)), np.zeros((room, 6))
            pull, known = np.zeros((room, 3)), (separation.matched(*self._foreseen) >= 0).astype(np.uint8)
            n = foresee(
                self.x, q, self._reach, self.mass, self.blocks, self._inertia, separation.pairs,
                separation.face_count, separation.count, separation.apart, separation.far, length, known,
                nodes, weights, blocks, pull,
            )  # fmt: skip
            if n <= room:
                break
            room = n
        if n == 0:
            return False
        marked = np.flatnonzero(known)
        self._foreseen = separation.pairs[marked], int(np.searchsorted(marked, separation.face_count))
        self.rows += n
        add_pull(nodes, weights, pull, n, self.pull)
        self._nodes = np.concatenate([self._nodes, nodes[:n]])
        self._row_weights = np.concatenate([self._row_weights, weights[:n]])
        self._blocks = np.concatenate([self._blocks, blocks[:n]])
        self.find_diagonal()
        return True

    def find_diagonal(self) -> None:
        """Make `diagonal` that of the rows, also where others have put it to zero."""
        find_diagonal(self._nodes, self._row_weights, self._blocks, self.rows, self.diagonal)

    def bound_diagonal(self) -> None:
        """Make `diagonal` one that bounds the rows."""
        bound_diagonal(self._nodes, self._row_weights, self._blocks, self.rows, self.diagonal)

    def matrix_rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The rows: vertices and weights (n, 4), blocks (n, 6)."""
        return self._nodes[: self.rows], self._row_weights[: self.rows], self._blocks[: self.rows]

    def multiply(self, v: np.ndarray) -> np.ndarray:
        """(C − D) v: what the bodies' matrices, which have D, lack."""
        subtract_diagonal(self.diagonal, v, self._product)
        add_product(self._nodes, self._row_weights, self._blocks, self.rows, v, self._product)
        return self._product


def _marked(seen: np.ndarray) -> set[tuple[int, int]]:
    return {(int(a), int(b)) for a, b in zip(*np.nonzero(seen), strict=True)}


@kernel
def take_over(
    keeps, kept, old_pairs, old_faces, old_kappa, old_reach, pairs, faces, half, marks, kappa, reach, new
):
    """Stiffness and reach of the pairs of a list, from those of the list before.

    Of pairs that were `kept`, if any were, it is known where they were. The numbers of all others go into `new`, and
    what is returned is how many: they reach as far as they are thick, and those of which there is a stiffness keep it.
    `marks` (V,) are zero, and left so.
    """
    n = 0
    for k in range(kappa.shape[0]):
        j = kept[k] if keeps else -1
        if j >= 0:
            kappa[k], reach[k] = old_kappa[j], old_reach[j]
            old_kappa[j] = 0.0
        else:
            kappa[k], reach[k], new[n] = 0.0, half[pairs[k, 0]] + half[pairs[k, 2]], k
            n += 1
    known, size = 0, 64
    for j in range(old_kappa.shape[0]):
        if old_kappa[j] > 0.0:
            known += 1
            for v in range(4):
                marks[old_pairs[j, v]] = 1
    while size < 2 * known:
        size *= 2
    table, mask = np.full(size, -1, np.int64), np.uint64(size - 1)
    for j in range(old_kappa.shape[0]):
        if old_kappa[j] > 0.0:
            place = hash_of(old_pairs, j, j < old_faces) & mask
            while table[place] >= 0:
                place = (place + np.uint64(1)) & mask
            table[place] = j
    for m in range(n):
        k = new[m]
        if marks[pairs[k, 0]] & marks[pairs[k, 1]] & marks[pairs[k, 2]] & marks[pairs[k, 3]]:
            place = hash_of(pairs, k, k < faces) & mask
            while table[place] >= 0:
                j = table[place]
                if is_same(old_pairs, j, old_faces, pairs, k, faces):
                    kappa[k] = old_kappa[j]
                    break
                place = (place + np.uint64(1)) & mask
    for j in range(old_kappa.shape[0]):
        if old_kappa[j] > 0.0:
            for v in range(4):
                marks[old_pairs[j, v]] = 0
    return n


@kernel
def mark_pinned(free, nodes, first, out):
    """Mark (V,) the vertices of a hull whose nodes are not `free` (P,)."""
    for k in range(nodes.shape[0]):
        out[first + k] = 1 if free[nodes[k]] == 0.0 else 0


@kernel
def gather(values, nodes, first, out):
    for c in range(out.shape[0]):
        for k in range(nodes.shape[0]):
            out[c, first + k] = values[c, nodes[k]]


@kernel
def add_back(values, nodes, first, out):
    for c in range(out.shape[0]):
        for k in range(nodes.shape[0]):
            out[c, nodes[k]] += values[c, first + k]


@kernel
def put_back(values, nodes, first, out):
    for c in range(out.shape[0]):
        for k in range(nodes.shape[0]):
            out[c, nodes[k]] = values[c, first + k]
