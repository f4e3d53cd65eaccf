"""Cuts: which links a path crosses, what comes apart, and that it happens again bit for bit."""

from __future__ import annotations

import json
from typing import Any, cast

import numpy as np
import pytest

import pliant as pl
from pliant.energies.solid import grid_cells
from pliant.numerics.grid import cell_triangles
from pliant.topology.cutting import crossed_links, material_path

SHEET = pl.Sheet(membrane=50.0, bending=1e-3, area_density=0.2, damping=1e-3)
BULK = pl.Bulk(young=2e4, poisson=0.3, density=100.0, damping=0.005)
SPRINGS = pl.Springs(stiffness=100.0, shear=50.0, bend=5.0, mass=1e-3, damping=0.01)


def surface(grid=(9, 8), material=SHEET, **options) -> pl.Surface:
    return pl.Surface(pl.shapes.rectangle(0.8, 0.7), id="cloth", grid=grid, material=material, **options)


def hanging(material=SHEET, **options) -> pl.Scene:
    """A sheet in a vertical plane, held at its upper edge, n = N − 1."""
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01, **options)
    scene.add(surface(material=material, rotation=(np.pi / 2, 0, 0)))
    scene.pin("cloth", edges=("n1",))
    return scene


def links(path, **options):
    body = surface(**options)
    return crossed_links(body, np.array(path, dtype=float))


def places(*points) -> list[pl.Place]:
    """Points of the material plane, each in the triangle of nodes where it is."""
    found = []
    for m, n in points:
        i, j = min(int(m), 7), min(int(n), 6)
        u, v = m - i, n - j
        corners = [(i, j), (i + 1, j), (i + 1, j + 1)] if u >= v else [(i, j), (i, j + 1), (i + 1, j + 1)]
        found.append(pl.Place(nodes=corners, weights=(1 - max(u, v), abs(u - v), min(u, v))))
    return found


# ---------------------------------------------------------------- which links


def test_a_path_across_the_sheet_cuts_one_link_of_every_row_it_passes():
    assert links([(-0.0, 3.4), (8.0, 3.4)]) == [((m, 3), (m, 4)) for m in range(9)]


def test_a_slanting_path_cuts_links_of_both_kinds_in_their_order():
    assert links([(2.2, 3.3), (3.4, 4.8)]) == [((2, 4), (3, 4)), ((3, 4), (3, 5))]


def test_a_path_along_a_row_of_nodes_is_one_clean_cut():
    assert links([(0, 3), (8, 3)]) == [((m, 3), (m, 4)) for m in range(9)]


@pytest.mark.parametrize("ends", [((0, 0), (7, 7)), ((7, 0), (0, 7)), ((7, 7), (0, 0))])
def test_a_path_through_the_nodes_of_a_diagonal_is_one_clean_cut(ends):
    scene = pl.Scene()
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(8, 8), material="cotton", id="sheet"))
    simulation = pl.Simulation(scene)
    simulation.cut("sheet", [pl.Place(end) for end in ends])
    assert len(np.unique(simulation.pieces("sheet"))) == 2


def test_a_path_within_a_cell_cuts_nothing():
    assert links([(2.2, 3.3), (2.7, 3.6)]) == []


def test_what_ends_in_an_outermost_cell_goes_through_the_border():
    assert links([(0.6, 3.4), (1.3, 3.4)]) == [((0, 3), (0, 4)), ((1, 3), (1, 4))]
    assert links([(1.2, 3.4), (1.8, 3.4)]) == []


def test_over_a_seam_a_path_goes_the_shorter_way():
    body = surface(periodic=(True, False))
    path = material_path(body, [([(8, 3)], [1.0]), ([(0, 3), (1, 3)], [0.5, 0.5])])
    assert path == pytest.approx(np.array([[8.0, 3.0], [9.5, 3.0]]))
    assert crossed_links(body, path + np.array([0.2, 0.4])) == [((0, 3), (0, 4))]


# ---------------------------------------------------------------- coming apart


@pytest.mark.parametrize("material", [SHEET, SPRINGS], ids=["sheet", "springs"])
@pytest.mark.parametrize("integrator", ["bdf2", "semi_implicit"])
def test_a_sheet_that_is_cut_across_falls_in_two(material, integrator):
    simulation = pl.Simulation(hanging(material, integrator=integrator))
    for _ in range(5):
        simulation.step()
    before, mass = simulation.positions("cloth"), simulation.model.body("cloth").system.mass.sum()
    assert set(simulation.pieces("cloth")) == {0}
    simulation.apply(pl.Cut("cloth", places((0.3, 3.5), (7.8, 3.5))))
    assert np.array_equal(simulation.positions("cloth"), before)
    assert simulation.model.body("cloth").system.mass.sum() == pytest.approx(mass, rel=1e-12)
    piece = simulation.pieces("cloth").reshape(9, 8)
    assert len(set(piece.ravel())) == 2
    assert (piece[:, :4] == piece[0, 0]).all() and (piece[:, 4:] == piece[0, 7]).all()
    start, first = simulation.time, before[piece.ravel() == piece[0, 0], 2].mean()
    speed = simulation.velocities("cloth")[piece.ravel() == piece[0, 0], 2].mean()
    for _ in range(20):
        simulation.step()
    fallen = first - simulation.positions("cloth")[piece.ravel() == piece[0, 0], 2].mean()
    t = simulation.time - start
    # Free fall; backward Euler steps fall by ½gtΔt more, and springs give their share of speed away.
    assert fallen == pytest.approx(0.5 * pl.EARTH * t * t - speed * t, rel=0.08)
    assert simulation.positions("cloth").reshape(9, 8, 3)[:, 7, 2] == pytest.approx(
        before.reshape(9, 8, 3)[:, 7, 2]
    )


def test_points_in_space_cut_where_the_body_is():
    """Points beside the sheet are taken to the nearest place of it."""
    scene = hanging()
    simulation = pl.Simulation(scene)
    x = simulation.positions("cloth").reshape(9, 8, 3)
    between = 0.5 * (x[:, 3] + x[:, 4]) + (0, 0.03, 0)
    simulation.cut("cloth", [between[0], between[4], between[8]])
    assert simulation.parameters.bodies[0].broken_links == [((m, 3), (m, 4)) for m in range(9)]


def test_a_slit_opens_and_the_sheet_stays_one_piece():
    simulation = pl.Simulation(hanging())
    simulation.cut("cloth", places((4.5, 1.5), (4.5, 5.5)))
    assert len(simulation.parameters.bodies[0].broken_links) == 4
    assert set(simulation.pieces("cloth")) == {0}


def test_a_link_without_another_across_it_holds_nothing():
    """The energy is that of corners, two links that meet: two nodes that are cut off together are two pieces."""
    scene = hanging()
    around = [((m, n), (m + 1, n)) for m in (3, 4) for n in (3, 4)] + [((4, 2), (4, 3)), ((4, 4), (4, 5))]
    scene.bodies[0] = scene.bodies[0].model_copy(update={"broken_links": around})
    simulation = pl.Simulation(scene)
    piece = simulation.pieces("cloth")
    assert np.unique(piece, return_counts=True)[1].tolist() == [70, 1, 1]
    body = simulation.model.body("cloth")
    assert not {35, 36} & set(np.delete(body.shape.triangles, body.shape.cut, axis=0).ravel())
    start = simulation.positions("cloth")
    for _ in range(10):
        simulation.step()
    assert np.isfinite(simulation.stretch("cloth")).all() and np.isfinite(simulation.bending("cloth")).all()
    fallen = (start - simulation.positions("cloth"))[:, 2]
    # Two steps of first order fall a little farther than ½gt².
    assert fallen[[35, 36]] == pytest.approx(0.5 * pl.EARTH * 0.1**2, rel=0.15)
    assert np.delete(fallen, [35, 36]).max() < 0.03  # the others hang from what is pinned


def test_cutting_again_along_the_same_path_changes_nothing():
    simulation = pl.Simulation(hanging())
    for _ in range(2):
        simulation.cut("cloth", places((0.0, 3.5), (7.9, 3.5)))
        assert len(simulation.parameters.bodies[0].broken_links) == 9
    assert len(simulation.events) == 2


def test_a_rope_is_one_piece():
    scene = pl.Scene()
    cord = pl.Cord(stretching=10.0, line_density=0.1)
    scene.add(pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), id="rope", grid=5, material=cord))
    assert pl.Simulation(scene).pieces("rope").tolist() == [0] * 5


# ---------------------------------------------------------------- other bodies


def box_of_tetrahedra(material, **options) -> pl.Mesh:
    points = pl.shapes.box(0.8, 0.3, 0.3).points((9, 4, 4), (False,) * 3).reshape(-1, 3)
    cells = grid_cells((9, 4, 4), (False,) * 3)
    ways = ((4, 6), (6, 2), (2, 3), (3, 1), (1, 5), (5, 4))
    tetrahedra = np.concatenate([cells[:, [0, a, b, 7]] for a, b in ways])
    return pl.Mesh(points, tetrahedra=tetrahedra, material=material, **options)


def sheet_of_triangles(material, **options) -> pl.Mesh:
    points = pl.shapes.rectangle(0.8, 0.7).points((9, 8), (False, False)).reshape(-1, 3)
    triangles = cell_triangles((9, 8), (False, False))
    return pl.Mesh(points, triangles=triangles, material=material, **options)


def rope(material) -> pl.Curve:
    return pl.Curve(pl.shapes.line((-0.5, 0, 0), (0.5, 0, 0)), grid=21, material=material, id="body")


CORD = pl.Cord(stretching=10.0, bending=1e-3, line_density=0.1)
HYBRID = pl.Hybrid(slope=50.0, density=0.2, damping=1e-3)
FEW = pl.Springs(stiffness=100.0, bend=5.0, mass=1e-3, damping=0.01)
BOX: dict[str, Any] = {"id": "body", "grid": (9, 4, 4), "cuttable": True}
OTHERS = {
    "rope": lambda: rope(CORD),
    "rope of springs": lambda: rope(FEW),
    "rope of sticks": lambda: rope(pl.Sticks(mass=1e-3)),
    "hybrid rope": lambda: rope(HYBRID),
    "hybrid sheet": lambda: pl.Surface(
        pl.shapes.rectangle(0.8, 0.7), grid=(9, 8), material=HYBRID, id="body"
    ),
    "block": lambda: pl.Solid(pl.shapes.box(0.8, 0.3, 0.3), material=BULK, **BOX),
    "block of springs": lambda: pl.Solid(pl.shapes.box(0.8, 0.3, 0.3), material=SPRINGS, **BOX),
    "block of sticks": lambda: pl.Solid(pl.shapes.box(0.8, 0.3, 0.3), material=pl.Sticks(mass=1e-3), **BOX),
    "hybrid block": lambda: pl.Solid(pl.shapes.box(0.8, 0.3, 0.3), material=HYBRID, **BOX),
    "triangles": lambda: sheet_of_triangles(SHEET, id="body", cuttable=True),
    "net": lambda: sheet_of_triangles(FEW, id="body"),
    "tetrahedra": lambda: box_of_tetrahedra(BULK, id="body", cuttable=True),
    "hybrid triangles": lambda: sheet_of_triangles(HYBRID, id="body", cuttable=True),
    "hybrid tetrahedra": lambda: box_of_tetrahedra(HYBRID, id="body", cuttable=True),
}


def cut_through(body: Any, times: int = 1) -> pl.Simulation:
    """A body that was cut across, a little beside its middle."""
    simulation = pl.Simulation(pl.Scene(dt=0.005, bodies=[body]))
    x = simulation.positions("body")
    around = 0.1 if body.kind == "curve" else 0.0
    low, high = x.min(axis=0) - around, x.max(axis=0) + around
    for _ in range(times):
        simulation.cut("body", [(0.03, low[1], high[2]), (0.03, high[1], high[2])])
    return simulation


def push_apart(simulation: pl.Simulation) -> None:
    """The heaviest piece moves away from the other."""
    piece, layout = simulation.debris("body")[0], simulation.model.body("body").layout
    simulation.state.bodies["body"].v[0, layout.nodes[piece.nodes]] += np.sign(piece.center[0]) * 0.5


@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_cut_through_is_in_two(kind):
    simulation = cut_through(OTHERS[kind](), times=2)  # what is cut cannot be cut again
    pieces = simulation.debris("body")
    assert len(pieces) == 2
    assert {piece.center[0] > 0.0 for piece in pieces} == {True, False}
    assert sum(len(piece.nodes) for piece in pieces) == len(simulation.positions("body"))
    first = set(pieces[0].nodes.tolist())
    for _ in range(3):  # nothing joins them: what is pushed moves alone
        simulation.step()
    push_apart(simulation)
    before = simulation.positions("body")
    for _ in range(10):
        simulation.step()
    moved = np.abs(simulation.positions("body") - before)[:, 0]
    assert moved[sorted(first)].min() > 0.01
    assert np.delete(moved, sorted(first)).max() < 1e-6


@pytest.mark.parametrize("kind", ["triangles", "tetrahedra", "hybrid triangles", "hybrid tetrahedra"])
def test_a_mesh_that_is_mended_is_one_again_and_keeps_its_momentum(kind):
    simulation = cut_through(OTHERS[kind]())
    state, body = simulation.state.bodies["body"], simulation.model.body("body")
    push_apart(simulation)

    def momentum() -> np.ndarray:
        return (body.system.mass * state.v).sum(axis=1)

    def gap() -> float:
        at = simulation.positions("body")
        return max(np.ptp(at[group], axis=0).max() for group in body.shape.tied)

    for _ in range(4):
        simulation.step()
    before = momentum()
    assert gap() == pytest.approx(0.01, rel=0.01)
    simulation.apply(pl.Set(path="bodies.body.broken_links", value=[]))
    assert len(simulation.debris("body")) == 1 and gap() == 0.0
    assert momentum() == pytest.approx(before, abs=1e-12 * np.abs(before).max())
    simulation.step()
    assert gap() == 0.0 and simulation.energies()["elastic"] > 0.0


def test_a_rope_is_cut_at_the_link_nearest_to_a_point():
    scene = pl.Scene()
    scene.add(rope(CORD))
    simulation = pl.Simulation(scene)
    simulation.cut("body", [(0.26, 0.05, 0.0)])
    assert simulation.parameters.bodies[0].broken_links == [((15,), (16,))]


def test_a_blade_goes_where_it_is_sent_and_no_farther_than_the_path():
    scene = pl.Scene()
    scene.add(OTHERS["block"]())
    simulation = pl.Simulation(scene)
    # From the top, but along y: through the links along x that the path's plane meets, and most of a link farther.
    simulation.cut("body", [(0.03, -0.15, 0.15), (0.03, -0.15, 0.08)], direction=(0, 1, 0))
    links = simulation.parameters.bodies[0].broken_links
    assert {link[0][2] for link in links} == {2, 3} and {link[0][1] for link in links} == {0, 1, 2, 3}
    assert len(simulation.debris("body")) == 1


def test_springs_of_their_own_are_cut_where_the_path_crosses_them():
    far = pl.SpringLink(between=((1, 1), (6, 6)), stiffness=10.0)
    material = SPRINGS.model_copy(update={"links": [far]})
    scene = pl.Scene()
    scene.add(surface(material=material))
    simulation = pl.Simulation(scene)
    simulation.cut("cloth", places((2.2, 4.6), (4.8, 2.2)))
    assert ((1, 1), (6, 6)) in simulation.parameters.bodies[0].broken_links


# ---------------------------------------------------------------- again


@pytest.mark.parametrize("material", [SHEET, SPRINGS], ids=["sheet", "springs"])
@pytest.mark.parametrize("integrator", ["bdf2", "semi_implicit", "feynman"])
def test_a_script_with_cuts_gives_the_same_bits(material, integrator, tmp_path):
    scene = hanging(material, integrator=integrator)
    scene.dt = 1e-3 if integrator == "feynman" else 0.01
    simulation = pl.Simulation(scene)
    for step in range(30):
        if step == 5:
            simulation.cut("cloth", places((0.3, 3.5), (4.1, 3.2)))
        if step == 12:
            simulation.cut("cloth", [(0.0, 0.0, 0.1), (0.5, 0.0, 0.0)])
        if step == 20:
            simulation.checkpoint(tmp_path / "half.npz")
        simulation.step()
    again = pl.Simulation(pl.Scene(**json.loads(simulation.script().model_dump_json())))
    resumed = pl.Simulation.restore(tmp_path / "half.npz")
    for _ in range(30):
        again.step()
    for _ in range(10):
        resumed.step()
    for other in (again, resumed):
        assert np.array_equal(other.positions("cloth"), simulation.positions("cloth"))
        assert np.array_equal(other.velocities("cloth"), simulation.velocities("cloth"))
        assert np.array_equal(other.pieces("cloth"), simulation.pieces("cloth"))


@pytest.mark.parametrize("ending", ["yaml", "json", "toml"])
def test_a_cut_is_kept_in_files(ending, tmp_path):
    scene = hanging()
    scene.at(0.1, pl.Cut("cloth", [*places((0.3, 3.5)), (0.1, 0.2, 0.3), pl.Place(node=(8, 3))]))
    pl.save(scene, tmp_path / f"scene.{ending}")
    assert pl.load(tmp_path / f"scene.{ending}").events == scene.events


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: pl.Cut("rug", [(0, 0, 0), (1, 0, 0)]), "no body 'rug'"),
        (lambda: pl.Cut("cloth", [pl.Place(node=(0, 0)), pl.Place(node=(9, 0))]), r"path\[1\].*node"),
        (lambda: pl.Cut("block", [(0, 0, 0), (1, 0, 0)]), "give 'block' `cuttable`"),
        (lambda: pl.Cut("tent", [(0, 0, 0), (1, 0, 0)]), "give 'tent' `cuttable`"),
        (lambda: pl.Cut("cloth", [(0, 0, 0)]), "path.*two ends"),
        (lambda: pl.Cut("rope", [(0, 0, 0)], direction=(0, 0, 0)), "direction"),
        (
            lambda: pl.Cut("cloth", [pl.Place(nodes=[(0, 0), (3, 3)], weights=(0.5, 0.5)), (0, 0, 0)]),
            "one cell",
        ),
    ],
)
def test_what_cannot_be_cut_says_so(make, message):
    scene = hanging()
    cord = pl.Cord(stretching=10.0, line_density=0.1)
    scene.add(pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), id="rope", grid=5, material=cord))
    scene.add(pl.Solid(pl.shapes.box(1, 1, 1), id="block", grid=(3, 3, 3), material=BULK))
    scene.add(pl.Mesh(np.eye(3), triangles=[(0, 1, 2)], id="tent", material=SHEET))
    with pytest.raises(pl.SceneError, match=message):
        scene.at(0.0, make())


def test_a_path_that_is_none_is_refused():
    scene = pl.Scene()
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(4, 4), material="cotton", id="sheet"))
    with pytest.raises(pl.PliantError, match="chain of points"):
        pl.Simulation(scene).cut("sheet", cast(Any, None))


def test_a_ring_is_cut_twice_alike():
    scene = pl.Scene(dt=0.005)
    scene.add(pl.Layered(pl.layers.Ring(radius=0.3, count=10), id="ring"))
    simulation = pl.Simulation(scene)
    for _ in range(2):
        simulation.cut("ring", [(0, 0, 0.4), (0, 0, -0.4)], direction=(0, 1, 0))
        assert len(simulation.debris("ring")) == 2
