"""Tetrahedra within a surface."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import trimesh

from pliant import meshes
from pliant.errors import MissingExtraError, PliantError
from pliant.meshes import filling
from pliant.numerics import compile, kernel_cache

CUBE = trimesh.creation.box()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache in which nothing has been filled yet."""
    monkeypatch.setattr(kernel_cache, "CACHE_DIR", tmp_path / "kernels")
    filling._filled.cache_clear()
    return tmp_path


def volume(mesh: meshes.MeshGeometry) -> float:
    a, b, c, d = mesh.vertices[mesh.tetrahedra].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a).sum() / 6.0)


def test_a_filled_cube_has_the_volume_of_the_cube(cache):
    told = []
    compile.set_announcer(told.append)
    try:
        solid = meshes.fill(CUBE.vertices, CUBE.faces, edge_length=0.5)
        assert volume(solid) == pytest.approx(1.0, abs=1e-3)  # it keeps to the surface within its envelope
        assert np.abs(solid.vertices).max() == pytest.approx(0.5, abs=1e-3)
        assert len(solid.triangles) == 0
        # fTetWild rolls dice; what it gave once is what the cube is from then on, in this process and in others
        filling._filled.cache_clear()
        again = meshes.fill(CUBE.vertices, CUBE.faces, edge_length=0.5)
        assert np.array_equal(again.vertices, solid.vertices)
        assert np.array_equal(again.tetrahedra, solid.tetrahedra)
    finally:
        compile.set_announcer(None)
    assert told == ["filling a surface of 12 triangles with tetrahedra (only the first time)"]


def test_a_surface_with_a_hole_is_refused():
    with pytest.raises(PliantError, match="3 edges of this one"):
        meshes.fill(CUBE.vertices, CUBE.faces[1:])


@pytest.mark.parametrize(
    ("length", "complaint"),
    [(0.0, "positive"), (-1.0, "positive"), (float("nan"), "positive"), (1e-4, "longer")],
)
def test_edges_of_impossible_length_are_refused(length, complaint):
    with pytest.raises(PliantError, match=complaint):
        meshes.fill(CUBE.vertices, CUBE.faces, edge_length=length)


def test_the_missing_package_is_named(cache, monkeypatch):
    monkeypatch.setitem(sys.modules, "pytetwild", None)
    monkeypatch.setattr("pliant.meshes.filling.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'pliant\[meshes\]'"):
        meshes.fill(CUBE.vertices, CUBE.faces)


def test_a_filler_that_fails_is_an_error(cache, monkeypatch):
    monkeypatch.setattr("pliant.meshes.filling._MODULE", "pliant.meshes.nobody")
    with pytest.raises(PliantError, match=r"could not be filled with tetrahedra: .*nobody"):
        meshes.fill(CUBE.vertices, CUBE.faces)
