"""002 Fig. 8: a small elastic surface in a viscous medium under a force that varies in time."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import BLUE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, still
from pliant.gallery.runner import recording_of

SIDE, GRID = 1.0, (10, 10)
SHEET = pl.Sheet(membrane=40.0, bending=0.05, area_density=0.5, damping=0.04)
FORCE = 8.0  # [N/s]


def scenes() -> Scenes:
    scene = pl.Scene(seconds=4.0)
    sheet = scene.add(
        pl.Surface(pl.shapes.rectangle(SIDE, SIDE), grid=GRID, material=SHEET, look=BLUE), id="sheet"
    )
    scene.pin(sheet, corners=("00", "10", "01", "11"))
    scene.add(pl.Viscous(3.0), id="medium")
    for begin, end, node, up in ((0.2, 0.8, (5, 5), 1.0), (1.4, 1.9, (2, 6), -1.0)):
        hand = scene.at(begin, pl.Push(sheet, node, direction=(0.0, 0.0, up), rate=FORCE))
        scene.at(end, pl.Release(hand))
    return {"exact": scene}


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["exact"])
    x, times = grid(recording), recording.times
    first, second = (int(np.searchsorted(times, when - 1e-6)) for when in (0.8, 1.9))
    corners = x[:, [0, 0, -1, -1], [0, -1, 0, -1]]
    return [
        at_least("the first push draws the middle up to", float(x[first, 5, 5, 2]), 0.1, "m"),
        at_most("the second one pushes another point down to", float(x[second, 2, 6, 2]), -0.1, "m"),
        at_most("the corners stay", float(np.abs(corners - corners[0]).max()), 0.0, "m"),
        at_most("in the medium it comes back to rest without the force", still(recording), 0.02, "m/s"),
        at_most("and is flat again", float(np.abs(x[-1, ..., 2]).max()), 0.01, "m"),
    ]


ENTRIES = (
    Entry(
        name="point-force",
        title="A surface under a point force",
        source="002 Fig. 8",
        text=(
            "A surface of 10×10 nodes in a viscous medium. A force at one point grows, ends, and comes back elsewhere "
            "from the other side; the surface follows and returns. The paper's ran at interactive rates on a "
            "workstation of 1988; here the same scene can be pushed at with the mouse in the studio."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.8, 1.9, 4.0),
        picture={"azimuth": -60.0, "elevation": 20.0},
    ),
)
