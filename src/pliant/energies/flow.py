"""Energies of matter that flows: an elastic energy whose rest state gives way under stress.

The units of `model.flow`, one after the other in arms side by side, are integrated over a step of length h by implicit
Euler, so that flow does not depend on how a step is cut and never overshoots:

    p = p_n + Δp ,   Δp along the flow, (τ/h) C Δp = C(d − (1 + H)p) − limit                                    (1)

*Without a limit* p is linear in the strain d, at all points alike: with r = τ/h and θ = 1/(1 + H + r)

    p = θ(d + r p_ref) ,   Σ share C(d − p) = S C(d − d⁰) ,   S = Σ share(1 − θ) ,   S d⁰ = Σ share θ r p_ref      (2)

that is, for the duration of the step, an elastic body with S times the stiffness and another rest state. p_ref is p_n,
or with BDF2 that of two steps, (4p_n − p_{n−1})/3 and h = ⅔Δt: flow is then of second order.

*With a limit*, in the coordinates z of `flow_points`, the trial stress ξ = A(d − (1 + H)p_n) is brought back to

    z = ξ/(1 + (1 + H)λΛ) ,   |z|(1 − r Λ̄λ) = limit                                                          (3)

for a λ ≥ 0, found by Newton's method from zero, which converges from below because the left side is convex. The least
over p of energy, hardening and dissipation is a function of d whose gradient is σ = C(d − p): within a step matter that
yields has an energy too, and the line search of the integrator can trust it.

Its Hessian by d is, with u = z/(1 + (1 + H)λΛ), a = (1 + H)Λ and c = rΛ̄,

    Aᵀ [1/Λ − λ/(1 + aλ) − κ uuᵀ] A ,   κ = (1 − cλ)/((1 − cλ) Σ a z u + c|z|²)                                (4)

and that by x is the elastic one of matter with this stiffness, and a rest state that makes the stress the same.

Schemes that only evaluate forces see p as it was when the step began (with a limit: (3) with r at the step's length).
What a step has dissipated is added up: for every dashpot its stress τ C Δp/Δt times Δp, for sliders the limit times Δp.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies.flow_points import Points
from pliant.energies.heat import Heat
from pliant.model.flow import Unit
from pliant.model.protocols import StepContext
from pliant.numerics.compile import kernel

_ITERATIONS = 60
DISSIPATED = "dissipated"  # in the memory: [J], viscous and plastic


class FlowingEnergy:
    """An elastic energy, whose `strains` and `flow` are used, with the units that give way in it.

    `limit` (n,) is that of the unit in the coordinates of the `points`; `bound` holds back what a negative time swells;
    `heat` makes the units the softer the hotter the `nodes` (n, k) around the points are. `scale` (n,) is for `flown`.
    """

    def __init__(
        self,
        elastic: Any,
        points: Points,
        units: list[Unit],
        name: str,
        *,
        limit: Any = 0.0,
        bound: float = np.inf,
        heat: Heat | None = None,
        nodes: np.ndarray | None = None,
        scale: np.ndarray | float = 1.0,
    ):
        self.elastic, self.points, self.units, self.name, self.bound = elastic, points, units, name, bound
        self.pattern = elastic.pattern
        self.relaxation = getattr(elastic, "relaxation", 0.0)
        self._limit = np.array(np.broadcast_to(limit, points.shape[1]), dtype=float)
        self.yields = len(units) == 1 and 0.0 < units[0].limit < np.inf
        self._linear = [i for i, unit in enumerate(units) if unit.limit == 0.0]
        self._swells = any(units[i].time < 0.0 for i in self._linear)
        self._shape = getattr(elastic, "strain_shape", points.shape)
        self._step: StepContext | None = None
        self._now = np.zeros(points.shape)
        self._reference = np.zeros((len(units), *points.shape))
        self._ratios = np.zeros(len(units))
        self._heat, self.nodes, self._scale = heat, nodes, scale
        self._soft: np.ndarray | float = 1.0
        self._stiff: np.ndarray | float = 1.0

    # ------------------------------------------------------------ memory

    def memory(self) -> dict[str, np.ndarray]:
        """The strain of every unit, and that of the step before; and what they have dissipated."""
        blank = np.zeros((len(self.units), *self.points.shape))
        return {
            self.name: blank,
            f"{self.name}/before": blank.copy(),
            f"{self.name}/{DISSIPATED}": np.zeros(2),
            **(self._heat.memory(self.elastic.layout) if self._heat is not None else {}),
        }

    def flown(self, memory: Any) -> np.ndarray:
        """How far the points have flown, as a strain (n,); no number where there is no matter."""
        shares = np.array([unit.share for unit in self.units])
        z = np.einsum("ijn,jn->in", self.points.to_stress, np.tensordot(shares, memory[self.name], axes=1))
        size = np.sqrt((z * z / self.points.modulus).sum(axis=0)) * self._scale
        return np.where(self.points.weight > 0.0, size, np.nan)

    def at_rest(self, memory: Any) -> tuple[np.ndarray, np.ndarray | float]:
        """The strain (m, n) that is without stress now, and what share (n,) of its stiffness matter has.

        The stress of all arms is Σ share C(d − p) = C(d − Σ share p), as their shares add up to one.
        """
        shares = np.array([unit.share for unit in self.units])
        warm = self._heat is not None and self.nodes is not None
        stiff = self._heat.at(memory, self.nodes)[1] if warm else 1.0  # type: ignore[union-attr, arg-type]
        return np.tensordot(shares, memory[self.name], axes=1), stiff

    def begin_step(self, step: StepContext) -> None:
        self.elastic.begin_step(step)
        self._step = step
        flown = step.memory[self.name]
        if self.yields:
            self._ratios[0] = self.units[0].time / step.dt if np.isfinite(step.dt) else np.inf
            self._reference[0] = flown[0]
            if not step.implicit:
                self._yield_to(step.x)
            return
        second_order = step.implicit and step.earlier is not None
        for i, unit in enumerate(self.units):
            within = unit.limit == 0.0 and unit.time > 0.0  # the others are set, or moved after the step
            interval = step.interval if second_order and within else step.dt
            self._ratios[i] = unit.time / interval if np.isfinite(interval) else np.inf
            self._reference[i] = flown[i]
            if second_order and within:
                self._reference[i] = (4.0 * flown[i] - step.memory[f"{self.name}/before"][i]) / 3.0
        if self._heat is not None and self.nodes is not None:
            self._soft, self._stiff = self._heat.at(step.memory, self.nodes)
            firm = self._soft <= 0.0  # it stays as it is
            self._reference[:] = np.where(firm, flown, self._reference)
        self._condense(step.implicit)

    def _condense(self, implicit: bool) -> None:
        """(2) for the step, or the present strains of the units."""
        scale, rest = 0.0, np.zeros(self.points.shape)
        for i, unit in enumerate(self.units):
            theta = self._share_of(i) if implicit else 0.0
            scale += unit.share * (1.0 - theta)
            rest += unit.share * (1.0 - (1.0 + unit.hardening) * theta) * self._reference[i]
        self.elastic.flow(self._shaped(rest / scale), scale * self._stiff)

    def _share_of(self, i: int) -> np.ndarray | float:
        """θ of (2); zero for a unit that is set, or that swells: then it is moved after the step."""
        unit = self.units[i]
        if unit.limit != 0.0 or unit.time < 0.0 or not np.isfinite(self._ratios[i]):
            return 0.0
        return self._soft / (self._soft * (1.0 + unit.hardening) + self._ratios[i])

    def _shaped(self, p: np.ndarray) -> np.ndarray:
        """Strains as the elastic energy has them."""
        return p.reshape(self._shape)

    # ------------------------------------------------------------ energy

    def _strains(self, x: np.ndarray) -> np.ndarray:
        return self.elastic.strains(x).reshape(self.points.shape)

    def _yield_to(self, x: np.ndarray) -> float:
        """Bring the stress at x back to the limit; returns what hardening stores and flow takes [J]."""
        p, unit = self.points, self.units[0]
        extra, viscous, plastic = bring_back(
            self._strains(x), self._reference[0], unit.hardening, self._ratios[0], self._limit,
            p.to_stress, p.to_strain, p.modulus, p.weight, self._now,
        )  # fmt: skip
        self._spent = (viscous, plastic)
        self.elastic.flow(self._shaped(self._now), 1.0)
        return extra

    def stored(self, x: np.ndarray) -> float:
        """The elastic energy [J] and that of hardening, as of the last step."""
        assert self._step is not None
        flown = self._step.memory[self.name]
        total = 0.0
        for unit, p in zip(self.units, flown, strict=True):
            self.elastic.flow(self._shaped(p), unit.share * self._stiff)
            total += self.elastic.stored(x)
            if unit.hardening:
                total += unit.share * unit.hardening * self._energy_of(p)
        return total

    def _energy_of(self, p: np.ndarray) -> float:
        """Σ weight ½ p·C p."""
        z = np.einsum("ijn,jn->in", self.points.to_stress, p)
        return 0.5 * float(np.sum(self.points.weight * (z * z / self.points.modulus).sum(axis=0)))

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        extra = self._yield_to(x) if self.yields_within else 0.0
        return extra + self.elastic.add_gradient(x, out)

    @property
    def yields_within(self) -> bool:
        """Whether what yields is part of what the step solves for."""
        return self.yields and self._step is not None and self._step.implicit

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        """The true one, (4), but where strain has several numbers and no tangent is known: then the elastic one."""
        if not self.yields_within:
            self.elastic.add_hessian(x, matrix, psd)
            return
        self._yield_to(x)
        softened = getattr(self.elastic, "take_tangent", None)
        if len(self._now) == 1 or softened is not None:
            d = self._strains(x)
            rest, stiffness = self._tangent(d)
            if softened is not None:
                softened(self._shaped(rest), stiffness)
            else:
                p = self.points
                own = np.where(p.weight > 0.0, p.weight * p.modulus[0], 1.0)
                self.elastic.flow(self._shaped(rest), stiffness[0, 0] / own)
        self.elastic.add_hessian(x, matrix, psd)
        self.elastic.flow(self._shaped(self._now), 1.0)

    def _tangent(self, d: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rest state (m, n) and the stiffness (m, m, n) of the elastic matter that resists alike at strains d."""
        p, unit = self.points, self.units[0]
        stress, stiffness = np.zeros_like(d), np.zeros_like(p.to_stress)
        tangents(
            d, self._reference[0], self._now, unit.hardening, self._ratios[0],
            p.to_stress, p.modulus, p.weight, stress, stiffness,
        )  # fmt: skip
        apart = np.linalg.solve(np.moveaxis(stiffness, -1, 0), stress.T[:, :, None])[:, :, 0].T
        return d - apart, stiffness

    # ------------------------------------------------------------ after a step

    def end_step(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        """Move the units, and count what they have dissipated."""
        flown, before = memory[self.name], memory[f"{self.name}/before"]
        spent = memory[f"{self.name}/{DISSIPATED}"]
        if self.yields:
            before[:] = flown
            self._yield_to(x)
            flown[0] = self._now
            spent += self._spent
            return
        assert self._step is not None
        started = self._strains(self._step.x) if self._heat is not None or self._swells else 0.0
        d = self._strains(x)
        for i in self._linear:
            unit, r = self.units[i], self._ratios[i]
            if unit.time > 0.0:
                theta = self._share_of(i)
                p = theta * d + (1.0 - (1.0 + unit.hardening) * theta) * self._reference[i]
            else:
                p = flown[i] + (d - flown[i]) / r
                p = np.clip(p, -self.bound, self.bound)
            if self._heat is None and unit.time > 0.0:
                spent[0] += unit.share * unit.time * self._rate_of_work(p - flown[i])
            else:
                spent[0] += unit.share * self._work_along(0.5 * (d + started), p, flown[i], unit.hardening)
            before[i] = flown[i]
            flown[i] = p

    def _rate_of_work(self, change: np.ndarray) -> float:
        """Σ weight Δp·C Δp/Δt: times τ the work of a dashpot in a step, by its mean rate, which is of second order."""
        assert self._step is not None
        return 2.0 * self._energy_of(change) / self._step.dt

    def _work_along(self, d: np.ndarray, p: np.ndarray, flown: np.ndarray, hardening: float) -> float:
        """Σ weight s·C Δp, the mean stress on a dashpot times its way: also if it is set or stopped meanwhile."""
        stiff = np.sqrt(self._stiff)
        s, change = stiff * (d - 0.5 * (1.0 + hardening) * (p + flown)), stiff * (p - flown)
        return self._work(s, change)

    def _work(self, a: np.ndarray, b: np.ndarray) -> float:
        """Σ weight a·C b = ¼ Σ weight ((a + b)·C(a + b) − (a − b)·C(a − b))."""
        return 0.5 * (self._energy_of(a + b) - self._energy_of(a - b))


@kernel
def bring_back(d, p, hardening, ratio, limit, to_stress, to_strain, modulus, weight, out):
    """(3) at all points: `out` is p after the step.

    Returns the energy that comes besides the elastic one, and what is dissipated by dashpots and sliders [J].
    """
    m, n = d.shape
    z, e = np.zeros(m), np.zeros(m)
    extra, viscous, plastic = 0.0, 0.0, 0.0
    for j in range(n):
        square = 0.0
        for i in range(m):
            total = 0.0
            for k in range(m):
                total += to_stress[i, k, j] * (d[k, j] - (1.0 + hardening) * p[k, j])
            z[i] = total
            square += total * total
        size = np.sqrt(square)
        top = 0.0
        for i in range(m):
            out[i, j] = p[i, j]
            top = max(top, modulus[i, j])
        if size > limit[j] and np.isfinite(ratio):
            flow = 0.0
            for _ in range(_ITERATIONS):
                square, slope = 0.0, 0.0
                for i in range(m):
                    factor = (1.0 + hardening) * modulus[i, j]
                    e[i] = z[i] / (1.0 + factor * flow)
                    square += e[i] * e[i]
                    slope -= e[i] * e[i] * factor / (1.0 + factor * flow)
                size = np.sqrt(square)
                less = 1.0 - ratio * top * flow
                value = size * less - limit[j]
                change = value / (size * ratio * top - slope / size * less)
                flow += change
                if change <= 1e-14 * flow:
                    break
            size = 0.0
            for i in range(m):
                e[i] = z[i] / (1.0 + (1.0 + hardening) * modulus[i, j] * flow)
                size += e[i] * e[i]
            size = np.sqrt(size)
            for i in range(m):
                total = 0.0
                for k in range(m):
                    total += to_strain[i, k, j] * e[k]
                out[i, j] += flow * total
            slip = flow * size
            plastic += weight[j] * limit[j] * slip
            viscous += weight[j] * ratio * top * slip * slip
        if hardening > 0.0:
            for i in range(m):
                total = 0.0
                for k in range(m):
                    total += to_stress[i, k, j] * out[k, j]
                extra += 0.5 * weight[j] * hardening * total * total / modulus[i, j]
    return extra + plastic + 0.5 * viscous, viscous, plastic


_FIRM = 1e-6  # of the elastic stiffness: what is left at least of matter that yields


@kernel
def tangents(d, p, now, hardening, ratio, to_stress, modulus, weight, stress, stiffness):
    """(4) at all points, times their weights, and the stress AᵀΛ⁻¹z of the springs; never quite without stiffness."""
    m, n = d.shape
    z, u, diagonal = np.zeros(m), np.zeros(m), np.zeros(m)
    for j in range(n):
        # λ from Δp, by A Δp = λ Λ z and z = ξ − (1 + H) A Δp
        along, square, top = 0.0, 0.0, 0.0
        for i in range(m):
            trial, moved = 0.0, 0.0
            for k in range(m):
                trial += to_stress[i, k, j] * (d[k, j] - (1.0 + hardening) * p[k, j])
                moved += to_stress[i, k, j] * (now[k, j] - p[k, j])
            z[i] = trial - (1.0 + hardening) * moved
            along += moved * z[i] * modulus[i, j]
            square += (z[i] * modulus[i, j]) ** 2
            top = max(top, modulus[i, j])
        flow = along / square if square > 0.0 else 0.0
        rate, total, length = ratio * top, 0.0, 0.0
        for i in range(m):
            a = (1.0 + hardening) * modulus[i, j]
            u[i] = z[i] / (1.0 + a * flow)
            diagonal[i] = 1.0 / modulus[i, j] - flow / (1.0 + a * flow)
            total += a * z[i] * u[i]
            length += z[i] * z[i]
        less = 1.0 - rate * flow
        kappa = less / (less * total + rate * length) if flow > 0.0 else 0.0
        for a in range(m):
            for b in range(m):
                value = 0.0
                for i in range(m):
                    left = to_stress[i, a, j]
                    value += left * (diagonal[i] + _FIRM / modulus[i, j]) * to_stress[i, b, j]
                    for k in range(m):
                        value -= left * kappa * u[i] * u[k] * to_stress[k, b, j]
                stiffness[a, b, j] = weight[j] * value
            if weight[j] == 0.0 or stiffness[a, a, j] <= 0.0:
                stiffness[a, a, j] = 1e-300
            force = 0.0
            for i in range(m):
                held = 0.0
                for k in range(m):
                    held += to_stress[i, k, j] * (d[k, j] - now[k, j])
                force += to_stress[i, a, j] * held / modulus[i, j]
            stress[a, j] = weight[j] * force
