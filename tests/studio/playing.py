"""A session with a small cloth, and hands that do some of everything."""

from __future__ import annotations

import numpy as np

import pliant as pl
from pliant.studio import messages as m
from pliant.studio.session import Session

ROWS, COLUMNS = 8, 7
LAST = ROWS * COLUMNS - 1


def scene(**more) -> pl.Scene:
    made = pl.Scene(gravity=pl.EARTH, dt=0.01, **more)
    shape = pl.shapes.rectangle(1, 1)
    made.add(pl.Surface(shape, id="cloth", grid=(ROWS, COLUMNS), material=pl.materials.COTTON))
    made.add(pl.obstacles.Sphere(id="ball", center=(0, 0, -0.6), radius=0.3))
    made.pin("cloth", corners=("00", "10"))
    return made


def spot(*weights: float, nodes=(LAST, LAST - 1, LAST - COLUMNS)) -> m.Spot:
    a, b, c = weights or (0.2, 0.3, 0.5)
    return m.Spot(body="cloth", nodes=nodes, weights=(a, b, c))


def place(session: Session, at: m.Spot) -> np.ndarray:
    return np.asarray(at.weights) @ session.simulation.positions("cloth")[list(at.nodes)]


def run(session: Session, steps: int) -> None:
    for _ in range(steps):
        session.simulation.step()


def play(session: Session) -> None:
    """Some of everything."""
    run(session, 5)
    session.grab("finger", spot(), (0.6, 0.6, 0.4))
    run(session, 7)
    for k in range(5):
        session.move("finger", (0.6, 0.6 + 0.01 * k, 0.4))
        session.move("finger", (0.6, 0.6 + 0.02 * k, 0.4))
        run(session, 1)
    session.grab("pin", spot(1.0, 0.0, 0.0, nodes=(0, 1, COLUMNS)), (-0.4, -0.5, 0.1))
    run(session, 3)
    session.release("finger")
    session.push("fist", spot(nodes=(22, 23, 29)), (0.0, 0.0, 2.0))
    run(session, 6)
    session.set("bodies.cloth.material.young", 2e6)
    session.release("fist")
    session.cut([spot(nodes=(21, 22, 28)), spot(nodes=(30, 31, 37))])
    session.pin("cloth", [LAST, 30])
    session.set("obstacles.ball.center", [0.1, 0.0, -0.5], "drag")
    session.set("obstacles.ball.center", [0.2, 0.0, -0.5], "drag")
    run(session, 4)
    session.undo()
    session.release("pin")
    run(session, 10)
