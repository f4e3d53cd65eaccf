"""Rigid bodies among others: a bridge of ropes and planks, Newton's cradle."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.checks import Check, at_least, at_most
from pliant.constraints import Distance, Join
from pliant.gallery.colours import BLUE, GOLD, RED, SLATE, STEEL
from pliant.gallery.entry import Entry, Recordings, Scenes
from pliant.gallery.runner import recording_of

# ---------------------------------------------------------------- a bridge

PLANKS, CELL, WIDTH, THICK = 5, 0.08, 0.5, 0.03  # [m]; a plank is two cells of its ropes long
BESIDE = 0.03  # [m] from the planks to the ropes
CRATE = 0.16
ROPE = pl.Cord(stretching=1e4, bending=1e-3, line_density=0.2, damping=0.02, radius=0.01)


def bridge() -> Scenes:
    collision = pl.Collision(friction=0.5)
    scene = pl.Scene(gravity=pl.EARTH, seconds=1.5, collision=collision, integrator=pl.BackwardEuler())
    half = 0.5 * CELL * (3 * PLANKS + 1)
    for side, name in ((-1.0, "left"), (1.0, "right")):
        y = side * (0.5 * WIDTH + BESIDE)
        rope = pl.Curve(
            pl.shapes.line((-half, y, 0.0), (half, y, 0.0)), grid=3 * PLANKS + 2, material=ROPE, look=STEEL
        )
        scene.pin(scene.add(rope, id=name), corners=("0", "1"))
    for k in range(PLANKS):
        place = (CELL * (3 * k + 2) - half, 0.0, 0.0)
        board = pl.shapes.box(2.0 * CELL, WIDTH, THICK)
        plank = pl.Rigid(board, density=600.0, position=place, look=GOLD, id=f"plank {k + 1}")
        scene.add(plank)
        for side, name in ((-1.0, "left"), (1.0, "right")):
            for end in (-1, 1):
                scene.add(Join((name, 3 * k + 2 + end), _peg(plank, end, side)))
    for k, (x, y, turn) in enumerate(((-0.15, 0.05, 0.3), (0.22, -0.06, -0.5))):
        crate = pl.Rigid(
            pl.shapes.box(CRATE, CRATE, CRATE),
            density=400.0,
            position=(x, y, 0.2 + 0.1 * k),
            rotation=(0.0, 0.0, turn),
            look=(RED, BLUE)[k],
        )
        scene.add(crate, id=f"crate {k + 1}")
    return {"bridge": scene}


def _peg(plank: pl.Rigid, end: int, side: float) -> pl.BodyPoint:
    """The point beside a corner of a plank where a rope is: its nodes extrapolate it."""
    points = plank.geometry().vertices
    near, far = (np.flatnonzero((end * points[:, 0] > 0.0) & (s * points[:, 1] > 0.0)) for s in (side, -side))
    beyond = BESIDE / WIDTH
    weights = [*[0.5 * (1.0 + beyond)] * 2, *[-0.5 * beyond] * 2]
    return pl.BodyPoint(plank.id, nodes=[int(k) for k in (*near, *far)], weights=weights)


def check_bridge(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["bridge"])
    scene = bridge()["bridge"]
    loose = 0.0
    for joint in scene.constraints:
        if isinstance(joint, Join):
            a, b = (_place(recording, point) for point in (joint.a, joint.b))
            loose = max(loose, float(np.linalg.norm(a - b, axis=1).max()))
    rigid = [body.id for body in scene.bodies if isinstance(body, pl.Rigid)]
    planks = np.array([_centres(recording, f"plank {k + 1}") for k in range(PLANKS)])
    crates = np.array([_centres(recording, f"crate {k + 1}") for k in range(2)])
    return [
        at_most("the knots hold in every frame, apart by", loose, 1e-9, "m"),
        at_most(
            "planks and crates keep their shape, to", max(_bent(recording, body) for body in rigid), 1e-9, "m"
        ),
        at_least("the bridge sags by", float(-planks[PLANKS // 2, -1, 2]), 0.02, "m"),
        at_least(
            "the crates lie on it: above the lowest plank by",
            float((crates[:, -1, 2] - planks[:, -1, 2].min()).min()),
            0.5 * CRATE,
            "m",
        ),
    ]


# ---------------------------------------------------------------- Newton's cradle

BALLS, RADIUS, STRING, RAISED = 5, 0.05, 0.5, 0.5  # [m], [rad]
APART = 2.0 * RADIUS + 1e-3
RAILS = {"front": -0.15, "back": 0.15}  # where they are along y [m]


def cradle() -> Scenes:
    scene = pl.Scene(gravity=pl.EARTH, seconds=1.5, dt=1 / 240, collision=pl.Collision(friction=0.0))
    for rail, y in RAILS.items():
        line = pl.shapes.line((0.0, y, STRING), (APART * (BALLS - 1), y, STRING))
        scene.add(pl.Curve(line, grid=BALLS, material=ROPE, look=SLATE), id=rail)
        scene.pin(rail, nodes=list(range(BALLS)))
    for k in range(BALLS):
        x, z = APART * k, 0.0
        if k == 0:
            x, z = -STRING * np.sin(RAISED), STRING * (1.0 - np.cos(RAISED))
        ball = pl.shapes.ball(RADIUS)
        one = pl.Rigid(
            ball, divisions=(6, 6, 6), mass=1.0, restitution=1.0, position=(float(x), 0.0, float(z))
        )
        scene.add(one.model_copy(update={"look": STEEL}), id=f"ball {k + 1}")
        centre = pl.BodyPoint(f"ball {k + 1}", center=True)
        for rail in RAILS:
            scene.add(Distance((rail, k), centre), id=f"{rail} string {k + 1}")
    return {"cradle": scene}


def check_cradle(recordings: Recordings) -> list[Check]:
    recording = recording_of(recordings["cradle"])
    x = np.array([_centres(recording, f"ball {k + 1}")[:, 0] - APART * k for k in range(BALLS)])
    first = recording.times < 1.0
    swing = float(-x[0].min())
    return [
        at_least(
            "the last ball swings out, as a part of what the first did", float(x[-1].max()) / swing, 0.98
        ),
        at_most("the others stay, but for a part of", float(np.abs(x[1:-1][:, first]).max()) / swing, 0.05),
        at_least("and the first is sent out again, by a part of", float(-x[0][~first].min()) / swing, 0.9),
    ]


def _place(recording: pl.Recording, point: pl.BodyPoint) -> np.ndarray:
    """Where a point of a body is in all frames, (frames, 3)."""
    nodes, weights = (point.nodes or (point.node or (0,),)), (point.weights or (1.0,))
    x = recording.positions(point.body)
    return np.sum([w * x[:, node[0]] for node, w in zip(nodes, weights, strict=True)], axis=0)


def _bent(recording: pl.Recording, body: str) -> float:
    """How much the distances of a body's first node from its others ever change [m]."""
    x = recording.positions(body)
    away = np.linalg.norm(x - x[:, :1], axis=2)
    return float(np.ptp(away, axis=0).max())


def _centres(recording: pl.Recording, body: str) -> np.ndarray:
    """Of a rigid body the centre of mass in all frames, (frames, 3): that of the points that bear its mass."""
    return recording.positions(body)[:, -4:].mean(axis=1)


ENTRIES = (
    Entry(
        name="bridge",
        title="A bridge of ropes and planks",
        source="006 Sec. 1",
        text=(
            "Five planks, rigid bodies, are knotted to two ropes that are pinned at the banks, and two crates fall "
            "onto them. The knots are joints, which hold to rounding, at points beside the planks; ropes, planks and "
            "crates meet as all bodies do. The bridge sags until the ropes bear the weight, and the crates lie still "
            "on it."
        ),
        scenes=bridge,
        check=check_bridge,
        times=(0.0, 0.25, 1.5),
        picture={"azimuth": -60.0, "elevation": 22.0},
        every=2,
        slow=True,
    ),
    Entry(
        name="newtons-cradle",
        title="Newton's cradle",
        source="006 Sec. 1",
        text=(
            "Five balls hang in a row by two strings each, which are distances to nodes that are pinned. The first "
            "one is let go, and runs into the others, with a restitution of 1: it stops, the last one flies off and "
            "comes back, and the first is sent out again. All contact in between is that of other bodies, friction "
            "left out."
        ),
        scenes=cradle,
        check=check_cradle,
        times=(0.0, 0.35, 0.75, 1.5),
        picture={"azimuth": -90.0, "elevation": 6.0},
        every=2,
        slow=True,
    ),
)
