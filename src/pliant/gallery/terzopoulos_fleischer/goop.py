"""002 Fig. 21: goop is thrown into a room."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between, close
from pliant.gallery.colours import FLOOR, SLATE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, drawn_pieces, masses, still
from pliant.gallery.runner import recording_of

SPACING, GRID = 0.07, (3, 3, 7)
WHOLE = SPACING**3 * 2 * 2 * 6  # [m³]
BLOB = 0.055  # radius of a node [m]
MATTER = pl.Bulk(young=2e4, poisson=0.45, density=1000.0, damping=5e-3)
# Beyond 100 Pa it flows, so fast that it creeps apart under its own weight.
FLOW = pl.Viscoplastic(limit=100.0, relaxation_time=0.03)
VELOCITY = (5.5, -0.2, 1.2)


def scenes() -> Scenes:
    # Nodes stay so far from walls that the blobs around them just touch.
    contact = pl.responses.Penalty(margin=0.8 * BLOB)
    scene = pl.Scene(gravity=pl.EARTH, seconds=2.5, dt=1 / 120, contact=contact)
    scene.add(
        pl.Solid(
            pl.shapes.box(*(SPACING * (n - 1) for n in GRID)),
            grid=GRID,
            position=(-0.75, 0.05, 0.75),
            rotation=(0.0, 1.2, 0.0),
            velocity=VELOCITY,
            spin=(0.0, 3.0, 0.0),
            material=MATTER,
            flow=FLOW,
            fracture=pl.Fracture(0.55, scatter=0.2, seed=1),
            look=pl.Look("#6f9f4a", blobs=BLOB),
        ),
        id="goop",
    )
    walls = pl.obstacles.Room(
        low=(-1.0, -0.6, 0.0), high=(0.9, 0.6, 1.3), friction=0.5, restitution=0.1, look=FLOOR
    )
    scene.add(walls, id="room")
    ball = pl.obstacles.Sphere(center=(0.2, -0.1, 0.7), radius=0.22, restitution=0.1, look=SLATE)
    scene.add(ball, id="ball")
    return {"exact": scene}


def check(recordings: Recordings) -> list[Check]:
    scene, recording = scenes()["exact"], recording_of(recordings["exact"])
    x, mass = recording.positions("goop"), masses(scene, "goop")
    room, ball = (clearance(recording, scene, name) for name in ("room", "ball"))
    velocity = np.diff(x, axis=0) / np.diff(recording.times)[:, None, None]
    momentum = np.einsum("n,fnc->fc", mass, velocity)
    wall = 0.9 - x[:, :, 0].max(axis=1)
    hit, struck = int(np.argmax(ball.min(axis=1) < BLOB)), int(np.argmax(wall < BLOB))
    return [
        between("it is one piece when it comes", drawn_pieces(recording, "goop", 0), 1, 1),
        between("it hits the ball after", float(recording.times[hit]), 0.05, 0.3, "s"),
        between("and the wall at the back after", float(recording.times[struck]), 0.15, 0.6, "s"),
        at_least("it comes to rest asunder: pieces at the end", drawn_pieces(recording, "goop", -1), 3),
        at_most("on the floor: height of its highest node", float(x[-1, :, 2].max()), 0.2, "m"),
        at_most("where it no longer moves", still(recording), 0.05, "m/s"),
        close("its mass is that of the block", float(mass.sum()), 1000.0 * WHOLE, 1e-9, "kg"),
        at_most(
            "walls took its momentum: that at the end over that at the start",
            float(np.linalg.norm(momentum[-1]) / np.linalg.norm(momentum[0])),
            0.01,
        ),
        at_least("no node is ever outside of the room: least distance", float(room.min()), 0.0, "m"),
        at_least("nor inside the ball", float(ball.min()), 0.0, "m"),
    ]


ENTRIES = (
    Entry(
        name="goop",
        title="Goop is flung into a room",
        source="002 Fig. 21",
        text=(
            "A block of 3×3×7 nodes of matter that flows under more than a little stress and breaks where it is "
            "drawn out too far is thrown into a room. It wraps itself round a ball, is torn, hits the wall at the back "
            "and comes to rest on the floor in pieces. It is drawn as blobs: the iso-surface of a "
            "potential around every node, which makes of nodes that have broken free drops, and of drops that meet a "
            "puddle. Drops do not feel each other: its solid has no contact with itself."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.15, 0.25, 0.4, 0.6, 2.5),
        picture={"azimuth": -118.0, "elevation": 20.0},
        slow=True,
    ),
)
