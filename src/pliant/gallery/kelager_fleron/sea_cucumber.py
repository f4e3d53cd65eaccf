"""000 Figs 4.14 and 6.9: a sea cucumber, a soft pipe, sinks to the bottom of the sea; another is teased there."""

from __future__ import annotations

from typing import Any

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import GOLD, GREEN, RED, Look
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, deepest, grid, still
from pliant.gallery.runner import recording_of
from pliant.gallery.shapes import pipe

LENGTH, GRID = 0.9, (28, 36)
# Cubic with its ends nearly together, as in Fig. 4.11; narrower towards mouth and tail.
SECTION = [(0.02, -0.15), (0.3, 0.18), (-0.3, 0.18), (-0.02, -0.15)]
SHAPE = pipe(SECTION, LENGTH, widths=(0.35, 1.25, 1.25, 0.35))
SKIN = pl.Sheet(membrane=60.0, bending=1.2e-3, area_density=0.25, damping=0.03)


def _above_the_bottom(seconds: float, **animal: Any) -> pl.Scene:
    scene = pl.Scene(gravity=2.0, seconds=seconds)  # most of its weight is carried by the water
    body = pl.Surface(SHAPE, grid=GRID, periodic=(True, False), material=SKIN, look=GOLD, **animal)
    scene.add(body, id="cucumber")
    scene.add(pl.Viscous(1.0), id="water")
    scene.add(pl.obstacles.Plane(look=Look("#9fb3b5"), friction=0.3), id="bottom")
    return scene


def scenes() -> Scenes:
    return {"exact": _above_the_bottom(3.0, position=(0.0, 0.0, 0.42), rotation=(0.5, 0.35, 0.0))}


def check(recordings: Recordings) -> list[Check]:
    scene, recording = scenes()["exact"], recording_of(recordings["exact"])
    middle = GRID[1] // 2
    height = np.ptp(grid(recording)[-1, :, middle, 2]) / np.ptp(
        SHAPE.points(GRID, (True, False))[:, middle, 2]
    )
    touching = (clearance(recording, scene, "bottom")[-1] < 4e-3).mean()
    return [
        at_most("nothing sinks into the bottom", deepest(recording, scene), 1e-3, "m"),
        at_least("it lies on the bottom: share of nodes that touch", float(touching), 0.03),
        between("it is soft but stays hollow: height over what it was", float(height), 0.4, 0.95),
        at_most("it comes to rest", still(recording), 0.1, "m/s"),
    ]


# ---------------------------------------------------------------- Fig. 6.9

CURL = 170.0  # [°] by which each half is rolled up at the start
PULLED, SECONDS = 2.0, 4.5  # [s]


def play_scenes() -> Scenes:
    half = (0.02, 0.5 * LENGTH)
    curled = SHAPE | pl.shapes.bend_degrees(CURL, axis="x", towards="z", range=half, fixed=half[0])
    half = (-half[1], -half[0])
    curled = curled | pl.shapes.bend_degrees(-CURL, axis="x", towards="z", range=half, fixed=half[1])
    scene = _above_the_bottom(SECONDS, initial_shape=curled, position=(0.0, 0.0, 0.35))
    tail = GRID[0] // 2, GRID[1] - 1
    hand = scene.at(PULLED, pl.Grab("cucumber", tail, stiffness=60.0, id="hand"))
    scene.at(PULLED, pl.Move(hand, to=(0.85, 0.0, 0.45), seconds=1.5))
    return {"exact": scene}


def check_play(recordings: Recordings) -> list[Check]:
    scene, recording = play_scenes()["exact"], recording_of(recordings["exact"])
    x = grid(recording)
    down = int(np.searchsorted(recording.times, PULLED)) - 1
    length = np.linalg.norm(x[:, :, 0].mean(axis=1) - x[:, :, -1].mean(axis=1), axis=1)
    return [
        at_most("nothing sinks into the bottom", deepest(recording, scene), 3e-3, "m"),
        at_most("it starts rolled up: from mouth to tail over its length", float(length[0]) / LENGTH, 0.7),
        at_least(
            "it slides loose: from mouth to tail before it is teased", float(length[down]) / LENGTH, 0.85
        ),
        at_least("its rear end follows the hand up to", float(x[-1, :, -1, 2].max()), 0.3, "m"),
        at_most("while its mouth stays near the bottom", float(x[-1, :, 0, 2].min()), 0.2, "m"),
        at_most(
            "and it is stretched only so far: longest over its length", float(length.max()) / LENGTH, 1.5
        ),
    ]


# ---------------------------------------------------------------- several of them

HEAP_GRID = (20, 26)
HEAP = {  # where each begins, and how it is turned
    "yellow": ((0.0, 0.0, 0.3), (0.0, 0.0, 0.0), GOLD),
    "red": ((0.05, 0.02, 0.75), (0.3, 0.1, 1.5), RED),
    "green": ((-0.03, -0.02, 1.2), (-0.2, 0.2, 0.6), GREEN),
}


def heap_scenes() -> Scenes:
    scene = pl.Scene(gravity=2.0, seconds=3.5, collision=pl.Collision(friction=0.3))
    for name, (place, turn, look) in HEAP.items():
        body = pl.Surface(
            SHAPE,
            grid=HEAP_GRID,
            periodic=(True, False),
            material=SKIN,
            look=look,
            position=place,
            rotation=turn,
        )
        scene.add(body, id=name)
    scene.add(pl.Viscous(1.0), id="water")
    scene.add(pl.obstacles.Plane(look=Look("#9fb3b5"), friction=0.3), id="bottom")
    return {"heap": scene}


def check_heap(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["heap"])
    height = {name: recording.positions(name)[..., 2] for name in HEAP}
    hollow = min(
        float(np.ptp(grid(recording, name)[-1, :, HEAP_GRID[1] // 2], axis=0).max()) for name in HEAP
    )
    below = grid(recording, "yellow")[:, :, HEAP_GRID[1] // 2, 2]
    drop = recording.positions("green")[:, :, 2].mean(axis=1)
    return [
        at_least(
            "nothing sinks into the bottom (lowest node)",
            min(float(z.min()) for z in height.values()),
            -1e-3,
            "m",
        ),
        at_least(
            "the second lies on the first: its middle is higher by",
            float(height["red"][-1].mean() - height["yellow"][-1].mean()),
            0.01,
            "m",
        ),
        at_most(
            "which is dented by it: height of its middle over what it was",
            float(np.ptp(below[-1]) / np.ptp(below[0])),
            0.85,
        ),
        at_least("the third sank through the water by", float(drop[0] - drop[-1]), 0.5, "m"),
        at_least("they are soft but stay hollow: least width of a middle", hollow, 0.15, "m"),
        at_most("they come to rest", max(still(recording, body=name) for name in HEAP), 0.15, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="teased-sea-cucumber",
        title="A sea cucumber is teased",
        source="000 Fig. 6.9",
        text=(
            "The animal starts rolled up from both ends, slides loose and sinks to the bottom; then somebody pulls it "
            "by its rear end. The document's starts tangled into two balls; here it starts in two curls, and has "
            "no contact with itself."
        ),
        scenes=play_scenes,
        check=check_play,
        times=(0.0, 0.4, 2.0, 4.5),
        picture={"azimuth": -70.0, "elevation": 15.0},
        every=3,
        slow=True,
    ),
    Entry(
        name="sea-cucumber",
        title="A sea cucumber on the bottom of the sea",
        source="000 Fig. 4.14",
        text=(
            "The pipe as a soft skin in water that carries most of its weight. It sinks, one end first, "
            "lays itself down and keeps its hollow shape, held by membrane and bending stiffness together "
            "(the document's animal has the same shape and the published weights). The ground has friction, "
            "which the document has not."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.5, 0.9, 3.0),
        picture={"azimuth": -50.0, "elevation": 18.0},
        every=2,
        slow=True,
    ),
    Entry(
        name="sea-cucumbers",
        title="Sea cucumbers that collide",
        source="000 Fig. 4.14",
        text=(
            "Three of the animals sink onto each other. They are dented where they touch, slide, and come to lie over "
            "and beside each other; neither passes into another, nor does the skin of any pass through itself. In the "
            "document there is but one at a time."
        ),
        scenes=heap_scenes,
        check=check_heap,
        times=(0.0, 0.7, 1.2, 3.5),
        picture={"azimuth": -50.0, "elevation": 18.0},
        every=2,
        slow=True,
    ),
)
