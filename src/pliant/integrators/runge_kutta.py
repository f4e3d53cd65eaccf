"""Explicit Runge–Kutta schemes for ẋ = v, v̇ = a(x, v, t): Euler, midpoint and the classical one of fourth order [003].

Stage i begins with the rates of the stage before, a share cᵢ of the step ahead, and the step is their weighted mean:

    xᵢ = x + cᵢΔt vᵢ₋₁ ,   vᵢ = v + cᵢΔt aᵢ₋₁ ,   aᵢ = a(xᵢ, vᵢ, t + cᵢΔt)
    x' = x + Δt Σ bᵢvᵢ ,   v' = v + Δt Σ bᵢaᵢ                                                               (1)

| scheme | order | c | b |
|---|---|---|---|
| Euler [003 (2.1)–(2.2)] | 1 | 0 | 1 |
| midpoint | 2 | 0, ½ | 0, 1 |
| RK4 | 4 | 0, ½, ½, 1 | ⅙, ⅓, ⅓, ⅙ |

What has flown is known at every stage, and at the end, from the way of the strain since the step began, to second
order (`inelastic.flow`).

For a mode of frequency ω without damping, stability wants ωΔt ≤ 0, 0 and 2√2: Euler and midpoint always let it grow, by
½(ωΔt)² and ⅛(ωΔt)⁴ per step, which damping of the material makes up for. Hands are where they will be at the end of the
step; while they move they are met to first order.
"""

from __future__ import annotations

from typing import NamedTuple

from pliant.forces.hands import NO_HANDS, Hands
from pliant.integrators.bouncing import throw_back, velocities_before
from pliant.integrators.rates import Rates, changing, explicit_step, hold, move, project, put
from pliant.integrators.spec import RK4, Euler, Midpoint
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.numerics.compile import kernel
from pliant.numerics.grid_layout import copy_halo


class Scheme(NamedTuple):
    """c and b of (1)."""

    shares: tuple[float, ...]
    weights: tuple[float, ...]


SCHEMES: dict[type, Scheme] = {
    Euler: Scheme((0.0,), (1.0,)),
    Midpoint: Scheme((0.0, 0.5), (0.0, 1.0)),
    RK4: Scheme((0.0, 0.5, 0.5, 1.0), (1 / 6, 1 / 3, 1 / 3, 1 / 6)),
}


class RungeKuttaStepper:
    """Steps one body; owns the arrays that a step needs."""

    changes = ("x", "v", "history")

    def __init__(self, spec: Euler | Midpoint | RK4, system: BodySystem):
        self.spec = spec
        self.system = system
        self._rates = Rates(system)
        zeros = system.layout.zeros
        self._x, self._v, self._a = zeros(3), zeros(3), zeros(3)
        self._velocity, self._acceleration = zeros(3), zeros(3)

    def step(self, state: BodyState, time: float, dt: float, hands: Hands = NO_HANDS) -> StepReport:
        """Advance the state from `time` to `time + dt`, in place; hands are where they are at the end."""
        system, halo = self.system, self.system.layout.halo
        x, v, a = self._x, self._v, self._a
        before = velocities_before(system, state.v)
        hold(state.x, state.v, state.free, state.target, dt)
        self._velocity.fill(0.0)
        self._acceleration.fill(0.0)
        v[:] = state.v
        a.fill(0.0)
        step = explicit_step(state, time, dt)
        flowing = changing(system, step)
        for share, weight in zip(*SCHEMES[type(self.spec)], strict=True):
            move(state.x, v, share * dt, x)
            move(state.v, a, share * dt, v)
            copy_halo(x, halo)
            copy_halo(v, halo)
            passed, start = share * dt, state.x if share else None
            here = step._replace(x=x, v=v, reference=x, time=time + passed, elapsed=passed, start=start)
            self._rates.acceleration(system, state, here, hands, a)
            add_scaled(v, weight, self._velocity)
            add_scaled(a, weight, self._acceleration)
        move(state.x, self._velocity, dt, state.x)
        move(state.v, self._acceleration, dt, state.v)
        put(state.x, state.free, state.target)
        copy_halo(state.x, halo)
        impulses = project(system, state, x, dt, (state.v,))
        copy_halo(state.v, halo)
        lag = sum(share * weight for share, weight in zip(*SCHEMES[type(self.spec)], strict=True))
        impulses += throw_back(system, state, before, dt, state.v, lag=lag)
        state.history[0] = 0.0
        return StepReport(impulses=impulses, changing=flowing)


@kernel
def add_scaled(a, factor, out):
    for c in range(3):
        for p in range(a.shape[1]):
            out[c, p] += factor * a[c, p]
