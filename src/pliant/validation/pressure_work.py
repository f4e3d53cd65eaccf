"""The work of a gas: ∫ P dV along any way is what its energy changes by.

At constant temperature P = N/V, hence

    W = ∫ P dV = N ln(V₂/V₁) = E₁ − E₂ ,                                                                   (1)

whichever way leads from one shape to the other. The forces of the gas on the particles, −∂E/∂x, must do just this work
when the particles are led along the way:

    W = −∫ Σ ∂E/∂x · dx .                                                                                 (2)

Both integrals are taken by Gauss's rule with 16 points on each of three stretches of a way through random shapes,
which leaves rounding. Also a body that is let go must pay for what it gains: compressed, it springs open, and what the
gas loses goes to the springs and into motion. With RK4 the sum of all keeps to (ωΔt)⁴.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pliant.checks import at_least, at_most
from pliant.energies.gas import Gas, GasInRing
from pliant.integrators.spec import RK4
from pliant.model import Layered, Layers
from pliant.model.nets import Octasphere, Ring
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import alone, place

AMOUNT = 20.0
SCALES = (1.0, 1.4, 0.8, 1.8)  # of the shapes on the way
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(16)


def run() -> Result:
    checks, v = [], np.linspace(0.4, 6.0, 200)
    way = Plot("Pressure and volume on the way", "V / V₁", "P V₁ / N").theory("1/V", v, 1.0 / v)
    for shape, name in (
        (Ring(1.0, 12), "ring"),
        (Octasphere(1.0, 1), "sphere"),
        (Octasphere(1.0, 3), "fine sphere"),
    ):
        volumes, pressures, by_volume, by_forces, energies = _way(shape)
        wanted = AMOUNT * np.log(volumes[-1] / volumes[0])
        error = max(abs(one - wanted) for one in (by_volume, by_forces, energies)) / abs(wanted)
        checks.append(
            at_most(f"{name}: ∫P dV, the forces' work and −ΔE against N ln(V₂/V₁), relative", error, 1e-10)
        )
        spread = float(np.abs(pressures * volumes / AMOUNT - 1.0).max())
        checks.append(at_most(f"{name}: P·V = N on the way, relative", spread, 1e-12))
        way = way.computed(f"{name}, computed", volumes / volumes[0], pressures * volumes[0] / AMOUNT)
    (times, parts), gained = _released()
    total = parts.sum(axis=0)
    checks.append(at_least("let go, the gas does work of", gained, 10.0, "J"))
    checks.append(
        at_most("and all energies keep their sum, relative to it", float(np.ptp(total)) / gained, 1e-6)
    )
    let_go = Plot("A compressed sphere let go", "time [s]", "energy [J]")
    let_go = let_go.theory("sum at the start", times, np.full_like(times, total[0]))
    for name, part in zip(("gas", "springs", "motion", "sum"), (*parts, total), strict=True):
        let_go = let_go.computed(name, times[::20], part[::20])
    return Result("pressure_work", "The work of a gas", checks, [way, let_go], __doc__ or "")


def _gas(simulation: Simulation) -> Gas | GasInRing:
    gas = simulation.model.body("body").elastic[1]
    assert isinstance(gas, Gas | GasInRing)
    return gas


def _way(shape: Ring | Octasphere) -> tuple[np.ndarray, np.ndarray, float, float, float]:
    """V and P on the way, and the work by (1), by (2) and as the loss of energy [J]."""
    simulation = Simulation(alone(Layered(shape, layers=1, material=Layers(pressure=AMOUNT))))
    gas, layout = _gas(simulation), simulation.model.body("body").layout
    rng, x0 = np.random.default_rng(8), simulation.positions("body")
    stops = [layout.spread(scale * (x0 + 0.15 * rng.normal(size=x0.shape))) for scale in SCALES]
    volumes, pressures, by_volume, by_forces = [], [], 0.0, 0.0
    for a, b in pairwise(stops):
        volumes.append(gas.measure(a))
        pressures.append(gas.pressure(a))
        for point, weight in zip(0.5 * (1.0 + POINTS), 0.5 * WEIGHTS, strict=True):
            x, slope = a + point * (b - a), layout.zeros(3)
            gas.add_gradient(x, slope)
            by_forces -= weight * float(np.sum(slope * (b - a)))
            by_volume += weight * gas.pressure(x) * _rate(gas, x, b - a)
            volumes.append(gas.measure(x))
            pressures.append(gas.pressure(x))
    volumes.append(gas.measure(stops[-1]))
    pressures.append(gas.pressure(stops[-1]))
    lost = gas.stored(stops[0]) - gas.stored(stops[-1])
    return np.array(volumes), np.array(pressures), by_volume, by_forces, lost


def _rate(gas: Gas | GasInRing, x: np.ndarray, way: np.ndarray, step: float = 1e-3) -> float:
    """dV along a way, from V alone: central differences by Richardson's rule."""
    fine, coarse = (
        (gas.measure(x + h * way) - gas.measure(x - h * way)) / (2.0 * h) for h in (step, 2.0 * step)
    )
    return (4.0 * fine - coarse) / 3.0


def _released() -> tuple[tuple[np.ndarray, np.ndarray], float]:
    """Times [s], energies (3, times) [J] of gas, springs and motion, and the most that the gas gave."""
    scene = Scene(collision=False, dt=5e-4, integrator=RK4())
    material = Layers(stiffness=20.0, damping=0.0, mass=0.2, pressure=AMOUNT)
    scene.add(Layered(Octasphere(1.0, 1), layers=1, material=material), id="body")
    simulation = Simulation(scene)
    place(simulation, "body", 0.8 * simulation.positions("body"))
    springs, gas = simulation.model.body("body").elastic
    state, mass = simulation.state.bodies["body"], simulation.model.body("body").system.mass
    times, found = [], []
    while simulation.time < 0.4:
        motion = 0.5 * float(np.sum(mass * state.v**2))
        times.append(simulation.time)
        found.append((gas.stored(state.x), springs.stored(state.x), motion))
        simulation.step()
    parts = np.array(found).T
    return (np.array(times), parts), float(parts[0, 0] - parts[0].min())
