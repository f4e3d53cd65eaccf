"""Rubber that is pulled to twice its length, by two laws of elastic matter."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import BLUE, RED
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, still, volume
from pliant.gallery.runner import recording_of

LENGTH, SIDE, GRID = 0.3, 0.1, (13, 5, 5)
LAWS = {"metric": RED, "neo_hookean": BLUE}


def scenes() -> Scenes:
    """Both bars start twice as long as at rest, as slender as their volume wants, and a little flat."""
    thin = SIDE / np.sqrt(2.0)
    scene = pl.Scene(seconds=4.0)
    for (law, look), x in zip(LAWS.items(), (-0.1, 0.1), strict=True):
        body = pl.Solid(
            pl.shapes.box(SIDE, SIDE, LENGTH),
            initial_shape=pl.shapes.box(1.1 * thin, thin / 1.1, 2.0 * LENGTH),
            grid=(GRID[1], GRID[2], GRID[0]),
            material=pl.Bulk(young=1e5, poisson=0.49, density=950.0, damping=0.02, law=law),
            position=(x, 0.0, 0.0),
            look=look,
        )
        scene.pin(scene.add(body, id=law), edges=("n0", "n1"))
    return {"bars": scene}


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["bars"])
    sides, volumes = {}, {}
    for law in LAWS:
        x = grid(recording, law)[-1]
        middle = x[:, :, GRID[0] // 2]  # (5, 5, 3)
        across = np.concatenate([np.ptp(middle[..., 0], axis=0), np.ptp(middle[..., 1], axis=1)])
        sides[law] = across.max() / across.min()
        volumes[law] = volume(x) / (SIDE * SIDE * LENGTH)
    return [
        at_most(
            "neo_hookean: the section in the middle is square, largest width or depth over smallest",
            sides["neo_hookean"],
            1.01,
        ),
        between("neo_hookean: volume over that at rest", volumes["neo_hookean"], 0.98, 1.03),
        at_least("metric: that of the other bar is not", sides["metric"], 1.2),
        at_most("they come to rest", still(recording), 0.02, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="rubber-bars",
        title="Rubber pulled to twice its length",
        source="005 Eq. 14",
        text=(
            "Two bars of rubber, both ends held at twice their length. The default law (left) grows with the fourth "
            "power of stretch, and beyond a stretch of 1.587 it is cheaper for nearly incompressible matter to be wide "
            "and thin: the bar becomes a band and folds in on itself. The stable neo-Hookean law (right), asked for by "
            "the material's `law`, stays square in section; its force is that of the closed form (see the validation)."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.4, 4.0),
        picture={"azimuth": -90.0, "elevation": 12.0},
        slow=True,
    ),
)
