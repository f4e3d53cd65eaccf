"""Inertial forces of a hybrid body that are left out [002 A.4].

In the frame of the body, which turns with ω, a node at q = r + e with the velocity ė feels (15c)

    − μ ω × (ω × q)   (centrifugal) ,   − 2μ ω × ė   (Coriolis) ,   − μ ω̇ × q   (transverse) .                   (1)

Nodes move in space here, where these are no forces but what inertia looks like from the frame. So one is left out by a
force F that cancels it, without the part that would push or turn the body as a whole: p of (3) in `energies.hybrid` for
s = F. It does the work of F on every e of the gauge, so that the equation of e is as if the term were not there, while
momentum and angular momentum are kept. With the frame's own ω = G⁻¹ Σ μ r × Rᵀv,

    ė = Rᵀv − Σ μRᵀv/m − ω × q ,   I ω̇ = τ − ω × Iω − 2 Σ μ q × (ω × ė) ,                                        (2)

where τ is the torque from outside and Σ μ e × ë is left out. F is frozen at the start of a step; implicit schemes get
it turned as the body will be at its end, if it goes on as it does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pliant.model.protocols import StepContext


@dataclass(frozen=True)
class Omitted:
    """The force that cancels some of (1)."""

    energy: Any  # of the body: `energies.hybrid`, or what flows
    centrifugal: bool
    coriolis: bool
    transverse: bool

    def freeze(self, step: StepContext) -> FrozenOmitted:
        return self.freeze_among(step, lambda: np.zeros_like(step.x))

    def freeze_among(self, step: StepContext, others: Callable[[], np.ndarray]) -> FrozenOmitted:
        """With all other forces in space, of which elastic ones neither push nor turn a piece."""
        reference = self.energy.reference_at(step.memory)
        frame, later = reference.frame(step.x), reference.frame(step.x + step.dt * step.v)
        outside = others() if self.transverse else np.zeros_like(step.x)
        here, ahead = np.zeros_like(step.x), np.zeros_like(step.x)
        for piece in range(len(reference.total)):
            nodes = np.flatnonzero(reference.piece == piece)
            inside = self._cancelling(reference, frame, step, outside, piece, nodes)
            here[:, nodes] = frame.rotation[piece] @ inside
            ahead[:, nodes] = later.rotation[piece] @ inside
        return FrozenOmitted(step.x, here, ahead)

    def _cancelling(
        self,
        reference: Any,
        frame: Any,
        step: StepContext,
        outside: np.ndarray,
        piece: int,
        nodes: np.ndarray,
    ) -> np.ndarray:
        """p (3, n) of the nodes of a piece, in its frame."""
        body, total = reference.body, reference.total[piece]
        mu, r = body.mass[nodes], body.gauge[:, nodes]
        if total == 0.0:
            return np.zeros_like(r)
        there, rotation, away = (
            mu > 0.0,
            frame.rotation[piece],
            step.x[:, nodes] - frame.centre[piece][:, None],
        )
        q = rotation.T @ away * there
        y = rotation.T @ step.v[:, nodes] * there
        omega = frame.inverse[piece] @ _sum_of(r, mu * y)
        relative = (y - (y @ mu / total)[:, None] - np.cross(omega[:, None], q, axis=0)) * there
        inertia = np.trace(spread := (mu * q) @ q.T) * np.eye(3) - spread
        whirled = np.cross(omega[:, None], relative, axis=0)
        force = np.zeros_like(q)
        if self.centrifugal:
            force += mu * np.cross(omega[:, None], np.cross(omega[:, None], q, axis=0), axis=0)
        if self.coriolis:
            force += 2.0 * mu * whirled
        if self.transverse:
            torque = rotation.T @ _sum_of(away, outside[:, nodes])
            torque = torque - np.cross(omega, inertia @ omega) - 2.0 * _sum_of(q, mu * whirled)
            change = np.linalg.pinv(inertia, rcond=1e-9, hermitian=True) @ torque
            force += mu * np.cross(change[:, None], q, axis=0)
        turning = frame.inverse[piece] @ _sum_of(q, force)
        return force - mu * (force.sum(axis=1) / total)[:, None] - mu * np.cross(turning[:, None], r, axis=0)


class FrozenOmitted(NamedTuple):
    """It within a step: one force at positions `now`, and another, turned with the body, at all others."""

    now: np.ndarray
    here: np.ndarray
    ahead: np.ndarray

    loss = "damping"

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        force = self.here if x is self.now else self.ahead
        out += force
        return -float(np.vdot(force, v))

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Any) -> None:
        """It is constant within a step."""

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """What is left out takes or brings energy: nothing stores that, so that it counts as work."""
        return float(np.vdot(f, along))


def _sum_of(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Σ a × b over the nodes."""
    return np.cross(a, b, axis=0).sum(axis=1)
