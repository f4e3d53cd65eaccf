"""The hybrid formulation [002 §2.2]: a shape r that moves as a rigid body, and a deformation e away from it.

    x = c + R(r + e) ,   E(e) = ½ Σ_ij K_ij (e_i − e⁰_i)·(e_j − e⁰_j)                                          (1)

with a constant matrix K of the spline energy (18) of 002, one number per pair of nodes. The frame (c, R) is as
redundant as six numbers can be; the gauge

    Σ μ e = 0 ,   Σ μ r × e = 0                                                                              (2)

fixes it: c is the centre of mass, and R the rotation of the polar decomposition of Σ μ (x − c) rᵀ. So the frame is a
function of x, and (1) an energy of x like any other, with forces that neither push nor turn the body as a whole.
Inertia needs no further terms: centrifugal, Coriolis and transverse forces are what Newton's law in space looks like
from the frame. e⁰ is zero unless matter has flown. A body that is torn has a frame for each of its pieces, with the
shape and the sums of that piece: they move and turn on their own.

How a straight shape is rolled about its line (2) does not tell, nor does that matter as long as e⁰ = 0: E is the same.
If matter has flown, r + e⁰ takes the place of r in the gauge of straight pieces, and in the sums of (3) and (4).

With q = r + e, s = K(e − e⁰) and y = Rᵀ dx, the frame moves by t = Σ μy/m and turns by θ = G⁻¹ Σ μ r × y, where
G = Σ μ ((r·q) − q rᵀ), so that

    de = y − t − θ × q ,   Rᵀ ∂E/∂x = p = s − (μ/m) Σs − μ λ × r ,   G λ = Σ q × s                              (3)

The Hessian is K for every component, the same at all times, and terms of low rank. For Newton's method de is taken to
be linear, PᵀKP with P of (3), which has no negative eigenvalue; the true one follows by the product rule,

    Rᵀ dp = θ × p + K de − (μ/m) ΣK de − μ dλ × r ,   G dλ = Σ (de × s + q × K de) − dG λ .                     (4)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.model.protocols import Steady, StepContext, changed
from pliant.numerics.compile import internal, kernel, uint
from pliant.numerics.hybrid_matrix import (
    Body,
    HybridMatrix,
    Pieces,
    into_frame,
    multiply_numbers,
    pull_back,
    stiffness_of,
)
from pliant.numerics.point_layout import PointLayout

_FLAT = 1e-9  # times the largest: what turns about a straight line moves nothing
_EXACT = 15  # terms of low rank of the true Hessian, for each piece


class Frame(NamedTuple):
    """Where the pieces of a body are, and how they are turned."""

    centre: np.ndarray  # c (pieces, 3)
    axes: np.ndarray  # (pieces, 2, 3, 3): R and G⁻¹

    @property
    def rotation(self) -> np.ndarray:
        return self.axes[:, 0]

    @property
    def inverse(self) -> np.ndarray:
        return self.axes[:, 1]


@dataclass
class Reference:
    """The shape r (3, P), and the masses (P,) that fix the frame; `piece` (P,) are numbers of pieces, without gaps.

    From then on the shape is about the centre of mass of each piece, which was at `centre` (3, P).
    """

    shape: np.ndarray
    mass: np.ndarray
    piece: np.ndarray | None = None

    def __post_init__(self):
        if self.piece is None:
            self.piece = np.zeros(len(self.mass), dtype=np.int64)
        piece = self.piece
        self.total = np.bincount(piece, self.mass)
        share = np.divide(1.0, self.total, out=np.zeros_like(self.total), where=self.total > 0.0)
        centre = np.stack([np.bincount(piece, self.mass * r) * share for r in self.shape])
        self.centre = centre[:, piece]
        self.shape = self.shape - self.centre
        self.shape[:, np.bincount(piece)[piece] == 1] = 0.0  # not what rounding leaves: it cannot turn
        bounds = np.flatnonzero(np.diff(piece, prepend=-1, append=-1))
        pieces = Pieces(bounds, piece[bounds[:-1]], self.total)
        shape = np.ascontiguousarray(self.shape)
        self.body = Body(np.ascontiguousarray(self.mass), shape, shape.copy(), pieces)
        self._straight = np.flatnonzero(self._is_straight()[piece] & (self.mass > 0.0))
        self._first = np.unique(piece, return_index=True)[1]

    def _is_straight(self) -> np.ndarray:
        """Which pieces lie along a line, (pieces,)."""
        assert self.piece is not None
        spread = np.array(
            [[np.bincount(self.piece, self.mass * a * b) for a in self.shape] for b in self.shape]
        )
        size = np.linalg.eigvalsh(np.moveaxis(spread, 2, 0))
        return (size[:, 1] <= _FLAT * size[:, 2]) & (size[:, 2] > 0.0)

    def following(self, rest: np.ndarray) -> Reference:
        """The same for e⁰ (3, P): straight pieces have r + e⁰ for a gauge, about its centre of mass."""
        nodes, mu, gauge = self._straight, self.mass, self.body.gauge.copy()
        if not len(nodes):
            return self
        assert self.piece is not None
        moved = [np.bincount(self.piece, mu * e) for e in rest] / np.maximum(self.total, 1e-300)
        gauge[:, nodes] = (self.shape + rest - moved[:, self.piece])[:, nodes]
        return changed(self, body=self.body._replace(gauge=gauge))

    def frame(self, x: np.ndarray) -> Frame:
        """The frames of nodes at x (3, P), by (2)."""
        moments, first = np.zeros((len(self.total), 4, 3)), x[:, self._first].T.copy()
        sum_moments(x, first, self.body, moments)
        share = np.divide(1.0, self.total, out=np.zeros_like(self.total), where=self.total > 0.0)
        return Frame(first + share[:, None] * moments[:, 0], _axes_of(moments[:, 1:].tobytes()))


@dataclass
class HybridEnergy(Steady):
    """The energy (1) of nodes with a sparse matrix K (nodes, nodes); `damping_time` τ [s] of damping K ė.

    `rest` is e⁰ (3, P), and `hardness` a factor of K.
    """

    layout: PointLayout
    reference: Reference
    stiffness: sp.csr_matrix
    damping_time: float = 0.0
    hardness: float = 1.0
    rest: np.ndarray = field(init=False)

    def __post_init__(self):
        self.stiffness = sp.csr_matrix(self.stiffness)
        upper = sp.triu(self.stiffness, 1).tocoo()
        self.pattern = (np.stack([upper.row, upper.col], axis=1).astype(np.int32),)
        self.k = stiffness_of(self.stiffness)
        zeros = self.layout.zeros
        self.rest, self._q, self._work = zeros(3), zeros(3), zeros(2, 3)
        self._before = self._past = self._past_stress = zeros(
            3
        )  # e when a step began, e − e⁰ then, and K times it
        self._ratio = 0.0

    def connects(self) -> list[np.ndarray]:
        """Pairs of nodes (n, 2): the first of a piece and one that belongs to it."""
        _, first, number = np.unique(self._piece, return_index=True, return_inverse=True)
        return [np.stack([first[number], np.arange(len(number))], axis=1)]

    def reference_at(self, memory: Mapping[str, np.ndarray]) -> Reference:
        """The shape in whose frame the body is seen."""
        return self.reference

    def make_matrix(self) -> HybridMatrix:
        """A matrix for the Hessian of this energy, and for whatever else acts on single nodes."""
        return HybridMatrix(self.layout, self.k, self.reference.body)

    def freeze(self, step: StepContext) -> HybridEnergy:
        if not self.damping_time:
            return self
        before = step.zeros(3, self.layout.size)
        for weight, x in step.past():
            add_deformation(x, *self.reference.frame(x), self.reference.body, weight, before)
        before[:, self.layout.count :] = 0.0
        return changed(self, _before=before, _ratio=self.damping_time / step.interval)._composed()

    def deformation(self, x: np.ndarray) -> np.ndarray:
        """e (3, P) in the frame."""
        e = np.empty_like(x)
        measure(x, *self.reference.frame(x), self.reference.body, self._q, e)
        e[:, self.layout.count :] = 0.0
        return e

    def strains(self, x: np.ndarray) -> np.ndarray:
        """What may flow: e."""
        return self.deformation(x)

    def flowed(self, p: np.ndarray, scale: float = 1.0) -> HybridEnergy:
        """The same with a deformation p (3, P) that is without stress, and `scale` times its K."""
        flown = changed(self, rest=p, hardness=scale, reference=self.reference.following(p))
        return flown._composed() if self._ratio else flown

    def _composed(self) -> HybridEnergy:
        """Damping is for all of ė, whatever e⁰ has become since: it is taken from now and from then alike."""
        past, stress = self._before - self.rest, np.empty_like(self._before)
        multiply_stiffness(self.k.runs, past, stress)
        return changed(self, _past=past, _past_stress=stress)

    def damped(self, time: float) -> HybridEnergy:
        """The same with a dashpot of that time [s] beside it."""
        return replace(self, damping_time=self.damping_time + time)

    def work(self, d: np.ndarray, p: np.ndarray) -> float:
        """d·K p, for (3, P)."""
        multiply_stiffness(self.k.runs, np.ascontiguousarray(p), self._work[0])
        return float(np.vdot(d, self._work[0]))

    def stored(self, x: np.ndarray) -> float:
        e = self.deformation(x) - self.rest
        multiply_stiffness(self.k.runs, e, self._work[0])
        return 0.5 * self.hardness * float(np.vdot(e, self._work[0]))

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        frame = self.reference.frame(x)
        return self.hardness * add_pull(
            x, *frame, self.reference.body, self.k.runs, self.rest, self._ratio, self.hardness,
            self._past, self._past_stress, self._q, self._work, out,
        )  # fmt: skip

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> None:
        """The force at velocities v, for which ė = P v."""
        frame = self.reference.frame(x)
        add_viscous_pull(
            x, v, *frame, self.reference.body, self.k.runs, self.rest, self.damping_time,
            self.hardness, self._q, self._work, out,
        )  # fmt: skip

    def add_hessian(self, x: np.ndarray, matrix: HybridMatrix, psd: bool) -> None:
        frame, scale = self.reference.frame(x), self.hardness * (1.0 + self._ratio)
        if psd:
            measure(x, *frame, self.reference.body, self._q, self._work[0])
            matrix.set_spline(self.k, self.reference.body, scale, frame.axes, self._q)
            return
        pieces = len(self.reference.total)
        low_rank = matrix.set_exactly(self.k, scale, _EXACT * pieces)
        deformed, past = self.deformation(x) - self.rest, self._past
        strains = self.layout.gather(deformed + self._ratio * (deformed - past))
        for piece in range(pieces):
            nodes = np.flatnonzero(self._piece == piece)
            rotation, inverse = frame.axes[piece]
            weights, vectors = _symmetric(*self._exactly(nodes, strains[nodes], inverse, scale))
            for weight, vector in zip(
                weights, vectors.reshape(len(weights), -1, 3) @ rotation.T, strict=True
            ):
                whole = self.layout.zeros(3)
                whole[:, nodes] = vector.T
                low_rank.add(weight, whole)

    # ------------------------------------------------------------ the true Hessian, for small bodies

    @property
    def _piece(self) -> np.ndarray:
        """The pieces (nodes,) that the nodes belong to."""
        assert self.reference.piece is not None
        return self.reference.piece[: self.layout.count]

    def _exactly(
        self, nodes: np.ndarray, strains: np.ndarray, inverse: np.ndarray, scale: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """H − K of (4) for the nodes of a piece as a product of (3n, 15) and (15, 3n); s = K · strains (n, 3).

        Besides K y, dp depends on five vectors: t, θ, a = Σ K y, b = Σ (y × s + q × K y), g = dG λ at t = θ = 0.
        """
        own: Any = self.stiffness[nodes][:, nodes]
        stiff: Any = scale * own
        unit, gather = np.eye(3), self.layout.gather
        mu, r, q = (
            gather(values)[nodes]
            for values in (self.reference.mass[None], self.reference.body.gauge, self._q)
        )
        total = max(float(mu.sum()), 1e-300)
        s: Any = self.hardness * (own @ strains)
        turning = inverse @ np.cross(q, s).sum(axis=0)
        p = s - mu / total * s.sum(axis=0) - mu * np.cross(turning, r)
        shift = mu / total * unit[:, None, :]
        about = np.cross(unit[:, None, :], r[None]) * mu  # e·(r × y) = (e × r)·y
        rows_frame = np.concatenate([shift, np.tensordot(inverse, about, axes=1)])
        column = np.asarray(stiff.sum(axis=1)).reshape(-1, 1)
        tension = stiff @ q
        rows_a = column * unit[:, None, :]
        rows_b = np.cross(s[None], unit[:, None, :]) + np.cross(unit[:, None, :], tension[None])
        along = r @ turning
        rows_g = mu * (r[None] * turning[:, None, None] - along[:, None] * unit[:, None, :])
        rows = np.concatenate([rows_frame, rows_a, rows_b, rows_g]).reshape(15, -1)

        def answer(t, theta, a, b, g) -> np.ndarray:
            """dp − K y for given values of the five."""
            moved = -t - np.cross(theta, q)  # de − y
            pulled = stiff @ moved
            torque = b + (np.cross(moved, s) + np.cross(q, pulled)).sum(axis=0)
            change = g + (mu * ((r * moved).sum(axis=1)[:, None] * turning - moved * along[:, None])).sum(
                axis=0
            )
            change_of_turning = inverse @ (torque - change)
            shared = mu / total * (a + pulled.sum(axis=0))
            return np.cross(theta, p) + pulled - shared - mu * np.cross(change_of_turning, r)

        columns = [answer(*row.reshape(5, 3)).ravel() for row in np.eye(15)]
        return np.stack(columns, axis=1), rows


@lru_cache(maxsize=256)  # a step comes back to the same few positions
def _axes_of(moments: bytes) -> np.ndarray:
    """R and G⁻¹ of Σ μ(x − c)rᵀ of each piece, not to be changed."""
    spread = np.frombuffer(moments).reshape(-1, 3, 3)
    if not np.isfinite(spread).all():  # it has exploded, which whoever steps it will say
        return np.full((len(spread), 2, 3, 3), np.nan)
    u, _, v = np.linalg.svd(spread)
    u[:, :, 2] *= np.linalg.det(u @ v)[:, None]
    rotation = u @ v
    turned = np.swapaxes(rotation, 1, 2) @ spread
    inertia = np.trace(turned, axis1=1, axis2=2)[:, None, None] * np.eye(3) - turned
    values, axes = np.linalg.eigh(0.5 * (inertia + np.swapaxes(inertia, 1, 2)))
    stiff = np.abs(values) > _FLAT * np.abs(values).max(axis=1, keepdims=True)
    inverse = (axes * np.divide(1.0, values, out=np.zeros_like(values), where=stiff)[:, None]) @ np.swapaxes(
        axes, 1, 2
    )
    found = np.ascontiguousarray(np.stack([rotation, inverse], axis=1))
    found.flags.writeable = False
    return found


def _symmetric(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights w and vectors u (k, 3n) with Σ w uuᵀ = left · right, which is symmetric."""
    basis, triangle = np.linalg.qr(np.concatenate([left, right.T], axis=1))
    k = left.shape[1]
    core = triangle[:, :k] @ triangle[:, k:].T
    weights, vectors = np.linalg.eigh(0.5 * (core + core.T))
    kept = np.argsort(-np.abs(weights))[:k]
    return weights[kept], (basis @ vectors[:, kept]).T


# ---------------------------------------------------------------- kernels


@kernel
def sum_moments(x, first, body, out):
    """Σ μ(x − x₀) and Σ μ(x − x₀) rᵀ of each piece, about its first node."""
    r, mu, pieces = body.gauge, body.mass, body.pieces
    for run in range(pieces.of.shape[0]):
        k = pieces.of[run]
        for c in range(3):
            start, s, s0, s1, s2 = first[k, c], 0.0, 0.0, 0.0, 0.0
            for p in range(pieces.bounds[run], pieces.bounds[run + 1]):
                d = mu[uint(p)] * (x[c, uint(p)] - start)
                s += d
                s0 += d * r[0, uint(p)]
                s1 += d * r[1, uint(p)]
                s2 += d * r[2, uint(p)]
            out[k, 0, c] += s
            out[k, 1 + c, 0] += s0
            out[k, 1 + c, 1] += s1
            out[k, 1 + c, 2] += s2


@kernel
def multiply_stiffness(runs, x, y):
    """y = K x for x of shape (3, P)."""
    multiply_numbers(runs, x, y)


@internal
def in_frame(x, centre, R, i):
    """q = Rᵀ(x − c) of one node."""
    x0, x1, x2 = x[0, i] - centre[0], x[1, i] - centre[1], x[2, i] - centre[2]
    return (
        R[0, 0] * x0 + R[1, 0] * x1 + R[2, 0] * x2,
        R[0, 1] * x0 + R[1, 1] * x1 + R[2, 1] * x2,
        R[0, 2] * x0 + R[1, 2] * x1 + R[2, 2] * x2,
    )


@kernel
def measure(x, centre, axes, body, q, e):
    """q = Rᵀ(x − c) and e = q − r."""
    r, pieces = body.shape, body.pieces
    for run in range(pieces.of.shape[0]):
        own, R = centre[pieces.of[run]], axes[pieces.of[run], 0]
        for p in range(pieces.bounds[run], pieces.bounds[run + 1]):
            i = uint(p)
            q0, q1, q2 = in_frame(x, own, R, i)
            q[0, i], q[1, i], q[2, i] = q0, q1, q2
            e[0, i], e[1, i], e[2, i] = q0 - r[0, i], q1 - r[1, i], q2 - r[2, i]


@kernel
def add_deformation(x, centre, axes, body, weight, out):
    """Add weight · e to out."""
    r, pieces = body.shape, body.pieces
    for run in range(pieces.of.shape[0]):
        own, R = centre[pieces.of[run]], axes[pieces.of[run], 0]
        for p in range(pieces.bounds[run], pieces.bounds[run + 1]):
            i = uint(p)
            q0, q1, q2 = in_frame(x, own, R, i)
            out[0, i] += weight * (q0 - r[0, i])
            out[1, i] += weight * (q1 - r[1, i])
            out[2, i] += weight * (q2 - r[2, i])


@kernel
def add_pull(x, centre, axes, body, runs, rest, ratio, hardness, past, past_stress, q, work, out):
    """Add ∂E/∂x of (3) to out; returns the energy within a step over the hardness."""
    e, s = work[0], work[1]
    measure(x, centre, axes, body, q, e)
    for c in range(3):
        for p in range(x.shape[1]):
            e[c, uint(p)] -= rest[c, uint(p)]
    multiply_numbers(runs, e, s)
    energy = 0.0
    for c in range(3):
        part = 0.0
        for p in range(x.shape[1]):
            i = uint(p)
            part += e[c, i] * s[c, i]
            if ratio != 0.0:
                change = s[c, i] - past_stress[c, i]
                part += ratio * (e[c, i] - past[c, i]) * change
                s[c, i] += ratio * change
        energy += part
    pull_back(body, axes, q, s, e, hardness)
    for c in range(3):
        for p in range(x.shape[1]):
            out[c, uint(p)] += e[c, uint(p)]
    return 0.5 * energy


@kernel
def add_viscous_pull(x, v, centre, axes, body, runs, rest, damping_time, hardness, q, work, out):
    """Add the force −R p of (3) with s = K(e − e⁰ + τ ė) to out."""
    e, s = work[0], work[1]
    measure(x, centre, axes, body, q, e)
    if damping_time != 0.0:
        into_frame(body, axes, q, v, s)
    for c in range(3):
        for p in range(x.shape[1]):
            i = uint(p)
            e[c, i] += (damping_time * s[c, i] if damping_time != 0.0 else 0.0) - rest[c, i]
    multiply_numbers(runs, e, s)
    pull_back(body, axes, q, s, e, hardness)
    for c in range(3):
        for p in range(x.shape[1]):
            out[c, uint(p)] -= e[c, uint(p)]
