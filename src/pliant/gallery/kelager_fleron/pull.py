"""000 Fig. 3.10: a particle is pulled away from the object and released."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, close
from pliant.gallery.colours import GOLD
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import edge_lengths, grid
from pliant.gallery.runner import recording_of

COUNT = 9
HAND = (1.9, 0.6, 1.7)  # where the corner is pulled to [m]
PULLED, RELEASED = 0.6, 1.0  # [s]


def scenes() -> Scenes:
    scene = pl.Scene(dt=0.01, seconds=4.0, integrator=pl.SemiImplicit())
    sheet = scene.add(
        pl.Surface(
            pl.shapes.rectangle(2.0, 2.0, v=(0.0, 0.0, 1.0)),
            grid=(COUNT, COUNT),
            material=pl.Raw(
                tension=((0.5, 0.5), (0.5, 0.5)),
                rigidity=((1e-3, 1e-3), (1e-3, 1e-3)),
                mass=1.0,
                damping=4.0,
            ),
            variant="kelager",
            look=GOLD,
        ),
        id="sheet",
    )
    hand = scene.at(0.0, pl.Grab(id="hand", body=sheet, node=(COUNT - 1, COUNT - 1)))
    scene.at(0.0, pl.Move(grab=hand, to=HAND, seconds=PULLED))
    scene.at(RELEASED, pl.Release(grab=hand))
    return {"kelager": scene}


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["kelager"])
    x, times = grid(recording), recording.times
    held = (times >= PULLED + 1e-9) & (times <= RELEASED)
    tip = x[:, -1, -1]
    natural = 2.0 / (COUNT - 1)
    links = np.concatenate([part.ravel() for part in edge_lengths(x[-1])])
    longest = max(float(part[held].max()) for part in edge_lengths(x))
    return [
        at_most(
            "the particle follows the hand exactly",
            float(np.abs(tip[held] - HAND).max()),
            1e-12,
            "m",
        ),
        at_least("the links at the corner are drawn out while it is held", longest / natural, 1.5),
        close(
            "after the release every link finds its natural length: the longest",
            links.max(),
            natural,
            0.03,
            "m",
        ),
        close("and the shortest", links.min(), natural, 0.03, "m"),
    ]


ENTRIES = (
    Entry(
        name="pull",
        title="Pulling a particle",
        source="000 Fig. 3.10",
        text=(
            "The upper right particle is pulled away from the sheet, held, and released; nodes, links and "
            "normals are drawn as in the document's visual debug. The hand holds its particle exactly, the "
            "links next to it are drawn out to twice their length, and the sheet follows; after the release "
            "the corner folds in on its way back, and the sheet finds its natural shape again."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.2, 0.4, 0.6, 1.0, 1.05, 1.15, 1.4, 4.0),
        picture={"azimuth": -75.0, "elevation": 12.0, "wireframe": True, "particles": True, "normals": True},
    ),
)
