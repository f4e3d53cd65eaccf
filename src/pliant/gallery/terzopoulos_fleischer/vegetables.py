"""002 Fig. 15: vegetables that jump about a kitchen board, driven by thrusters and gyros, and bump into each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.spatial import KDTree

import pliant as pl
from pliant.checks import Check, at_least, between
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.measure import grid, masses, volume
from pliant.gallery.runner import recording_of
from pliant.model import Look

GREEN, ORANGE, RED, PURPLE, BOARD = "#5d9440", "#e07b28", "#c8382c", "#6a3d7c", "#c9a878"
G, SECONDS = 9.81, 2.4
FLESH = pl.Bulk(young=4e4, poisson=0.4, density=900.0, damping=0.01)
STRONG = 3.2  # times its weight: with what each jumps
JUMPS = {  # rest shape, where it stands, colour; and when each jumps [s], with how it leans along x and y
    "tomato": (
        pl.shapes.ball(0.055),
        (-0.17, -0.02, 0.06),
        RED,
        ((0.3, 0.14, 0.02), (1.3, 0.0, -0.12), (2.1, 0.05, 0.05)),
    ),
    "pumpkin": (
        pl.shapes.ball(0.085) | pl.shapes.scale((1.0, 1.0, 0.72)),
        (0.03, 0.0, 0.066),
        ORANGE,
        ((0.85, -0.05, 0.0), (1.7, 0.08, 0.0)),
    ),
    "cucumber": (
        pl.shapes.capsule_solid(0.03, 0.15) | pl.shapes.bend_degrees(30, axis="z", towards="x"),
        (0.22, 0.0, 0.115),
        GREEN,
        ((0.3, -0.14, 0.0), (1.25, 0.06, 0.1)),
    ),
    "aubergine": (
        pl.shapes.capsule_solid(0.045, 0.09) | pl.shapes.taper(0.6),
        (0.0, 0.2, 0.095),
        PURPLE,
        ((0.75, 0.02, -0.16), (1.6, -0.1, 0.1)),
    ),
}
GRIDS = {"tomato": (5, 5, 5), "pumpkin": (5, 5, 5), "cucumber": (4, 4, 7), "aubergine": (4, 4, 7)}
NEAR = 0.02  # [m] between nodes of two that bump
PUSH, RISE = 0.12, 0.02  # [s]: of a jump, and until it is strongest


def scenes() -> Scenes:
    scene = pl.Scene(
        gravity=G,
        seconds=SECONDS,
        collision=pl.Collision(itself=False, friction=0.4),
        integrator=pl.BackwardEuler(newton_iterations=60),
    )
    scene.add(pl.obstacles.Plane(friction=0.5, look=Look(BOARD)), id="board")
    for name, (shape, place, color, jumps) in JUMPS.items():
        body = scene.add(
            pl.Solid(shape, grid=GRIDS[name], material=FLESH, position=place, look=Look(color), id=name)
        )
        weight, own = G * masses(scene, name).sum(), [pl.Target(body)]
        scene.add(pl.Thruster(_pulses(jumps, STRONG * weight), apply_to=own), id=f"{name} jumps")
        upright = {"axis": (0, 0, 1), "goal": (0, 0, 1), "stiffness": 0.4 * weight, "damping": 0.008 * weight}
        scene.add(pl.Gyro(**upright, apply_to=own), id=f"{name} stays upright")
    return {"exact": scene}


def _pulses(jumps: Sequence[tuple[float, float, float]], force: float) -> pl.Keys:
    """Nothing but at the jumps, where it comes and goes."""
    times, values = [0.0], [(0.0, 0.0, 0.0)]
    for begin, x, y in jumps:
        push = force / np.linalg.norm([x, y, 1.0]) * np.array([x, y, 1.0])
        full = (float(push[0]), float(push[1]), float(push[2]))
        times += [begin, begin + RISE, begin + PUSH - RISE, begin + PUSH]
        values += [(0.0, 0.0, 0.0), full, full, (0.0, 0.0, 0.0)]
    return pl.Keys(tuple(times), tuple(values))


# ---------------------------------------------------------------- what is claimed


def check(recordings: Recordings) -> list[Check]:
    recording, checks = recording_of(recordings["exact"]), []
    places = {name: recording.positions(name) for name in JUMPS}
    for name, (*_, jumps) in JUMPS.items():
        height, times = places[name].mean(axis=1)[:, 2], recording.times
        first = (times > jumps[0][0]) & (times < jumps[0][0] + 0.6)
        rise = float(height[first].max() - height[np.searchsorted(times, jumps[0][0]) - 1])
        checks.append(between(f"the {name} jumps by", rise, 0.1, 0.45, "m"))
    bumps = [
        f"{one} and {other}"
        for one, other in combinations(JUMPS, 2)
        if _nearest(places[one], places[other]) < NEAR
    ]
    volumes = [volume(x) / volume(grid(recording, name)[0]) for name in JUMPS for x in grid(recording, name)]
    lowest = min(float(x[..., 2].min()) for x in places.values())
    upright = min(_upright(grid(recording, name)[-1]) for name in ("cucumber", "aubergine"))
    return [
        *checks,
        at_least(f"they bump into each other, in pairs ({', '.join(bumps)})", len(bumps), 3),
        at_least("none sinks into the board: lowest node", lowest, -1e-4, "m"),
        at_least("gyros keep the tall ones upright: cosine of how they lean at the end", upright, 0.9),
        between("they are soft, but keep their volume: least part of it", min(volumes), 0.8, 1.0),
    ]


def _nearest(one: np.ndarray, other: np.ndarray) -> float:
    """How near nodes of two bodies come in any frame [m]."""
    return min(float(KDTree(a).query(b)[0].min()) for a, b in zip(one, other, strict=True))


def _upright(x: np.ndarray) -> float:
    """The cosine of how much the axis of a body with nodes (L, M, N, 3) leans."""
    along = x[:, :, -1].mean(axis=(0, 1)) - x[:, :, 0].mean(axis=(0, 1))
    return float(along[2] / np.linalg.norm(along))


ENTRIES = (
    Entry(
        name="vegetables",
        title="Vegetables that jump",
        source="002 Fig. 15",
        text=(
            "Vegetables come alive on a kitchen board: each has a thruster that pushes it off, in its own frame, and a "
            "gyro that keeps it upright, as the document gives them. A tomato and a cucumber jump together, run into "
            "each other and into a pumpkin; an aubergine jumps onto that. The document's bodies are hybrid, with "
            "shapes from a picture; here they are elastic solids, and their shapes parametric ones."
        ),
        scenes=scenes,
        check=check,
        times=(0.3, 0.55, 0.85, 1.0),
        picture={"azimuth": -70.0, "elevation": 12.0},
        slow=True,
    ),
)
