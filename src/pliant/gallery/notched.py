"""A crack that runs through a notched sheet, where a toughness says when."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.constraints import Turn
from pliant.gallery.colours import GOLD
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.runner import recording_of
from pliant.gallery.terzopoulos_fleischer.torn import pieces, torn_cells

WIDE, NOTCH, PULLED = 0.8, 0.25, 0.03  # [m], of its width, [m] at each end within a second
SHEET = pl.Elastic(young=1e7, thickness=1e-3, density=1000.0, damping=2e-3)
LIMIT, TOUGHNESS = 5e5, 1500.0  # [Pa], [J/m²]: a crack is compared with its limit over 38 mm


def _pulled(count: int, toughness: float | None) -> pl.Scene:
    """A sheet of square cells, so many across, that is drawn out by vices at both ends."""
    scene = pl.Scene(seconds=0.6, dt=1 / 240)
    rows = round(1.25 * count) // 2 * 2 + 2
    middle, height = rows // 2 - 1, (rows - 1) / count * WIDE
    sheet = pl.Surface(
        pl.shapes.rectangle(WIDE, height),
        grid=(count + 1, rows),
        material=SHEET,
        fracture=pl.Fracture(LIMIT, measure="stress", toughness=toughness),
        broken_links=[((i, middle), (i, middle + 1)) for i in range(round(NOTCH * count))],
        look=GOLD,
    )
    scene.add(sheet, id="sheet")
    for edge, way in (("n0", -PULLED), ("n1", PULLED)):
        shifts = ((0.0, 0.0, 0.0), (0.0, way, 0.0))
        scene.add(
            Turn("sheet", (0.0, 1.0, 0.0), edges=[edge], times=(0.0, 1.0), angles=(0.0, 0.0), shifts=shifts)
        )
    return scene


def notched() -> Scenes:
    return {
        "fine": _pulled(24, TOUGHNESS),
        "coarse": _pulled(12, TOUGHNESS),
        "fine, limit alone": _pulled(24, None),
        "coarse, limit alone": _pulled(12, None),
    }


def check_notched(recordings: Recordings) -> list[Check]:
    found = {name: recording_of(one) for name, one in recordings.items()}
    when = {name: _runs(one) for name, one in found.items()}
    torn = torn_cells(found["fine"])
    shares = pieces(found["fine"])
    both = abs(when["fine"] / when["coarse"] - 1.0)
    alone = when["fine, limit alone"] / when["coarse, limit alone"]
    return [
        at_least("of the cells of one row the crack has torn", float(torn.mean(axis=0).max()), 1.0),
        at_most("and of the others", float(np.sort(torn.mean(axis=0))[:-1].max()), 0.0),
        at_least("the sheet is in two, the smaller half has of it", float(shares[1]), 0.45),
        at_most("on a grid twice as fine the crack runs at the same pull, apart by", both, 0.1),
        at_most("by a limit alone, at a smaller one, times", alone, 0.9),
    ]


def _runs(recording: pl.Recording) -> float:
    """When the notch becomes a crack [s], and so by how much it is pulled."""
    first = len(recording.broken("sheet", 0))
    frames = (k for k in range(len(recording)) if len(recording.broken("sheet", k)) > first)
    return float(recording.times[next(frames, -1)])


ENTRIES = (
    Entry(
        name="notched-sheet",
        title="A crack that runs through a notched sheet",
        source="002 Sec. 4.3",
        text=(
            "A sheet with a notch in its edge is pulled out. Beside the notch stress grows without end the finer one "
            "looks, so that by a limit of stress alone a sheet of finer cells breaks under a smaller load. With a "
            "toughness, the energy that a crack takes for its area, it runs when it has that energy: at the same pull "
            "on a coarse grid as on a fine one. It goes straight through, and the halves spring back."
        ),
        scenes=notched,
        check=check_notched,
        shown=("fine",),
        times=(0.25, 0.37, 0.4, 0.5),
        picture={"azimuth": -90.0, "elevation": 89.0},
        slow=True,
    ),
)
