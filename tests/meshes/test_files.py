"""Meshes from files of other programs, good and bad."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import trimesh

from pliant import meshes
from pliant.errors import MissingExtraError, PliantError

BALL = trimesh.creation.icosphere(subdivisions=2)  # 162 vertices, 320 triangles
CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
FIVE = np.array(
    [[0, 1, 2, 4], [3, 1, 7, 2], [5, 1, 4, 7], [6, 2, 7, 4], [1, 2, 4, 7]]
)  # tetrahedra of the cube

SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def volume(mesh: meshes.MeshGeometry) -> float:
    a, b, c, d = mesh.vertices[mesh.tetrahedra].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a).sum() / 6.0)


@pytest.mark.parametrize("kind", ["obj", "stl", "stl_ascii", "ply", "off", "glb", "gltf", "3mf"])
def test_a_surface_is_the_same_in_every_format(kind, tmp_path):
    file = tmp_path / f"ball.{kind.partition('_')[0]}"
    BALL.export(str(file), file_type=kind if kind != "gltf" else None)
    mesh = meshes.load(file)
    assert mesh.vertices.shape == (162, 3)
    assert mesh.triangles.shape == (320, 3)
    assert np.linalg.norm(mesh.vertices, axis=1) == pytest.approx(1.0, abs=1e-6)  # some formats hold 32 bits
    corners = mesh.vertices[mesh.triangles]
    out = np.einsum("ij,ij->i", np.cross(corners[:, 1], corners[:, 2]), corners[:, 0])
    assert out.min() > 0


@pytest.mark.parametrize(
    "kind", ["vtk", "vtu", "msh", "mesh", "meshb", "xdmf", "inp", "med", "su2", "vol", "node"]
)
def test_a_solid_is_the_same_in_every_format(kind, tmp_path):
    file = tmp_path / f"cube.{kind}"
    meshes.save(file, meshes.cleaned(CUBE, (), FIVE))
    mesh = meshes.load(file)
    assert mesh.vertices.tolist() == CUBE.tolist()
    assert mesh.tetrahedra.shape == (5, 4)
    assert len(mesh.triangles) == 0
    assert volume(mesh) == pytest.approx(1.0)


def test_nodes_keep_the_order_of_the_file_across_the_seams_of_a_texture(tmp_path):
    file = tmp_path / "sheet.obj"
    texture = "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0.5\n"
    file.write_text(SQUARE + texture + "f 3/3 4/4 1/1\nf 3/5 1/2 2/1\n")
    mesh = meshes.load(file)
    assert mesh.vertices.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    assert sorted(map(sorted, mesh.triangles.tolist())) == [[0, 1, 2], [0, 2, 3]]


def test_parts_of_a_scene_are_placed_and_taken_together(tmp_path):
    scene = trimesh.Scene([BALL])
    scene.add_geometry(BALL, transform=trimesh.transformations.translation_matrix([5, 0, 0]))
    scene.export(str(tmp_path / "two.glb"))
    mesh = meshes.load(tmp_path / "two.glb")
    assert len(mesh.vertices) == 2 * 162
    assert np.ptp(mesh.vertices, axis=0) == pytest.approx([7, 2, 2], abs=1e-6)


def test_quadrangles_are_cut_and_flat_meshes_get_a_third_coordinate(tmp_path):
    import meshio

    file = tmp_path / "flat.vtk"
    meshio.Mesh([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], [("quad", [[0, 1, 2, 3]])]).write(file)
    mesh = meshes.load(file)
    assert mesh.vertices.shape == (4, 3)
    assert mesh.triangles.shape == (2, 3)


def test_a_changed_file_is_read_again(tmp_path):
    import os

    file = tmp_path / "sheet.obj"
    file.write_text(SQUARE + "f 1 2 3\n")
    assert len(meshes.load(file).triangles) == 1
    file.write_text(SQUARE + "f 1 2 3\nf 1 3 4\n")
    os.utime(file, (1e9, 1e9))
    assert len(meshes.load(file).triangles) == 2


def test_what_was_read_cannot_be_spoilt_for_others(tmp_path):
    (tmp_path / "sheet.obj").write_text(SQUARE + "f 1 2 3\n")
    with pytest.raises(ValueError, match="read-only"):
        meshes.load(tmp_path / "sheet.obj").vertices[0] = 7.0


BAD = {
    "empty.stl": (b"", "the file is empty"),
    "words.stl": (b"once upon a time there was a mesh\n" * 9, "STL|no triangles"),
    "words.obj": (b"once upon a time\n", "no triangles|cannot be read"),
    "words.vtu": (b"once upon a time\n", "cannot be read as VTU"),
    "words.msh": (b"once upon a time\n", "cannot be read as MSH"),
    "words.glb": (b"once upon a time\n" * 9, "cannot be read as GLB"),
    "noise.ply": (bytes(range(256)) * 4, "cannot be read as PLY"),
    "cut.stl": (b"\0" * 80 + b"\xff\xff\0\0" + b"\0" * 200, "no triangles|cannot be read"),
    "points.obj": (SQUARE.encode(), "no triangles|cannot be read"),
    "nan.obj": (b"v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n", "vertex 2 is not a place"),
    "line.obj": (b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "no triangle has an area"),
    "book.obj": (
        b"v 0 0 0\nv 0 0 1\nv 1 0 0\nv 0 1 0\nv -1 0 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n",
        "more than two triangles",
    ),
    "doors.off": (b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n", "corners|cannot be read"),
    "word.docx": (b"PK", "must be one of obj, stl"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_mesh_is_refused_by_name(name, tmp_path):
    content, complaint = BAD[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PliantError, match=complaint) as caught:
        meshes.load(tmp_path / name)
    assert name in str(caught.value)


def test_other_elements_are_named(tmp_path):
    import meshio

    file = tmp_path / "brick.vtk"
    meshio.Mesh(CUBE, [("hexahedron", [[0, 4, 6, 2, 1, 5, 7, 3]])]).write(file)
    with pytest.raises(PliantError, match="only hexahedron"):
        meshes.load(file)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(PliantError, match="there is no such file"):
        meshes.load(tmp_path / "nobody.obj")
    (tmp_path / "folder.obj").mkdir()
    with pytest.raises(PliantError, match="folder"):
        meshes.load(tmp_path / "folder.obj")


def test_too_many_vertices(tmp_path, monkeypatch):
    BALL.export(str(tmp_path / "ball.stl"))
    monkeypatch.setattr("pliant.meshes.clean.MOST_VERTICES", 100)
    with pytest.raises(PliantError, match=r"ball\.stl.*more than 100"):
        meshes.load(tmp_path / "ball.stl")


@pytest.mark.parametrize(("package", "file"), [("trimesh", "a.obj"), ("meshio", "a.vtu")])
def test_a_missing_package_is_named(package, file, tmp_path, monkeypatch):
    (tmp_path / file).write_text("something")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'pliant\[meshes\]'"):
        meshes.load(tmp_path / file)


def test_a_package_that_the_extra_does_not_bring_is_not_asked_for(tmp_path, monkeypatch):
    """On bad bytes trimesh looks for chardet to guess their encoding."""

    def guess(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'chardet'", name="chardet")

    (tmp_path / "bad.stl").write_bytes(b"solid")
    monkeypatch.setattr("trimesh.load_scene", guess)
    with pytest.raises(PliantError, match=r"cannot be read as STL \(ModuleNotFoundError: .*chardet"):
        meshes.load(tmp_path / "bad.stl")


def test_a_mesh_that_cannot_be_written(tmp_path: Path):
    with pytest.raises(PliantError, match="cannot be written"):
        meshes.save(tmp_path / "folder" / "solid.vtu", meshes.cleaned(CUBE, (), FIVE))
