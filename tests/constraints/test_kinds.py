"""Every kind of joint holds to rounding, and is refused where it makes no sense."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pliant as pl
from pliant.constraints import (
    Axes,
    Belt,
    Direction,
    Distance,
    Join,
    Nail,
    OnCurve,
    OnLine,
    OnPlane,
    OnSurface,
    Path,
    Turn,
)

SLOPE = pl.shapes.bezier_curve([(0, 0, 0), (1, 0, -1), (2, 0, 0)])
RING = pl.shapes.circle(0.5, center=(0.5, 0, 0))
CENTER = pl.BodyPoint("rope", center=True)
LED = pl.shapes.bezier_curve([(0.5, 0, 0), (0.5, 1, 0), (1.5, 1, 1)])

KINDS = {
    "path by keys": Path(("rope", 0), times=(0, 1), positions=((0, 0, 0), (0, 0, 1))),
    "path by a spline": Path(
        ("rope", 0), times=(0, 0.3, 1), positions=((0, 0, 0), (0, 0.2, 1), (1, 0, 1)), ease="spline"
    ),
    "centre on a curve": Path(CENTER, curve=LED, seconds=1.0),
    "path by a function": Path(("rope", 0), function=lambda t: (0, np.sin(t), 0)),
    "on_line": OnLine("rope", edges=["n0"], direction=(0, 1, -1)),
    "on_plane": OnPlane("rope", edges=["n0", "n1"], normal=(1, 0, 0.5)),
    "on_curve": OnCurve("rope", curve=SLOPE, edges=["n0"]),
    "belt": Belt("rope", girdle=RING, edges=["n0", "n1"]),
    "on_surface": OnSurface("rope", "ball", edges=["n0"]),
    "turn": Turn(
        "rope", (0, 0, 1), edges=["n1"], times=(0, 1), angles=(0, 3), shifts=((0, 0, 0), (0, 0, 0.2))
    ),
    "axes": Axes("rope", "xz", edges=["n0"]),
    "distance": Distance(("rope", 0), ("rope", 7)),
    "direction": Direction(("rope", 0), ("rope", 1), directions=[(1, 0, 0), (0, 1, 0)], times=(0, 1)),
    "normal": Direction(
        ("cloth", "00"), ("cloth", "10"), c=("cloth", "01"), directions=[(0, 0, 1), (1, 0, 1)], times=(0, 1)
    ),
}


def scene_with(*joints, **fields) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, **fields)
    on_ball = any(isinstance(joint, OnSurface) for joint in joints)
    line, ignored = pl.shapes.line((0, 0, 0), (1, 0, 0)), ["ball"] if on_ball else []
    if on_ball:
        scene.add(pl.obstacles.Sphere(1.0, (0, 0, -1.0), id="ball"))
    scene.add(pl.Curve(line, grid=(8,), material=pl.materials.ROPE, id="rope", ignores=ignored))
    if any("cloth" in joint.bodies for joint in joints):
        flat = pl.shapes.rectangle(1, 1)
        scene.add(pl.Surface(flat, grid=(5, 5), material=pl.materials.COTTON, position=(0, 0, 1), id="cloth"))
    for joint in joints:
        scene.add(joint)
    return scene


def missed(simulation: pl.Simulation) -> float:
    """How far joints are from being met [m]."""
    x = {name: body.x for name, body in simulation.state.bodies.items()}
    rows = [
        joint.law.rows(joint.places(x), simulation.time, simulation.state.joints[joint.name].kept).c
        for joint in simulation.model.joints
    ]
    return float(np.abs(np.concatenate(rows)).max())


@pytest.mark.parametrize("kind", KINDS)
def test_it_holds_to_rounding(kind):
    simulation = pl.Simulation(scene_with(KINDS[kind]))
    for _ in range(8):
        simulation.step()
        assert missed(simulation) < 2e-11
    assert simulation.unconverged == 0


@pytest.mark.parametrize("kind", KINDS)
def test_its_rows_are_the_derivatives_of_what_it_asks(kind):
    """Where it is met, and to the error of central differences there."""
    simulation = pl.Simulation(scene_with(KINDS[kind]))
    simulation.step()
    (joint,) = simulation.model.joints
    x = {name: body.x for name, body in simulation.state.bodies.items()}
    p, kept = joint.places(x), simulation.state.joints[joint.name].kept
    jacobian = joint.law.rows(p, simulation.time, kept).jacobian
    for n in range(len(p)):
        for k in range(3):
            h = np.zeros_like(p)
            h[n, k] = 1e-6
            ahead, behind = (joint.law.rows(p + sign * h, simulation.time, kept).c for sign in (1.0, -1.0))
            assert np.abs((ahead - behind) / 2e-6 - jacobian[:, n, k]).max() < 1e-5


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "path by a function"])
def test_files_have_it(kind):
    scene = scene_with(KINDS[kind])
    assert pl.Scene(**json.loads(scene.model_dump_json())).constraints == scene.constraints


def test_a_function_is_not_written_to_files(tmp_path):
    with pytest.raises(pl.SceneError, match="function"):
        pl.save(scene_with(KINDS["path by a function"]), tmp_path / "scene.yaml")


def test_a_roller_bears_only_across_its_plane():
    simulation = pl.Simulation(scene_with(OnPlane("rope", edges=["n0", "n1"], normal=(0, 0, 1)), dt=0.01))
    for _ in range(30):
        simulation.step()
    force = simulation.reaction("on_plane1").force
    assert np.all(force[:2] == 0.0) and force[2] > 0.0


def test_what_keeps_a_direction_bears_a_moment_and_no_force():
    simulation = pl.Simulation(scene_with(Nail(("rope", 0)), Direction(("rope", 0), ("rope", 1)), dt=0.01))
    for _ in range(20):
        simulation.step()
    found = simulation.reaction("direction1")
    assert np.abs(found.force).max() < 1e-12 and found.moment[1] < 0.0


def test_a_centre_that_is_led_carries_the_weight():
    """At rest after the path, to the tolerance of the steps."""
    simulation = pl.Simulation(scene_with(Path(CENTER, curve=LED, seconds=0.1), dt=0.01))
    for _ in range(300):
        simulation.step()
    weight = simulation.masses("rope").sum() * 9.81
    middle = simulation.masses("rope") @ simulation.positions("rope") / simulation.masses("rope").sum()
    assert np.abs(middle - (1.5, 1.0, 1.0)).max() < 1e-11
    assert abs(simulation.reaction("path1").force[2] - weight) < 1e-3 * weight


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: Path(("rope", 0), times=(0, 1, 1), positions=((0, 0, 0), (0, 0, 1), (1, 0, 1))),
            "jumps at 1 s",
        ),
        (lambda: Path(("rope", 0), times=(0, 1, 0.5), positions=((0, 0, 0),) * 3), "must increase"),
        (lambda: Path(("rope", 0)), "none given"),
        (lambda: Path(("rope", 0), curve=LED), "so many seconds"),
        (lambda: OnLine("rope", edges=["n0"], direction=(0, 0, 0)), "must not be zero"),
        (lambda: OnPlane("rope", normal=(0, 0, 1)), "choose what to hold"),
        (lambda: OnPlane(edges=["n0"], normal=(0, 0, 1)), "those of a body"),
        (lambda: Belt("rope", girdle=SLOPE, edges=["n0"]), "must close"),
        (
            lambda: Direction(("rope", 0), ("rope", 1), directions=[(1, 0, 0), (-1, 0, 0)], times=(0, 1)),
            "opposite",
        ),
        (lambda: Distance(("rope", 0), ("rope", 7), 0.0), "length"),
        (lambda: Nail(("rope", 0), strength=float("nan")), "strength"),
    ],
)
def test_what_makes_no_sense_is_refused(make, words):
    with pytest.raises(pl.SceneError, match=words):
        make()


@pytest.mark.parametrize(
    ("joints", "words"),
    [
        ([Distance(("rope", 0), ("rope", 0))], "at one place"),
        ([Direction(("rope", 0), ("rope", 1), c=("rope", 2))], "in a line"),
        ([OnLine("rope", edges=["n0"], direction=(1, 0, 0), through=(0, 0, 0.5))], "0.5 m apart"),
        ([Nail(("rope", 0)), OnPlane("rope", edges=["n0"], normal=(0, 0, 1))], "'nail1' and 'on_plane1'"),
        ([Nail(("rope", 0)), Join(("rope", 0), ("rope", 0))], "join1"),
    ],
)
def test_what_does_not_fit_the_start_is_refused(joints, words):
    with pytest.raises(pl.SceneError, match=words):
        pl.Simulation(scene_with(*joints))


def test_an_obstacle_that_is_not_there_is_named():
    with pytest.raises(pl.SceneError, match="there is no obstacle 'ball'"):
        scene = scene_with()
        scene.add(OnSurface("rope", "ball", edges=["n0"]))


def test_a_function_that_jumps_ends_the_run():
    jumping = Path(("rope", 0), function=lambda t: (0.0, 0.0, 0.0 if t < 0.05 else 50.0))
    simulation = pl.Simulation(scene_with(jumping))
    with pytest.raises(pl.SimulationError, match=r"path1.* jumps"):
        for _ in range(8):
            simulation.step()
