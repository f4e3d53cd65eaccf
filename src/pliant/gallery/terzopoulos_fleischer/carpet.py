"""002 Fig. 13: a carpet falls over two bodies and slides off."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import FLOOR, SLATE, STONE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, deepest, stretch
from pliant.gallery.runner import recording_of

LOOK = pl.Look(texture=str(Path(__file__).parents[2] / "data" / "carpet.png"))
CARPET = pl.Sheet(membrane=6000.0, bending=6e-3, area_density=1.2, damping=5e-3)


def scenes() -> Scenes:
    # Half the thickness of the carpet is kept between its middle surface and the bodies.
    contact = pl.responses.Penalty(4000.0, margin=0.005)
    scene = pl.Scene(gravity=pl.EARTH, seconds=3.0, contact=contact, collision=True)
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(1.8, 1.1, center=(0.0, -0.12, 0.85)),
            grid=(46, 28),
            material=CARPET,
            look=LOOK,
        ),
        id="carpet",
    )
    scene.add(
        pl.obstacles.Sphere(radius=0.34, center=(-0.38, 0.05, 0.44), look=SLATE, scale=0.98, friction=0.1),
        id="ball",
    )
    scene.add(
        pl.obstacles.Cylinder(
            radius=0.24,
            height=1.1,
            center=(0.4, 0.1, 0.52),
            rotation=(np.pi / 2, 0.0, 0.0),
            look=STONE,
            scale=0.98,
            friction=0.1,
        ),
        id="roll",
    )
    scene.add(pl.obstacles.Plane(look=FLOOR, friction=0.3), id="floor")
    scene.add(pl.Viscous(0.1), id="air")
    return {"exact": scene}


def check(recordings: Recordings) -> list[Check]:
    scene, recording = scenes()["exact"], recording_of(recordings["exact"])
    touches = {name: (clearance(recording, scene, name) < 7e-3).mean(axis=1) for name in ("ball", "roll")}
    return [
        at_most("nothing is inside an obstacle", deepest(recording, scene), 1e-3, "m"),
        at_least(
            "it falls on the ball (largest share of nodes that touch)", float(touches["ball"].max()), 0.02
        ),
        at_least("and on the roll", float(touches["roll"].max()), 0.02),
        at_most(
            "it slides off: share that still touches the ball at the end", float(touches["ball"][-1]), 0.02
        ),
        at_most("and the roll", float(touches["roll"][-1]), 0.02),
        at_most(
            "the metric is prescribed: stretch of all but 1 % of the nodes",
            float(np.percentile(stretch(recording), 99)),
            0.05,
        ),
    ]


ENTRIES = (
    Entry(
        name="carpet",
        title="A carpet falls over two bodies",
        source="002 Fig. 13",
        text=(
            "A carpet, a membrane with a little bending stiffness, falls onto two bodies and slides off "
            "because gravity and the repulsion of the bodies do not balance. It ends as a heap of "
            "folds, none of which passes through another. The bodies have a little friction, which the source "
            "has not."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.4, 0.9, 3.0),
        picture={"azimuth": -60.0, "elevation": 20.0},
        slow=True,
    ),
)
