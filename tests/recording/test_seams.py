"""What is drawn of a torn surface opens along its broken links."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.numerics.grid import cell_triangles, parameters
from pliant.recording.mesh import BodyMesh
from pliant.recording.skin import Skin, cut_skin, make_skin
from pliant.recording.skin.seams import make_seams
from pliant.shapes.pose import transform

GRID = (8, 7)
OPEN = (False, False)
Node = tuple[int, int]


def sheet(grid=GRID, periodic=OPEN, shape=None) -> BodyMesh:
    """A surface as a recording describes it; cells are squares a tenth of a metre wide, unless it has a shape."""
    axes = np.meshgrid(*parameters(grid, periodic), indexing="ij")
    if shape is None:
        rest = 0.1 * np.stack([*np.indices(grid), np.zeros(grid)], axis=-1)
    else:
        rest = shape.points(grid, periodic)
    meta = {"id": "sheet", "kind": "surface", "grid": grid, "periodic": periodic, "rest": rest.reshape(-1, 3)}
    uv = np.stack([axis.ravel() for axis in axes], axis=1)
    return BodyMesh.read({**meta, "triangles": cell_triangles(grid, periodic), "uv": uv})


def rest_of(mesh: BodyMesh) -> np.ndarray:
    assert mesh.rest is not None
    return mesh.rest


def torn_skin(mesh: BodyMesh, parted: np.ndarray, broken: np.ndarray | None = None) -> Skin:
    tear = make_skin(mesh, rest_of(mesh)).tear
    assert tear is not None
    return tear(parted, broken)


def links(mesh: BodyMesh, *pairs: tuple[Node, Node]) -> np.ndarray:
    """The numbers of links from a node to the next one."""
    found = []
    for a, b in pairs:
        axis = 0 if a[1] == b[1] else 1
        found.append(axis * mesh.nodes + np.ravel_multi_index(a, mesh.grid))
    return np.array(found)


def across(row: int, columns: range) -> list[tuple[Node, Node]]:
    """The links along the first axis that a cut between two rows crosses."""
    return [((row, n), (row + 1, n)) for n in columns]


def along(column: int, rows: range) -> list[tuple[Node, Node]]:
    return [((m, column), (m, column + 1)) for m in rows]


def area(skin: Skin, x: np.ndarray) -> float:
    a, b, c = np.moveaxis(skin.move(x)[0][skin.triangles], 1, 0)
    return float(0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())


def copies(mesh: BodyMesh, cut: np.ndarray, at: tuple[float, float]) -> int:
    """How many points there are where the sheet at rest is `at` (in cells)."""
    points = make_seams(mesh, cut).move(rest_of(mesh))
    return int((np.linalg.norm(points - 0.1 * np.array([*at, 0.0]), axis=1) < 1e-12).sum())


EVERY = [
    *(p for m in range(7) for p in across(m, range(7))),
    *(p for n in range(6) for p in along(n, range(8))),
]
CUTS = {
    "through": across(3, range(7)),
    "half-way": across(3, range(4)),
    "one link": across(3, range(2, 3)),
    "T": [*across(3, range(7)), *along(3, range(4))],
    "X": [*across(3, range(7)), *along(3, range(8))],
    "slanting": [link for k in range(1, 6) for link in (*across(k, range(k, k + 1)), *along(k - 1, range(k, k + 1)))],
    "a node": [*across(2, range(3, 4)), *across(3, range(3, 4)), *along(2, range(3, 4)), *along(3, range(3, 4))],
    "all": EVERY,
}  # fmt: skip


@pytest.mark.parametrize("cut", CUTS)
def test_a_cut_alone_changes_nothing_that_is_drawn(cut):
    """The area at rest stays the same to rounding, and the texture stays where it is."""
    mesh = sheet()
    skin = torn_skin(mesh, links(mesh, *CUTS[cut]))
    assert area(skin, rest_of(mesh)) == pytest.approx(0.7 * 0.6, rel=1e-12)
    points, normals = skin.move(rest_of(mesh))
    assert normals == pytest.approx(np.tile([0.0, 0.0, 1.0], (skin.points, 1)))
    assert skin.uv is not None
    placed = points[skin.triangles][..., :2] / (0.7, 0.6)
    assert skin.uv[skin.uv_at] == pytest.approx(placed, abs=1e-12)


def test_a_crack_ends_in_a_point_in_the_middle_of_a_cell():
    mesh = sheet()
    cut = links(mesh, *CUTS["half-way"])
    assert copies(mesh, cut, (3.5, 0.0)) == copies(mesh, cut, (3.5, 3.0)) == 2
    assert copies(mesh, cut, (3.5, 2.5)) == 2
    assert copies(mesh, cut, (3.5, 3.5)) == 1
    assert copies(mesh, cut, (3.5, 4.0)) == 0  # the next link is whole; beyond it there are no seams


@pytest.mark.parametrize("cut", CUTS)
def test_no_light_comes_through_beside_a_crack(cut):
    """No point lies on the side of a triangle: then there are hairlines between triangles that have it and others."""
    mesh = sheet()
    skin = torn_skin(mesh, links(mesh, *CUTS[cut]))
    points = skin.move(rest_of(mesh))[0]
    corners = points[skin.triangles]
    middles = 0.5 * (corners + np.roll(corners, 1, axis=1)).reshape(-1, 3)
    used = {tuple(point) for point in points.round(9) + 0.0}
    assert not used & {tuple(middle) for middle in middles.round(9) + 0.0}


def test_as_many_pieces_meet_in_a_cell_as_cracks_leave():
    mesh = sheet()
    assert copies(mesh, links(mesh, *CUTS["T"]), (3.5, 3.5)) == 3
    assert copies(mesh, links(mesh, *CUTS["X"]), (3.5, 3.5)) == 4


def test_a_slanting_cut_has_no_steps():
    mesh = sheet()
    points = make_seams(mesh, links(mesh, *CUTS["slanting"])).move(rest_of(mesh))[:, :2]
    m, n = 10 * points.T
    inside = (m > 0.9) & (m < 5.1)
    border = np.abs(m - n - 0.5) < 1e-9
    middles = (np.abs(m - n - 0.5) < 0.3) & inside  # of links that are cut, and of the cells between them
    assert middles.sum() >= 2 * 10 and border[middles].all()


@pytest.mark.parametrize("cut", ["through", "T", "X", "a node", "all"])
def test_points_of_a_piece_go_with_it_and_no_others(cut):
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    mesh = sheet()
    broken = links(mesh, *CUTS[cut])
    pairs = [pair for pair in EVERY if links(mesh, pair)[0] not in broken]
    ends = np.array([[np.ravel_multi_index(node, GRID) for node in pair] for pair in pairs]).reshape(-1, 2)
    graph = coo_matrix((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(56, 56))
    piece = connected_components(graph, directed=False)[1]
    assert len(set(piece)) == {"through": 2, "T": 3, "X": 4, "a node": 2, "all": 56}[cut]
    skin = torn_skin(mesh, broken)
    before = skin.move(rest_of(mesh))[0]
    spread = skin.spread(piece.astype(float))
    for one in set(piece):
        x = rest_of(mesh) + np.where(piece == one, 1.0, 0.0)[:, None] * (0.2, -0.3, 0.4)
        shift = skin.move(x)[0] - before
        assert shift == pytest.approx(np.where(spread == one, 1.0, 0.0)[:, None] * np.array([0.2, -0.3, 0.4]))
    assert set(spread) == set(piece)  # nothing is drawn between two pieces


def test_a_torn_body_turns_with_its_nodes():
    mesh = sheet(shape=pl.shapes.rectangle(0.7, 0.6))
    x = rest_of(mesh) + 0.01 * np.random.default_rng(1).standard_normal((56, 3))
    turn = ((0.3, -0.2, 0.5), (0.9, -1.4, 0.6))
    for cut in ("through", "half-way", "T", "slanting"):
        skin = torn_skin(mesh, links(mesh, *CUTS[cut]))
        points, normals = skin.move(x)
        turned, turned_normals = skin.move(transform(x, *turn))
        assert turned == pytest.approx(transform(points, *turn), abs=1e-12)
        assert turned_normals == pytest.approx(transform(normals, (0, 0, 0), turn[1]), abs=1e-9)


THREAD = [*along(2, range(0, 6)), *along(3, range(0, 6))]  # nodes [0…5, 3], held by [6, 3]


@pytest.mark.parametrize("loose", [False, True])
def test_a_thread_keeps_its_width_wherever_it_hangs(loose):
    """One node wide, it has no link across: what it is held by tells how wide it is, or where it was at rest."""
    mesh = sheet()
    skin = torn_skin(mesh, links(mesh, *THREAD, *(across(5, range(3, 4)) if loose else [])))
    x = rest_of(mesh).copy()
    thread = np.ravel_multi_index(([*range(6)], [3] * 6), GRID)
    whole = area(skin, x)
    x[thread] = x[thread[-1]] + 0.1 * np.outer(
        np.arange(5, -1, -1), (0.0, 1.0, 0.0)
    )  # now along the second axis
    moved = skin.spread(np.isin(np.arange(56), thread[1:-1]).astype(float)) == 1.0
    points = skin.move(x)[0][moved]
    assert np.ptp(points[:, 0]) == pytest.approx(0.1, rel=1e-9) and np.ptp(points[:, 2]) == 0.0
    assert area(skin, x) == pytest.approx(whole, rel=0.1)


@pytest.mark.parametrize("cut", CUTS)
def test_seams_that_are_not_broken_yet_are_closed(cut):
    """Whatever has the same place in the material is in the same place."""
    mesh = sheet()
    x = rest_of(mesh) + 0.03 * np.random.default_rng(2).standard_normal((56, 3))
    numbers = links(mesh, *CUTS[cut])
    skin = torn_skin(mesh, numbers, numbers[:0])
    assert skin.uv is not None
    points = skin.move(x)[0][skin.triangles].reshape(-1, 3)
    _, place = np.unique(skin.uv[skin.uv_at].reshape(-1, 2).round(9), axis=0, return_inverse=True)
    first = np.unique(place, return_index=True)[1]
    assert points == pytest.approx(points[first][place.reshape(-1)], abs=1e-12)
    opened = torn_skin(mesh, numbers).move(x)[0][skin.triangles].reshape(-1, 3)
    assert opened != pytest.approx(opened[first][place.reshape(-1)], abs=1e-3)


@pytest.mark.parametrize(
    ("shape", "grid", "periodic"),
    [
        (pl.shapes.cylinder(0.3, 0.8), (12, 9), (True, False)),
        (pl.shapes.torus(0.4, 0.15), (16, 12), (True, True)),
        (pl.shapes.ellipsoid(0.4, 0.4, 0.4), (12, 9), (True, False)),
    ],
    ids=["tube", "torus", "ball"],
)
def test_closed_surfaces_open_too(shape, grid, periodic):
    """Along the seam of the grid, across it, around poles: little changes, and no picture runs backwards."""
    mesh = sheet(grid, periodic, shape)
    last = grid[0] - 1
    cells = grid[1] if periodic[1] else grid[1] - 1
    whole = make_skin(mesh, rest_of(mesh))
    for cut in (
        [((last, n), (0, n)) for n in range(grid[1])],
        [((m, 4), (m, 5)) for m in range(grid[0])],
        [((m, 0), (m, 1)) for m in range(grid[0])],
        [((last, 3), (0, 3)), ((last, 4), (0, 4)), *(((m, 4), (m, 5)) for m in range(5))],
    ):
        skin = torn_skin(mesh, links(mesh, *cut))
        points, normals = skin.move(rest_of(mesh))
        assert np.isfinite(points).all() and np.isfinite(normals).all()
        assert area(skin, rest_of(mesh)) == pytest.approx(area(whole, rest_of(mesh)), rel=0.08)
        assert skin.uv is not None
        assert (np.ptp(skin.uv[skin.uv_at], axis=1) <= (1.001 / grid[0], 1.001 / cells)).all()


def test_recordings_that_do_not_know_of_rest_are_drawn_as_before():
    from dataclasses import replace

    mesh = replace(sheet(), rest=None)
    skin = make_skin(mesh, np.zeros((56, 3)))
    left = cut_skin(skin, np.array([3, 4]), links(mesh, *CUTS["through"]))
    assert left.points == 56 and len(left.triangles) == len(skin.triangles) - 2
