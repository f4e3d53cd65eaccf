"""001 Figs 5.17 to 5.20: sheets of springs that fall on an ellipsoid, on toroids, and through one."""

from __future__ import annotations

from functools import partial

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.contact import distance_at
from pliant.gallery.colours import GOLD, GREEN, PLUM, SLATE, TEAL
from pliant.gallery.entry import Entry, Recordings
from pliant.gallery.gudukbay.sheet_of_springs import longest, sheet_scene, springs
from pliant.gallery.measure import clearance, deepest, grid, still
from pliant.gallery.runner import recording_of


def check_outside(scene: pl.Scene, recordings: Recordings) -> list[Check]:
    """No node, and between nodes hardly anything, is ever inside the obstacle."""
    recording = recording_of(recordings["springs"])
    x = grid(recording)
    obstacle = scene.obstacles[0]
    middles = [0.5 * (x[:, 1:] + x[:, :-1]), 0.5 * (x[:, :, 1:] + x[:, :, :-1])]
    depth = max(-float(distance_at(obstacle, places.reshape(-1, 3))[0].min()) for places in middles)
    return [
        at_most("no node is ever inside", deepest(recording, scene), 1e-6, "m"),
        at_most("depth of the middle of a link", max(depth, 0.0), 3e-3, "m"),
    ]


# ---------------------------------------------------------------- Fig. 5.17

ELLIPSOID = pl.obstacles.Ellipsoid((0.42, 0.26, 0.2), look=SLATE, scale=0.98, friction=0.3)
ellipsoid_scenes = partial(
    sheet_scene, springs(60.0, shear=0.03, bend=0.003), GREEN, 2.0, height=0.3, obstacle=ELLIPSOID
)


def check_ellipsoid(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["springs"])
    x = recording.positions("sheet")[-1]
    above = ((x[:, 0] / 0.42) ** 2 + (x[:, 1] / 0.26) ** 2 < 0.9**2) & (x[:, 2] > 0.0)
    distance = distance_at(ELLIPSOID, x[above])[0]
    return [
        *check_outside(ellipsoid_scenes()["springs"], recordings),
        at_most(
            "it takes the shape of the ellipsoid but for folds: distance of what lies over it",
            float(np.percentile(distance, 95)),
            2e-2,
            "m",
        ),
        at_least("and lies over all of it: share of nodes", float(above.mean()), 0.1),
        at_most("it is cloth: longest link over its rest length", longest(grid(recording)), 1.1),
    ]


# ---------------------------------------------------------------- Figs 5.18 and 5.19

TOROID = pl.obstacles.Torus(radius=0.34, tube=0.11, look=SLATE, scale=0.98, friction=0.3)
SMALL_HOLE = pl.obstacles.Torus(radius=0.26, tube=0.19, look=SLATE, scale=0.98, friction=0.3)  # of 0.14 m
toroid_scenes = partial(sheet_scene, springs(1.0), GOLD, 2.0, height=0.2, obstacle=TOROID)
hole_scenes = partial(sheet_scene, springs(10.0, bend=0.02), PLUM, 2.0, height=0.3, obstacle=SMALL_HOLE)


def _around(recordings: Recordings, scene: pl.Scene) -> Check:
    recording = recording_of(recordings["springs"])
    x = recording.positions("sheet")[-1]
    near = clearance(recording, scene, "obstacle")[-1] < 6e-3
    sectors = np.unique(np.floor(np.arctan2(x[near, 1], x[near, 0]) / (2 * np.pi / 24)))
    return at_least("it lies on it all around: sectors of 24 that touch", len(sectors), 24)


def _dip(recordings: Recordings, torus: pl.obstacles.Torus) -> float:
    """How far [m] the sheet hangs into the hole below the top of the torus."""
    x = recording_of(recordings["springs"]).positions("sheet")[-1]
    over = np.hypot(x[:, 0], x[:, 1]) < torus.radius - torus.tube
    return torus.tube - float(x[over, 2].min())


def check_toroid(recordings: Recordings) -> list[Check]:
    scene = toroid_scenes()["springs"]
    x = grid(recording_of(recordings["springs"]))
    return [
        *check_outside(scene, recordings),
        _around(recordings, scene),
        at_least("it is stretchy: longest link over its rest length", longest(x), 1.2),
        between("it dips into the hole, below the top", _dip(recordings, TOROID), 0.05, 0.3, "m"),
    ]


def check_hole(recordings: Recordings) -> list[Check]:
    scene = hole_scenes()["springs"]
    x = grid(recording_of(recordings["springs"]))
    return [
        *check_outside(scene, recordings),
        _around(recordings, scene),
        at_most("it hardly dips into the hole: below the top", _dip(recordings, SMALL_HOLE), 0.05, "m"),
        at_most("elastic, not stretchy: longest link over its rest length", longest(x), 1.1),
        at_most("it comes to rest", still(recording_of(recordings["springs"])), 0.1, "m/s"),
    ]


# ---------------------------------------------------------------- Fig. 5.20

SIDE = 0.5  # [m]: wider than the hole, of 0.4 m
RING = pl.obstacles.Torus(radius=0.32, tube=0.12, look=SLATE, scale=0.98)
ring_scenes = partial(
    sheet_scene,
    springs(20.0, side=SIDE, count=17, bend=0.05),
    TEAL,
    0.7,
    side=SIDE,
    count=17,
    height=0.25,
    obstacle=RING,
)


def check_ring(recordings: Recordings) -> list[Check]:
    scene, recording = ring_scenes()["springs"], recording_of(recordings["springs"])
    x = grid(recording)
    hole = RING.radius - RING.tube
    within = np.linalg.norm(x[..., :2], axis=-1)[np.abs(x[..., 2]) < 0.1 * RING.tube]
    return [
        *check_outside(scene, recordings),
        at_least("it is wider than the hole: half its side over the radius", 0.5 * SIDE / hole, 1.2),
        at_most("and touches on its way", float(clearance(recording, scene, "obstacle").min()), 5e-3, "m"),
        at_most(
            "it goes through the hole: distance from the axis where it is narrowest",
            float(within.max()),
            hole,
            "m",
        ),
        at_most(
            "and is through in the end: height of its highest node",
            float(x[-1, ..., 2].max()),
            -RING.tube,
            "m",
        ),
        at_most("elastic: links differ from their rest length", abs(longest(x[[0, -1]]) - 1.0), 0.03),
    ]


ENTRIES = (
    Entry(
        name="springs-on-ellipsoid",
        title="A piece of cloth of springs collides with an impenetrable ellipsoid",
        source="001 Fig. 5.17",
        text=(
            "Cloth: stiff along its threads (60 N/m), soft across them and in bending. It falls on an ellipsoid, lies "
            "on it and folds where it has too much. Impenetrable holds for the nodes, at every step of 1/60 s; only "
            "nodes feel the obstacle, so that the middle of a link may come to lie a fraction of a millimetre inside."
        ),
        scenes=ellipsoid_scenes,
        check=check_ellipsoid,
        times=(0.0, 0.25, 0.4, 2.0),
        picture={"azimuth": -65.0, "elevation": 20.0},
    ),
    Entry(
        name="springs-on-toroid",
        title="A stretchy sheet of springs drops over a toroid",
        source="001 Fig. 5.18",
        text="Springs of 1 N/m. The sheet lies on the toroid all around, hangs into the hole and down at the sides.",
        scenes=toroid_scenes,
        check=check_toroid,
        times=(0.0, 0.25, 0.4, 2.0),
        picture={"azimuth": -65.0, "elevation": 30.0},
    ),
    Entry(
        name="springs-over-small-hole",
        title="An elastic surface of springs drops over a toroid with a small hole",
        source="001 Fig. 5.19",
        text=(
            "A toroid whose hole is 14 cm wide, and springs of 10 N/m. The sheet spans the hole and hardly dips into "
            "it: by a third of what the stretchy one does into the large hole of Fig. 5.18."
        ),
        scenes=hole_scenes,
        check=check_hole,
        times=(0.0, 0.25, 0.4, 2.0),
        picture={"azimuth": -65.0, "elevation": 30.0},
    ),
    Entry(
        name="springs-through-toroid",
        title="A small elastic surface of springs passes through a toroid",
        source="001 Fig. 5.20",
        text=(
            "A sheet of 50 cm falls through a hole of 40 cm: without friction it bends upwards at its corners, slips "
            "through and falls on; its springs are as long as before."
        ),
        scenes=ring_scenes,
        check=check_ring,
        times=(0.0, 0.22, 0.32, 0.7),
        picture={"azimuth": -65.0, "elevation": 35.0},
    ),
)
