"""Obstacles that turn by themselves, and meshes that are animated: nothing passes them, and friction takes along."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pliant as pl
from pliant.contact import distance_at
from pliant.contact.dispatch import sample_distance
from pliant.contact.motion import moved
from pliant.contact.shell import shell_of

TURN = pl.obstacles.Motion((0, 1), turns=((0, 0, 0), (0, 0, np.pi / 2)), smooth=False)
SQUARE = np.array([(-0.4, -0.4, 0), (0.4, -0.4, 0), (0.4, 0.4, 0), (-0.4, 0.4, 0)], dtype=float)
FACES = [(0, 1, 2), (0, 2, 3)]


def scene(*obstacles, **options) -> pl.Scene:
    body = pl.Surface(
        pl.shapes.rectangle(0.3, 0.3, center=(0, 0, 0.12)), id="cloth", grid=(7, 7), material="cotton"
    )
    return pl.Scene(gravity=9.81, dt=0.01, bodies=[body], obstacles=list(obstacles), **options)


def test_a_motion_turns_about_the_centre_or_another_point_and_shifts():
    box = pl.obstacles.Box((0.4, 0.2, 0.2), (1, 0, 0), motion=TURN)
    points = np.random.default_rng(0).uniform(-1, 2, (50, 3))
    turned = sample_distance(moved(box.geometry(), TURN, 1.0), points)[:, 0]
    assert turned == pytest.approx(distance_at(pl.obstacles.Box((0.2, 0.4, 0.2), (1, 0, 0)), points)[0])
    both = pl.obstacles.Motion((0, 1), ((0, 0, 0), (0, 0, 3)), ((0, 0, 0), (0, 0, np.pi)), about=(0, 0, 0))
    assert both.carry(np.array([[1.0, 0, 0]]), 1.0, (9, 9, 9))[0] == pytest.approx((-1, 0, 3))
    assert pl.obstacles.Motion((0, 1), turns=((0, 0, 0), (0, 0, 20 * np.pi))).carry(
        np.array([[1.0, 0, 0]]), 0.5, (0, 0, 0)
    )[0] == pytest.approx((1, 0, 0))


def test_what_lies_on_a_turntable_is_taken_along():
    table = pl.obstacles.Cylinder(0.4, 0.2, (0, 0, 0), friction=1.0, motion=TURN, id="table")
    simulation = pl.Simulation(scene(table))
    for _ in range(60):
        simulation.step()
        x = simulation.positions("cloth")
        assert x[:, 2].min() > 0.1
    along = x[-1] - x[0]
    turned = np.arctan2(along[1], along[0]) - np.pi / 4
    assert turned == pytest.approx(0.6 * np.pi / 2, abs=0.15)  # it slips while it lands
    shell = shell_of(table)
    drawn = simulation.moved_obstacles()["table"]
    assert shell is not None and np.abs(np.linalg.norm(drawn[:, :2], axis=1).max() - 0.4) < 1e-6


def test_a_mesh_that_is_animated_lifts_what_lies_on_it(tmp_path):
    frames = np.stack([SQUARE, SQUARE + np.array([0, 0, 0.3])])
    table = pl.obstacles.Mesh(
        SQUARE, FACES, frames=frames, frame_times=(0.3, 0.9), thickness=0.02, id="table"
    )
    one = scene(table)
    pl.save(one, tmp_path / "a.yaml")
    assert pl.load(tmp_path / "a.yaml") == one
    simulation = pl.Simulation(one)
    for _ in range(100):
        simulation.step()
    assert 0.31 < simulation.positions("cloth")[:, 2].min() < 0.34
    assert simulation.moved_obstacles()["table"][:, 2] == pytest.approx(0.3)
    recording = pl.simulate(one, seconds=0.5)
    assert recording.obstacles_at(-1)[0].vertices[:, 2] == pytest.approx(0.1, abs=1e-6)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: scene(pl.obstacles.Sphere(0.1, motion=TURN, response=pl.responses.Penalty())),
            "met as bodies meet",
        ),
        (lambda: scene(pl.obstacles.Sphere(0.1, motion=TURN, stickiness=10.0)), "met as bodies meet"),
        (lambda: scene(pl.obstacles.Sphere(0.1, motion=TURN), collision=False), "met as bodies meet"),
        (lambda: scene(pl.obstacles.Plane(motion=TURN)), "no end"),
        (lambda: pl.obstacles.Motion((0, 1)), "one for each"),
        (lambda: pl.obstacles.Motion((0, 1), turns=((0, 0, 0),)), "one for each"),
        (lambda: pl.obstacles.Mesh(SQUARE, FACES, frames=[SQUARE]), "need"),
        (lambda: pl.obstacles.Mesh(SQUARE, FACES, frames=[SQUARE], frame_times=(0, 1)), "8 points, 4 given"),
        (lambda: pl.obstacles.Mesh(SQUARE, FACES, frames=[SQUARE] * 2, frame_times=(1, 0)), "increase"),
    ],
)
def test_what_cannot_turn_is_refused(make, words):
    with pytest.raises(pl.SceneError, match=words):
        make()


def test_a_body_that_crosses_what_turns_is_refused():
    with pytest.raises(pl.PliantError, match="crosses obstacle 'ball' at the start"):
        pl.Simulation(scene(pl.obstacles.Sphere(0.2, motion=TURN, id="ball")))


def test_a_scene_with_every_new_shape_runs_and_survives_json():
    o = pl.obstacles
    shapes = [
        o.Box((0.2, 0.2, 0.2)), o.Cone(0.1, 0.2), o.Pipe(0.1, 0.2), o.Toroid((0.03, 0.03, 0.05), 0.1),
        o.Superquadric((0.1, 0.1, 0.1)), o.Terrain([[0.0, 0.05], [0.05, 0.0]], 0.3, 0.3),
        o.Intersection([o.Sphere(0.1), o.Box((0.15, 0.15, 0.15))]),
        o.Difference([o.Sphere(0.1), o.Box((0.1, 0.1, 0.5))]), o.SmoothUnion([o.Sphere(0.08), o.Cone(0.1, 0.15)], 0.03),
    ]  # fmt: skip
    for shape in shapes:
        one = scene(shape)
        assert pl.Scene(**json.loads(one.model_dump_json())) == one
        simulation = pl.Simulation(one)
        for _ in range(25):
            simulation.step()
        assert distance_at(one.obstacles[0], simulation.positions("cloth"))[0].min() > -1e-9
