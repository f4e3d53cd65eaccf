"""002 Fig. 7d–f: a hot circle is moulded by hand in Flatland, cooled, and bounced."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import RED
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import misfit
from pliant.gallery.runner import recording_of
from pliant.gallery.terzopoulos_fleischer.flatland_bounces import (
    CIRCLE,
    MATTER,
    NODES,
    PICTURE,
    RADIUS,
    flatland,
    stays_inside,
)
from pliant.recording import Recording

CENTRE = (0.0, 0.0, 0.62)
HOT = pl.Thermoplastic(relaxation_time=0.12, temperature=200.0, softness=0.3)
SOFTER = pl.Maxwell(relaxation_time=0.12)
HELD, HOLD = (6, 19, 31, 44), 100.0  # nodes around the centre, and the springs that hold them [N/m]
HAND, DAMPING = 60.0, 1.0  # [N/m], [kg/s]
A, LEFT = 25, (-0.5, 0.0, 0.62)
# From B, a node on top, through C and D to E: when [s], and where to.
B, SWEEP = (
    14,
    ((1.0, (-0.1, 0.0, 1.05)), (1.35, (0.1, 0.0, 1.1)), (1.7, (0.35, 0.0, 1.0)), (2.0, (0.5, 0.0, 0.8))),
)
LET_GO, COLD, FREE, FLIGHT = 2.35, 2.75, 2.85, 3.55  # [s]; FLIGHT: after the bounce


def moulded() -> pl.Scene:
    """A hot circle, held around its centre and pulled at by a spring; cold in the end."""
    scene = flatland(gravity=(0.0, 0.0, 0.0))
    scene.seconds = FREE
    circle = pl.Curve(CIRCLE, grid=NODES, periodic=True, material=MATTER, flow=HOT, position=CENTRE, look=RED)
    curve = scene.add(circle, id="curve")
    for k, node in enumerate(HELD):
        scene.at(0.0, pl.Grab(curve, node, id=f"centre{k}", stiffness=HOLD, damping=DAMPING))
    scene.at(0.1, pl.Grab(curve, A, id="first", stiffness=HAND, damping=DAMPING))
    scene.at(0.1, pl.Move("first", LEFT, seconds=0.4))
    scene.at(0.9, pl.Release("first"))
    scene.at(1.0, pl.Grab(curve, B, id="second", stiffness=HAND, damping=DAMPING))
    for time, to in SWEEP:
        scene.at(time, pl.Move("second", to, seconds=0.3))
    scene.at(LET_GO, pl.Release("second"))
    scene.at(COLD, pl.Cool(curve))
    return scene


def dropped(*events: pl.Set) -> pl.Scene:
    """The moulded shape bounces, and floats after that, so that its shape without any load is seen."""
    scene = moulded()
    scene.seconds = 4.5
    for k in range(len(HELD)):
        scene.at(FREE, pl.Release(f"centre{k}"))
    for event in events:
        scene.at(FREE, event)
    scene.at(FREE, pl.Set("gravity", pl.EARTH))
    scene.at(FLIGHT, pl.Set("gravity", (0.0, 0.0, 0.0)))
    return scene


def elastic() -> pl.Scene:
    return dropped()


def viscoelastic() -> pl.Scene:
    return dropped(pl.Set("bodies.curve.flow", SOFTER.model_dump()))


def at(recording: Recording, time: float) -> np.ndarray:
    """Positions [m] of the nodes at that time."""
    return recording.positions("curve")[int(np.argmin(np.abs(recording.times - time)))]


def changed(recording: Recording) -> float:
    """How far the shape at the end is from what was moulded, over the latter's size."""
    before = at(recording, FREE)
    return misfit(recording.positions("curve")[-1], before) / float(np.ptp(before, axis=0).max())


def lands(recording: Recording) -> list[Check]:
    z = recording.positions("curve")[:, :, 2]
    after = z[int(np.argmin(z.min(axis=1))) :]
    return [
        at_most("it lands: lowest node", float(z.min()), 0.02, "m"),
        at_least(
            "and leaves the floor again: lowest node at the highest",
            float(after.min(axis=1).max()),
            0.03,
            "m",
        ),
    ]


def check_moulded(recordings: Recordings) -> list[Check]:
    scene, recording = moulded(), recording_of(recordings["thermoplastic"])
    circle = CIRCLE.points((NODES,), (True,))
    wide = np.ptp(at(recording, 1.0)[:, 0]) / (2.0 * RADIUS)
    lobe = at(recording, FREE)[B] - at(recording, 1.0)[B]
    return [
        *stays_inside(scene, recording),
        at_least("let go at A it stays drawn out: width over diameter", float(wide), 1.2),
        at_least(
            "what B was pulled at stays away from where it was", float(np.linalg.norm(lobe)), RADIUS, "m"
        ),
        at_least(
            "the final shape is none that the circle had: farthest node over the radius",
            misfit(at(recording, FREE), circle) / RADIUS,
            1.0,
        ),
        at_most(
            "cold it keeps it: farthest node from that at the cooling, over the radius",
            misfit(at(recording, FREE), at(recording, COLD)) / RADIUS,
            0.1,
        ),
    ]


def check_elastic(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["elastic"])
    return [
        *stays_inside(elastic(), recording),
        *lands(recording),
        at_most("it keeps the form that it was given: farthest node over its size", changed(recording), 0.03),
    ]


def check_viscoelastic(recordings: Recordings) -> list[Check]:
    recording, other = (recording_of(recordings[name]) for name in ("viscoelastic", "elastic"))
    return [
        *stays_inside(viscoelastic(), recording),
        *lands(recording),
        at_least("it is another form after it: farthest node over its size", changed(recording), 0.1),
        at_least(
            "which an elastic one is not: over the change of that", changed(recording) / changed(other), 5.0
        ),
    ]


def scenes_moulded() -> Scenes:
    return {"thermoplastic": moulded()}


def scenes_elastic() -> Scenes:
    return {"elastic": elastic()}


def scenes_viscoelastic() -> Scenes:
    return {"viscoelastic": viscoelastic(), "elastic": elastic()}


ENTRIES = (
    Entry(
        name="flatland-moulding",
        title="A circle is moulded in Flatland",
        source="002 Fig. 7d",
        text=(
            "A hot thermoplastic circle, weightless and held by four springs (a curve has no centre to be held by), is "
            "pulled to the left by a spring at A; while that is held its stress relaxes, and let go it stays drawn "
            "out. The spring pulls again at B, on top, and is swept through C and D to E. Cooling sets the form."
        ),
        scenes=scenes_moulded,
        check=check_moulded,
        times=(0.0, 0.5, 0.95, 1.42, 1.7, 2.0, 2.35, 2.85),
        picture=PICTURE,
    ),
    Entry(
        name="flatland-moulded",
        title="The moulded shape bounces",
        source="002 Fig. 7e",
        text=(
            "The shape of Fig. 7d, cold and elastic, is dropped: it bounces, turns, and keeps the form that it was "
            "given. After the bounce gravity is taken away, so that the form is seen without load."
        ),
        scenes=scenes_elastic,
        check=check_elastic,
        times=(2.85, 3.1, 3.2, 3.35, 3.55, 4.5),
        picture=PICTURE,
    ),
    Entry(
        name="flatland-remoulded",
        title="The moulded shape is made viscoelastic and bounces",
        source="002 Fig. 7f",
        text=(
            "The same shape, made viscoelastic when it is dropped (its law of flow becomes Maxwell's, and what has "
            "flown before stays): the bounce gives it another form."
        ),
        scenes=scenes_viscoelastic,
        check=check_viscoelastic,
        times=(2.85, 3.1, 3.2, 3.35, 3.55, 4.5),
        picture=PICTURE,
    ),
)
