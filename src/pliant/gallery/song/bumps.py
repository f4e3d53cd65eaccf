"""003: bodies of two layers, which the source has one at a time, bump into each other."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import BLUE, FLOOR, GOLD, GREEN, RED
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid
from pliant.gallery.runner import recording_of
from pliant.gallery.song.dropped import DT
from pliant.model.nets import Octasphere

SPEED = 1.5  # [m/s]
PLACES = {
    "red": (0.0, 1.25, 1.0),
    "blue": (-1.1, -0.65, 1.0),
    "green": (1.1, -0.65, 1.0),
    "gold": (0.05, 0.03, 3.2),
}
LOOKS = {"red": RED, "blue": BLUE, "green": GREEN, "gold": GOLD}


def scenes() -> Scenes:
    thrown = pl.Scene(dt=DT, integrator=pl.Midpoint(), seconds=2.0, collision=pl.Collision(friction=0.3))
    for name, side in (("red", -1.0), ("blue", 1.0)):
        ball = pl.Layered(
            Octasphere(1.0, 1),
            position=(1.5 * side, 0.0, 0.3 * side),
            velocity=(-SPEED * side, 0.0, 0.0),
            look=LOOKS[name],
        )
        thrown.add(ball, id=name)
    piled = pl.Scene(
        gravity=pl.EARTH, dt=DT, integrator=pl.Midpoint(), seconds=2.5, collision=pl.Collision(friction=0.3)
    )
    for name, place in PLACES.items():
        piled.add(pl.Layered(Octasphere(1.0, 1), position=place, look=LOOKS[name]), id=name)
    piled.add(pl.obstacles.Plane(look=FLOOR), id="floor")
    return {"piled": piled, "thrown": thrown}


def check(recordings: Recordings) -> list[Check]:
    piled, thrown = (recording_of(recordings[name]) for name in ("piled", "thrown"))
    red, blue = (
        grid(thrown, name).mean(axis=(1, 2)) for name in ("red", "blue")
    )  # all particles have one mass
    middle = 0.5 * (red + blue)
    after = (blue[-1] - blue[-21]) / (thrown.times[-1] - thrown.times[-21])
    low = [grid(piled, name).mean(axis=(1, 2)) for name in ("red", "blue", "green")]
    pushed = [np.linalg.norm(x[-1, :2]) - np.linalg.norm(x[0, :2]) for x in low]
    gold = grid(piled, "gold").mean(axis=(1, 2))
    return [
        at_most(
            "thrown, they keep their momentum: how far their common middle goes",
            float(np.abs(middle).max()),
            1e-6,
            "m",
        ),
        at_least("they bounce off each other: speed after over before", float(after[0]) / SPEED, 0.2),
        at_most("and lose energy: the same", float(np.linalg.norm(after)) / SPEED, 1.0),
        at_least(
            "they turn each other: blue goes up or down by, over its way",
            abs(float(after[2] / after[0])),
            0.05,
        ),
        at_least("piled, three are pushed apart by the fourth, by", float(min(pushed)), 0.05, "m"),
        between(
            "which ends between them or on them: height of its middle", float(gold[-1, 2]), 0.4, 2.6, "m"
        ),
    ]


ENTRIES = (
    Entry(
        name="bumping-bodies",
        title="Bodies of two layers bump into each other",
        source="003 Fig. 5.2",
        text=(
            "The three-dimensional body of the source, with its constants and its midpoint scheme, and more than one "
            "of it. Two that are thrown at each other bounce off, turn each other and keep their momentum. One that "
            "is dropped on three pushes them apart. The source has one body at a time; its explicit steps are "
            "corrected here where bodies would meet, and halved where that does not do."
        ),
        scenes=scenes,
        check=check,
        shown=("piled", "thrown"),
        times={"piled": (0.0, 0.6, 1.0, 1.5), "thrown": (0.0, 0.5, 0.9, 2.0)},
        picture={"azimuth": -75.0, "elevation": 14.0},
        one_camera=False,
        every=5,
        slow=True,
    ),
)
