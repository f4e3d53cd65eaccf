"""002 Figs. 17–19: sheets that are sheared, dropped and pulled until they tear."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import GOLD, LINEN, RED, SLATE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import deepest
from pliant.gallery.runner import recording_of
from pliant.recording import Recording

# ---------------------------------------------------------------- what is measured


def pieces(recording: Recording, frame: int = -1) -> np.ndarray:
    """The shares of the nodes that whole links of the first body, a sheet, hold together, the largest first."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    mesh = recording.mesh(recording.bodies[0])
    node = np.arange(mesh.nodes).reshape(mesh.grid)
    whole = np.ones(2 * mesh.nodes, dtype=bool)
    whole[recording.broken(mesh.id, frame)] = False
    along, across = whole.reshape(2, *mesh.grid)
    start = np.concatenate([node[:-1][along[:-1]], node[:, :-1][across[:, :-1]]])
    end = np.concatenate([node[1:][along[:-1]], node[:, 1:][across[:, :-1]]])
    graph = coo_matrix((np.ones(len(start)), (start, end)), shape=(mesh.nodes, mesh.nodes))
    number = connected_components(graph, directed=False)[1]
    return np.sort(np.bincount(number))[::-1] / mesh.nodes


def torn_cells(recording: Recording, frame: int = -1) -> np.ndarray:
    """Which cells of the grid have broken links, bool (M − 1, N − 1)."""
    mesh = recording.mesh(recording.bodies[0])
    m_count, n_count = mesh.grid
    corners = mesh.triangles[recording.cut(mesh.id, frame)]
    torn = np.zeros((m_count - 1, n_count - 1), dtype=bool)
    torn[(corners // n_count).min(axis=1), (corners % n_count).min(axis=1)] = True
    return torn


def raggedness(torn: np.ndarray) -> float:
    """How far, in cells, a crack along the second axis steps aside from one row of torn cells to the next: the mean."""
    rows = [np.flatnonzero(column) for column in torn.T]
    steps = [
        np.abs(row[:, None] - ahead[None, :]).min(axis=1).mean()
        for row, ahead in pairwise(rows)
        if len(row) and len(ahead)
    ]
    return float(np.mean(steps)) if steps else 0.0


def first_tear(recording: Recording) -> float:
    """When something is torn for the first time [s]."""
    frames = (k for k in range(len(recording)) if len(recording.broken(recording.bodies[0], k)))
    return float(recording.times[next(frames, -1)])


# ---------------------------------------------------------------- pulling


def pull(
    scene: pl.Scene, body: str, nodes: Iterable[tuple[int, int]], way: Iterable[tuple[float, float, float]]
) -> None:
    """Hold nodes and take them along a way: by how much [m] each second begins with, one after the other."""
    grid = scene.bodies[0].grid
    points = scene.bodies[0].shape.points(grid, (False, False))  # type: ignore[union-attr]
    for node in nodes:
        name = f"{body}-{node[0]}-{node[1]}"
        scene.at(0.0, pl.Grab(body, node, id=name))
        place = np.array(points[node])
        for second, step in enumerate(way):
            place = place + step
            scene.at(float(second), pl.Move(name, tuple(place.tolist()), seconds=1.0))


# ---------------------------------------------------------------- Fig. 17

SHEARED = 30
STUFF = pl.Sheet(membrane=200.0, bending=2e-4, area_density=0.2, damping=4e-3)


def _hemmed(u: np.ndarray) -> np.ndarray:
    """What fibres bear: three times as much along the two edges that are held."""
    return 0.12 * (1.0 + 2.0 * (np.abs(u[:, 0] - 0.5) > 0.4))


def sheared() -> Scenes:
    found = {}
    for name, scatter in (("random", 0.25), ("uniform", 0.0)):
        scene = pl.Scene(seconds=1.5, dt=1 / 120)
        scene.add(
            pl.Surface(
                pl.shapes.rectangle(1.0, 1.0),
                grid=(SHEARED, SHEARED),
                material=STUFF,
                fracture=pl.Fracture(_hemmed, scatter=scatter, seed=17, at_most=6),
                look=GOLD,
            ),
            id="sheet",
        )
        scene.add(pl.Viscous(0.2), id="air")
        for edge, side in ((0, -1.0), (SHEARED - 1, 1.0)):
            way = [(0.0, 0.8 * side, 0.0)] * 2
            pull(scene, "sheet", [(edge, n) for n in range(SHEARED)], way)
        found[name] = scene
    return found


def check_sheared(recordings: Recordings) -> list[Check]:
    random, uniform = (recording_of(recordings[name]) for name in ("random", "uniform"))
    shares = pieces(random)
    ragged, straight = (raggedness(torn_cells(recording)) for recording in (random, uniform))
    return [
        at_least(
            "nothing breaks before it is pulled: the first fibre does at", first_tear(random), 0.05, "s"
        ),
        at_least("it comes apart: share of the second largest piece", float(shares[1]), 0.08),
        at_least("the tear is ragged: steps aside from row to row", ragged, 0.3, "cells"),
        at_most("with the same tolerance everywhere it is straighter", straight, 0.5 * ragged, "cells"),
    ]


# ---------------------------------------------------------------- Fig. 18


def _weighted(u: np.ndarray) -> np.ndarray:
    """Masses [kg] of the knots: weights hang along the border, as on a fishing net."""
    return 1e-3 * (1.0 + 9.0 * (np.abs(2.0 * u - 1.0).max(axis=1) > 0.95))


NET = pl.Springs(stiffness=60.0, shear=0.3, bend=0.3, mass=_weighted, damping=0.02)  # type: ignore[arg-type]


def net() -> Scenes:
    found = {}
    for name, scatter in (("uniform", 0.0), ("random", 0.3)):
        scene = pl.Scene(
            gravity=pl.EARTH, seconds=0.5, dt=1 / 240, contact=pl.responses.Penalty(margin=0.005)
        )
        scene.add(
            pl.Surface(
                pl.shapes.rectangle(1.1, 1.1, center=(0.0, 0.0, 0.78)),
                grid=(23, 23),
                material=NET,
                fracture=pl.Fracture(0.3, scatter=scatter, seed=18, at_most=4),
                look=LINEN,
            ),
            id="net",
        )
        scene.add(
            pl.obstacles.Sphere(radius=0.25, center=(0.03, 0.02, 0.4), look=SLATE, scale=0.98, friction=0.05),
            id="ball",
        )
        scene.add(pl.Viscous(0.05), id="air")
        found[name] = scene
    return found


def runs(torn: np.ndarray, least: int = 3) -> float:
    """The share of the torn cells that lie in a straight row of so many, along either thread."""
    straight = np.zeros_like(torn)
    for cells, marks in ((torn, straight), (torn.T, straight.T)):
        for row, mark in zip(cells, marks, strict=True):
            edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(int), [0]])))
            for start, end in zip(edges[::2], edges[1::2], strict=True):
                mark[start:end] |= end - start >= least
    return float(straight.sum() / max(torn.sum(), 1))


def check_net(recordings: Recordings) -> list[Check]:
    scene = net()["uniform"]
    uniform, random = (recording_of(recordings[name]) for name in ("uniform", "random"))
    fallen = float(uniform.positions("net")[-1, :, 2].mean())
    return [
        at_least(
            "it tears only when it hangs over the ball: the first thread at", first_tear(uniform), 0.2, "s"
        ),
        at_least("torn cells of 484", float(torn_cells(uniform).sum()), 12.0),
        at_least("tears are straight: share of torn cells in rows of three", runs(torn_cells(uniform)), 0.9),
        at_most("with random limits they are not", runs(torn_cells(random)), 0.8),
        at_most("the ball has come through: mean height of the net", fallen, 0.3, "m"),
        at_most("nothing goes into the ball", deepest(uniform, scene), 5e-3, "m"),
    ]


# ---------------------------------------------------------------- Fig. 19

CLOTH = pl.Springs(stiffness=120.0, shear=6.0, bend=0.5, mass=1e-3, damping=0.03)


def woven() -> Scenes:
    scene = pl.Scene(seconds=2.0, dt=1 / 240)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(1.0, 1.0),
            grid=(20, 20),
            material=CLOTH,
            fracture=pl.Fracture(0.3, scatter=0.25, seed=19),
            look=RED,
        ),
        id="cloth",
    )
    scene.add(pl.Viscous(0.1), id="air")
    for first, side in ((6, -1.0), (10, 1.0)):  # a hand beside each other at one edge
        gently, violently = (0.1 * side, 0.0, 0.05 * side), (0.8 * side, 0.0, 0.4 * side)
        pull(scene, "cloth", [(m, 19) for m in range(first, first + 4)], [gently, violently])
    return {"random": scene}


def check_woven(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["random"])
    gentle = int(np.searchsorted(recording.times, 1.0))
    torn = [int(torn_cells(recording, k).sum()) for k in (gentle, -1)]
    return [
        at_least(
            "nothing breaks before it is pulled: the first thread does at", first_tear(recording), 0.03, "s"
        ),
        between("gently pulled, it begins to tear: torn cells of 361", float(torn[0]), 1.0, 12.0),
        at_least("violently, it is torn on: times as many", torn[1] / max(torn[0], 1), 3.0),
        at_least("until it is in two: share of the second largest piece", float(pieces(recording)[1]), 0.1),
    ]


ENTRIES = (
    Entry(
        name="sheared-sheet",
        title="A sheet is sheared until it tears",
        source="002 Fig. 17",
        text=(
            "A sheet of 30×30 nodes is sheared by opposing forces along two edges. What its fibres bear is drawn at "
            "random around a mean, and the tear is ragged; beside it the same with the mean everywhere, which tears "
            "along the threads. So that it does not tear where it is held, the two edges bear three times as much."
        ),
        scenes=sheared,
        check=check_sheared,
        shown=("random", "uniform"),
        times=(0.0, 0.25, 0.5, 1.0),
        picture={"azimuth": -60.0, "elevation": 60.0},
        every=4,
    ),
    Entry(
        name="torn-net",
        title="A net falls over a ball and tears",
        source="002 Fig. 18",
        text=(
            "A net of 23×23 knots falls over a ball. Every thread breaks at the same elongation, so that tears run "
            "straight along threads, as in coarse cloth, and the ball comes through. Weights along the border, which "
            "the source does not mention, pull the net taut. With random limits the tears wander."
        ),
        scenes=net,
        check=check_net,
        times=(0.25, 0.35, 0.4, 0.45),
        picture={"azimuth": -60.0, "elevation": 35.0, "wireframe": True},
        every=2,
    ),
    Entry(
        name="torn-cloth",
        title="A woven cloth is torn gently, then violently",
        source="002 Fig. 19",
        text=(
            "Two hands take a cloth of 20×20 nodes side by side at one edge and pull it apart: slowly for a second, "
            "in which a few threads give way, then eight times as fast, and it is torn through. What threads bear is "
            "random to some degree."
        ),
        scenes=woven,
        check=check_woven,
        times=(0.0, 1.0, 1.25, 1.5, 1.7, 1.9),
        picture={"azimuth": -60.0, "elevation": 60.0, "wireframe": True},
        every=4,
    ),
)
