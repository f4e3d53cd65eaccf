"""002 Fig. 16: a plasticine bust is pinched in the cheek, pulled and let go."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import SLATE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, still
from pliant.gallery.runner import recording_of
from pliant.recording import Recording

GRID = (180, 127)  # of the source's range data
PLASTICINE = pl.Hybrid(slope=60.0, curvature=0.02, density=2.0, drag=20.0, damping=0.02)
FLOW = pl.Plastic(limit=0.012, hardening=0.02)
CHEEK = np.array([0.1, -0.155, 0.115])  # where it is pinched, of a bust that is 1 m high [m]
TIP, LENGTH, APART = 0.022, 0.14, 0.042  # a finger's radius and length, and its distance from there [m]
TOGETHER, PULL = 0.016, (0.06, -0.14, 0.0)  # how far a finger then comes nearer, and how far it pulls [m]
TOUCH, PINCHED, PULLED, LET_GO, GONE = 0.2, 0.6, 1.6, 1.8, 2.1  # [s]
STICKY, REACH = (
    2e4,
    0.002,
)  # what a finger holds [Pa], and how far from it [m]: too little for it to be wrapped up


def pinched(nodes: tuple[int, int] = GRID) -> pl.Scene:
    """The bust, held at its border, and two fingers that it sticks to."""
    scene = pl.Scene(seconds=3.0)
    shape = pl.shapes.bust()
    scene.add(
        pl.Surface(shape, grid=nodes, material=PLASTICINE, flow=FLOW, look=pl.Look("#c98d6b")),
        id="bust",
    )
    scene.pin("bust", edges=("m0", "m1", "n0", "n1"))
    rest = shape.points(nodes, (False, False))
    for name, side in (("thumb", -1.0), ("finger", 1.0)):
        spot = CHEEK + np.array([0.0, 0.0, side * APART])
        near = np.argwhere(np.hypot(*(rest - spot)[..., [0, 2]].transpose(2, 0, 1)) < 0.8 * TIP)
        depth = rest[tuple(near.T)][:, 1].min()  # where the surface is that it touches
        nearer = np.array([0.0, 0.0, -side * TOGETHER])
        away = nearer + PULL
        leaving = away + np.array([0.0, -0.1, side * 0.25])
        way = pl.obstacles.Motion(
            times=(0.0, TOUCH, PINCHED, PULLED, LET_GO, GONE),
            shifts=[
                (0.0, -0.1, side * 0.04),
                (0.0, 0.0, 0.0),
                nearer,
                away,
                away,
                leaving,
            ],
        )
        scene.add(
            pl.obstacles.Capsule(
                radius=TIP,
                length=LENGTH,
                center=(float(spot[0]), float(depth - 0.7 * TIP - 0.5 * LENGTH), float(spot[2])),
                rotation=(0.5 * np.pi, 0.0, 0.0),
                motion=way,
                stickiness=STICKY,
                reach=REACH,
                look=SLATE,
            ),
            id=name,
        )
        scene.at(LET_GO, pl.Set(f"obstacles.{name}.stickiness", 0.0))
    return scene


def scenes() -> Scenes:
    return {"hybrid": pinched()}


def check(recordings: Recordings) -> list[Check]:
    return residual(recording_of(recordings["hybrid"]))


def residual(recording: Recording) -> list[Check]:
    """What stays of the pull, and where."""
    x, times = grid(recording), recording.times
    held = int(np.searchsorted(times, LET_GO - 0.05))
    moved = np.linalg.norm(x - x[0], axis=-1)
    cheek = np.linalg.norm((x[0] - CHEEK)[..., [0, 2]], axis=-1)
    out, stays = moved[held].max(), moved[-1][cheek < APART].max()
    return [
        at_least("the cheek is pulled out by", float(out), 0.12, "m"),
        between("and stays out by this part of it", float(stays / out), 0.4, 0.95),
        at_most(
            "the rest is as before: over the height, beyond 0.25 m",
            float(moved[-1][cheek > 0.25].max()),
            0.02,
        ),
        at_least(
            "it was elastic before it flowed: the cheek springs back by", float(out - stays), 0.005, "m"
        ),
        at_most("nothing ever goes farther than the fingers: over their way", float(moved.max() / out), 1.1),
        at_most("it comes to rest", still(recording), 0.01, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="plasticine-bust",
        title="A plasticine bust is pinched, pulled and let go",
        source="002 Fig. 16",
        text=(
            "A bust of 180×127 nodes, hybrid and plastic: its reference shape takes over what differs from it by "
            "more than 12 mm. Two fingers pinch its cheek, pull and let go, and the cheek stays drawn out. The source "
            "scanned a sculpture of Victor Hugo; this head is made of formulas. The fingers are sticky: they hold "
            "up to 20 kPa of what they touch, and nothing any more when they open."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, PINCHED, PULLED, 3.0),
        picture={"azimuth": -40.0, "elevation": 8.0},
        every=2,
        slow=True,
    ),
)
