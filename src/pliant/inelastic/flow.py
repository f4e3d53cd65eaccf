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

for a λ ≥ 0, found by Newton's method from zero, which converges from below because the left side is convex. The least
over p of energy, hardening and dissipation is a function of d whose gradient is σ = C(d − p): within a step matter that
yields has an energy too, and the line search of the integrator can trust it.

Its Hessian by d is, with u = z/(1 + (1 + H)λΛ), a = (1 + H)Λ and c = rΛ̄,

    Aᵀ [1/Λ − λ/(1 + aλ) − κ uuᵀ] A ,   κ = (1 − cλ)/((1 − cλ) Σ a z u + c|z|²)                                (4)

and that by x is the elastic one of matter with this stiffness, and a rest state that makes the stress the same.

*At the stages of a Runge–Kutta scheme* dashpots that are slow beside the step go by their rates (`rk_stages`),

    ṗ = (d − (1 + H)p)/τ ,   or beyond a limit   ṗ = λ̇ B ξ ,   λ̇ = (1 − limit/|ξ|)/(τΛ̄) ,   ξ = A(d − (1 + H)p)      (5)

which is (1) and (3) for h → 0. They take share τ C ṗ·ṗ, and with a limit τΛ̄|λ̇ξ|² beside the slider's limit |λ̇ξ|.

*Along a path.* Other schemes that only evaluate forces, quick dashpots, sliders alone, and matter whose flow derives
from no energy within a step (`settles`), take p from p_n and from the way of the strain, which goes evenly from d_n to
d in a time t. It is cut in two, by the scheme of Alexander with γ = 1 − 1/√2, in which either part is (1), (2) or (3)
over γt:

    p_γ from p_n at d_n + γ(d − d_n) ,   p from p_n + (p_γ − p_n)(1 − γ)/γ at d                                (6)

It is of second order, never overshoots, and ends on the limit. A stage of an explicit scheme takes the time that has
passed in the step. Implicit steps *predict* p at the place where they begin to look for their end, solve with it held,
and take it anew until it stays (`settle`). The place is right to O(Δt²), so that the order is kept even without that.

What a step without stages has dissipated is added up: for every dashpot τ C Δp/Δt times Δp, its mean rate. To sliders
goes what is left of the mean stress times Δp, and not less than the limit times the length of Δp: both are of second
order, and the former counts what is lost when stress beyond a limit is brought back to it at once. Bending and torsion
of curves in space are not quite quadratic in d − p: there E loses more or less by Δp than C(d − p)·Δp, and this is
added (`uneven`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies.heat import Heat
from pliant.energies.stress_points import Points
from pliant.inelastic.damped import condensed, solve, tangent
from pliant.inelastic.fixed_point import Settling, largest
from pliant.inelastic.return_map import bring_back, rate_beyond, tangents
from pliant.inelastic.rk_stages import SLOW, Stages
from pliant.model.flow import Unit
from pliant.model.protocols import StepContext

GAMMA = 1.0 - 0.5**0.5  # γ of (6)
_SWELLING = -2.0  # τ/γt at most: what swells faster than steps can follow swells no faster than this
_SHORT = 1e-4  # of the step: how far flow is followed to see what it takes
_LITTLE = 1e-3  # a change of strain in a step below this need not be resolved further
DISSIPATED = (
    "dissipated"  # in the memory: [J], viscous and plastic, and what changes of temperature have given
)


class FlowingEnergy:
    """An elastic energy, whose `strains` and `flow` are used, with the units that give way in it.

    `limit` (n,) is that of the unit in the coordinates of the `points`; `bound` holds back what a negative time swells;
    `heat` makes the units the softer the hotter the `nodes` (n, k) around the points are. `scale` (n,) is for `flown`.
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
        self.pattern = elastic.pattern
        self.damping_time = elastic.damping_time
        self._limit = np.array(np.broadcast_to(limit, points.shape[1]), dtype=float)
        self.yields = len(units) == 1 and 0.0 < units[0].limit < np.inf
        self._linear = [i for i, unit in enumerate(units) if unit.limit == 0.0]
        self._size = 1.0  # of strains that are large
        self.settles = any(units[i].time < 0.0 for i in self._linear)
        self._step: StepContext | None = None
        self._now = np.zeros(points.shape)
        self._started, self._place = np.zeros(points.shape), np.zeros((3, 0))
        self._settling, self._stages = Settling(), Stages()
        self._reference = np.zeros((len(units), *points.shape))
        self._ratios = np.zeros(len(units))
        self._damping, self._past = 0.0, np.zeros(points.shape)
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
            f"{self.name}/{DISSIPATED}": np.zeros(3),
            **(self._heat.memory(self.elastic.layout) if self._heat is not None else {}),
        }

    def flown(self, memory: Any) -> np.ndarray:
        """How far the points have flown, as a strain (n,); no number where there is no matter."""
        z = self.points.stress(self._mean(memory[self.name]))
        size = np.sqrt((z * z / self.points.modulus).sum(axis=0)) * self._scale
        return np.where(self.points.weight > 0.0, size, np.nan)

    def at_rest(self, memory: Any) -> tuple[np.ndarray, np.ndarray | float]:
        """The strain (m, n) that is without stress now, and what share (n,) of its stiffness matter has.

        The stress of all arms is Σ share C(d − p) = C(d − Σ share p), as their shares add up to one.
        """
        warm = self._heat is not None and self.nodes is not None
        stiff = self._heat.at(memory, self.nodes)[1] if warm else 1.0  # type: ignore[union-attr, arg-type]
        return self._mean(memory[self.name]), stiff

    def nominal_stress(self, F: np.ndarray, memory: Any) -> np.ndarray:
        """∂ψ/∂F (3, d, n) of what springs hold now."""
        return self.elastic.nominal_stress(F, memory, *self.at_rest(memory))

    def tension(self, x: np.ndarray, memory: Any) -> np.ndarray:
        """Along edges (n,) [N], of what springs hold now."""
        return self.elastic.tension(x, memory, *self.at_rest(memory))

    def corner_tensions(self, x: np.ndarray, memory: Any) -> list[tuple[np.ndarray, np.ndarray]]:
        """At the corners of cells, of what springs hold now."""
        return self.elastic.corner_tensions(x, memory, *self.at_rest(memory))

    def begin_step(self, step: StepContext) -> None:
        self.elastic.begin_step(step)
        self._step = step
        flown = step.memory[self.name]
        self._warm_to(step.passed)
        if step.elapsed == 0.0 and np.isfinite(step.dt):
            self._started = self._strains(step.x)
            self._place = step.x.copy() if self.points.uneven or self._heat is not None else step.x
        if self._is_staged(step):
            self._rest_at(self._at_stage(step))
        elif not step.implicit:
            self._rest_at(self._moved(self._strains(step.x), step.elapsed) if step.elapsed > 0.0 else flown)
        elif self.settles:
            self._rest_at(self._settling.begin(self._moved(self._strains(step.ahead()), step.dt)))
        else:
            self._refer(step, flown)
            if not self.yields:
                self._condense()

    def _warm_to(self, passed: float) -> None:
        """From now on matter is as soft as it is when a time of the step has passed."""
        if self._heat is not None and self.nodes is not None:
            assert self._step is not None
            self._soft, self._stiff = self._heat.at(self._step.memory, self.nodes, passed)

    def _given(self, x: np.ndarray, p: np.ndarray, begin: float, end: float) -> float:
        """What springs get [J] if temperature changes as it does between two times of the step."""
        if self._heat is None:
            return 0.0
        held = []
        for passed in (begin, end):
            self._warm_to(passed)
            held.append(self._held(x, p))
        return held[1] - held[0]

    def _is_staged(self, step: StepContext) -> bool:
        """Whether flow goes by its rates within the step."""
        return step.stage is not None and self._is_slow(step.dt)

    def _is_slow(self, dt: float) -> bool:
        flowing = [unit for unit in self.units if unit.limit < np.inf]
        return all(dt * (1.0 + unit.hardening) <= SLOW * unit.time for unit in flowing)

    def rate(self, x: np.ndarray, dt: float) -> np.ndarray | None:
        """ṗ as of the last step, if it is slow beside steps of length dt."""
        assert self._step is not None
        p = self._step.memory[self.name]
        return self._rates_at(self._strains(x, p), p)[0] if self._is_slow(dt) else None

    def _at_stage(self, step: StepContext) -> np.ndarray:
        """The strains of the units at a stage, whose rates are noted."""
        assert step.stage is not None
        p = self._stages.at(step.stage, step.memory[self.name], step.dt)
        d = self._strains(step.x, p)
        rates, (viscous, plastic) = self._rates_at(d, p)
        now, short = step.elapsed, _SHORT * step.dt
        more = self._more(step.x, d, p, short * rates) / short
        given = self._given(step.x, p, now - short, now + short) / (2.0 * short)
        self._warm_to(now)
        self._stages.note(step.stage, rates, _entries(viscous, plastic, more, given, self.yields))
        return p

    def _refer(self, step: StepContext, flown: np.ndarray) -> None:
        """p_ref and τ/h of units that are part of what the step solves for."""
        before = step.memory[f"{self.name}/before"]
        for i, unit in enumerate(self.units):
            # Sliders alone have no rate, and one that is quick beside the step goes on when stress falls at once.
            smooth = unit.time > (step.dt if self.yields else 0.0)
            second_order = step.earlier is not None and smooth and unit.limit < np.inf
            interval = step.interval if second_order else step.dt
            self._ratios[i] = unit.time / interval if np.isfinite(interval) else np.inf
            self._reference[i] = (4.0 * flown[i] - before[i]) / 3.0 if second_order else flown[i]
        self._damping = 0.0 if self.points.damps_apart else self.damping_time / step.interval
        if self._damping > 0.0:
            self._past = np.sum([weight * self._strains(x) for weight, x in step.past()], axis=0)
        if self._heat is not None:
            self._reference[:] = np.where(self._soft <= 0.0, flown, self._reference)  # it stays as it is

    def _condense(self) -> None:
        """(2) for the step."""
        scale, rest = 0.0, np.zeros(self.points.shape)
        for i, unit in enumerate(self.units):
            theta = self._share_of(unit, self._ratios[i])
            scale += unit.share * (1.0 - theta)
            rest += unit.share * (1.0 - (1.0 + unit.hardening) * theta) * self._reference[i]
        if self._damping > 0.0:
            scale, rest = condensed(scale, rest, self._damping, self._past)
        self.elastic.flow(rest / scale, scale * self._stiff)

    def _rest_at(self, p: np.ndarray) -> None:
        """From now on the strains of the units are p."""
        self.elastic.flow(self._mean(p), self._stiff)

    def _mean(self, p: np.ndarray) -> np.ndarray:
        """Σ share p."""
        return np.tensordot(np.array([unit.share for unit in self.units]), p, axes=1)

    def _share_of(self, unit: Unit, ratio: float) -> np.ndarray | float:
        """θ of (2) for τ/h; zero for a unit that is set."""
        if unit.limit != 0.0 or not np.isfinite(ratio):
            return 0.0
        if unit.time < 0.0:
            ratio = min(ratio, _SWELLING)
        return self._soft / (self._soft * (1.0 + unit.hardening) + ratio)

    # ------------------------------------------------------------ energy

    def _strains(self, x: np.ndarray, p: np.ndarray | None = None) -> np.ndarray:
        """(m, n), which may depend on what has flown: p, or that when the step began."""
        return self.elastic.strains(x)

    def _yield_to(self, x: np.ndarray) -> float:
        """Bring the stress at x back to the limit; returns what hardening stores and flow takes [J]."""
        extra = self._bring_back(self._strains(x), self._reference[0], self._ratios[0])
        self.elastic.flow(self._now, 1.0)
        if self._damping > 0.0 and self.points.one_square:
            apart = self._now - self._past
            extra += 0.5 * self._damping / (1.0 + self._damping) * self._work(apart, apart)
        return extra

    def _bring_back(self, d: np.ndarray, reference: np.ndarray, ratio: float) -> float:
        """(3) for strains d, from the reference on: leaves p in `_now`, and returns what comes with it [J]."""
        p = self.points
        return bring_back(
            d, reference, self.units[0].hardening, ratio, self._limit,
            p.to_stress, p.to_strain, p.modulus, p.weight, self._now,
        )  # fmt: skip

    def _rates_at(self, d: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, tuple[float, float]]:
        """(5) for all units at strains d, and what dashpots and sliders take [W]."""
        if self.yields:
            rate, viscous, plastic = self._rate_beyond(d, p[0])
            return rate[None], (viscous, plastic)
        rates, viscous = np.zeros_like(p), 0.0
        for i in self._linear:
            unit = self.units[i]
            driven = d - (1.0 + unit.hardening) * p[i]
            rates[i] = self._soft / unit.time * driven
            viscous += unit.share * self._work(self._stiff * driven, rates[i])
        return rates, (viscous, 0.0)

    def _rate_beyond(self, d: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, float, float]:
        """ṗ of the unit that has a limit, and the power of its dashpot and of its slider [W]."""
        return rate_beyond(self.points, self.units[0], self._limit, d, p)

    def _moved(self, d: np.ndarray, time: float) -> np.ndarray:
        """(6): the strains of the units after a time in which strain has gone evenly from `_started` to d."""
        assert self._step is not None
        flown, share = self._step.memory[self.name], GAMMA * time
        self._warm_to(share)
        first = self._part(self._started + GAMMA * (d - self._started), flown, share)
        self._warm_to(time)
        return self._part(d, flown + (1.0 - GAMMA) / GAMMA * (first - flown), share)

    def _part(self, d: np.ndarray, reference: np.ndarray, time: float) -> np.ndarray:
        """(1) for all units, from the reference on."""
        if self.yields:
            self._bring_back(d, reference[0], self.units[0].time / time)
            return self._now[None].copy()
        moved = np.empty_like(reference)
        for i, unit in enumerate(self.units):
            theta = self._share_of(unit, unit.time / time)
            moved[i] = theta * d + (1.0 - (1.0 + unit.hardening) * theta) * reference[i]
            if unit.time < 0.0:
                np.clip(moved[i], -self.bound, self.bound, out=moved[i])
        return moved

    def settle(self, x: np.ndarray, tolerance: float) -> bool:
        """Whether the p that was held is what x leads to, to a share of the strain of the step; if not, it is now."""
        if not self.settles:
            return True
        assert self._step is not None
        d = self._strains(x)
        least = tolerance * max(largest(d - self._started), _LITTLE * self._size)
        p = self._settling.meet(self._moved(d, self._step.dt), least)
        if p is None:
            return True
        self._rest_at(p)
        return False

    def stored(self, x: np.ndarray) -> float:
        """The elastic energy [J] and that of hardening, as of the last step."""
        assert self._step is not None
        flown = self._step.memory[self.name]
        hardens = (unit.share * unit.hardening for unit in self.units)
        return self._held(x, flown) + sum(
            0.5 * h * self._work(p, p) for h, p in zip(hardens, flown, strict=True) if h
        )

    def _held(self, x: np.ndarray, p: np.ndarray) -> float:
        """The elastic energy [J] of the springs of all units, whose forces are those of one with their mean p̄.

        Σ share ½C(d − p)² = ½C(d − p̄)² + Σ share ½C(p − p̄)².
        """
        mean = self._mean(p)
        self.elastic.flow(mean, self._stiff)
        total = self.elastic.stored(x)
        if len(self.units) > 1:
            for unit, own in zip(self.units, p, strict=True):
                total += 0.5 * unit.share * self._work(self._stiff * (own - mean), own - mean)
        return total

    def _more(self, x: np.ndarray, d: np.ndarray, p: np.ndarray, way: np.ndarray) -> float:
        """What springs lose on a way around p [J] beyond Σ share C(d − p)·way, where energy is not quite quadratic."""
        if not self.points.uneven:
            return 0.0
        lost = self._held(x, p - 0.5 * way) - self._held(x, p + 0.5 * way)
        return lost - sum(
            unit.share * self._work(self._stiff * (d - own), moved)
            for unit, own, moved in zip(self.units, p, way, strict=True)
        )

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        extra = self._yield_to(x) if self.yields_within else 0.0
        return extra + self.elastic.add_gradient(x, out)

    @property
    def yields_within(self) -> bool:
        """Whether what yields is part of what the step solves for."""
        return self.yields and not self.settles and self._step is not None and self._step.implicit

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        """The true one, (4), but where strain has several numbers and no tangent is known: then the elastic one."""
        if not self.yields_within:
            self.elastic.add_hessian(x, matrix, psd)
            return
        self._yield_to(x)
        if len(self._now) == 1 or self.points.softens:
            d = self._strains(x)
            rest, stiffness = self._tangent(d)
            if self._damping > 0.0:
                rest, stiffness = tangent(self.points, d, rest, stiffness, self._damping, self._past)
            if self.points.softens:
                self.elastic.take_tangent(rest, stiffness)
            else:
                p = self.points
                own = np.where(p.weight > 0.0, p.weight * p.modulus[0], 1.0)
                self.elastic.flow(rest, stiffness[0, 0] / own)
        self.elastic.add_hessian(x, matrix, psd)
        self.elastic.flow(self._now, 1.0)

    def _tangent(self, d: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rest state (m, n) and the stiffness (m, m, n) of the elastic matter that resists alike at strains d."""
        p, unit = self.points, self.units[0]
        stress, stiffness = np.zeros_like(d), np.zeros_like(p.to_stress)
        tangents(
            d, self._reference[0], self._now, unit.hardening, self._ratios[0],
            p.to_stress, p.modulus, p.weight, stress, stiffness,
        )  # fmt: skip
        return d - solve(stiffness, stress), stiffness

    # ------------------------------------------------------------ after a step

    def end_step(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        """Move the units, and count what they have dissipated."""
        assert self._step is not None
        step, flown, before = self._step, memory[self.name], memory[f"{self.name}/before"]
        if step.stage is not None and self._is_staged(step):
            before[:] = flown
            flown[:], spent = self._stages.end(step.stage, before, step.dt)
            memory[f"{self.name}/{DISSIPATED}"] += spent
            return
        d = self._strains(x)
        if self.settles or not self._step.implicit:
            moved = self._moved(d, self._step.dt)
        elif self.yields:
            self._yield_to(x)
            moved = self._now[None]
        else:
            thetas = [
                self._share_of(unit, ratio) for unit, ratio in zip(self.units, self._ratios, strict=True)
            ]
            moved = np.stack(
                [
                    theta * d + (1.0 - (1.0 + unit.hardening) * theta) * reference
                    for theta, unit, reference in zip(thetas, self.units, self._reference, strict=True)
                ]
            )
        memory[f"{self.name}/{DISSIPATED}"] += self._booked(x, d, moved, flown)
        before[:] = flown
        flown[:] = moved

    def _booked(self, x: np.ndarray, d: np.ndarray, moved: np.ndarray, flown: np.ndarray) -> np.ndarray:
        """What a step without stages has taken and given [J]: by both of its ends, (1) of `heating` and all."""
        assert self._step is not None
        step, more, given = self._step, 0.0, 0.0
        viscous, plastic = self._spent(d, moved, flown)
        first = step.implicit and step.earlier is None
        ends = ((self._place, self._started, flown, 0.0), (x, d, moved, step.dt))
        for weight, (place, strain, p, passed) in zip((1.0, 0.0) if first else (0.5, 0.5), ends, strict=True):
            given += weight * self._given(place, p, 0.0, step.dt) if weight else 0.0
            self._warm_to(passed)
            more += 0.5 * self._more(place, strain, 0.5 * (flown + moved), moved - flown)
        return _entries(viscous, plastic, more, given, self.yields)

    def _spent(self, d: np.ndarray, moved: np.ndarray, flown: np.ndarray) -> tuple[float, float]:
        """What dashpots and sliders have taken in a step [J]."""
        assert self._step is not None
        if self.yields:
            return self._spent_beyond(d, moved[0], flown[0])
        within = self._step.implicit and not self.settles and self._heat is None
        viscous = 0.0
        for i in self._linear:
            unit, change = self.units[i], moved[i] - flown[i]
            if within:  # the work of a dashpot in a step, by its mean rate
                viscous += unit.share * unit.time / self._step.dt * self._work(change, change)
            else:
                viscous += unit.share * self._work_along(d, moved[i], flown[i], unit.hardening)
        return viscous, 0.0

    def _spent_beyond(self, d: np.ndarray, p: np.ndarray, flown: np.ndarray) -> tuple[float, float]:
        """The same of matter with a limit."""
        assert self._step is not None
        points, unit = self.points, self.units[0]
        change = points.stress(p - flown)
        mean = 0.5 * (self._started + d - (1.0 + unit.hardening) * (flown + p))
        work = (points.stress(mean) * change / points.modulus).sum(axis=0)
        dashpot, slider = self._resistance(p - flown, change)
        viscous = unit.time / self._step.dt * dashpot
        plastic = np.maximum(work - viscous, slider)
        return float(points.weight @ viscous), float(points.weight @ plastic)

    def _resistance(self, p: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """C p·p of a dashpot, and what a slider takes on the way p, A p = z: densities (n,)."""
        slip = np.sqrt(((z / self.points.modulus) ** 2).sum(axis=0))
        return self.points.modulus.max(axis=0) * slip**2, self._limit * slip

    def _work_along(self, d: np.ndarray, p: np.ndarray, flown: np.ndarray, hardening: float) -> float:
        """Σ weight s·C Δp, the mean stress on a dashpot times its way: also if it is set or stopped meanwhile."""
        assert self._step is not None
        mean = np.zeros_like(d)
        for strain, own, passed in ((self._started, flown, 0.0), (d, p, self._step.dt)):
            self._warm_to(passed)
            mean += 0.5 * self._stiff * (strain - (1.0 + hardening) * own)
        return self._work(mean, p - flown)

    def _work(self, a: np.ndarray, b: np.ndarray) -> float:
        """Σ weight a·C b."""
        return self.points.work(a, b)


def _entries(viscous: float, plastic: float, more: float, given: float, yields: bool) -> np.ndarray:
    """For the energy balance; what is `more` than was counted belongs to sliders where there are any."""
    return np.array([viscous, plastic + more, given] if yields else [viscous + more, plastic, given])
