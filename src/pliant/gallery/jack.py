"""000 Fig. 6.8 and 002 Fig. 11: membranes that shrink upon a jack, and one that is pulled off it."""

from __future__ import annotations

import numpy as np
from scipy.spatial import ConvexHull

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import ROSE, STONE, TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import clearance, deepest, grid, still
from pliant.gallery.runner import recording_of

REACH, ARM, KNOB = 0.3, 0.03, 0.08  # [m]: to the centres of the knobs; radii of arms and knobs


def jack() -> pl.obstacles.Union:
    """Six knobs on three crossed arms."""
    quarter = 0.5 * np.pi
    turns = ((0.0, 0.0, 0.0), (quarter, 0.0, 0.0), (0.0, quarter, 0.0))
    arms = [pl.obstacles.Capsule(radius=ARM, length=2.0 * REACH, rotation=turn) for turn in turns]
    knobs = [pl.obstacles.Sphere(center=tuple(place), radius=KNOB) for place in knob_centres().tolist()]
    return pl.obstacles.Union([*arms, *knobs], look=STONE)


def knob_centres() -> np.ndarray:
    return REACH * np.concatenate([np.eye(3), -np.eye(3)])


def hull_volume() -> float:
    """The volume [m³] of the convex hull of the knobs."""
    rng = np.random.default_rng(0)
    ways = rng.normal(size=(400, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    return float(ConvexHull((knob_centres()[:, None] + KNOB * ways).reshape(-1, 3)).volume)


# ---------------------------------------------------------------- 002 Fig. 11

WRAP_GRID, WRAP_RADIUS = (56, 41), 0.45
# Its rest shape is nearly a point (the paper's G⁰ = 0), so that it pulls like a soap film with some memory of its grid.
WRAP = pl.Sheet(membrane=0.004, bending=0.0, area_density=0.3, poisson=0.0)


def wrap_scenes() -> Scenes:
    scene = pl.Scene(seconds=6.0, contact=pl.responses.Penalty(margin=0.008))
    scene.add(
        pl.Surface(
            pl.shapes.ellipsoid(*(0.05,) * 3),
            initial_shape=pl.shapes.ellipsoid(*(WRAP_RADIUS,) * 3),
            grid=WRAP_GRID,
            periodic=(True, False),
            material=WRAP,
            rotation=(0.6, 0.4, 0.0),  # so that no knob meets a pole of the grid
            look=ROSE,
        ),
        id="wrap",
    )
    scene.add(pl.Viscous(6.0), id="oil")
    scene.add(jack(), id="jack")
    return {"exact": scene}


def enclosed(x: np.ndarray) -> float:
    """The volume [m³] inside a closed surface (M, N, 3) that is periodic along its first axis."""
    around = np.roll(x, -1, axis=0)
    a, b, c, d = x[:, :-1], around[:, :-1], around[:, 1:], x[:, 1:]
    return float(abs(np.sum((a + b + c + d) / 4.0 * 0.5 * np.cross(c - a, d - b))) / 3.0)


def check_wrap(recordings: Recordings) -> list[Check]:
    scene, recording = wrap_scenes()["exact"], recording_of(recordings["exact"])
    x = grid(recording)
    hull = hull_volume()
    reach = [
        float(np.min(np.linalg.norm(x[-1].reshape(-1, 3) - knob, axis=1)) - KNOB) for knob in knob_centres()
    ]
    return [
        at_most("the membrane stays outside of the jack", deepest(recording, scene), 2e-3, "m"),
        at_most("it comes to rest upon all six knobs: farthest gap", max(reach), 0.012, "m"),
        between(
            "inside it is about the convex hull: volume over the hull's", enclosed(x[-1]) / hull, 0.7, 1.1
        ),
        at_least("at the start it held this many hulls", enclosed(x[0]) / hull, 2.0),
        at_most("shrinking ceases", still(recording), 0.06, "m/s"),
    ]


# ---------------------------------------------------------------- 000 Fig. 6.8

GRID, OPENING = (32, 32), np.radians(35.0)
SKIN = pl.Sheet(membrane=4.0, bending=0.0, area_density=0.2, poisson=0.3, damping=0.01)


def _barrel(radius: float) -> pl.shapes.Revolution:
    """A sphere without its caps, open above and below."""
    low = 0.5 * np.pi - OPENING
    start = (float(np.cos(low)), 0.0, float(-np.sin(low)))
    across = (float(np.sin(low)), 0.0, float(np.cos(low)))
    arc = pl.shapes.circle(radius, angle=2.0 * low, u=start, v=across)
    return pl.shapes.revolve(arc)


def membrane_scenes() -> Scenes:
    scene = pl.Scene(seconds=4.0, contact=pl.responses.Penalty(margin=0.008))
    skin = scene.add(
        pl.Surface(
            _barrel(0.2),
            initial_shape=_barrel(0.42),
            grid=GRID,
            periodic=(True, False),
            material=SKIN,
            look=TEAL,
        ),
        id="membrane",
    )
    scene.add(pl.Viscous(40.0), id="oil")
    scene.add(jack(), id="jack")
    rim = _barrel(0.2).points(GRID, (True, False))[:, -1]
    for m in range(GRID[0]):
        hand = scene.at(1.2, pl.Grab(skin, (m, GRID[1] - 1), id=f"hand{m}"))
        away = (1.2 * rim[m, 0], 1.2 * rim[m, 1], 1.0)
        scene.at(1.2, pl.Move(hand, to=tuple(map(float, away)), seconds=2.4))
    return {"exact": scene}


def check_membrane(recordings: Recordings) -> list[Check]:
    scene, recording = membrane_scenes()["exact"], recording_of(recordings["exact"])
    x = grid(recording)
    near = clearance(recording, scene, "jack")
    wrapped = int(np.searchsorted(recording.times, 1.2)) - 1
    girth = [
        float(np.linalg.norm(np.roll(one[:, 16], -1, axis=0) - one[:, 16], axis=1).sum())
        for one in (x[0], x[wrapped])
    ]
    return [
        at_most("nothing goes into the jack", deepest(recording, scene), 4e-3, "m"),
        at_most(
            "the membrane wraps itself around the jack: its girth over that at the start",
            girth[1] / girth[0],
            0.97,
        ),
        at_least("and lies on its knobs: nodes that touch", float((near[wrapped] < 0.01).sum()), 8.0),
        at_least("the end that is pulled comes away", float(x[-1, :, -1, 2].min()), 0.8, "m"),
        at_least(
            "and draws the membrane off the knobs: height of its middle",
            float(x[-1, :, 16, 2].mean()),
            0.3,
            "m",
        ),
    ]


ENTRIES = (
    Entry(
        name="shrink-wrap",
        title="A membrane shrinks upon a jack",
        source="002 Fig. 11",
        text=(
            "A membrane stretched into a sphere around a jack (capsules and spheres in one union) shrinks until its "
            "tension is in balance with the contact: a physically based way to a convex hull. The paper's rest metric "
            "is zero; here the rest shape is a sphere of a ninth of the size. Free parts are saddles between the "
            "knobs, so that what is inside is a little less than the hull."
        ),
        scenes=wrap_scenes,
        check=check_wrap,
        times=(0.0, 0.5, 6.0),
        picture={"azimuth": -55.0, "elevation": 25.0},
        every=3,
        slow=True,
    ),
    Entry(
        name="membrane-on-jack",
        title="A thin membrane is pulled off a jack",
        source="000 Fig. 6.8",
        text=(
            "An open membrane without bending stiffness, blown up around the jack, wraps itself around it as tightly "
            "as it can. Then one of its open ends is pulled away, and it slides off the knobs in folds. It does not "
            "collide with itself."
        ),
        scenes=membrane_scenes,
        check=check_membrane,
        times=(0.0, 1.2, 2.1, 4.0),
        picture={"azimuth": -55.0, "elevation": 15.0},
        every=3,
    ),
)
