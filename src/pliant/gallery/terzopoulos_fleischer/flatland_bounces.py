"""002 Fig. 7a–c: hybrid curves bounce in Flatland, elastic and more and more viscoelastic."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import BLUE, FLOOR, GREEN, PLUM
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import deepest, misfit
from pliant.gallery.runner import recording_of
from pliant.model.flow import Law
from pliant.recording import Recording

NODES, RADIUS, THICK = 50, 0.2, 0.015  # THICK: the radius of the line [m]
CIRCLE = pl.shapes.circle(RADIUS, u=(1.0, 0.0, 0.0), v=(0.0, 0.0, 1.0))
# Circles of this kind swing about twelve times a second.
MATTER = pl.Hybrid(slope=20.0, curvature=0.1, density=0.5, damping=2e-3)
VISCOELASTIC, HIGHLY = (pl.Maxwell(relaxation_time=time) for time in (0.3, 0.1))
PICTURE = {"azimuth": -90.0, "elevation": 0.0, "zoom": 1.05, "shadows": False}


def flatland(gravity: float | tuple[float, float, float] = pl.EARTH) -> pl.Scene:
    """A world with air and frictionless walls, so narrow that what stands in it cannot fall over."""
    contact = pl.responses.Penalty(margin=THICK)
    scene = pl.Scene(gravity=gravity, dt=1 / 120, contact=contact)
    scene.add(pl.Viscous(0.05), id="air")
    room = pl.obstacles.Room(low=(-0.6, -THICK, 0.0), high=(0.6, THICK, 1.2), look=FLOOR)
    scene.add(room, id="room")
    return scene


def thrown(flow: Law | None, look: pl.Look, seconds: float) -> pl.Scene:
    """A circle that is thrown to the right, turning."""
    scene = flatland()
    scene.seconds = seconds
    circle = pl.Curve(
        CIRCLE,
        grid=NODES,
        periodic=True,
        material=MATTER,
        flow=flow,
        position=(-0.35, 0.0, 0.8),
        velocity=(0.9, 0.0, 0.0),
        spin=(0.0, 4.0, 0.0),
        look=look,
    )
    scene.add(circle, id="curve")
    return scene


def elastic() -> pl.Scene:
    return thrown(None, PLUM, 2.4)


def viscoelastic() -> pl.Scene:
    return thrown(VISCOELASTIC, BLUE, 1.8)


def slumping() -> pl.Scene:
    return thrown(HIGHLY, GREEN, 1.2)


def rebound(recording: Recording) -> float:
    """How high [m] the centre of mass rises after the first landing, above the lowest place it had in that."""
    z = recording.positions("curve").mean(axis=1)[:, 2]
    rising = np.flatnonzero(np.diff(z) > 0.0)
    if not len(rising):
        return 0.0
    low = rising[0]
    falling = np.flatnonzero(np.diff(z[low:]) < 0.0)
    top = low + falling[0] if len(falling) else len(z) - 1
    return float(z[top] - z[low])


def dent(recording: Recording) -> float:
    """How far a node is from the circle at the end, over the radius."""
    return misfit(recording.positions("curve")[-1], CIRCLE.points((NODES,), (True,))) / RADIUS


def stays_inside(scene: pl.Scene, recording: Recording) -> list[Check]:
    """That Flatland is flat, and its walls hold."""
    x = recording.positions("curve")
    return [
        at_most("it never leaves its plane", float(np.abs(x[:, :, 1]).max()), 1e-4, "m"),
        at_most("nothing goes into the walls", deepest(recording, scene), 0.0, "m"),
    ]


def check_elastic(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["elastic"])
    x = recording.positions("curve")
    height = np.ptp(x[:, :, 2], axis=1) / (2.0 * RADIUS)
    across = np.diff(x.mean(axis=1)[:, 0]) / np.diff(recording.times)
    return [
        *stays_inside(elastic(), recording),
        at_least("it bounces: height of the first", rebound(recording), 0.3, "m"),
        between("it is flattened when it lands: least height over diameter", float(height.min()), 0.2, 0.7),
        at_least("it comes back from the wall: fastest to the left", float(-across.min()), 0.2, "m/s"),
        at_most(
            "it is round in the end: farthest node from a circle, over the radius", dent(recording), 0.35
        ),
    ]


def check_viscoelastic(recordings: Recordings) -> list[Check]:
    here, other = (recording_of(recordings[name]) for name in ("viscoelastic", "elastic"))
    return [
        *stays_inside(viscoelastic(), here),
        at_least("it bounces, too: height of the first", rebound(here), 0.1, "m"),
        at_most("less high than the elastic one: over that one's", rebound(here) / rebound(other), 0.8),
        at_least("it keeps dents: farthest node from a circle, over the radius", dent(here), 0.5),
    ]


def check_slumping(recordings: Recordings) -> list[Check]:
    here, other = (recording_of(recordings[name]) for name in ("highly viscoelastic", "viscoelastic"))
    x = here.positions("curve")
    return [
        *stays_inside(slumping(), here),
        at_most(
            "it bounces less high than the viscoelastic one: over that one's",
            rebound(here) / rebound(other),
            0.5,
        ),
        at_most(
            "it slumps: height over diameter at the end", float(np.ptp(x[-1, :, 2]) / (2.0 * RADIUS)), 0.4
        ),
        at_least(
            "more than the viscoelastic one: farthest node from a circle, over that one's at this time",
            dent(here) / dent(other),
            1.0,
        ),
    ]


def scenes_elastic() -> Scenes:
    return {"elastic": elastic()}


def scenes_viscoelastic() -> Scenes:
    return {"viscoelastic": viscoelastic(), "elastic": elastic()}


def scenes_slumping() -> Scenes:
    return {"highly viscoelastic": slumping(), "viscoelastic": thrown(VISCOELASTIC, BLUE, 1.2)}


_WORLD = (
    "A hybrid curve of 50 nodes under gravity and air drag, between frictionless walls; two of them, in front and "
    "behind, keep it from falling over. "
)

ENTRIES = (
    Entry(
        name="flatland-elastic",
        title="An elastic model bounces in Flatland",
        source="002 Fig. 7a",
        text=_WORLD + "It is elastic: it flattens, springs back, and bounces off the floor and the walls.",
        scenes=scenes_elastic,
        check=check_elastic,
        times=(0.0, 0.2, 0.42, 0.6, 0.78, 1.08),
        picture=PICTURE,
        strobe=True,
    ),
    Entry(
        name="flatland-viscoelastic",
        title="A viscoelastic model bounces in Flatland",
        source="002 Fig. 7b",
        text=(
            f"{_WORLD}Its reference takes over deformation in {VISCOELASTIC.relaxation_time:g} s (a Maxwell unit): "
            "it bounces less high than the elastic one, and is dented by each landing."
        ),
        scenes=scenes_viscoelastic,
        check=check_viscoelastic,
        times=(0.0, 0.2, 0.44, 0.7, 0.98, 1.8),
        picture=PICTURE,
        strobe=True,
    ),
    Entry(
        name="flatland-slump",
        title="A highly viscoelastic model slumps in Flatland",
        source="002 Fig. 7c",
        text=(
            f"{_WORLD}It flows three times as fast as that of Fig. 7b, in {HIGHLY.relaxation_time:g} s: it hardly "
            "leaves the floor again and slumps. Nothing keeps its area, in the paper neither."
        ),
        scenes=scenes_slumping,
        check=check_slumping,
        times=(0.0, 0.2, 0.42, 0.6, 0.8, 1.2),
        picture=PICTURE,
        strobe=True,
    ),
)
