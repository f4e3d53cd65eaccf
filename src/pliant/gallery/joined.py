"""Constraints: a bead on a wire, a body that is led along a curve, a cloth that is twisted."""

from __future__ import annotations

from math import pi

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.constraints import OnCurve, Path, Turn
from pliant.gallery.colours import BLUE, GOLD, RED, STEEL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.runner import recording_of

RUBBER = pl.Bulk(young=2e4, poisson=0.4, density=1000.0, damping=0.02)
WIRE = pl.shapes.bezier_curve([(-1.0, 0.0, 0.5), (0.0, 0.0, -0.5), (1.0, 0.0, 0.5)])  # z = x²/2
COURSE = pl.shapes.bezier_curve([(0, 0, 0), (0, 0, 1.2), (1.6, 0.8, 1.2), (1.6, 0.8, 0)])
SIZE, LED = 0.1, 2.0  # [m], [s]
SPIN = (1.0, 6.0, 0.5)  # [rad/s]
TURNS, DRAWN, TWISTING = 4, 0.12, 3.7  # in all, [m] of each end, [s]


def bead() -> Scenes:
    scene = pl.Scene(gravity=pl.EARTH, seconds=1.5, dt=0.01)
    ball = pl.shapes.ball(0.5 * SIZE, center=(0.8, 0.0, 0.32))
    scene.add(pl.Solid(ball, grid=(6, 6, 6), material=RUBBER, look=GOLD), id="bead")
    scene.add(OnCurve(more=[pl.BodyPoint("bead", center=True)], curve=WIRE), id="wire")
    rail = pl.Cord(stretching=1e4, line_density=0.1, radius=0.008)  # to be seen
    scene.add(pl.Curve(WIRE, grid=41, material=rail, ignores=["bead"], look=STEEL), id="rail")
    scene.pin("rail", nodes=[(k,) for k in range(41)])
    return {"bead": scene}


def check_bead(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["bead"])
    x = _centers(recording, "bead")
    height = 0.5 * x[:, 0] ** 2
    speed = np.linalg.norm(np.diff(x, axis=0), axis=1) / np.diff(recording.times)
    wanted = np.sqrt(2.0 * 9.81 * np.maximum(0.32 - 0.5 * (height[1:] + height[:-1]), 0.0))
    return [
        at_most(
            "the centre is on the wire z = x²/2 in every frame, farthest",
            float(np.abs(x[:, 2] - height).max()),
            1e-9,
            "m",
        ),
        at_most(
            "it is as fast as its height says, largest difference",
            float(np.abs(speed - wanted)[2:60].max()),
            0.1,
            "m/s",
        ),
        at_least(
            "it comes up again on the other side, to a height of",
            float(height[x[:, 0] < 0.0].max()),
            0.28,
            "m",
        ),
    ]


def led() -> Scenes:
    soft = pl.Bulk(young=5e3, poisson=0.4, density=500.0, damping=0.01)
    block = pl.Solid(
        pl.shapes.box(0.4, 0.2, 0.1), grid=(9, 5, 3), material=soft, spin=SPIN, look=BLUE, id="jelly"
    )
    scenes = {name: pl.Scene(seconds=LED + 0.5, dt=0.01) for name in ("led", "free")}
    for scene in scenes.values():
        scene.add(block)
    scenes["led"].gravity = pl.EARTH
    scenes["led"].add(Path(pl.BodyPoint("jelly", center=True), curve=COURSE, seconds=LED), id="course")
    return scenes


def check_led(recordings: Recordings) -> list[Check]:
    recording, free = (recording_of(recordings[name]) for name in ("led", "free"))
    w = np.clip(recording.times / LED, 0.0, 1.0)
    places = COURSE.at(w * w * (3.0 - 2.0 * w))
    off = np.abs(_centers(recording, "jelly") - places).max()
    around, alone = (one.positions("jelly") - _centers(one, "jelly")[:, None] for one in (recording, free))
    turned = np.linalg.norm(around - around[0], axis=2).max()
    return [
        at_most("the centre of mass is on the curve in every frame, farthest", float(off), 1e-9, "m"),
        at_most(
            "it tumbles on as one that flies freely: largest difference",
            float(np.abs(around - alone).max()),
            0.02,
            "m",
        ),
        at_least("which is far: nodes go around the centre by up to", float(turned), 0.3, "m"),
    ]


def twisted() -> Scenes:
    scene = pl.Scene(seconds=4.0, collision=pl.Collision(friction=0.2))
    cloth = pl.Sheet(membrane=150.0, bending=1e-4, area_density=0.15, damping=5e-3)
    scene.add(pl.Surface(pl.shapes.rectangle(1.0, 0.5), grid=(41, 21), material=cloth, look=RED), id="cloth")
    for edge, side in (("m0", 1.0), ("m1", -1.0)):
        angles, shifts = (0.0, side * pi * TURNS), ((0.0, 0.0, 0.0), (side * DRAWN, 0.0, 0.0))
        vice = Turn(
            "cloth", (1.0, 0.0, 0.0), edges=[edge], times=(0.0, TWISTING), angles=angles, shifts=shifts
        )
        scene.add(vice, id=f"vice {edge}")
    return {"cloth": scene}


def check_twisted(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["cloth"])
    x = recording.positions("cloth").reshape(-1, 41, 21, 3)
    ends = [np.unwrap(np.arctan2(*(x[:, k, 20] - x[:, k, 0])[:, [2, 1]].T)) for k in (0, -1)]
    turned = abs(sum(sign * (end[-1] - end[0]) for sign, end in zip((1.0, -1.0), ends, strict=True))) / (
        2.0 * pi
    )
    widths = [np.linalg.norm(x[:, k, 20] - x[:, k, 0], axis=1) for k in (0, -1)]
    middle = np.linalg.norm(x[-1, 15:26, :, 1:] - x[-1, 15:26, :, 1:].mean(axis=1, keepdims=True), axis=2)
    return [
        at_least("its ends are turned against each other, so often", float(turned), TURNS - 1e-9),
        at_most(
            "they stay straight, as the vices hold them, off by",
            float(np.abs(np.array(widths) - 0.5).max()),
            1e-9,
            "m",
        ),
        at_most("the middle is wound up into a rope of the radius", float(middle.max()), 0.08, "m"),
    ]


def _centers(recording: pl.Recording, body: str) -> np.ndarray:
    """The centre of mass in all frames, (frames, 3)."""
    mass = pl.Simulation(pl.Scene(**recording.meta["scene"])).masses(body)
    return mass @ recording.positions(body) / mass.sum()


ENTRIES = (
    Entry(
        name="bead",
        title="A bead on a wire",
        source="001 Fig. 2.1",
        text=(
            "A soft ball slides on a wire z = x²/2: its centre of mass is kept on the curve, as a constraint that is "
            "part of the equations of each step, and is on it to rounding. It slides down, as fast as its height says, "
            "and up on the other side; the wire bears its weight and what it takes to lead it round the bend."
        ),
        scenes=bead,
        check=check_bead,
        times=(0.0, 0.3, 0.5, 0.7, 1.05),
        strobe=True,
        picture={"azimuth": -90.0, "elevation": 5.0},
    ),
    Entry(
        name="led-along-a-curve",
        title="A body whose centre follows a curve",
        source="003 Sec. 5.2",
        text=(
            "The centre of mass of a soft block that tumbles is led along a Bézier curve within two seconds, up and "
            "down again. Nothing else of it is held, and what leads a centre of mass has no moment: the block tumbles "
            "on as it would without weight and unheld."
        ),
        scenes=led,
        check=check_led,
        shown=("led",),
        times=(0.0, 0.6, 1.0, 1.4, 2.5),
        strobe=True,
        picture={"azimuth": -70.0, "elevation": 12.0},
    ),
    Entry(
        name="twisted-cloth",
        title="A cloth twisted four full turns",
        source="006 Sec. 1",
        text=(
            "Two vices hold opposite edges of a cloth and turn them against each other, four full turns in all, while "
            "they come a quarter of its length nearer. The cloth winds itself up into a rope, lies on itself in "
            "layers, and passes through itself nowhere."
        ),
        scenes=twisted,
        check=check_twisted,
        times=(1.0, 2.0, 4.0),
        picture={"azimuth": -70.0, "elevation": 20.0},
        every=2,
        slow=True,
    ),
)
