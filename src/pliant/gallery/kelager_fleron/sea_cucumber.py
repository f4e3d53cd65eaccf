"""000 Fig. 4.14: a sea cucumber, a soft pipe, sinks to the bottom of the sea."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import GOLD, Look
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, deepest, grid, still
from pliant.gallery.runner import recording_of
from pliant.gallery.shapes import pipe

LENGTH, RADIUS = 0.8, 0.15
# Cubic with its ends nearly together, as in Fig. 4.11, 0.3 m wide.
SECTION = [(0.02, -0.15), (0.3, 0.18), (-0.3, 0.18), (-0.02, -0.15)]
SKIN = pl.Sheet(membrane=60.0, bending=4e-3, area_density=0.25, damping=0.02)


def scenes() -> Scenes:
    scene = pl.Scene(gravity=2.0, seconds=3.0)  # most of its weight is carried by the water
    scene.add(
        pl.Surface(
            pipe(SECTION, LENGTH),
            grid=(28, 36),
            periodic=(True, False),
            material=SKIN,
            position=(0.0, 0.0, 0.42),
            rotation=(0.5, 0.35, 0.0),
            look=GOLD,
        ),
        id="cucumber",
    )
    scene.add(pl.Viscous(1.0), id="water")
    scene.add(pl.obstacles.Plane(look=Look("#9fb3b5"), friction=0.3), id="bottom")
    return {"exact": scene}


def check(recordings: Recordings) -> list[Check]:
    scene, recording = scenes()["exact"], recording_of(recordings["exact"])
    x = grid(recording)
    height = float(np.ptp(x[-1, :, x.shape[2] // 2, 2]))
    return [
        at_most("nothing sinks into the bottom", deepest(recording, scene), 1e-3, "m"),
        at_least(
            "it lies on the bottom: share of nodes that touch",
            float((clearance(recording, scene, "bottom")[-1] < 4e-3).mean()),
            0.03,
        ),
        at_least(
            "it stays hollow: height over what it was",
            height / float(np.ptp([z for _, z in SECTION]) * 0.75),
            0.5,
        ),
        at_most("it comes to rest", still(recording), 0.1, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="sea-cucumber",
        title="A sea cucumber on the bottom of the sea",
        source="000 Fig. 4.14",
        text=(
            "The pipe as a soft skin in water that carries most of its weight. It sinks, one end first, "
            "lays itself down and keeps its hollow shape, held by membrane and bending stiffness together "
            "(the document's animal has the same shape and the published weights)."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.5, 0.9, 3.0),
        picture={"azimuth": -50.0, "elevation": 18.0},
        every=2,
    ),
)
