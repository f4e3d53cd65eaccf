"""001 Figs 5.14 to 5.16: a stretchy sheet of springs, held at corners or at the centre."""

from __future__ import annotations

from functools import partial

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between
from pliant.gallery.colours import BLUE, GOLD, ROSE
from pliant.gallery.entry import Entry, Recordings
from pliant.gallery.gudukbay.sheet_of_springs import COUNT, longest, sheet_scene, springs
from pliant.gallery.measure import grid, still
from pliant.gallery.runner import recording_of

Held = tuple[tuple[int, int], ...]  # nodes [m, n]

STRETCHY = springs(2.0)
THREE = {"corners": ("00", "10", "01")}
FOUR = {"corners": ("00", "10", "01", "11")}
CENTRE = {"nodes": [(COUNT // 2, COUNT // 2)]}

three_scenes = partial(sheet_scene, STRETCHY, ROSE, 3.0, held=THREE)
four_scenes = partial(sheet_scene, STRETCHY, GOLD, 3.0, held=FOUR)
centre_scenes = partial(sheet_scene, STRETCHY, BLUE, 4.0, held=CENTRE, collision=True)


def carried(x: np.ndarray, held: Held) -> float:
    """The force with which springs pull pinned nodes [m, n] of positions (M, N, 3) down, over the sheet's weight."""
    count, total = len(x), 0.0
    for m, n in held:
        for dm, dn in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            if not (0 <= m + dm < count and 0 <= n + dn < count):
                continue
            edge = x[m + dm, n + dn] - x[m, n]
            k = STRETCHY.stiffness if 0 in (dm, dn) else STRETCHY.shear
            length = np.hypot(dm, dn) / (count - 1)
            total -= k * (1.0 - length / np.linalg.norm(edge)) * edge[2]
    return total / (STRETCHY.mass * count**2 * pl.EARTH)


def check_held(held: Held, recordings: Recordings) -> list[Check]:
    """What the three figures have in common."""
    recording = recording_of(recordings["springs"])
    x = grid(recording)
    return [
        at_least("it is stretchy: the longest link while it falls, over its rest length", longest(x), 3.0),
        at_least("and at rest", longest(x[[0, -1]]), 2.0),
        between("its pins carry its weight: pull of their springs over it", carried(x[-1], held), 0.97, 1.03),
        at_most("it comes to rest", still(recording), 0.1, "m/s"),
    ]


def check_three(recordings: Recordings) -> list[Check]:
    x = grid(recording_of(recordings["springs"]))
    return [
        *check_held(((0, 0), (-1 + COUNT, 0), (0, -1 + COUNT)), recordings),
        at_least(
            "the free corner hangs lowest: its depth over half a diagonal", -x[-1, -1, -1, 2] * 2**0.5, 1.5
        ),
        at_most(
            "symmetric about the diagonal: distance from its mirror image",
            float(np.abs(x[-1] - np.swapaxes(x[-1], 0, 1)[..., [1, 0, 2]]).max()),
            1e-4,
            "m",
        ),
    ]


def check_four(recordings: Recordings) -> list[Check]:
    x = grid(recording_of(recordings["springs"]))
    end = COUNT - 1
    return [
        *check_held(((0, 0), (end, 0), (0, end), (end, end)), recordings),
        between("it sags in the middle: over its side", -float(x[-1, end // 2, end // 2, 2]), 0.4, 0.8),
        at_most(
            "symmetric: distance from its mirror image",
            float(np.abs(x[-1] - x[-1, ::-1] * (-1, 1, 1)).max()),
            1e-4,
            "m",
        ),
    ]


def check_centre(recordings: Recordings) -> list[Check]:
    x = grid(recording_of(recordings["springs"]))
    wide = np.linalg.norm(x[[0, -1], ..., :2], axis=-1).mean(axis=(1, 2))
    return [
        *check_held(((COUNT // 2, COUNT // 2),), recordings),
        at_most("everything hangs below the centre", float(x[-1, ..., 2].max()), 1e-9, "m"),
        at_most("it closes: mean distance from the axis over what it was", float(wide[1] / wide[0]), 0.5),
    ]


_SIZE = "It is a sheet of 1 m × 1 m that weighs 100 g, of 25×25 masses; the source gives no sizes."

ENTRIES = (
    Entry(
        name="stretchy-at-three-corners",
        title="A stretchy sheet of springs, held at three corners, falls",
        source="001 Fig. 5.14",
        text=(
            "Springs of 2 N/m: the links at the pins become three times as long as at rest. The free corner swings "
            f"down and hangs deepest. The springs at its pins add up to its weight. {_SIZE}"
        ),
        scenes=three_scenes,
        check=check_three,
        times=(0.0, 0.3, 0.6, 3.0),
        picture={"azimuth": -65.0, "elevation": 14.0},
    ),
    Entry(
        name="stretchy-at-corners",
        title="A stretchy sheet of springs, held at its four corners, falls",
        source="001 Fig. 5.15",
        text=f"The same sheet by four corners. It overshoots, swings back and sags by six tenths of its side. {_SIZE}",
        scenes=four_scenes,
        check=check_four,
        times=(0.0, 0.3, 0.65, 3.0),
        picture={"azimuth": -65.0, "elevation": 14.0},
    ),
    Entry(
        name="stretchy-at-centre",
        title="A stretchy sheet of springs, held at its centre of mass, falls",
        source="001 Fig. 5.16",
        text=(
            "The same sheet by the one node in its middle, which eight springs join to the rest: they carry all of "
            f"it. It closes and hangs as a thin bundle, fold beside fold. {_SIZE}"
        ),
        scenes=centre_scenes,
        check=check_centre,
        times=(0.0, 0.3, 0.6, 4.0),
        picture={"azimuth": -65.0, "elevation": 14.0},
        slow=True,
    ),
)
