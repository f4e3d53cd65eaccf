"""Meshes of triangles are clamped at nodes, and keep their direction along the sides between them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant.energies.clamped_sides import SideClamp
from pliant.errors import SceneError
from pliant.model import Bulk, Elastic, Mesh, Sheet, Springs
from pliant.model.named_set import NamedSet
from pliant.validation.triangles import rectangle_of

D = 1e7 * 0.01**3 / 12
MATTER = Elastic(young=1e7, poisson=0.0, thickness=0.01, density=8e-3 * D / 0.01)  # sinks by 1 mm


def strip(cells: int, kind: str, material=MATTER, across: int | None = None, **options) -> pl.Scene:
    points, faces = rectangle_of(1.0, 0.25, cells, cells // 4 if across is None else across, kind)
    scene = pl.Scene(**{"gravity": 1.0, "collision": False, "integrator": "static", **options})
    scene.add(Mesh(points, triangles=faces, material=material, id="strip"))
    scene.clamp("strip", nodes=[(int(k),) for k in np.flatnonzero(points[:, 0] < 1e-9)])
    return scene


def tip(simulation: pl.Simulation) -> float:
    x = simulation.positions("strip")
    return -float(x[x[:, 0] > 1.0 - 1e-3, 2].mean())


@pytest.mark.parametrize(("kind", "across"), [("one", 4), ("both", 4), ("random", 4), ("one", 16)])
def test_a_cantilever_has_its_whole_length(kind, across):
    """w = qL⁴/8D, on meshes of all kinds; with two rows pinned it is 12 % too little."""
    simulation = pl.Simulation(strip(16, kind, across=across))
    simulation.step()
    assert tip(simulation) == pytest.approx(1e-3, rel=0.015)


def test_a_clamp_bears_weight_and_moment():
    simulation = pl.Simulation(strip(8, "both"))
    simulation.step()
    reaction, weight = simulation.reaction("clamp1"), 8e-3 * D * 0.25
    assert reaction.force == pytest.approx((0, 0, weight), abs=1e-6 * weight)
    moment = reaction.moment_about((0, 0.125, 0))
    assert moment == pytest.approx((0, -0.5 * weight, 0), abs=1e-5 * weight)


@pytest.mark.parametrize("kind", ["bdf2", "explicit", "semi_implicit"])
def test_integrators_know_it(kind):
    matter = Sheet(membrane=100.0, poisson=0.0, bending=1.0, area_density=1.0, damping=1e-3)
    simulation = pl.Simulation(strip(8, "both", matter, integrator=kind, dt=1e-4))
    for _ in range(500):
        simulation.step()
    x = simulation.positions("strip")
    assert not x[x[:, 0] < 1e-9, 2].any()
    assert 0 < tip(simulation) < 2e-3  # a hinge would let it fall by 19 mm · (3/2) at the tip


def test_it_keeps_the_direction_of_its_moment_and_lets_go_of_it(tmp_path):
    scene = strip(8, "one", integrator="bdf2", dt=0.01)
    scene.at(0.05, pl.Unpin("strip"))
    simulation = pl.Simulation(scene)
    (clamp,) = simulation.model.body("strip").clamps
    memory = simulation.state.bodies["strip"].memory
    assert isinstance(clamp, SideClamp)
    assert clamp.held.shape == (2, 2)  # two sides
    assert np.abs(memory[clamp.name][2]) == pytest.approx(1.0)
    simulation.step()
    simulation.checkpoint(tmp_path / "a.npz")
    other = pl.Simulation.restore(tmp_path / "a.npz")
    for _ in range(8):
        simulation.step()
        other.step()
    assert (simulation.positions("strip") == other.positions("strip")).all()
    assert not simulation.state.bodies["strip"].memory[clamp.name].any()


def test_other_nodes_that_are_clamped_while_it_runs_keep_the_direction_of_then():
    scene = strip(8, "one", integrator="bdf2", dt=0.01)
    simulation = pl.Simulation(scene)
    end = [(k,) for k, x in enumerate(simulation.positions("strip")) if x[0] > 1 - 1e-9]
    simulation.step()
    simulation.apply(pl.Set("constraints.clamp1.nodes", end))
    (clamp,) = simulation.model.body("strip").clamps
    held = simulation.state.bodies["strip"].memory[clamp.name]
    x = simulation.state.bodies["strip"].x
    assert np.linalg.norm(held, axis=0) == pytest.approx(1.0)
    assert held == pytest.approx(clamp.direction(x))
    simulation.step()


def test_gradient_and_hessian_agree_with_differences():
    simulation = pl.Simulation(strip(4, "random", across=2))
    model, state = simulation.model.body("strip"), simulation.state.bodies["strip"]
    (clamp,) = model.clamps
    energy = clamp.at(0.0, state.memory)
    x = state.x + 0.03 * np.random.default_rng(3).standard_normal(state.x.shape)
    gradient = model.layout.zeros(3)
    matrix: Any = model.system.make_matrix()
    assert energy.add_gradient(x, gradient) == pytest.approx(energy.stored(x))
    assert gradient.sum(axis=1) == pytest.approx(0.0, abs=1e-9 * np.abs(gradient).max())
    matrix.clear()
    energy.add_hessian(x, matrix, psd=False)
    way = np.random.default_rng(4).standard_normal(state.x.shape)
    ends = [model.layout.zeros(3), model.layout.zeros(3)]
    high, low = (
        energy.add_gradient(x + sign * 1e-5 * way, out) for sign, out in zip((1, -1), ends, strict=True)
    )
    assert (high - low) / 2e-5 == pytest.approx((gradient * way).sum(), rel=1e-6)
    product = model.layout.zeros(3)
    matrix.multiply(way, product)
    assert product == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-5 * np.abs(product).max())


def test_a_set_of_a_mesh_is_clamped_as_its_nodes_are():
    one, other = strip(8, "one"), strip(8, "one")
    held = [node for (node,) in one.constraints[0].nodes]
    other.bodies[0] = other.bodies[0].model_copy(update={"sets": (NamedSet("end", nodes=held),)})
    other.constraints.clear()
    other.clamp("strip", sets=["end"])
    tips = []
    for scene in (one, other):
        simulation = pl.Simulation(scene)
        simulation.step()
        tips.append(tip(simulation))
    assert tips[0] == tips[1]
    with pytest.raises(SceneError, match="no set"):
        other.clamp("strip", sets=["rim"])


def test_what_a_clamp_cannot_hold_is_refused():
    with pytest.raises(SceneError, match="no grid"):
        strip(4, "one").clamp("strip", edges=["m0"])
    scene = pl.Scene()
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(4, 4), material="cotton", id="cloth"))
    with pytest.raises(SceneError, match="choose its edges"):
        scene.clamp("cloth", nodes=[(0, 0)])
    with pytest.raises(SceneError, match="node"):
        strip(4, "one").clamp("strip", nodes=[(999,)])
    with pytest.raises(SceneError, match="choose what to hold"):
        pl.Clamp("strip")
    with pytest.raises(SceneError, match="pin the nodes"):
        strip(4, "one", Springs()).check()


def test_tetrahedra_are_held_by_their_nodes():
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
    scene = pl.Scene(gravity=1.0)
    scene.add(
        Mesh(points, tetrahedra=[[0, 1, 2, 3]], material=Bulk(young=1e5, poisson=0.3, density=1e3), id="a")
    )
    scene.clamp("a", nodes=[(0,), (1,), (2,)])
    simulation = pl.Simulation(scene)
    simulation.step()
    assert (simulation.positions("a")[:3] == points[:3]).all()
