"""Two bodies that collide keep momentum and angular momentum, and contact never adds energy.

Nothing acts from outside, so for two bodies that fly at each other, with friction μ = 0.3 between them,

    Σ m v = const ,   Σ m x × v = const ,   T + E ≤ T₀ + E₀ .                                             (1)

Both hold to rounding, though equations are solved only as far as the tolerance asks: an island of bodies is shifted and
turned as a whole at the end of a step. Momenta are measured relative to Σ m|v| and Σ m|x||v| at the start; after they
have parted each body alone keeps its angular momentum less exactly, as one that spins does (`conservation`). The energy
is kinetic and elastic energy; what contact stores meanwhile comes on top, so it may rise again by that where bodies
part, but never above what there was at first.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.checks import at_least, at_most
from pliant.model import Body, Bulk, Layered, Solid, Surface
from pliant.model.nets import Octasphere
from pliant.scene.schema import Scene
from pliant.shapes import box, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

STEPS, DT = 40, 1.0 / 240.0
RUBBER = Bulk(young=1e6, poisson=0.3, density=1000.0)
CUBE = Solid(box(0.2, 0.2, 0.2), grid=(3, 3, 3), material=RUBBER)
CLOTH = Surface(rectangle(0.4, 0.4), grid=(7, 7), material="cotton")
BALL = Layered(Octasphere(0.12, 1))
PAIRS: dict[str, tuple[Body, Body]] = {
    "cubes": (
        CUBE.model_copy(update={"velocity": (2.0, 0.0, 0.0)}),
        CUBE.model_copy(
            update={"position": (0.3, 0.06, 0.05), "rotation": (0.3, 0.2, 0.1), "velocity": (-2.0, 0.0, 0.0)}
        ),
    ),
    "cloths": (
        CLOTH.model_copy(update={"velocity": (0.0, 0.0, 1.0)}),
        CLOTH.model_copy(update={"position": (0.1, 0.05, 0.1), "velocity": (0.5, 0.0, -1.0)}),
    ),
    "a balloon and a cube": (
        BALL.model_copy(update={"velocity": (3.0, 0.0, 0.0)}),
        CUBE.model_copy(update={"position": (0.32, 0.06, 0.05), "velocity": (-1.0, 0.0, 0.0)}),
    ),
}


def run() -> Result:
    checks = []
    plot = Plot("Energy of two bodies that collide", "time [s]", "kinetic and elastic energy / that at first")
    plot = plot.theory("at most", [0.0, STEPS * DT], [1.0, 1.0])
    for integrator in ("bdf2", "backward_euler"):
        for name, pair in PAIRS.items():
            told = f"{name}, {integrator}"
            away, turned, after, energy, touched = _collided(integrator, pair)
            checks += [
                at_least(f"{told}: contacts at once", touched, 10.0),
                at_most(f"{told}: change of momentum", away, 1e-12),
                at_most(f"{told}: change of angular momentum until they part", turned, 1e-9),
                at_most(f"{told}: and at the end", after, 1e-8),
                at_most(f"{told}: largest energy", float(energy.max()), 1.0 + 1e-9),
            ]
            plot = plot.computed(told, DT * np.arange(STEPS + 1), energy)
    return Result("meeting_momentum", "Bodies that collide", checks, [plot], __doc__ or "")


def _collided(integrator: str, pair: tuple[Body, Body]) -> tuple[float, float, float, np.ndarray, float]:
    """Largest relative changes of momentum and angular momentum, the last of these, energies, most contacts at once."""
    scene = Scene(gravity=None, dt=DT, integrator=integrator)
    for name, body in zip("ab", pair, strict=True):
        scene.add(body, id=name)
    simulation = Simulation(scene)
    contact = simulation._world.contact
    assert contact is not None
    moments, spins, energies, active = [], [], [], []
    size = sum(float(np.linalg.norm(mv, axis=0).sum()) for _, mv in _momenta(simulation))
    arm = sum(
        float((np.linalg.norm(x, axis=0) * np.linalg.norm(mv, axis=0)).sum())
        for x, mv in _momenta(simulation)
    )
    for step in range(STEPS + 1):
        if step:
            simulation.step()
        active.append(contact.active if step else 0)
        parts = list(_momenta(simulation))
        moments.append(sum(mv.sum(axis=1) for _, mv in parts))
        spins.append(sum(np.cross(x.T, mv.T).sum(axis=0) for x, mv in parts))
        energies.append(sum(simulation.energies().values()))
    away, turned = (np.abs(np.array(a) - a[0]).max(axis=1) for a in (moments, spins))
    met = int(np.flatnonzero(active)[0])
    parted = met + int(np.argmin(np.array([*active[met:], 0]) > 0))
    return (
        float(away.max() / size),
        float(turned[:parted].max() / arm),
        float(turned[-1] / arm),
        np.array(energies) / energies[0],
        float(max(active)),
    )


def _momenta(simulation: Simulation) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Of each body positions and momenta (3, n) of its nodes."""
    for body in simulation.model.bodies:
        state, nodes = simulation.state.bodies[body.name], body.layout.nodes
        yield state.x[:, nodes], body.system.mass[nodes] * state.v[:, nodes]
