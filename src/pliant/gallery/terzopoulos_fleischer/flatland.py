"""002 Fig. 7a, primal: a planar curve bounces in Flatland."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import PLUM, STONE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import deepest, misfit
from pliant.gallery.runner import recording_of

NODES, RADIUS, ROOM = 50, 0.2, 0.5  # ROOM: from the middle to the walls [m]
START, VELOCITY = (-0.25, 0.0, 0.8), (0.9, 0.0, 0.0)
# Rings of this kind swing about five times a second, so that a landing is seen.
SKIN = pl.Cord(stretching=2000.0, bending=0.1, line_density=0.5, damping=2e-3, radius=0.015)


def scenes() -> Scenes:
    scene = pl.Scene(
        gravity=pl.EARTH, seconds=2.4, dt=1 / 240, contact=pl.responses.Penalty(margin=SKIN.radius or 0.0)
    )
    ring = pl.shapes.circle(RADIUS, u=(1.0, 0.0, 0.0), v=(0.0, 0.0, 1.0))
    scene.add(
        pl.Curve(
            ring,
            grid=NODES,
            periodic=True,
            material=SKIN,
            plane=(0.0, 1.0, 0.0),
            position=START,
            velocity=VELOCITY,
            spin=(0.0, 4.0, 0.0),
            look=PLUM,
        ),
        id="curve",
    )
    scene.add(pl.Viscous(0.05), id="air")
    scene.add(pl.obstacles.Plane(look=STONE), id="floor")
    for name, side in (("left", -1.0), ("right", 1.0)):
        wall = pl.obstacles.Plane(point=(side * ROOM, 0.0, 0.0), normal=(-side, 0.0, 0.0), visible=False)
        scene.add(wall, id=name)
    return {"exact": scene}


def check(recordings: Recordings) -> list[Check]:
    scene, recording = scenes()["exact"], recording_of(recordings["exact"])
    x = recording.positions("curve")
    centre = x.mean(axis=1)
    falling = np.diff(centre[:, 2]) < 0.0
    across = np.diff(centre[:, 0]) / np.diff(recording.times)
    bounces = int(np.sum(falling[:-1] & ~falling[1:]))
    height = np.ptp(x[:, :, 2], axis=1) / (2.0 * RADIUS)
    rest = scene.bodies[0].shape.points((NODES,), (True,))  # type: ignore[union-attr]
    return [
        at_most("it never leaves its plane", float(np.abs(x[:, :, 1]).max()), 1e-9, "m"),
        at_most("nothing goes into the walls or the floor", deepest(recording, scene), 2e-3, "m"),
        at_least("it bounces", float(bounces), 2.0),
        between("it is flattened when it lands: least height over diameter", float(height.min()), 0.3, 0.9),
        at_least("it comes back from the wall: fastest to the left", float(-across.min()), 0.3, "m/s"),
        at_most(
            "it stays elastic: farthest node from its rest shape at the end",
            misfit(x[-1], rest),
            0.35 * RADIUS,
            "m",
        ),
    ]


ENTRIES = (
    Entry(
        name="flatland-bounce",
        title="An elastic curve bounces in Flatland",
        source="002 Fig. 7a",
        text=(
            "A planar curve of 50 nodes under gravity and air drag, with frictionless floor and walls. The paper's is "
            "hybrid; this one is primal: stretching and bending of a closed curve whose curvature has a sign in its "
            "plane. It flattens, springs back and swings while it flies. Like the paper's it does not keep its area."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.3, 0.4, 0.6, 0.9),
        picture={"azimuth": -90.0, "elevation": 3.0},
        every=2,
    ),
)
