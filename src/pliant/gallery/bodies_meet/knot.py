"""A rope with a loose overhand knot is pulled at both ends, until the knot is tight."""

from __future__ import annotations

from functools import cache

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between, holds
from pliant.gallery.colours import GOLD
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.knots import closed_far_away, determinant
from pliant.gallery.runner import recording_of

THICK = 0.02  # [m]
SPACING = 2.0 * THICK  # of nodes: contact is as thick as half an edge at most
TAIL, SIZE = 0.15, 0.06  # [m]
PULL, SECONDS = 2.0, 3.0  # [s]
CORD = pl.Cord(stretching=1e4, bending=3e-3, line_density=0.2, radius=0.5 * THICK, damping=0.02, drag=0.4)
IDEAL = (
    10.1  # diameters that a tight open trefoil takes up (P. Pieranski et al., New Journal of Physics 3, 2001)
)


@cache
def _knotted() -> tuple[pl.shapes.Even, float, int]:
    """The long trefoil (t³ − 3t, t⁴ − 4t², t⁵ − 10t), flattened, with straight ends; its length [m], and its nodes."""
    t = np.linspace(-2.05, 2.05, 60)
    middle = SIZE * np.stack([t**3 - 3.0 * t, t**4 - 4.0 * t**2, 0.08 * (t**5 - 10.0 * t)], axis=1)
    out = np.linspace(0.1, 1.0, 8)[:, None] * (TAIL, 0.0, 0.0)
    points = np.concatenate([middle[0] - out[::-1], middle, middle[-1] + out])
    curve = pl.shapes.even(pl.shapes.b_spline_curve(points))
    length = float(np.linalg.norm(np.diff(curve.points((2000,), (False,)), axis=0), axis=1).sum())
    return curve, length, round(length / SPACING) + 1


def scenes() -> Scenes:
    return {"knot": _pulled(pl.Collision(friction=0.2)), "no contact": _pulled(pl.Collision(itself=False))}


def _pulled(collision: pl.Collision) -> pl.Scene:
    curve, length, count = _knotted()
    scene = pl.Scene(seconds=SECONDS, collision=collision)
    straight = pl.shapes.line((-0.5 * length, 0.0, 0.0), (0.5 * length, 0.0, 0.0))
    rope = pl.Curve(
        straight, initial_shape=curve, grid=count, material=CORD, contact_thickness=THICK, look=GOLD
    )
    scene.add(rope, id="rope")
    for node, side in ((0, -1.0), (count - 1, 1.0)):
        hand = scene.at(0.0, pl.Grab("rope", node, id=f"hand{node}", stiffness=1000.0))
        scene.at(0.0, pl.Move(hand, to=(0.5 * side * length, 0.05, 0.0), seconds=PULL))
    return scene


def check(recordings: Recordings) -> list[Check]:
    knot, free = (recording_of(recordings[name]).positions("rope") for name in ("knot", "no contact"))
    kinds = {determinant(closed_far_away(x)) for x in knot}
    return [
        holds("it is a trefoil: determinant in all frames", kinds == {3}, _listed(kinds), "3"),
        at_most(
            "without contact it is none in the end: determinant", determinant(closed_far_away(free[-1])), 1
        ),
        at_least("loose, the knot takes up, in diameters", _taken(knot[0]), 40.0),
        between(
            "pulled tight; an ideal rope without stiffness takes up 10.1",
            _taken(knot[-1]),
            IDEAL,
            1.4 * IDEAL,
        ),
        at_most("without contact nothing is taken up", _taken(free[-1]), 0.5),
        at_least("strands are apart: least distance over the diameter", _apart(knot), 0.3),
        at_most("it stays tight: motion in the last half second, in diameters", _moved(knot), 0.2),
    ]


def _listed(kinds: set[int]) -> str:
    return ", ".join(map(str, sorted(kinds)))


def _taken(x: np.ndarray) -> float:
    """What the rope (n, 3) is longer than the distance of its ends, in diameters."""
    length = np.linalg.norm(np.diff(x, axis=0), axis=1).sum()
    return float(length - np.linalg.norm(x[-1] - x[0])) / THICK


def _moved(frames: np.ndarray) -> float:
    return float(np.linalg.norm(frames[-1] - frames[-31], axis=1).max()) / THICK


def _apart(frames: np.ndarray) -> float:
    """The least distance of places of the rope that are six diameters or more apart along it, over the diameter."""
    least = np.inf
    for x in frames[::6]:
        fine = np.concatenate([x[:-1] + s * np.diff(x, axis=0) for s in np.linspace(0.0, 0.95, 20)])
        along = np.concatenate([np.arange(len(x) - 1) + s for s in np.linspace(0.0, 0.95, 20)])
        order = np.argsort(along)
        fine, along = fine[order], along[order]
        far = np.abs(along[:, None] - along) * SPACING > 6.0 * THICK
        squared = ((fine[:, None] - fine) ** 2).sum(axis=-1)
        least = min(least, float(np.sqrt(squared[far].min())))
    return least / THICK


ENTRIES = (
    Entry(
        name="overhand-knot",
        title="An overhand knot is pulled tight",
        source="006 Sec. 1",
        text=(
            "A rope of 2.4 m with a loose overhand knot is pulled at both ends. It meets itself, with a little "
            "friction: the knot closes until strands lie on strands, and holds. That it is still the same knot is "
            "told by its determinant, which is 3 for a trefoil and 1 where there is no knot. Without contact the "
            "strands pass through each other and the rope is straight in the end."
        ),
        scenes=scenes,
        check=check,
        shown=("knot",),
        times=(0.0, 0.8, 1.4, 3.0),
        picture={"azimuth": -90.0, "elevation": 60.0},
        one_camera=False,
    ),
)
