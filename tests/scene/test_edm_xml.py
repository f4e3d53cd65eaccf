"""The XML of document 000 §4.4: every node and attribute, both ways."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.constraints import Clamp, Nail, Pin
from pliant.contact import Cylinder, Plane, Projection, Sphere, Torus, Union
from pliant.errors import SceneError
from pliant.forces import Gravity, Spring, Target, Viscous
from pliant.forces.streams import Gust
from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.integrators.spec import SemiImplicit
from pliant.materials import COTTON, Raw, RawNode
from pliant.model import Look, RawBulk, Solid, Surface
from pliant.scene import Grab, Scene, load, save
from pliant.scene.edm.files import write_edm
from pliant.shapes import Bezier, Box, Ellipsoid, EllipsoidSolid, rectangle
from pliant.simulation import simulate
from pliant.solvers.spec import SolverSpec
from tests.scene.edm import BALL, GRAVITY, PATCH, RED, SPRING, WATER, body, document, one_wrong, read

# ---------------------------------------------------------------- as the document prints it


def test_the_objects_of_the_document(tmp_path):
    objects = """
<Object id="Pole" type="Cylinder" epsilon="1.0" scale="1.0" visible="Yes">
  <Properties r="0.35" h="4.0" c="[2.0, 0.0, 0.0]" />
  <Bind type="Material" ref="Paint" />
</Object>
<Object id="Floor" type="Plane" visible="Yes">
  <Properties n="[0.0, 0.0, 1.0]" x0="[0.0, 0.0, -4.0]" />
</Object>
<Object id="Ball" type="Sphere" scale="0.9" visible="No" epsilon="0.5">
  <Properties c="[2.0, -1.0, 8.0]" r="2.0" />
</Object>
<Object id="Donut" type="Torus"><Properties a="0.4" r="1.1" c="[2.0, 0.0, 4.0]" /></Object>"""
    paint = '<Material id="Paint" type="Color"><Properties rgb="0.78, 0.59, 0.39" /></Material>'
    pole, floor, ball, donut = read(tmp_path, document(objects=objects, materials=paint)).obstacles
    own = {"response": Projection(strength=1.0)}
    assert pole == Cylinder(0.35, 4.0, (2, 0, 0), id="Pole", look=Look((0.78, 0.59, 0.39)), **own)
    assert floor == Plane((0, 0, 1), (0, 0, -4), id="Floor", **own)
    soft = Projection(strength=0.5)
    assert ball == Sphere(2, (2, -1, 8), id="Ball", scale=0.9, visible=False, response=soft)
    assert donut == Torus(1.1, 0.4, (2, 0, 4), id="Donut", **own)


def test_the_forces_of_the_document_act_only_where_they_are_bound(tmp_path):
    binds = """<Bind type="Force" ref="Gravity" /><Bind type="Force" ref="Fixed" particle="[3,0]" />
               <Bind type="Force" ref="Fixed" particle="[0, 4]" />"""
    bodies = body("a", binds=binds) + body("b", binds='<Bind type="Force" ref="Gravity" />')
    scene = read(tmp_path, document(bodies, forces=GRAVITY + SPRING + WATER))
    assert scene.gravity is None
    assert scene.forces == [
        Gravity((0, 0, -9.82), id="Gravity", apply_to=[Target("a"), Target("b")]),
        Spring(10, id="Fixed", apply_to=[Target("a", nodes=[(3, 0), (0, 4)])]),
        Viscous(25, (8, 10, 0.75), id="WildWater", apply_to=[]),
    ]


def test_a_body_with_every_attribute(tmp_path):
    particles = """<Particles grid="[10,10]">
      <Single fixed="Yes" particle="[9,0]" />
      <All mass="5.0" damping="2.0"
        tension="[[1.0, 1.0], [1.0, 1.0]]" rigidity="[[0.01, 0.01], [0.01, 0.01]]" />
      <Single fixed="Yes" particle="[0,0]" />
      <Single particle="[1,1]" mass="3" /><Single particle="[1,1]" tension="[[1,2],[3,4]]" damping="0" />
      </Particles>"""
    binds = '<Bind type="Material" ref="Red" /><Bind type="Collision" ref="Ball" />'
    properties = """<Properties timestep="0.02" mcont="Yes" ncont="No" lcont="No" order="1" />
                    <Properties timestep="9" />"""
    initial = PATCH.replace("NaturalShape", "InitialShape").replace("-2.0, 0.0]", "-3.0, 0.0]")
    text = document(
        body(properties=properties, shapes=PATCH + initial, particles=particles, binds=binds), BALL, "", RED
    )
    scene = read(tmp_path, text)
    (cloth,) = scene.bodies
    assert scene.id == "Test" and scene.dt == 0.02 and scene.integrator == SemiImplicit()
    assert cloth.variant == "kelager" and cloth.grid == (10, 10) and cloth.periodic == (True, False)
    assert cloth.look == Look((1, 0, 0)) and cloth.collides == ["Ball"]
    assert cloth.shape == Bezier([(-2, -2, 0), (2, -2, 0), (-2, 2, 0), (2, 2, 0)], 1)
    assert cloth.initial_shape == Bezier([(-2, -3, 0), (2, -3, 0), (-2, 2, 0), (2, 2, 0)], 1)
    assert cloth.material == Raw(
        mass=5,
        damping=2,
        tension=((1, 1), (1, 1)),
        rigidity=((0.01, 0.01), (0.01, 0.01)),
        single=[RawNode((1, 1), mass=3, tension=((1, 2), (3, 4)), damping=0)],
    )
    assert scene.constraints == [Pin("cloth", nodes=[(0, 0), (9, 0)], id="pin1")]


def test_defaults_are_those_of_the_document(tmp_path):
    (cloth,) = read(tmp_path, document(body())).bodies
    assert cloth.material == Raw(mass=1, damping=0, tension=((0, 0), (0, 0)), rigidity=((0, 0), (0, 0)))
    assert cloth.periodic == (False, False) and cloth.collides == [] and cloth.initial_shape is None


def test_the_first_control_points_run_along_the_first_direction(tmp_path):
    (cloth,) = read(tmp_path, document(body())).bodies
    points = cloth.shape.points(cloth.grid, cloth.periodic)
    assert points[-1, 0].tolist() == [2, -2, 0] and points[0, -1].tolist() == [-2, 2, 0]


def test_quadratic_and_ellipsoid_patches(tmp_path):
    nine = "".join(f'<Node index="{k}" pos="[{k % 3}, {k // 3}, 0]" />' for k in range(9))
    quadratic = body(
        "q",
        head='model="Surface" type="QuadraticBezierPatch"',
        properties='<Properties timestep="0.01" />',
        shapes=f"<NaturalShape>{nine}</NaturalShape>",
    )
    egg = body(
        "e",
        head='model="Surface" type="EllipsoidPatch"',
        properties='<Properties timestep="0.01" mcont="Yes" />',
        shapes="""<NaturalShape>
          <Node index="1" pos="[1, 2, 3]" /><Node index="0" pos="[1.5, 1.0, 0.5]" />
        </NaturalShape>""",
    )
    q, e = read(tmp_path, document(quadratic + egg)).bodies
    assert isinstance(q.shape, Bezier) and q.shape.order == 2 and q.shape.control_points[5] == (2, 1, 0)
    assert e.shape == Ellipsoid((1.5, 1, 0.5), center=(1, 2, 3)) and e.periodic == (True, False)


def solid(kind: str, nodes: str, *, properties: str = "", particles: str = "") -> str:
    return body(
        "block",
        head=f'model="Solid" type="{kind}"',
        properties=f'<Properties timestep="0.01" {properties} />',
        shapes=f"<NaturalShape>{nodes}</NaturalShape>",
        particles=f'<Particles grid="[3,4,5]">{particles}</Particles>',
    )


def corners(place: str) -> str:
    return "".join(f'<Node index="{4 * a + 2 * b + c}" pos="[{place.format(a=a, b=b, c=c)}]" />'
                   for a in (0, 1) for b in (0, 1) for c in (0, 1))  # fmt: skip


def test_solids_of_the_document(tmp_path):
    eta = "[[2, 1, 1], [1, 2, 1], [1, 1, 2]]"
    single = f'<All mass="2" tension="{eta}" /><Single particle="[2,3,4]" mass="7" fixed="Yes" />'
    # the linear solid counts with the last index fastest, the generic one with the first
    linear = solid("LinearBezierSolid", corners("{a}, {b}, {c}"), particles=single, properties='ncont="Yes"')
    generic = solid("GenericBezierSolid", corners("{c}, {b}, {a}"), properties='order="1" lcont="Yes"')
    axes = '<Node index="0" pos="[3, 2, 1]" /><Node index="1" pos="[0, 0, 4]" />'
    egg = solid("EllipsoidSolid", axes, properties='lcont="Yes"')
    scene = read(tmp_path, document(linear))
    (block,) = scene.bodies
    assert isinstance(block, Solid) and block.variant == "kelager" and block.periodic == (False, False, True)
    assert block.shape.points(block.grid, (False, False, False))[2, 3, 4].tolist() == [1, 1, 1]
    assert block.shape.points(block.grid, (False, False, False))[2, 0, 0].tolist() == [1, 0, 0]
    assert block.material.tension[0] == (2, 1, 1) and block.material.single[0].mass == 7
    assert scene.constraints[0].nodes == [(2, 3, 4)]
    (other,) = read(tmp_path, document(generic)).bodies
    assert other.shape == block.shape and other.periodic == (True, False, False)
    (round_one,) = read(tmp_path, document(egg)).bodies
    assert round_one.shape == EllipsoidSolid((3, 2, 1), center=(0, 0, 4))
    for text in (linear, generic, egg):
        scene = read(tmp_path, document(text))
        save(scene, tmp_path / "again.xml")
        assert load(tmp_path / "again.xml") == scene


def test_a_solid_of_the_document_runs(tmp_path):
    eta = "[[2, 1, 1], [1, 2, 1], [1, 1, 2]]"
    block = solid("LinearBezierSolid", corners("{a}, {b}, {c}"), particles=f'<All tension="{eta}" />')
    recording = simulate(read(tmp_path, document(block)), steps=3)
    assert recording.positions("block").shape == (4, 60, 3)


def test_a_box_is_written_as_the_solid_that_it_is(tmp_path):
    scene = Scene(dt=0.01, integrator=SemiImplicit(), contact=Projection())
    scene.add(Solid(Box(1, 2, 3), grid=(3, 3, 3), material=RawBulk(), variant="kelager", collides=[]))
    save(scene, tmp_path / "box.xml")
    (back,) = load(tmp_path / "box.xml").bodies
    grid = ((3, 3, 3), (False,) * 3)
    assert np.allclose(back.shape.points(*grid), Box(1, 2, 3).points(*grid), atol=1e-15)


@pytest.mark.parametrize(
    ("text", "path", "why"),
    [
        (solid("LinearBezierSolid", corners("{a}, {b}, {c}"), properties='order="2"'), "/Properties/@order", "order 1"),
        (solid("EllipsoidSolid", '<Node index="0" pos="[1,1,1]" />'), "/NaturalShape", "needs 2 nodes"),
        (solid("LinearBezierSolid", corners("{a}, {b}, {c}"), particles='<All rigidity="[[1]]" />'),
         "/Particles/All[1]/@rigidity", "unknown"),
        (solid("LinearBezierSolid", corners("{a}, {b}, {c}"), particles='<All tension="[[1,2],[3,4]]" />'),
         "/Particles/All[1]/@tension", "3×3"),
        (solid("LinearBezierSolid", corners("{a}, {b}, {c}"), particles='<Single particle="[3,0,0]" />'),
         "/Particles/Single[1]/@particle", "outside the grid of 3×4×5"),
    ],
)  # fmt: skip
def test_whatever_is_wrong_with_a_solid_has_a_path(tmp_path, text, path, why):
    where, line, message = one_wrong(tmp_path, document(text))
    assert where.endswith(path) and line and why in message


def test_all_particles_can_be_fixed_but_some(tmp_path):
    particles = (
        '<Particles grid="[2,2]"><All fixed="Yes" /><Single particle="[1,0]" fixed="No" /></Particles>'
    )
    scene = read(tmp_path, document(body(particles=particles)))
    assert scene.constraints == [Pin("cloth", nodes=[(0, 0), (0, 1), (1, 1)], id="pin1")]


def test_the_configuration_need_not_be_the_root_and_other_nodes_do_not_count(tmp_path):
    inner = document(body(), BALL).replace(
        "<RigidObjects>", "<RigidObjects><!-- x --><Camera fov='3' /><?other?>"
    )
    scene = read(
        tmp_path,
        f'<?xml version="1.0" encoding="ISO-8859-1"?><Root name="\xe9">{inner}</Root>'.encode("latin-1"),
    )
    assert scene.id == "Test" and len(scene.obstacles) == 1


# ---------------------------------------------------------------- writing


def xml_scene() -> Scene:
    """Everything that XML can say, with numbers that no short decimal holds."""
    raw = Raw(
        mass=1 / 3,
        damping=0.1,
        tension=((1, 1 / 7), (0, 1)),
        single=[RawNode((3, 3), mass=2), RawNode((0, 1), damping=7)],
    )
    cubic = Bezier([(j, i, 0.1 * i * j) for i in range(4) for j in range(4)], 3)
    bent = Bezier([(j, i, 0.2 * i * j) for i in range(4) for j in range(4)], 3)
    own = {"response": Projection(strength=0.3)}
    return Scene(
        collision=False,
        id="Every thing",
        title='Title with "?>" & <brackets>',
        dt=1 / 90,
        seconds=7.5,
        solver=SolverSpec("cg", tolerance=1e-9),
        integrator=SemiImplicit(),
        bodies=[
            Surface(
                cubic,
                initial_shape=bent,
                id="a",
                grid=(4, 5),
                periodic=(False, True),
                material=raw,
                variant="kelager",
                collides=["Floor", "Ball"],
                look=Look((0.1, 0.2, 1 / 3)),
            ),
            Surface(
                Ellipsoid((1, 2, 3), center=(0, 0, 9)),
                id="b",
                grid=(6, 5),
                periodic=(True, False),
                material=Raw(),
                variant="kelager",
                collides=[],
            ),
        ],
        obstacles=[
            Sphere(2, (2, -1, 8), id="Ball", scale=0.9, visible=False, look=Look((1, 0, 0)), **own),
            Plane((0, 0, 2), (0, 0, -4), id="Floor", **own),
            Cylinder(0.35, 4.0, (2, 0, 0), id="Pole", look=Look((1, 0, 0)), **own),
            Torus(1.1, 0.4, (2, 0, 4), id="Donut", **own),
        ],
        forces=[
            Gravity((0, 0.1, -9.82), id="G", apply_to=[Target("a"), Target("b")]),
            Spring(10, (1, 2, 3), id="S", apply_to=[Target("a", nodes=[(3, 4), (0, 0)])]),
            Viscous(0.1, (1, 0, 0), id="V", apply_to=[]),
        ],
        constraints=[Pin("a", nodes=[(0, 1), (2, 2)], id="pin1"), Pin("b", nodes=[(0, 0)], id="pin2")],
    )


def test_a_written_scene_reads_back_equal(tmp_path):
    scene = xml_scene()
    save(scene, tmp_path / "a.xml")
    assert load(tmp_path / "a.xml") == scene


def test_bodies_with_time_steps_of_their_own_move_as_if_all_had_theirs(tmp_path):
    """Bit for bit: where nothing couples them, how long the steps of others are does not matter."""
    long, short = (f'<Properties timestep="{step}" order="1" />' for step in ("0.02", "0.005"))
    falls = '<Bind type="Force" ref="Gravity" />'
    a, b = body("a", properties=long, binds=falls), body("b", properties=short, binds=falls)
    both = read(tmp_path, document(a + b, forces=GRAVITY))
    assert both.dt == 0.02 and [one.substeps for one in both.bodies] == [1, 4]
    save(both, tmp_path / "again.xml")
    assert load(tmp_path / "again.xml") == both
    together = simulate(both, seconds=0.1)
    for name, one in (("a", a), ("b", b)):
        alone = simulate(read(tmp_path, document(one, forces=GRAVITY)), seconds=0.1)
        assert np.array_equal(together.positions(name)[-1], alone.positions(name)[-1])


def test_bodies_with_time_steps_of_their_own_must_not_meet_nor_be_joined():
    cloth = Surface(rectangle(1, 1), grid=(3, 3), material=COTTON, substeps=2)
    with pytest.raises(SceneError, match="meets itself: use one step for all, or set `collision` to false"):
        Scene(bodies=[cloth])
    nailed = Scene(bodies=[cloth], collision=False)
    nailed.add(Nail(("surface1", "00")))
    with pytest.raises(SceneError, match="'surface1' is joined by a constraint"):
        nailed.check()


def test_the_example_survives_every_format(tmp_path):
    scene = load(Path(__file__).parents[2] / "examples" / "tablecloth.xml")
    for name in ("a.xml", "a.yaml", "a.toml", "a.json", "b.xml"):
        save(scene, tmp_path / name)
        scene, before = load(tmp_path / name), scene
        assert scene == before


def test_what_xml_says_in_other_words_means_the_same(tmp_path):
    scene = Scene(gravity="moon", contact=Projection(strength=0.5), integrator=SemiImplicit())
    scene.add(Surface(rectangle(1, 2), grid=(4, 5), material=Raw(), variant="kelager"), id="cloth")
    scene.add(Sphere(), id="ball")
    scene.add(Spring(3, apply_to=[Target("cloth", corners=["10"], nodes=[(3, 0), (1, 1)])]), id="Gravity")
    scene.add(Clamp("cloth", ["m0"]))
    save(scene, tmp_path / "a.xml")
    back = load(tmp_path / "a.xml")
    assert back.bodies[0].shape.points((4, 5), (False, False)) == pytest.approx(
        rectangle(1, 2).points((4, 5), (False, False))
    )
    assert back.bodies[0].collides == ["ball"]
    assert back.obstacles[0].response == Projection(strength=0.5)
    assert back.forces[0].apply_to == [Target("cloth", nodes=[(3, 0), (1, 1)])]
    assert back.forces[1] == Gravity((0, 0, -1.62), id="Gravity_", apply_to=[Target("cloth")])
    assert (back.constraints[0].mask((4, 5)) == Clamp("cloth", ["m0"]).mask((4, 5), rows=2)).all()


def test_a_force_that_xml_does_not_know_is_refused_by_its_kind(tmp_path):
    """Any that is not among those it can say; here one that no scene file can say, either."""

    class Buoyancy(ForceSpec):
        kind: str = "buoyancy"

        def build(self, body: ForcedBody) -> Acting:
            return Acting()

    scene = Scene(integrator="semi_implicit").model_copy(update={"forces": [Buoyancy(id="b")]})
    with pytest.raises(SceneError, match=r"forces\[0\]: .* cannot express a force of kind buoyancy"):
        write_edm(scene, folder=tmp_path)


def test_a_scene_that_xml_cannot_express_is_refused_with_all_reasons(tmp_path):
    scene = Scene(collision=True)
    scene.add(
        Surface(
            rectangle(1, 1),
            initial_shape=Ellipsoid(),
            grid=(4, 4),
            material=COTTON,
            velocity=(1, 0, 0),
            broken_links=[((0, 0), (0, 1))],
        ),
        id="a",
    )
    scene.add(Sphere(rotation=(1, 0, 0)))
    scene.add(Union([Sphere()]))
    scene.add(Viscous(1, Gust((1, 0, 0))))
    scene.add(Plane(response=Projection(), look=Look((1, 0, 0), texture="a.png")))
    scene.at(1, Grab("a", (0, 0)))
    with pytest.raises(SceneError) as caught:
        save(scene, tmp_path / "a.xml")
    assert not (tmp_path / "a.xml").exists()
    assert {problem.path for problem in caught.value.problems} == {
        "integrator",
        "collision",
        "events",
        "forces[0].stream",
        "obstacles[0].rotation",
        "obstacles[0].response",
        "obstacles[1]",
        "obstacles[2].look",
        "bodies[0].variant",
        "bodies[0].material",
        "bodies[0].velocity",
        "bodies[0].broken_links",
        "bodies[0].initial_shape",
    }


def everything_but(spec, said):
    """A value other than the default for every field that is not in `said`, one at a time."""
    given = {
        "rotation": (0.0, 0.0, 1.0), "friction": 0.3, "restitution": 0.5, "stickiness": 50.0, "reach": 0.01,
        "motion": {"kind": "translation", "velocity": (1, 0, 0)}, "temperature": 80.0, "contact_time": 1.0,
        "position": (0, 0, 1), "velocity": (0, 0, 1), "spin": (0, 0, 1), "broken_links": [((0, 0), (0, 1))],
        "flow": {"kind": "maxwell", "relaxation_time": 1.0}, "fracture": {"limit": 0.5}, "bending": 0.1,
        "hollow": 0.5, "self_contact": False, "contact_thickness": 0.01,
    }  # fmt: skip
    for name in type(spec).model_fields:
        if name not in said:
            yield name, given[name]


def test_whatever_xml_cannot_say_is_refused_and_not_dropped(tmp_path):
    """Every field of what it can write is either written, or refused where it is not as it is by default."""
    base = {"contact": Projection(), "integrator": SemiImplicit()}
    cloth = Surface(rectangle(1, 2), grid=(4, 5), material=Raw(), variant="kelager", id="cloth")
    items = {
        "obstacles": [(Sphere(), ("kind", "id", "response", "look", "scale", "visible", "center", "radius")),
                      (Plane(), ("kind", "id", "response", "look", "scale", "visible", "point", "normal"))],
        "bodies": [(cloth, ("kind", "id", "shape", "initial_shape", "grid", "periodic", "material", "variant",
                            "collides", "ignores", "substeps", "look"))],
    }  # fmt: skip
    tried = 0
    for where, kinds in items.items():
        for item, said in kinds:
            for name, value in everything_but(item, said):
                data = item.model_dump() | {name: value}
                try:
                    scene = Scene(**base, **{where: [data]})
                except SceneError:  # refused before it is written: motion with a projection
                    continue
                with pytest.raises(SceneError) as caught:
                    save(scene, tmp_path / "a.xml")
                assert f"{where}[0].{name}" in {problem.path for problem in caught.value.problems}
                tried += 1
    assert tried >= 15
    for raw, name in (
        (Raw(bending=0.1), "material.bending"),
        (Raw(mass=[[1.0, 2.0], [1.0, 2.0]]), "material"),
    ):  # pyright: ignore
        scene = Scene(**base, bodies=[cloth.model_copy(update={"material": raw})])
        with pytest.raises(SceneError, match=rf"bodies\[0\]\.{name}: the XML"):
            save(scene, tmp_path / "a.xml")
    with pytest.raises(SceneError, match="contact: the XML"):
        save(Scene(**(base | {"contact": Projection(strength=0.5)}), bodies=[cloth]), tmp_path / "a.xml")


def test_characters_that_xml_has_not_are_refused(tmp_path):
    look = Look(texture="a\x02.png")
    scene = Scene(id="a\x01b", integrator=SemiImplicit(), contact=Projection(), obstacles=[Sphere(look=look)])
    with pytest.raises(SceneError, match="characters in it that XML has not") as caught:
        save(scene, tmp_path / "a.xml")
    assert {problem.path for problem in caught.value.problems} == {"id", "look.texture"}


def test_textures_are_found_beside_the_scene_and_written_relative_to_it(tmp_path):
    (tmp_path / "textures").mkdir()
    (tmp_path / "textures" / "crate.bmp").write_bytes(b"BM")
    box = '<Material id="Box" type="Texture"><Properties file="textures/crate.bmp" /></Material>'
    scene = read(tmp_path, document(body(binds='<Bind type="Material" ref="Box" />'), materials=box))
    assert Path(str(scene.bodies[0].look.texture)) == tmp_path / "textures" / "crate.bmp"
    save(scene, tmp_path / "b.xml")
    assert 'file="textures/crate.bmp"' in (tmp_path / "b.xml").read_text()
    assert load(tmp_path / "b.xml") == scene
