"""001 Fig. 5.12: sheets of springs of different stiffness, held at their four corners."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import BLUE, GOLD, GREEN, PLUM, ROSE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, still
from pliant.gallery.runner import recording_of

COUNT = 15
STIFFNESS = (1, 5, 10, 20, 30)  # k of the figure [N/m]
APART = 1.4  # [m] between the middles of two sheets
MASS = 0.1 / COUNT**2  # [kg] of a node


def corners_scenes() -> Scenes:
    return {"springs": _sheets(pl.BDF2(), 1.0 / 60.0), "feynman": _sheets(pl.Feynman(), 1.0 / 1200.0)}


def _sheets(integrator: pl.BDF2 | pl.Feynman, dt: float) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, integrator=integrator, dt=dt, seconds=3.0)
    for number, (k, look) in enumerate(zip(STIFFNESS, (ROSE, GOLD, GREEN, BLUE, PLUM), strict=True)):
        material = pl.Springs(stiffness=k, damping=0.01, mass=MASS, shear=0.25 * k, drag=4.0 * MASS)
        center = (APART * (number - 2), 0.0, 0.0)
        sheet = pl.Surface(
            pl.shapes.rectangle(1.0, 1.0, center=center), grid=(COUNT, COUNT), material=material, look=look
        )
        body = scene.add(sheet, id=f"k{k}")
        scene.pin(body, corners=("00", "10", "01", "11"))
    return scene


def check_corners(recordings: Recordings) -> list[Check]:
    recording, explicit = (recording_of(recordings[name]) for name in ("springs", "feynman"))
    ends = {k: grid(recording, f"k{k}")[-1] for k in STIFFNESS}
    sags = [-float(x[COUNT // 2, COUNT // 2, 2]) for x in ends.values()]
    steps = -np.diff(sags)
    crooked = max(
        float(np.abs(x - (x[::-1] * (-1, 1, 1) + (2 * APART * (n - 2), 0, 0))).max())
        for n, x in enumerate(ends.values())
    )
    other = max(
        float(np.linalg.norm(grid(explicit, f"k{k}")[-1] - x, axis=-1).max()) for k, x in ends.items()
    )
    return [
        at_least(
            "the stiffer, the less it sags: smallest difference of two neighbours",
            float(steps.min()),
            0.02,
            "m",
        ),
        between("k = 1 hangs down: sag over side", sags[0], 0.7, 2.0),
        between("k = 30 is taut: sag over side", sags[-1], 0.02, 0.25),
        at_most("symmetric: distance from its mirror image", crooked, 1e-4, "m"),
        at_most("they come to rest", max(still(recording, body=f"k{k}") for k in STIFFNESS), 0.05, "m/s"),
        at_most("implicit steps of 1/60 s and leapfrog steps of 1/1200 s end alike", other, 0.02, "m"),
    ]


ENTRIES = (
    Entry(
        name="springs-at-corners",
        title="Different elastic surfaces of springs, held at their four corners, fall",
        source="001 Fig. 5.12",
        text=(
            "Sheets of 15×15 masses and springs with k = 1, 5, 10, 20 and 30 N/m, from left to right. The source "
            "gives neither masses nor sizes; here a sheet of 1 m × 1 m weighs 100 g, and springs across the cells with "
            "a quarter of the stiffness keep it from shearing freely, which structural springs alone would let it. "
            "The same scene by leapfrog with twenty times as many steps comes to rest in the same shapes."
        ),
        scenes=corners_scenes,
        check=check_corners,
        shown=("springs",),
        times=(0.25, 3.0),
        picture={"azimuth": -90.0, "elevation": 16.0},
    ),
)
