"""Rigid bodies that bounce, off each other and off obstacles.

Contact within an implicit step takes away the speed at which bodies meet, and gives nothing back. Where a step ends
with a blow, velocities are therefore found anew, as those of rigid bodies and of the points that are joined to them,
with all masses in M. Joints leave them the velocities u with A u = const. What touches may not approach, C u ≥ 0, one
row for each pair of features or for each node at an obstacle. Of two bodies alone the velocities after the blow are

    u⁺ = u + (1 + e)(P u − u) ,     e = √(e₁e₂) ,                                                            (1)

P u the nearest to u that do not approach, as M measures it, within the joints: P u − u = W Cᵀλ, with the compliance
W = M⁻¹ − M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹A M⁻¹ and the impulses λ ≥ 0 that make least ½λᵀC W Cᵀλ + λᵀC u [Moreau 1988]. What is added
is normal to what is left, so that (1) takes energy, or none if e = 1, whatever is joined to what. Blows act one
after the other, always where bodies meet fastest, until nobody meets anybody: so a ball that runs into a row of others
stops, and the last one flies off. Where bodies meet no faster than by what weight gives them in two steps, e is zero:
what lies on something is at rest.

The velocities before are u = v + α W Cᵀp, v where the step ends and W Cᵀp what contact has taken in it: all of it,
α = 1, or as much as leaves bodies no more energy than they had where the step began.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import block_diag, csr_matrix, diags_array

from pliant.integrators.joints import Factor, Jointed
from pliant.integrators.rigid_frame import RigidFrame, Rigidity
from pliant.integrators.system import BodyState

_MOST = 100  # blows for each pair, with restitution, and as many without
_MEET = 1e-9  # of the fastest: a speed at which nobody meets
_SAME = 1e-10  # of the largest: an eigenvalue of C W Cᵀ that is none
_REGULAR = 1e-13  # of the diagonal of A M⁻¹Aᵀ
_MOVES = 1e-9  # of coordinates: a joint whose c changes by more in a step leads its points


class Touching(NamedTuple):
    """What touches: n features of two bodies that are numbered, or nodes of one at an obstacle."""

    pairs: np.ndarray  # (n,) numbers of what touches what
    owners: np.ndarray  # (n, 4) the bodies of nodes,
    nodes: np.ndarray  # (n, 4),
    weights: np.ndarray  # (n, 4), positive for the first body, negative for the second
    normals: np.ndarray  # (n, 3), to the first
    forces: np.ndarray  # (n,) [N]
    speeds: np.ndarray  # (n,) of obstacles along normals [m/s]
    restitution: np.ndarray  # (n,) e


class Bodies:
    """The velocities of bodies in a blow: of rigid ones u and ω, of others those of nodes that joints hold."""

    def __init__(
        self,
        frames: Sequence[RigidFrame | None],
        masses: Sequence[np.ndarray],
        states: Sequence[BodyState],
        joints: Sequence[Jointed],
        time: float,
        dt: float,
    ):
        self._frames, self._states, self._places = frames, states, []
        self._centers: list[np.ndarray] = []
        blocks, values, count = [], [np.zeros(0)], 0
        held: list[list[np.ndarray]] = [[np.zeros(0, np.int64)] for _ in frames]
        joints = [joint for joint in joints if not isinstance(joint.law, Rigidity)]
        for joint in joints:
            for body, nodes, _ in joint.spots:
                held[body].append(nodes)
        for frame, mass, state, nodes in zip(frames, masses, states, held, strict=True):
            places = np.full(state.x.shape[1], -1)  # where the velocities of a node are
            if frame is not None:
                places[:] = count
                turn, center = frame.pose(state.x)
                inertia = turn @ frame.inertia @ turn.T
                velocity, spin = frame.momenta(state.x, state.v)
                blocks += [np.eye(3) / frame.mass, np.linalg.inv(inertia)]
                values += [velocity, blocks[-1] @ spin]
                count += 6
            else:
                center = np.zeros(3)
                own = np.unique(np.concatenate(nodes))
                own = own[(state.free[own] > 0.0) & (mass[own] > 0.0)]
                places[own] = count + 3 * np.arange(len(own))
                blocks += [np.eye(3) / mass[k] for k in own]
                values += [state.v[:, k] for k in own]
                count += 3 * len(own)
            self._places.append(places)
            self._centers.append(center)
        self.velocities, self.count = np.concatenate(values), count
        self._inverse = csr_matrix(block_diag(blocks))
        self._mass = csr_matrix(block_diag([np.linalg.inv(block) for block in blocks]))
        self._joined: tuple[Any, Factor] | None = None
        if joints:
            self._join(joints, time, dt)

    def energy(self, u: np.ndarray) -> float:
        """½ uᵀM u [J]."""
        return 0.5 * float(u @ (self._mass @ u))

    def rows(
        self, owners: np.ndarray, nodes: np.ndarray, weights: np.ndarray, directions: np.ndarray
    ) -> tuple[csr_matrix, np.ndarray]:
        """Σ w n·v of nodes (n, k) of bodies along directions (n, k, 3), as a matrix (n, count), and what is given."""
        at, columns, values, given = [], [], [], np.zeros(len(nodes))
        for body, (frame, state, places) in enumerate(
            zip(self._frames, self._states, self._places, strict=True)
        ):
            row, k = np.nonzero((owners == body) & (weights != 0.0))
            if not len(row):
                continue
            node, along = nodes[row, k], weights[row, k][:, None] * directions[row, k]
            place = places[node]
            if frame is not None:
                arms = state.x[:, node].T - self._centers[body]
                along = np.hstack([along, np.cross(arms, along)])
            moves, led = place >= 0, np.flatnonzero(place < 0)
            np.add.at(given, row[led], np.einsum("kn,nk->n", state.v[:, node[led]], along[led, :3]))
            wide = along.shape[1]
            at.append(np.repeat(row[moves], wide))
            columns.append((place[moves][:, None] + np.arange(wide)).ravel())
            values.append(along[moves].ravel())
        shape = len(nodes), self.count
        if not at:
            return csr_matrix(shape), given
        entries = (np.concatenate(values), (np.concatenate(at), np.concatenate(columns)))
        return csr_matrix(entries, shape=shape), given

    def _join(self, joints: Sequence[Jointed], time: float, dt: float) -> None:
        """A, of all joints; the velocities obey it."""
        spots, directions, led = [], [], []
        for joint in joints:
            x = np.array([self._states[body].x[:, nodes] @ share for body, nodes, share in joint.spots])
            c, jacobian = joint.law.rows(x, time, joint.kept)
            before = joint.law.rows(x, time - dt, joint.kept).c
            leads = (np.abs(c - before) > _MOVES * np.abs(x).max()) | np.any(joint.left)
            led += leads.tolist()
            sizes = [len(nodes) for _, nodes, _ in joint.spots]
            numbers = np.repeat([body for body, *_ in joint.spots], sizes)
            nodes, shares = (np.concatenate(one) for one in list(zip(*joint.spots, strict=True))[1:])
            spots += [(numbers, nodes, shares)] * len(c)
            directions += list(np.repeat(jacobian, sizes, axis=1))
        numbers, nodes, shares = (_padded(one) for one in zip(*spots, strict=True))
        a, given = self.rows(numbers, nodes, shares, _padded(directions))
        s = (a @ self._inverse @ a.T).tocsc()
        diagonal = s.diagonal()
        regular = diags_array(_REGULAR * diagonal + (diagonal == 0.0))
        self._joined = a, Factor((s + regular).tocsc())
        miss = np.where(led, 0.0, a @ self.velocities + given)
        self.velocities = self.velocities - self._inverse @ (a.T @ self._joined[1].solve(miss))

    def inside(self, u: np.ndarray) -> np.ndarray:
        """What of changes of velocities (count,) or (count, n) keeps to A u = 0."""
        if self._joined is None:
            return u
        a, factor = self._joined
        return u - self._inverse @ (a.T @ factor.solve(a @ u))

    def yields(self, c: csr_matrix) -> Any:
        """W Cᵀ for rows (n, count)."""
        y = self._inverse @ c.T
        return y if self._joined is None else self.inside(y.toarray())

    def of(self, body: int, values: np.ndarray) -> np.ndarray:
        """Velocities (3, P) of the nodes of a body."""
        frame, state, places = self._frames[body], self._states[body], self._places[body]
        if frame is None:
            v, nodes = state.v.copy(), np.flatnonzero(places >= 0)
            v[:, nodes] = values[places[nodes][:, None] + np.arange(3)].T
            return v
        own = values[places[0] : places[0] + 6]
        turn, _ = frame.pose(state.x)
        return frame.velocities(state.x, turn, own[:3], turn @ frame.inertia @ turn.T @ own[3:])

    def put(self, body: int, velocity: np.ndarray, spin: np.ndarray, values: np.ndarray) -> None:
        """Enter the velocity and the angular momentum (3,) of a rigid body."""
        k = self._places[body][0]
        values[k : k + 3] = velocity
        values[k + 3 : k + 6] = self._inverse[k + 3 : k + 6, k + 3 : k + 6] @ spin


class Blow:
    """What touches where a step has ended, with the impulses that keep it from meeting."""

    def __init__(self, bodies: Bodies, touching: Touching):
        self._bodies, self._touching = bodies, touching
        directions = np.repeat(touching.normals[:, None], 4, axis=1)
        self._c, given = bodies.rows(touching.owners, touching.nodes, touching.weights, directions)
        self._given = given - touching.speeds
        order = np.argsort(touching.pairs, kind="stable")
        _, first = np.unique(touching.pairs[order], return_index=True)
        self._pairs = np.split(order, first[1:])
        self._known: dict[int, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}

    def before(self, freely: np.ndarray | None, h: float) -> np.ndarray:
        """The velocities without contact: with none of its impulses h p, or across it as bodies went `freely`."""
        bodies, forces = self._bodies, self._touching.forces
        if freely is None:
            return bodies.velocities - bodies.yields(self._c) @ (h * forces)
        y = _dense(bodies.yields(self._c))
        missing = bodies.inside(freely - bodies.velocities)
        half, basis = _root(self._c @ y)
        return bodies.velocities + y @ (basis @ ((basis.T @ (self._c @ missing)) / half**2))

    def meets(self, u: np.ndarray, slow: float) -> bool:
        """Whether two that bounce meet faster than that [m/s]."""
        return bool(np.any((self._speeds(u) < -slow) & (self._touching.restitution > 0.0)))

    def act(self, u: np.ndarray, slow: float) -> np.ndarray:
        """(1) of one pair after the other; who meets no faster than `slow` [m/s] does not bounce."""
        starts = np.array([rows[0] for rows in self._pairs])
        sorted_rows = np.concatenate(self._pairs)
        bounds = np.cumsum([0, *map(len, self._pairs[:-1])])
        fastest = -self._speeds(u).min()
        for bounces in (True, False):
            for _ in range(_MOST * len(self._pairs)):
                speeds = np.minimum.reduceat(self._speeds(u)[sorted_rows], bounds)
                worst = int(np.argmin(speeds))
                if speeds[worst] >= -_MEET * fastest:
                    return u
                e = self._touching.restitution[starts[worst]] if bounces and speeds[worst] < -slow else 0.0
                u = u + (1.0 + e) * self._apart(worst, u)
        return u

    def _speeds(self, u: np.ndarray) -> np.ndarray:
        """At which features part, (n,)."""
        return self._c @ u + self._given

    def _apart(self, pair: int, u: np.ndarray) -> np.ndarray:
        """P u − u for one pair."""
        from scipy.optimize import nnls

        rows = self._pairs[pair]
        if pair not in self._known:
            y = _dense(self._bodies.yields(self._c[rows]))
            half, basis = _root(self._c[rows] @ y)
            self._known[pair] = y @ (basis / half), half, basis
        y, half, basis = self._known[pair]
        root = half[:, None] * basis.T
        speeds = self._c[rows] @ u + self._given[rows]
        # ½ λᵀBᵀB λ + λᵀs with s = Bᵀw is ½ |B λ + w|² and what is fixed.
        impulses, _ = nnls(root, -(basis.T @ speeds) / half)
        return y @ (root @ impulses)


def affordable(bodies: Bodies, u: np.ndarray, most: float) -> np.ndarray:
    """v + α(u − v) with no more energy than `most` [J]; the nearest to that, if there is none."""
    v, way = bodies.velocities, u - bodies.velocities
    square = bodies.energy(way)
    mixed = bodies.energy(u) - bodies.energy(v) - square
    left = most - bodies.energy(v)
    if square + mixed <= left or square == 0.0:
        return u
    root = mixed * mixed + 4.0 * square * left
    if root < 0.0:
        return u
    return v + min(max((sqrt(root) - mixed) / (2.0 * square), 0.0), 1.0) * way


def _padded(lists: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays (k, …) of several lengths as one (n, most, …), filled up with zeros."""
    found = np.zeros((len(lists), max(map(len, lists)), *lists[0].shape[1:]), lists[0].dtype)
    for k, one in enumerate(lists):
        found[k, : len(one)] = one
    return found


def _dense(a: Any) -> np.ndarray:
    from scipy.sparse import issparse

    return np.asarray(a.toarray() if issparse(a) else a)


def _root(g: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """√ of the eigenvalues that are any, (r,), and their vectors, (n, r), of a symmetric matrix."""
    values, vectors = np.linalg.eigh(0.5 * (g + g.T))
    some = values > _SAME * max(values[-1], 0.0)
    return np.sqrt(values[some]), vectors[:, some]
