"""Scenes built in Python: handles, references, events, parameters."""

from __future__ import annotations

import json

import pytest

from pliant.contact import Plane, Projection, Sphere
from pliant.errors import PliantError, SceneError
from pliant.forces import EARTH, Gravity, Target, Viscous
from pliant.integrators.spec import RK4, SemiImplicit
from pliant.model import Raw, Surface
from pliant.scene import Grab, Handle, Move, PinEvent, Push, Release, Scene, Set, Unpin, set_parameter
from pliant.scene.changes import can_continue, needs_restart
from pliant.shapes import rectangle
from pliant.solvers.spec import SolverSpec

TRIANGLE = [(0, 0), (1, 0), (1, 1)]
NAN = float("nan")


def sheet(**options) -> Surface:
    return Surface(rectangle(1, 1), **{"grid": (8, 6), "material": "cotton", **options})


@pytest.fixture
def scene() -> Scene:
    scene = Scene(gravity=EARTH)
    scene.add(sheet(), id="cloth")
    scene.add(Sphere(radius=0.3), id="ball")
    scene.add(Viscous(1.0), id="wind")
    return scene


# ---------------------------------------------------------------- handles and ids


def test_what_has_no_id_gets_one_by_its_kind():
    scene = Scene()
    cloth = scene.add(sheet())
    assert isinstance(cloth, Handle) and cloth == "surface1"
    assert scene.add(sheet()) == "surface2"
    assert scene.add(Sphere()) == "sphere1"
    assert scene.pin(cloth, corners=("00", "10")) == "pin1"
    assert scene.constraints[0].body == "surface1"
    assert scene.clamp(cloth, edges=["m0"]) == "clamp1"


def test_a_given_name_is_never_taken_by_a_made_up_one():
    scene = Scene(bodies=[sheet(), sheet(id="surface1"), sheet()])
    assert [body.id for body in scene.bodies] == ["surface2", "surface1", "surface3"]


def test_ids_are_unique_per_list_and_a_refused_item_is_not_kept(scene):
    with pytest.raises(SceneError, match=r"obstacles\[1\]\.id: the id 'ball' is already taken"):
        scene.add(Plane(), id="ball")
    assert len(scene.obstacles) == 1
    assert scene.add(Plane(), id="cloth") == "cloth"


@pytest.mark.parametrize("name", ["a/b", "a.b", " a", "a\n", "[0]"])
def test_an_id_that_would_be_ambiguous_is_refused(name):
    with pytest.raises(SceneError, match="letters, digits"):
        Scene().add(sheet(), id=name)


def test_a_scene_holds_nothing_else(scene):
    with pytest.raises(PliantError, match="cannot hold int"):
        scene.add(3)
    with pytest.raises(PliantError, match="cannot hold Projection"):
        scene.add(Projection())


# ---------------------------------------------------------------- references


def test_a_pin_outside_the_grid_is_refused_at_once(scene):
    with pytest.raises(SceneError, match=r"constraints\[0\]\.nodes\[1\]: node \[8, 0\] is outside"):
        scene.pin("cloth", nodes=[(7, 0), (8, 0)])
    assert scene.constraints == []


def test_dangling_references_name_what_there_is(scene):
    with pytest.raises(SceneError, match="there is no body 'cloht'; did you mean 'cloth'"):
        scene.pin("cloht", corners=["00"])
    with pytest.raises(SceneError, match="there is no body 'flag'"):
        scene.add(Gravity(apply_to=[Target("flag")]))
    with pytest.raises(SceneError, match=r"apply_to\[0\]\.nodes\[0\]"):
        scene.add(Gravity(apply_to=[Target("cloth", nodes=[(0, 6)])]))


def test_a_body_may_name_obstacles_that_come_later_but_not_never():
    scene = Scene()
    scene.add(sheet(collides=["ball"]))
    with pytest.raises(SceneError, match=r"bodies\[0\]\.collides\[0\]: there is no obstacle or body 'ball'"):
        scene.check()
    scene.add(Sphere(), id="ball")
    scene.check()


def test_a_periodic_axis_has_no_edge_to_clamp():
    scene = Scene(bodies=[sheet(id="tube", periodic=(True, False))])
    scene.clamp("tube", edges=["n0"])
    with pytest.raises(SceneError, match="periodic and has no edge"):
        scene.clamp("tube", edges=["m0"])


def test_a_secant_force_needs_an_integrator_that_can_run_it():
    body = sheet(variant="kelager", material=Raw())
    with pytest.raises(SceneError, match=r"bodies\[0\]\.variant"):
        Scene(bodies=[body])
    Scene(bodies=[body], integrator=SemiImplicit())


def test_every_problem_is_reported_not_only_the_first():
    with pytest.raises(SceneError) as caught:
        Scene(
            bodies=[sheet(id="a"), sheet(id="a", collides=["x"])],
            constraints=[{"kind": "pin", "body": "b", "corners": ["00"]}],
        )
    paths = [problem.path for problem in caught.value.problems]
    assert paths == ["bodies[1].id", "bodies[1].collides[0]", "constraints[0].body"]


# ---------------------------------------------------------------- assignment


def test_fields_can_be_assigned_and_are_checked(scene):
    scene.dt = 0.01
    scene.gravity = "moon"
    for name, value in [
        ("dt", 0),
        ("dt", float("nan")),
        ("seconds", -1),
        ("gravity", "erth"),
        ("bodies", [3]),
    ]:
        before = getattr(scene, name)
        with pytest.raises(SceneError, match=name):
            setattr(scene, name, value)
        assert getattr(scene, name) == before
    with pytest.raises(SceneError, match="did you mean 'gravity'"):
        scene.gravty = 3  # type: ignore[attr-defined]


def test_scenes_do_not_share_their_lists():
    first, second = Scene(), Scene()
    first.add(sheet())
    assert second.bodies == []


# ---------------------------------------------------------------- events


def test_hands_grab_move_and_release(scene):
    hand = scene.at(1.0, Grab("cloth", (7, 5)))
    assert hand == "grab1"
    scene.at(1.5, Move(hand, (0, 0, 1), seconds=0.5))
    scene.at(3.0, Release(hand), PinEvent("cloth", corners=["00"]))
    scene.at(3.5, Unpin("cloth"))
    assert [event.time for event in scene.events] == [1.0, 1.5, 3.0, 3.0, 3.5]
    scene.check()


@pytest.mark.parametrize(
    ("time", "event", "why"),
    [
        (1.0, Grab("cloth", (8, 0)), "outside the grid"),
        (1.0, Grab("clot", (0, 0)), "no body 'clot'"),
        (1.0, Move("nobody", (0, 0, 0)), "no grab 'nobody'"),
        (0.5, Move("hand", (0, 0, 0)), "comes later than 0.5 s"),
        (3.0, Release("hand"), "not held any more at 3.0 s"),
        (1.0, Grab("cloth", (0, 0), id="hand"), "already taken"),
        (
            1.0,
            Grab("cloth", nodes=[(0, 0), (1, 0), (9, 0)], weights=(1, 0, 0), stiffness=1),
            r"nodes\[2\].*outside",
        ),
        (1.0, Grab("cloth", nodes=[(0, 0), (1, 0), (2, 0)], weights=(1, 0, 0), stiffness=1), "one cell"),
        (1.0, Push("clot", (0, 0), direction=(0, 0, 1), rate=1), "no body 'clot'"),
        (1.0, Push("cloth", (8, 0), direction=(0, 0, 1), rate=1), "outside the grid"),
        (1.0, Push("cloth", (0, 0), id="hand", direction=(0, 0, 1), rate=1), "already taken"),
        (1.6, Move("fist", (0, 0, 0)), "'fist' is a push, which cannot be moved"),
        (1.8, Release("fist"), "not held any more at 1.8 s"),
        (1.0, Unpin("cloth", nodes=[(0, 9)]), "outside the grid"),
        (-1.0, Unpin("cloth"), "time"),
        (1.0, Set("bodies.cloth.grid", (9, 9)), "cannot change while .* start anew"),
        (1.0, Set("bodies.cloth.position.2", 1.0), "cannot change while .* start anew"),
        (1.0, Set("bodies", []), "cannot change while .* start anew"),
        (1.0, Set("bodies[0]", {}), "cannot change while .* start anew"),
        (1.0, Set("events", []), "cannot change while"),
        (1.0, Set("forces.wind.id", "air"), "cannot change while"),
        (1.0, Set("constraints.pin1.nodes", []), "no 'pin1'"),
        (1.0, Set("dt", 0.0), "greater than 0"),
        (1.0, Set("dt", 1e-300), "dt: too small: .* at least 1e-12"),
        (1.0, Set("integrator.kind", "leapfrog"), "leapfrog"),
        (1.0, Set("forces.wind.strengt", 2), "did you mean 'strength'"),
        (1.0, Set("forces.wnd.strength", 2), "did you mean 'wind'"),
        (1.0, Set("forces.wind.strength", -2), "greater than or equal to 0"),
        (1.0, Set("gravity", "erth"), "did you mean 'earth'"),
    ],
)
def test_events_that_cannot_happen_are_refused(scene, time, event, why):
    scene.at(1.0, Grab("cloth", (0, 0), id="hand"))
    scene.at(1.5, Push("cloth", (3, 3), id="fist", direction=(0, 0, 1), rate=2.0))
    scene.at(1.7, Release("fist"))
    scene.at(2.0, Release("hand"))
    with pytest.raises(SceneError, match=why):
        scene.at(time, event)
    assert len(scene.events) == 4


@pytest.mark.parametrize(
    ("made", "where", "why"),
    [
        (lambda: Grab("cloth"), "node", "neither given"),
        (lambda: Grab("cloth", (0, 0), nodes=TRIANGLE, weights=(1, 0, 0)), "node", "both given"),
        (lambda: Grab("cloth", nodes=TRIANGLE, stiffness=1), "weights", "need weights"),
        (lambda: Grab("cloth", (0, 0), weights=(1, 0, 0)), "weights", "need nodes"),
        (lambda: Grab("cloth", nodes=TRIANGLE, weights=(0.5, 0.5, 0.1), stiffness=1), "weights", "sum to 1"),
        (lambda: Grab("cloth", nodes=TRIANGLE, weights=(1.5, -0.5, 0), stiffness=1), r"weights\[1\]", "or equal to 0"),
        (lambda: Grab("cloth", nodes=TRIANGLE, weights=(NAN, 0.5, 0.5), stiffness=1), r"weights\[0\]", "finite"),
        (lambda: Grab("cloth", nodes=TRIANGLE[:1], weights=(1,), stiffness=1), "nodes", "at least 2"),
        (lambda: Grab("cloth", nodes=[(0, 0)] * 3, weights=(1, 0, 0), stiffness=1), "nodes", "different ones"),
        (lambda: Grab("cloth", nodes=TRIANGLE, weights=(1, 0, 0)), "stiffness", "by a spring"),
        (lambda: Grab("cloth", (0, 0), to=(0, NAN, 0)), r"to\[1\]", "finite"),
        (lambda: Push("cloth", direction=(0, 0, 1), rate=1), "node", "neither given"),
        (lambda: Push("cloth", (0, 0), rate=1), "direction", "missing"),
        (lambda: Push("cloth", (0, 0), direction=(0, 0, 0), rate=1), "direction", "not be zero"),
        (lambda: Push("cloth", (0, 0), direction=(0, 0, NAN), rate=1), r"direction\[2\]", "finite"),
        (lambda: Push("cloth", (0, 0), direction=(0, 0, 1), rate=0), "rate", "greater than 0"),
        (lambda: Push("cloth", (0, 0), direction=(0, 0, 1), rate=1, radius=-1), "radius", "or equal to 0"),
        (lambda: Push("cloth", (0, 0), direction=(0, 0, 1), rate=1, radius=float("inf")), "radius", "finite"),
    ],
)  # fmt: skip
def test_a_touch_that_makes_no_sense_is_refused(made, where, why):
    with pytest.raises(SceneError, match=f"{where}: .*{why}"):
        made()


def test_a_triangle_may_lie_across_a_seam():
    scene = Scene(bodies=[sheet(id="tube", periodic=(True, False))])
    nodes = [(7, 2), (0, 2), (0, 3)]
    scene.at(0.0, Grab("tube", nodes=nodes, weights=(0.2, 0.3, 0.5), stiffness=1.0))
    with pytest.raises(SceneError, match="not corners of one cell"):
        scene.at(0.0, Grab("tube", nodes=[(3, 0), (3, 5), (4, 5)], weights=(1, 0, 0), stiffness=1.0))


def test_an_id_is_free_again_once_its_grab_is_released(scene):
    for time in (1.0, 2.0):
        scene.at(time, Grab("cloth", (0, 0), id="hand"))
        scene.at(time + 0.5, Release("hand"))
    scene.check()
    assert [event.time for event in scene.events if event.kind == "grab"] == [1.0, 2.0]


def test_values_of_parameters_are_checked_in_the_order_of_time(scene):
    """The second change makes sense only after the first."""
    raw = scene.bodies[0].model_copy(update={"material": Raw(), "id": "raw"})
    scene.add(raw)
    scene.at(1.0, Set("integrator", {"kind": "semi_implicit"}))
    scene.at(2.0, Set("bodies.raw.variant", "kelager"))
    with pytest.raises(SceneError, match="semi_implicit or explicit"):
        scene.at(0.5, Set("bodies.raw.variant", "kelager"))
    Scene(**scene.model_dump())


def test_a_parameter_in_an_event_must_be_finite():
    for value in (float("nan"), [0, float("inf")], {"x": [float("nan")]}):
        with pytest.raises(SceneError, match="finite"):
            Set("gravity", value)


def test_dials_can_be_turned_during_a_run(scene):
    scene.at(1.0, Set("gravity", "moon"), Set("bodies.cloth.material.young", 1e5))
    scene.at(2.0, Set("forces.wind.stream", [1, 0, 0]), Set("bodies.cloth.material", "denim"))
    scene.at(3.0, Set("obstacles.ball.center.2", 0.5), Set("contact", {"kind": "projection"}))
    scene.check()
    turned = scene
    for event in scene.events:
        turned = set_parameter(turned, event.path, event.value)
    assert (turned.gravity, turned.contact.kind) == ("moon", "projection")
    assert turned.obstacles[0].center[2] == 0.5


def test_a_new_event_is_only_compared_with_those_of_its_hand(scene, monkeypatch):
    """So that a scene with a thousand of them is made at once, in whatever order they come."""
    from pliant.scene import timeline

    looked, real = [], timeline.in_event
    monkeypatch.setattr(timeline, "in_event", lambda *what: looked.append(what[1]) or real(*what))
    for k in range(50):
        hand = scene.at(2.0, Grab("cloth", (0, 0), id=f"hand{k}"))
        scene.at(4.0, Release(hand))
        scene.at(3.0, Move(hand, (0, 0, 1)))
    assert len(looked) == 50 * (1 + 2 + 3)
    with pytest.raises(
        SceneError, match=r"events\[\d+\].grab: the grab 'hand7' is not held any more at 3.0 s"
    ):
        scene.at(2.5, Release("hand7"))


def test_at_takes_events_only(scene):
    with pytest.raises(PliantError, match="at takes events"):
        scene.at(1.0, Sphere())


# ---------------------------------------------------------------- parameters by name


def test_setting_a_parameter_leaves_the_scene_as_it_was(scene):
    changed = set_parameter(scene, "bodies.cloth.grid", [16, 12])
    assert changed.bodies[0].grid == (16, 12) and scene.bodies[0].grid == (8, 6)
    moved = set_parameter(scene, "obstacles.0.center.1", 2)
    assert moved.obstacles == [Sphere(0.3, (0, 2, 0), id="ball")]
    assert set_parameter(scene, "integrator", {"kind": "explicit"}).integrator.kind == "explicit"


def test_what_is_not_on_the_path_is_shared_not_copied(scene):
    """So that whoever goes on with the changed scene sees at a glance what is the same."""
    changed = set_parameter(scene, "obstacles.ball.center", (1, 2, 3))
    assert changed.bodies[0] is scene.bodies[0] and changed.forces[0] is scene.forces[0]
    assert changed.bodies is not scene.bodies
    other = set_parameter(scene, "bodies.cloth.material.young", 1e6)
    assert other.bodies[0].shape is scene.bodies[0].shape


# ---------------------------------------------------------------- what a run survives


@pytest.mark.parametrize(
    ("path", "anew"),
    [
        ("bodies", True),
        ("bodies.cloth", True),
        ("bodies.cloth.grid", True),
        ("bodies[0].grid[1]", True),
        ("bodies.cloth.initial_shape.width", True),
        ("bodies.cloth.position.2", True),
        ("bodies.cloth.material.young", False),
        ("bodies.cloth.variant", False),
        ("bodies.cloth.broken_links", False),
        ("bodies.cloth.look.color", False),
        ("obstacles.ball.center", False),
        ("obstacles", False),
        ("constraints", False),
        ("gravity", False),
        ("dt", False),
        ("integrator.kind", False),
    ],
)
def test_which_changes_need_a_restart(path, anew):
    assert needs_restart(path) == anew


def test_two_scenes_that_one_run_can_join(scene):
    for path, value, joined in [
        ("gravity", "moon", True),
        ("obstacles", [], True),
        ("bodies.cloth.material", "denim", True),
        ("bodies.cloth.grid", (9, 6), False),
        ("bodies.cloth.velocity", (1, 0, 0), False),
        ("bodies.cloth.id", "rag", False),
    ]:
        assert can_continue(scene, set_parameter(scene, path, value)) == joined
    more = scene.model_copy(deep=True)
    more.add(sheet())
    assert not can_continue(scene, more)


@pytest.mark.parametrize(
    "path", ["", "x", "bodies.9.grid", "bodies.cloth.grid.7", "dt.x", "bodies..grid", "title.0"]
)
def test_a_path_that_leads_nowhere_says_where_it_ends(scene, path):
    with pytest.raises(SceneError, match="there is no"):
        set_parameter(scene, path, 1)


def test_a_value_that_does_not_fit_is_refused(scene):
    with pytest.raises(SceneError, match=r"bodies\[0\]\.grid\[0\]"):
        set_parameter(scene, "bodies.cloth.grid", [1, 4])


# ---------------------------------------------------------------- JSON Schema


def test_the_json_schema_knows_presets_kinds_and_limits():
    schema = Scene.json_schema()
    text = json.dumps(schema)
    assert schema["type"] == "object" and schema["additionalProperties"] is False
    for word in ("cotton", "bezier", "torus", "semi_implicit", "unpin", "earth", "quadratic"):
        assert f'"{word}"' in text
    assert schema["properties"]["dt"]["exclusiveMinimum"] == 0


def test_the_name_of_an_integrator_is_enough():
    assert Scene(integrator="rk4").integrator == RK4()  # type: ignore[arg-type]
    with pytest.raises(SceneError, match="no integrator named 'rk5'"):
        Scene(integrator="rk5")  # type: ignore[arg-type]


def test_the_name_of_a_solver_is_enough():
    assert Scene(solver="sor").solver == SolverSpec("sor")  # type: ignore[arg-type]
    with pytest.raises(SceneError, match="no solver named 'cgs'"):
        Scene(solver="cgs")  # type: ignore[arg-type]
