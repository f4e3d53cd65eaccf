"""Bodies in contact that are cut: which faces are left alone is part of the state, so that runs go on bit for bit."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.collision.intersections import intersections

FABRIC = pl.Sheet(membrane=50.0, bending=1e-3, area_density=0.2, damping=1e-3)


def net(n: int = 6, size: float = 0.5) -> tuple[np.ndarray, np.ndarray]:
    """A square of triangles."""
    x, y = np.meshgrid(*[np.linspace(-0.5 * size, 0.5 * size, n)] * 2, indexing="ij")
    k = np.arange(n * n).reshape(n, n)
    a, b, c, d = k[:-1, :-1].ravel(), k[1:, :-1].ravel(), k[:-1, 1:].ravel(), k[1:, 1:].ravel()
    faces = np.concatenate([np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)])
    return np.stack([x.ravel(), y.ravel(), 0.0 * x.ravel()], axis=1), faces


def scene() -> pl.Scene:
    """A sheet of triangles that can be cut falls onto a cloth that hangs at its corners: both halves slide together."""
    found = pl.Scene(gravity=9.81)
    table = found.add(pl.Surface(pl.shapes.rectangle(0.9, 0.9), id="table", grid=(7, 7), material=FABRIC))
    found.pin(table, corners=("00", "10", "01", "11"))
    vertices, faces = net()
    mesh = pl.Mesh(
        vertices=vertices,
        triangles=faces,
        id="sheet",
        material=FABRIC,
        cuttable=True,
        position=(0.02, 0.01, 0.04),
    )
    found.add(mesh)
    return found


def cut_twice(simulation: pl.Simulation) -> None:
    for step in range(14):
        if step == 4:
            simulation.cut("sheet", [(0.03, -0.4, 0.0), (0.03, 0.4, 0.0)], direction=(0.0, 0.0, 1.0))
        if step == 9:
            simulation.cut("sheet", [(-0.4, 0.02, 0.0), (0.4, 0.02, 0.0)], direction=(0.0, 0.0, 1.0))
        simulation.step()


def crossings(simulation: pl.Simulation, right: np.ndarray) -> int:
    """How many edges of one half of the sheet pierce faces of the other; faces of a fresh cut lie on each other."""
    contact = simulation._world.contact
    assert contact is not None
    (hull,), body = contact.hulls, simulation.model.body("sheet")
    side = body.layout.zeros()
    side[body.layout.nodes] = right
    found = intersections(contact.hulls, simulation.state.bodies["sheet"].x[:, hull.nodes], [(0, 0)])
    edges, faces = (
        side[hull.nodes[part]][:, 0] for part in (hull.edges[found[:, 2]], hull.faces[found[:, 3]])
    )
    return int((edges != faces).sum())


def left_alone(simulation: pl.Simulation) -> int:
    assert simulation.state.exempt is not None
    return len(simulation.state.exempt.rows)


def same(a: pl.Simulation, b: pl.Simulation) -> bool:
    return all(np.array_equal(a.positions(name), b.positions(name)) for name in ("table", "sheet"))


def test_a_run_of_cut_bodies_goes_on_from_a_checkpoint_bit_for_bit(tmp_path):
    simulation = pl.Simulation(scene())
    cut_twice(simulation)
    assert left_alone(simulation) > 0 and ("table", "sheet") in simulation.contacts()
    simulation.checkpoint(tmp_path / "state")
    again = pl.Simulation.restore(tmp_path / "state")
    assert left_alone(simulation) == left_alone(again)
    assert same(_stepped(simulation, 10), _stepped(again, 10))
    assert left_alone(simulation) == left_alone(again)


def test_a_script_played_again_gives_the_same_bits():
    cut = pl.Simulation(scene())
    cut_twice(cut)
    again = pl.Simulation(cut.script())
    for _ in range(14):
        again.step()
    assert same(cut, again)


def _stepped(simulation: pl.Simulation, steps: int) -> pl.Simulation:
    for _ in range(steps):
        simulation.step()
    return simulation


def test_faces_that_have_come_apart_are_kept_apart_for_good(tmp_path):
    """Halves that fly apart are left alone no more, not even when the sheet is cut elsewhere; then they meet again."""
    vertices, faces = net()
    free = pl.Scene(gravity=None, collision=pl.Collision(thickness=0.01))
    free.add(pl.Mesh(vertices=vertices, triangles=faces, id="sheet", material=FABRIC, cuttable=True))
    simulation = pl.Simulation(free)
    simulation.cut("sheet", [(0.0, -0.4, 0.0), (0.0, 0.4, 0.0)], direction=(0.0, 0.0, 1.0))
    fresh = left_alone(simulation)
    assert fresh > 0
    x, state = simulation.positions("sheet"), simulation.state.bodies["sheet"]
    right = simulation.pieces("sheet") == simulation.pieces("sheet")[np.argmax(x[:, 0])]
    nodes = simulation.model.body("sheet").layout.nodes

    def throw(speed: float) -> None:
        state.v[0, nodes] = np.where(right, speed, -speed)
        state.v[2, nodes] = np.where(right, 0.3 * speed, -0.3 * speed)  # else tips of the cut meet head on
        simulation.state.jolt()

    throw(1.0)
    _stepped(simulation, 6)  # the cut goes along sides of triangles, to and fro by 0.1 m
    assert left_alone(simulation) == 0
    simulation.cut("sheet", [(-0.6, 0.02, 0.0), (-0.15, 0.02, 0.0)], direction=(0.0, 0.0, 1.0))
    assert 0 < left_alone(simulation) < fresh
    throw(-1.0)
    met = 0
    for _ in range(12):
        simulation.step()
        assert crossings(simulation, right) == 0
        found = simulation.contacts().get(("sheet", "sheet"))
        if found is not None and not met:
            simulation.checkpoint(tmp_path / "state")
            again = pl.Simulation.restore(tmp_path / "state")
            assert left_alone(again) == left_alone(simulation)
        elif met:
            again.step()
            assert np.array_equal(again.positions("sheet"), simulation.positions("sheet"))
        met += found is not None
    assert met > 2
