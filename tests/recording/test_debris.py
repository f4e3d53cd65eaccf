"""A body torn until nothing of its skin is left can still be exported and drawn: as single nodes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant.recording import Recording
from pliant.recording.mesh import BodyMesh
from tests.recording.bodies import Body, box, coordinates, curve, helix, record, ring, solid, torus

RED: dict[str, Any] = {"color": [0.8, 0.1, 0.1]}


def sheet() -> Body:
    meta, points = solid(box, (5, 5, 2))
    flat, corners = points[::2], np.asarray(meta["triangles"])
    triangles = corners[(corners % 2 == 0).all(axis=1)] // 2
    u = coordinates((5, 5, 2), (False, False, False))[::2, :2]
    return {"id": "sheet", "kind": "surface", "grid": [5, 5], "triangles": triangles, "uv": u, **RED}, flat


def rings() -> Body:
    points = np.concatenate([ring(), 0.5 * ring()])
    chains = [
        {"nodes": list(range(24 * k, 24 * k + 24)), "closed": closed, "radius": 0.01}
        for k, closed in enumerate((True, False))
    ]
    return {"id": "rings", "kind": "layered", "grid": [48], "triangles": [], "chains": chains, **RED}, points


BODIES = {
    "curve": curve(helix(), 0.02, **RED),
    "closed curve": curve(ring(), 0.02, closed=True, **RED),
    "surface": sheet(),
    "solid": solid(box, (3, 3, 4), **RED),
    "mesh": torus(**RED),
    "layered": rings(),
}
SEGMENTS = {"curve": 49, "closed curve": 24, "layered": 24 + 23}


@pytest.fixture(params=BODIES)
def torn(request, tmp_path) -> Recording:
    return record_torn(request.param, tmp_path)


def record_torn(name: str, folder: Path) -> Recording:
    """Whole to begin with, then in single nodes, then whole again."""
    meta, points = BODIES[name]
    gone = {meta["id"]: np.arange(SEGMENTS.get(name, len(meta["triangles"])))}
    return record(folder / "torn.pliant", [(meta, [points] * 3)], gone={1: gone})


def test_all_formats_are_written(torn, tmp_path):
    (body,) = torn.bodies
    torn.export(tmp_path / "torn.obj")
    faces = [(tmp_path / "torn" / f"frame_0000{k}.obj").read_text().count("\nf ") for k in range(3)]
    assert faces[0] == faces[2] > 0 == faces[1]
    torn.export(tmp_path / "torn.npz")
    with np.load(tmp_path / "torn.npz") as arrays:
        alive = arrays[f"{body}/alive"]
    assert alive.shape[1] == len(torn.mesh(body).parts)
    assert alive.all(axis=1).tolist() == [True, False, True] and not alive[1].any()
    with pytest.warns(UserWarning, match="is cut on the way"):
        torn.export(tmp_path / "torn.pc2", frames=slice(0, 2))


def test_nodes_are_drawn_where_no_skin_is_left(torn, tmp_path):
    whole, debris = (picture(torn, tmp_path, frame) for frame in range(2))
    assert red(whole) > red(debris) > 0


def test_edges_and_normals_go_with_the_skin_and_nodes_stay(tmp_path):
    torn = record_torn("surface", tmp_path)
    plain = picture(torn, tmp_path, 1)
    for marks in ({"wireframe": True}, {"normals": True}):
        assert np.array_equal(picture(torn, tmp_path, 1, **marks), plain)
    assert not np.array_equal(picture(torn, tmp_path, 1, particles=True), plain)


def test_a_film_shows_the_skin_again_when_it_is_whole_again(tmp_path):
    pytest.importorskip("imageio_ffmpeg")
    path = record_torn("surface", tmp_path).video(tmp_path / "torn.mp4", size=(160, 90), fps=10)
    assert path.stat().st_size > 1000


def test_nodes_that_are_alone_are_those_without_a_part():
    meta, _ = BODIES["curve"]
    mesh = BodyMesh.read(meta)
    assert mesh.alone(np.array([], dtype=int)).tolist() == []
    assert mesh.alone(np.array([0, 5, 6, 48])).tolist() == [0, 6, 49]
    meta, _ = BODIES["layered"]
    mesh = BodyMesh.read(meta)
    assert mesh.alone(np.array([23, 0, 24, 46])).tolist() == [0, 24, 47]


def test_no_node_of_tetrahedra_is_alone():
    """One that touches the border with an edge or a corner has nothing drawn around it there."""
    faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3], [4, 5, 6]]
    meta = {"id": "lump", "kind": "mesh", "grid": [7], "triangles": faces, **RED}
    assert BodyMesh.read(meta).alone(np.array([4])).tolist() == [4, 5, 6]
    assert BodyMesh.read({**meta, "outer": 4}).alone(np.array([4])).tolist() == []


def picture(recording: Recording, folder: Path, frame: int, **options: Any) -> np.ndarray:
    pytest.importorskip("pyvista")
    from PIL import Image

    path = recording.picture(folder / "torn.png", frame, size=(160, 90), **options)
    return np.asarray(Image.open(path)).astype(int)


def red(image: np.ndarray) -> int:
    return int((image[..., 0] > image[..., 1] + 30).sum())
