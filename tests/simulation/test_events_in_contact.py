"""Hands and events on bodies that touch: nothing crosses, and played again it all gives the same bits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import pliant as pl
from pliant.collision.intersections import intersections
from pliant.model.nets import octasphere
from pliant.obstacles import Mesh
from pliant.scene.events import PinEvent

FABRIC = pl.Sheet(membrane=50.0, bending=1e-3, area_density=0.2, damping=1e-3)


def laid(*, held: bool = False, **options) -> pl.Scene:
    """A cloth above a larger one that is held at its corners, or everywhere, with a ball below."""
    scene = pl.Scene(gravity=9.81)
    table = scene.add(pl.Surface(pl.shapes.rectangle(0.9, 0.9), id="table", grid=(7, 7), material=FABRIC))
    if held:
        scene.pin(table, nodes=[(i, j) for i in range(7) for j in range(7)])
    else:
        scene.pin(table, corners=("00", "10", "01", "11"))
    place = {"position": (0.02, 0.01, 0.04)} | options
    scene.add(pl.Surface(pl.shapes.rectangle(0.5, 0.5), id="cloth", grid=(7, 7), material=FABRIC, **place))
    points, faces = octasphere(1)
    scene.add(Mesh(0.1 * points, faces, id="ball", center=(0.0, 0.0, -0.4)))
    return scene


def crossings(simulation: pl.Simulation) -> int:
    world = simulation._world
    x = world._meetings.places(
        {name: body.x for name, body in simulation.state.bodies.items()}, simulation.time
    )
    return len(intersections(world._meetings.hulls, x, world._meetings.meets))


def dragged(simulation: pl.Simulation, k: int) -> None:
    """The ball is moved up, through where the table hangs, 3 cm at a time."""
    if k < 14:
        simulation.apply(pl.Set("obstacles[0].center", (0.0, 0.0, -0.4 + 0.03 * k)))


def once(*events) -> Callable[[pl.Simulation, int], None]:
    def act(simulation: pl.Simulation, k: int) -> None:
        for event in events if k == 2 else ():
            simulation.apply(event)

    return act


def cut(simulation: pl.Simulation, k: int) -> None:
    if k in (2, 6):
        body, side = ("cloth", 0.0) if k == 2 else ("table", 0.1)
        simulation.cut(body, [(side, -0.5, 0.0), (side, 0.5, 0.0)])


DONE = {
    "a hand pulls through": once(
        pl.Grab(body="cloth", node=(3, 3), id="hand", stiffness=50.0),
        pl.Move("hand", (0.0, 0.0, -0.6), seconds=0.1),
    ),
    "a hand holds exactly": once(
        pl.Grab(body="table", node=(3, 3), id="hand"), pl.Move("hand", (0.0, 0.0, 0.3), seconds=0.2)
    ),
    "a push": once(pl.Push(body="cloth", node=(3, 3), id="push", direction=(0, 0, -1), rate=20.0)),
    "a pin": once(PinEvent("cloth", corners=("00",)), pl.Unpin("table", corners=("00",))),
    "matter and friction": once(
        pl.Set("bodies.cloth.material.membrane", 200.0), pl.Set("collision.friction", 0.9)
    ),
    "a thicker cloth": once(pl.Set("bodies.cloth.contact_thickness", 0.04)),
    "a shorter step": once(pl.Set("dt", 1 / 240)),
    "another scheme": once(pl.Set("integrator", {"kind": "backward_euler"})),
    "gravity turned over": once(pl.Set("gravity", -9.81)),
    "cuts": cut,
    "a mesh that is dragged": dragged,
    "a mesh that grows": lambda s, k: s.apply(pl.Set("obstacles[0].scale", 1.0 + 0.4 * k)) if k < 8 else None,
}


@pytest.mark.parametrize("act", DONE.values(), ids=DONE.keys())
def test_nothing_crosses_whatever_happens_and_it_happens_again(act):
    simulation = pl.Simulation(laid())
    for _ in range(10):
        simulation.step()
    for k in range(16):
        act(simulation, k)
        simulation.step()
        assert crossings(simulation) == 0
    again = pl.Simulation(simulation.script())
    for _ in range(26):
        again.step()
    for name in ("table", "cloth"):
        assert np.array_equal(again.positions(name), simulation.positions(name))


def test_a_checkpoint_knows_that_a_mesh_is_on_its_way(tmp_path):
    simulation = pl.Simulation(laid())
    for _ in range(8):
        simulation.step()
    simulation.apply(pl.Set("obstacles[0].center", (0.0, 0.0, -0.25)))
    simulation.checkpoint(tmp_path / "state")
    again = pl.Simulation.restore(tmp_path / "state")
    assert list(again.state.lags) == ["ball"]
    for _ in range(6):
        simulation.step()
        again.step()
    assert simulation.state.lags == {}
    assert np.array_equal(simulation.positions("table"), again.positions("table"))


def test_a_mesh_that_is_put_far_away_does_not_sweep_up_what_is_in_between():
    simulation = pl.Simulation(laid(held=True))
    simulation.step()
    simulation.apply(pl.Set("obstacles[0].center", (0.0, 0.0, 0.6)))
    assert simulation.state.lags == {}
    simulation.step()
    assert simulation.speed("cloth").max() < 1.0


def test_a_cloth_that_is_held_by_a_hand_stays_on_its_side_of_a_table_that_cannot_give_way():
    simulation = pl.Simulation(laid(held=True))
    simulation.apply(pl.Grab(body="cloth", node=(3, 3), id="hand", stiffness=100.0))
    simulation.apply(pl.Move("hand", (0.0, 0.0, -0.3), seconds=0.2))
    for _ in range(20):
        simulation.step()
    assert simulation.positions("cloth")[:, 2].min() > 0.0


def test_what_crosses_cannot_begin_to_meet():
    simulation = pl.Simulation(laid(held=True, rotation=(0.6, 0.2, 0.0), position=(0.02, 0.01, 0.25)))
    simulation.apply(pl.Set("collision", False))
    for _ in range(12):
        simulation.step()
    with pytest.raises(pl.SceneError, match=r"'table' crosses 'cloth'.*cannot begin to meet"):
        simulation.apply(pl.Set("collision", True))
    simulation.step()  # nothing has changed
    assert simulation.parameters.collision.bodies is False


def test_a_hand_that_holds_a_node_exactly_moves_it_while_the_body_is_touched():
    simulation = pl.Simulation(laid())
    while not simulation.contacts():
        simulation.step()
    hand = simulation.apply(pl.Grab("cloth", (3, 3)))
    begin = simulation.positions("cloth")[24]
    for k in range(6):
        goal = np.add(begin, (0.0, 0.0, 0.01 * (k + 1)))
        simulation.apply(pl.Move(hand.id, tuple(goal), seconds=simulation.parameters.dt))
        simulation.step()
        assert np.allclose(simulation.positions("cloth")[24], goal, atol=1e-12)
