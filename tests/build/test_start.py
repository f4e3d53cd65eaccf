"""Scenes that start with bodies that cross each other."""

from __future__ import annotations

import numpy as np
import pytest
from typer.testing import CliRunner

import pliant as pl
from pliant import shapes
from pliant.build.hulls import meetings
from pliant.build.model import Model, build, initial_state
from pliant.build.start import check_start, make_start
from pliant.cli.app import app
from pliant.collision.intersections import intersections
from pliant.errors import SceneError
from pliant.model.nets import octasphere
from pliant.validation.points import RUBBER
from pliant.validation.specimens import CLOTH


def block(id: str, z: float, **changes) -> pl.Solid:
    options = {"grid": (4, 4, 4), "material": RUBBER, "id": id, "position": (0.1, 0.07, z), **changes}
    return pl.Solid(shapes.box(1.0, 1.0, 1.0), **options)


def sheet(id: str, **changes) -> pl.Surface:
    return pl.Surface(shapes.rectangle(1.0, 1.0), **{"grid": (9, 9), "material": CLOTH, "id": id, **changes})


def started(scene: pl.Scene) -> tuple[Model, dict, list[str]]:
    model = build(scene)
    states = {body.name: initial_state(scene, body) for body in model.bodies}
    return model, states, make_start(model, states)


def crossing(model: Model, states: dict) -> int:
    found = meetings(model)
    return len(intersections(found.hulls, found.places({k: s.x for k, s in states.items()}), found.meets))


def test_a_scene_whose_bodies_cross_is_refused_with_names_and_places():
    scene = pl.Scene(collision=True, bodies=[block("a", 0.0), block("far", 5.0), block("b", 0.8)])
    with pytest.raises(
        SceneError, match=r"bodies\[2\]: 'a' crosses 'b' \(\d+ times, about \[.*\] m\) at the start"
    ):
        check_start(build(scene))
    for free in (
        scene.model_copy(update={"collision": pl.Collision(bodies=False)}),
        pl.Scene(collision=True, bodies=[block("a", 0.0, ignores=["b"]), block("b", 0.8)]),
        pl.Scene(collision=True, bodies=[block("a", 0.0), block("b", 1.2)]),
    ):
        check_start(build(free))


def test_a_body_that_crosses_itself_is_refused():
    # Its middle is bent by three quarters of a turn, so that its ends cross.
    crossed = shapes.rectangle(1.0, 1.0) | shapes.bend(
        1.5 * np.pi, axis="x", towards="z", range=(-0.17, 0.15)
    )
    with pytest.raises(SceneError, match="crosses itself"):
        check_start(build(pl.Scene(collision=True, bodies=[sheet("a", initial_shape=crossed)])))


def test_an_obstacle_that_is_a_mesh_counts():
    points, faces = octasphere(2)
    ball = pl.obstacles.Mesh(0.3 * points, faces, id="ball", center=(0.1, 0.04, 0.1))
    with pytest.raises(SceneError, match=r"obstacles\[0\]: 'a' crosses 'ball'"):
        check_start(build(pl.Scene(collision=True, bodies=[sheet("a")], obstacles=[ball])))


@pytest.mark.parametrize(
    "bodies",
    [
        [block("a", 0.0), block("b", 0.8)],
        [sheet("a"), sheet("b", rotation=(np.pi / 2, 0, 0), position=(0.03, 0.02, 0.31))],
        [pl.Surface(shapes.ellipsoid(0.4, 0.4, 0.4), grid=(12, 9), periodic=(True, False), material=CLOTH, id="a"),
         sheet("b", position=(0.02, 0.01, 0.3))],
    ],
    ids=["boxes", "sheets", "sphere"],
)  # fmt: skip
def test_it_can_ask_to_be_untangled(bodies):
    scene = pl.Scene(bodies=bodies, collision=pl.Collision(untangle=True))
    model, states, said = started(scene)
    assert crossing(model, states) == 0
    assert len(said) == 1 and "'a' crosses 'b'" in said[0] and "was untangled" in said[0]
    for body in model.bodies:
        state, rest = states[body.name], body.layout.gather(body.shape.positions)
        now = body.layout.gather(state.x)
        turned = np.linalg.norm(now[:, None] - now[None], axis=2) - np.linalg.norm(
            rest[:, None] - rest[None], axis=2
        )
        assert np.abs(turned).max() < 1e-12  # both went as a whole
        assert np.array_equal(state.target, state.x) and np.array_equal(state.earlier_x, state.x)


def test_pinned_bodies_stay_and_others_go():
    scene = pl.Scene(
        bodies=[sheet("a", position=(0, 0, 0.3)), block("b", 0.0)],
        collision=pl.Collision(untangle=True),
    )
    scene.pin("a", corners=["00"])
    before = {body.name: initial_state(scene, body).x for body in build(scene).bodies}
    model, states, _ = started(scene)
    assert crossing(model, states) == 0
    assert np.array_equal(states["a"].x, before["a"]) and not np.array_equal(states["b"].x, before["b"])


def test_it_says_how_far_it_came():
    points, faces = octasphere(2)
    ball = pl.obstacles.Mesh(0.3 * points, faces, id="ball", center=(0.1, 0.04, 0.1))
    scene = pl.Scene(bodies=[sheet("a")], obstacles=[ball], collision=pl.Collision(untangle=True))
    scene.pin("a", edges=["m0", "m1", "n0", "n1"], nodes=[(m, n) for m in range(9) for n in range(9)])
    with pytest.raises(
        SceneError, match=r"'a' crosses 'ball' .*: untangling came from (\d+) crossings to \1"
    ):
        started(scene)


def test_a_simulation_and_pliant_check_tell(tmp_path):
    scene = pl.Scene(collision=True, bodies=[block("a", 0.0), block("b", 0.8)])
    with pytest.raises(SceneError, match="'a' crosses 'b'"):
        pl.Simulation(scene)
    pl.save(scene, tmp_path / "scene.yaml")
    result = CliRunner().invoke(app, ["check", str(tmp_path / "scene.yaml")])
    assert result.exit_code == 1 and "'a' crosses 'b'" in result.output
    apart = pl.set_parameter(scene, "collision.untangle", True)
    with pytest.warns(pl.PliantWarning, match="'a' crosses 'b' .* was untangled"):
        simulation = pl.Simulation(apart)
    assert simulation.positions("b")[:, 2].min() > simulation.positions("a")[:, 2].max()
