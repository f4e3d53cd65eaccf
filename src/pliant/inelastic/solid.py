"""Solids that flow: the shape at rest of every sample is moulded, and its volume kept.

Of the deformation F of a sample only F_e = F Q meets with stress, where Q = F_p⁻¹ is what has flown, det Q = 1. A step
takes Q to Q exp(−p), and p is part of what an implicit step solves for: `yield_law` has the law. So stress is never
beyond the limit, and a step is the minimum of one function.

*Hardening* H is a spring that nothing moulds beside one that yields without hardening. In small strain

    C(d − p) ,  |C(d − p) − H C p| ≤ Y    and    a C d + b C(d − q) ,  |b C(d − q)| ≤ bY                        (1)

are the same for a = H/(1 + H), b = 1/(1 + H) and q = (1 + H)p, with a dashpot τ in the one and τ/(1 + H) in the other.

*Viscous flow* in BDF2 starts from where two steps lead, with h = ⅔Δt. From Q_n and Q_{n−1}, whose strain to it is
S = Q_n⁻¹Q_{n−1}Q_{n−1}ᵀQ_n⁻ᵀ = exp(2Δp),

    Q_ref = Q_n exp(−Δp/3) = Q_n S^(−1/6) ,                                                                   (2)

for which flow is of second order, with a limit as well: what stands still has Q_ref = Q_n. Sliders without a dashpot,
or with one that is quick beside the step, start from Q_n: flow that ends at once must not be carried on.

*Schemes that only evaluate forces.* Flow follows the way of FᵀF since the step began, cut in two by (5) of `flow`, to
second order.

*Internal damping* resists changes of the shape that matter has at rest, and is a term by itself
(`energies.solid_damping`), seen through the Q with which flow would end where an implicit step begins to look for its
end.

A negative time swells, as far as the `bound`, by the mean of the rates at both ends of a step; implicit steps hold the
Q that this leads to where they begin to look for their end. What a step dissipates is shared out as in `flow`, to
sliders by √(2/3) Y|Δp| (Tresca's: Y max|Δp_i|), and to dashpots by 2μτ|Δp|²/Δt, their mean rate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.energies.elements import ElementEnergy
from pliant.energies.solid_damping import drag
from pliant.inelastic.flow import GAMMA
from pliant.inelastic.plastic_update import flow_rates, go_on, mould, normalise, resistances, seen_through
from pliant.inelastic.yield_law import yielding
from pliant.model.capabilities import Moment, Spent
from pliant.model.flow import Unit
from pliant.model.protocols import NOTHING, StepContext

_UNIT = np.eye(3).ravel()
_SWELLING = -2.0  # τ over the step, at most


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
        damping_time: float = 0.0,
    ):
        self.elastic, self.unit, self.name, self.tresca, self._heat = elastic, unit, name, tresca, heat
        self.bound, self.nodes = bound, elastic.nodes
        self.pattern, self.damping_time = elastic.pattern, damping_time
        self.damper = (
            ElementEnergy(elastic.layout, elastic.nodes, drag(elastic.law), damping_time)
            if damping_time
            else None
        )
        self._own = elastic.law
        self._samples, self._count = self._own.volume.shape
        self.never = np.full(self._count, np.inf)
        self.volume = self._own.volume * self._own.shares[:, 0]
        self.bare = yielding(self._own, self.never, np.zeros(self._count), tresca)

    @property
    def share(self) -> float:
        """What it says of how far the matter has flown: there is one energy per arm."""
        return self.unit.share

    def memory(self) -> dict[str, np.ndarray]:
        """Q of every sample row by row, (9, samples · n), and that of the step before."""
        blank = np.repeat(_UNIT[:, None], self._samples * self._count, axis=1)
        warm = self._heat.memory(self.elastic.layout) if self._heat is not None else {}
        return {self.name: blank, f"{self.name}/before": blank.copy(), **warm}

    def at(self, time: float, memory: Mapping[str, np.ndarray]) -> ElementEnergy:
        memory = memory if self.name in memory else self.memory()
        return self.elastic.by(self.moulded(memory[self.name], self.moduli(memory)))

    def freeze(self, step: StepContext) -> MouldingStep:
        return MouldingStep(self, step)

    def stored(self, x: np.ndarray) -> float:
        return self.at(0.0, NOTHING).stored(x)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self.at(0.0, NOTHING).add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        self.at(0.0, NOTHING).add_hessian(x, matrix, psd)

    def nominal_stress(self, F: np.ndarray, memory: Any) -> np.ndarray:
        """P(FQ) Qᵀ (3, 3, n) of the first sample, at the present temperature."""
        Q = memory[self.name].reshape(3, 3, self._samples, self._count)[:, :, 0]
        law = self._own._replace(moduli=self.moduli(memory))
        return np.einsum("cin,jin->cjn", law.nominal_stress(np.einsum("cin,ijn->cjn", F, Q)), Q)

    def inelastic_strain(self, memory: Any) -> np.ndarray:
        """How far samples have flown, |½(I − QᵀQ)|, the mean of every element (n,)."""
        return strain_of(memory[self.name]).reshape(self._samples, -1).mean(axis=0)

    # ------------------------------------------------------------ the law

    def moduli(self, memory: Any, passed: float = 0.0) -> np.ndarray:
        """When a time of a step has passed."""
        moduli = self._own.moduli
        if self._heat is None:
            return moduli
        return np.stack([moduli[0] * self._heat.at(memory, self.nodes, passed)[1], moduli[1]])

    def giving(self, memory: Any, passed: float) -> tuple[np.ndarray, np.ndarray]:
        """The limit (n,), infinite where matter is too cold to flow, and τ (n,) when a time of a step has passed."""
        soft = np.ones(self._count)
        if self._heat is not None:
            soft = self._heat.at(memory, self.nodes, passed)[0]
        firm = soft <= 0.0
        size = self.unit.limit * np.sqrt(0.5 if self.tresca else 2.0 / 3.0)
        return np.where(firm, np.inf, size), self.unit.time / np.where(firm, 1.0, soft)

    def moulded(self, flown: np.ndarray, moduli: np.ndarray) -> Any:
        """The law from a shape at rest on, that does not flow."""
        law, q = self.bare, flown.reshape(3, 3, self._samples, self._count)
        gradients = np.empty_like(law.gradients)
        for i in range(self._samples):
            rows = slice(law.starts[i], law.starts[i + 1])
            gradients[rows] = np.einsum("abn,kan->kbn", q[:, :, i], law.gradients[rows])
        return law._replace(gradients=gradients, moduli=moduli)

    def measures(self, x: np.ndarray) -> np.ndarray:
        """FᵀF and det F of all samples, as the law orders them."""
        return self.elastic.by(self.bare).measures(x)

    def firm(self, limit: np.ndarray) -> np.ndarray:
        """Which samples do not flow."""
        return np.tile(limit == np.inf, self._samples)

    def beyond(self, q: np.ndarray) -> np.ndarray:
        """Which samples (samples, n) have swollen beyond the bound."""
        return strain_of(q).reshape(self._samples, -1) > self.bound

    # ------------------------------------------------------------ what a step takes

    def spent(self, before: Moment, after: Moment, dt: float) -> Spent:
        """As `FlowingEnergy.spent`."""
        old, new = before.memory[self.name], after.memory[self.name]
        moduli = [self.moduli(end.memory) for end in (before, after)]

        def held(end: Moment, q: np.ndarray, number: int) -> float:
            return self.elastic.by(self.moulded(q, moduli[number])).stored(end.x)

        then, now = held(before, old, 0), held(after, new, 1)
        taken = warmed = 0.0
        if self.unit.limit < np.inf:
            taken = 0.5 * (then - held(before, new, 0) + held(after, old, 1) - now)
        if self._heat is not None:
            warmed = 0.5 * (held(before, old, 1) - then + now - held(after, new, 0))
        limit, time = self.giving(after.memory, 0.0)
        dashpot, slider = resistances(new, old, self.volume, moduli[1][0], limit, time / dt, self.tresca)
        viscous = taken * dashpot / (dashpot + slider) if slider else taken
        return Spent(viscous, taken - viscous, warmed)


class MouldingStep:
    """A solid that flows within one step."""

    settles = yields_within = False

    def __init__(self, energy: MouldedEnergy, step: StepContext):
        self.energy, self.step, self._now = energy, step, step.memory[energy.name]
        self._start, limit, resistance = self._now, energy.never, np.zeros(energy.never.shape)
        flows = energy.unit.limit < np.inf
        if flows:
            self._began = energy.measures(step.x if step.start is None else step.start)
        if flows and step.implicit and energy.unit.time >= 0.0:
            limit, resistance = self._refer()
        elif flows and step.passed > 0.0:
            self._start = self._moved(step.ahead() if step.implicit else step.x, step.passed)
        moduli = energy.moduli(step.memory, step.passed)
        law = energy.moulded(self._start, moduli)
        self._parts = [energy.elastic.by(law._replace(limit=limit, drag=resistance))]
        if energy.damper is not None:
            if limit is not energy.never:
                law = energy.moulded(self._expected(), moduli)
            drag = energy.damper.law._replace(gradients=law.gradients, moduli=moduli)
            self._parts.insert(0, energy.damper.by(drag).freeze(step))

    def _expected(self) -> np.ndarray:
        """The Q with which an implicit step ends, as far as is known when it begins."""
        return self._part(self._seen_from_start(self.step.ahead()), self._start, self._interval, self.step.dt)

    def _seen_from_start(self, x: np.ndarray) -> np.ndarray:
        return self._parts[-1].measures(x)

    def _refer(self) -> tuple[np.ndarray, np.ndarray]:
        """Where flow within a step begins; its limits, and its τ/h."""
        energy, step = self.energy, self.step
        # Sliders alone have no rate, and one that is quick beside the step goes on when stress falls at once.
        smooth = energy.unit.time > (step.dt if energy.unit.limit > 0.0 else 0.0)
        second = step.earlier is not None and smooth
        self._interval = step.interval if second else step.dt
        limit, time = energy.giving(step.memory, step.passed)
        if second:
            self._start = self._now.copy()
            go_on(self._now, step.memory[f"{energy.name}/before"], energy.firm(limit), self._start)
        return limit, time / self._interval

    def _moved(self, x: np.ndarray, time: float) -> np.ndarray:
        """Q after a time in which FᵀF has gone evenly from where it began to that of x: (5) of `flow`."""
        if self.energy.unit.time < 0.0:
            return self._swollen(x, time)
        end, now = self.energy.measures(x), self._now
        between, part = self._began + GAMMA * (end - self._began), (1.0 - GAMMA) / GAMMA
        first = self._part(_seen(between, now), now, GAMMA * time, GAMMA * time, part)
        return self._part(_seen(end, first), first, GAMMA * time, time)

    def _swollen(self, x: np.ndarray, time: float) -> np.ndarray:
        """Q after a time of swelling."""
        now, end, volume = self._now, self.energy.measures(x), self.energy.volume
        while True:  # once more if some samples have reached the bound, and stay
            first = self._rates(self._began, now, 0.0, volume)
            last = self._rates(end, now + time * first, time, volume)
            q = now + 0.5 * time * (first + last)
            normalise(q)
            beyond = self.energy.beyond(q) & (volume > 0.0)
            if not beyond.any():
                return q
            volume = np.where(beyond, 0.0, volume)

    def _rates(self, measured: np.ndarray, q: np.ndarray, passed: float, volume: np.ndarray) -> np.ndarray:
        """Q̇ when a time of the step has passed."""
        energy, rate = self.energy, np.empty_like(q)
        shear, (limit, time) = (
            energy.moduli(self.step.memory, passed)[0],
            energy.giving(self.step.memory, passed),
        )
        time = np.minimum(time, _SWELLING * self.step.dt)  # what swells faster than steps can follow
        flow_rates(_seen(measured, q), q, volume, shear, limit, time, energy.tresca, rate)
        return rate

    def _part(
        self, seen: np.ndarray, start: np.ndarray, time: float, passed: float, part: float = 1.0
    ) -> np.ndarray:
        """Q after a time of flow from `start`, or a part of the way, at the softness of a moment of the step."""
        energy, out = self.energy, np.empty_like(start)
        limit, drag = energy.giving(self.step.memory, passed)
        shear = energy.moduli(self.step.memory, passed)[0]
        mould(seen, start, energy.volume, shear, limit, drag / time, part, energy.tresca, out)
        return out

    def stored(self, x: np.ndarray) -> float:
        """With what had flown when the step began."""
        return self.energy.at(self.step.time, self.step.memory).stored(x)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return sum(part.add_gradient(x, out) for part in self._parts)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        for part in reversed(self._parts):
            part.add_hessian(x, matrix, psd)

    def end(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        """Mould the samples."""
        unit, now = self.energy.unit, memory[self.energy.name]
        if unit.limit == np.inf:
            moved = now.copy()
        elif self.step.implicit and unit.time >= 0.0:
            moved = self._part(self._seen_from_start(x), self._start, self._interval, self.step.dt)
        else:
            moved = self._moved(x, self.step.dt)
        memory[f"{self.energy.name}/before"][:] = now
        now[:] = moved


def _seen(measured: np.ndarray, q: np.ndarray) -> np.ndarray:
    out = np.empty_like(measured)
    seen_through(measured, q, out)
    return out


def strain_of(q: np.ndarray) -> np.ndarray:
    """|½(I − QᵀQ)| of samples (9, n)."""
    q = q.reshape(3, 3, -1)
    strain = 0.5 * (np.eye(3)[:, :, None] - np.einsum("kin,kjn->ijn", q, q))
    return np.sqrt((strain**2).sum(axis=(0, 1)))
