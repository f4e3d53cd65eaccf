"""000 Fig. 6.7 and 002 Fig. 12: flags in a constant wind."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import BLUE, RED, STONE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, stretch
from pliant.gallery.runner import recording_of

WIDTH, HEIGHT = 1.2, 0.8


def _flag(material, wind, grid_, look, side: float) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, seconds=5.0)
    flag = pl.Surface(
        pl.shapes.rectangle(
            WIDTH, HEIGHT, center=(0.5 * side * WIDTH, 0.0, 1.6), u=(side, 0.0, 0.0), v=(0.0, 0.0, -1.0)
        ),
        grid=grid_,
        material=material,
        look=look,
    )
    scene.pin(scene.add(flag, id="flag"), edges=("m0",))
    scene.add(pl.Viscous(0.5, wind), id="wind")
    scene.add(
        pl.obstacles.Cylinder(radius=0.015, height=2.1, center=(-0.017 * side, 0.0, 1.05), look=STONE),
        id="pole",
    )
    return scene


def kelager_scenes() -> Scenes:
    return {"exact": _flag("silk", (-6.0, 0.8, 0.0), (36, 24), BLUE, -1.0)}


def terzopoulos_scenes() -> Scenes:
    membrane = pl.Sheet(membrane=400.0, bending=0.0, area_density=0.08, damping=3e-3)
    return {"exact": _flag(membrane, (6.0, 0.8, 0.0), (36, 24), RED, 1.0)}


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["exact"])
    x, times = grid(recording), recording.times
    late = times > 2.0
    free = x[late][:, -1]  # the free edge
    swing = np.ptp(free[..., 1], axis=0)
    y = free[:, free.shape[1] // 2, 1] - free[:, free.shape[1] // 2, 1].mean()
    crossings = int(np.sum(np.diff(np.sign(y)) != 0))
    halves = [float(np.std(part)) for part in np.array_split(y, 2)]
    print(swing.mean(), crossings, halves, free[...,0].mean()/WIDTH, free[...,1].mean(), stretch(recording).max())
    return [
        at_least("waves", float(swing.mean()), 0.1, "m"),
    ]


ENTRIES = (
    Entry(
        name="waving-flag",
        title="A waving flag",
        source="000 Fig. 6.7",
        text="",
        scenes=kelager_scenes,
        check=check,
        times=(0.0, 0.6, 2.6, 2.9, 3.2, 3.5),
        picture={"azimuth": -75.0, "elevation": 8.0},
    ),
    Entry(
        name="flag",
        title="A flag in a constant wind",
        source="002 Fig. 12",
        text="",
        scenes=terzopoulos_scenes,
        check=check,
        times=(3.0, 3.4),
        picture={"azimuth": -75.0, "elevation": 8.0},
    ),
)
