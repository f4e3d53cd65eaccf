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

*Schemes that only evaluate forces.* At the stages of a Runge–Kutta scheme dashpots that are slow beside the step go
by their rates, Q̇ = −Q ṗ (`rk_stages`, `plastic_update`). Otherwise, and with sliders alone, flow follows the way of
FᵀF since the step began, cut in two by (6) of `flow`, to second order. Between stages Q leaves det Q = 1, as it may,
and is brought back to it at the end of the step.

*Internal damping* resists changes of the shape that matter has at rest, and is a term by itself
(`energies.solid_damping`), seen through the Q with which flow would end where an implicit step begins to look for its
end.

A negative time swells, as far as the `bound`, by the mean of the rates at both ends of a step; implicit steps hold the
Q that this leads to where they begin to look for their end. What other steps without stages dissipate is √(2/3) Y|Δp|
(Tresca's: Y max|Δp_i|) in sliders, and 2μτ|Δp|²/Δt in dashpots, by their mean rate.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.energies.elements import ElementEnergy
from pliant.energies.solid_damping import drag
from pliant.inelastic.flow import DISSIPATED, GAMMA
from pliant.inelastic.plastic_update import dissipated, flow_rates, go_on, mould, normalise, seen_through
from pliant.inelastic.rk_stages import SLOW, Stages
from pliant.inelastic.yield_law import yielding
from pliant.model.flow import Unit
from pliant.model.protocols import StepContext

_UNIT = np.eye(3).ravel()
_SHORT = 1e-4  # of the step: over which rates are taken
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
        self.elastic, self.unit, self.name, self._tresca, self._heat = elastic, unit, name, tresca, heat
        self._bound = bound
        self.pattern, self.damping_time = elastic.pattern, damping_time
        damps = (
            ElementEnergy(elastic.layout, elastic.nodes, drag(elastic.law), damping_time)
            if damping_time
            else None
        )
        self._damper = damps
        self.nodes = elastic.nodes
        self._samples, self._count = elastic.law.volume.shape
        self._own = elastic.law
        self._never = np.full(self._count, np.inf)
        self._start = np.repeat(_UNIT[:, None], self._samples * self._count, axis=1)
        self._volume = self._own.volume * self._own.shares[:, :1]
        self._step: StepContext | None = None
        self._interval = np.inf
        self._place = np.zeros((3, 0))
        self._stages, self._staged, self._began = Stages(), False, np.zeros_like(self._own.reference)
        self._bare = yielding(self._own, self._never, np.zeros(self._count), tresca)
        elastic.replace(self._bare)

    @property
    def share(self) -> float:
        """What it says of how far the matter has flown: there is one energy per arm."""
        return self.unit.share

    def memory(self) -> dict[str, np.ndarray]:
        """Q of every sample row by row, (9, samples · n), that of the step before, and what has been dissipated."""
        blank = np.repeat(_UNIT[:, None], self._samples * self._count, axis=1)
        warm = self._heat.memory(self.elastic.layout) if self._heat is not None else {}
        return {
            self.name: blank,
            f"{self.name}/before": blank.copy(),
            f"{self.name}/{DISSIPATED}": np.zeros(3),
            **warm,
        }

    def begin_step(self, step: StepContext) -> None:
        self._step = step
        now, unit, limit, resistance = step.memory[self.name], self.unit, self._never, np.zeros(self._count)
        self._start[:] = now
        if self._heat is not None and np.isfinite(step.dt) and step.elapsed == 0.0:
            self._place = step.x.copy()
        if np.isfinite(step.dt) and unit.limit < np.inf:
            if step.elapsed == 0.0:
                self._began[:] = self.elastic.measures(step.x, self._bare)
            if unit.time < 0.0:
                x, time = (step.ahead(), step.dt) if step.implicit else (step.x, step.elapsed)
                self._start[:] = self._swollen(x, time)[0]
            elif not step.implicit:
                self._start[:] = self._within(step)
            else:
                limit, resistance = self._refer(step)
        moduli = self._moduli(step.memory, step.passed)
        self.elastic.replace(self._moulded(self._start, moduli)._replace(limit=limit, drag=resistance))
        self.elastic.begin_step(step)
        if self._damper is not None:
            law = self._moulded(self._expected(step, limit), moduli)
            self._damper.replace(self._damper.law._replace(gradients=law.gradients, moduli=moduli))
            self._damper.begin_step(step)

    def _expected(self, step: StepContext, limit: np.ndarray) -> np.ndarray:
        """The Q with which a step ends, as far as is known when it begins; of an explicit one, that at the moment."""
        if limit is self._never:
            return self._start
        x = step.ahead() if step.implicit else step.x
        return self._part(self.elastic.measures(x), self._start, self._interval, step.passed, 1.0)

    def _refer(self, step: StepContext) -> tuple[np.ndarray, np.ndarray]:
        """Where flow within a step begins; its limits, and its τ/h."""
        # Sliders alone have no rate, and one that is quick beside the step goes on when stress falls at once.
        smooth = self.unit.time > (step.dt if self.unit.limit > 0.0 else 0.0)
        second = step.implicit and step.earlier is not None and smooth
        self._interval = step.interval if second else step.dt
        limit, time = self._giving(step.passed)
        if second:
            firm = np.tile(limit == np.inf, self._samples)
            go_on(step.memory[self.name], step.memory[f"{self.name}/before"], firm, self._start)
        return limit, time / self._interval

    def _giving(self, passed: float) -> tuple[np.ndarray, np.ndarray]:
        """The limit (n,), infinite where matter is too cold to flow, and τ (n,) when a time of the step has passed."""
        assert self._step is not None
        soft = np.ones(self._count)
        if self._heat is not None:
            soft = self._heat.at(self._step.memory, self.nodes, passed)[0]
        firm = soft <= 0.0
        size = self.unit.limit * np.sqrt(0.5 if self._tresca else 2.0 / 3.0)
        return np.where(firm, np.inf, size), self.unit.time / np.where(firm, 1.0, soft)

    def nominal_stress(self, F: np.ndarray, memory: Any) -> np.ndarray:
        """P(FQ) Qᵀ (3, 3, n) of the first sample, at the present temperature."""
        Q = memory[self.name].reshape(3, 3, self._samples, self._count)[:, :, 0]
        law = self._own._replace(moduli=self._moduli(memory))
        return np.einsum("cin,jin->cjn", law.nominal_stress(np.einsum("cin,ijn->cjn", F, Q)), Q)

    def _moduli(self, memory: Any, passed: float = 0.0) -> np.ndarray:
        moduli = self._own.moduli
        if self._heat is None:
            return moduli
        return np.stack([moduli[0] * self._heat.at(memory, self.nodes, passed)[1], moduli[1]])

    def _moulded(self, flown: np.ndarray, moduli: np.ndarray) -> Any:
        """The law from a shape at rest on, that does not flow."""
        law, q = self._bare, flown.reshape(3, 3, self._samples, self._count)
        gradients = np.empty_like(law.gradients)
        for i in range(self._samples):
            rows = slice(law.starts[i], law.starts[i + 1])
            gradients[rows] = np.einsum("abn,kan->kbn", q[:, :, i], law.gradients[rows])
        return law._replace(gradients=gradients, moduli=moduli)

    # ------------------------------------------------------------ within explicit steps

    def _within(self, step: StepContext) -> np.ndarray:
        """Q at a moment of a step that only evaluates forces."""
        now = step.memory[self.name]
        if step.elapsed == 0.0:
            self._staged = step.stage is not None and self._is_slow(self._began, now, step.dt)
        if self._staged:
            return self._at_stage(step)
        return self._moved(step.x, step.elapsed) if step.elapsed > 0.0 else now

    def _is_slow(self, measured: np.ndarray, q: np.ndarray, dt: float) -> bool:
        """Whether dashpots are slow beside a step, also where matter is stretched far: by K of (2) of `yield_law`."""
        g = self._seen(measured, q).reshape(self._samples, 7, self._count)
        mean = g[:, :3].mean(axis=1)
        off = ((g[:, :3] - mean[:, None]) ** 2).sum(axis=1) + 2.0 * (g[:, 3:6] ** 2).sum(axis=1)
        most = mean + np.sqrt(2.0 / 3.0 * off)  # the largest principal value, or more
        return dt * float((most * (2.0 * most - mean)).max(initial=1.0)) <= SLOW * self.unit.time

    def _at_stage(self, step: StepContext) -> np.ndarray:
        """Q at a stage, whose rate is noted."""
        assert step.stage is not None
        q = self._stages.at(step.stage, step.memory[self.name], step.dt)
        rate, power = self._rates_at(self.elastic.measures(step.x, self._bare), q, step.elapsed)
        now, short = step.elapsed, _SHORT * step.dt
        given = self._given(step.x, q, now - short, now + short) / (2.0 * short)
        self._stages.note(step.stage, rate, np.append(power, given))
        return q

    def _rates_at(
        self, measured: np.ndarray, q: np.ndarray, passed: float, volume: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Q̇ when a time of the step has passed, and what dashpots and sliders take [W]."""
        assert self._step is not None
        rate, shear = np.empty_like(q), self._moduli(self._step.memory, passed)[0]
        seen, (limit, time) = self._seen(measured, q), self._giving(passed)
        if self.unit.time < 0.0:  # what swells faster than steps can follow
            time = np.minimum(time, _SWELLING * self._step.dt)
        flows = self._volume if volume is None else volume
        return rate, flow_rates(seen, q, flows, shear, limit, time, self._tresca, rate)

    def _swollen(self, x: np.ndarray, time: float) -> tuple[np.ndarray, np.ndarray]:
        """Q after a time of swelling, and what that takes [J] (2,): negative, as it gives."""
        assert self._step is not None
        now, end, volume = self._step.memory[self.name], self.elastic.measures(x, self._bare), self._volume
        while True:  # once more if some samples have reached the bound, and stay
            first, power = self._rates_at(self._began, now, 0.0, volume)
            last, after = self._rates_at(end, now + time * first, time, volume)
            q = now + 0.5 * time * (first + last)
            normalise(q)
            beyond = (_strain_of(q).reshape(self._samples, -1) > self._bound) & (volume > 0.0)
            if not beyond.any():
                return q, 0.5 * time * (power + after)
            volume = np.where(beyond, 0.0, volume)

    def rate(self, x: np.ndarray, dt: float) -> np.ndarray | None:
        """Q̇ as of the last step, if it is slow beside steps of length dt."""
        assert self._step is not None
        q, measured = self._step.memory[self.name], self.elastic.measures(x, self._bare)
        return self._rates_at(measured, q, 0.0)[0] if self._is_slow(measured, q, dt) else None

    def _given(self, x: np.ndarray, q: np.ndarray, begin: float, end: float) -> float:
        """What is stored more [J] if temperature changes as it does between two times of the step."""
        if self._heat is None:
            return 0.0
        assert self._step is not None
        moduli = (self._moduli(self._step.memory, passed) for passed in (begin, end))
        before, after = (self.elastic.stored(x, self._moulded(q, each)) for each in moduli)
        return after - before

    def _moved(self, x: np.ndarray, time: float) -> np.ndarray:
        """Q after a time in which FᵀF has gone evenly from where it began to that of x: (6) of `flow`."""
        assert self._step is not None
        end, now = self.elastic.measures(x, self._bare), self._step.memory[self.name]
        between, part = self._began + GAMMA * (end - self._began), (1.0 - GAMMA) / GAMMA
        first = self._part(self._seen(between, now), now, GAMMA * time, GAMMA * time, part)
        return self._part(self._seen(end, first), first, GAMMA * time, time, 1.0)

    def _part(
        self, seen: np.ndarray, start: np.ndarray, time: float, passed: float, part: float
    ) -> np.ndarray:
        """Q after a time of flow from `start`, or a part of the way, at the softness of a moment of the step."""
        assert self._step is not None
        (limit, drag), out = self._giving(passed), np.empty_like(start)
        shear = self._moduli(self._step.memory, passed)[0]
        mould(seen, start, self._volume, shear, limit, drag / time, part, self._tresca, out)
        return out

    def _seen(self, measured: np.ndarray, q: np.ndarray) -> np.ndarray:
        out = np.empty_like(measured)
        seen_through(measured, q, out)
        return out

    # ------------------------------------------------------------ energy

    def stored(self, x: np.ndarray) -> float:
        """The elastic energy [J], as of the last step."""
        assert self._step is not None
        memory = self._step.memory
        return self.elastic.stored(x, self._moulded(memory[self.name], self._moduli(memory)))

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        damping = 0.0 if self._damper is None else self._damper.add_gradient(x, out)
        return damping + self.elastic.add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        self.elastic.add_hessian(x, matrix, psd)
        if self._damper is not None:
            self._damper.add_hessian(x, matrix, psd)

    def end_step(self, x: np.ndarray, memory: dict[str, np.ndarray]) -> None:
        """Mould the samples, and count what they have dissipated."""
        assert self._step is not None
        step, now, before = self._step, memory[self.name], memory[f"{self.name}/before"]
        before[:] = now
        if self.unit.limit == np.inf:
            return
        if step.stage is not None and self._staged:
            now[:], spent = self._stages.end(step.stage, before, step.dt)
            normalise(now)
        else:
            moved, spent = self._after(x, step, before)
            now[:] = moved
            first = step.implicit and step.earlier is None
            ends = ((self._place, before, 1.0 if first else 0.5), (x, now, 0.0 if first else 0.5))
            given = sum(weight * self._given(place, q, 0.0, step.dt) for place, q, weight in ends if weight)
            spent = np.append(spent, given)
        memory[f"{self.name}/{DISSIPATED}"] += spent

    def _after(self, x: np.ndarray, step: StepContext, before: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Q at the end of a step without stages, and what dashpots and sliders have taken [J]."""
        if self.unit.time < 0.0:
            return self._swollen(x, step.dt)
        if not step.implicit:
            q = self._moved(x, step.dt)
        else:
            q = self._part(self.elastic.measures(x), self._start, self._interval, step.dt, 1.0)
        return q, self._spent(q, before)

    def _spent(self, now: np.ndarray, before: np.ndarray) -> np.ndarray:
        """What dashpots and sliders have taken in a step [J], at its mean softness."""
        assert self._step is not None
        step, soft, stiff = self._step, np.ones(self._count), 1.0
        if self._heat is not None:
            ends = [self._heat.at(step.memory, self.nodes, passed) for passed in (0.0, step.dt)]
            soft, stiff = (0.5 * (a + b) for a, b in zip(*ends, strict=True))
        limit, _ = self._giving(step.dt)
        drag = self.unit.time / step.dt / np.where(soft > 0.0, soft, 1.0)
        shear = self._own.moduli[0] * stiff
        return dissipated(now, before, self._volume, shear, limit, drag, self._tresca)

    def flown(self, memory: Any) -> np.ndarray:
        """How far samples have flown, |½(I − QᵀQ)|, the mean of every element (n,)."""
        return _strain_of(memory[self.name]).reshape(self._samples, -1).mean(axis=0)


def _strain_of(q: np.ndarray) -> np.ndarray:
    """|½(I − QᵀQ)| of samples (9, n)."""
    q = q.reshape(3, 3, -1)
    strain = 0.5 * (np.eye(3)[:, :, None] - np.einsum("kin,kjn->ijn", q, q))
    return np.sqrt((strain**2).sum(axis=(0, 1)))
