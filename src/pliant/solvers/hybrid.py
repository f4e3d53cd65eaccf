"""The linear systems of a hybrid body: a constant matrix, prepared once, and the frame that moves with the nodes.

The matrix of a step is H = D + s PᵀKP (`numerics.hybrid_matrix`), where D holds masses and drag over powers of the
time step and what acts on single nodes. For a displacement w that moves no frame, Pw = w in the frame, and H is

    A = M/h² + C/h + sK                                                                       [002 (40), (52)]  (1)

with one number per pair of nodes, the same whatever the body does. With the rigid motions Z about the reference shape
(three shifts, three turns), w is such a one if ZᵀMw = 0. So a right-hand side b in the frame is answered by

    z = w + Ẑ E Ẑᵀ b ,   w = A⁻¹b − Yλ ,   Y = A⁻¹MZ ,   (ZᵀMY) λ = Yᵀb                                       (2)

where the six motions Ẑ = H⁻¹MZ are what forces MZ lead to, and E = (ẐᵀHẐ)⁻¹. They are the rigid motions, unless nodes
are pinned; then they lie in the span of Y and A⁻¹KZ, and are found in it by Galerkin's method. Nothing but A⁻¹b depends
on b, and Y and A⁻¹KZ take four substitutions when A is factorised. (2) is exact for a body at rest on which nothing
acts at single nodes, and positive definite for whatever takes the place of A⁻¹. The pieces of a torn body have a frame
and motions Z each, and A couples none of them: their Y and Ẑ stand side by side in the same arrays.

Hands that pull by springs and contact at some nodes are terms of low rank, which `low_rank_update` takes into
account. Conjugate gradients do the rest: one or two iterations, more if obstacles touch hundreds of nodes. Newton's
method sees from the next gradient how good a correction was, and does without them at first (`solve` with
`checked=False`).

A is prepared anew when h, K, s, pins or ties have changed; the last few are kept, since BDF2 starts with another h.
What is prepared depends on nothing else, so that a restart from a checkpoint goes on bit for bit.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.errors import SimulationError
from pliant.numerics.compile import kernel, uint
from pliant.numerics.hybrid_matrix import Body, HybridMatrix, Stiffness
from pliant.numerics.point_layout import PointLayout
from pliant.solvers.cg import CONVERGED, INDEFINITE, Subspace, Workspace, conjugate_gradients, restrict_to
from pliant.solvers.direct import Reduction
from pliant.solvers.low_rank_update import Touch, terms_of
from pliant.solvers.ordering import narrow_order
from pliant.solvers.preconditioners import External, Identity
from pliant.solvers.scalar_inverses import Cycle, Diagonal, Inverse, Sweeps
from pliant.solvers.solver import Outcome
from pliant.solvers.spec import UNFIT_FOR_HYBRIDS, SolverSpec
from pliant.solvers.supernodes import Sparse

_KEPT = 3  # matrices (1) that stay prepared
_FACTORISED = 2.5e9  # operations within the band, up to which a factorisation is worth it: half a second
_SURFACE = 60_000  # unknowns of a surface, which takes far fewer than within its band: a second
_NARROW = 5.0  # times √unknowns: the widest band of a surface
_SMALL = 200  # nodes, below which multigrid does not pay
_LOOSE = 3.0  # times the tolerance: where (2) is nearly exact, a residual of 2 % is left by an error of a thousandth
_FLAT = 1e-12  # times the largest: what turns about a straight line moves nothing


_ROUGHLY = 0.1  # how far a system is solved that is only to precondition another one


class Constant(NamedTuple):
    """What A of (1) is made of: two that are equal need one preparation."""

    k: Stiffness
    body: Body
    scale: float
    shift: np.ndarray
    subspace: Subspace

    def stiffness(self) -> Any:
        """K."""
        rows = self.k.rows
        return sp.csr_matrix((rows.values, rows.columns, rows.starts), shape=(len(rows.starts) - 1,) * 2)

    def same_as(self, other: Constant) -> bool:
        mine, theirs = self.subspace, other.subspace
        return (
            self.k is other.k
            and self.body.shape is other.body.shape
            and self.scale == other.scale
            and np.array_equal(self.shift, other.shift)
            and np.array_equal(mine.free, theirs.free)
            and np.array_equal(mine.members, theirs.members)
            and np.array_equal(mine.starts, theirs.starts)
        )


class HybridSolver:
    """Solves with the matrices of a hybrid body."""

    keeps_momentum, cycle = True, None

    def __init__(self, spec: SolverSpec, matrix: HybridMatrix):
        if spec.kind in UNFIT_FOR_HYBRIDS:
            raise SimulationError(f"hybrid bodies are not solved by {UNFIT_FOR_HYBRIDS[spec.kind]}")
        self.spec = spec
        self.matrix = matrix
        self._work = Workspace.for_layout(matrix.layout)
        self._prepared: list[tuple[Constant, Split]] = []
        self._trusts_factors = spec.tolerance is None and spec.kind in ("auto", "direct")

    def update(self) -> None:
        """Nothing to do: what is constant is prepared by the first `solve`."""

    def solve(
        self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float, *, checked: bool = True
    ) -> Outcome:
        """x = H⁻¹ b within the subspace; unchecked it is (2) of b where A is factorised, nearly that in most cases."""
        if not subspace.free.any():  # held everywhere: nothing is unknown
            x[:] = 0.0
            return Outcome(True, False, 0, 0.0, shrinks_with_gradient=True)
        plain = self.spec.kind == "cg" and self.spec.preconditioner == "none"
        split = None if plain else self._split(subspace)
        if split is not None:
            split.begin(self.matrix)
            if not checked and self._trusts_factors and split.has_factor:
                split.apply(b, x)
                restrict_to(subspace, x)
                return Outcome(True, False, 1, np.nan, shrinks_with_gradient=True)
        limit = self.spec.tolerance or (tolerance if plain else _LOOSE * tolerance)
        return self._iterate(subspace, split, b, x, limit)

    def apply(self, subspace: Subspace, r: np.ndarray, z: np.ndarray) -> None:
        """z ≈ H⁻¹ r: (2) of r where A is factorised, else a rough solution."""
        self.solve(subspace, r, z, _ROUGHLY, checked=False)

    def _iterate(
        self, subspace: Subspace, split: Split | None, b: np.ndarray, x: np.ndarray, tolerance: float
    ) -> Outcome:
        status, iterations, residual = conjugate_gradients(
            self.matrix.operator, Identity() if split is None else External(), subspace, b, x,
            tolerance, self.spec.iterations, self._work, None if split is None else split.apply,
        )  # fmt: skip
        return Outcome(
            status == CONVERGED, status == INDEFINITE, iterations, residual, shrinks_with_gradient=True
        )

    def _split(self, subspace: Subspace) -> Split:
        matrix = self.matrix
        wanted = Constant(matrix.stiffness, matrix.body, matrix.scale, matrix.shift, subspace)
        for k, (constant, split) in enumerate(self._prepared):
            if wanted.same_as(constant):
                self._prepared.insert(0, self._prepared.pop(k))
                return split
        own = subspace._replace(free=subspace.free.copy())
        constant = wanted._replace(shift=matrix.shift.copy(), subspace=own)
        try:
            split = Split(self.spec, matrix.layout, constant)
        except (np.linalg.LinAlgError, RuntimeError) as error:
            raise SimulationError(f"the system of equations is singular ({error})") from None
        self._prepared = [(constant, split), *self._prepared[: _KEPT - 1]]
        nothing = self.matrix.layout.zeros(3)
        self._iterate(subspace, split, nothing, nothing.copy(), 1.0)  # compiled now, not when it is needed
        return split


def make_inverse(spec: SolverSpec, layout: PointLayout, a: Any, graph: Any, kept: np.ndarray) -> Inverse:
    """A⁻¹, or something like it, as the scene's solver wants it; `graph` couples all nodes, `kept` are unknowns."""
    kind, preconditioner = spec.kind, spec.preconditioner
    if kind == "auto":
        kind = "direct" if is_worth_a_factor(a.shape[0], narrow_order(a)[1]) else "cg"
    if kind == "direct":
        return Sparse(a)
    if preconditioner == "auto":
        preconditioner = "multigrid" if a.shape[0] >= _SMALL else "jacobi"
    if preconditioner == "multigrid":
        return Cycle(a, layout.shape, layout.periodic, graph, kept)
    return Sweeps(a) if preconditioner == "ssor" else Diagonal(a)


def is_worth_a_factor(count: int, width: int) -> bool:
    """Whether a factor of so many unknowns is soon made, if their couplings make a band of this width at best."""
    is_surface = width <= _NARROW * count**0.5
    return (is_surface and count < _SURFACE) or count * width**2 <= _FACTORISED


class Split:
    """z of (2), for one constant matrix."""

    def __init__(self, spec: SolverSpec, layout: PointLayout, constant: Constant):
        self.layout, self.constant = layout, constant
        count, body = layout.count, constant.body
        reduction = Reduction(layout, constant.subspace)
        k = constant.stiffness()
        whole = sp.csr_matrix(constant.scale * k + sp.diags(constant.shift[:count]))
        basis = reduction.basis
        graph = sp.csr_matrix(k != 0, dtype=np.float64)
        graph.setdiag(0)
        graph.eliminate_zeros()
        reduced = sp.csr_matrix(basis.T @ whole @ basis)
        self._inverse = make_inverse(spec, layout, reduced, graph, reduction.kept)
        self.has_factor = isinstance(self._inverse, Sparse)
        unknown = np.full(layout.size, -1)
        unknown[:count] = np.where(reduction.column < 0, -1, self._inverse.place[reduction.column])
        self._unknown = unknown
        pieces = body.pieces
        self._piece = np.repeat(pieces.of, np.diff(pieces.bounds))
        self._rotation = np.zeros((len(pieces.total), 3, 3))
        self._sums, self._less = np.zeros((len(pieces.total), 4, 3)), layout.zeros(3)
        self._response = self._answers_to(np.concatenate([body.mass[None], body.mass * body.shape]))
        there = layout.spread(np.ones(count))
        motions = _motions_of(np.concatenate([there[None], there * body.shape]))  # Z
        response = _motions_of(self._response)
        momentum = _inverses_of(self._products(body.mass * motions, response))
        self._modes = None
        if np.all(constant.subspace.free[:count]):
            energy = _inverses_of(self._products(constant.shift * motions, motions))
        else:
            self._modes, energy = self._find_modes(motions)
        self._core = np.zeros((len(pieces.total), 12, 12))  # N: of Y and of Ẑ
        self._core[:, :6, :6], self._core[:, 6:, 6:] = -momentum, energy
        everything = np.concatenate([response, motions if self._modes is None else self._modes])
        self._touch = Touch(self._answers_to, everything, self._core, self._piece)

    def _products(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """a·b of all pairs of vectors (i, 3, P) and (j, 3, P), by pieces: (pieces, i, j)."""
        if len(self._rotation) == 1:
            return (flat(a) @ flat(b).T)[None]
        order = np.argsort(self._piece, kind="stable")
        starts = np.flatnonzero(np.diff(self._piece[order], prepend=-1))
        ends = np.append(starts[1:], len(order))
        parts = [order[i:j] for i, j in zip(starts, ends, strict=True)]
        return np.stack([flat(a[:, :, nodes]) @ flat(b[:, :, nodes]).T for nodes in parts])

    def _answers_to(self, columns: np.ndarray) -> np.ndarray:
        """A⁻¹ of vectors (n, P) with one number per node, three at a time."""
        y, there, answers = self._inverse.y, self._unknown >= 0, np.zeros_like(columns)
        for first in range(0, len(columns), 3):
            y.fill(0.0)
            for right, column in zip(y, columns[first : first + 3], strict=False):
                np.add.at(right, self._unknown[there], column[there])
            self._inverse.solve()
            some = answers[first : first + 3]
            some[:, there] = y[: len(some), self._unknown[there]]
        return answers

    def _find_modes(self, motions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Ẑ and E, in the span of Y and of A⁻¹KZ."""
        constant, layout = self.constant, self.layout
        body = constant.body._replace(gauge=constant.body.shape)  # at rest, whatever has flown meanwhile
        k, count = constant.stiffness(), layout.count
        pulled = layout.zeros(4)
        pulled[0, :count], pulled[1:, :count] = k.sum(axis=1).ravel(), (k @ body.shape[:, :count].T).T
        span = np.concatenate([_motions_of(self._response), _motions_of(self._answers_to(pulled))])
        matrix = HybridMatrix(layout, constant.k, body)
        spread = self._products((body.mass * body.shape)[:, None], body.shape[:, None])
        inertia = np.trace(spread, axis1=1, axis2=2)[:, None, None] * np.eye(3) - spread
        axes = np.stack([np.broadcast_to(np.eye(3), inertia.shape), _inverses_of(inertia)], axis=1)
        matrix.set_spline(constant.k, body, constant.scale, axes, body.shape)
        matrix.add_multiple(constant.shift, 1.0)
        forces = np.empty_like(span)
        for motion, force in zip(span, forces, strict=True):
            matrix.multiply(motion, force)
        energies = self._products(span, forces)
        size = np.sqrt(np.diagonal(energies, axis1=1, axis2=2).clip(min=1e-300))
        sizes = size[:, :, None] * size[:, None, :]
        mixture = _inverses_of(energies / sizes) / sizes @ self._products(span, body.mass * motions)
        modes = np.einsum("pij,icp->jcp", mixture[self._piece], span)
        return modes, _inverses_of(np.swapaxes(mixture, 1, 2) @ energies @ mixture)

    def begin(self, matrix: HybridMatrix) -> None:
        """From now on the body is turned, pulled and touched as in this matrix, whose constant part is the same."""
        self._rotation[:] = matrix.rotation
        self._touch.begin(self._rotation, terms_of(matrix, self.constant.subspace.free, self._piece))
        if not self._touch.spots:
            self._less.fill(0.0)

    def apply(self, b: np.ndarray, z: np.ndarray) -> None:
        """About H⁻¹b, in space: (2), hands and contact."""
        sums, less, body, unknown = self._sums, self._less, self.constant.body, self._unknown
        enter(b, self._rotation, unknown, body.shape, body.pieces, self._response, self._inverse.y, sums)
        if self._modes is not None:
            inside = np.einsum("pij,ip->jp", self._rotation[self._piece], b)
            work = (self._modes * inside).sum(axis=1)
            sums[:, 2:] = np.stack([np.bincount(self._piece, part) for part in work], axis=1).reshape(
                -1, 2, 3
            )
        self._inverse.solve()
        y, touch = self._inverse.y, self._touch
        shares = np.einsum("nij,nj->ni", self._core, sums.reshape(-1, 12))
        if touch.spots:
            there = unknown[touch.nodes]
            touch.correct(np.where(there >= 0, y[:, there], 0.0), shares, less)
        if self._modes is not None:
            less = less - np.einsum("pk,kcp->cp", shares[self._piece, 6:], self._modes)
            shares[:, 6:] = 0.0
        parts = shares.reshape(-1, 4, 3)
        leave(y, self._rotation, unknown, body.shape, body.pieces, self._response, parts, less, z)


def _motions_of(fields: np.ndarray) -> np.ndarray:
    """(6, 3, P) of numbers a and vectors b at the nodes, (4, P): a along each axis, and each axis × b."""
    return np.concatenate(
        [np.eye(3)[:, :, None] * fields[0], np.cross(np.eye(3)[:, :, None], fields[None, 1:], axis=1)]
    )


def flat(vectors: np.ndarray) -> np.ndarray:
    return vectors.reshape(len(vectors), math.prod(vectors.shape[1:]))


def _inverses_of(a: np.ndarray) -> np.ndarray:
    """Of symmetric matrices (n, i, i)."""
    return np.linalg.pinv(0.5 * (a + np.swapaxes(a, 1, 2)), rcond=_FLAT, hermitian=True)


@kernel
def enter(b, rotation, unknown, shape, pieces, response, y, sums):
    """y = Rᵀb of the unknowns; sums: Yᵀ and Zᵀ times that, by pieces."""
    for c in range(3):
        for k in range(y.shape[1]):
            y[c, uint(k)] = 0
    sums[:] = 0.0
    for run in range(pieces.of.shape[0]):
        R, own = rotation[pieces.of[run]], sums[pieces.of[run]]
        u0, u1, u2, v0, v1, v2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        f0, f1, f2, m0, m1, m2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for p in range(pieces.bounds[run], pieces.bounds[run + 1]):
            if unknown[p] < 0:
                continue
            i, k = uint(p), uint(unknown[p])
            x0, x1, x2 = b[0, i], b[1, i], b[2, i]
            b0 = R[0, 0] * x0 + R[1, 0] * x1 + R[2, 0] * x2
            b1 = R[0, 1] * x0 + R[1, 1] * x1 + R[2, 1] * x2
            b2 = R[0, 2] * x0 + R[1, 2] * x1 + R[2, 2] * x2
            y[0, k] += b0
            y[1, k] += b1
            y[2, k] += b2
            a, a0, a1, a2 = response[0, i], response[1, i], response[2, i], response[3, i]
            u0, u1, u2 = u0 + a * b0, u1 + a * b1, u2 + a * b2
            v0, v1, v2 = v0 + a1 * b2 - a2 * b1, v1 + a2 * b0 - a0 * b2, v2 + a0 * b1 - a1 * b0
            r0, r1, r2 = shape[0, i], shape[1, i], shape[2, i]
            f0, f1, f2 = f0 + b0, f1 + b1, f2 + b2
            m0, m1, m2 = m0 + r1 * b2 - r2 * b1, m1 + r2 * b0 - r0 * b2, m2 + r0 * b1 - r1 * b0
        own[0, 0], own[0, 1], own[0, 2] = own[0, 0] + u0, own[0, 1] + u1, own[0, 2] + u2
        own[1, 0], own[1, 1], own[1, 2] = own[1, 0] + v0, own[1, 1] + v1, own[1, 2] + v2
        own[2, 0], own[2, 1], own[2, 2] = own[2, 0] + f0, own[2, 1] + f1, own[2, 2] + f2
        own[3, 0], own[3, 1], own[3, 2] = own[3, 0] + m0, own[3, 1] + m1, own[3, 2] + m2


@kernel
def leave(y, rotation, unknown, shape, pieces, response, shares, less, z):
    """z = R (y + Y·shares[:2] + Z·shares[2:] − less), with the shares of each piece; zero where nothing is unknown."""
    for run in range(pieces.of.shape[0]):
        R, own = rotation[pieces.of[run]], shares[pieces.of[run]]
        u, t, s, h = own[0], own[1], own[2], own[3]
        for p in range(pieces.bounds[run], pieces.bounds[run + 1]):
            i = uint(p)
            if unknown[p] < 0:
                z[0, i], z[1, i], z[2, i] = 0.0, 0.0, 0.0
                continue
            k = uint(unknown[p])
            a, a0, a1, a2 = response[0, i], response[1, i], response[2, i], response[3, i]
            r0, r1, r2 = shape[0, i], shape[1, i], shape[2, i]
            w0 = y[0, k] - less[0, i] + u[0] * a + t[1] * a2 - t[2] * a1 + s[0] + h[1] * r2 - h[2] * r1
            w1 = y[1, k] - less[1, i] + u[1] * a + t[2] * a0 - t[0] * a2 + s[1] + h[2] * r0 - h[0] * r2
            w2 = y[2, k] - less[2, i] + u[2] * a + t[0] * a1 - t[1] * a0 + s[2] + h[0] * r1 - h[1] * r0
            z[0, i] = R[0, 0] * w0 + R[0, 1] * w1 + R[0, 2] * w2
            z[1, i] = R[1, 0] * w0 + R[1, 1] * w1 + R[1, 2] * w2
            z[2, i] = R[2, 0] * w0 + R[2, 1] * w1 + R[2, 2] * w2
