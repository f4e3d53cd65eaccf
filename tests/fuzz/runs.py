"""Short runs of small scenes in which things meet that nobody has put together yet.

A scene of the gallery, its grids cut down to a few nodes, gets another integrator, solver, response, obstacle, force,
law or event, and a few numbers of other sizes. It must run a few steps and stay finite, or say why not.
"""

from __future__ import annotations

import contextlib
import copy
import json
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import pliant as pl
from pliant.scene.document import parsed_path
from tests.fuzz import corpus
from tests.fuzz.compare import difference
from tests.fuzz.fuzzer import Fuzzer, Nonsense

INTEGRATORS = (
    "bdf2", "backward_euler", "semi_implicit", "static", "explicit", "euler", "feynman", "midpoint", "rk4"
)  # fmt: skip
SOLVERS = ("auto", "cg", "sor", "adi", "direct", "banded", "profile")
PRECONDITIONERS = ("auto", "none", "jacobi", "ssor", "multigrid")
RESPONSES: tuple[Any, ...] = (
    {"kind": "penalty"}, {"kind": "penalty", "stiffness": 1e3}, {"kind": "projection"}, {"kind": "quadratic"},
    {"kind": "exponential"},
)  # fmt: skip
_NODES = ("node", "nodes", "between", "broken_links", "single")
_ABSURD = (1e-320, 1e-160, 1e30, 1e80, 1e160, -1e300, 1e308)  # of any kind of quantity
_LARGEST = 7  # nodes along an axis
_STEPS = 4
_MOST_NODES = 2000


def case(rng: random.Random, folder: Path) -> str:
    """One scene, read and run for a few steps."""
    data = small_scene(rng)
    bodies = copy.deepcopy(data["bodies"])
    _recombined(data, rng)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        _resized(data, rng)
    scene = repaired(data, bodies, folder / "scene.json")
    if sum(int(np.prod(body.grid)) for body in scene.bodies) > _MOST_NODES:
        return "too large for a short run"
    outcome = run(scene, rng)
    if outcome == "run" and rng.random() < 0.3 and not _may_tear(scene):
        require_same_from_checkpoint(scene, folder / "state")
    return outcome


def _may_tear(scene: pl.Scene) -> bool:
    """What is torn goes on from a checkpoint, but where contact looks at it not bit for bit."""
    return any(body.fracture is not None for body in scene.bodies) or any(
        event.kind in ("cut", "tie") for event in scene.events
    )


def require_same_from_checkpoint(scene: pl.Scene, path: Path) -> None:
    """A run that goes on from a checkpoint ends as one that was never interrupted, bit for bit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        simulation = pl.Simulation(scene, energy_balance=True)
        simulation.step()
        simulation.checkpoint(path)
        simulation.step()
        restored = pl.Simulation.restore(path)
        restored.step()
    if where := difference(simulation.state, restored.state):
        raise Nonsense(f"it goes on from a checkpoint in another way: {where}")


def repaired(data: dict[str, Any], bodies: list[Any], path: Path) -> pl.Scene:
    """The scene, without what it is refused for, as long as that can be left out or put back as it was."""
    for _ in range(10):
        path.write_text(json.dumps(data), encoding="utf-8")
        try:
            return pl.load(path)
        except pl.SceneError as error:
            top: Any
            rest: list[Any]
            top, *rest = parsed_path(error.problems[0].path)
            if not rest:
                data.pop(top, None)
            elif top == "bodies" and len(rest) > 1:
                k, key = rest[0], rest[1]
                data["bodies"][k] = {**bodies[k], **{n: v for n, v in data["bodies"][k].items() if n != key}}
                data["bodies"][k] |= {key: bodies[k][key]} if key in bodies[k] else {}
            elif top == "obstacles" and len(rest) > 1 and rest[1] in data[top][rest[0]]:
                del data[top][rest[0]][rest[1]]
            elif isinstance(data.get(top), list):
                del data[top][rest[0]]
            else:
                data.pop(top, None)
    return pl.load(path)


def run(scene: pl.Scene, rng: random.Random, prepare: Any = lambda simulation: None) -> str:
    """A few steps; readings and positions must be finite."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        simulation = pl.Simulation(scene, energy_balance=rng.random() < 0.2)
        prepare(simulation)
        try:
            for _ in range(_STEPS):
                simulation.step()
                _require_finite(simulation)
        except pl.SimulationError:
            return "stopped"
        with contextlib.suppress(pl.PliantError):  # a body that has no energy
            if not all(np.isfinite(value) for value in simulation.energies().values()):
                raise Nonsense("the energies are not finite")
    return "run"


def _require_finite(simulation: pl.Simulation) -> None:
    for body in simulation.parameters.bodies:
        for what in ("positions", "velocities", "stretch"):
            if not np.isfinite(getattr(simulation, what)(body.id)).all():
                raise Nonsense(f"{what} of {body.id} are not finite at step {simulation.state.step}")


def small_scene(rng: random.Random) -> dict[str, Any]:
    """A scene of the gallery with at most two bodies of a few nodes each."""
    while True:
        data = corpus.some_scene(rng)
        bodies = data.get("bodies", [])
        if bodies and all(body.get("kind") not in ("mesh", "layered") or _is_small(body) for body in bodies):
            break
    data["bodies"] = bodies[:2]
    for body in data["bodies"]:
        if "grid" in body:
            body["grid"] = [min(n, rng.randint(3, _LARGEST)) for n in body["grid"]]
    for owner, key in list(corpus.places(data)):
        if key in _NODES:
            owner[key] = _clamped(owner[key])
    kept = {body.get("id") for body in data["bodies"]}
    for name in ("constraints", "events"):
        data[name] = [item for item in data.get(name, []) if item.get("body", next(iter(kept))) in kept]
    data["seconds"] = 1.0
    return data


def _is_small(body: dict[str, Any]) -> bool:
    return "file" not in json.dumps(body) and sum(1 for _ in corpus.places(body)) < 500


def _clamped(value: Any) -> Any:
    """Numbers of nodes that exist on every small grid."""
    if isinstance(value, list):
        return [_clamped(part) for part in value]
    if isinstance(value, dict):
        return {key: _clamped(part) if key == "node" else part for key, part in value.items()}
    return min(value, 2) if isinstance(value, int) else value


def _recombined(data: dict[str, Any], rng: random.Random) -> None:
    known = corpus.known()
    if rng.random() < 0.6:
        data["integrator"] = rng.choice(INTEGRATORS)
    if rng.random() < 0.4:
        data["solver"] = {"kind": rng.choice(SOLVERS), "preconditioner": rng.choice(PRECONDITIONERS)}
    if rng.random() < 0.3:
        data["contact"] = rng.choice(RESPONSES)
    if rng.random() < 0.4:
        data["dt"] = rng.choice((1e-12, 1e-6, 1e-4, 1e-3, 0.01, 1 / 60, 0.1, 1.0, 1e3))
    if rng.random() < 0.6:
        obstacle = copy.deepcopy(rng.choice(known["obstacles[]"]))
        obstacle["id"] = "another"
        if rng.random() < 0.4:
            obstacle |= {"friction": rng.choice((0.0, 0.3, 1e3)), "stickiness": rng.choice((0.0, 1.0, 1e6))}
        data.setdefault("obstacles", []).append(obstacle)
    if rng.random() < 0.3:
        force = copy.deepcopy(rng.choice(known["forces[]"]))
        force.pop("apply_to", None)
        data.setdefault("forces", []).append(force | {"id": "more"})
    for body in data["bodies"]:
        for key in (
            "flow",
            "fracture",
            "material",
            "variant",
            "periodic",
            "spin",
            "velocity",
            "initial_shape",
        ):
            if rng.random() < 0.15 and key in known:
                body[key] = copy.deepcopy(rng.choice(known[key]))
    if rng.random() < 0.4:
        event = copy.deepcopy(rng.choice(known["events[]"]))
        if "body" in event:
            event["body"] = data["bodies"][0].get("id", "surface1")
        event["time"] = rng.choice((0.0, 0.01, 0.02))
        data["events"] = [
            *data.get("events", []),
            {key: _clamped(v) if key in _NODES else v for key, v in event.items()},
        ]


def _resized(data: dict[str, Any], rng: random.Random) -> None:
    """One number becomes another: nothing, something of another size, absurd, or of the other sign."""
    numbers = [(owner, key) for owner, key in corpus.places(data) if isinstance(owner[key], float)]
    if numbers:
        owner, key = rng.choice(numbers)
        owner[key] = rng.choice(
            (0.0, -owner[key], owner[key] * 10.0 ** rng.uniform(-9, 9), 1e9, 1e-12, 1e15, rng.choice(_ABSURD))
        )


FUZZER = Fuzzer("runs", case, gate=8, long=1000, seconds=300)
