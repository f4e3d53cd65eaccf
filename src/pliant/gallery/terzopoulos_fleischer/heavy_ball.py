"""002 Fig. 14, primal and with a ball that is put down: a heavy ball on a deformable solid."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import FLOOR, GOLD, SLATE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, grid, still, volume
from pliant.gallery.runner import recording_of

SIDE, HEIGHT, GRID = 0.3, 0.2, (7, 7, 7)
BALL, DEPTH, LOWERED = 0.09, 0.07, 1.0  # radius, how deep it goes [m], until when [s]
RUBBER = pl.Bulk(young=5e4, poisson=0.4, density=900.0, damping=5e-3)


def scenes() -> Scenes:
    scene = pl.Scene(gravity=pl.EARTH, seconds=1.6)
    block = pl.shapes.box(SIDE, SIDE, HEIGHT, center=(0.0, 0.0, 0.5 * HEIGHT))
    body = scene.add(pl.Solid(block, grid=GRID, material=RUBBER, look=GOLD), id="block")
    scene.pin(body, edges=("n0",))
    above = HEIGHT + BALL + 0.01
    scene.add(pl.obstacles.Sphere(center=(0.0, 0.0, above), radius=BALL, look=SLATE), id="ball")
    for k in range(1, 61):
        part = 0.5 - 0.5 * np.cos(np.pi * k / 60)  # gently
        place = (0.0, 0.0, float(above - part * (DEPTH + 0.01)))
        scene.at(LOWERED * k / 60, pl.Set("obstacles.ball.center", place))
    scene.add(pl.obstacles.Plane(look=FLOOR), id="ground")
    return {"exact": scene}


def check(recordings: Recordings) -> list[Check]:
    scene, recording = scenes()["exact"], recording_of(recordings["exact"])
    x = grid(recording)
    middle = GRID[0] // 2
    centre = np.array([0.0, 0.0, HEIGHT + BALL - DEPTH])
    gap = np.linalg.norm(x[-1].reshape(-1, 3) - centre, axis=1).min() - BALL
    bulge = np.abs(x[-1][:, :, 1:-1]).max(axis=(0, 1, 2))[:2].max() - 0.5 * SIDE
    return [
        at_least("the solid stays outside of the ball: least gap at the end", float(gap), -1e-3, "m"),
        at_least("and of the ground", float(clearance(recording, scene, "ground").min()), -1e-4, "m"),
        between(
            "it bears the ball in a dent of", HEIGHT - float(x[-1, middle, middle, -1, 2]), 0.06, 0.075, "m"
        ),
        at_least("its sides bulge out by", float(bulge), 1e-3, "m"),
        between("volume over that at rest", volume(x[-1]) / (SIDE * SIDE * HEIGHT), 0.85, 1.0),
        at_most("it comes to rest", still(recording), 5e-3, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="heavy-ball",
        title="A heavy ball on a deformable solid",
        source="002 Fig. 14",
        text=(
            "A solid of 7×7×7 nodes bears a ball. Here the ball is lowered by a hand and then stays where it is; "
            "one that moves by itself needs two-way contact. The solid is dented, its sides bulge, and its volume term "
            "keeps it from being pushed through itself."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.6, 1.6),
        picture={"azimuth": -60.0, "elevation": 18.0},
    ),
)
