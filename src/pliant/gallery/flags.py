"""000 Fig. 6.7 and 002 Fig. 12: flags in a constant wind."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import BLUE, RED, STONE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, stretch
from pliant.gallery.runner import recording_of

WIDTH, HEIGHT = 1.2, 0.8


def _flag(material, wind, grid_, look, side: float) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, seconds=4.0, collision=True)
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
        pl.obstacles.Cylinder(radius=0.015, height=1.5, center=(-0.017 * side, 0.0, 1.3), look=STONE),
        id="pole",
    )
    return scene


def kelager_scenes() -> Scenes:
    return {"exact": _flag("silk", (-6.0, 0.8, 0.0), (30, 20), BLUE, -1.0)}


def terzopoulos_scenes() -> Scenes:
    membrane = pl.Sheet(membrane=400.0, bending=0.0, area_density=0.08, damping=3e-3)
    return {"exact": _flag(membrane, (6.0, 0.8, 0.0), (30, 20), RED, 1.0)}


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["exact"])
    side = float(
        np.sign(recording.positions("flag")[0, :, 0].mean())
    )  # the flag starts downstream of its pole
    x = grid(recording)[recording.times > 1.5]
    free = x[:, -1]  # the edge that is not held
    sway = free[..., 1].mean(axis=1)
    sway -= sway.mean()
    early, late = (float(np.std(part)) for part in np.array_split(sway, 2))
    return [
        at_least(
            "it waves: mean swing of the free edge, over width",
            float(np.ptp(free[..., 1], axis=0).mean()) / WIDTH,
            0.2,
        ),
        at_least(
            "to and fro: the edge crosses its mean position",
            int(np.sum(np.diff(np.sign(sway)) != 0)),
            4,
            "times",
        ),
        between(
            "the waving neither dies nor grows: swing in the last half over the first", late / early, 0.3, 3.0
        ),
        at_least(
            "it streams downwind: mean distance of the free edge, over width",
            side * float(free[..., 0].mean()) / WIDTH,
            0.6,
        ),
        at_most("nothing explodes (largest stretch)", float(stretch(recording).max()), 1.0),
    ]


ENTRIES = (
    Entry(
        name="waving-flag",
        title="A waving flag",
        source="000 Fig. 6.7",
        text=(
            "A silk flag whose right edge is held by the pole. The wind is the viscous force with a "
            "constant stream; nothing in it varies, and the flag waves all the same: waves that travel "
            "along the cloth more slowly than the wind gain energy from it. When it flaps over it meets itself and "
            "does not pass through."
        ),
        scenes=kelager_scenes,
        check=check,
        times=(0.0, 0.6, 2.2, 2.6, 3.0, 3.4),
        picture={"azimuth": -75.0, "elevation": 8.0},
        slow=True,
    ),
    Entry(
        name="flag",
        title="A flag in a constant wind",
        source="002 Fig. 12",
        text=(
            "A membrane without bending stiffness on a pole, in a constant wind with the aerodynamic force "
            "(22). It waves without end, streams downwind, is hardly stretched and never passes through "
            "itself."
        ),
        scenes=terzopoulos_scenes,
        check=check,
        times=(3.0, 3.4),
        picture={"azimuth": -75.0, "elevation": 8.0},
        slow=True,
    ),
)
