"""004, mass-spring models: cutting removes links. A sheet is cut along a spiral and lifted by its middle."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, close
from pliant.gallery.colours import FLOOR, RED
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, stretch
from pliant.gallery.runner import recording_of
from pliant.spec import Vec3

SIDE, NODES, MIDDLE = 1.0, 37, 18
FIRST, PITCH, TURNS = 0.065, 0.125, 3  # where the spiral begins, and how far it is from turn to turn [m]
CUT, LIFT, HEIGHT = 0.1, 2.0, 1.3  # [s], [s], [m]


def spiral() -> list[Vec3]:
    """An Archimedean spiral about the middle, and from its end straight out."""
    angles = np.linspace(0.0, 2.0 * np.pi * TURNS, 40 * TURNS + 1)
    radii = FIRST + PITCH * angles / (2.0 * np.pi)
    turns = zip(radii * np.cos(angles), radii * np.sin(angles), strict=True)
    return [*((float(x), float(y), 0.0) for x, y in turns), (0.5 * SIDE, 0.0, 0.0)]


def scenes() -> Scenes:
    return {"cut": _scene(pl.Cut("sheet", spiral())), "whole": _scene()}


def _scene(*cuts: pl.Cut) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, seconds=2.6, integrator=pl.BDF2(tolerance=0.03))
    paper = pl.Sheet(membrane=400.0, bending=2e-3, area_density=0.12, damping=5e-3, drag=0.15)
    flat = pl.shapes.rectangle(SIDE, SIDE, center=(0.0, 0.0, 0.002))
    scene.add(pl.Surface(flat, grid=(NODES, NODES), material=paper, look=RED), id="sheet")
    scene.add(pl.obstacles.Plane(friction=0.4, look=FLOOR), id="table")
    hand = pl.Grab("sheet", (MIDDLE, MIDDLE), id="hand")
    scene.at(CUT, *cuts, hand, pl.Move("hand", (0.0, 0.0, HEIGHT), seconds=LIFT))
    return scene


def check(recordings: Recordings) -> list[Check]:
    cut, whole = (recording_of(recordings[name]) for name in ("cut", "whole"))
    simulation = pl.Simulation(_scene())
    simulation.cut("sheet", spiral())
    body = simulation.parameters.bodies[0]
    assert isinstance(body, pl.Surface)
    path = np.abs(np.diff(np.array(spiral()), axis=0)).sum() * (NODES - 1) / SIDE
    reach = {name: _reach(grid(recording)[-1]) for name, recording in (("cut", cut), ("whole", whole))}
    return [
        close("links that are cut: ∫(|dx| + |dy|) over the spacing", len(body.broken_links), path, 0.03),
        at_most("it stays one piece", len(set(simulation.pieces("sheet"))), 1),
        at_least("from the middle to the farthest corner, cut, over half a diagonal", reach["cut"], 1.8),
        at_most("the same, not cut", reach["whole"], 1.02),
        at_most(
            "cut, it still lies on the table (lowest node)",
            float(cut.positions("sheet")[-1, :, 2].min()),
            0.01,
            "m",
        ),
        at_least("not cut, it does not", float(whole.positions("sheet")[-1, :, 2].min()), 0.3, "m"),
        at_most(
            "it bends and twists, and hardly stretches (mean at the end)",
            float(stretch(cut)[-1].mean()),
            0.02,
        ),
    ]


def _reach(x: np.ndarray) -> float:
    """The distance from the middle to the farthest corner, over half the diagonal of the sheet."""
    corners = x[[0, 0, -1, -1], [0, -1, 0, -1]]
    return float(np.linalg.norm(corners - x[MIDDLE, MIDDLE], axis=1).max() / (np.sqrt(0.5) * SIDE))


ENTRIES = (
    Entry(
        name="spiral",
        title="A sheet cut along a spiral",
        source="004 Sec. 2",
        text=(
            "Cutting removes links. A square sheet that lies on a table is cut along a spiral of three turns, out "
            "through its edge, and lifted by its middle. It stays one piece and opens like the peel of an apple: the "
            "strip bends and twists and hardly stretches, and while its middle is farther up than the sheet is wide, "
            "its rim still lies on the table. Not cut, the same sheet is lifted off."
        ),
        scenes=scenes,
        check=check,
        shown=("cut",),
        times=(0.15, 0.9, 1.7, 2.6),
        picture={"azimuth": -50.0, "elevation": 18.0},
    ),
)
