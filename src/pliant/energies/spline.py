"""The hybrid formulation [002 §2.2]: a shape r that moves as a rigid body, and a deformation e away from it.

    x = c + R(r + e) ,   E(e) = ½ Σ_ij K_ij (e_i − e⁰_i)·(e_j − e⁰_j)                                          (1)

with a constant matrix K of the spline energy (18) of 002, one number per pair of nodes. The frame (c, R) is as
redundant as six numbers can be; the gauge

    Σ μ e = 0 ,   Σ μ r × e = 0                                                                              (2)

fixes it: c is the centre of mass, and R the rotation of the polar decomposition of Σ μ (x − c) rᵀ. So the frame is a
function of x, and (1) an energy of x like any other, with forces that neither push nor turn the body as a whole.
Inertia needs no further terms: centrifugal, Coriolis and transverse forces are what Newton's law in space looks like
from the frame. e⁰ is zero unless matter has flown.

With q = r + e, s = K(e − e⁰) and y = Rᵀ dx, the frame moves by t = Σ μy/m and turns by θ = G⁻¹ Σ μ r × y, where
G = Σ μ ((r·q) − q rᵀ), so that

    de = y − t − θ × q ,   Rᵀ ∂E/∂x = p = s − (μ/m) Σs − μ λ × r ,   G λ = Σ q × s                              (3)

The Hessian is K for every component, the same at all times, and terms of low rank. For Newton's method de is taken to
be linear, PᵀKP with P of (3), which has no negative eigenvalue; the true one follows by the product rule,

    Rᵀ dp = θ × p + K de − (μ/m) ΣK de − μ dλ × r ,   G dλ = Σ (de × s + q × K de) − dG λ .                     (4)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.model.protocols import StepContext
from pliant.numerics.compile import inner, kernel, place
from pliant.numerics.points import PointLayout
from pliant.numerics.spline import Body, SplineMatrix, into_frame, multiply_numbers, pull_back, stiffness_of

_FLAT = 1e-9  # times the largest: what turns about a straight line moves nothing


class Frame(NamedTuple):
    """Where a body is, and how it is turned."""

    centre: np.ndarray  # c (3,)
    axes: np.ndarray  # (2, 3, 3): R and G⁻¹

    @property
    def rotation(self) -> np.ndarray:
        return self.axes[0]

    @property
    def inverse(self) -> np.ndarray:
        return self.axes[1]


@dataclass
class Reference:
    """The shape r (3, P) about its centre of mass, and the masses (P,) that fix the frame."""

    shape: np.ndarray
    mass: np.ndarray

    def __post_init__(self):
        self.total = float(self.mass.sum())
        self.shape = self.shape - (self.shape @ self.mass / self.total)[:, None]
        self.body = Body(np.ascontiguousarray(self.mass), np.ascontiguousarray(self.shape))

    def frame(self, x: np.ndarray) -> Frame:
        """The frame of nodes at x (3, P), by (2)."""
        moments = np.zeros((4, 3))
        sum_moments(x, self.body, moments)
        return Frame(x[:, 0] + moments[0] / self.total, _axes_of(moments[1:].tobytes()))


@dataclass
class SplineEnergy:
    """The energy (1) of nodes with a sparse matrix K (nodes, nodes); `relaxation` τ [s] of damping K ė.

    `rest` is e⁰ (3, P), and `hardness` a factor of K: both may be rewritten from step to step.
    """

    layout: PointLayout
    reference: Reference
    stiffness: sp.csr_matrix
    relaxation: float = 0.0
    hardness: float = 1.0
    rest: np.ndarray = field(init=False)

    def __post_init__(self):
        self.stiffness = sp.csr_matrix(self.stiffness)
        upper = sp.triu(self.stiffness, 1).tocoo()
        self.pattern = (np.stack([upper.row, upper.col], axis=1).astype(np.int32),)
        self.k = stiffness_of(self.stiffness)
        zeros = self.layout.zeros
        self.rest, self._q, self._work = zeros(3), zeros(3), zeros(2, 3)
        self._before, self._past, self._past_stress = zeros(3), zeros(3), zeros(3)
        self._ratio = 0.0

    def make_matrix(self) -> SplineMatrix:
        """A matrix for the Hessian of this energy, and for whatever else acts on single nodes."""
        return SplineMatrix(self.layout, self.k, self.reference.body)

    def begin_step(self, step: StepContext) -> None:
        if self.relaxation:
            self._before.fill(0.0)
            for weight, x in step.past():
                add_deformation(x, *self.reference.frame(x), self.reference.body, weight, self._before)
            self._before[:, self.layout.count :] = 0.0
            self._ratio = self.relaxation / step.interval
            self._compose()

    def deformation(self, x: np.ndarray) -> np.ndarray:
        """e (3, P) in the frame."""
        e = np.empty_like(x)
        measure(x, *self.reference.frame(x), self.reference.body, self._q, e)
        e[:, self.layout.count :] = 0.0
        return e

    def strains(self, x: np.ndarray) -> np.ndarray:
        """What may flow: e."""
        return self.deformation(x)

    def flow(self, p: np.ndarray, scale: float = 1.0) -> None:
        """From now on the deformation p (3, P) is without stress, and K is `scale` times its own."""
        self.rest, self.hardness = p, scale
        if self.relaxation:
            self._compose()

    def _compose(self) -> None:
        """Damping is for all of ė, whatever e⁰ has become since: it is taken from now and from then alike."""
        np.subtract(self._before, self.rest, out=self._past)
        multiply_stiffness(self.k.runs, self._past, self._past_stress)

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
            x, *frame, self.reference.body, self.reference.total, self.k.runs, self.rest, self._ratio, self.hardness,
            self._past, self._past_stress, self._q, self._work, out,
        )  # fmt: skip

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> None:
        """The force at velocities v, for which ė = P v."""
        frame = self.reference.frame(x)
        add_viscous_pull(
            x, v, *frame, self.reference.body, self.reference.total, self.k.runs, self.rest, self.relaxation,
            self.hardness, self._q, self._work, out,
        )  # fmt: skip

    def add_hessian(self, x: np.ndarray, matrix: SplineMatrix, psd: bool) -> None:
        frame, scale = self.reference.frame(x), self.hardness * (1.0 + self._ratio)
        if psd:
            measure(x, *frame, self.reference.body, self._q, self._work[0])
            matrix.set_spline(self.k, self.reference.body, scale, frame.rotation, frame.inverse, self._q)
            return
        low_rank = matrix.set_exactly(self.k, scale)
        weights, vectors = _symmetric(*self._exactly(x, frame, scale))
        turned = vectors.reshape(len(weights), -1, 3) @ frame.rotation.T
        for weight, vector in zip(weights, turned, strict=True):
            low_rank.add(weight, self.layout.spread(vector))

    # ------------------------------------------------------------ the true Hessian, for small bodies

    def _exactly(self, x: np.ndarray, frame: Frame, scale: float) -> tuple[np.ndarray, np.ndarray]:
        """H − K of (4) as a product of (3n, 15) and (15, 3n).

        Besides K y, dp depends on five vectors: t, θ, a = Σ K y, b = Σ (y × s + q × K y), g = dG λ at t = θ = 0.
        """
        stiff: Any = scale * self.stiffness
        unit, gather = np.eye(3), self.layout.gather
        mu, r, total = (
            gather(self.reference.mass)[:, None],
            gather(self.reference.shape),
            self.reference.total,
        )
        e, past = gather(self.deformation(x) - self.rest), gather(self._past)
        q = gather(self._q)
        s: Any = self.hardness * (self.stiffness @ (e + self._ratio * (e - past)))
        turning = frame.inverse @ np.cross(q, s).sum(axis=0)
        p = s - mu / total * s.sum(axis=0) - mu * np.cross(turning, r)
        shift = mu / total * unit[:, None, :]
        about = np.cross(unit[:, None, :], r[None]) * mu  # e·(r × y) = (e × r)·y
        rows_frame = np.concatenate([shift, np.tensordot(frame.inverse, about, axes=1)])
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
            change_of_turning = frame.inverse @ (torque - change)
            shared = mu / total * (a + pulled.sum(axis=0))
            return np.cross(theta, p) + pulled - shared - mu * np.cross(change_of_turning, r)

        columns = [answer(*row.reshape(5, 3)).ravel() for row in np.eye(15)]
        return np.stack(columns, axis=1), rows


@lru_cache(maxsize=256)  # a step comes back to the same few positions
def _axes_of(moments: bytes) -> np.ndarray:
    """R and G⁻¹ of Σ μ(x − c)rᵀ, not to be changed."""
    spread = np.frombuffer(moments).reshape(3, 3)
    u, _, v = np.linalg.svd(spread)
    u[:, 2] *= np.linalg.det(u @ v)
    rotation = u @ v
    turned = rotation.T @ spread
    inertia = np.trace(turned) * np.eye(3) - turned
    values, axes = np.linalg.eigh(0.5 * (inertia + inertia.T))
    stiff = np.abs(values) > _FLAT * np.abs(values).max()
    inverse = (axes[:, stiff] / values[stiff]) @ axes[:, stiff].T
    found = np.stack([rotation, inverse])
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
def sum_moments(x, body, out):
    """Σ μ(x − x₀) and Σ μ(x − x₀) rᵀ, about the first node."""
    r, mu = body.shape, body.mass
    for c in range(3):
        first, s, s0, s1, s2 = x[c, 0], 0.0, 0.0, 0.0, 0.0
        for p in range(x.shape[1]):
            d = mu[place(p)] * (x[c, place(p)] - first)
            s += d
            s0 += d * r[0, place(p)]
            s1 += d * r[1, place(p)]
            s2 += d * r[2, place(p)]
        out[0, c], out[1 + c, 0], out[1 + c, 1], out[1 + c, 2] = s, s0, s1, s2


@kernel
def multiply_stiffness(runs, x, y):
    """y = K x for x of shape (3, P)."""
    multiply_numbers(runs, x, y)


@inner
def in_frame(x, centre, axes, i):
    """q = Rᵀ(x − c) of one node."""
    R = axes[0]
    x0, x1, x2 = x[0, i] - centre[0], x[1, i] - centre[1], x[2, i] - centre[2]
    return (
        R[0, 0] * x0 + R[1, 0] * x1 + R[2, 0] * x2,
        R[0, 1] * x0 + R[1, 1] * x1 + R[2, 1] * x2,
        R[0, 2] * x0 + R[1, 2] * x1 + R[2, 2] * x2,
    )


@kernel
def measure(x, centre, axes, body, q, e):
    """q = Rᵀ(x − c) and e = q − r."""
    r = body.shape
    for p in range(x.shape[1]):
        i = place(p)
        q0, q1, q2 = in_frame(x, centre, axes, i)
        q[0, i], q[1, i], q[2, i] = q0, q1, q2
        e[0, i], e[1, i], e[2, i] = q0 - r[0, i], q1 - r[1, i], q2 - r[2, i]


@kernel
def add_deformation(x, centre, axes, body, weight, out):
    """Add weight · e to out."""
    r = body.shape
    for p in range(x.shape[1]):
        i = place(p)
        q0, q1, q2 = in_frame(x, centre, axes, i)
        out[0, i] += weight * (q0 - r[0, i])
        out[1, i] += weight * (q1 - r[1, i])
        out[2, i] += weight * (q2 - r[2, i])


@kernel
def add_pull(
    x, centre, axes, body, total, runs, rest, ratio, hardness, past, past_stress, q, work, out
):  # fmt: skip
    """Add ∂E/∂x of (3) to out; returns the energy within a step over the hardness."""
    e, s = work[0], work[1]
    measure(x, centre, axes, body, q, e)
    for c in range(3):
        for p in range(x.shape[1]):
            e[c, place(p)] -= rest[c, place(p)]
    multiply_numbers(runs, e, s)
    energy = 0.0
    for c in range(3):
        part = 0.0
        for p in range(x.shape[1]):
            i = place(p)
            part += e[c, i] * s[c, i]
            if ratio != 0.0:
                change = s[c, i] - past_stress[c, i]
                part += ratio * (e[c, i] - past[c, i]) * change
                s[c, i] += ratio * change
        energy += part
    pull_back(body, axes, total, q, s, e, hardness)
    for c in range(3):
        for p in range(x.shape[1]):
            out[c, place(p)] += e[c, place(p)]
    return 0.5 * energy


@kernel
def add_viscous_pull(x, v, centre, axes, body, total, runs, rest, relaxation, hardness, q, work, out):
    """Add the force −R p of (3) with s = K(e − e⁰ + τ ė) to out."""
    e, s = work[0], work[1]
    measure(x, centre, axes, body, q, e)
    if relaxation != 0.0:
        into_frame(body, axes, total, q, v, s)
    for c in range(3):
        for p in range(x.shape[1]):
            i = place(p)
            e[c, i] += (relaxation * s[c, i] if relaxation != 0.0 else 0.0) - rest[c, i]
    multiply_numbers(runs, e, s)
    pull_back(body, axes, total, q, s, e, hardness)
    for c in range(3):
        for p in range(x.shape[1]):
            out[c, place(p)] -= e[c, place(p)]
