"""000 §3.5, fluids: a stream that varies in space. Ribbons on a pole and a free paddle, in a vortex."""

from __future__ import annotations

from math import erf, pi, sqrt

import numpy as np

import pliant as pl
from pliant.checks import Check, at_most, close
from pliant.gallery.colours import BLUE, GOLD, GREEN, PLUM, RED, STONE, TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, stretch
from pliant.gallery.runner import recording_of

CIRCULATION, CORE, STRENGTH = 6.0, 0.3, 0.6  # [m²/s], [m], [kg/(m²·s)]
POLE, LENGTH, WIDTH, APART = 0.12, 0.7, 0.12, 0.16  # of the ribbons, one above the other [m]
GAP = 0.003  # between them and the pole [m]
PADDLE = 0.5  # half its length [m]
COLOURS = (RED, GOLD, GREEN, TEAL, BLUE, PLUM)


def scenes() -> Scenes:
    ribbons = pl.Scene(seconds=3.0)
    cloth = pl.Sheet(membrane=200.0, bending=2e-5, area_density=0.05, damping=3e-3)
    for k, look in enumerate(COLOURS):
        angle = 2.0 * pi * k / len(COLOURS)
        out = np.array([np.cos(angle), np.sin(angle), 0.0])
        middle = (POLE + GAP + 0.5 * LENGTH) * out + (0.0, 0.0, APART * k)
        strip = pl.shapes.rectangle(LENGTH, WIDTH, center=tuple(middle), u=tuple(out), v=(0.0, 0.0, -1.0))
        name = ribbons.add(pl.Surface(strip, grid=(25, 5), material=cloth, look=look), id=f"ribbon{k}")
        ribbons.pin(name, edges=("m0",))
    ribbons.add(
        pl.obstacles.Cylinder(radius=POLE, height=1.2, center=(0.0, 0.0, 2.5 * APART), look=STONE), id="pole"
    )
    paddle = pl.Scene(seconds=2.5)
    flat = pl.shapes.rectangle(2.0 * PADDLE, 0.2, v=(0.0, 0.0, -1.0))
    card = pl.Sheet(membrane=400.0, bending=0.2, area_density=0.05, damping=3e-3)
    paddle.add(pl.Surface(flat, grid=(41, 7), material=card, look=RED), id="paddle")
    for scene in (ribbons, paddle):
        scene.add(pl.Viscous(STRENGTH, pl.Vortex(CIRCULATION, CORE)), id="whirl")
    return {"ribbons": ribbons, "paddle": paddle}


def check(recordings: Recordings) -> list[Check]:
    ribbons, paddle = (recording_of(recordings[name]) for name in ("ribbons", "paddle"))
    # The torque on a rigid paddle of half length L vanishes at ω = 3/L³ ∫ r u(r) dr.
    inside = PADDLE - 0.5 * sqrt(pi) * CORE * erf(PADDLE / CORE)
    rate = 3.0 * CIRCULATION / (2.0 * pi * PADDLE**3) * inside
    ends = np.stack([grid(ribbons, f"ribbon{k}")[:, -1].mean(axis=1) for k in range(len(COLOURS))])
    wound = np.unwrap(np.arctan2(ends[..., 1], ends[..., 0]), axis=1)
    wound -= wound[:, :1]
    differing = float(np.ptp(wound[:, ribbons.times < 0.3], axis=0).max())
    stretched = max(float(stretch(ribbons, f"ribbon{k}").max()) for k in range(len(COLOURS)))
    return [
        close("a free paddle turns as fast as no torque says", _turning(paddle), rate, 0.02, "rad/s"),
        close(
            "ribbons are wound around their pole: how far free ends have gone, their length over its radius",
            float(wound[:, -1].mean()),
            LENGTH / (POLE + GAP),
            0.05,
            "rad",
        ),
        at_most("until they touch it, one does as the other (largest difference)", differing, 1e-3, "rad"),
        at_most("they are hardly stretched (largest)", stretched, 0.01),
    ]


def _turning(recording: pl.Recording) -> float:
    """The mean angular velocity [rad/s] about the axis over the last second."""
    x = grid(recording)[recording.times > recording.times[-1] - 1.0]
    ends = x[:, -1].mean(axis=1) - x[:, 0].mean(axis=1)
    angle = np.unwrap(np.arctan2(ends[:, 1], ends[:, 0]))
    return float(
        (angle[-1] - angle[0]) / np.ptp(recording.times[recording.times > recording.times[-1] - 1.0])
    )


ENTRIES = (
    Entry(
        name="whirl",
        title="Ribbons and a paddle in a whirl",
        source="000 Sec. 3.5",
        text=(
            "The viscous force with a stream that varies in space: a vortex, which turns as a solid body near its "
            "axis and slows down with the distance. A light paddle that floats in it without weight turns with it, "
            "as fast as the torques on its ends, which the stream is too slow for, and on its middle cancel. Six "
            "ribbons that a pole holds cannot go round, and are wound up."
        ),
        scenes=scenes,
        check=check,
        shown=("ribbons", "paddle"),
        times={"ribbons": (0.0, 0.25, 3.0), "paddle": (0.0, 0.25, 0.5)},
        picture={"azimuth": -60.0, "elevation": 35.0},
    ),
)
