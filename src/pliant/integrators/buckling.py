"""Forces that balance where the potential energy is not least: a straight column under more than it can carry.

At an equilibrium u₀ that is no minimum the true Hessian has a direction v with vᵀKv < 0 (`solvers.indefinite`). The
body is led along it: its part along v is prescribed, everything else is free,

    g(u) = μ w ,   w·(u − u₀) = a ,   w = Mv/(vᵀMv) ,                                                          (1)

by Newton's method without a line search (see `static`), each correction with two right-hand sides:

    d = −K⁻¹g + μ K⁻¹w ,   μ from   w·d = a − w·(u − u₀) .                                                     (2)

μ is the force dE/da that leading it takes: below zero as long as it would go by itself. Where it turns, at a larger a,
a minimum is near. There are as many of them as v and −v; it is always the same that is taken.
"""

from __future__ import annotations

import numpy as np

from pliant.errors import SimulationError
from pliant.integrators.equilibrium import Equilibrium, inert
from pliant.integrators.residual import longest
from pliant.integrators.system import StepReport

_FIRST, _LAST = 1e-3, 0.5  # of the body's size: a of (1) at first, and when it has been led far enough
_LEAST = 1e-5  # of the body's size: an a that is too small to go on with
_LONGER, _SHORTER = 2.0, 0.4  # times as long is the next step of a after one that went well, or failed
_CORRECTIONS = 10  # at most for one a
_ROUGH, _FINE = 1e-2, 1e-3  # of the way from u₀: how far (1) is solved at first, and where μ turns
_CLOSER = 4  # times it is solved there


def lead(here: Equilibrium, away: np.ndarray, most: int, report: StepReport) -> None:
    """Go from u₀, where `here` is, along v = `away` to a minimum, or as far as it goes."""
    size, u = here.system.size, here.vectors.u
    dual = inert(here.system) * away
    dual /= float((dual * away)[:, here.system.layout.nodes].sum())
    start, before, reached = u.copy(), u.copy(), u.copy()
    last, done, step, pull = 0.0, 0.0, _FIRST * size, 0.0  # a of `before` and of `reached`, μ there
    while report.newton < most and done < _LAST * size:
        u[:] = reached + (step * away if done == 0.0 else step / (done - last) * (reached - before))
        solved = _solve(here, start, dual, done + step, _ROUGH, report)
        if solved is None:
            step *= _SHORTER
            u[:] = reached
            if step < _LEAST * size:
                break
            continue
        force, corrections = solved
        here.go()
        here.come_through()
        if force >= 0.0:
            if done > 0.0:
                _close_in(here, start, dual, (done, pull, reached), (done + step, force), report)
            break
        before[:], reached[:] = reached, u
        last, done, pull = done, done + step, force
        step *= _LONGER if corrections <= 4 else 1.0
    if np.array_equal(u, start):
        u += _FIRST * size * away
    here.go()


def _close_in(
    here: Equilibrium,
    start: np.ndarray,
    dual: np.ndarray,
    below: tuple[float, float, np.ndarray],
    above: tuple[float, float],
    report: StepReport,
) -> None:
    """Find where μ is zero between two a, of which the second is where `here` is."""
    u = here.vectors.u
    (low, pull, at_low), (high, push), at_high = below, above, u.copy()
    for _ in range(_CLOSER):
        part = min(max(pull / (pull - push), 0.1), 0.9)
        to = low + part * (high - low)
        u[:] = at_low + part * (at_high - at_low)
        solved = _solve(here, start, dual, to, _FINE, report)
        if solved is None:
            return
        force = solved[0]
        if force < 0.0:
            low, pull, at_low = to, force, u.copy()
        else:
            high, push, at_high = to, force, u.copy()
        if high - low <= _FINE * high:
            return


def _solve(
    here: Equilibrium, start: np.ndarray, dual: np.ndarray, to: float, tolerance: float, report: StepReport
) -> tuple[float, int] | None:
    """(1) for a = `to`: μ and how many corrections it took; None if that is not to be had."""
    nodes, u = here.system.layout.nodes, here.vectors.u
    allowed, before = tolerance * longest(u - start, nodes), np.inf
    for count in range(1, _CORRECTIONS + 1):
        here.evaluate()
        report.newton += 1
        try:
            factors = here.factors()
        except SimulationError:
            return None
        own, led = factors.solve(-here.vectors.gradient), factors.solve(dual)
        ahead = to - float((dual * (u - start))[:, nodes].sum())
        force = (ahead - float((dual * own)[:, nodes].sum())) / float((dual * led)[:, nodes].sum())
        correction = own + force * led
        length = longest(correction, nodes)
        if not length <= 2.0 * before or not np.isfinite(force):
            return None
        u += correction
        if length <= allowed:
            return force, count
        before = length
    return None
