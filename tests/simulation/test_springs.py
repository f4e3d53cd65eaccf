"""Springs that are seen: which there are, and that recordings and pictures have them."""

from __future__ import annotations

import numpy as np
import pytest

import pliant
from pliant import recording
from pliant.scene.events import Set
from pliant.simulation import Simulation, simulate
from pliant.simulation.springs import MOST, drawn_springs

SCENE = """\
id: hung
gravity: earth
bodies:
  - kind: surface
    id: cloth
    shape: {kind: rectangle, width: 1, height: 1}
    grid: [10, 10]
    material: cotton
forces:
  - {kind: spring, id: hook, stiffness: 5, anchor: [-0.5, -0.5, 0.4],
     apply_to: [{body: cloth, nodes: [[0, 0], [1, 0]]}]}
  - {kind: spring, id: all, stiffness: 1, anchor: [0, 0, 1]}
  - {kind: spring, id: load, stiffness: 1.0e-6, anchor: [0, 0, -1.0e+6],
     apply_to: [{body: cloth, nodes: [[9, 9]]}]}
dt: 0.01
"""


@pytest.fixture
def scene(tmp_path):
    path = tmp_path / "hung.yaml"
    path.write_text(SCENE, encoding="utf-8")
    return pliant.load(path)


def test_springs_to_anchors_are_drawn_from_their_nodes_and_a_distant_pull_is_not(scene):
    simulation = Simulation(scene)
    hook, every = drawn_springs(scene, simulation.model.bodies)
    assert (hook.body, hook.force, hook.nodes, hook.to) == ("cloth", "hook", [0, 10], None)
    assert every.force == "all" and len(every.nodes) == MOST and every.nodes[-1] == 99


def test_links_of_a_body_of_springs_are_drawn():
    links = [pliant.SpringLink((0, 4), stiffness=40.0), pliant.SpringLink((1, 3), stiffness=0.0, damping=0.0)]
    line = pliant.shapes.Line((0, 0, 0), (1, 0, 0))
    curve = pliant.Curve(line, grid=[5], material=pliant.Springs(links=links), id="chain")
    simulation = Simulation(pliant.Scene(bodies=[curve]))
    (found,) = drawn_springs(simulation.scene, simulation.model.bodies)
    assert (found.nodes, found.to, found.force) == ([0], [4], None)


def test_recordings_know_springs_and_where_anchors_went(scene, tmp_path):
    to = (-0.5, -0.5, 0.8)
    moved = scene.model_copy(update={"events": [Set(path="forces.hook.anchor", value=to, time=0.02)]})
    kept = simulate(moved, steps=4, to=tmp_path / "hung.pliant")
    hook, _ = kept.springs
    np.testing.assert_array_equal(hook.anchor, (-0.5, -0.5, 0.4))
    np.testing.assert_array_equal(hook.nodes, [0, 10])
    key = recording.anchor_key("hook")
    assert key not in kept.frame(0).arrays
    np.testing.assert_array_equal(kept.frame(4).arrays[key], [to])


def test_pictures_show_springs(scene):
    pytest.importorskip("pyvista")
    from pliant.render.options import Options
    from pliant.render.picture import Show

    kept = simulate(scene, steps=1)
    with_springs = Show(kept, Options.of({"size": (160, 120)}))
    image = with_springs.frame(0).astype(int)
    kept._springs = []
    without = Show(kept, Options.of({"size": (160, 120)}))
    without.action = with_springs.action
    assert (np.abs(without.frame(0).astype(int) - image).max(axis=2) > 40).sum() > 50
