"""Triangle meshes as obstacles."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant import meshes, shapes
from pliant.contact import distance_at
from pliant.contact.nearest import is_closed
from pliant.contact.shell import shell_of
from pliant.errors import SceneError
from pliant.model.nets import octasphere
from pliant.obstacles import Mesh, Motion, Sphere, Union
from tests.contact.test_obstacles import BLOCK, cloud, distance_to_triangles


def lumpy(level: int = 3, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """A closed mesh with hollows: a sphere whose vertices are pulled in and out."""
    points, faces = octasphere(level)
    shift = np.random.default_rng(seed).uniform(0.6, 1.0, size=(len(points), 1))
    return 0.8 * points * shift, faces


def winding(points: np.ndarray, vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """How often a closed mesh goes around points: the sum of the solid angles of its triangles over 4π."""
    out = np.zeros(len(points))
    for k, point in enumerate(points):
        a, b, c = (vertices[faces] - point).transpose(1, 0, 2)
        la, lb, lc = (np.linalg.norm(one, axis=1) for one in (a, b, c))
        det = np.einsum("ij,ij->i", a, np.cross(b, c))
        ab, bc, ca = ((u * v).sum(axis=1) for u, v in ((a, b), (b, c), (c, a)))
        out[k] = 2.0 * np.arctan2(det, la * lb * lc + ab * lc + bc * la + ca * lb).sum() / (4.0 * np.pi)
    return out


@pytest.mark.parametrize(
    "mesh", [BLOCK, octasphere(0), lumpy(), lumpy(2, 7)], ids=["L", "octahedron", "lumpy", "rough"]
)
def test_the_distance_is_that_of_the_nearest_triangle_and_its_sign_that_of_the_winding_number(mesh):
    points = cloud(300)
    d, n = distance_at(Mesh(*mesh), points)
    vertices, faces = mesh
    exact = [distance_to_triangles(point, vertices[faces]) for point in points]
    assert np.abs(d) == pytest.approx(np.array(exact), abs=1e-12)
    assert np.array_equal(d < 0, np.round(winding(points, vertices, faces)) == 1)
    assert np.linalg.norm(n, axis=1) == pytest.approx(1.0)


def test_a_shell_within_a_shell_is_hollow():
    points, faces = octasphere(2)
    outer, inner = (points, faces), (0.5 * points, faces[:, ::-1])
    # `outwards` would turn the inner one: the mesh that is meant is one of two parts, each solid
    both = Mesh(
        np.concatenate([outer[0], inner[0] + (3.0, 0.0, 0.0)]), np.concatenate([faces, faces + len(points)])
    )
    d, _ = distance_at(both, np.array([[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [1.5, 0.0, 0.0]]))
    assert d[0] < 0 and d[1] < 0 and d[2] > 0


def test_a_mesh_that_is_wound_inwards_is_turned():
    vertices, faces = BLOCK
    d, _ = distance_at(Mesh(vertices, faces[:, ::-1]), np.array([[-0.2, 0.0, 0.0]]))
    assert d[0] == pytest.approx(-0.3)


def sheet() -> tuple[np.ndarray, np.ndarray]:
    return np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=float), np.array(
        [[0, 1, 2], [0, 2, 3]]
    )


def test_an_open_mesh_has_two_sides_and_a_thickness():
    points = np.array(
        [[0.4, 0.3, 0.1], [0.4, 0.3, -0.1], [0.4, 0.3, 0.004], [2.0, 0.5, 0.0], [0.5, 0.5, 0.0]]
    )
    d, n = distance_at(Mesh(*sheet(), thickness=0.02), points)
    assert d == pytest.approx([0.09, 0.09, -0.006, 0.99, -0.01])
    assert n == pytest.approx(np.array([[0, 0, 1], [0, 0, -1], [0, 0, 1], [1, 0, 0], [0, 0, 1]]))
    assert not is_closed(sheet()[1]) and is_closed(BLOCK[1])


@pytest.mark.parametrize("suffix", [".obj", ".stl", ".ply"])
def test_files_are_read_in_their_unit(tmp_path, suffix):
    path = tmp_path / f"block{suffix}"
    meshes.save(path, meshes.MeshGeometry.of(*BLOCK))
    small, points = Mesh(path, unit=0.1), 0.1 * cloud(50)
    d, _ = distance_at(small, points)
    exact, _ = distance_at(Mesh(*BLOCK), cloud(50))
    assert d == pytest.approx(0.1 * exact, abs=1e-6)  # STL has single precision


def test_scenes_name_files_as_seen_from_theirs(tmp_path):
    (tmp_path / "sub").mkdir()
    meshes.save(tmp_path / "sub" / "block.obj", meshes.MeshGeometry.of(*BLOCK))
    path = tmp_path / "scene.yaml"
    path.write_text(
        "obstacles:\n- {kind: mesh, id: a, file: sub/block.obj}\n"
        "- {kind: union, id: b, parts: [{kind: mesh, file: sub/block.obj}]}\n"
    )
    scene = pl.load(path)
    assert len(scene.obstacles[0].mesh(1.0)[0]) == len(scene.obstacles[1].mesh(1.0)[0]) == 12
    pl.save(scene, tmp_path / "again.yaml")
    assert "file: sub/block.obj" in (tmp_path / "again.yaml").read_text()
    assert pl.load(tmp_path / "again.yaml") == scene
    path.write_text("obstacles:\n- {kind: mesh, file: bloc.obj}\n")
    with pytest.raises(SceneError, match=r"yaml:2: obstacles\[0\].file: there is no mesh 'bloc.obj'"):
        pl.load(path)


def test_a_scene_with_a_mesh_reads_back_equal(tmp_path):
    scene = pl.Scene(obstacles=[Mesh(*BLOCK, thickness=0.01, center=(1, 2, 3))])
    for suffix in (".yaml", ".json", ".toml"):
        pl.save(scene, tmp_path / f"a{suffix}")
        assert pl.load(tmp_path / f"a{suffix}") == scene


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Mesh(), "give either vertices or a file"),
        (lambda: Mesh(BLOCK[0]), "triangles: say which vertices"),
        (lambda: Mesh(BLOCK[0], [[0, 1, 99]]), r"triangles\[0\]: there is no vertex 99"),
        (lambda: Mesh([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]]), "no triangle has an area"),
        (lambda: pl.Scene(obstacles=[Mesh("nowhere.obj")]), r"obstacles\[0\]\.file: .*nowhere.obj"),
        (lambda: pl.Scene(obstacles=[Union([Mesh(file="no.stl")])]), r"obstacles\[0\]\.parts\[0\]\.file"),
    ],
)  # fmt: skip
def test_what_is_no_mesh_is_refused(make, message):
    with pytest.raises(SceneError, match=message):
        make()


def landing(obstacle) -> np.ndarray:
    scene = pl.Scene(
        gravity=pl.EARTH,
        bodies=[
            pl.Surface(
                shapes.rectangle(0.6, 0.6),
                grid=(13, 13),
                material=pl.materials.COTTON,
                position=(0, 0, 0.32),
                id="c",
            )
        ],
        obstacles=[obstacle],
        collision=False,
        seconds=0.5,
    )
    return pl.simulate(scene).positions("c")[-1].reshape(-1, 3)


def test_cloth_falls_on_a_round_mesh_as_on_a_ball():
    points, faces = octasphere(4)
    on_mesh, on_ball = landing(Mesh(0.3 * points, faces)), landing(Sphere(0.3))
    assert np.abs(on_mesh - on_ball).mean() < 0.01  # of 30 cm; folds fall a little differently over facets
    assert distance_at(Mesh(0.3 * points, faces), on_mesh)[0].min() > -1e-3


def test_a_mesh_moves_as_told():
    motion = Motion((0.0, 1.0), ((0, 0, 0), (0, 0, 2)), smooth=False)
    mesh = Mesh(*BLOCK, motion=motion, center=(0, 1, 0))
    shell = shell_of(mesh)
    assert shell is not None
    assert shell.points(0.5) - shell.points(0.0) == pytest.approx(np.broadcast_to((0, 0, 1), (12, 3)))
    assert shell.points(0.0) == pytest.approx(mesh.mesh(1.0)[0])


def test_it_is_drawn_and_exported(tmp_path):
    scene = pl.Scene(
        bodies=[pl.Surface(shapes.rectangle(1, 1), grid=(4, 4), material=pl.materials.COTTON, id="c")],
        obstacles=[Mesh(*BLOCK, id="block", center=(0, 0, -2))],
        seconds=0.05,
    )
    recording = pl.simulate(scene)
    (drawn,) = recording.obstacles
    assert (drawn.kind, len(drawn.vertices), len(drawn.triangles)) == ("mesh", 12, len(BLOCK[1]))
    recording.picture(tmp_path / "a.png", size=(160, 120))
    assert (tmp_path / "a.png").stat().st_size > 0
    recording.export(tmp_path / "out", "obj", obstacles=True)
    assert any("\no block" in file.read_text() for file in (tmp_path / "out").rglob("*.obj"))
