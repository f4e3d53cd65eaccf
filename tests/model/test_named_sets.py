"""Named sets of the vertices of a mesh, and the shape that it starts from."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.constraints import Axes
from pliant.errors import SceneError

N = 4
PLACES = np.array([(i / (N - 1), j / (N - 1), 0.0) for i in range(N) for j in range(N)])
CORNERS = np.array([N * i + j for i in range(N - 1) for j in range(N - 1)])
FACES = np.concatenate([CORNERS[:, None] + [0, N, N + 1], CORNERS[:, None] + [0, N + 1, 1]])
SETS = {
    "held": [0, 1, 2, 3],
    "rim": [(12, 13), (13, 14), (14, 15)],
    "patch": [FACES[4], FACES[7]],
}


def cloth(**options) -> pl.Mesh:
    return pl.Mesh(PLACES, triangles=FACES, material="cotton", id="cloth", **options)


def test_a_set_is_given_by_vertices_edges_or_faces_and_chosen_wherever_nodes_are(tmp_path):
    mesh = cloth(sets=SETS)
    assert mesh.nodes_of("rim").tolist() == [12, 13, 14, 15]
    assert mesh.nodes_of("patch").tolist() == np.unique(FACES[[4, 7]]).tolist()
    scene = pl.Scene(gravity=pl.EARTH, bodies=[mesh], collision=False)
    scene.pin("cloth", sets=["held"])
    scene.add(pl.Load((0, 0, -1), apply_to=[pl.Target("cloth", sets=["rim"])]))
    scene.add(Axes("cloth", "y", sets="patch"), id="rail")
    scene.at(0.05, pl.Unpin("cloth", sets=["held"]))
    pl.save(scene, tmp_path / "scene.yaml")
    assert pl.load(tmp_path / "scene.yaml") == scene
    simulation = pl.Simulation(scene)
    simulation.step()
    assert simulation.pins("cloth").tolist() == [0, 1, 2, 3]
    assert simulation.positions("cloth")[mesh.nodes_of("patch"), 1] == pytest.approx(
        PLACES[mesh.nodes_of("patch"), 1], abs=1e-12
    )
    assert simulation.positions("cloth")[12:, 2].max() < -0.001
    for _ in range(4):
        simulation.step()
    assert not len(simulation.pins("cloth"))


def test_a_mesh_starts_from_its_initial_shape_and_goes_to_that_at_rest():
    stretched = PLACES * (1.2, 1.0, 1.0)
    scene = pl.Scene(bodies=[cloth(initial_shape=stretched)], collision=False)
    simulation = pl.Simulation(scene)
    assert simulation.positions("cloth") == pytest.approx(stretched)
    assert simulation.largest_stretch() == pytest.approx(0.2, abs=1e-9)
    cut = pl.Simulation(pl.Scene(bodies=[cloth(initial_shape=stretched, cuttable=True)], collision=False))
    assert cut.largest_stretch() == pytest.approx(0.2, abs=1e-9)


@pytest.mark.parametrize(
    "options, why",
    [
        ({"sets": {"rim": [16]}}, r"sets\[0\]: there is no vertex 16; the last one is 15"),
        ({"sets": [{"name": "a"}, {"name": "a"}]}, "two sets named 'a'"),
        ({"initial_shape": PLACES[:-1]}, "15 places for 16 vertices"),
    ],
)
def test_what_does_not_fit_the_mesh_is_refused(options, why):
    with pytest.raises(SceneError, match=why):
        cloth(**options)


def test_a_set_that_is_not_there_is_an_error_that_knows_the_others():
    scene = pl.Scene(bodies=[cloth(sets=SETS)])
    with pytest.raises(SceneError, match="there is no set named 'rin'; did you mean 'rim'"):
        scene.pin("cloth", sets=["rin"])
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(3, 3), material="cotton"), id="grid")
    with pytest.raises(SceneError, match="no set named 'rim'; the body has none"):
        scene.pin("grid", sets=["rim"])
