"""Wherever a set-up is and however it is turned, the same happens in it, also where matter flows or has a frame.

A body is deformed and thrown in a field of gravity, held at some nodes. The whole of it, with gravity, is moved by a
rotation R and a shift d. Then forces turn along, energies are the same, and so is the way that it goes on,

    f(Rx + d) = R f(x) ,   E(Rx + d) = E(x) ,   x'(t) = R x(t) + d                                            (1)

up to rounding in explicit steps, and in implicit ones up to what Newton's method leaves, which does not look at
directions either. What has flown is measured in matter (strains, F_p, e in the frame) and knows of no directions in
space: it is the same number for number. A body at rest that is turned has no energy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.checks import Check, at_least, at_most
from pliant.integrators.spec import BDF2, Explicit
from pliant.model import Body, Bulk, Elastic, Hybrid, Solid, Surface
from pliant.model import Curve as Body1D
from pliant.model.flow import Maxwell, Plastic
from pliant.scene.schema import Scene
from pliant.shapes import box, helix, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Curve, Plot, Result
from pliant.validation.states import DIRECT, place, rest_points

TURN = Rotation.from_rotvec([0.7, -1.9, 2.3]).as_matrix()
SHIFT = np.array([3.0, -2.0, 5.0])
GRAVITY = np.array([1.0, 2.0, -9.0])
VELOCITY, SPIN = (0.3, -0.2, 1.0), (1.0, 2.0, 3.0)
STEPS = 20
SPLINE = Hybrid(magnitude=20.0, slope=60.0, curvature=0.2, density=2.0)
PLATE = Elastic(young=2e5, poisson=0.3, thickness=2e-3, density=300.0)
RUBBER = Bulk(young=2e4, poisson=0.3, density=100.0)
SLOW = Maxwell(relaxation_time=0.02)


def _sheet(material: Any = PLATE, **options: Any) -> Surface:
    return Surface(rectangle(0.8, 0.6), grid=(5, 4), material=material, **options)


def _solid(material: Any = RUBBER, **options: Any) -> Solid:
    return Solid(box(0.4, 0.5, 0.6), grid=(3, 3, 4), material=material, **options)


BODIES: dict[str, Body] = {
    "hybrid curve": Body1D(helix(0.3, 0.4, 1.0), grid=9, material=SPLINE),
    "hybrid sheet": _sheet(SPLINE),
    "hybrid solid": _solid(SPLINE),
    "sheet": _sheet(),
    "sheet, Maxwell": _sheet(flow=SLOW),
    "sheet, plastic": _sheet(flow=Plastic(limit=2e3, hardening=0.2)),
    "solid, Maxwell": _solid(flow=SLOW),
    "solid, plastic": _solid(flow=Plastic(limit=5e2, hardening=0.2)),
    "hybrid sheet, Maxwell": _sheet(SPLINE, flow=SLOW),
    "hybrid sheet, plastic": _sheet(SPLINE, flow=Plastic(limit=5e-3, hardening=0.2)),
}
SCHEMES = ((Explicit(), 2e-4), (BDF2(tolerance=1e-11, newton_iterations=50), 2e-3))
EXACT = (
    1e-10  # of the body's size, largest force, energy or flow: rounding of some hundred operations in a row
)
HOME = (np.eye(3), np.zeros(3))
AWAY = (TURN, SHIFT)
DRAWN = [name for name in BODIES if name not in ("hybrid sheet", "solid, Maxwell", "hybrid sheet, Maxwell")]


class Pair(NamedTuple):
    """The same at home and away."""

    home: Simulation
    away: Simulation

    def apart(self) -> float:
        """By how much positions differ after turning back, over the size of the body."""
        back = (self.away.positions("body") - SHIFT) @ TURN
        here = self.home.positions("body")
        return float(np.abs(back - here).max() / np.ptp(here, axis=0).max())

    def energy(self) -> float:
        """The relative difference of the elastic energies."""
        one, other = (simulation.energies()["elastic"] for simulation in self)
        return abs(other / one - 1.0)


def run() -> Result:
    checks, curves = [], []
    for name, body in BODIES.items():
        checks += _at_start(name, body)
        for scheme, dt in SCHEMES:
            pair = Pair(*(_thrown(body, scheme, dt, *where) for where in (HOME, AWAY)))
            off = []
            for _ in range(STEPS):
                for simulation in pair:
                    simulation.step()
                off.append(pair.apart())
            what = f"{name}, {STEPS} steps, {scheme.kind}"
            checks.append(at_most(f"{what}: way, over the size of the body", max(off), EXACT))
            checks.append(at_most(f"{what}: energy, relative difference", pair.energy(), EXACT))
            if body.flow is not None:
                checks += _flown(what, pair)
            if scheme.kind == "bdf2" and name in DRAWN:
                curves.append(Curve(name, np.arange(1, STEPS + 1), np.maximum(off, 1e-17)))
    limit = Curve("tolerance", [1, STEPS], [EXACT] * 2, "theory")
    title = "Turned and shifted, and the way turned back: BDF2"
    plots = [_path(), Plot(title, "step", "largest difference over size", [limit, *curves], log_y=True)]
    return Result("frame_invariance", "The same wherever and however turned", checks, plots, __doc__ or "")


def _thrown(body: Body, scheme: Any, dt: float, turn: np.ndarray, shift: np.ndarray) -> Simulation:
    """A body, deformed at random, thrown and held at two corners, all of it turned and shifted."""
    scene = Scene(dt=dt, integrator=scheme, solver=DIRECT, gravity=tuple(turn @ GRAVITY))
    scene.add(body, id="body")
    scene.pin("body", nodes=[tuple(0 for _ in body.grid), tuple(n - 1 for n in body.grid)])
    simulation = Simulation(scene)
    rest = rest_points(simulation, "body").reshape(-1, 3)
    x = rest + np.random.default_rng(1).normal(scale=0.01, size=rest.shape)
    v = VELOCITY + np.cross(SPIN, x - x.mean(axis=0))
    place(simulation, "body", x @ turn.T + shift, v @ turn.T)
    return simulation


def _at_start(name: str, body: Body) -> list[Check]:
    """Forces and energies of the deformed body, and of one that is turned at rest."""
    scheme, dt = SCHEMES[0]
    pair = Pair(*(_thrown(body, scheme, dt, *where) for where in (HOME, AWAY)))
    here, there = (simulation.elastic_forces("body") for simulation in pair)
    size, energy = np.abs(here).max(), pair.home.energies()["elastic"]
    forces, energies = float(np.abs(there - here @ TURN.T).max() / size), pair.energy()
    rest = rest_points(pair.away, "body").reshape(-1, 3)
    place(pair.away, "body", rest @ TURN.T + SHIFT)
    cost = pair.away.energies()["elastic"] / energy
    return [
        at_most(f"{name}: forces turn along, largest relative error", forces, EXACT),
        at_most(f"{name}: energy, relative difference", energies, EXACT),
        at_most(f"{name}: energy of the turned rest shape, over that of the deformed one", cost, EXACT**2),
    ]


def _flown(what: str, pair: Pair) -> list[Check]:
    one, other = (simulation.flown("body") for simulation in pair)
    off = float(np.abs(one - other).max() / one.max())
    return [
        at_least(f"{what}: it has flown by", float(one.max()), 1e-3),
        at_most(f"{what}: what has flown, relative difference", off, EXACT),
    ]


def _path() -> Plot:
    """The ways of three nodes of a yielding sheet at home, and away after turning back."""
    scheme, dt = SCHEMES[1]
    pair = Pair(*(_thrown(BODIES["sheet, plastic"], scheme, dt, *where) for where in (HOME, AWAY)))
    nodes, here, there = [3, 9, 16], [], []
    for _ in range(STEPS):
        here.append(pair.home.positions("body")[nodes])
        there.append(((pair.away.positions("body") - SHIFT) @ TURN)[nodes])
        for simulation in pair:
            simulation.step()
    t, a, b = np.arange(STEPS) * dt, np.array(here)[:, :, 2], np.array(there)[:, :, 2]
    curves = [Curve(f"node {n}, at home", t, a[:, k], "theory") for k, n in enumerate(nodes)]
    curves += [Curve(f"node {n}, turned back", t[::2], b[::2, k]) for k, n in enumerate(nodes)]
    return Plot("A plastic sheet, thrown and held at two corners", "time [s]", "z [m]", curves)
