"""A cloth is folded five times, each time lengthwise and crosswise in turn, into 32 layers."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_most, between, close
from pliant.gallery.colours import FLOOR, TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, still, stretch
from pliant.gallery.runner import recording_of
from pliant.scene.events import Event

SIDES, GRID = (1.8, 0.9), (49, 25)  # [m], [m]; nodes
THICK, FOLDS = 0.004, 5  # [m]
MOVING, STILL = 12.0, 4.0  # [N/m]: hands on the half that is turned over, and on the other
EVERY = 4  # nodes, in both directions, has a hand
TURN, PAUSE, CHORDS = 0.7, 0.3, 7  # [s] of a fold, [s] to settle, and straight pieces of a hand's way
CLOTH = pl.Sheet(membrane=150.0, bending=1e-6, area_density=0.5, damping=0.01, drag=0.3)
GAP = 0.7 * THICK  # between layers at rest, about


def scenes() -> Scenes:
    flat = pl.shapes.rectangle(*SIDES, center=(0.0, 0.0, 0.003))
    x = flat.points(GRID, (False, False))
    events: list[Event] = []
    for number in range(FOLDS):
        x = _fold(events, x, number, time=0.1 + number * (TURN + PAUSE))
    scene = pl.Scene(
        bodies=[pl.Surface(flat, grid=GRID, material=CLOTH, contact_thickness=THICK, look=TEAL, id="cloth")],
        obstacles=[pl.obstacles.Plane(look=FLOOR, friction=1.0, id="table")],
        events=events,
        gravity=pl.EARTH,
        seconds=FOLDS * (TURN + PAUSE) + 0.5,
        collision=pl.Collision(friction=0.1),
    )
    return {"folded": scene}


def _fold(events: list[Event], x: np.ndarray, number: int, time: float) -> np.ndarray:
    """Hands take one half, all layers of it, and turn it over; returns where nodes (M, N, 3) are then."""
    axis = number % 2
    line = (
        0.5 * (x[..., axis].min() + x[..., axis].max()),
        x[..., 2].max() + 0.5 * GAP,
    )  # what is turned about
    moving = x[..., axis] > line[0] + 1e-9
    for m, n in [(m, n) for m in range(0, GRID[0], EVERY) for n in range(0, GRID[1], EVERY)]:
        stiff, place = (MOVING, None) if moving[m, n] else (STILL, tuple(map(float, x[m, n])))
        hand = f"hand{number}-{m}-{n}"
        events.append(pl.Grab("cloth", (m, n), id=hand, stiffness=stiff, to=place, time=time))
        for k in range(CHORDS if moving[m, n] else 0):
            to = tuple(map(float, _turned(x[m, n], line, axis, np.pi * (k + 1) / CHORDS)))
            events.append(pl.Move(hand, to=to, seconds=TURN / CHORDS, time=time + k * TURN / CHORDS))
        if number < FOLDS - 1:
            events.append(pl.Release(hand, time=time + TURN + PAUSE))
    return np.where(moving[..., None], _turned(x, line, axis, np.pi), x)


def _turned(x: np.ndarray, line: tuple[float, float], axis: int, angle: float) -> np.ndarray:
    """Points (…, 3) turned up about a line across `axis` at that place and height."""
    out, u, w = x.copy(), x[..., axis] - line[0], x[..., 2] - line[1]
    out[..., axis] = line[0] + np.cos(angle) * u - np.sin(angle) * w
    out[..., 2] = line[1] + np.sin(angle) * u + np.cos(angle) * w
    return out


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["folded"])
    x = grid(recording)[-1]
    wide = np.ptp(x.reshape(-1, 3), axis=0)
    layers = layers_below(x)
    return [
        close("layers on top of each other in the middle (median)", float(np.median(layers)), 2**FOLDS, 0.0),
        between("its length, over an eighth of what it was", float(wide[0]) / (SIDES[0] / 8), 0.9, 1.6),
        between("and its width, over a quarter", float(wide[1]) / (SIDES[1] / 4), 0.9, 1.6),
        between("its height, over 32 thicknesses", float(np.ptp(x[..., 2])) / (2**FOLDS * THICK), 0.3, 1.5),
        at_most(
            "it is hardly stretched (median of the nodes)", float(np.median(stretch(recording)[-1])), 0.05
        ),
        at_most(
            "but in folds around folds (all but 1 %)", float(np.percentile(stretch(recording)[-1], 99)), 0.3
        ),
        at_most("it lies still", still(recording), 0.05, "m/s"),
    ]


def layers_below(x: np.ndarray, rays: int = 5) -> np.ndarray:
    """How many cells (two triangles each) of a sheet (M, N, 3) vertical lines near its middle go through."""
    a, b, c, d = x[:-1, :-1], x[1:, :-1], x[1:, 1:], x[:-1, 1:]
    faces = np.concatenate([np.stack(three, axis=2).reshape(-1, 3, 3) for three in ((a, b, c), (a, c, d))])
    middle, size = np.median(x.reshape(-1, 3), axis=0), np.ptp(x.reshape(-1, 3), axis=0)
    shift = np.linspace(-0.13, 0.13, rays)
    counts = []
    for place in [middle[:2] + size[:2] * (u, v) for u in shift for v in shift]:
        p = faces[..., :2] - place
        q = np.roll(p, -1, axis=1)
        sides = p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0]
        counts.append(int(((sides > 0.0).all(axis=1) | (sides < 0.0).all(axis=1)).sum()))
    return np.array(counts)


ENTRIES = (
    Entry(
        name="folded-cloth",
        title="A cloth is folded five times",
        source="006 Sec. 2",
        text=(
            "A thick cloth of 1.8 m × 0.9 m on a table is folded in half, five times over, by hands that take one half "
            "of it, in all layers, turn it over and hold it there: 32 layers of 4 mm lie on each other. Cloth that has "
            "to go around other layers is stretched there; let go, it would spring open. Whatever hands do, no layer "
            "passes through another."
        ),
        scenes=scenes,
        check=check,
        times=(0.5, 1.5, 2.5, 3.5, 4.5, 5.5),
        picture={"azimuth": -60.0, "elevation": 25.0},
        every=2,
        slow=True,
    ),
)
