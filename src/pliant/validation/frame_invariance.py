"""Where a body is and how it lies does not matter: not to its shape, and not to its motion.

Whatever is deformed, flies and flows by a law of matter does so alike after all of it, its state, what holds it and its
weight, has been moved by a rotation R and a shift d: with x(t) goes Rx(t) + d, and for forces f and stored energy E

    f(Rx + d) = R f(x) ,    E(Rx + d) = E(x) ,    E(Rr + d) = 0 at rest r .                                    (1)

The rest shape is not turned: the matter does not know of R. ("invariance" has (1) for each energy by itself.) A
hybrid body has a frame of its own, which turns along. What has flown is kept in coordinates that do so as well: rest
strain in the matter, e in the frame, the moulded shape F_p of solids before they are turned. Each body hangs by its
first node, is bent, and thrown; after some steps it is turned back and compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.checks import at_least, at_most
from pliant.integrators.spec import BDF2
from pliant.model import Body, Bulk, Curve, Elastic, Hybrid, Solid, Surface
from pliant.model.flow import Law, Maxwell, Plastic
from pliant.scene.schema import Scene
from pliant.shapes import box, helix, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import DIRECT, SHARP, place

TURN = Rotation.from_rotvec([0.7, -1.9, 2.3]).as_matrix()
SHIFT = np.array([3.0, -2.0, 5.0])
GRAVITY = np.array([0.0, 0.0, -9.81])
DT, STEPS = 2e-3, 30
ANGLES = np.linspace(0.0, np.pi, 7)
# What rounding may leave: a hundred times what was measured, or less.
IDLE, AT_ONCE, WAY, PUSH = 1e-24, 1e-11, 1e-11, 5e-10

SOFT = Hybrid(slope=40.0, curvature=0.5, density=0.5)
CLOTH = Elastic(young=2e4, poisson=0.3, thickness=5e-3, density=200.0)
JELLY = Bulk(young=5e3, poisson=0.3, density=200.0)
MAXWELL = Maxwell(relaxation_time=0.1)


def _sheet(material: Any, flow: Law | None = None) -> Surface:
    return Surface(rectangle(0.6, 0.4), grid=(6, 5), material=material, flow=flow)


def _solid(material: Any, flow: Law | None = None) -> Solid:
    return Solid(box(0.3, 0.2, 0.5), grid=(3, 3, 4), material=material, flow=flow)


BODIES: dict[str, Callable[[], Body]] = {
    "hybrid curve": lambda: Curve(helix(0.1, 0.2, 2), grid=24, material=SOFT),
    "hybrid sheet": lambda: _sheet(SOFT),
    "hybrid solid": lambda: _solid(SOFT.model_copy(update={"density": 200.0, "slope": 2e3})),
    "primal sheet": lambda: _sheet(CLOTH),
    "hybrid sheet, Maxwell": lambda: _sheet(SOFT, MAXWELL),
    "hybrid sheet, plastic": lambda: _sheet(SOFT, Plastic(limit=5e-3, hardening=0.2)),
    "primal sheet, Maxwell": lambda: _sheet(CLOTH, MAXWELL),
    "primal sheet, plastic": lambda: _sheet(CLOTH, Plastic(limit=500.0, hardening=0.2)),
    "solid, plastic": lambda: _solid(JELLY, Plastic(limit=100.0, hardening=0.2)),
}


class Pair:
    """A body in a given state, and the same moved as a whole; at first, both are at rest."""

    def __init__(self, name: str):
        self.turns = ((np.eye(3), 0.0 * SHIFT), (TURN, SHIFT))
        self.pair = [_hung(name, turn) for turn, _ in self.turns]
        self.rest = self.pair[0].positions("body")
        self.size = float(np.ptp(self.rest, axis=0).max())

    def turned_at_rest(self) -> float:
        """The largest E [J] of the rest shape turned about an axis by the ANGLES, and shifted."""
        simulation, found = self.pair[0], []
        for angle in ANGLES:
            turn = Rotation.from_rotvec(angle * np.array([0.6, 0.0, 0.8])).as_matrix()
            place(simulation, "body", self.rest @ turn.T + SHIFT)
            found.append(simulation.energies()["elastic"])
        return float(np.abs(found).max())

    def throw(self) -> None:
        """Bend them, and give them velocities."""
        x, v = _thrown(self.rest)
        for simulation, (turn, shift) in zip(self.pair, self.turns, strict=True):
            place(simulation, "body", x @ turn.T + shift, v @ turn.T)
        self.pair[0].keep_energy_balance()

    def step(self) -> None:
        for one in self.pair:
            one.step()

    def energies(self) -> list[float]:
        return [one.energies()["elastic"] for one in self.pair]

    def apart(self) -> tuple[float, float, float]:
        """By how much positions, forces and stored energies differ after turning back, relative to their size."""
        one, other = self.pair
        x, y = one.positions("body"), (other.positions("body") - SHIFT) @ TURN
        f, g = one.elastic_forces("body"), other.elastic_forces("body") @ TURN
        e, d = self.energies()
        return (
            float(np.abs(x - y).max()) / self.size,
            float(np.abs(f - g).max() / np.abs(f).max()),
            abs(e - d) / e,
        )

    def dissipated(self) -> float:
        """What flow has taken so far [J]."""
        balance = self.pair[0].energy_balance()
        return balance.viscous + balance.plastic


def run() -> Result:
    checks = []
    ways = [  # of elastic matter, of matter that flows
        Plot("A motion and the moved one, turned back", "time [s]", "distance / size", log_y=True),
        Plot("The same of matter that flows", "time [s]", "distance / size", log_y=True),
    ]
    energies = Plot("Stored energy of matter that flows", "time [s]", "E [J]")
    for name in BODIES:
        pair = Pair(name)
        idle = pair.turned_at_rest()
        pair.throw()
        times, rows, stored = [0.0], [pair.apart()], [pair.energies()]
        for step in range(1, STEPS + 1):
            pair.step()
            times.append(step * DT)
            rows.append(pair.apart())
            stored.append(pair.energies())
        x, f, e = np.array(rows).T
        bent = stored[0][0]
        checks += [
            at_most(f"{name}: energy of its rest shape turned, over that of the bent one", idle / bent, IDLE),
            at_most(f"{name}: forces when it is bent, relative difference", float(f[0]), AT_ONCE),
            at_most(f"{name}: energy when it is bent, relative difference", float(e[0]), AT_ONCE),
            at_most(f"{name}: positions in {STEPS} steps, over its size", float(x.max()), WAY),
            at_most(f"{name}: forces in {STEPS} steps", float(f.max()), PUSH),
        ]
        flows = pair.pair[0].scene.bodies[0].flow is not None
        if flows:
            spent = pair.dissipated() / bent
            checks.append(at_least(f"{name}: what flow has dissipated over E", spent, 0.01))
        ways[flows] = ways[flows].computed(name, times[1:], np.maximum(x[1:], 1e-17))
        if name in ("hybrid sheet, plastic", "primal sheet, Maxwell"):
            still, moved = np.array(stored).T
            energies = energies.theory(f"{name}: as it was", times, still)
            energies = energies.computed(f"{name}: moved", times, moved)
    plots = [*ways, energies]
    return Result("frame_invariance", "Motion after a rigid motion", checks, plots, __doc__ or "")


def _hung(name: str, turn: np.ndarray) -> Simulation:
    """At rest, by its first node, under a weight that is turned."""
    integrator = BDF2(tolerance=SHARP, newton_iterations=40)
    scene = Scene(collision=False, dt=DT, integrator=integrator, solver=DIRECT, gravity=tuple(turn @ GRAVITY))
    scene.add(BODIES[name](), id="body")
    simulation = Simulation(scene)
    layout, state = simulation.model.body("body").layout, simulation.state.bodies["body"]
    state.free[layout.nodes[0]] = 0.0
    layout.fill_halo(state.free)
    return simulation


def _thrown(rest: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A bent and stretched shape about the first node, and velocities [m/s]."""
    r = rest - rest[0]
    size = np.ptp(rest, axis=0).max()
    wave = 0.04 * size * np.sin(2.0 * np.pi * r[:, ::-1] / size)
    x = rest + r * np.array([0.06, -0.03, 0.04]) + wave - wave[0]
    return x, np.cross([2.0, -1.0, 1.5], r)
