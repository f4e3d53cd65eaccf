"""Curves, solids and meshes in a hand, and what the page is told of them."""

from __future__ import annotations

from base64 import b64decode

import numpy as np
import pytest

import pliant as pl
from pliant.model import Bulk, Cord, Curve, Mesh, Solid
from pliant.recording.readings import READINGS
from pliant.simulation.snapshot import shown
from pliant.studio import messages as m
from pliant.studio.describe import body_meshes, scene_data
from pliant.studio.session import Session

NODES = 12
TETRAHEDRON = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]


def scene() -> pl.Scene:
    made = pl.Scene(gravity=pl.EARTH, dt=0.01, collision=False)
    cord = Cord(stretching=200, line_density=0.1, radius=0.01, bending=1e-4)
    made.add(Curve(pl.shapes.line((0, 0, 1), (1, 0, 1)), id="rope", grid=NODES, material=cord))
    jelly = Bulk(young=5e4, density=800)
    made.add(Solid(pl.shapes.box(0.2, 0.2, 0.2), id="jelly", grid=(3, 3, 3), material=jelly))
    made.add(Mesh(TETRAHEDRON, id="block", tetrahedra=[(0, 1, 2, 3)], material=jelly))
    made.pin("rope", nodes=[0])
    return made


@pytest.fixture
def session() -> Session:
    return Session(scene())


def spot(body: str, nodes: tuple[int, int, int], *weights: float) -> m.Spot:
    a, b, c = weights
    return m.Spot(body=body, nodes=nodes, weights=(a, b, c))


def place(session: Session, at: m.Spot) -> np.ndarray:
    return np.asarray(at.weights) @ session.simulation.positions(at.body)[list(at.nodes)]


def run(session: Session, steps: int) -> None:
    for _ in range(steps):
        session.simulation.step()


# ---------------------------------------------------------------- hands


@pytest.mark.parametrize(
    "at",
    [
        spot("rope", (8, 9, 9), 0.4, 0.6, 0.0),  # the page names the second node of a segment twice
        spot("jelly", (26, 25, 23), 0.2, 0.3, 0.5),
        spot("block", (1, 2, 3), 0.2, 0.3, 0.5),
    ],
)
def test_a_spot_follows_the_hand(session, at):
    goal = place(session, at) + np.array([0.0, 0.05, 0.1])
    session.grab("hand", at, tuple(goal))
    run(session, 60)
    assert np.linalg.norm(place(session, at) - goal) < 0.03  # it still swings
    (hold,) = session.holds()
    assert place(session, hold.spot) == pytest.approx(place(session, at))


@pytest.mark.parametrize(
    "at", [spot("rope", (8, 9, 9), 0.4, 0.6, 0.0), spot("jelly", (26, 25, 23), 0.2, 0.3, 0.5)]
)
def test_a_push_leaves_what_is_not_pushed_behind(session, at):
    others = Session(scene())
    session.push("fist", at, (0.0, 1.0, 0.0))
    run(session, 20)
    run(others, 20)
    assert place(session, at)[1] > place(others, at)[1] + 0.005


def test_a_node_of_a_solid_is_pinned_freed_and_pinned_again(session):
    session.pin("jelly", [26])
    pinned = session.simulation.positions("jelly")[26]
    run(session, 30)
    assert np.array_equal(session.simulation.positions("jelly")[26], pinned)
    assert session.simulation.positions("jelly")[0, 2] < pinned[2] - 0.2  # it hangs there
    session.undo()
    assert session.pins()["jelly"] == []
    session.undo(again=True)
    assert session.pins()["jelly"] == [26]


def test_the_pin_of_a_rope_goes_where_it_is_pulled(session):
    session.grab("hand", spot("rope", (0, 1, 1), 1.0, 0.0, 0.0), (-0.1, 0.2, 1.1))
    run(session, 30)
    assert session.simulation.positions("rope")[0] == pytest.approx((-0.1, 0.2, 1.1))


# ---------------------------------------------------------------- what the page is told


def test_the_page_is_told_what_each_kind_is_drawn_from(session):
    rope, jelly, block = body_meshes(session.simulation, 1)
    assert (rope.kind, rope.grid, rope.closed, rope.radius) == ("curve", [NODES], False, 0.01)
    assert rope.triangles == rope.uv == rope.coordinates == rope.rest == ""
    assert (jelly.kind, jelly.grid, jelly.uv) == ("solid", [3, 3, 3], "")
    for mesh in (jelly, block):
        rest = np.frombuffer(b64decode(mesh.rest), "<f4").reshape(-1, 3)
        assert rest == pytest.approx(session.simulation.positions(mesh.id), abs=1e-6)
        a, b, c = rest[np.frombuffer(b64decode(mesh.triangles), "<u4").reshape(-1, 3)].transpose(1, 0, 2)
        outwards = np.einsum("ti,ti->t", np.cross(b - a, c - a), (a + b + c) / 3 - rest.mean(axis=0))
        assert np.all(outwards > 0)  # or the page would draw the inner side
    assert len(b64decode(jelly.coordinates)) == 27 * 3 * 4
    assert block.coordinates == ""


def layered() -> Session:
    made = pl.Scene(gravity=pl.EARTH, dt=0.003, integrator=pl.RK4())
    made.add(pl.Layered(pl.layers.Segment(1.0), position=(-3, 0, 2)), id="segment")
    made.add(pl.Layered(pl.layers.Ring(1.0, 10), position=(0, 0, 2)), id="ring")
    made.add(pl.Layered(pl.layers.Octasphere(1.0, 1), position=(3, 0, 2)), id="sphere")
    return Session(made)


def test_bodies_of_one_two_and_three_dimensions_can_all_be_dragged():
    session = layered()
    a, b, c = session.simulation.model.body("sphere").spec.net.triangles[0].tolist()
    spots = [
        spot("segment", (0, 1, 1), 0.5, 0.5, 0.0),
        spot("ring", (4, 5, 5), 0.5, 0.5, 0.0),  # along the outer ring
        spot("ring", (3, 14, 14), 0.5, 0.5, 0.0),  # across, along a shear spring
        spot("sphere", (a, b, c), 0.2, 0.3, 0.5),
    ]
    for at in spots:
        session.grab("hand", at, tuple(place(session, at) + np.array([0.0, 0.0, 3.0])))
        before = place(session, at)[2]
        run(session, 60)
        assert place(session, at)[2] > before + 0.3
        session.release("hand")


def test_the_page_is_told_of_the_threads_of_a_ring_and_the_triangles_of_a_sphere():
    segment, ring, sphere = body_meshes(layered().simulation, 1)
    assert [chain.nodes for chain in segment.chains] == [[0, 1]]
    outer, inner, *springs = ring.chains
    assert (outer.nodes, inner.nodes) == (list(range(10)), list(range(10, 20)))
    assert outer.closed and len(springs) == 30 and not any(chain.closed for chain in springs)
    assert outer.radius > springs[0].radius > 0.0
    assert not sphere.chains and len(b64decode(sphere.triangles)) == 32 * 3 * 4


def test_the_level_of_detail_changes_with_a_restart():
    session = layered()
    run(session, 5)
    session.set("bodies.sphere.shape.level", 2)
    assert len(session.simulation.positions("sphere")) == 2 * 66
    assert session.simulation.time == 0.0


def test_every_colour_is_a_number_on_every_body(session):
    run(session, 3)
    arrays = shown(session.simulation, READINGS)
    common = {"speed", "stretch", "bending"}
    for body in session.simulation.scene.bodies:
        found = {name.partition("/")[2] for name in arrays if name.startswith(f"{body.id}/")}
        assert common <= found <= {"positions", *READINGS}, body.id
        assert ("contact_pressure" in found) == (body.id != "rope")
    for name, array in arrays.items():
        assert np.all(np.isfinite(array)), name


def test_the_panel_is_spared_the_lists_of_a_mesh(session):
    *_, block = scene_data(session.simulation.parameters)["bodies"]
    assert block["material"]["kind"] == "bulk"
    assert not {"vertices", "triangles", "tetrahedra"} & block.keys()
