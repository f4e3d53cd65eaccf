"""001 Fig. 5.3: a hybrid sheet as stiff as card, held at three corners, is pulled down at the fourth."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_most, between, close
from pliant.gallery.colours import LINEN
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, last, still, stretch
from pliant.gallery.runner import recording_of

COUNT, SIDE = 30, 0.3
CURVATURE = 0.02  # [N·m], as D(1 − ν) of card of half a millimetre
PAPER = pl.Hybrid(curvature=CURVATURE, density=0.3, damping=0.03, drag=0.5)
FORCES = {"hybrid": 0.03, "half the force": 0.015}  # [N]
FAR = 10.0  # where the spring ends that pulls, below the corner [m]: its force hardly changes


def scenes() -> Scenes:
    return {name: _pulled(force) for name, force in FORCES.items()}


def _pulled(force: float) -> pl.Scene:
    scene = pl.Scene(seconds=3.0)
    sheet = scene.add(
        pl.Surface(
            pl.shapes.rectangle(SIDE, SIDE, center=(0.5 * SIDE, 0.5 * SIDE, 0.0)),
            grid=(COUNT, COUNT),
            material=PAPER,
            look=LINEN,
        ),
        id="paper",
    )
    scene.pin(sheet, corners=("00", "10", "01"))
    corner = pl.Target(sheet, corners=["11"])
    scene.add(pl.Spring(force / FAR, (SIDE, SIDE, -FAR), apply_to=[corner]), id="pull")
    return scene


def check(recordings: Recordings) -> list[Check]:
    """With the energy ½∫ w₂(w,xx² + 2w,xy² + w,yy²) a force F at a corner twists w = c·x·y, and F = 2w₂h/a²."""
    x, recording = last(recordings, "hybrid"), recording_of(recordings["hybrid"])
    depth = -float(x[-1, -1, 2])
    twist = -depth * x[..., 0] * x[..., 1] / SIDE**2
    pull = FORCES["hybrid"] * (FAR - depth) / FAR
    corners = grid(recording)[:, [0, 0, -1], [0, -1, 0]]
    return [
        at_most("three corners stay", float(np.abs(corners - corners[0]).max()), 0.0, "m"),
        between("the fourth goes down: over the side", depth / SIDE, 0.15, 0.3),
        close("as far as theory says, Fa²/2w₂", depth, pull * SIDE**2 / (2 * CURVATURE), 0.01, "m"),
        at_most(
            "evenly twisted: distance from c·x·y over depth",
            float(np.abs(x[..., 2] - twist).max()) / depth,
            0.01,
        ),
        close(
            "half the force, half the depth",
            -float(last(recordings, "half the force")[-1, -1, 2]),
            0.5 * depth,
            0.01,
            "m",
        ),
        at_most("hardly stretched", float(stretch(recording)[-1].max()), 0.05),
        at_most("it comes to rest", still(recording), 1e-3, "m/s"),
    ]


ENTRIES = (
    Entry(
        name="paper-at-three-corners",
        title="A piece of paper, held at three corners, under a downward force",
        source="001 Fig. 5.3",
        text=(
            "A hybrid sheet of 30×30 nodes that resists bending only, as stiff as thin card; three corners hold it, "
            "and a force of 30 mN pulls the fourth down. It twists evenly, and its depth is that of theory, Fa²/2w₂. "
            "Forces of hybrid bodies are linear: half the force gives half the depth. For the same reason it gets a "
            "little longer along its edges, which real paper would not. The source gives neither sizes nor the place "
            "of the force."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.1, 0.25, 3.0),
        picture={"azimuth": 15.0, "elevation": 22.0, "wireframe": True},
    ),
)
