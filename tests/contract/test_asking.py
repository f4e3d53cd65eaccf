"""Integrators, solvers and simulations ask what an energy or a force can do, never what it is."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import pliant
import pliant as pl
from pliant.model import capabilities
from pliant.simulation.hands import hands_at

ROOT = Path(pliant.__file__).parent
FILES = [
    path for folder in ("integrators", "solvers", "simulation") for path in (ROOT / folder).rglob("*.py")
]
# Modules below these have formulations; the packages themselves export the specs of a scene, which are data.
FORMULATIONS = (
    "pliant.energies.",
    "pliant.inelastic.",
    "pliant.contact.",
    "pliant.forces.",
    "pliant.numerics.hybrid_matrix",
    "pliant.solvers.hybrid",
)
PROBED = ("integrators/", "simulation/energy_balance/", "simulation/readings", "simulation/hands")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nobody_asks_for_a_formulation_by_name(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    formulations = {
        name.asname or name.name
        for node in imports
        if (node.module or "").startswith(FORMULATIONS)
        for name in node.names
    }
    calls = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    asked = {
        name.id
        for call in calls
        if call.func.id == "isinstance"  # type: ignore[union-attr]
        for name in ast.walk(call.args[1])
        if isinstance(name, ast.Name)
    }
    assert not asked & formulations
    if path.relative_to(ROOT).as_posix().startswith(PROBED):
        probes = [call for call in calls if call.func.id in ("getattr", "hasattr")]  # type: ignore[union-attr]
        assert not [call for call in probes if isinstance(call.args[1], ast.Constant)]


def system(material, *, flow=None, obstacle: bool = False):
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="body", grid=(5, 5), material=material, flow=flow))
    if obstacle:
        scene.add(
            pl.obstacles.Sphere(
                center=(0, 0, -0.6), radius=0.5, friction=0.3, response=pl.responses.Barrier()
            )
        )
    return pl.Simulation(scene).model.bodies[0].system


def test_a_body_knows_what_its_parts_can_do():
    hybrid = pl.Hybrid(slope=60.0, curvature=0.02, density=2.0)
    assert system(hybrid).framed is not None and system(hybrid, flow=pl.Maxwell(0.1)).framed is not None
    cloth = system(pl.materials.COTTON, obstacle=True)
    assert cloth.framed is None and not cloth.flowing
    assert len(cloth.supports) == len(cloth.rubbing) == len(cloth.following) == 1
    assert [load.cause for load in cloth.weights] == ["gravity"]
    plastic = system(pl.materials.COTTON, flow=pl.Plastic(1e3))
    assert plastic.flowing and plastic.settling
    assert system(pl.Springs()).unknowing == []  # springs, gravity and hands tell their forces themselves


def test_hands_are_known_when_they_come_and_gone_when_they_let_go():
    scene = pl.Scene(gravity=None)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="body", grid=(5, 5), material=pl.materials.COTTON))
    simulation = pl.Simulation(scene)
    body = simulation.model.bodies[0]
    event = simulation.apply(pl.Push("body", node=(2, 2), direction=(0, 0, 1), rate=1.0))
    simulation.step()
    (push,) = hands_at(body, simulation.state, simulation.time).forces
    (nodes, forces), *_ = push.loads()
    assert len(nodes) == forces.shape[1] and np.all(forces[2] >= 0.0)
    simulation.apply(pl.Release(event.id))
    simulation.step()
    assert hands_at(body, simulation.state, simulation.time).forces == ()


CAPABILITIES = [
    kind
    for kind in vars(capabilities).values()
    if getattr(kind, "_is_runtime_protocol", False) and kind.__module__ == capabilities.__name__
]


@pytest.mark.parametrize("kind", CAPABILITIES, ids=lambda kind: kind.__name__)
def test_the_quick_question_is_that_of_the_protocol(kind):
    sheets = (pl.materials.COTTON, pl.Springs(), pl.Hybrid(slope=60.0, density=2.0))
    bodies = [
        system(material, flow=flow, obstacle=True) for material in sheets for flow in (None, pl.Maxwell(0.1))
    ]
    parts = [part for body in bodies for part in (*body.energies, *body.forces)]
    assert [capabilities.can(part, kind) for part in parts] == [isinstance(part, kind) for part in parts]
