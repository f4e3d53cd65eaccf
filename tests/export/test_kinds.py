"""Curves, solids and meshes in the formats of other programs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.errors import PliantError
from pliant.export import export
from pliant.recording import Recording
from tests.export.test_export import read_obj, read_pc2
from tests.recording.bodies import ball_with_poles, curve, helix, record, ring, solid, torus, twisted

BODIES = {
    "rope": curve(helix(20), 0.05),
    "ring": curve(ring(), 0.05, closed=True),
    "bar": solid(twisted, (4, 5, 6)),
    "ball": solid(ball_with_poles, (12, 7, 4), (True, False, False)),
    "torus": torus(),
}
FRAMES = 3


def sheared(positions: np.ndarray, step: int) -> np.ndarray:
    """Elsewhere in every frame, and not as a whole."""
    return positions + 0.2 * step * np.stack([positions[:, 2], positions[:, 0], positions[:, 1]], axis=1)


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    bodies = [
        ({**meta, "id": name}, [sheared(positions, step) for step in range(FRAMES)])
        for name, (meta, positions) in BODIES.items()
    ]
    return record(tmp_path / "run.pliant", bodies)


def volume(points: np.ndarray, triangles: np.ndarray) -> float:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def test_an_obj_sequence_has_the_same_faces_in_all_frames_and_every_index_leads_somewhere(
    recording, tmp_path
):
    (folder,) = export(recording, tmp_path / "all.obj")
    frames = [read_obj(path) for path in sorted(folder.glob("*.obj"))]
    assert len(frames) == FRAMES
    before = np.zeros(3, dtype=int)
    for name in BODIES:
        first = frames[0][name]
        counts = np.array([len(first[key]) for key in ("v", "vt", "vn")])
        used = first["f"] - 1 - before
        textured = counts[1] > 0
        assert textured == (name != "torus")
        for column in (0, 1, 2) if textured else (0, 2):
            np.testing.assert_array_equal(np.unique(used[..., column]), np.arange(counts[column]))
        before += counts
        for frame in frames[1:]:
            np.testing.assert_array_equal(frame[name]["f"], first["f"])
            np.testing.assert_array_equal(frame[name]["vt"], first["vt"])
            assert frame[name]["v"].shape == first["v"].shape
            assert np.abs(frame[name]["v"] - first["v"]).max() > 0.05
        assert volume(first["v"], used[..., 0]) > 0


def test_normals_in_an_obj_belong_to_their_faces(recording, tmp_path):
    (folder,) = export(recording, tmp_path / "bar", "obj", body="bar")
    bar = read_obj(folder / "frame_00000.obj")["bar"]
    points, normals = bar["v"][bar["f"][..., 0] - 1], bar["vn"][bar["f"][..., 2] - 1]
    faces = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    faces /= np.linalg.norm(faces, axis=1, keepdims=True)
    # Edges are sharp: no normal is half way to the next side.
    assert np.einsum("tcx,tx->tc", normals, faces).min() > np.cos(np.radians(30))
    assert len(bar["vn"]) > len(bar["v"]) == 4 * 5 * 6 - 2 * 3 * 4


@pytest.mark.parametrize("curves", ["tube", "line"])
def test_a_point_cache_has_exactly_the_vertices_of_the_obj_beside_it(recording, tmp_path, curves):
    (folder,) = export(recording, tmp_path / "all.obj", curves=curves)
    frames = [read_obj(path) for path in sorted(folder.glob("*.obj"))]
    written = export(recording, tmp_path / "all.pc2", curves=curves)
    for name, cache, still in zip(BODIES, written[::2], written[1::2], strict=True):
        samples = read_pc2(cache)
        assert len(samples) == FRAMES
        np.testing.assert_allclose(read_obj(still)[name]["v"], samples[0], atol=1e-6)
        for sample, frame in zip(samples, frames, strict=True):
            np.testing.assert_allclose(frame[name]["v"], sample, atol=1e-6)


def test_curves_are_lines_through_their_nodes_if_wanted(recording, tmp_path):
    (folder,) = export(recording, tmp_path / "lines.obj", curves="line")
    text = (folder / "frame_00001.obj").read_text()
    lines = [[int(k) for k in line.split()[1:]] for line in text.splitlines() if line.startswith("l ")]
    assert lines == [[*range(1, 21)], [*range(21, 45), 21]]  # the ring is closed
    objects = read_obj(folder / "frame_00001.obj")
    for name in ("rope", "ring"):
        np.testing.assert_allclose(objects[name]["v"], recording.positions(name)[1], atol=1e-9)
        assert not len(objects[name]["f"])
    # What follows is numbered after the nodes of the lines.
    assert objects["bar"]["f"][..., 0].min() == 45
    assert objects["bar"]["f"][..., 1:].min() == 1


def test_npz_holds_all_nodes_and_what_kind_of_body_they_are_of(recording, tmp_path):
    (path,) = export(recording, tmp_path / "all.npz")
    with np.load(path) as data:
        for name, (meta, positions) in BODIES.items():
            assert data[f"{name}/kind"] == meta["kind"]
            assert data[f"{name}/positions"].shape == (FRAMES, *positions.shape)
            np.testing.assert_array_equal(
                data[f"{name}/triangles"], np.reshape(meta["triangles"], (-1, 3)).astype(int)
            )
            assert f"{name}/uv" not in data
        assert data["rope/radius"] == 0.05 and not data["rope/closed"]
        assert data["ring/closed"]
        assert "bar/radius" not in data
        np.testing.assert_array_equal(data["bar/coordinates"], BODIES["bar"][0]["coordinates"])


def test_another_way_to_write_curves_is_an_error(recording, tmp_path):
    for name in ("obj", "pc2"):
        with pytest.raises(PliantError, match="'tube' or 'line'"):
            export(recording, tmp_path / f"out.{name}", curves="ribbon")
    with pytest.raises(PliantError, match="unknown option 'curves'"):
        export(recording, tmp_path / "out.npz", curves="line")


def test_a_recording_of_a_curve_without_frames_has_the_shape_that_they_would_have(tmp_path):
    meta, _ = BODIES["rope"]
    with record(tmp_path / "empty.pliant", [(meta, [])]) as recording:
        assert recording.positions("rope").shape == (0, 20, 3)
        assert recording.field("rope", "stretch").shape == (0, 20)


def test_blobs_have_a_mesh_of_their_own_in_every_frame_of_an_obj_sequence(tmp_path):
    meta = {"id": "goop", "kind": "mesh", "grid": [2], "triangles": [], "blobs": 0.1}
    nodes = np.array([[0.0, 0.0, 0.0], [0.1, 0.0, 0.0]])
    rope, points = curve(helix(20), 0.05)
    bodies = [(meta, [nodes, 4 * nodes]), (rope, [points, points])]
    (folder,) = export(record(tmp_path / "run.pliant", bodies), tmp_path / "all.obj")
    ball = 4 / 3 * np.pi * 0.1**3
    frames = [read_obj(path) for path in sorted(folder.glob("*.obj"))]
    for frame, (low, high) in zip(frames, [(1.2, 2.0), (1.9, 2.0)], strict=True):
        goop, before = frame["goop"], len(frame["rope"]["v"])
        faces = goop["f"][..., 0] - 1 - before
        np.testing.assert_array_equal(np.unique(faces), np.arange(len(goop["v"])))
        assert low * ball < volume(goop["v"], faces) < high * ball
    np.testing.assert_array_equal(frames[0]["rope"]["f"], frames[1]["rope"]["f"])
    counts = [len(frame["goop"]["v"]) for frame in frames]
    assert counts[0] != counts[1]
