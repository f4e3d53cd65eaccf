"""Rods that twist: a ring that buckles, a telephone cord, and a rod that winds up into a plectoneme."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most, between, close
from pliant.gallery.colours import GOLD, RED, TEAL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.runner import recording_of

RADIUS = 0.006  # of the rod [m]
RING, NODES, TWIST = 0.5, 96, 5.0  # [m], and the turns by which it is twisted
LENGTH, END, WOUND, SECONDS = 1.2, 0.75, 12.0, 4.0  # how far apart the ends are at last, in lengths; turns
COIL, PITCH, TURNS, AROUND = 0.02, 0.0085, 24, 24  # of the cord [m], and edges in a turn
FAR = (0.5, 0.0, -0.2)  # how far its end is drawn [m]


def _rubber(**changes: float) -> pl.Rod:
    return pl.Rod(**{"young": 1e7, "radius": RADIUS, "density": 1000.0, "damping": 5e-4, **changes})


def _nudge(body: str, node: int) -> pl.Load:
    """A little push, for what is in balance and does not know to which side to go."""
    way = pl.Keys(times=[0.0, 0.05, 0.1], values=[(0.0, 0.0, 0.0), (0.0, 0.01, 0.02), (0.0, 0.0, 0.0)])
    return pl.Load(way, apply_to=[pl.Target(body, nodes=[(node,)])])


# ---------------------------------------------------------------- a twisted ring


def _ring(turns: float) -> pl.Scene:
    length = 2.0 * NODES * RING * np.sin(np.pi / NODES)
    frame = pl.MaterialFrame(curvature=(0.0, 0.0), initial_twist=2.0 * np.pi * turns / length)
    rod = pl.Curve(
        pl.shapes.circle(RING),
        grid=NODES,
        periodic=True,
        material=_rubber(drag=0.03),
        frame=frame,
        contact_thickness=2.0 * RADIUS,
        look=GOLD,
    )
    scene = pl.Scene(dt=1.0 / 120.0, seconds=2.4, collision=pl.Collision())
    scene.add(rod, id="ring")
    scene.add(_nudge("ring", 0))
    return scene


def _ring_scenes() -> Scenes:
    return {"five turns": _ring(TWIST), "two turns": _ring(2.0)}


def writhe(x: np.ndarray) -> float:
    """How a closed polygon (n, 3) is wound about itself: Gauss's double integral over its edges [Levitt 1983]."""
    a, b = x, np.roll(x, -1, axis=0)
    total = 0.0
    for i in range(len(x)):
        apart = np.array([j for j in range(i + 2, len(x)) if (j + 1) % len(x) != i], dtype=int)
        corners = [a[apart] - a[i], b[apart] - a[i], b[apart] - b[i], a[apart] - b[i]]
        normals = [np.cross(corners[k], corners[(k + 1) % 4]) for k in range(4)]
        units = [n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-300) for n in normals]
        angle = sum(
            np.arcsin(np.clip((units[k] * units[(k + 1) % 4]).sum(axis=1), -1.0, 1.0)) for k in range(4)
        )
        sign = np.sign((np.cross(b[apart] - a[apart], b[i] - a[i]) * corners[0]).sum(axis=1))
        total += float(np.sum(angle * sign)) / (2.0 * np.pi)
    return total


def _ring_check(recordings: Recordings) -> list[Check]:
    wound, flat = (recording_of(recordings[name]).positions("ring") for name in ("five turns", "two turns"))
    critical = np.sqrt(3.0) * 1.3  # turns, with B/C = 1 + ν
    taken = abs(writhe(wound[-1]))
    return [
        at_least("five turns are more than √3 B/C", TWIST, critical),
        at_most("two turns are less", 2.0, critical),
        at_most(
            "with two turns the ring stays flat: height over radius",
            float(np.ptp(flat[-1, :, 2])) / RING,
            0.1,
        ),
        at_least("with five it does not: least diameter over the largest", _thickness(wound[-1]), 0.15),
        between("of the five turns the line has taken up (its writhe)", taken, 2.0, TWIST),
        close(
            "it is as long as before",
            float(_lengths(wound[-1]).sum()),
            float(_lengths(wound[0]).sum()),
            3e-3,
            "m",
        ),
    ]


def _lengths(x: np.ndarray) -> np.ndarray:
    return np.linalg.norm(np.roll(x, -1, axis=0) - x, axis=1)


def _thickness(x: np.ndarray) -> float:
    """The least of three diameters of a line (n, 3) over the largest."""
    away = x - x.mean(axis=0)
    _, _, axes = np.linalg.svd(away, full_matrices=False)
    sizes = np.ptp(away @ axes.T, axis=0)
    return float(sizes.min() / sizes.max())


# ---------------------------------------------------------------- a telephone cord


def _cord_scenes() -> Scenes:
    last = TURNS * AROUND
    vinyl = pl.Rod(young=2e8, poisson=0.4, radius=0.0025, density=1100.0, damping=2e-3, drag=0.01)
    cord = pl.Curve(
        pl.shapes.helix(COIL, PITCH, TURNS),
        grid=last + 1,
        material=vinyl,
        frame=pl.MaterialFrame(),
        contact_thickness=0.005,
        look=RED,
    )
    scene = pl.Scene(gravity=pl.EARTH, dt=1.0 / 120.0, seconds=2.2, collision=pl.Collision())
    scene.add(cord, id="cord")
    scene.add(pl.Drive("cord", nodes=[(0,), (1,)]))
    way = pl.Keys(times=[0.0, 1.5], values=[(0.0, 0.0, 0.0), FAR])
    scene.add(pl.Drive("cord", shift=way, nodes=[(last - 1,), (last,)]))
    return {"cord": scene}


def _cord_check(recordings: Recordings) -> list[Check]:
    x = recording_of(recordings["cord"]).positions("cord")
    ends = np.linalg.norm(x[:, -1] - x[:, 0], axis=1)
    wire = (
        np.linalg.norm(np.diff(x[-1], axis=0), axis=1).sum()
        / np.linalg.norm(np.diff(x[0], axis=0), axis=1).sum()
    )
    middle = len(x[0]) // 2
    line = 0.5 * (x[-1, 0] + x[-1, -1])
    loops = x[-1, middle - AROUND : middle + AROUND].mean(axis=0)
    return [
        at_least("the cord is pulled to so many times its length", float(ends[-1] / ends[0]), 2.4),
        close("and its wire is as long as before", float(wire), 1.0, 1e-3),
        at_least("its coils sag below the straight line", float(line[2] - loops[2]), 0.02, "m"),
        at_most(
            "it hangs nearly still: largest motion in the last tenth of a second", _moved(x[-13:]), 0.03, "m"
        ),
    ]


def _moved(x: np.ndarray) -> float:
    return float(np.linalg.norm(x[-1] - x[0], axis=1).max())


# ---------------------------------------------------------------- a plectoneme


def _wound(turns: float) -> pl.Scene:
    count, last = 160, 0.8 * SECONDS
    rod = pl.Curve(
        pl.shapes.line((0.0, 0.0, 0.0), (LENGTH, 0.0, 0.0)),
        grid=count + 1,
        material=_rubber(drag=0.1),
        frame=pl.MaterialFrame(),
        contact_thickness=2.0 * RADIUS,
        look=TEAL,
    )
    scene = pl.Scene(dt=1.0 / 120.0, seconds=SECONDS, collision=pl.Collision())
    scene.add(rod, id="rod")
    for side, nodes in ((-1.0, [(0,), (1,)]), (1.0, [(count - 1,), (count,)])):
        nearer, angle = -0.5 * side * (1.0 - END) * LENGTH, side * np.pi * turns
        shift = pl.Keys(times=[0.0, last], values=[(0.0, 0.0, 0.0), (nearer, 0.0, 0.0)])
        turn = pl.Keys(times=[0.0, last], values=[(0.0, 0.0, 0.0), (angle, 0.0, 0.0)])
        scene.add(pl.Drive("rod", nodes=nodes, shift=shift, turn=turn))
    scene.add(_nudge("rod", count // 2))
    return scene


def _wound_scenes() -> Scenes:
    return {"twelve turns": _wound(WOUND), "none": _wound(0.0)}


def _wound_check(recordings: Recordings) -> list[Check]:
    wound, bent = (recording_of(recordings[name]).positions("rod")[-1] for name in ("twelve turns", "none"))
    return [
        at_least("twelve turns: strands that lie beside each other, share of the rod", _paired(wound), 0.1),
        at_most("without a turn: none", _paired(bent), 0.0),
        at_least(
            "without a turn it bows out, over its length",
            float(np.ptp(bent[:, 1:], axis=0).max()) / LENGTH,
            0.2,
        ),
    ]


def _paired(x: np.ndarray) -> float:
    """The share of nodes (n, 3) that have others within two diameters, six or more diameters away along the rod."""
    along = np.arange(len(x)) * LENGTH / (len(x) - 1)
    far = np.abs(along[:, None] - along) > 12.0 * RADIUS
    near = np.linalg.norm(x[:, None] - x, axis=2) < 4.0 * RADIUS
    return float((far & near).any(axis=1).mean())


ENTRIES = (
    Entry(
        name="twisted-ring",
        title="A twisted ring buckles",
        source="007 Sec. 1",
        text=(
            "A straight rubber rod is bent to a ring, twisted and glued. Up to √3 B/C = 2.25 turns it stays flat, "
            "whatever nudges it; with five it snaps out of its plane, crosses itself and winds up until strands lie on "
            "strands. What the rod loses of twist the line gains in writhe: their sum is five, always."
        ),
        scenes=_ring_scenes,
        check=_ring_check,
        shown=("five turns",),
        times=(0.1, 1.1, 1.6, 2.4),
        picture={"azimuth": -60.0, "elevation": 35.0},
    ),
    Entry(
        name="telephone-cord",
        title="A telephone cord",
        source="007 Sec. 2",
        text=(
            "A vinyl cord that is a helix at rest, 24 turns of two centimetres, drawn out by its end. A coil gives by "
            "twisting its wire, which hardly stretches: the cord is two and a half times as long, the wire as long "
            "as before."
        ),
        scenes=_cord_scenes,
        check=_cord_check,
        shown=("cord",),
        times=(0.0, 0.7, 2.2),
        picture={"azimuth": -80.0, "elevation": 15.0},
        slow=True,
    ),
    Entry(
        name="plectoneme",
        title="A rod winds up",
        source="007 Sec. 3",
        text=(
            "The ends of a rubber rod are turned against each other, twelve turns in all, while they come nearer. The "
            "rod bows out, a loop closes, and from its foot the rod winds about itself: a plectoneme, as in DNA and in "
            "garden hoses. Without a turn it only bows out."
        ),
        scenes=_wound_scenes,
        check=_wound_check,
        shown=("twelve turns",),
        times=(0.8, 1.6, 2.4, 4.0),
        picture={"azimuth": -70.0, "elevation": 20.0},
        slow=True,
    ),
)
