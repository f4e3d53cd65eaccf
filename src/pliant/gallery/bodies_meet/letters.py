"""A heap of twenty letters of jelly."""

from __future__ import annotations

from itertools import permutations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import BLUE, FLOOR, GOLD, GREEN, PLUM, RED, TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.runner import recording_of

TEXT = "PLIANTCLOTHSOFTJELLO"
PIXEL, FINE = 0.03, 2  # [m]; cells along a side of a pixel
JELLY = pl.Bulk(young=3e4, poisson=0.4, density=1050.0, damping=0.01)
MEET = pl.Collision(friction=0.4, thickness=0.003)
COLOURS = (RED, GOLD, GREEN, TEAL, BLUE, PLUM)
# No two pixels touch by an edge alone, where a solid would hang on a line.
PIXELS = {
    "A": "111 101 111 101 101",
    "C": "111 100 100 100 111",
    "E": "111 100 111 100 111",
    "F": "111 100 111 100 100",
    "H": "101 101 111 101 101",
    "I": "111 010 010 010 111",
    "J": "001 001 001 101 111",
    "L": "100 100 100 100 111",
    "N": "1001 1101 1111 1011 1001",
    "O": "111 101 101 101 111",
    "P": "111 101 111 100 100",
    "S": "111 100 111 001 111",
    "T": "111 010 010 010 010",
}


def letter(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (n, 3) [m] about the middle and tetrahedra (k, 4) of a letter one pixel thick."""
    rows = np.array([[int(pixel) for pixel in row] for row in PIXELS[name].split()])
    solid = np.kron(rows[::-1].T[:, :, None], np.ones((FINE, FINE, FINE), int))
    cells = np.argwhere(solid)
    # Kuhn's six tetrahedra of a cube, one for each order in which its axes are gone along, fit those of its neighbours.
    steps = np.array(
        [
            np.cumsum([(0, 0, 0), *np.eye(3, dtype=int)[list(order)]], axis=0)
            for order in permutations(range(3))
        ]
    )
    corners = (cells[:, None, None] + steps).reshape(-1, 3)
    places, number = np.unique(corners, axis=0, return_inverse=True)
    points = (places - 0.5 * np.array(solid.shape)) * PIXEL / FINE
    return points, number.reshape(-1, 4)


def scenes() -> Scenes:
    scene = pl.Scene(
        gravity=pl.EARTH, seconds=1.6, integrator=pl.BackwardEuler(tolerance=0.05), collision=MEET
    )
    rng = np.random.default_rng(7)
    for k, name in enumerate(TEXT):
        points, tetrahedra = letter(name)
        tower, floor = k % 4, k // 4
        place = (0.095 * (2 * (tower % 2) - 1), 0.095 * (2 * (tower // 2) - 1), 0.14 + 0.19 * floor)
        turn = tuple(float(angle) for angle in rng.uniform(-1.2, 1.2, 3))
        body = pl.Mesh(
            points, tetrahedra=tetrahedra, material=JELLY, position=place, rotation=turn, look=COLOURS[k % 6]
        )
        scene.add(body, id=f"{name}{k}")
    scene.add(pl.obstacles.Plane(look=FLOOR, friction=0.5), id="floor")
    return {"heap": scene}


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["heap"])
    bodies = recording.bodies
    volumes = np.array([_volumes(recording, name) for name in bodies])
    middles = np.array([recording.positions(name).mean(axis=1) for name in bodies])
    low = min(float(recording.positions(name)[..., 2].min()) for name in bodies)
    speed = np.linalg.norm(middles[:, -1] - middles[:, -7], axis=-1) * 10.0
    upper = int((middles[:, -1, 2] > 1.2 * PIXEL).sum())
    return [
        at_least("nothing sinks into the floor (lowest node)", low, -1e-3, "m"),
        at_least("they lie on each other: letters whose middle is higher than one is thick", upper, 5),
        at_most("it is a heap: height of the highest middle", float(middles[:, -1, 2].max()), 0.3, "m"),
        at_least(
            "jelly keeps its volume: least of a letter, over that at rest, ever", float(volumes.min()), 0.85
        ),
        at_most("and largest", float(volumes.max()), 1.05),
        at_most("the heap comes to rest (fastest letter)", float(speed.max()), 0.25, "m/s"),
    ]


def _volumes(recording: pl.Recording, name: str) -> np.ndarray:
    """The volume of a letter over that at rest, in each frame."""
    _, tetrahedra = letter(name[0])
    a, b, c, d = np.moveaxis(recording.positions(name)[:, tetrahedra], 2, 0)
    volume = (np.cross(b - a, c - a) * (d - a)).sum(axis=-1)
    volume *= np.sign(volume[0])  # less where inside out; half of Kuhn's are numbered left-handed
    return volume.sum(axis=-1) / volume[0].sum()


ENTRIES = (
    Entry(
        name="jelly-letters",
        title="A heap of twenty letters of jelly",
        source="006 Sec. 3",
        text=(
            "Twenty letters, solids of tetrahedra, fall onto a floor and onto each other. They bounce and bend, come "
            "to lie over and across each other, and none passes into another."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.25, 0.5, 1.6),
        picture={"azimuth": -60.0, "elevation": 25.0},
        slow=True,
    ),
)
