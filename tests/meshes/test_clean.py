"""What is left of a mesh when it has been cleaned."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from pliant.meshes import cleaned, open_edges

BALL = trimesh.creation.icosphere(subdivisions=2)
SQUARE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=float)
TWO = np.array([[0, 1, 2], [0, 2, 3]])


def enclosed(mesh) -> float:
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", np.cross(a, b), c) / 6.0)


def test_what_is_clean_stays_as_it_is():
    mesh = cleaned(SQUARE, TWO)
    assert np.array_equal(mesh.vertices, SQUARE)
    assert np.array_equal(mesh.triangles, TWO)


def test_triangles_with_corners_of_their_own_become_a_surface():
    soup = BALL.vertices[BALL.faces].reshape(-1, 3)
    mesh = cleaned(soup, np.arange(len(soup)).reshape(-1, 3))
    assert len(mesh.vertices) == len(BALL.vertices)
    assert open_edges(mesh.triangles) == 0
    assert enclosed(mesh) == pytest.approx(BALL.volume)


def test_minus_zero_is_zero():
    other = SQUARE[[0, 2, 3]] * [1, 1, -1]
    mesh = cleaned(np.concatenate([SQUARE[[0, 1, 2]], other]), np.arange(6).reshape(2, 3))
    assert len(mesh.vertices) == 4


def test_degenerate_and_repeated_triangles_and_lonely_vertices_go():
    vertices = np.concatenate([[[9, 9, 9]], SQUARE, [[0.5, 0, 0]]])
    faces = [[1, 2, 3], [3, 1, 2], [1, 3, 2], [1, 1, 2], [1, 5, 2], [1, 3, 4]]
    mesh = cleaned(vertices, faces)
    assert np.array_equal(mesh.vertices, SQUARE)
    assert mesh.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]


@pytest.mark.parametrize("seed", range(3))
def test_a_closed_surface_faces_outwards_however_its_triangles_were_wound(seed):
    faces = np.array(BALL.faces)
    turned = np.random.default_rng(seed).random(len(faces)) < 0.4
    faces[turned] = faces[turned][:, ::-1]
    mesh = cleaned(BALL.vertices + np.array([3.0, 0.0, 0.0]), faces)
    assert enclosed(mesh) == pytest.approx(BALL.volume)
    assert enclosed(cleaned(BALL.vertices, BALL.faces[:, ::-1])) == pytest.approx(BALL.volume)


def test_each_closed_part_faces_outwards():
    vertices = np.concatenate([BALL.vertices, BALL.vertices + np.array([5, 0, 0])])
    faces = np.concatenate([BALL.faces, BALL.faces[:, ::-1] + len(BALL.vertices)])
    assert enclosed(cleaned(vertices, faces)) == pytest.approx(2 * BALL.volume)


def test_a_moebius_strip_is_left_as_one_sided_as_it_is():
    angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    across = np.stack(
        [np.cos(angle / 2) * np.cos(angle), np.cos(angle / 2) * np.sin(angle), np.sin(angle / 2)], 1
    )
    middle = np.stack([np.cos(angle), np.sin(angle), 0 * angle], 1)
    vertices = np.concatenate([middle - 0.3 * across, middle + 0.3 * across])
    faces = [[i, i + 1, i + 12] for i in range(11)] + [[i + 1, i + 13, i + 12] for i in range(11)]
    faces += [[11, 12, 23], [12, 0, 23]]  # the ends meet upside down
    mesh = cleaned(vertices, faces)
    assert len(mesh.triangles) == 24
    assert open_edges(mesh.triangles) == 24


def test_tetrahedra_have_a_positive_volume():
    mesh = cleaned(np.eye(4, 3), (), [[0, 1, 2, 3], [1, 0, 2, 3]])
    assert mesh.tetrahedra.shape == (1, 4)
    a, b, c, d = mesh.vertices[mesh.tetrahedra[0]]
    assert np.dot(np.cross(b - a, c - a), d - a) > 0


def test_a_face_of_three_tetrahedra_is_refused():
    vertices = np.concatenate([np.eye(3), [[0, 0, 0], [1, 1, 1], [2, 2, 2]]])
    with pytest.raises(ValueError, match="1 faces belong to more than two tetrahedra"):
        cleaned(vertices, (), [[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 2, 5]])


def test_the_callers_arrays_stay_writable():
    vertices, faces = SQUARE.copy(), TWO.copy()
    cleaned(vertices, faces)
    vertices[0], faces[0] = 5.0, 0
    assert (vertices[0] == 5.0).all() and (faces[0] == 0).all()
