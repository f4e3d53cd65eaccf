"""A sheet is pulled through a funnel, an obstacle that is a mesh."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.gallery.colours import ROSE, SLATE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, stretch
from pliant.gallery.runner import recording_of

WIDE, NARROW, HEIGHT, AROUND = 0.66, 0.1, 0.45, 32  # [m], [m], [m]; vertices of a ring
SIDE, NODES = 0.9, 31
CLOTH = pl.Sheet(membrane=100.0, bending=2e-6, area_density=0.15, damping=0.01, drag=0.05)


def funnel() -> tuple[np.ndarray, np.ndarray]:
    """Vertices (n, 3) and triangles of a cone open above and below, with a straight spout."""
    heights = np.array([-0.15, 0.0, 0.15, 0.3, HEIGHT])
    radii = NARROW + (WIDE - NARROW) * np.clip(heights / HEIGHT, 0.0, 1.0)
    angle = np.linspace(0.0, 2.0 * np.pi, AROUND, endpoint=False)
    rings = np.stack(
        [
            np.outer(radii, np.cos(angle)),
            np.outer(radii, np.sin(angle)),
            np.repeat(heights[:, None], AROUND, 1),
        ],
        axis=-1,
    )
    i, j = np.meshgrid(np.arange(len(heights) - 1), np.arange(AROUND), indexing="ij")
    a, b = i * AROUND + j, i * AROUND + (j + 1) % AROUND
    c, d = b + AROUND, a + AROUND
    return rings.reshape(-1, 3), np.concatenate(
        [np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))]
    )


def scenes() -> Scenes:
    scene = pl.Scene(gravity=pl.EARTH, seconds=2.6, collision=pl.Collision(friction=0.1))
    flat = pl.shapes.rectangle(SIDE, SIDE, center=(0.0, 0.0, HEIGHT))
    scene.add(pl.Surface(flat, grid=(NODES, NODES), material=CLOTH, look=ROSE), id="sheet")
    scene.add(pl.obstacles.Mesh(*funnel(), thickness=0.004, friction=0.1, look=SLATE), id="funnel")
    hand = scene.at(0.0, pl.Grab("sheet", (NODES // 2, NODES // 2), id="hand", stiffness=200.0))
    scene.at(0.0, pl.Move(hand, to=(0.0, 0.0, -0.6), seconds=2.0))
    return {"funnel": scene}


def check(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["funnel"])
    x = grid(recording)
    r, z = np.linalg.norm(x[..., :2], axis=-1), x[..., 2]
    wall = NARROW + (WIDE - NARROW) * np.clip(z / HEIGHT, 0.0, 1.0)
    within = (z > -0.15) & (z < HEIGHT - 0.01)
    return [
        at_most(
            "in the funnel it is inside the wall: distance from the axis over the wall's",
            float((r / wall)[within].max()),
            1.0,
        ),
        at_least("the sheet is wider than the spout: over it", SIDE / (2.0 * NARROW), 4.0),
        at_most("it is through in the end: height of its highest node", float(z[-1].max()), -0.15, "m"),
        at_least(
            "it opens again below: its width over the spout's",
            float(np.ptp(x[-1, ..., 0])) / (2.0 * NARROW),
            0.5,
        ),
        at_most(
            "it is cloth: stretch of all but 1 % of the nodes, ever",
            float(np.percentile(stretch(recording), 99)),
            0.3,
        ),
    ]


ENTRIES = (
    Entry(
        name="funnel",
        title="A sheet is pulled through a funnel",
        source="006 Sec. 5",
        text=(
            "A sheet of 90 cm falls into a funnel with a spout of 20 cm. A hand pulls its middle down: the "
            "sheet gathers into folds, is squeezed through the spout and comes out below. The funnel is a mesh, met as "
            "bodies are: edges and faces of both keep apart, not nodes alone."
        ),
        scenes=scenes,
        check=check,
        times=(0.0, 0.8, 1.5, 2.6),
        picture={"azimuth": -60.0, "elevation": 35.0},
        every=2,
        slow=True,
    ),
)
