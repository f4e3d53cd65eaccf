"""000 Fig. 6.6: a rubber flap on springs is pulled around."""

from __future__ import annotations

import pliant as pl
from pliant.checks import Check, at_least, at_most, close
from pliant.gallery.colours import TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, still, stretch
from pliant.gallery.runner import recording_of

SIDE, COUNT = 0.6, 24
STIFFNESS = 60.0  # of each spring [N/m]
ANCHOR = 0.36
RUBBER = pl.Elastic(young=1.5e5, poisson=0.45, thickness=2e-3, density=950.0, damping=0.02, drag=1.0)
CORNERS = {"00": (-1, -1), "10": (1, -1), "01": (-1, 1), "11": (1, 1)}
RELEASED = 1.6


def scenes() -> Scenes:
    scene = pl.Scene(gravity=pl.EARTH, seconds=6.0)
    flap = scene.add(
        pl.Surface(pl.shapes.rectangle(SIDE, SIDE), grid=(COUNT, COUNT), material=RUBBER, look=TEAL),
        id="flap",
    )
    for corner, (x, y) in CORNERS.items():
        scene.add(
            pl.Spring(STIFFNESS, (ANCHOR * x, ANCHOR * y, 0.0), apply_to=[pl.Target(flap, corners=[corner])]),
            id=f"spring {corner}",
        )
    scene.add(pl.Viscous(1.0), id="air")
    middle = COUNT // 2
    hand = scene.at(0.0, pl.Grab(id="hand", body=flap, node=(middle, middle)))
    scene.at(0.0, pl.Move(grab=hand, to=(0.25, -0.2, 0.25), seconds=0.6))
    scene.at(0.7, pl.Move(grab=hand, to=(-0.3, -0.1, 0.15), seconds=0.5))
    scene.at(RELEASED, pl.Release(grab=hand))
    return {"exact": scene}


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["exact"])
    x, times = grid(recording), recording.times
    weight = float(RUBBER.density * RUBBER.thickness * SIDE**2 * pl.EARTH)
    late = x[times > times[-1] - 2.0]
    lift = sum(-STIFFNESS * late[:, -int(c[0]), -int(c[1]), 2].mean() for c in CORNERS)
    pulled = stretch(recording)[times < RELEASED].max()
    return [
        at_least("the rubber is drawn out by the hand (largest stretch)", float(pulled), 0.2),
        close("the four springs carry its weight (mean over two seconds)", float(lift), weight, 0.02, "N"),
        at_most("it comes to rest", still(recording, 0.5), 0.1, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="rubber-flap",
        title="A rubber flap on springs is pulled around",
        source="000 Fig. 6.6",
        text=(
            "A soft rubber sheet hangs by springs at its four corners. A hand takes its middle, pulls it "
            "about and lets go; it snaps back, swings and settles, and on average over the last two seconds "
            "the springs carry its weight."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.6, 1.2, 1.6, 1.8, 6.0),
        picture={"azimuth": -60.0, "elevation": 18.0},
    ),
)
