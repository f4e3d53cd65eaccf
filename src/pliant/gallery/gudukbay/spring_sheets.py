"""001 Figs 5.11 to 5.13: sheets of springs of different stiffness, held at corners or at the centre."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import BLUE, GOLD, GREEN, PLUM, ROSE
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, still
from pliant.gallery.runner import recording_of

COUNT = 15
STIFFNESS = (1, 5, 10, 20, 30)  # k of the figures [N/m]
APART = 1.4  # [m] between the middles of two sheets
MASS = 0.1 / COUNT**2  # [kg] of a node

# What `pin` holds in each figure: three corners, four, or the node at the centre of mass.
THREE = {"corners": ("00", "10", "01")}
FOUR = {"corners": ("00", "10", "01", "11")}
CENTRE = {"nodes": [(COUNT // 2, COUNT // 2)]}


def scenes(held: dict[str, Any]) -> Scenes:
    return {"springs": _sheets(held, pl.BDF2(), 1.0 / 60.0)}


def four_scenes() -> Scenes:
    return {**scenes(FOUR), "feynman": _sheets(FOUR, pl.Feynman(), 1.0 / 1200.0)}


def _sheets(held: dict[str, Any], integrator: pl.BDF2 | pl.Feynman, dt: float) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, integrator=integrator, dt=dt, seconds=3.0)
    for number, (k, look) in enumerate(zip(STIFFNESS, (ROSE, GOLD, GREEN, BLUE, PLUM), strict=True)):
        material = pl.Springs(stiffness=k, damping=0.01, mass=MASS, shear=0.25 * k, drag=4.0 * MASS)
        center = (APART * (number - 2), 0.0, 0.0)
        sheet = pl.Surface(
            pl.shapes.rectangle(1.0, 1.0, center=center), grid=(COUNT, COUNT), material=material, look=look
        )
        scene.pin(scene.add(sheet, id=f"k{k}"), **held)
    return scene


def _ends(recordings: Recordings, name: str = "springs") -> dict[int, np.ndarray]:
    """The last positions (M, N, 3) of each sheet, as if its middle were at the origin."""
    recording = recording_of(recordings[name])
    return {
        k: grid(recording, f"k{k}")[-1] - (APART * (number - 2), 0.0, 0.0)
        for number, k in enumerate(STIFFNESS)
    }


def _order(sags: list[float], least: float) -> Check:
    claim = "the stiffer, the less it sags: smallest difference of two neighbours"
    return at_least(claim, -float(np.diff(sags).max()), least, "m")


def _rest(recordings: Recordings, most: float) -> Check:
    recording = recording_of(recordings["springs"])
    return at_most("they come to rest", max(still(recording, body=f"k{k}") for k in STIFFNESS), most, "m/s")


def _symmetric(ends: dict[int, np.ndarray], mirrored: Callable[[np.ndarray], np.ndarray]) -> Check:
    off = max(float(np.abs(x - mirrored(x)).max()) for x in ends.values())
    return at_most("symmetric: distance from its mirror image", off, 1e-4, "m")


def check_three(recordings: Recordings) -> list[Check]:
    ends = _ends(recordings)
    sags = [-float(x[-1, -1, 2]) for x in ends.values()]
    return [
        _order(sags, 0.02),
        between(
            "k = 30 folds along the diagonal between its pins: depth of the free corner over half a diagonal",
            sags[-1] * np.sqrt(2.0),
            1.0,
            1.2,
        ),
        at_least("k = 1 hangs far deeper: over half a diagonal", sags[0] * np.sqrt(2.0), 1.8),
        _symmetric(ends, lambda x: np.swapaxes(x, 0, 1)[..., [1, 0, 2]]),
        _rest(recordings, 0.05),
    ]


def check_four(recordings: Recordings) -> list[Check]:
    ends, others = _ends(recordings), _ends(recordings, "feynman")
    sags = [-float(x[COUNT // 2, COUNT // 2, 2]) for x in ends.values()]
    apart = max(float(np.linalg.norm(others[k] - ends[k], axis=-1).max()) for k in STIFFNESS)
    return [
        _order(sags, 0.02),
        between("k = 1 hangs down: sag over side", sags[0], 0.7, 2.0),
        between("k = 30 is taut: sag over side", sags[-1], 0.02, 0.25),
        _symmetric(ends, lambda x: x[::-1] * (-1, 1, 1)),
        _rest(recordings, 0.05),
        at_most("implicit steps of 1/60 s and leapfrog steps of 1/1200 s end alike", apart, 0.02, "m"),
    ]


def check_centre(recordings: Recordings) -> list[Check]:
    ends, middle = _ends(recordings), COUNT // 2
    depths = [-float(x[..., 2].min()) for x in ends.values()]
    flat = grid(recording_of(recordings["springs"]), "k10")[0]
    wide = [np.linalg.norm(x[..., :2], axis=-1).mean() for x in (*ends.values(), flat)]
    high = max(float(x[..., 2].max()) for x in ends.values())
    return [
        _order(depths, 0.005),
        at_most(
            "the centre stays where it is",
            max(float(np.abs(x[middle, middle]).max()) for x in ends.values()),
            1e-12,
            "m",
        ),
        at_most("everything hangs below it", high, 1e-9, "m"),
        at_most(
            "they close like umbrellas: mean distance from the axis over what it was",
            float(max(wide[:-1]) / wide[-1]),
            0.5,
        ),
        _rest(recordings, 0.15),
    ]


_VIEW = {"azimuth": -90.0, "elevation": 16.0}
_SIZES = (
    "The source gives neither masses nor sizes; here a sheet of 1 m × 1 m weighs 100 g, and springs across the cells "
    "with a quarter of the stiffness keep it from shearing freely, which structural springs alone would let it."
)

ENTRIES = (
    Entry(
        name="springs-at-three-corners",
        title="Different elastic surfaces of springs, held at three corners, fall",
        source="001 Fig. 5.11",
        text=(
            "Sheets of 15×15 masses and springs with k = 1, 5, 10, 20 and 30 N/m, from left to right. Springs do not "
            "resist bending: a sheet folds along the line between two of its pins, and the free corner hangs below "
            f"it, the deeper the softer. {_SIZES}"
        ),
        scenes=partial(scenes, THREE),
        check=check_three,
        times=(0.25, 3.0),
        picture=_VIEW,
    ),
    Entry(
        name="springs-at-corners",
        title="Different elastic surfaces of springs, held at their four corners, fall",
        source="001 Fig. 5.12",
        text=(
            f"Sheets of 15×15 masses and springs with k = 1, 5, 10, 20 and 30 N/m, from left to right. {_SIZES} "
            "The same scene by leapfrog with twenty times as many steps comes to rest in the same shapes."
        ),
        scenes=four_scenes,
        check=check_four,
        shown=("springs",),
        times=(0.25, 3.0),
        picture=_VIEW,
        slow=True,
    ),
    Entry(
        name="springs-at-centre",
        title="Different elastic surfaces of springs, held at their centre of mass, fall",
        source="001 Fig. 5.13",
        text=(
            "The same sheets held by the one node at their centre of mass. They close like umbrellas, the softer "
            "the longer. That four springs carry a whole sheet is seen at k = 1: those around the pin are many times "
            f"as long as at rest. {_SIZES} Folds pass through each other: it has no contact."
        ),
        scenes=partial(scenes, CENTRE),
        check=check_centre,
        times=(0.25, 3.0),
        picture=_VIEW,
    ),
)
