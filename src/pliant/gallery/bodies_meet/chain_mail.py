"""Chain mail: rings that hold together by nothing but going through each other."""

from __future__ import annotations

from math import pi

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, holds
from pliant.gallery.colours import GOLD, SLATE, STEEL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.knots import linking_number
from pliant.gallery.runner import recording_of

COUNT, NODES = 4, 20  # flat rings along a side, nodes of a ring
RADIUS, APART, WIRE = (
    0.025,
    0.064,
    0.0035,
)  # [m]: of a ring, from flat ring to flat ring, thickness of the wire
LINK = 0.017  # radius [m] of the upright rings
ROD = pl.Rod(young=5e7, radius=0.5 * WIRE, density=2000.0, damping=3e-3, drag=0.01)
BALL = pl.obstacles.Sphere(radius=0.075, center=(0.006, 0.004, -0.095), look=SLATE, friction=0.2)


def places() -> dict[str, tuple[float, float]]:
    """The middles of the flat rings, by name."""
    first = -0.5 * APART * (COUNT - 1)
    return {f"ring{i}{j}": (first + APART * i, first + APART * j) for i in range(COUNT) for j in range(COUNT)}


def links() -> dict[str, tuple[str, str]]:
    """Which two flat rings an upright one goes through."""
    pairs = {}
    for i in range(COUNT):
        for j in range(COUNT):
            for axis, (k, m) in {"x": (i + 1, j), "y": (i, j + 1)}.items():
                if max(k, m) < COUNT:
                    pairs[f"link{i}{j}{axis}"] = (f"ring{i}{j}", f"ring{k}{m}")
    return pairs


def scenes() -> Scenes:
    scene = pl.Scene(
        gravity=pl.EARTH, seconds=0.8, dt=1.0 / 120.0, collision=pl.Collision(itself=False, friction=0.2)
    )
    at = places()
    for name, (x, y) in at.items():
        scene.add(_ring(RADIUS, (x, y, 0.0), (0.0, 0.0, 0.0), STEEL), id=name)
    for name, (one, two) in links().items():
        middle = 0.5 * (np.array(at[one]) + at[two])
        turn = (pi / 2, 0.0, 0.0) if name.endswith("x") else (0.0, pi / 2, 0.0)
        scene.add(_ring(LINK, (float(middle[0]), float(middle[1]), 0.0), turn, GOLD), id=name)
    scene.add(BALL, id="ball")
    return {"mail": scene}


def _ring(
    radius: float, place: tuple[float, float, float], turn: tuple[float, float, float], look: pl.Look
) -> pl.Curve:
    return pl.Curve(
        pl.shapes.circle(radius),
        grid=NODES,
        periodic=True,
        material=ROD,
        position=place,
        rotation=turn,
        contact_thickness=WIRE,
        look=look,
    )


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["mail"])
    x = {name: recording.positions(name) for name in recording.bodies}
    frames = range(0, len(recording), 4)
    linked = {
        abs(linking_number(x[link][k], x[ring][k]))
        for k in frames
        for link, rings in links().items()
        for ring in rings
    }
    flat = [name for name in x if name.startswith("ring")]
    strangers = {linking_number(x[a][-1], x[b][-1]) for a in flat for b in flat if a < b}
    end = np.concatenate([x[name][-1] for name in flat])
    inside = min(float(np.linalg.norm(p - BALL.center, axis=-1).min()) for p in x.values()) - BALL.radius
    drop = {name: float(x[name][0, :, 2].mean() - x[name][-1, :, 2].mean()) for name in flat}
    corner, top = drop[f"ring{0}{0}"], drop[f"ring{COUNT // 2}{COUNT // 2}"]
    return [
        holds(
            "every upright ring goes through its two neighbours, in all frames: linking number",
            linked == {1},
            str(linked),
            "1",
        ),
        holds("flat rings never go through each other", strangers == {0}, str(strangers), "0"),
        at_least("nothing is inside the ball", inside, -1e-3, "m"),
        at_least(
            "the mail hangs over the ball: a corner falls farther than the middle, by",
            corner - top,
            0.03,
            "m",
        ),
        at_most(
            "it holds together: its largest extent, over what it was",
            float(np.ptp(end, axis=0).max()) / (APART * (COUNT - 1) + 2 * RADIUS),
            1.3,
        ),
    ]


ENTRIES = (
    Entry(
        name="chain-mail",
        title="Chain mail falls over a ball",
        source="006 Sec. 4",
        text=(
            "Sixteen flat rings, and twenty-four upright ones that each go through two of them: nothing else holds "
            "the mail together. It falls on a ball and hangs over it like a cloth. That no ring has left another is "
            "told by their linking numbers."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.12, 0.25, 0.8),
        picture={"azimuth": -60.0, "elevation": 30.0},
        slow=True,
    ),
)
