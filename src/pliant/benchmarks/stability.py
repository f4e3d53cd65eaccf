"""The longest stable step of each explicit scheme for the bodies of 003, measured, and from their eigenvalues.

Near equilibrium a body of masses M, springs and dampers obeys M ẍ + C ẋ + K x = 0, with the Hessian K of springs and
gas and C = Σ c ttᵀ of the dampers. The eigenvalues λ of

    ⎡   0      I   ⎤
    ⎣ −M⁻¹K  −M⁻¹C ⎦                                                                                        (1)

grow by R(λΔt) in a step of a Runge–Kutta scheme,

    Euler: R = 1 + z ,   midpoint: 1 + z + z²/2 ,   RK4: 1 + z + z²/2 + z³/6 + z⁴/24 .                      (2)

Feynman's leapfrog knows the velocity half a step from where the dampers want it, and goes on from the step before,
vₙ = v₋ + ½(v₋ − v₋₋). Its state is (x, v₋, v₋₋), and a step is the matrix

    v₊ = v₋ − Δt M⁻¹(K x + C (3v₋ − v₋₋)/2) ,   x' = x + Δt v₊ .                                            (3)

A step is stable if nothing grows faster than `FASTEST`: the gas lets springs pull across themselves, where no damper
acts, and such slow modes grow with Euler's and the midpoint scheme at any step, but by nothing that is ever seen.
Measured is the same: a body in equilibrium is disturbed by a hundred-millionth of its size and watched.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log

import numpy as np

from pliant.benchmarks.row import Row
from pliant.errors import SimulationError
from pliant.integrators.spec import RK4, Euler, Feynman, Midpoint
from pliant.model import Layered
from pliant.model.nets import Octasphere, Ring, Segment
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.validation.states import alone, place, settled, stiffness

FASTEST = 0.3  # [1/s]
SCHEMES = {"Euler": Euler(), "Feynman": Feynman(), "midpoint": Midpoint(), "RK4": RK4()}
POLYNOMIALS = {"Euler": (1, 1), "midpoint": (1, 1, 1 / 2), "RK4": (1, 1, 1 / 2, 1 / 6, 1 / 24)}
BODIES = {
    "1D": Layered(Segment(1.0)),
    "2D": Layered(Ring(1.0, 10)),
    "3D": Layered(Octasphere(1.0, 1)),
    "3D, subdivided twice": Layered(Octasphere(1.0, 2)),
}
LONGEST, SHORTEST = 1.0, 1e-4  # [s]
_ACCURACY = 0.01  # of a step found by bisection
_SMALL = 1e-8  # of the body's size: the disturbance
_STEPS, _SECONDS = 400, 2.0  # at least so many are watched
_GREW = 10.0  # times, beyond what `FASTEST` allows


def rows_for(body: str) -> list[Row]:
    """Measured steps [s] beside those from the eigenvalues."""
    equilibrium = in_equilibrium(body)
    return [
        Row(
            f"{body} body of 003, {scheme}: longest stable step",
            measured(body, scheme, equilibrium),
            "s",
            "its eigenvalues",
            expected(body, scheme),
        )
        for scheme in SCHEMES
    ]


@cache
def in_equilibrium(body: str) -> np.ndarray:
    """Positions [m] (nodes, 3) at which springs and gas are in balance."""
    return _settled(body).positions("body")


@cache
def _settled(body: str) -> Simulation:
    return settled(alone(BODIES[body]), steps=6, dt=3.0)


@cache
def _linearised(body: str) -> tuple[np.ndarray, np.ndarray]:
    """M⁻¹K [1/s²] and M⁻¹C [1/s] in equilibrium."""
    simulation = _settled(body)
    model = simulation.model.body("body")
    springs, x = model.elastic[0], simulation.positions("body")
    damping = np.zeros((x.size, x.size))
    for (a, b), c in zip(springs.nodes, springs.law.damping, strict=True):  # type: ignore[attr-defined]
        along = (x[b] - x[a]) / np.linalg.norm(x[b] - x[a])
        row = np.zeros(x.size)
        row[3 * a : 3 * a + 3], row[3 * b : 3 * b + 3] = -along, along
        damping += c * np.outer(row, row)
    mass = np.repeat(model.layout.gather(model.system.mass), 3)[:, None]
    return stiffness(simulation, "body") / mass, damping / mass


def expected(body: str, scheme: str) -> float:
    """The longest stable step [s] by (2) or (3)."""
    if scheme == "Feynman":
        return _longest(lambda dt: _leapfrog_growth(body, dt) <= FASTEST)
    z, terms = eigenvalues(body), POLYNOMIALS[scheme]

    def is_stable(dt: float) -> bool:
        grown = np.abs(sum(term * (z * dt) ** k for k, term in enumerate(terms)))
        return bool(np.log(max(float(grown.max()), 1e-300)) / dt <= FASTEST)

    return _longest(is_stable)


@cache
def eigenvalues(body: str) -> np.ndarray:
    """λ of (1) [1/s]."""
    k, c = _linearised(body)
    n = len(k)
    return np.linalg.eigvals(np.block([[np.zeros((n, n)), np.eye(n)], [-k, -c]]))


def _leapfrog_growth(body: str, dt: float) -> float:
    """How fast [1/s] the fastest mode of (3) grows."""
    k, c = _linearised(body)
    one, none = np.eye(len(k)), np.zeros_like(k)
    after = np.hstack([-dt * k, one - 1.5 * dt * c, 0.5 * dt * c])  # v₊
    step = np.vstack([np.hstack([one, none, none]) + dt * after, after, np.hstack([none, one, none])])
    return log(max(float(np.abs(np.linalg.eigvals(step)).max()), 1e-300)) / dt


def measured(body: str, scheme: str, equilibrium: np.ndarray) -> float:
    """The longest step [s] with which a disturbed body stays where it is."""
    return _longest(lambda dt: stays(body, scheme, equilibrium, dt))


def stays(body: str, scheme: str, equilibrium: np.ndarray, dt: float) -> bool:
    """Whether a small disturbance of the equilibrium stays small."""
    scene = Scene(collision=False, dt=dt, integrator=SCHEMES[scheme])
    scene.add(BODIES[body], id="body")
    simulation = Simulation(scene)
    size = float(np.linalg.norm(np.ptp(equilibrium, axis=0)))
    start = _SMALL * size * np.random.default_rng(5).normal(size=equilibrium.shape)
    place(simulation, "body", equilibrium + start)
    steps = max(_STEPS, round(_SECONDS / dt))
    limit = _GREW * np.exp(FASTEST * steps * dt) * float(np.abs(start).max())
    try:
        for step in range(steps):
            simulation.step()
            if simulation.halvings:  # it went wrong, and only shorter steps saved it
                return False
            if step % 20 == 0 and np.abs(_shape(simulation, equilibrium)).max() > limit:
                return False
    except SimulationError:
        return False
    return bool(np.abs(_shape(simulation, equilibrium)).max() <= limit)


def _shape(simulation: Simulation, equilibrium: np.ndarray) -> np.ndarray:
    """How far [m] particles are from equilibrium, but for a shift of all."""
    away = simulation.positions("body") - equilibrium
    return away - away.mean(axis=0)


def _longest(is_stable: Callable[[float], bool]) -> float:
    """The longest stable step [s] by bisection; NaN if none is."""
    low, high = SHORTEST, LONGEST
    if not is_stable(low):
        return float("nan")
    if is_stable(high):
        return high
    while high > (1.0 + _ACCURACY) * low:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if is_stable(middle) else (low, middle)
    return low
