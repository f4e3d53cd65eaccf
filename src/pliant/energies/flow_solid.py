"""Solids that flow: the shape at rest of every sample is moulded, and its volume kept.

Of the deformation F of a sample only F_e = F Q meets with stress, where Q = F_p⁻¹ is what has flown, det Q = 1. A step
takes Q to Q exp(−p), and p is part of what an implicit step solves for: `yielding` has the law. So stress is never
beyond the limit, and a step is the minimum of one function.

*Hardening* H is a spring that nothing moulds beside one that yields without hardening. In small strain

    C(d − p) ,  |C(d − p) − H C p| ≤ Y    and    a C d + b C(d − q) ,  |b C(d − q)| ≤ bY                        (1)

are the same for a = H/(1 + H), b = 1/(1 + H) and q = (1 + H)p, with a dashpot τ in the one and τ/(1 + H) in the other.

*Viscous flow* in BDF2 starts from where two steps lead, with h = ⅔Δt. From Q_n and Q_{n−1}, whose strain to it is
S = Q_n⁻¹Q_{n−1}Q_{n−1}ᵀQ_n⁻ᵀ = exp(2Δp),

    Q_ref = Q_n exp(−Δp/3) = Q_n S^(−1/6) ,                                                                   (2)

for which flow is of second order, with a limit as well: what stands still has Q_ref = Q_n. Sliders without a dashpot,
or with one that is quick beside the step, start from Q_n: flow that ends at once must not be carried on.

Schemes that only evaluate forces see matter yield at the positions they ask for, and dashpots as they were when the
step began. A negative time swells: p = dev ε/r at the end of a step, as far as the `bound`. What a step dissipates is
√(2/3) Y|Δp| (Tresca's: Y max|Δp_i|) in sliders, and 2μτ|Δp|²/Δt in dashpots, by their mean rate.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies.continuum import put, size_factor
from pliant.energies.elements import ROW, ElementEnergy
from pliant.energies.flow import DISSIPATED
from pliant.energies.giving_way import VALUES, begin_flow, flow_of, settle, three
from pliant.energies.small_matrices import cross, dot, image, principal
from pliant.energies.yielding import yielding
from pliant.model.flow import Unit
from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel, merged, place

_UNIT = np.eye(3).ravel()


def arms_of(unit: Unit) -> list[Unit]:
    """The units without hardening, side by side, that do what one does: (1)."""
    if unit.hardening == 0.0 or unit.limit == np.inf:
        return [unit]
    firm = 1.0 + unit.hardening
    gives = Unit(unit.share / firm, unit.time / firm, 0.0, unit.limit / firm)
    return [gives, Unit(unit.share * unit.hardening / firm, limit=np.inf)]


class MouldedEnergy:
    """The energy of solid cells or tetrahedra (`Continuum`) with one unit that gives way, without hardening."""

    def __init__(
        self,
        elastic: ElementEnergy,
        unit: Unit,
        name: str,
        *,
        tresca: bool = False,
        heat: Any = None,
        bound: float = np.inf,
    ):
        self.elastic, self.unit, self.name, self._tresca, self._heat = elastic, unit, name, tresca, heat
        self._bound = bound
        self.pattern, self.relaxation = elastic.pattern, elastic.relaxation
        self.nodes = elastic.nodes
        self._samples, self._count = elastic.law.volume.shape
        self._own = elastic.law
        self._never = np.full(self._count, np.inf)
        self._limit, self._drag = self._never, np.zeros(self._count)
        self._start = np.repeat(_UNIT[:, None], self._samples * self._count, axis=1)
        self._step: StepContext | None = None
        self._interval = np.inf
        self._law = yielding(self._own, self._never, self._drag, tresca)
        elastic.replace(self._law)

    def memory(self) -> dict[str, np.ndarray]:
        """Q of every sample row by row, (9, samples · n), that of the step before, and what has been dissipated."""
        blank = np.repeat(_UNIT[:, None], self._samples * self._count, axis=1)
        warm = self._heat.memory(self.elastic.layout) if self._heat is not None else {}
        return {
            self.name: blank,
            f"{self.name}/before": blank.copy(),
            f"{self.name}/{DISSIPATED}": np.zeros(2),
            **warm,
        }

    def begin_step(self, step: StepContext) -> None:
        self._step = step
        now, unit = step.memory[self.name], self.unit
        self._start[:] = now
        self._limit, self._drag = self._never, np.zeros(self._count)
        flows = np.isfinite(step.dt) and unit.limit < np.inf
        if flows:
            # Sliders alone have no rate, and one that is quick beside the step goes on when stress falls at once.
            smooth = unit.time > (step.dt if unit.limit > 0.0 else 0.0)
            second = step.implicit and step.earlier is not None and smooth
            soft = (
                self._heat.at(step.memory, self.nodes)[0] if self._heat is not None else np.ones(self._count)
            )
            firm = soft <= 0.0
            size = unit.limit * np.sqrt(0.5 if self._tresca else 2.0 / 3.0)
            self._limit = np.where(firm, np.inf, size)
            self._interval = step.interval if second else step.dt
            self._drag = unit.time / self._interval / np.where(firm, 1.0, soft)
            if second:
                go_on(now, step.memory[f"{self.name}/before"], np.tile(firm, self._samples), self._start)
        within = unit.time == 0.0 or (step.implicit and unit.time > 0.0)
        self._law = self._moulded(self._start, step.memory, self._limit if within else self._never)
        self.elastic.replace(self._law)
        self.elastic.begin_step(step)

    def at_rest(self, memory: Any) -> tuple[np.ndarray, np.ndarray]:
        """Q (3, 3, samples, n), and the moduli μ and K (2, n) at the present temperature."""
        return memory[self.name].reshape(3, 3, self._samples, self._count), self._moduli(memory)

    def _moduli(self, memory: Any) -> np.ndarray:
        moduli = self._own.moduli
        if self._heat is None:
            return moduli
        return np.stack([moduli[0] * self._heat.at(memory, self.nodes)[1], moduli[1]])

    def _moulded(self, flown: np.ndarray, memory: Any, limit: np.ndarray) -> Any:
        """The law from a shape at rest on, at the present temperature."""
        law, q = self._own, flown.reshape(3, 3, self._samples, self._count)
        gradients = np.empty_like(law.gradients)
        for i in range(self._samples):
            rows = slice(law.starts[i], law.starts[i + 1])
            gradients[rows] = np.einsum("abn,kan->kbn", q[:, :, i], law.gradients[rows])
        moulded = law._replace(gradients=gradients, moduli=self._moduli(memory))
        return yielding(moulded, limit, self._drag, self._tresca)

    def stored(self, x: np.ndarray) -> float:
        """The elastic energy [J], as of the last step."""
        assert self._step is not None
        memory = self._step.memory
        return self.elastic.stored(x, self._moulded(memory[self.name], memory, self._never))

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self.elastic.add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        self.elastic.add_hessian(x, matrix, psd)

    def end_step(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        """Mould the samples, and count what they have dissipated."""
        assert self._step is not None
        now, before = memory[self.name], memory[f"{self.name}/before"]
        before[:] = now
        if np.all(self._limit == np.inf):
            return
        law, step = self._law, self._step
        spent = mould(
            self.elastic.measures(x), self._start, before, law.volume * law.shares[:, :1], law.moduli[0],
            self._limit, self._drag, self._interval / step.dt, self._tresca, self._bound, now,
        )  # fmt: skip
        memory[f"{self.name}/{DISSIPATED}"] += spent

    def flown(self, memory: Any) -> np.ndarray:
        """How far samples have flown, |½(I − QᵀQ)|, the mean of every element (n,)."""
        q = memory[self.name].reshape(3, 3, -1)
        strain = 0.5 * (np.eye(3)[:, :, None] - np.einsum("kin,kjn->ijn", q, q))
        return np.sqrt((strain**2).sum(axis=(0, 1))).reshape(self._samples, -1).mean(axis=0)


# ---------------------------------------------------------------- samples


_AXES, _ROWS = 21, 30  # of scratch memory


@kernel
def mould(measured, start, before, volume, shear, limit, drag, share, tresca, bound, out):
    """Q of all samples at the end of a step, from what it started with.

    Returns what is dissipated [J] by dashpots and sliders on the way from `before`; `share` is that of Δt in which flow
    is counted.
    """
    samples, n = volume.shape
    spent, w = np.zeros(2), np.zeros(_ROWS * ROW)
    for i in range(samples):
        for first in range(0, n, ROW):
            width = min(ROW, n - first)
            flow_rows(measured, i, first, width, shear, limit, drag, tresca, w)
            for j in range(width):
                e = first + j
                s = i * n + e
                p = flow_of(w, 0, j) if drag[e] >= 0.0 else swelling(three(w, VALUES, j), drag[e])
                if volume[i, e] == 0.0 or limit[e] == np.inf or (p[0] == 0.0 and p[1] == 0.0 and p[2] == 0.0):
                    copy(start, s, out)
                    continue
                v0, v1, v2 = three(w, _AXES, j), three(w, _AXES + 3, j), three(w, _AXES + 6, j)
                shape_by(start, s, np.exp(-p[0]), np.exp(-p[1]), np.exp(-p[2]), v0, v1, v2, out)
                if drag[e] < 0.0 and strain_of(out, s) > bound:
                    copy(before, s, out)
                (a, b, c), _, _, _ = change(out, before, s)
                a, b, c = 0.5 * np.log(a), 0.5 * np.log(b), 0.5 * np.log(c)
                square = a * a + b * b + c * c
                way = np.sqrt(2.0) * max(abs(a), abs(b), abs(c)) if tresca else np.sqrt(square)
                spent[0] += volume[i, e] * 2.0 * shear[e] * drag[e] * share * square
                spent[1] += volume[i, e] * limit[e] * way
    return spent


@merged
def flow_rows(measured, i, first, n, shear, limit, drag, tresca, w):
    """How far sample i of n elements flows, and its principal axes."""
    k = 7 * i
    for j in range(n):
        e = place(first + j)
        values, v0, v1, v2 = principal(
            measured[k, e], measured[k + 1, e], measured[k + 2, e],
            measured[k + 3, e], measured[k + 4, e], measured[k + 5, e],
        )  # fmt: skip
        phi, _, _ = size_factor(measured[k + 6, e])
        begin_flow(w, 0, j, values, limit[e] / (phi * shear[e]), max(drag[e], 0.0) / phi, tresca)
        put(w, _AXES, j, v0)
        put(w, _AXES + 3, j, v1)
        put(w, _AXES + 6, j, v2)
    settle(w, 0, n, tresca)


@merged
def copy(q, s, out):
    for c in range(9):
        out[c, s] = q[c, s]


@kernel
def go_on(now, before, firm, out):
    """(2) at all samples but those that are firm."""
    for s in range(now.shape[1]):
        if not firm[s]:
            (a, b, c), v0, v1, v2 = change(now, before, s)
            shape_by(now, s, a ** (-1.0 / 6.0), b ** (-1.0 / 6.0), c ** (-1.0 / 6.0), v0, v1, v2, out)


@merged
def swelling(values, r):
    """dev ε/r from principal values of FᵀF."""
    a, b, c = np.log(max(values[0], 1e-12)), np.log(max(values[1], 1e-12)), np.log(max(values[2], 1e-12))
    mean = (a + b + c) / 3.0
    return 0.5 * (a - mean) / r, 0.5 * (b - mean) / r, 0.5 * (c - mean) / r


@merged
def strain_of(q, s):
    """|½(I − QᵀQ)|."""
    total = 0.0
    for u in range(3):
        for v in range(3):
            part = q[u, s] * q[v, s] + q[3 + u, s] * q[3 + v, s] + q[6 + u, s] * q[6 + v, s]
            total += (part - (1.0 if u == v else 0.0)) ** 2
    return 0.5 * np.sqrt(total)


@merged
def shape_by(q, s, a, b, c, v0, v1, v2, out):
    """out = Q Σ a v vᵀ, normalised to det 1."""
    m00 = a * v0[0] * v0[0] + b * v1[0] * v1[0] + c * v2[0] * v2[0]
    m11 = a * v0[1] * v0[1] + b * v1[1] * v1[1] + c * v2[1] * v2[1]
    m22 = a * v0[2] * v0[2] + b * v1[2] * v1[2] + c * v2[2] * v2[2]
    m01 = a * v0[0] * v0[1] + b * v1[0] * v1[1] + c * v2[0] * v2[1]
    m02 = a * v0[0] * v0[2] + b * v1[0] * v1[2] + c * v2[0] * v2[2]
    m12 = a * v0[1] * v0[2] + b * v1[1] * v1[2] + c * v2[1] * v2[2]
    for u in range(3):
        x, y, z = q[3 * u, s], q[3 * u + 1, s], q[3 * u + 2, s]
        out[3 * u, s] = x * m00 + y * m01 + z * m02
        out[3 * u + 1, s] = x * m01 + y * m11 + z * m12
        out[3 * u + 2, s] = x * m02 + y * m12 + z * m22
    scale = np.cbrt(1.0 / determinant(out, s))
    for k in range(9):
        out[k, s] *= scale


@merged
def determinant(q, s):
    return (
        q[0, s] * (q[4, s] * q[8, s] - q[5, s] * q[7, s])
        - q[1, s] * (q[3, s] * q[8, s] - q[5, s] * q[6, s])
        + q[2, s] * (q[3, s] * q[7, s] - q[4, s] * q[6, s])
    )


@merged
def change(now, before, s):
    """Principal values and axes of S = Q⁻¹ B Bᵀ Q⁻ᵀ for Q now and B before."""
    # rows of Q⁻¹ are cross products of the columns of Q, whose determinant is 1
    q0, q1, q2 = (
        (now[0, s], now[3, s], now[6, s]),
        (now[1, s], now[4, s], now[7, s]),
        (now[2, s], now[5, s], now[8, s]),
    )
    r0, r1, r2 = cross(q1, q2), cross(q2, q0), cross(q0, q1)
    b = (before[0, s], before[3, s], before[6, s], before[1, s], before[4, s], before[7, s],
         before[2, s], before[5, s], before[8, s])  # fmt: skip
    a0, a1, a2 = image(b, r0), image(b, r1), image(b, r2)  # rows of Q⁻¹B
    return principal(dot(a0, a0), dot(a1, a1), dot(a2, a2), dot(a0, a1), dot(a0, a2), dot(a1, a2))
