"""Tables of numbers in specs."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import SceneError
from pliant.model import Elastic, Mesh
from pliant.model.arrays import Array

FOIL = Elastic(young=1e6, thickness=1e-3, density=1000.0)
PLACES = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def mesh(vertices=PLACES, triangles=((0, 1, 2),)):
    return Mesh(vertices, triangles=triangles, material=FOIL)


def test_arrays_and_lists_say_the_same():
    assert mesh() == mesh(np.array(PLACES), np.array([[0, 1, 2]], dtype=np.uint32))
    assert hash(mesh().vertices) == hash(mesh(np.array(PLACES, dtype=np.float32)).vertices)
    assert mesh() != mesh([[0, 0, 0], [1, 0, 0], [0, 2, 0]])


def test_what_a_spec_holds_does_not_change_with_what_was_given():
    given = np.array(PLACES)
    spec = mesh(given)
    given[0] = 9.0
    assert spec.vertices is not None
    assert spec.vertices[0].tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(spec.vertices)[0] = 9.0


def test_an_array_behaves_like_one():
    array = Array(np.arange(6.0).reshape(2, 3))
    assert len(array) == 2 and array.shape == (2, 3)
    assert (np.asarray(array) * 2).tolist() == [[0, 2, 4], [6, 8, 10]]
    assert np.array(array, dtype=int).dtype == int
    assert [row.sum() for row in array] == [3, 12]
    assert array != "something else"


@pytest.mark.parametrize(
    ("vertices", "complaint"),
    [
        ("places", r"vertices: must be a list of rows"),
        ([[0, 0, 0], [1, 0]], r"vertices\[1\]: must be 3 numbers"),
        ([[0, 0], [1, 0]], r"vertices\[0\]: must (be|have) 3 numbers"),
        ([[0, 0, 0], [1, "x", 0]], r"vertices\[1\]\[1\]: must be a number \(given: 'x'\)"),
        ([[0, 0, 0], [1, None, 0]], r"vertices\[1\]\[1\]: must be a number"),
        ([[0, 0, 0], [float("nan"), 0, 0]], r"vertices\[1\]\[0\]: must be a finite number \(given: nan\)"),
        (np.full((3, 3), np.inf), r"vertices\[0\]\[0\]: must be a finite number"),
        ([0.0, 1.0, 2.0], r"vertices\[0\]: must be 3 numbers"),
        (np.zeros((2, 3, 3)), "vertices"),
        (np.zeros((2, 3), dtype=complex), "vertices"),
    ],
)
def test_bad_places_are_named(vertices, complaint):
    with pytest.raises(SceneError, match=complaint):
        mesh(vertices)


@pytest.mark.parametrize(
    "triangles", [[[0, 1, 1.5]], np.array([[0.0, 1.0, np.nan]]), [[0, 1]], [["a", "b", "c"]]]
)
def test_bad_numbers_of_vertices_are_named(triangles):
    with pytest.raises(SceneError, match=r"triangles\[0\]"):
        mesh(triangles=triangles)


def test_the_schema_describes_rows():
    vertices = Mesh.model_json_schema()["properties"]["vertices"]
    assert vertices["anyOf"][0]["items"] == {
        "type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3,
    }  # fmt: skip
