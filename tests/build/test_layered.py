"""Layered bodies: what they are made of, how they are written, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.build.model import build
from pliant.model.layered import springs_of

CUBE = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
FACES = [
    [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
    [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
]  # fmt: skip


def _counts(body: pl.Layered) -> dict[str, int]:
    families = springs_of(body.net, *body.grid)
    return {name: sum(map(len, groups)) for name, groups in families.items()}


def test_an_octahedron_subdivided_once_has_the_right_numbers_of_springs():
    """003 §4.1.3 counts 12 particles, 36 springs and 36 of each kind between layers; there are more."""
    body = pl.Layered(pl.layers.Octasphere())
    assert body.grid == (2, 18) and len(body.net.triangles) == 32
    assert _counts(body) == {"structural": 96, "radius": 18, "left": 48, "right": 48}
    assert pl.layers.Octasphere(level=2).count == 66


def test_a_ring_of_ten_has_ten_springs_of_each_kind():
    """003 §4.1.2."""
    body = pl.Layered(pl.layers.Ring(count=10))
    assert _counts(body) == {"structural": 20, "radius": 10, "left": 10, "right": 10}


def test_one_layer_has_structural_springs_alone():
    body = pl.Layered(pl.layers.Ring(count=10), layers=1)
    assert _counts(body) == {"structural": 10, "radius": 0, "left": 0, "right": 0}


def test_a_segment_is_one_spring_in_one_layer_without_gas():
    body = pl.Layered(pl.layers.Segment(2.0))
    assert (body.layers, body.material.pressure) == (1, 0.0)
    model = build(pl.Scene(bodies=[body])).bodies[0]
    assert len(model.elastic) == 1
    assert model.size == pytest.approx(2.0)


def test_a_finer_level_keeps_the_particles_of_the_coarser_one():
    coarse, fine = (pl.layers.Octasphere(level=level).layer_points(1)[0] for level in (1, 2))
    assert (fine[: len(coarse)] == coarse).all()


def test_layers_go_from_the_outside_inwards_and_the_last_edge_is_the_innermost():
    scene = pl.Scene(dt=0.003)
    body = scene.add(pl.Layered(pl.layers.Octasphere(1.0, 1, inner=0.4), layers=3))
    scene.pin(body, edges=["m1"])
    simulation = pl.Simulation(scene)
    radius = np.linalg.norm(simulation.positions(body).reshape(3, 18, 3), axis=2)
    np.testing.assert_allclose(radius, np.repeat([[1.0], [0.7], [0.4]], 18, axis=1), rtol=1e-12)
    assert simulation.pins(body).tolist() == list(range(36, 54))


def test_masses_and_springs_differ_from_layer_to_layer():
    material = pl.Layers(
        mass=[1.0, 2.0, 5.0], stiffness=[10.0, 20.0, 30.0], radius_stiffness=[7.0, 3.0], pressure=0.0
    )
    body = pl.Layered(pl.layers.Ring(1.0, 4), layers=3, material=material)
    model = build(pl.Scene(bodies=[body])).bodies[0]
    assert model.system.mass[model.layout.nodes].tolist() == [1.0] * 4 + [2.0] * 4 + [5.0] * 4
    springs = model.elastic[0].law.stiffness
    assert springs.tolist() == [10.0] * 4 + [20.0] * 4 + [30.0] * 4 + ([7.0] * 4 + [3.0] * 4) * 3


def test_a_closed_mesh_has_layers_below_its_surface_whichever_way_it_is_wound():
    for faces in (FACES, [face[::-1] for face in FACES]):
        body = pl.Layered(pl.layers.Skin(CUBE, faces, thickness=0.1))
        assert body.net.closed
        outer, inner = body.shape.layer_points(2)
        assert np.ptp(inner, axis=0).max() < np.ptp(outer, axis=0).min()


def test_a_mesh_from_a_file_is_found_beside_the_scene(tmp_path):
    pl.meshes.save(tmp_path / "cube.obj", pl.meshes.MeshGeometry.of(CUBE, FACES))
    (tmp_path / "scene.yaml").write_text(
        "bodies: [{kind: layered, shape: {kind: skin, file: cube.obj, thickness: 0.05}}]\n"
    )
    scene = pl.load(tmp_path / "scene.yaml")
    assert scene.bodies[0].grid == (2, 8)
    pl.save(scene, tmp_path / "again.yaml")
    assert "file: cube.obj" in (tmp_path / "again.yaml").read_text()
    (tmp_path / "lost.yaml").write_text("bodies: [{kind: layered, shape: {kind: skin, file: no.obj}}]\n")
    with pytest.raises(pl.SceneError, match=r"bodies\[0\].shape.file"):
        pl.load(tmp_path / "lost.yaml")


@pytest.mark.parametrize("extension", ["yaml", "toml", "json"])
def test_layered_bodies_are_written_and_read_back(tmp_path, extension: str):
    material = pl.Layers(stiffness=[100.0, 50.0], pressure=3.0)
    scene = pl.Scene(
        bodies=[
            pl.Layered(pl.layers.Segment(0.5), id="line"),
            pl.Layered(pl.layers.Ring(0.5, 12, inner=0.3), layers=2, material=material),
            pl.Layered(pl.layers.Octasphere(0.4, 2), layers=3),
            pl.Layered(
                pl.layers.Patch(pl.shapes.rectangle(1, 2), grid=(3, 4), thickness=[0.1, 0.2]), layers=3
            ),
            pl.Layered(pl.layers.Skin(CUBE, FACES, thickness=0.1)),
        ]
    )
    pl.save(scene, tmp_path / f"scene.{extension}")
    assert pl.load(tmp_path / f"scene.{extension}").bodies == scene.bodies


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (lambda: pl.Layered(pl.layers.Segment(), material=pl.Layers(pressure=1.0)), "encloses nothing"),
        (
            lambda: pl.Layered(pl.layers.Patch(pl.shapes.rectangle()), material=pl.Layers(pressure=1.0)),
            "encloses nothing",
        ),
        (
            lambda: pl.Layered(pl.layers.Skin(CUBE, FACES[:-1]), material=pl.Layers(pressure=1.0)),
            "open mesh encloses nothing",
        ),
        (lambda: pl.Layered(pl.layers.Segment(), layers=2), "one layer"),
        (lambda: pl.Layered(pl.layers.Ring(), material=pl.Layers(mass=[1, 2, 3])), "3 values for 2 layers"),
        (
            lambda: pl.Layered(pl.layers.Ring(), material=pl.Layers(radius_damping=[1, 2])),
            "2 values for 1 gaps",
        ),
        (lambda: pl.Layered(pl.layers.Skin(CUBE, FACES, thickness=[0.1, 0.1])), "2 values for 1 gaps"),
        (lambda: pl.layers.Skin(CUBE, [[0, 1, 9]]), "no vertex 9"),
        (lambda: pl.layers.Skin(), "either vertices or a file"),
        (lambda: pl.layers.Octasphere(level=9), "level"),
        (lambda: pl.layers.Ring(inner=1.0), "inner"),
    ],
)
def test_what_cannot_be_is_refused(body, message: str):
    with pytest.raises(pl.SceneError, match=message):
        body()


def test_layers_so_deep_that_they_fold_are_refused():
    scene = pl.Scene(bodies=[pl.Layered(pl.layers.Skin(CUBE, FACES, thickness=0.95))])
    with pytest.raises(pl.SceneError, match="turns triangle"):
        pl.Simulation(scene)


def test_a_hand_takes_hold_of_springs_and_of_drawn_triangles_but_not_across_the_body():
    scene = pl.Scene(dt=0.003, gravity=None)
    ring = scene.add(pl.Layered(pl.layers.Ring(1.0, 10)))
    ball = scene.add(pl.Layered(pl.layers.Octasphere(1.0, 1), position=(3, 0, 0)))
    a, b, c = ((0, int(i)) for i in scene.bodies[1].net.triangles[0])
    for body, nodes in ((ring, [(0, 0), (0, 1)]), (ring, [(0, 3), (1, 4)]), (ball, [a, b, c])):
        weights = [1.0 / len(nodes)] * len(nodes)
        scene.at(0.0, pl.Grab(body, nodes=nodes, weights=weights, to=(0, 0, 3), stiffness=200.0))
    with pytest.raises(pl.SceneError, match="ends of one spring"):
        scene.at(0.0, pl.Grab(ring, nodes=[(0, 0), (0, 5)], weights=[0.5, 0.5], to=(0, 0, 3), stiffness=1.0))
    simulation = pl.Simulation(scene)
    while simulation.time < 0.3:
        simulation.step()
    assert all(simulation.positions(body)[:, 2].mean() > 0.5 for body in (ring, ball))


def test_parameters_change_while_it_runs_and_the_level_of_detail_needs_a_restart():
    scene = pl.Scene(dt=0.003)
    scene.add(pl.Layered(pl.layers.Octasphere(1.0, 1)), id="ball")
    simulation = pl.Simulation(scene)
    simulation.step()
    for name, value in (("pressure", 0.0), ("pressure", 50.0), ("mass", [1.0, 2.0]), ("stiffness", 100.0)):
        simulation.apply(pl.Set(f"bodies.ball.material.{name}", value))
        simulation.step()
    for path in ("bodies.ball.shape.level", "bodies.ball.layers"):
        with pytest.raises(pl.SceneError, match="cannot change while the simulation runs"):
            simulation.apply(pl.Set(path, 2))
