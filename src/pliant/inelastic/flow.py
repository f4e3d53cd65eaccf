"""Energies of matter that flows: an elastic energy whose rest state gives way under stress.

The units of `model.flow`, one after the other in arms side by side, are integrated over a step of length h by implicit
Euler, so that flow does not depend on how a step is cut and never overshoots:

    p = p_n + Δp ,   Δp along the flow, (τ/h) C Δp = C(d − (1 + H)p) − limit                                    (1)

*Without a limit* p is linear in the strain d, at all points alike: with r = τ/h and θ = 1/(1 + H + r)

    p = θ(d + r p_ref) ,   Σ share C(d − p) = S C(d − d⁰) ,   S = Σ share(1 − θ) ,   S d⁰ = Σ share θ r p_ref      (2)

that is, for the duration of the step, an elastic body with S times the stiffness and another rest state. p_ref is p_n,
or with BDF2 that of two steps, (4p_n − p_{n−1})/3 and h = ⅔Δt: flow is then of second order. Internal damping is whole
beside it (`damped`).

*With a limit*, in the coordinates z of `energies.stress_points`, the trial stress ξ = A(d − (1 + H)p_n) is brought
back to

    z = ξ/(1 + (1 + H)λΛ) ,   |z|(1 − r Λ̄λ) = limit                                                          (3)

with Λ̄ the largest Λ, for a λ ≥ 0, found by Newton's method from zero, which converges from below because the left side
is convex. The least over p of energy, hardening and dissipation is a function of d whose gradient is σ = C(d − p):
within a step matter that yields has an energy too, and the line search of the integrator can trust it.

Its Hessian by d is, with u = z/(1 + (1 + H)λΛ), a = (1 + H)Λ and c = rΛ̄,

    Aᵀ [1/Λ − λ/(1 + aλ) − κ uuᵀ] A ,   κ = (1 − cλ)/((1 − cλ) Σ a z u + c|z|²)                                (4)

and that by x is the elastic one of matter with this stiffness, and a rest state that makes the stress the same.

*A limit that grows* by g with all that has flown (isotropic hardening) is g|Δp| higher at the end of a step: in (3) and
(4) that is a dashpot with c = rΛ̄ + g. *Layers* (`inelastic.layers`) are arms that have limits of their own: each is
brought back by itself, and their energies and stiffnesses add up.

*Along a path.* Schemes that only evaluate forces, and matter whose flow derives from no energy within a step
(`settles`), take p from p_n and from the way of the strain, which goes evenly from d_n to d in a time t. It is cut in
two, by the scheme of Alexander with γ = 1 − 1/√2, in which either part is (1), (2) or (3) over γt:

    p_γ from p_n at d_n + γ(d − d_n) ,   p from p_n + (p_γ − p_n)(1 − γ)/γ at d                                (5)

It is of second order, never overshoots, and ends on the limit. Explicit schemes take the time that has passed in the
step where they evaluate forces. Implicit steps *predict* p at the place where they begin to look for their end, solve
with it held, and take it anew until it stays (`settle`). The place is right to O(Δt²), so that the order is kept even
without that.

What a step has *dissipated* is what springs, and hardening, hold less with the p of its end than with that of its
beginning: the mean of this over the positions at both ends, which is the mean stress times Δp. Dashpots and sliders
have of it in proportion to what they resist with on that way, τ C Δp/Δt and the limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.energies.heat import Heat
from pliant.energies.stress_points import Points
from pliant.inelastic.damped import condensed, solve, tangent
from pliant.inelastic.fixed_point import Settling, largest
from pliant.inelastic.return_map import bring_back, tangents
from pliant.model.capabilities import Moment, Spent
from pliant.model.flow import Unit
from pliant.model.protocols import NOTHING, StepContext

GAMMA = 1.0 - 0.5**0.5  # γ of (5)
_SWELLING = -2.0  # τ/γt at most: what swells faster than steps can follow swells no faster than this
_LITTLE = 1e-3  # a change of strain in a step below this need not be resolved further

Share = np.ndarray | float  # of something, (n,) or the same everywhere


class FlowingEnergy:
    """An elastic energy, whose `strains` and `flowed` are used, with the units that give way in it.

    `limit` (n,) or (units, n) is that of the units in the coordinates of the `points`; `bound` holds back what a
    negative time swells; `heat` makes the units the softer the hotter the `nodes` (n, k) around the points are. `scale`
    (n,) is for `inelastic_strain`.
    """

    share = 1.0

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
        self.pattern, self.damping_time = elastic.pattern, elastic.damping_time
        self.limit = np.array(np.broadcast_to(limit, (len(units), points.shape[1])), dtype=float)
        self.yields = all(0.0 < unit.limit < np.inf for unit in units)
        self.growth = np.outer([unit.growth for unit in units], points.firmness)  # g, (units, n)
        self.size = 1.0  # of strains that are large
        self.settles = any(unit.limit == 0.0 and unit.time < 0.0 for unit in units)
        self.heat, self.nodes, self._scale = heat, nodes, scale

    def at(self, time: float, memory: Mapping[str, np.ndarray]) -> Resting:
        return Resting(self, memory if self.name in memory else self.memory())

    def freeze(self, step: StepContext) -> FlowStep:
        return FlowStep(self, step)

    def stored(self, x: np.ndarray) -> float:
        return self.at(0.0, NOTHING).stored(x)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self.at(0.0, NOTHING).add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        self.at(0.0, NOTHING).add_hessian(x, matrix, psd)

    # ------------------------------------------------------------ memory

    def memory(self) -> dict[str, np.ndarray]:
        """The strain of every unit, and that of the step before."""
        blank = np.zeros((len(self.units), *self.points.shape))
        warm = self.heat.memory(self.elastic.layout) if self.heat is not None else {}
        grown = {f"{self.name}/grown": np.zeros_like(self.limit)} if self.growth.any() else {}
        return {self.name: blank, f"{self.name}/before": blank.copy(), **grown, **warm}

    def inelastic_strain(self, memory: Any) -> np.ndarray:
        """How far the points have flown, as a strain (n,); no number where there is no matter."""
        z = self.points.stress(self.mean(memory[self.name]))
        size = np.sqrt((z * z / self.points.modulus).sum(axis=0)) * self._scale
        return np.where(self.points.weight > 0.0, size, np.nan)

    def softness(self, memory: Mapping[str, np.ndarray], passed: float = 0.0) -> tuple[Share, Share]:
        """The rate of flow and the stiffness, as shares of their own, when a time of a step has passed."""
        if self.heat is None or self.nodes is None:
            return 1.0, 1.0
        return self.heat.at(memory, self.nodes, passed)

    def at_rest(self, memory: Any) -> tuple[np.ndarray, Share]:
        """The strain (m, n) that is without stress now, and what share (n,) of its stiffness matter has.

        The stress of all arms is Σ share C(d − p) = C(d − Σ share p), as their shares add up to one.
        """
        return self.mean(memory[self.name]), self.softness(memory)[1]

    def nominal_stress(self, F: np.ndarray, memory: Any) -> np.ndarray:
        """∂ψ/∂F (3, d, n) of what springs hold now."""
        return self.elastic.nominal_stress(F, memory, *self.at_rest(memory))

    def tension(self, x: np.ndarray, memory: Any) -> np.ndarray:
        """Along edges (n,) [N], of what springs hold now."""
        return self.elastic.tension(x, memory, *self.at_rest(memory))

    def corner_tensions(self, x: np.ndarray, memory: Any) -> list[tuple[np.ndarray, np.ndarray]]:
        """At the corners of cells, of what springs hold now."""
        return self.elastic.corner_tensions(x, memory, *self.at_rest(memory))

    def corner_stresses(self, x: np.ndarray, memory: Any) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """At the corners of cells, of what springs hold now."""
        return self.elastic.corner_stresses(x, memory, *self.at_rest(memory))

    # ------------------------------------------------------------ the law

    def mean(self, p: np.ndarray) -> np.ndarray:
        """Σ share p."""
        return np.tensordot(np.array([unit.share for unit in self.units]), p, axes=1)

    def strains(self, x: np.ndarray, p: np.ndarray) -> np.ndarray:
        """(m, n), which may depend on what has flown."""
        return self.elastic.strains(x)

    def unstrained(self, p: np.ndarray) -> Any:
        """The elastic energy in the frame in which strains are told when a step begins with p."""
        return self.elastic

    def work(self, a: np.ndarray, b: np.ndarray) -> float:
        """Σ weight a·C b."""
        return self.points.work(a, b)

    def held(self, x: np.ndarray, p: np.ndarray, stiff: Share) -> float:
        """The energy [J] of hardening, and of the springs of all units: their forces are those of one with their mean.

        Σ share ½C(d − p)² = ½C(d − p̄)² + Σ share ½C(p − p̄)².
        """
        mean = self.mean(p)
        total = self.elastic.flowed(mean, stiff).stored(x)
        for unit, own in zip(self.units, p, strict=True):
            if len(self.units) > 1:
                total += 0.5 * unit.share * self.work(stiff * (own - mean), own - mean)
            if unit.hardening:
                total += 0.5 * unit.share * unit.hardening * self.work(own, own)
        return total

    def limits(self, memory: Mapping[str, np.ndarray]) -> np.ndarray:
        """Of all units (units, n), as far as they have grown."""
        return self.limit + memory[f"{self.name}/grown"] if self.growth.any() else self.limit

    def slip(self, p: np.ndarray) -> np.ndarray:
        """How far a way p (m, n) is, as |Δp| of (2) in `energies.stress_points`."""
        q = self.points
        return np.sqrt(((q.stress(p) / q.modulus) ** 2).sum(axis=0))

    def bring_all_back(
        self, d: np.ndarray, reference: np.ndarray, ratios: np.ndarray, limits: np.ndarray
    ) -> tuple[np.ndarray, float]:
        """(3) of all units: p, and what comes with it [J] beside the springs that the mean of p leaves strained."""
        p, extra = np.empty_like(reference), 0.0
        for i, unit in enumerate(self.units):
            p[i], more = self.bring_back(i, d, reference[i], ratios[i], limits[i])
            extra += unit.share * more
        if len(self.units) > 1:
            mean = self.mean(p)
            extra += sum(
                0.5 * u.share * self.work(own - mean, own - mean)
                for u, own in zip(self.units, p, strict=True)
            )
        return p, extra

    def bring_back(
        self, i: int, d: np.ndarray, reference: np.ndarray, ratio: float, limit: np.ndarray
    ) -> tuple[np.ndarray, float]:
        """(3) of unit i for strains d, from the reference on: p, and what comes with it [J]."""
        q, p = self.points, np.empty(self.points.shape)
        extra = bring_back(
            d, reference, self.units[i].hardening, ratio, self.growth[i], limit,
            q.to_stress, q.to_strain, q.modulus, q.weight, p,
        )  # fmt: skip
        return p, extra

    def all_tangents(
        self, d: np.ndarray, reference: np.ndarray, p: np.ndarray, ratios: np.ndarray, limits: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The rest state (m, n) and the stiffness (m, m, n) of the elastic matter that resists alike at strains d."""
        stress, stiffness = np.zeros_like(d), np.zeros_like(self.points.to_stress)
        for i, unit in enumerate(self.units):
            one, own = self.tangent(i, d, reference[i], p[i], ratios[i], limits[i])
            stress, stiffness = stress + unit.share * one, stiffness + unit.share * own
        return d - solve(stiffness, stress), stiffness

    def tangent(
        self, i: int, d: np.ndarray, reference: np.ndarray, p: np.ndarray, ratio: float, limit: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The stress (m, n) and the stiffness (m, m, n) of unit i, (4), times the measure of the points."""
        q, stress, stiffness = self.points, np.zeros_like(d), np.zeros_like(self.points.to_stress)
        tangents(
            d, reference, p, self.units[i].hardening, ratio, self.growth[i],
            q.to_stress, q.modulus, q.weight, stress, stiffness,
        )  # fmt: skip
        return stress, stiffness

    def share_of(self, unit: Unit, ratio: float, soft: Share) -> Share:
        """θ of (2) for τ/h; zero for a unit that is set."""
        if unit.limit != 0.0 or not np.isfinite(ratio):
            return 0.0
        if unit.time < 0.0:
            ratio = min(ratio, _SWELLING)
        return soft / (soft * (1.0 + unit.hardening) + ratio)

    def moved(
        self,
        started: np.ndarray,
        d: np.ndarray,
        flown: np.ndarray,
        time: float,
        soft: tuple[Share, Share],
        limits: np.ndarray,
    ) -> np.ndarray:
        """(5): p after a time in which strain has gone evenly from `started` to d; `soft` at γt and at t."""
        first = self._part(started + GAMMA * (d - started), flown, GAMMA * time, soft[0], limits)
        between = (1.0 - GAMMA) / GAMMA * (first - flown)
        limits = limits + self.grown(between)
        return self._part(d, flown + between, GAMMA * time, soft[1], limits)

    def grown(self, way: np.ndarray) -> np.ndarray:
        """By how much limits (units, n) grow on a way of all units."""
        if not self.growth.any():
            return self.growth
        return self.growth * np.stack([self.slip(one) for one in way])

    def _part(
        self, d: np.ndarray, reference: np.ndarray, time: float, soft: Share, limits: np.ndarray
    ) -> np.ndarray:
        """(1) for all units, from the reference on."""
        if self.yields:
            ratios = np.array([unit.time / time for unit in self.units])
            return self.bring_all_back(d, reference, ratios, limits)[0]
        moved = np.empty_like(reference)
        for i, unit in enumerate(self.units):
            theta = self.share_of(unit, unit.time / time, soft)
            moved[i] = theta * d + (1.0 - (1.0 + unit.hardening) * theta) * reference[i]
            if unit.time < 0.0:
                np.clip(moved[i], -self.bound, self.bound, out=moved[i])
        return moved

    # ------------------------------------------------------------ what a step takes

    def spent(self, before: Moment, after: Moment, dt: float) -> Spent:
        ends, old, new = (before, after), before.memory[self.name], after.memory[self.name]
        stiff = [self.softness(end.memory)[1] for end in ends]
        held = [[self.held(end.x, p, s) for p in (old, new)] for end, s in zip(ends, stiff, strict=True)]
        taken = 0.5 * sum(then - now for then, now in held)
        warmed = 0.0
        if self.heat is not None:
            warmed = 0.5 * (
                self.held(before.x, old, stiff[1])
                - held[0][0]
                + held[1][1]
                - self.held(after.x, new, stiff[0])
            )
        if not self.yields:
            return Spent(taken, 0.0, warmed)
        limits, ways = 0.5 * (self.limits(before.memory) + self.limits(after.memory)), new - old
        parts = zip(self.units, ways, limits, strict=True)
        dashpot, slider = np.sum(
            [u.share * np.array(self.resistance(way, top)) for u, way, top in parts], axis=0
        )
        dashpot *= self.units[0].time / dt
        viscous = taken * dashpot / max(dashpot + slider, 1e-300)
        return Spent(viscous, taken - viscous, warmed)

    def resistance(self, p: np.ndarray, limit: np.ndarray) -> tuple[float, float]:
        """C p·p of a dashpot, and what a slider takes on the way p."""
        q, slip = self.points, self.slip(p)
        return float(q.weight @ (q.modulus.max(axis=0) * slip**2)), float(q.weight @ (limit * slip))


class Resting:
    """Matter as it has flown, while nothing flows."""

    def __init__(self, energy: FlowingEnergy, memory: Mapping[str, np.ndarray]):
        self._energy, self._p, self._stiff = energy, memory[energy.name], energy.softness(memory)[1]
        self._elastic = energy.elastic.flowed(energy.mean(self._p), self._stiff)

    def stored(self, x: np.ndarray) -> float:
        """The elastic energy [J], and that of hardening."""
        return self._energy.held(x, self._p, self._stiff)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self._elastic.add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        self._elastic.add_hessian(x, matrix, psd)


class FlowStep:
    """Matter that flows within one step."""

    def __init__(self, energy: FlowingEnergy, step: StepContext):
        self.energy, self.step = energy, step
        self._flown, self._limits = step.memory[energy.name], energy.limits(step.memory)
        self._soft, self._stiff = energy.softness(step.memory, step.passed)
        self._base = energy.unstrained(self._flown).freeze(step)  # with internal damping
        self._started = self._strains(step.x if step.start is None else step.start)
        self.yields_within = energy.yields and not energy.settles and step.implicit
        self.p = self._flown
        if not step.implicit:
            if step.elapsed > 0.0:
                self.p = self._moved(self._strains(step.x), step.elapsed)
            self._elastic = self._rest_at(self.p)
        elif energy.settles:
            self._settling = Settling(self._moved(self._strains(step.ahead()), step.dt))
            self._elastic = self._rest_at(self._settling.p)
        else:
            self._refer()
            self._elastic = self._base if energy.yields else self._condensed()

    def _strains(self, x: np.ndarray) -> np.ndarray:
        return self.energy.strains(x, self._flown)

    def _moved(self, d: np.ndarray, time: float) -> np.ndarray:
        """(5) from where the step began."""
        energy, memory = self.energy, self.step.memory
        soft = energy.softness(memory, GAMMA * time)[0], energy.softness(memory, time)[0]
        return energy.moved(self._started, d, self._flown, time, soft, self._limits)

    def _rest_at(self, p: np.ndarray) -> Any:
        """Matter in which the strains of the units are p."""
        return self._base.flowed(self.energy.mean(p), self._stiff)

    def _refer(self) -> None:
        """p_ref and τ/h of units that are part of what the step solves for."""
        energy, step, flown = self.energy, self.step, self._flown
        before = step.memory[f"{energy.name}/before"]
        self._ratios, self._reference = np.zeros(len(flown)), flown.copy()
        for i, unit in enumerate(energy.units):
            # Sliders alone have no rate, and one that is quick beside the step goes on when stress falls at once.
            smooth = unit.time > (step.dt if energy.yields else 0.0)
            second_order = step.earlier is not None and smooth and unit.limit < np.inf
            self._ratios[i] = unit.time / (step.interval if second_order else step.dt)
            if second_order:
                self._reference[i] = (4.0 * flown[i] - before[i]) / 3.0
        self._damping, self._past = 0.0, self._started
        if energy.damping_time and not energy.points.damps_apart:
            self._damping = energy.damping_time / step.interval
            self._past = np.sum([weight * self._strains(x) for weight, x in step.past()], axis=0)
        if energy.heat is not None:
            self._reference = np.where(self._soft <= 0.0, flown, self._reference)  # it stays as it is

    def _condensed(self) -> Any:
        """(2) for the step."""
        scale, rest = 0.0, np.zeros(self.energy.points.shape)
        for i, unit in enumerate(self.energy.units):
            theta = self.energy.share_of(unit, self._ratios[i], self._soft)
            scale += unit.share * (1.0 - theta)
            rest += unit.share * (1.0 - (1.0 + unit.hardening) * theta) * self._reference[i]
        if self._damping > 0.0:
            scale, rest = condensed(scale, rest, self._damping, self._past)
        return self._base.flowed(rest / scale, scale * self._stiff)

    def _yield_to(self, d: np.ndarray) -> float:
        """Bring the stress at strains d back to the limit; returns what hardening stores and flow takes [J]."""
        self.p, extra = self.energy.bring_all_back(d, self._reference, self._ratios, self._limits)
        mean = self.energy.mean(self.p)
        self._elastic = self._base.flowed(mean, 1.0)
        if self._damping > 0.0 and self.energy.points.one_square:
            apart = mean - self._past
            extra += 0.5 * self._damping / (1.0 + self._damping) * self.energy.work(apart, apart)
        return extra

    def stored(self, x: np.ndarray) -> float:
        """With what had flown when the step began."""
        return self.energy.held(x, self._flown, self.energy.softness(self.step.memory)[1])

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        extra = self._yield_to(self._strains(x)) if self.yields_within else 0.0
        return extra + self._elastic.add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        """The true one, (4), but where strain has several numbers and no tangent is known: then the elastic one."""
        elastic = self._tangent(self._strains(x)) if self.yields_within else self._elastic
        elastic.add_hessian(x, matrix, psd)

    def _tangent(self, d: np.ndarray) -> Any:
        """Elastic matter that resists as that which yields does, at strains d."""
        self._yield_to(d)
        points = self.energy.points
        if len(d) > 1 and not points.softens:
            return self._elastic
        rest, stiffness = self.energy.all_tangents(d, self._reference, self.p, self._ratios, self._limits)
        if self._damping > 0.0:
            rest, stiffness = tangent(points, d, rest, stiffness, self._damping, self._past)
        if points.softens:
            return self._base.softened(rest, stiffness)
        own = np.where(points.weight > 0.0, points.weight * points.modulus[0], 1.0)
        return self._base.flowed(rest, stiffness[0, 0] / own)

    def settle(self, x: np.ndarray, tolerance: float) -> bool:
        """Whether the p that was held is what x leads to, to a share of the strain of the step; if not, it is now."""
        if not self.energy.settles:
            return True
        d = self._strains(x)
        least = tolerance * max(largest(d - self._started), _LITTLE * self.energy.size)
        p = self._settling.meet(self._moved(d, self.step.dt), least)
        if p is None:
            return True
        self._elastic = self._rest_at(p)
        return False

    def end(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        """Move the units."""
        flown, moved = memory[self.energy.name], self._after(self._strains(x))
        if self.energy.growth.any():
            memory[f"{self.energy.name}/grown"] += self.energy.grown(moved - flown)
        memory[f"{self.energy.name}/before"][:] = flown
        flown[:] = moved

    def _after(self, d: np.ndarray) -> np.ndarray:
        """p at the end of the step, for strains d."""
        energy = self.energy
        if energy.settles or not self.step.implicit:
            return self._moved(d, self.step.dt)
        if energy.yields:
            return energy.bring_all_back(d, self._reference, self._ratios, self._limits)[0]
        moved = np.empty_like(self._reference)
        for i, unit in enumerate(energy.units):
            theta = energy.share_of(unit, self._ratios[i], self._soft)
            moved[i] = theta * d + (1.0 - (1.0 + unit.hardening) * theta) * self._reference[i]
        return moved
