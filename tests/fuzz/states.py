"""Degenerate states: coincident nodes, collapsed and inverted bodies, nodes inside of obstacles, NaN, huge speeds.

The state is changed where it is, or given to a new simulation. A few steps must leave it finite, or say why not.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import pliant as pl
from pliant.integrators.system import ARRAYS
from pliant.simulation.state import State
from tests.fuzz import corpus
from tests.fuzz.fuzzer import Fuzzer, Nonsense
from tests.fuzz.runs import repaired, run, small_scene

SIZES = (1e-30, 1e-12, 1e-6, 1.0, 1e3, 1e6, 1e30, 1e160, 1e300)


def case(rng: random.Random, folder: Path) -> str:
    """A small scene whose state is made degenerate before its first or second step."""
    data = small_scene(rng)
    if rng.random() < 0.5:
        data.setdefault("obstacles", []).append(rng.choice(corpus.known()["obstacles[]"]) | {"id": "another"})
    scene = repaired(data, data["bodies"], folder / "scene.json")
    not_finite = rng.random() < 0.15
    spoilt = False

    def prepare(simulation: pl.Simulation) -> None:
        nonlocal spoilt
        for _ in range(rng.choice((0, 0, 1))):
            simulation.step()
        _require_refused(simulation.scene, _with_no_number(simulation.state, rng))
        for model in simulation.model.bodies:
            body = simulation.state.bodies[model.name]
            if not_finite:
                spoilt |= _spoil(body, model.layout.nodes, rng)
            else:
                _degenerate(body, scene, rng)
        if spoilt:
            _require_refused(simulation.scene, simulation.state)
        elif rng.random() < 0.5:
            pl.Simulation(simulation.scene, simulation.state).step()

    outcome = run(scene, rng, prepare)
    if spoilt and outcome == "run":
        raise Nonsense("a state with NaN or infinity ran as if nothing were wrong")
    return outcome


def _require_refused(scene: pl.Scene, state: State) -> None:
    try:
        pl.Simulation(scene, state)
    except pl.PliantError:
        return
    raise Nonsense("a state with NaN or infinity was taken for one to begin with")


def _with_no_number(state: State, rng: random.Random) -> State:
    """A copy with NaN or infinity in any one of its arrays."""
    bodies = {name: body.copy() for name, body in state.bodies.items()}
    body = bodies[rng.choice(sorted(bodies))]
    values = rng.choice([getattr(body, name) for name in ARRAYS] + list(body.memory.values()))
    if values.size and values.dtype.kind == "f":
        values.flat[rng.randrange(values.size)] = rng.choice((np.nan, np.inf, -np.inf))
    else:
        body.x[:] = np.nan
    return replace(state, bodies=bodies)


def _spoil(body: Any, nodes: np.ndarray, rng: random.Random) -> bool:
    """A number of a node that is free to move: what is in the halo, or pinned, is put where it belongs anyway."""
    free = [int(node) for node in nodes if body.free[node] > 0]
    if free:
        rng.choice((body.x, body.v))[rng.randrange(3), rng.choice(free)] = rng.choice(
            (np.nan, np.inf, -np.inf)
        )
    return bool(free)


def _degenerate(body: Any, scene: pl.Scene, rng: random.Random) -> None:
    """Changes positions (3, P) and velocities (3, P) where they are; what is in the halo follows or not."""
    x, v = body.x, body.v
    nodes = np.arange(x.shape[1])
    some = np.array(rng.sample(nodes.tolist(), rng.randint(1, len(nodes))))
    center = x.mean(axis=1, keepdims=True)
    match rng.randrange(9):
        case 0:  # in one point
            x[:] = center
        case 1:  # some nodes in one place
            x[:, some] = x[:, some[:1]]
        case 2:  # in a plane, or on a line
            axes = rng.sample(range(3), rng.randint(1, 2))
            x[axes] = center[axes]
        case 3:  # mirrored: every element is inverted
            axis = rng.randrange(3)
            x[axis] = 2 * center[axis] - x[axis]
        case 4:  # another size
            x[:] = center + (x - center) * rng.choice(SIZES[:6])
        case 5:  # fast
            v[:, some] = rng.choice(SIZES) * np.array([[rng.uniform(-1, 1)] for _ in range(3)])
        case 6:  # anywhere
            x[:] = center + rng.choice((1e-3, 1.0)) * np.array(
                [[rng.gauss(0, 1) for _ in nodes] for _ in range(3)]
            )
        case 7:  # in the middle, on an axis or on the surface of an obstacle
            x[:, some] = _special_place(scene, rng)
        case 8:  # a hair away from where they were: springs of no length
            x[:, some] = center + 1e-300 * rng.choice((0.0, 1.0, -1.0))
    body.target[:] = x


def _special_place(scene: pl.Scene, rng: random.Random) -> np.ndarray:
    obstacle = rng.choice(scene.obstacles) if scene.obstacles else None
    place = np.asarray(getattr(obstacle, "center", getattr(obstacle, "point", (0.0, 0.0, 0.0))), dtype=float)
    reach = np.asarray(getattr(obstacle, "radius", 0.0)) * rng.choice((0.0, 0.5, 1.0))
    return (place + reach * np.eye(3)[rng.randrange(3)])[:, None]


FUZZER = Fuzzer("states", case, gate=10, long=300, seconds=300)
