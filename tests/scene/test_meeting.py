"""Who meets whom, as scenes say it."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant import shapes
from pliant.build.hulls import meetings
from pliant.build.model import build
from pliant.collision.hull import offsets
from pliant.errors import SceneError
from pliant.model.nets import octasphere
from pliant.scene.changes import can_continue
from pliant.scene.meeting import meeting_pairs
from pliant.validation.points import CORD, RUBBER


def sheet(id: str, **changes) -> pl.Surface:
    return pl.Surface(shapes.rectangle(1.0, 1.0), grid=(4, 4), material=pl.materials.COTTON, id=id, **changes)


def block(id: str, **changes) -> pl.Solid:
    return pl.Solid(shapes.box(1.0, 1.0, 1.0), grid=(3, 3, 3), material=RUBBER, id=id, **changes)


def pairs(*bodies, collision=True, **options) -> list[tuple[int, int]]:
    return list(meeting_pairs(pl.Scene(collision=collision, bodies=list(bodies), **options)))


def test_all_bodies_meet_and_sheets_curves_and_meshes_meet_themselves():
    rope = pl.Curve(shapes.line((0, 0, 0), (1, 0, 0)), grid=5, material=CORD)
    ball = pl.Layered(pl.layers.Octasphere(0.5, 1))
    assert pairs(sheet("a"), block("b"), rope, ball) == [
        (0, 0), (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("collision", "expected"),
    [
        (False, []),
        (True, [(0, 0), (0, 1), (1, 1)]),
        (pl.Collision(itself=False), [(0, 1)]),
        (pl.Collision(bodies=False), [(0, 0), (1, 1)]),
    ],
)
def test_a_scene_can_do_without(collision, expected):
    assert pairs(sheet("a"), sheet("b"), collision=collision) == expected


def test_a_body_can_choose():
    assert pairs(sheet("a", ignores=["b"]), sheet("b"), sheet("c", self_contact=False)) == [
        (0, 0), (0, 2), (1, 1), (1, 2),
    ]  # fmt: skip
    assert pairs(sheet("a", collides=["c"]), sheet("b"), sheet("c")) == [
        (0, 0), (0, 2), (1, 1), (1, 2), (2, 2),
    ]  # fmt: skip
    assert pairs(block("a", self_contact=True)) == [(0, 0)]


def test_published_variants_meet_nothing():
    raw = sheet("a").model_copy(update={"material": pl.Raw(), "variant": "kelager"})
    options = {"integrator": pl.SemiImplicit()}
    assert pairs(pl.Surface(**dict(raw)), sheet("b"), **options) == [(1, 1)]
    with pytest.raises(SceneError, match="self_contact: bodies of the variant 'kelager' meet obstacles only"):
        pl.Surface(**{**dict(raw), "self_contact": True})


def test_names_that_are_not_there_are_told():
    with pytest.raises(
        SceneError, match=r"bodies\[0\]\.ignores\[0\]: there is no obstacle or body 'bal'; did you"
    ):
        pl.Scene(
            collision=True,
            bodies=[sheet("a", ignores=["bal"])],
            obstacles=[pl.obstacles.Sphere(1.0, id="ball")],
        )
    with pytest.raises(SceneError, match=r"bodies\[0\]\.collides\[1\]: there is no obstacle or body 'x'"):
        pl.Scene(collision=True, bodies=[sheet("a", collides=["b", "x"]), sheet("b")])
    with pytest.raises(SceneError, match="said by `self_contact`"):
        pl.Scene(collision=True, bodies=[sheet("a", ignores=["a"])])


def test_an_obstacle_that_is_ignored_is_not_there():
    floor = pl.obstacles.Plane(id="floor")
    scene = pl.Scene(collision=True, bodies=[sheet("a"), sheet("b", ignores=["floor"])], obstacles=[floor])
    assert [len(body.around.contacts) for body in build(scene).bodies] == [1, 0]


@pytest.mark.parametrize("suffix", [".yaml", ".json", ".toml"])
def test_files_keep_it(tmp_path, suffix):
    scene = pl.Scene(
        bodies=[sheet("a", ignores=["b"], contact_thickness=0.002), sheet("b", self_contact=False)],
        collision=pl.Collision(friction=0.5, untangle=True),
    )
    path = tmp_path / f"scene{suffix}"
    pl.save(scene, path)
    assert pl.load(path) == scene
    off = pl.Scene(bodies=[sheet("a")], collision=False)
    pl.save(off, path)
    assert pl.load(path).collision == pl.Collision(bodies=False, itself=False)


def test_a_file_can_switch_it_off(tmp_path):
    path = tmp_path / "scene.yaml"
    path.write_text("collision: false\n")
    assert not pl.load(path).collision.bodies


def test_xml_has_no_contact_of_bodies(tmp_path):
    raw = pl.Surface(shapes.rectangle(1.0, 1.0), grid=(4, 4), material=pl.Raw(), variant="kelager", id="a")
    scene = pl.Scene(
        collision=True, bodies=[raw], integrator=pl.SemiImplicit(), contact=pl.responses.Projection()
    )
    path = tmp_path / "scene.xml"
    pl.save(scene, path)
    assert pl.load(path).collision == pl.Collision(bodies=False, itself=False)
    exact = scene.model_copy(update={"bodies": [pl.Surface(**{**dict(raw), "variant": "exact"})]})
    with pytest.raises(
        SceneError, match="collision: the XML of document 000 cannot express contact: 'a' meets itself"
    ):
        pl.save(exact, path)


def test_it_can_change_while_it_runs():
    a = pl.Scene(collision=True, bodies=[sheet("a"), sheet("b")])
    b = pl.Scene(bodies=[sheet("a", ignores=["b"], contact_thickness=0.01), sheet("b")], collision=False)
    assert can_continue(a, b)


def test_meetings_are_between_hulls():
    scene = pl.Scene(
        collision=True,
        bodies=[block("alone", ignores=["a", "b"]), sheet("a"), sheet("b", self_contact=False)],
    )
    found = meetings(build(scene))
    assert [hull.name for hull in found.hulls] == [body.name for body in found.bodies] == ["a", "b"]
    assert found.meets == [(0, 0), (0, 1)] and not found.obstacles


def test_meshes_join_in_as_obstacles():
    points, faces = octasphere(2)
    ball = pl.obstacles.Mesh(
        0.3 * points, faces, id="ball", motion=pl.obstacles.Motion((0, 1), ((0, 0, 0), (0, 0, 1)))
    )
    own = ball.model_copy(update={"id": "own", "response": pl.responses.Penalty()})
    scene = pl.Scene(collision=True, bodies=[sheet("a"), block("b", ignores=["ball"])], obstacles=[ball, own])
    model = build(scene)
    found = meetings(model)
    assert [hull.name for hull in found.hulls] == ["a", "b", "ball"]
    assert found.meets == [(0, 0), (0, 1), (0, 2)]
    assert found.hulls[2] is meetings(build(scene, model)).hulls[2]
    x = {body.name: body.shape.placed(body.spec) for body in model.bodies}
    places = found.places(x, time=1.0)
    assert places.shape == (3, offsets(found.hulls)[-1])
    assert pytest.approx(0.3 * points + (0, 0, 1)) == places[:, -len(points) :].T
    assert places[:, : found.hulls[0].count] == pytest.approx(x["a"][:, found.hulls[0].nodes])


def test_thickness_is_that_of_the_body_else_of_the_scene():
    scene = pl.Scene(
        bodies=[sheet("a", contact_thickness=0.02), sheet("b")],
        collision=pl.Collision(thickness=0.03),
    )
    model = build(scene)
    assert [float(np.max(hull.thickness)) for hull in meetings(model).hulls] == [0.02, 0.03]
    thinner = build(pl.set_parameter(scene, "bodies.a.contact_thickness", 0.01), model)
    assert [float(np.max(hull.thickness)) for hull in meetings(thinner).hulls] == [0.01, 0.03]
    assert meetings(thinner).hulls[1] is meetings(model).hulls[1]
