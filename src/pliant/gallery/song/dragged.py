"""003 Figs 5.7–5.10: bodies of one, two and three dimensions being dragged, and all of them together."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, close
from pliant.forces import gravity_vector
from pliant.gallery.colours import BLUE, FLOOR, GOLD, RED
from pliant.gallery.entry import Entry, Recordings
from pliant.gallery.measure import grid
from pliant.gallery.runner import recording_of
from pliant.gallery.song.dropped import DT, MKD, MKS

GRAB, ARRIVE, SECONDS = 0.1, 1.0, 4.5  # [s]
DRAG = 3.0  # [kg/s] of a particle: what hangs on a spring comes to rest
BODIES = {
    "segment": pl.Layered(
        pl.layers.Segment(1.2), material=pl.Layers(drag=DRAG), position=(-2.2, 0.0, 0.3), look=GOLD
    ),
    "ring": pl.Layered(
        pl.layers.Ring(0.8, 10), material=pl.Layers(drag=DRAG), position=(-0.4, 0.0, 0.9), look=BLUE
    ),
    "sphere": pl.Layered(
        pl.layers.Octasphere(0.8, 1), material=pl.Layers(drag=DRAG), position=(1.8, 0.0, 0.9), look=RED
    ),
}
PARTICLES = {"segment": 1, "ring": 2, "sphere": 0}  # that the hand takes hold of
LIFT = {"segment": 1.2, "ring": 2.6, "sphere": 3.4}  # [m]


def _scene(*names: str) -> pl.Scene:
    high = 1.6 + max(LIFT[name] for name in names)
    scene = pl.Scene(gravity=pl.EARTH, dt=DT, integrator=pl.Midpoint(), seconds=SECONDS)
    for name in names:
        body = BODIES[name]
        scene.add(body, id=name)
        x, y, z = np.add(body.shape.layer_points(body.layers)[0, PARTICLES[name]], body.position).tolist()
        hand = scene.at(GRAB, pl.Grab(name, (0, PARTICLES[name]), stiffness=MKS, damping=MKD))
        scene.at(GRAB, pl.Move(hand, to=(x, y, z + LIFT[name]), seconds=ARRIVE - GRAB))
    middles = [BODIES[name].position[0] for name in names]
    low, far = (min(middles) - 1.3, -1.3, 0.0), (max(middles) + 1.3, 1.3, high)
    scene.add(pl.obstacles.Room(low=low, high=far, look=FLOOR), id="room")
    return scene


def _hangs(recording: pl.Recording, name: str) -> list[Check]:
    """The spring of the hand is longer by weight over stiffness, and the body hangs below the hand."""
    body, x = BODIES[name], grid(recording, name)
    held = PARTICLES[name]
    start = np.add(body.shape.layer_points(body.layers)[0, held], body.position)
    hand = start[2] + LIFT[name]
    settled = x[recording.times > SECONDS - 0.5].mean(axis=0)
    count = settled.shape[0] * settled.shape[1]
    weight = count * float(np.linalg.norm(gravity_vector(pl.EARTH)))
    return [
        close(
            f"{name}: the hand's spring is longer by its weight over MKS",
            hand - settled[0, held, 2],
            weight / MKS,
            0.02,
            "m",
        ),
        at_least(f"{name}: hangs clear of the floor by", float(settled[..., 2].min()), 0.02, "m"),
    ]


_TEXT = (
    "A hand takes hold of a particle and lifts it, with the source's spring MKS = 150 N/m and damper MKD = 25 kg/s. "
    "That is soft: with particles of 1 kg the hand ends {above} above what it holds. A drag of 3 kg/s on each particle "
    "brings it to rest. In the studio the parameters of "
    "003 §4.2.1 are sliders, and those of the hand stand beside its button."
)


def _dragged(name: str, figure: str, title: str, above: str, bodies: tuple[str, ...], seen: float) -> Entry:
    """An entry in which a hand lifts each of the bodies, shown before, at the time `seen` [s] and at the end."""

    def check(recordings: Recordings) -> list[Check]:
        recording = recording_of(recordings["dragged"])
        return [found for body in bodies for found in _hangs(recording, body)]

    return Entry(
        name=name,
        title=title,
        source=f"003 Fig. {figure}",
        text=_TEXT.format(above=above),
        scenes=lambda: {"dragged": _scene(*bodies)},
        check=check,
        times=(0.1, seen, 4.5),
        picture={"azimuth": -80.0, "elevation": 8.0},
        every=5,
    )


_ALL = "Bodies of one, two and three dimensions together, all dragged"
ENTRIES = (
    _dragged("dragged-segment", "5.7", "A one-dimensional body is dragged", "13 cm", ("segment",), 0.6),
    _dragged("dragged-ring", "5.8", "A two-dimensional body is dragged", "1.3 m", ("ring",), 0.8),
    _dragged("dragged-sphere", "5.9", "A three-dimensional body is dragged", "2.4 m", ("sphere",), 0.8),
    _dragged("three-dimensions", "5.10", _ALL, "13 cm, 1.3 m and 2.4 m", tuple(BODIES), 0.8),
)
