"""The sheet of springs of 001 Figs 5.14 to 5.20: one set-up for all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

import pliant as pl
from pliant.gallery.entry import Scenes
from pliant.gallery.measure import edge_lengths
from pliant.model import Look

COUNT = 25
WEIGHT = 0.1  # [kg] of a square metre


def springs(
    k: float, *, side: float = 1.0, count: int = COUNT, shear: float = 0.25, bend: float = 0.0
) -> pl.Springs:
    """Springs of k [N/m] along the grid and shares of it across cells and over the next node."""
    mass = WEIGHT * side**2 / count**2
    return pl.Springs(
        stiffness=k,
        damping=0.6 * np.sqrt(k * mass),
        mass=mass,
        shear=shear * k,
        bend=bend * k,
        drag=4.0 * mass,
    )


def sheet_scene(
    material: pl.Springs,
    look: Look,
    seconds: float,
    *,
    side: float = 1.0,
    count: int = COUNT,
    height: float = 0.0,
    held: dict[str, Any] | None = None,
    obstacle: Any = None,
    **scene_options: Any,
) -> Scenes:
    """One square sheet, `height` above the origin, held at some nodes or above an obstacle."""
    scene = pl.Scene(gravity=pl.EARTH, seconds=seconds, **scene_options)
    flat = pl.shapes.rectangle(side, side, center=(0.0, 0.0, height))
    sheet = scene.add(pl.Surface(flat, grid=(count, count), material=material, look=look), id="sheet")
    if held is not None:
        scene.pin(sheet, **held)
    if obstacle is not None:
        scene.add(obstacle, id="obstacle")
    return {"springs": scene}


def longest(x: np.ndarray) -> float:
    """The length of the longest link over that at rest, for positions (frames, M, N, 3) that begin at rest."""
    return max(float(lengths.max() / lengths[0].mean()) for lengths in edge_lengths(x))
