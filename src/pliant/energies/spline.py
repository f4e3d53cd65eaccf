"""The hybrid formulation [002 §2.2]: a shape r that moves as a rigid body, and a deformation e away from it.

    x = c + R(r + e) ,   E(e) = ½ Σ_ij K_ij e_i·e_j                                                            (1)

with a constant matrix K of the spline energy (18) of 002, one number per pair of nodes. The frame (c, R) is as
redundant as six numbers can be; the gauge

    Σ μ e = 0 ,   Σ μ r × e = 0                                                                              (2)

fixes it: c is the centre of mass, and R the rotation of the polar decomposition of Σ μ (x − c) rᵀ. So the frame is a
function of x, and (1) an energy of x like any other, with forces that neither push nor turn the body as a whole.
Inertia needs no further terms: centrifugal, Coriolis and transverse forces are what Newton's law in space looks like
from the frame.

With q = r + e, s = Ke and y = Rᵀ dx, the frame moves by t = Σ μy/m and turns by θ = G⁻¹ Σ μ r × y, where
G = Σ μ ((r·q) − q rᵀ), so that

    de = y − t − θ × q ,   Rᵀ ∂E/∂x = p = s − (μ/m) Σs − μ λ × r ,   G λ = Σ q × s                              (3)

The Hessian is K for every component, the same at all times, and terms of low rank. For Newton's method de is taken to
be linear, PᵀKP with P of (3), which has no negative eigenvalue; the true one follows by the product rule,

    Rᵀ dp = θ × p + K de − (μ/m) ΣK de − μ dλ × r ,   G dλ = Σ (de × s + q × K de) − dG λ .                     (4)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from pliant.model.protocols import StepContext
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.points import PointLayout

_FLAT = 1e-9  # times the largest: what turns about a straight line moves nothing


class Frame(NamedTuple):
    """Where a body is, and how it is turned; and what (3) needs."""

    centre: np.ndarray  # c (3,)
    rotation: np.ndarray  # R (3, 3)
    q: np.ndarray  # (n, 3), r + e
    inverse: np.ndarray  # G⁻¹ (3, 3)


@dataclass
class Reference:
    """The shape r (n, 3) about its centre of mass, and the masses (n,) that fix the frame."""

    shape: np.ndarray
    mass: np.ndarray

    def __post_init__(self):
        self.total = float(self.mass.sum())
        self.shape = self.shape - self.mass @ self.shape / self.total

    def frame(self, x: np.ndarray) -> Frame:
        """The frame of nodes at x (n, 3), by (2)."""
        r, mu = self.shape, self.mass[:, None]
        centre = self.mass @ x / self.total
        u, _, v = np.linalg.svd((mu * (x - centre)).T @ r)
        rotation = u @ np.diag([1.0, 1.0, np.linalg.det(u @ v)]) @ v
        q = (x - centre) @ rotation
        turned = (mu * q).T @ r
        inertia = np.trace(turned) * np.eye(3) - turned
        return Frame(
            centre, rotation, q, np.linalg.pinv(0.5 * (inertia + inertia.T), rcond=_FLAT, hermitian=True)
        )


@dataclass
class SplineEnergy:
    """The energy (1) of nodes with a sparse matrix K (n, n); `relaxation` τ [s] of damping K ė."""

    layout: PointLayout
    reference: Reference
    stiffness: sp.csr_matrix
    relaxation: float = 0.0
    ranks = 15

    def __post_init__(self):
        self.stiffness = sp.csr_matrix(self.stiffness)
        upper = sp.triu(self.stiffness, 1).tocoo()
        self._pairs = np.stack([upper.row, upper.col], axis=1).astype(np.int32)
        self._values = upper.data
        self._own = self.stiffness.diagonal()
        self.pattern = (self._pairs,)
        self._past = np.zeros_like(self.reference.shape)
        self._ratio = 0.0
        self._matrix: BlockMatrix | None = None

    def begin_step(self, step: StepContext) -> None:
        if self.relaxation:
            self._past = sum(weight * self.deformation(x) for weight, x in step.past())
            self._ratio = self.relaxation / step.interval

    def deformation(self, x: np.ndarray) -> np.ndarray:
        """e (n, 3) in the frame."""
        return self.reference.frame(self.layout.gather(x)).q - self.reference.shape

    def stored(self, x: np.ndarray) -> float:
        e = self.deformation(x)
        return 0.5 * float(np.sum(e * (self.stiffness @ e)))

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        frame = self.reference.frame(self.layout.gather(x))
        energy, s = self._stress(frame)
        p = self._pull(frame, s)[0]
        out[:, self.layout.nodes] += (p @ frame.rotation.T).T
        return energy

    def add_hessian(self, x: np.ndarray, matrix: BlockMatrix, psd: bool) -> None:
        if matrix is not self._matrix:
            self._matrix, self._slots = matrix, matrix.slots_of(self._pairs)
        stiff = 1.0 + self._ratio
        for c in (0, 4, 8):
            matrix.diagonal[c, self.layout.nodes] += stiff * self._own
            for a, b in ((0, 1), (1, 0)):
                np.add.at(matrix.values[:, c], self._slots[:, a, b], stiff * self._values)
        assert matrix.low_rank is not None
        frame = self.reference.frame(self.layout.gather(x))
        left, right = self._moving_frame(frame) if psd else self._exactly(frame)
        weights, vectors = _symmetric(left, right)
        turned = vectors.reshape(len(weights), -1, 3) @ frame.rotation.T
        for weight, vector in zip(weights, turned, strict=True):
            spread = self.layout.zeros(3)
            spread[:, self.layout.nodes] = vector.T
            matrix.low_rank.add(weight, spread)

    # ------------------------------------------------------------ parts

    def _stress(self, frame: Frame) -> tuple[float, np.ndarray]:
        """The energy within a step and s = Ke, with damping."""
        e = frame.q - self.reference.shape
        change = e - self._past
        elastic, viscous = self.stiffness @ e, self._ratio * (self.stiffness @ change)
        return 0.5 * float(np.sum(e * elastic) + np.sum(change * viscous)), elastic + viscous

    def _pull(self, frame: Frame, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """p and λ of (3)."""
        mu, r = self.reference.mass[:, None], self.reference.shape
        turning = frame.inverse @ np.cross(frame.q, s).sum(axis=0)
        return s - mu / self.reference.total * s.sum(axis=0) - mu * np.cross(turning, r), turning

    def _frame_rows(self, frame: Frame) -> np.ndarray:
        """(6, n, 3): t and θ of (3) as linear functions of y."""
        mu, r, unit = self.reference.mass[:, None], self.reference.shape, np.eye(3)
        shift = mu / self.reference.total * unit[:, None, :]
        about = np.cross(unit[:, None, :], r[None]) * mu  # e·(r × y) = (e × r)·y
        return np.concatenate([shift, np.tensordot(frame.inverse, about, axes=1)])

    def _moving_frame(self, frame: Frame) -> tuple[np.ndarray, np.ndarray]:
        """PᵀKP − K as a product of (3n, k) and (k, 3n)."""
        stiff = (1.0 + self._ratio) * self.stiffness
        unit, n = np.eye(3), len(frame.q)
        rigid = np.concatenate(
            [np.broadcast_to(unit[:, None, :], (3, n, 3)), np.cross(unit[:, None, :], frame.q[None])]
        )
        rows = self._frame_rows(frame).reshape(6, -1)
        stressed = np.stack([stiff @ one for one in rigid]).reshape(6, -1)
        core = rigid.reshape(6, -1) @ stressed.T
        left = np.concatenate([rows.T @ core - stressed.T, -rows.T], axis=1)
        return left, np.concatenate([rows, stressed])

    def _exactly(self, frame: Frame) -> tuple[np.ndarray, np.ndarray]:
        """H − K of (4) as a product of (3n, 15) and (15, 3n).

        Besides K y, dp depends on five vectors: t, θ, a = Σ K y, b = Σ (y × s + q × K y), g = dG λ at t = θ = 0.
        """
        stiff = (1.0 + self._ratio) * self.stiffness
        mu, r, q, unit = self.reference.mass[:, None], self.reference.shape, frame.q, np.eye(3)
        _, s = self._stress(frame)
        p, turning = self._pull(frame, s)
        column = np.asarray(stiff.sum(axis=1)).reshape(-1, 1)
        tension = stiff @ q
        rows_a = column * unit[:, None, :]
        rows_b = np.cross(s[None], unit[:, None, :]) + np.cross(unit[:, None, :], tension[None])
        along = r @ turning
        rows_g = mu * (r[None] * turning[:, None, None] - along[:, None] * unit[:, None, :])
        rows = np.concatenate([self._frame_rows(frame), rows_a, rows_b, rows_g]).reshape(15, -1)

        def answer(t, theta, a, b, g) -> np.ndarray:
            """dp − K y for given values of the five."""
            moved = -t - np.cross(theta, q)  # de − y
            pulled = stiff @ moved
            torque = b + (np.cross(moved, s) + np.cross(q, pulled)).sum(axis=0)
            change = g + (mu * ((r * moved).sum(axis=1)[:, None] * turning - moved * along[:, None])).sum(
                axis=0
            )
            change_of_turning = frame.inverse @ (torque - change)
            total = mu / self.reference.total * (a + pulled.sum(axis=0))
            return np.cross(theta, p) + pulled - total - mu * np.cross(change_of_turning, r)

        columns = [answer(*row.reshape(5, 3)).ravel() for row in np.eye(15)]
        return np.stack(columns, axis=1), rows


def _symmetric(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights w and vectors u (k, 3n) with Σ w uuᵀ = left · right, which is symmetric."""
    basis, triangle = np.linalg.qr(np.concatenate([left, right.T], axis=1))
    k = left.shape[1]
    core = triangle[:, :k] @ triangle[:, k:].T
    weights, vectors = np.linalg.eigh(0.5 * (core + core.T))
    kept = np.argsort(-np.abs(weights))[:k]
    return weights[kept], (basis @ vectors[:, kept]).T
