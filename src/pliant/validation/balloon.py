"""A balloon in equilibrium: gas against springs.

A ring of n particles with springs k, ℓ along its sides and a gas of P·A = N inside is a regular polygon. With sides e
it has the area A ∝ e², and its energy ½nk(e − ℓ)² − N ln A is least for

    e² − ℓe − 2N/nk = 0 .                                                                                  (1)

Likewise an octahedron of 12 springs, V = √2/3 e³, for

    e² − ℓe − N/4k = 0 .                                                                                   (2)

Whatever the shape and however many layers, in equilibrium the energy does not change when everything grows a little.
With the tensions T of the springs (the virial),

    Σ T|e| = dN ,   d = 2 for a ring, 3 for a sphere .                                                      (3)

The ring breathes about (1) with, for particles of mass m at the distance e/(2 sin π/n) from the middle,

    ω² = 4 sin²(π/n) (k + 2N/ne²)/m ,                                                                     (4)

where the second term is the curvature of the gas's energy.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import close
from pliant.energies.gas import Gas, GasInRing
from pliant.integrators.spec import RK4
from pliant.model import Layered, Layers
from pliant.model.layered import springs_of
from pliant.model.nets import Octasphere, Ring
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import alone, followed, frequency, grid_points, place, settled

STIFFNESS, MASS, COUNT = 100.0, 0.5, 10
AMOUNTS = (0.0, 5.0, 20.0, 80.0, 320.0)  # N [J]
SHAPES = (Ring(1.0, COUNT), Octasphere(1.0, 0))
PER_SPRING = (2.0 / COUNT, 0.25)  # N over k, in (1) and (2)


def run() -> Result:
    checks, plot = [], Plot("A balloon in equilibrium", "N / kℓ²", "side over rest length")
    for shape, share, name in zip(SHAPES, PER_SPRING, ("ring", "octahedron"), strict=True):
        sides = [_side(shape, amount) for amount in AMOUNTS]
        length = sides[0]
        wanted = [_root(length, share * amount / STIFFNESS) for amount in AMOUNTS]
        checks += [
            close(f"{name}, N = {amount:g} J: side", side, theory, 1e-9, "m")
            for amount, side, theory in zip(AMOUNTS[1:], sides[1:], wanted[1:], strict=True)
        ]
        load = np.linspace(0.0, AMOUNTS[-1], 200)
        stretch = [_root(length, share * amount / STIFFNESS) / length for amount in load]
        plot = plot.theory(f"{name}, theory", load / (STIFFNESS * length**2), stretch)
        computed = np.array(AMOUNTS) / (STIFFNESS * length**2)
        plot = plot.computed(f"{name}, computed", computed, np.array(sides) / length)
    for shape, layers in ((Ring(1.0, COUNT), 2), (Octasphere(1.0, 1), 2), (Octasphere(1.0, 2), 3)):
        work, amount = _virial(shape, layers)
        name = f"{layers} layers of {shape.count} particles"
        checks.append(close(f"{name}: Σ T|e| over d", work, amount, 1e-8, "J"))
    swing, theory, (t, a) = _breathing()
    checks.append(close("the ring breathes", swing, theory, 1e-4, "Hz"))
    plots = [
        plot,
        Plot("A ring that breathes", "time [s]", "change of radius / initial change")
        .theory("cos ωt", t, np.cos(2.0 * np.pi * theory * t))
        .computed("computed", t[::10], a[::10]),
    ]
    return Result("balloon", "A balloon in equilibrium", checks, plots, __doc__ or "")


def _root(length: float, rest: float) -> float:
    """The positive e with e² − ℓe = rest."""
    return 0.5 * (length + np.sqrt(length**2 + 4.0 * rest))


def _material(amount: float) -> Layers:
    return Layers(
        stiffness=STIFFNESS,
        radius_stiffness=70.0,
        damping=0.0,
        radius_damping=0.0,
        mass=MASS,
        pressure=amount,
    )


def _settled(shape: Ring | Octasphere, layers: int, amount: float) -> Simulation:
    """In equilibrium; steps are short enough that a body which nothing holds does not drift by rounding."""
    return settled(alone(Layered(shape, layers=layers, material=_material(amount))), steps=6, dt=3.0)


def _side(shape: Ring | Octasphere, amount: float) -> float:
    """The mean length [m] of the sides in equilibrium."""
    body = Layered(shape, layers=1, material=_material(amount))
    x = _settled(shape, 1, amount).positions("body")[body.net.edges]
    return float(np.linalg.norm(x[:, 1] - x[:, 0], axis=1).mean())


def _virial(shape: Ring | Octasphere, layers: int) -> tuple[float, float]:
    """Σ T|e|/d of (3) [J], and N."""
    simulation = _settled(shape, layers, 60.0)
    body = simulation.model.body("body")
    families = springs_of(body.spec.net, *body.spec.grid)  # type: ignore[union-attr]
    pairs = np.concatenate([pairs for family in families.values() for pairs in family])
    law, x = body.elastic[0].law, simulation.positions("body")  # type: ignore[attr-defined]
    length = np.linalg.norm(x[pairs[:, 1]] - x[pairs[:, 0]], axis=1)
    gas = body.elastic[1]
    assert isinstance(gas, Gas | GasInRing)
    dimension = 2 if isinstance(gas, GasInRing) else 3
    return float(np.sum(law.stiffness * (length - law.length) * length)) / dimension, gas.amount


def _breathing() -> tuple[float, float, tuple[np.ndarray, np.ndarray]]:
    """Measured and expected frequency [Hz], and the radius over time."""
    amount, sine = 40.0, np.sin(np.pi / COUNT)
    side = _root(2.0 * sine, 2.0 * amount / (COUNT * STIFFNESS))
    omega = 2.0 * sine * np.sqrt((STIFFNESS + 2.0 * amount / (COUNT * side**2)) / MASS)
    scene = Scene(collision=False, dt=1.0 / omega / 20.0, integrator=RK4())
    scene.add(Layered(Ring(1.0, COUNT), layers=1, material=_material(amount)), id="ring")
    simulation = Simulation(scene)
    radius, away = 0.5 * side / sine, 1e-4
    start = grid_points(simulation, "ring")
    place(simulation, "ring", (radius + away) * start)

    def change() -> float:
        return float((np.linalg.norm(simulation.positions("ring"), axis=1).mean() - radius) / away)

    t, a = followed(simulation, 5.0 * 2.0 * np.pi / omega, change)
    return frequency(t, a), omega / (2.0 * np.pi), (t, a)
