"""002 Fig. 14: a heavy ball on a deformable solid, primal and hybrid."""

from __future__ import annotations

from functools import partial

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import FLOOR, GOLD, SLATE, TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, grid, still, volume
from pliant.gallery.runner import recording_of
from pliant.model import Look

SIDE, HEIGHT, GRID = 0.3, 0.2, (7, 7, 7)
BALL, STEEL = 0.09, 7850.0  # radius [m], density
SECONDS, LAST = 1.0, 12  # how long it takes, and the frames of rest
RUBBER = pl.Bulk(young=5e4, poisson=0.4, density=900.0, damping=0.04)
# No Poisson's ratio: what is pressed down does not widen.
SPRINGY = pl.Hybrid(slope=2e4, density=900.0, damping=0.04)


def scenes(name: str, material: pl.Bulk | pl.Hybrid, look: Look, density: float) -> Scenes:
    collision = pl.Collision(itself=False)
    scene = pl.Scene(
        gravity=pl.EARTH, seconds=SECONDS, collision=collision, integrator=pl.BackwardEuler(), dt=1 / 60
    )
    block = pl.shapes.box(SIDE, SIDE, HEIGHT, center=(0.0, 0.0, 0.5 * HEIGHT))
    body = scene.add(pl.Solid(block, grid=GRID, material=material, look=look), id="block")
    scene.pin(body, edges=("n0",))
    above = (0.0, 0.0, HEIGHT + BALL + 0.005)
    ball = pl.Rigid(pl.shapes.ball(BALL), divisions=(9, 9, 9), density=density, position=above, look=SLATE)
    scene.add(ball, id="ball")
    scene.add(pl.obstacles.Plane(look=FLOOR), id="ground")
    return {name: scene}


primal_scenes = partial(scenes, "exact", RUBBER, GOLD, STEEL)
hybrid_scenes = partial(scenes, "hybrid", SPRINGY, TEAL, 0.6 * STEEL)


def check_borne(name: str, scene: pl.Scene, recordings: Recordings) -> list[Check]:
    """What both have in common."""
    recording = recording_of(recordings[name])
    x, middle = grid(recording, "block"), GRID[0] // 2
    centres = recording.positions("ball")[:, -4:].mean(axis=1)  # of the points that bear its mass
    speed = np.diff(centres[:, 2]) / np.diff(recording.times)
    lacking = (speed[-1] - speed[-LAST]) / (recording.times[-1] - recording.times[-LAST]) / 9.81
    return [
        at_least(
            "the solid keeps off the ground",
            float(clearance(recording, scene, "ground", "block").min()),
            -1e-4,
            "m",
        ),
        between(
            "it bears the ball in a dent, as deep as its weight asks for",
            HEIGHT - float(x[-1, middle, middle, -1, 2]),
            0.035,
            0.075,
            "m",
        ),
        at_most("what bears the ball differs from its weight by a part of", abs(float(lacking)), 0.03),
        at_most("it comes to rest", still(recording, body="ball"), 0.02, "m/s"),
    ]


def _bulge(x: np.ndarray) -> float:
    return float(np.abs(x[:, :, 1:-1]).max(axis=(0, 1, 2))[:2].max() - 0.5 * SIDE)


def check_primal(recordings: Recordings) -> list[Check]:
    x = grid(recording_of(recordings["exact"]), "block")[-1]
    return [
        *check_borne("exact", primal_scenes()["exact"], recordings),
        at_least("its sides bulge out by", _bulge(x), 1e-3, "m"),
        between("volume over that at rest", volume(x) / (SIDE * SIDE * HEIGHT), 0.85, 1.0),
    ]


def check_hybrid(recordings: Recordings) -> list[Check]:
    x = grid(recording_of(recordings["hybrid"]), "block")[-1]
    return [
        *check_borne("hybrid", hybrid_scenes()["hybrid"], recordings),
        at_most("its sides stay upright: bulge", _bulge(x), 4e-3, "m"),
        between(
            "what is dented is lost: volume over that at rest", volume(x) / (SIDE * SIDE * HEIGHT), 0.8, 0.97
        ),
        at_most("the dent sinks with depth: that halfway down over that at the top", _halfway(x), 0.5),
    ]


def _halfway(x: np.ndarray) -> float:
    """How much of the dent is left at half of the height, in the middle."""
    m, top = GRID[0] // 2, GRID[2] - 1
    z = x[m, m, :, 2]
    return float((0.5 * HEIGHT - z[top // 2]) / (HEIGHT - z[top]))


ENTRIES = (
    Entry(
        name="heavy-ball",
        title="A heavy ball on a deformable solid",
        source="002 Fig. 14",
        text=(
            "A solid of 7×7×7 nodes bears a ball of steel of 24 kg, a rigid body: it sinks in until what is dented "
            "bears its weight. The sides of the solid bulge, and its volume term keeps it from being pushed through "
            "itself."
        ),
        scenes=primal_scenes,
        check=check_primal,
        times=(0.0, 0.15, 1.0),
        picture={"azimuth": -60.0, "elevation": 18.0},
    ),
    Entry(
        name="heavy-ball-hybrid",
        title="A heavy ball on a hybrid solid",
        source="002 Fig. 14",
        text=(
            "A ball of 60 % of that weight on a solid of 7×7×7 nodes in the hybrid formulation, which is the paper's: "
            "a reference shape and a spline energy of what differs from it. It bears the ball as well, in a dent that "
            "fades downwards. The energy knows neither Poisson's ratio nor volume: hardly anything bulges, what is "
            "dented is lost."
        ),
        scenes=hybrid_scenes,
        check=check_hybrid,
        times=(0.0, 0.15, 1.0),
        picture={"azimuth": -60.0, "elevation": 18.0},
        slow=True,
    ),
)
