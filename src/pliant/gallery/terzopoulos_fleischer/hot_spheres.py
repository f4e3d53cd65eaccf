"""002 Fig. 20: eight solids fall onto hot spheres, are strained and break."""

from __future__ import annotations

from math import prod

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between, close
from pliant.gallery.colours import FLOOR, RED
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, drawn_pieces, masses
from pliant.gallery.runner import recording_of

SIDE, THICK, GRID = 0.6, 0.12, (16, 16, 4)
RADIUS, HEIGHT, DROP, APART = 0.2, 0.4, 0.75, 1.25  # of the spheres, their centres, the solids, all [m]
MATTER = pl.Bulk(young=3e4, poisson=0.45, density=1000.0, damping=5e-3)
WARM, HOT = 100.0, 300.0  # [°C], the solids and the spheres; in between they melt
FLOW = pl.Thermoplastic(relaxation_time=0.03, temperature=WARM, softening=60.0, melting=150.0, softness=0.1)
TOUGHNESS = (1.6, 1.2, 0.9, 0.7, 0.55, 0.45, 0.35, 0.25)  # elongations that links bear


def scenes() -> Scenes:
    return {"exact": over_spheres(GRID, TOUGHNESS)}


def over_spheres(grid: tuple[int, int, int], toughness: tuple[float, ...]) -> pl.Scene:
    """One solid for each toughness, above a sphere of its own."""
    blob = 0.75 * SIDE / (grid[0] - 1)
    contact = pl.responses.Penalty(margin=0.8 * blob)
    scene = pl.Scene(gravity=pl.EARTH, seconds=0.75, contact=contact)
    scene.add(pl.obstacles.Plane(friction=0.5, restitution=0.1, look=FLOOR), id="floor")
    for k, limit in enumerate(toughness):
        x, y = APART * (k % 4), APART * (k // 4)
        ball = pl.obstacles.Sphere(
            center=(x, y, HEIGHT),
            radius=RADIUS,
            friction=0.1,
            restitution=0.1,
            temperature=HOT,
            contact_time=0.05,
            look=RED,
        )
        scene.add(ball, id=f"ball{k}")
        scene.add(
            pl.Solid(
                pl.shapes.box(SIDE, SIDE, THICK),
                grid=grid,
                position=(x, y, DROP),
                material=MATTER,
                flow=FLOW,
                fracture=pl.Fracture(limit, scatter=0.3, seed=k),
                collides=["floor", f"ball{k}"],
                look=pl.Look("#6f9f4a", blobs=blob),
            ),
            id=f"solid{k}",
        )
    return scene


def check(recordings: Recordings) -> list[Check]:
    return claims(scenes()["exact"], recordings)


def claims(scene: pl.Scene, recordings: Recordings) -> list[Check]:
    """What holds for any grid and number of solids, the weakest of which is the last."""
    recording = recording_of(recordings["exact"])
    bodies = recording.bodies
    frames = np.linspace(0, len(recording) - 1, 13).astype(int)
    pieces = [[drawn_pieces(recording, body, frame) for frame in frames] for body in bodies]
    inside = [float(clearance(recording, scene, f"ball{k}", body).min()) for k, body in enumerate(bodies)]
    below = [float(clearance(recording, scene, "floor", body).min()) for body in bodies]
    weight = [float(masses(scene, body).sum()) for body in bodies]
    warmth = recording.field(bodies[-1], "temperature")
    fall = float(recording.positions(bodies[-1])[-1, :, 2].mean())
    return [
        between("each is one piece to begin with: the most", max(first for first, *_ in pieces), 1, 1),
        at_least("the weakest breaks into many: pieces that are seen at once", max(pieces[-1]), 10),
        at_most("the toughest into fewer", max(pieces[0]), max(pieces[-1]) - 1),
        at_least("the sphere heats what it touches: the hottest node", float(warmth.max()), 200.0, "°C"),
        between("but not the rest: the coldest", float(warmth[-1].min()), WARM - 0.1, WARM + 0.1, "°C"),
        at_most("fragments fall: mean height of the weakest at the end", fall, 0.5 * HEIGHT, "m"),
        at_least("nothing is ever inside a sphere: least distance", min(inside), 0.0, "m"),
        at_least("or below the floor", min(below), 0.0, "m"),
        close("all keep their mass: the least", min(weight), 1000.0 * SIDE * SIDE * THICK, 1e-9, "kg"),
        close("the most", max(weight), 1000.0 * SIDE * SIDE * THICK, 1e-9, "kg"),
        at_most(
            "nothing flies off: the largest extent of any over its side",
            max(float(np.ptp(recording.positions(body), axis=1).max()) for body in bodies) / SIDE,
            4.0,
        ),
    ]


ENTRIES = (
    Entry(
        name="hot-spheres",
        title="Eight solids fall over hot spheres",
        source="002 Fig. 20",
        text=(
            f"Eight solids of 16×16×4 nodes ({8 * prod(GRID)} in all) fall at the same time, each onto a hot sphere. "
            "They are warm and flow slowly; where they touch the sphere they melt, get ten times softer and flow fast. "
            "Matter breaks where it is drawn out too far, and the eight differ in how far that is: all burst over the "
            "sphere, the weakest into the most fragments, and lie around it in the end. Drawn as blobs. Heat does not "
            "spread within the solids."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.25, 0.4, 0.75),
        picture={"azimuth": -60.0, "elevation": 24.0},
        slow=True,
    ),
)
