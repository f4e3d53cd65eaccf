"""Solids that flow: the shape at rest of every sample is moulded, and its volume kept.

Of the deformation F of a sample only F_e = F Q meets with stress, where Q = F_p⁻¹ is what has flown, det Q = 1. The law
(`continuum`) is used as it is, with gradients Qᵀg_k in place of g_k. The strain in the flown shape, without its volume,
and the stress that drives the flow are

    ε = ½ dev(F_eᵀF_e)/(⅓ tr F_eᵀF_e) ,   ξ = ε − H dev ½(I − QᵀQ) ,   q = √(3/2) 2μ|ξ|                        (1)

and at the end of a step, with r = τ/h,

    Δp = ξ (1 − limit/q)₊/(1 + H + r) ,   Q ← Q (I + ½Δp)⁻¹(I − ½Δp) , normalised to det Q = 1.                  (2)

q is von Mises' stress; for Tresca's condition it is the largest difference of principal values of 2μξ, and flow goes
the same way. Within a step Q does not change: flow lags behind by one step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies.elements import ElementEnergy
from pliant.energies.flow import DISSIPATED
from pliant.model.flow import Unit
from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel

_UNIT = np.eye(3).ravel()


class MouldedEnergy:
    """The energy of solid cells or tetrahedra (`Continuum`) with one unit that gives way."""

    def __init__(self, elastic: ElementEnergy, unit: Unit, name: str, tresca: bool = False, heat: Any = None):
        self.elastic, self.unit, self.name, self._tresca, self._heat = elastic, unit, name, tresca, heat
        self.pattern, self.relaxation = elastic.pattern, elastic.relaxation
        self.nodes = elastic.nodes
        self._samples, self._count = elastic.law.volume.shape
        self._ratio = np.inf
        self._soft = np.ones(self._count)

    def memory(self) -> dict[str, np.ndarray]:
        """Q of every sample row by row, (9, samples · n), and what has been dissipated."""
        blank = np.repeat(_UNIT[:, None], self._samples * self._count, axis=1)
        warm = self._heat.memory(self.elastic.layout) if self._heat is not None else {}
        return {self.name: blank, f"{self.name}/{DISSIPATED}": np.zeros(2), **warm}

    def begin_step(self, step: StepContext) -> None:
        self._compose(step.memory)
        self.elastic.begin_step(step)
        self._ratio = self.unit.time / step.dt if np.isfinite(step.dt) else np.inf

    def at_rest(self, memory: Any) -> tuple[np.ndarray, np.ndarray]:
        """Q (3, 3, samples, n), and the moduli μ and K (2, n) at the present temperature."""
        moduli = self.elastic.law.moduli
        if self._heat is not None:
            moduli = np.stack([moduli[0] * self._heat.at(memory, self.nodes)[1], moduli[1]])
        return memory[self.name].reshape(3, 3, self._samples, self._count), moduli

    def _compose(self, memory: Any) -> None:
        """The elastic law from the present shape at rest on, at the present temperature."""
        law = self.elastic.law
        q, moduli = self.at_rest(memory)
        if self._heat is not None:
            self._soft = self._heat.at(memory, self.nodes)[0]
        gradients = np.empty_like(law.gradients)
        for i in range(self._samples):
            rows = slice(law.starts[i], law.starts[i + 1])
            gradients[rows] = np.einsum("abn,kan->kbn", q[:, :, i], law.gradients[rows])
        self.elastic.replace(law._replace(gradients=gradients, moduli=moduli))

    def stored(self, x: np.ndarray) -> float:
        return self.elastic.stored(x)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self.elastic.add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        self.elastic.add_hessian(x, matrix, psd)

    def end_step(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        if not np.isfinite(self._ratio) or self.unit.limit == np.inf:
            return
        law, unit = self.elastic.law, self.unit
        weight = law.volume * law.shares[:, :1] * law.moduli[0]
        held = self.elastic.stored(x)
        spent = mould(
            self.elastic.measures(x), memory[self.name], weight, law.moduli[0], self._soft,
            unit.hardening, self._ratio, unit.limit, self._tresca,
        )  # fmt: skip
        if unit.hardening == 0.0 and spent != 0.0:  # what the body holds less now, exactly
            self._compose(memory)
            spent = held - self.elastic.stored(x)
        memory[f"{self.name}/{DISSIPATED}"][int(unit.limit > 0.0)] += spent

    def flown(self, memory: Any) -> np.ndarray:
        """How far samples have flown, |½(I − QᵀQ)|, the mean of every element (n,)."""
        q = memory[self.name].reshape(3, 3, -1)
        strain = 0.5 * (np.eye(3)[:, :, None] - np.einsum("kin,kjn->ijn", q, q))
        return np.sqrt((strain**2).sum(axis=(0, 1))).reshape(self._samples, -1).mean(axis=0)


@kernel
def mould(measured, memory, weight, shear, soft, hardening, ratio, limit, tresca):
    """(2) for all samples; returns what is dissipated [J]."""
    samples, n = weight.shape
    spent = 0.0
    g, q, b, d, c = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3))
    for i in range(samples):
        for j in range(n):
            if weight[i, j] == 0.0 or soft[j] <= 0.0:
                continue
            k, s = 7 * i, i * n + j
            g[0, 0], g[1, 1], g[2, 2] = measured[k, j], measured[k + 1, j], measured[k + 2, j]
            g[0, 1] = g[1, 0] = measured[k + 3, j]
            g[0, 2] = g[2, 0] = measured[k + 4, j]
            g[1, 2] = g[2, 1] = measured[k + 5, j]
            third = max((g[0, 0] + g[1, 1] + g[2, 2]) / 3.0, 1e-12)
            for u in range(3):
                for v in range(3):
                    q[u, v] = memory[3 * u + v, s]
            square, trace = 0.0, 0.0
            for u in range(3):
                for v in range(3):
                    b[u, v] = 0.5 * g[u, v] / third
                    if hardening > 0.0:
                        for w in range(3):
                            b[u, v] += 0.5 * hardening * q[w, u] * q[w, v]
                trace += b[u, u]
            for u in range(3):
                b[u, u] -= trace / 3.0
            for u in range(3):
                for v in range(3):
                    square += b[u, v] * b[u, v]
            size = 2.0 * shear[j] * (largest_difference(b) if tresca else np.sqrt(1.5 * square))
            if size <= limit or size == 0.0:
                continue
            factor = (1.0 - limit / size) / (1.0 + hardening + ratio / soft[j])
            spent += weight[i, j] * 2.0 * factor * (1.0 - (1.0 + hardening) * factor) * square
            # (I + ½Δp)⁻¹(I − ½Δp) = 2(I + ½Δp)⁻¹ − I
            for u in range(3):
                for v in range(3):
                    c[u, v] = 0.5 * factor * b[u, v] + (1.0 if u == v else 0.0)
            invert(c, d)
            det = 1.0
            for u in range(3):
                for v in range(3):
                    b[u, v] = 2.0 * d[u, v] - (1.0 if u == v else 0.0)
            for u in range(3):
                for v in range(3):
                    c[u, v] = q[u, 0] * b[0, v] + q[u, 1] * b[1, v] + q[u, 2] * b[2, v]
            det = determinant(c)
            scale = np.cbrt(1.0 / det) if det > 1e-12 else 1.0
            for u in range(3):
                for v in range(3):
                    memory[3 * u + v, s] = scale * c[u, v]
    return spent


@kernel
def determinant(a):
    return (
        a[0, 0] * (a[1, 1] * a[2, 2] - a[1, 2] * a[2, 1])
        - a[0, 1] * (a[1, 0] * a[2, 2] - a[1, 2] * a[2, 0])
        + a[0, 2] * (a[1, 0] * a[2, 1] - a[1, 1] * a[2, 0])
    )


@kernel
def invert(a, out):
    """out = a⁻¹, by cofactors."""
    scale = 1.0 / determinant(a)
    for u in range(3):
        for v in range(3):
            i, j, k, m = (v + 1) % 3, (v + 2) % 3, (u + 1) % 3, (u + 2) % 3
            out[u, v] = scale * (a[i, k] * a[j, m] - a[i, m] * a[j, k])


@kernel
def largest_difference(a):
    """The largest less the smallest principal value of a symmetric matrix without trace."""
    square = 0.0
    for u in range(3):
        for v in range(3):
            square += a[u, v] * a[u, v]
    radius = np.sqrt(square / 6.0)
    if radius == 0.0:
        return 0.0
    turn = np.arccos(min(1.0, max(-1.0, 0.5 * determinant(a) / radius**3))) / 3.0
    return 2.0 * radius * (np.cos(turn) - np.cos(turn + 2.0943951023931953))
