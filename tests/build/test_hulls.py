"""Hulls: what of a body can touch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import pliant as pl
from pliant import shapes
from pliant.build.hulls import hull_of
from pliant.build.model import BodyModel, build, torn
from pliant.collision.hull import GridHull, Hull, edges_of
from pliant.gallery import entries
from pliant.model import Body
from pliant.model.nets import Octasphere, Patch, Ring
from pliant.topology.pieces import together
from pliant.validation.points import (
    CORD,
    ELASTIC_POINTS,
    GAS_POINTS,
    HYBRID,
    PLANAR_POINTS,
    RUBBER,
    SPRINGS,
    lump,
)
from pliant.validation.specimens import CLOTH, ELASTIC, deformed

EVERY: dict[str, Callable[[], pl.Scene]] = {**ELASTIC, **ELASTIC_POINTS, **GAS_POINTS, **PLANAR_POINTS}


def body_of(spec: Body) -> BodyModel:
    return build(pl.Scene(collision=True, bodies=[spec])).bodies[0]


def made(spec: Body) -> Hull:
    hull = hull_of(body_of(spec))
    assert hull is not None
    return hull


def euler(hull: Hull) -> int:
    return hull.count - len(hull.edges) + len(hull.faces)


def faces_at_edges(hull: Hull) -> np.ndarray:
    """To how many faces each edge belongs."""
    sides = np.sort(np.concatenate([hull.faces[:, pair] for pair in ([0, 1], [1, 2], [2, 0])]), axis=1)
    key = hull.edges @ (hull.count, 1)
    return np.bincount(np.searchsorted(key, sides @ (hull.count, 1)), minlength=len(key))


def area(body: BodyModel) -> float:
    hull = hull_of(body)
    assert hull is not None
    a, b, c = (body.shape.positions.T[hull.nodes[column]] for column in hull.faces.T)
    return 0.5 * float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())


def check(body: BodyModel) -> None:
    """What is true of every hull."""
    hull = hull_of(body)
    assert hull is not None
    assert hull.nodes.dtype == np.int64 and hull.edges.dtype == hull.faces.dtype == np.int32
    assert len(np.unique(hull.nodes)) == hull.count and np.isin(hull.nodes, body.layout.nodes).all()
    assert np.array_equal(np.unique(hull.edges), np.arange(hull.count)), "each vertex has an edge"
    assert np.array_equal(np.unique(hull.edges, axis=0), hull.edges) and (np.diff(hull.edges) >= 0).all()
    assert hull.faces.max(initial=0) < hull.count
    assert (np.diff(np.sort(hull.faces, axis=1)) > 0).all(), "no face names a vertex twice"
    ordered = np.sort(hull.faces, axis=1)
    assert len(np.unique(ordered, axis=0)) == len(ordered)
    key = hull.edges @ (hull.count, 1)
    assert np.isin(edges_of(hull.faces) @ (hull.count, 1), key).all()
    thickness = np.asarray(hull.thickness)
    assert thickness.shape == (hull.count,) and (thickness > 0.0).all() and (thickness < body.size).all()
    # Its vertices move with its nodes, and nodes of sheets and curves, none of which are inside, with its vertices.
    x = body.system.layout.spread(deformed(body, amount=0.01 * body.size))
    places, nodes = x[:, hull.nodes].T.round(9), body.layout.gather(x).round(9)
    assert len(np.unique(places, axis=0)) == hull.count
    if body.spec.kind in ("surface", "curve"):
        assert np.array_equal(np.unique(places, axis=0), np.unique(nodes, axis=0))


@pytest.mark.parametrize("name", EVERY)
def test_every_specimen_has_a_hull(name):
    for body in build(EVERY[name]()).bodies:
        check(body)


def test_every_body_of_the_gallery_has_a_hull():
    seen = []
    for entry in entries():
        for scene in entry.scenes().values():
            for body in build(scene).bodies:
                if body.spec not in seen:
                    seen.append(body.spec)
                    check(body)


def test_a_flat_sheet_is_a_disc_of_alternating_triangles_and_a_grid():
    sheet = pl.Surface(shapes.rectangle(3.0, 2.0), grid=(7, 5), material=CLOTH)
    body, hull = body_of(sheet), made(sheet)
    assert (euler(hull), hull.count, len(hull.faces)) == (1, 35, 48)
    assert hull.grid == GridHull(7, 5, (0.5, 0.5), (False, False))
    assert np.array_equal(hull.nodes, body.layout.nodes)
    assert area(body) == pytest.approx(6.0)
    diagonals = hull.edges[
        (np.abs(np.diff(hull.edges // 5)) == 1).ravel() & (np.diff(hull.edges % 5) != 0).ravel()
    ]
    ways = np.diff(diagonals % 5).ravel()  # to the right or to the left, one row on
    assert len(ways) == 24 and ways.sum() == 0


@pytest.mark.parametrize(
    ("shape", "grid", "periodic", "number", "on_a_grid"),
    [
        (shapes.torus(1.0, 0.3), (12, 8), (True, True), 0, False),
        (shapes.cylinder(0.5, 1.0), (12, 6), (True, False), 0, True),
        (shapes.ellipsoid(0.5, 0.5, 0.5), (12, 9), (True, False), 2, False),
    ],
    ids=["torus", "tube", "sphere"],
)
@pytest.mark.parametrize("material", [CLOTH, SPRINGS, HYBRID], ids=["cloth", "springs", "hybrid"])
def test_closed_surfaces_are_closed(shape, grid, periodic, number, on_a_grid, material):
    hull = made(pl.Surface(shape, grid=grid, periodic=periodic, material=material))
    assert euler(hull) == number
    at_edges = faces_at_edges(hull)
    assert at_edges.max() == 2
    assert (at_edges == 2).all() == (shape.kind != "cylinder")
    assert (hull.grid is not None) == on_a_grid


def test_skins_of_solids_are_closed():
    block = pl.Solid(shapes.box(1.0, 2.0, 3.0), grid=(3, 4, 5), material=RUBBER)
    hull = made(block)
    assert euler(hull) == 2 and (faces_at_edges(hull) == 2).all()
    assert hull.count == 60 - 1 * 2 * 3  # without those inside
    assert area(body_of(block)) == pytest.approx(22.0)
    hollow = pl.Solid(
        shapes.cylinder_solid(0.6, 0.9, hollow=0.4),
        grid=(8, 3, 4),
        periodic=(True, False, False),
        material=RUBBER,
    )
    assert euler(made(hollow)) == 0 and (faces_at_edges(made(hollow)) == 2).all()
    ball = made(pl.Solid(shapes.ball(0.5), grid=(5, 5, 5), material=RUBBER))
    assert euler(ball) == 2 and (faces_at_edges(ball) == 2).all()
    points, cells = lump()
    tetrahedra = made(pl.Mesh(points, tetrahedra=cells, material=RUBBER))
    assert euler(tetrahedra) == 2 and (faces_at_edges(tetrahedra) == 2).all()
    cuttable = made(pl.Mesh(points, tetrahedra=cells, material=RUBBER, cuttable=True))
    assert (euler(cuttable), cuttable.count) == (2, tetrahedra.count)


def test_a_curve_has_segments_only():
    open_one = made(pl.Curve(shapes.line((0, 0, 0), (1, 0, 0)), grid=6, material=CORD))
    assert (len(open_one.faces), open_one.edges.tolist()) == (0, [[k, k + 1] for k in range(5)])
    ring = made(pl.Curve(shapes.circle(0.5), grid=6, periodic=True, material=CORD))
    assert euler(ring) == 0


def test_layers_are_touched_on_the_outside():
    ball = made(pl.Layered(Octasphere(0.7, 1), layers=3))
    assert euler(ball) == 2 and (faces_at_edges(ball) == 2).all()
    assert ball.nodes.max() < 18  # the outermost layer comes first
    flat = made(pl.Layered(Patch(shapes.rectangle(1.0, 1.0), grid=(4, 4))))
    assert euler(flat) == 2 and (faces_at_edges(flat) == 2).all()
    ring = made(pl.Layered(Ring(0.7, 8)))
    assert (ring.count, len(ring.edges), len(ring.faces)) == (8, 8, 0)


# ---------------------------------------------------------------- torn


def _pieces(hull: Hull) -> int:
    return int(together(hull.edges, hull.count).max()) + 1


@pytest.mark.parametrize("material", [CLOTH, SPRINGS, HYBRID], ids=["cloth", "springs", "hybrid"])
def test_a_sheet_cut_in_two_has_two_skins(material):
    cut = [((m, 2), (m, 3)) for m in range(5)]
    hull = made(pl.Surface(shapes.rectangle(1.0, 1.0), grid=(5, 6), material=material, broken_links=cut))
    assert (_pieces(hull), euler(hull), len(hull.faces)) == (2, 2, 2 * 4 * 4)
    assert hull.grid is None


def test_what_hangs_on_links_is_edges_and_what_hangs_on_nothing_a_point():
    around = [((2, 2), other) for other in ((1, 2), (3, 2), (2, 1), (2, 3))]
    hull = made(pl.Surface(shapes.rectangle(1.0, 1.0), grid=(5, 5), material=SPRINGS, broken_links=around))
    assert hull.count == 25 and [12, 12] in hull.edges.tolist()
    assert not (hull.faces == 12).any()
    assert euler(hull) == 0  # an annulus, and a point with an edge of its own
    # The last row but for its links to the others: a thread.
    thread = [((3, n), (4, n)) for n in range(5)]
    hull = made(pl.Surface(shapes.rectangle(1.0, 1.0), grid=(5, 5), material=SPRINGS, broken_links=thread))
    alone = hull.edges[(hull.edges >= 20).all(axis=1)]
    assert alone.tolist() == [[k, k + 1] for k in range(20, 24)] and not (hull.faces >= 20).any()


def test_a_torn_curve_ends_where_it_is_torn():
    spec = pl.Curve(shapes.line((0, 0, 0), (1, 0, 0)), grid=5, material=CORD, broken_links=[(0, 1), (2, 3)])
    assert made(spec).edges.tolist() == [[0, 0], [1, 2], [3, 4]]


@pytest.mark.parametrize("cuttable", [False, True])
def test_a_solid_is_bare_where_it_is_torn(cuttable):
    whole = pl.Solid(shapes.box(5.0, 1.0, 1.0), grid=(6, 2, 2), material=RUBBER, cuttable=cuttable)
    cut = [((2, j, k), (3, j, k)) for j in (0, 1) for k in (0, 1)]
    body = body_of(whole.model_copy(update={"broken_links": cut}))
    hull = hull_of(body)
    assert hull is not None
    assert (_pieces(hull), euler(hull)) == (2, 4) and (faces_at_edges(hull) == 2).all()
    assert area(body) == pytest.approx(2 * 10.0)  # two blocks of 2×1×1, one cell is gone


@pytest.mark.parametrize("material", [RUBBER, SPRINGS], ids=["rubber", "springs"])
def test_corners_of_a_solid_that_come_off(material):
    end = [((1, j, k), (2, j, k)) for j in (0, 1) for k in (0, 1)] + [((1, 0, 0), (1, 1, 0))]
    spec = pl.Solid(shapes.box(2.0, 1.0, 1.0), grid=(3, 2, 2), material=material, broken_links=end)
    body = body_of(spec)
    check(body)
    hull = hull_of(body)
    assert hull is not None
    loose = set(range(8, 12))  # behind the cell that is gone
    points = {int(i) for i, j in hull.edges if i == j}
    if material is RUBBER:
        assert points == loose
    else:
        assert not points and {8, 9, 10, 11} <= set(hull.edges.ravel().tolist())


def test_a_tetrahedron_that_parts_has_a_skin_of_its_own():
    points, cells = lump()
    model = build(
        pl.Scene(collision=True, bodies=[pl.Mesh(points, tetrahedra=cells, material=RUBBER, cuttable=True)])
    )
    sides = [
        tuple((int(cells[0, k]),) for k in corners)
        for corners in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    ]
    before, after = (hull_of(one.bodies[0]) for one in (model, torn(model, "mesh1", sides)))
    assert before is not None and after is not None
    piece = together(after.edges, after.count)
    own = piece == np.argmin(np.bincount(piece))
    assert own.sum() == 4 and own[after.faces].all(axis=1).sum() == 4
    assert len(after.faces) > len(before.faces) and (faces_at_edges(after) % 2 == 0).all()


def test_triangles_of_springs_lose_faces_and_keep_edges():
    flat = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], dtype=float)
    springs = SPRINGS.model_copy(update={"shear": 0.0})
    spec = pl.Mesh(flat, triangles=[[0, 1, 2], [1, 3, 2]], material=springs, broken_links=[((0,), (1,))])
    hull = made(spec)
    assert hull.faces.tolist() == [[1, 3, 2]]
    assert hull.edges.tolist() == [[0, 2], [1, 2], [1, 3], [2, 3]]


# ---------------------------------------------------------------- kept


def test_a_hull_is_kept_until_the_body_is_torn():
    scene = pl.Scene(
        collision=True,
        bodies=[pl.Surface(shapes.rectangle(1.0, 1.0), grid=(5, 5), material=CLOTH, id="sheet")],
        obstacles=[pl.obstacles.Sphere(0.4, (0, 0, -1), id="ball")],
    )
    model = build(scene)
    hull = hull_of(model.bodies[0])
    moved = scene.model_copy(update={"obstacles": [pl.obstacles.Sphere(0.4, (0, 0, -2), id="ball")]})
    again = build(moved, model)
    assert hull_of(again.bodies[0]) is hull
    cut = torn(again, "sheet", [((2, n), (3, n)) for n in range(5)])
    assert hull_of(cut.bodies[0]) is not hull


def test_thickness_is_that_of_the_material_as_far_as_the_grid_resolves_it():
    def sheet(thickness: float, **changes) -> np.ndarray:
        material = pl.Elastic(young=1e5, poisson=0.3, thickness=thickness, density=100.0)
        spec = pl.Surface(shapes.rectangle(1.0, 2.0), grid=(11, 11), material=material, **changes)
        return np.unique(np.round(made(spec).thickness, 9))

    assert sheet(0.001) == pytest.approx(
        [0.025]
    )  # less than a quarter of an edge of 0.1 m has to be asked for
    assert sheet(0.04) == pytest.approx([0.04])
    assert sheet(0.08) == pytest.approx([0.05])
    assert sheet(0.04, contact_thickness=0.001) == pytest.approx([0.001])
    rope = pl.Rod(young=1e6, poisson=0.3, radius=0.02, density=1000.0)
    curve = pl.Curve(shapes.line((0, 0, 0), (1, 0, 0)), grid=11, material=rope)
    assert made(curve).thickness == pytest.approx(np.full(11, 0.04))


def test_a_sphere_is_thin_only_at_its_poles():
    hull = made(
        pl.Surface(shapes.ellipsoid(0.5, 0.5, 0.5), grid=(24, 13), periodic=(True, False), material=CLOTH)
    )
    thickness = np.asarray(hull.thickness)
    assert thickness.max() > 1.5 * thickness.min()
