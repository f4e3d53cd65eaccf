"""Joints within a coupled step: equations c(x) = 0 that hold exactly where the step ends.

The step is the least of Φ (`coupled`) on c = 0. A correction d and multipliers λ solve

    H d + Aᵀλ = −∇Φ ,    A d = −c ,    A = ∂c/∂x .                                                            (1)

With a diagonal D like that of H, P = I − D⁻¹Aᵀ S⁻¹A and S = A D⁻¹Aᵀ leads onto A d = 0. So d = d₀ + n with
d₀ = −D⁻¹Aᵀ S⁻¹c, and conjugate gradients find n within A n = 0, preconditioned by P B Pᵀ, whatever B is: joints hold
to rounding in every iteration, as pins do (`solvers.cg`). S has one row for each equation and is factorised. Along d

    Φ(x) + λ·c(x) + ½ Σ c²/S                                                                                  (2)

decreases, by dᵀHd + Σ c²/S, which is what the line search looks at: λ and S are held while it does. Joints that are
nearly met, which the last correction leaves by its square, are met by d₀ alone. What joints do to their points are the
forces −∂c/∂p λ, with the λ that is nearest to ∇Φ + Aᵀλ = 0 at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.sparse import csc_matrix, csr_matrix

from pliant.constraints import Law, Rows
from pliant.integrators.rigid_frame import RigidFrame
from pliant.solvers.cg import Subspace

_SMALL = 120  # coordinates of nodes that are touched, up to which P is a dense matrix
_DENSE = 300  # rows up to which S is factorised as a dense matrix
_REGULAR = 1e-13  # of the diagonal of S: what keeps it positive where joints meet in a line
_MET = 1e-11  # of the size of bodies, and
_ROUNDING = 1e-14  # of coordinates: how far a joint may be from being met

_DIAGONAL = (0, 4, 8)  # where a 3×3 block has its diagonal


class Jointed(NamedTuple):
    """A joint within a step: for each point the number of the body, nodes and weights."""

    name: str
    law: Law
    spots: Sequence[tuple[int, np.ndarray, np.ndarray]]
    kept: np.ndarray  # what it keeps of its start
    left: np.ndarray | float = 0.0  # what c is to be [m]
    holds: bool = True  # its bodies to the world


class Joints:
    """The joints of some bodies in a step that ends at `time`."""

    def __init__(
        self,
        joints: Sequence[Jointed],
        time: float,
        sizes: Sequence[float],
        frames: Sequence[RigidFrame | None] = (),
    ):
        """`sizes` [m] are those of the bodies, which are numbered, `frames` those of rigid ones."""
        self.joints, self._time = list(joints), time
        touched: list[list[np.ndarray]] = [[] for _ in sizes]
        for joint in joints:
            for body, nodes, _ in joint.spots:
                touched[body].append(nodes)
        self._parts = [
            _Nodes(np.unique(np.concatenate([np.zeros(0, np.int64), *each])))
            if frame is None
            else _Affine(frame)
            for each, frame in zip(touched, frames or [None] * len(sizes), strict=True)
        ]
        self._starts = np.cumsum([0, *(part.count for part in self._parts)])
        count = self._starts[-1]
        self._d = np.ones(3 * count)  # D⁻¹
        self._build_weights(count)
        self.size = max(sizes)
        self.c = np.zeros(0)
        self.multipliers: np.ndarray | None = None  # λ of (2), None before they are known
        self._stiffness = np.zeros(0)  # 1/S of (2)

    def _build_weights(self, count: int) -> None:
        """The points as sums over the nodes that are touched."""
        rows, columns, weights, first = [], [], [], 0
        self._spans: list[slice] = []
        for joint in self.joints:
            for k, (body, nodes, given) in enumerate(joint.spots):
                places, share = self._parts[body].shares(nodes, given)
                columns.append(self._starts[body] + places)
                rows.append(np.full(len(places), first + k))
                weights.append(share)
            self._spans.append(slice(first, first + len(joint.spots)))
            first += len(joint.spots)
        row, column, share = map(np.concatenate, (rows, columns, weights))
        axes = np.arange(3)
        at = (3 * row[:, None] + axes).ravel(), (3 * column[:, None] + axes).ravel()
        self._count = first  # of points
        self._weights = csr_matrix((np.repeat(share, 3), at), shape=(3 * first, 3 * count))

    # ------------------------------------------------------------ vectors of bodies and of the nodes that are touched

    def _gather(self, vectors: Sequence[np.ndarray]) -> np.ndarray:
        """Of vectors (3, P) of all bodies those at the nodes that are touched, (3k,)."""
        return np.concatenate([part.take(a) for a, part in zip(vectors, self._parts, strict=True)]).ravel()

    def _add(self, values: np.ndarray, vectors: Sequence[np.ndarray]) -> None:
        values = values.reshape(-1, 3)
        for k, (a, part) in enumerate(zip(vectors, self._parts, strict=True)):
            if part.count:
                part.add(values[self._starts[k] : self._starts[k + 1]], a)

    # ------------------------------------------------------------ the equations

    def points(self, x: Sequence[np.ndarray]) -> np.ndarray:
        """Where all points are, (n, 3)."""
        return (self._weights @ self._gather(x)).reshape(-1, 3)

    def evaluate(self, x: Sequence[np.ndarray]) -> float:
        """c at x; returns what (2) has beside Φ."""
        self._rows = self._all_rows(x)
        self.c = np.concatenate([rows.c for rows in self._rows])
        return self.merit

    def _all_rows(self, x: Sequence[np.ndarray]) -> list[Rows]:
        p, found = self.points(x), []
        for joint, span in zip(self.joints, self._spans, strict=True):
            c, jacobian = joint.law.rows(p[span], self._time, joint.kept)
            found.append(Rows(c - joint.left, jacobian))
        return found

    @property
    def merit(self) -> float:
        if self.multipliers is None:
            return 0.0
        return float(self.multipliers @ self.c + 0.5 * self._stiffness @ self.c**2)

    def is_met(self, x: Sequence[np.ndarray]) -> bool:
        """Whether the equations hold at the last evaluation, to rounding."""
        return self.miss <= self.tolerance(x)

    @property
    def miss(self) -> float:
        return float(np.abs(self.c).max(initial=0.0))

    def tolerance(self, x: Sequence[np.ndarray]) -> float:
        far = max(part.far(a) for a, part in zip(x, self._parts, strict=True))
        return _MET * self.size + _ROUNDING * far

    def unmet(self, x: Sequence[np.ndarray]) -> list[str]:
        """The names of the joints that do not hold."""
        most = self.tolerance(x)
        return [
            joint.name
            for joint, rows in zip(self.joints, self._rows, strict=True)
            if not np.abs(rows.c).max(initial=0.0) <= most
        ]

    def linearise(self, diagonals: Sequence[np.ndarray], subspaces: Sequence[Subspace]) -> None:
        """A at the last evaluation, and S for blocks (9, P) of the bodies and where they may move."""
        for k, (blocks, subspace, part) in enumerate(zip(diagonals, subspaces, self._parts, strict=True)):
            flexible = part.flexible(blocks, subspace)
            self._d.reshape(-1, 3)[self._starts[k] : self._starts[k + 1]] = flexible[:, None]
        self._a = self._matrix()
        self._at = self._a.T.tocsr()
        s = (self._a.multiply(self._d) @ self._at).tocsc()
        diagonal = s.diagonal()
        self._stiffness = 1.0 / np.where(diagonal > 0.0, diagonal, np.inf)
        s = s + csc_matrix((_REGULAR * diagonal + (diagonal == 0.0), (range(len(diagonal)),) * 2), s.shape)
        self._factor = Factor(s)
        self._across = None
        if len(self._d) <= _SMALL:  # P − I at once
            a = self._a.toarray()
            self._across = -self._d[:, None] * (a.T @ self._factor.solve(a))

    def _matrix(self) -> csr_matrix:
        """A (m, 3k)."""
        rows, points, axes, values, first = [], [], [], [], 0
        for (c, jacobian), span in zip(self._rows, self._spans, strict=True):
            r, n, k = np.nonzero(jacobian)
            rows.append(first + r)
            points.append(span.start + n)
            axes.append(k)
            values.append(jacobian[r, n, k])
            first += len(c)
        row, point, axis = map(np.concatenate, (rows, points, axes))
        shape = first, 3 * self._count
        return csr_matrix((np.concatenate(values), (row, 3 * point + axis)), shape=shape) @ self._weights

    # ------------------------------------------------------------ corrections

    def inside(self, z: Sequence[np.ndarray]) -> None:
        """z becomes P z: what keeps to A z = 0."""
        u = self._gather(z)
        if self._across is not None:
            self._add(self._across @ u, z)
        else:
            self._add(-self._d * (self._at @ self._factor.solve(self._a @ u)), z)

    def outside(self, q: Sequence[np.ndarray]) -> None:
        """q becomes Pᵀ q: what joints do not bear."""
        u = self._gather(q)
        if self._across is not None:
            change = u @ self._across
        else:
            change = -(self._at @ self._factor.solve(self._a @ (self._d * u)))
        self._add(change * (self._d > 0.0), q)  # what pinned nodes bear is nobody's concern

    def lead(self, directions: Sequence[np.ndarray]) -> None:
        """Add d₀ of (1) to directions, in which prescribed nodes have their ways."""
        s = self._factor.solve(self.c + self._a @ self._gather(directions))
        self._add(-self._d * (self._at @ s), directions)

    def bear(self, r: Sequence[np.ndarray]) -> np.ndarray:
        """The multipliers λ for which r − Aᵀλ is least, as D⁻¹ measures it."""
        return self._factor.solve(self._a @ (self._d * self._gather(r)))

    def slope(self, directions: Sequence[np.ndarray]) -> float:
        """Of what (2) has beside Φ along directions."""
        assert self.multipliers is not None
        along = self._a @ self._gather(directions)
        return float((self.multipliers + self._stiffness * self.c) @ along)

    def pull(self, gradients: Sequence[np.ndarray]) -> None:
        """Add the gradient of what (2) has beside Φ."""
        assert self.multipliers is not None
        self._add(self._at @ (self.multipliers + self._stiffness * self.c), gradients)

    def split(self, points: np.ndarray) -> list[np.ndarray]:
        """Of points (n, 3) those of each joint."""
        return [points[span] for span in self._spans]

    def forces(self, multipliers: np.ndarray) -> list[np.ndarray]:
        """What each joint does to its points, (n, 3) [N] each."""
        found, first = [], 0
        for rows in self._rows:
            own = multipliers[first : first + len(rows.c)]
            found.append(-np.einsum("r,rnk->nk", own, rows.jacobian))
            first += len(rows.c)
        return found


JointLoads = dict[str, tuple[np.ndarray, np.ndarray]]  # by name: points [m] and forces on them [N], (n, 3)


class Borne(Protocol):
    """A step that is solved."""

    joints: Joints | None

    def bear(self) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """The points of all joints, and the forces on them, (n, 3) each."""
        ...


def loads_of(problem: Borne) -> JointLoads:
    """What joints do where a step has ended."""
    if problem.joints is None:
        return {}
    found = zip(problem.joints.joints, *problem.bear(), strict=True)
    return {joint.name: (points, forces) for joint, points, forces in found}


class _Nodes:
    """Of a body the nodes that joints touch."""

    def __init__(self, nodes: np.ndarray):
        self._nodes, self.count = nodes, len(nodes)

    def shares(self, nodes: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A sum over nodes of the body as one over what is taken of it: numbers and weights."""
        return np.searchsorted(self._nodes, nodes), weights

    def take(self, a: np.ndarray) -> np.ndarray:
        """Of vectors (3, P) those that matter, (count, 3)."""
        return a[:, self._nodes].T

    def add(self, values: np.ndarray, a: np.ndarray) -> None:
        """Add to vectors (3, P) what is given for those that matter."""
        a[:, self._nodes] += values.T

    def far(self, x: np.ndarray) -> float:
        """The largest coordinate [m]."""
        return float(np.abs(x[:, self._nodes]).max(initial=0.0))

    def flexible(self, blocks: np.ndarray, subspace: Subspace) -> np.ndarray:
        """D⁻¹ (count,) for blocks (9, P) of a matrix."""
        nodes = self._nodes
        own = blocks[:, nodes][list(_DIAGONAL)].mean(axis=0)
        for first, last in pairwise(subspace.starts):  # nodes that move as one are one to P
            tied = np.isin(nodes, subspace.members[first:last])
            own[tied] = own[tied].mean() if tied.any() else 0.0
        return np.divide(subspace.free[nodes], own, out=np.zeros(len(nodes)), where=own > 0.0)


class _Affine:
    """Of a rigid body its affine maps: vectors within these are Qᵀ a, and so is what vectors do to them."""

    count = 4

    def __init__(self, frame: RigidFrame):
        self._basis = frame.basis

    def shares(self, nodes: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.arange(4), self._basis[:, nodes] @ weights

    def take(self, a: np.ndarray) -> np.ndarray:
        return self._basis @ a.T

    def add(self, values: np.ndarray, a: np.ndarray) -> None:
        a += values.T @ self._basis

    def far(self, x: np.ndarray) -> float:
        return float(np.abs(x).max())

    def flexible(self, blocks: np.ndarray, subspace: Subspace) -> np.ndarray:
        return 1.0 / (self._basis**2 @ blocks[list(_DIAGONAL)].mean(axis=0))


class Factor:
    """S as factors."""

    def __init__(self, s: Any):
        self._dense = self._sparse = None
        if s.shape[0] <= _DENSE:
            try:
                self._dense = cho_factor(s.toarray(), lower=True, check_finite=False)
                return
            except LinAlgError:
                pass
        from scipy.sparse.linalg import splu

        self._sparse = splu(csc_matrix(s))

    def solve(self, b: np.ndarray) -> np.ndarray:
        if self._dense is not None:
            return cho_solve(self._dense, b, check_finite=False)
        assert self._sparse is not None
        return self._sparse.solve(b)
