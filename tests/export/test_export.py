"""Every format can be read back and says what the recording says."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from pliant.errors import PliantError
from pliant.export import EXPORTERS, export
from pliant.recording import Recording, RecordingWriter
from pliant.recording.mesh import vertex_normals

GRID = (4, 5)
TIMES = np.array([0.0, 0.1, 0.25, 0.4])


def grid_mesh(m: int, n: int, wrap: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Triangles and uv of an m × n grid, closed along m if `wrap`."""
    node = np.arange(m * n).reshape(m, n)
    if wrap:
        node = np.vstack([node, node[:1]])
    a, b, c, d = node[:-1, :-1], node[1:, :-1], node[1:, 1:], node[:-1, 1:]
    triangles = np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3)
    u, v = np.meshgrid(np.arange(m) / (m if wrap else m - 1), np.arange(n) / (n - 1), indexing="ij")
    return triangles, np.stack([u, v], axis=-1).reshape(-1, 2)


@pytest.fixture
def recording(tmp_path) -> Recording:
    triangles, uv = grid_mesh(*GRID)
    tube, tube_uv = grid_mesh(6, 3, wrap=True)
    meta = {
        "bodies": [
            {"id": "cloth", "grid": GRID, "triangles": triangles, "uv": uv, "color": [1, 0.5, 0]},
            {"id": "tube", "periodic": [True, False], "triangles": tube, "uv": tube_uv},
        ],
        "obstacles": [
            {
                "id": "floor",
                "kind": "plane",
                "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
                "triangles": [[0, 1, 2]],
            }
        ],
    }
    angle = 2 * np.pi * tube_uv[:, 0]
    with RecordingWriter(tmp_path / "run.pliant", meta) as writer:
        for step, time in enumerate(TIMES):
            cloth = np.column_stack([uv, np.sin(uv[:, 0] + time)])
            ring = np.column_stack([np.cos(angle), np.sin(angle), tube_uv[:, 1] + time])
            stretch = np.full(len(uv), step, np.float32)
            arrays = {"cloth/positions": cloth, "cloth/stretch": stretch, "tube/positions": ring}
            writer.append(10 * step, time, arrays)
    return Recording(tmp_path / "run.pliant")


def test_the_textures_of_an_obj_sequence_lie_beside_its_materials(tmp_path, monkeypatch):
    """Wherever the pictures are and whatever the working directory: the folder alone can be handed on."""
    triangles, uv = grid_mesh(*GRID)
    bodies = []
    for folder, name in (("a", "wool.png"), ("b", "wool.png"), ("c", "my wool.jpg"), ("a", "wool.png")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text(f"a picture in {folder}")
        where = f"{folder}/{name}" if folder == "a" else str(tmp_path / folder / name)
        bodies.append({"id": f"cloth{len(bodies)}", "triangles": triangles, "uv": uv, "texture": where})
    (tmp_path / "secret.txt").write_text("no picture")
    for name in ("gone.png", str(tmp_path / "secret.txt")):
        bodies.append({"id": f"cloth{len(bodies)}", "triangles": triangles, "uv": uv, "texture": name})
    positions = np.column_stack([uv, uv[:, 0]])
    with RecordingWriter(tmp_path / "run.pliant", {"bodies": bodies, "obstacles": []}) as writer:
        writer.append(0, 0.0, {f"{body['id']}/positions": positions for body in bodies})
    monkeypatch.chdir(tmp_path)
    with pytest.warns(UserWarning, match="is not there; exported plain") as told:
        export(Recording("run.pliant"), tmp_path / "out" / "cloths.obj")
    assert len(told) == 2
    folder = tmp_path / "elsewhere"
    (tmp_path / "out" / "cloths").rename(folder)
    worn, body = {}, ""
    for line in (folder / "materials.mtl").read_text().splitlines():
        key, _, value = line.partition(" ")
        body = value if key == "newmtl" else body
        if key == "map_Kd":
            assert "/" not in value and " " not in value
            worn[body] = (folder / value).read_text()
    found = {
        body: f"a picture in {folder}"
        for body, folder in zip(("cloth0", "cloth1", "cloth2", "cloth3"), "abca", strict=True)
    }
    assert worn == found
    assert len(list(folder.glob("texture_*"))) == 3


def read_pc2(path) -> np.ndarray:
    raw = path.read_bytes()
    magic, version, points, start, rate, samples = struct.unpack("<12siiffi", raw[:32])
    assert (magic, version, start, rate) == (b"POINTCACHE2\0", 1, 0.0, 1.0)
    assert len(raw) == 32 + 12 * points * samples
    return np.frombuffer(raw, "<f4", offset=32).reshape(samples, points, 3)


def read_obj(path) -> dict[str, dict[str, np.ndarray]]:
    """The objects of an OBJ file; faces are (v, vt, vn) in the numbering of the file, from 1."""
    objects: dict[str, dict[str, list]] = {}
    current: dict[str, list] = {}
    for line in path.read_text().splitlines():
        key, _, rest = line.partition(" ")
        if key == "o":
            current = objects[rest] = {"v": [], "vt": [], "vn": [], "f": []}
        elif key == "f":
            current["f"].append([[int(i or 0) for i in corner.split("/")] for corner in rest.split()])
        elif key in current:
            current[key].append([float(x) for x in rest.split()])
    return {name: {k: np.array(v) for k, v in parts.items()} for name, parts in objects.items()}


def test_npz_holds_every_array_exactly(recording, tmp_path):
    (path,) = export(recording, tmp_path / "out.npz")
    with np.load(path) as data:
        np.testing.assert_array_equal(data["times"], TIMES)
        np.testing.assert_array_equal(data["steps"], [0, 10, 20, 30])
        assert list(data["bodies"]) == ["cloth", "tube"]
        for body in recording.bodies:
            np.testing.assert_array_equal(data[f"{body}/positions"], recording.positions(body))
            np.testing.assert_array_equal(data[f"{body}/triangles"], recording.mesh(body).triangles)
            np.testing.assert_array_equal(data[f"{body}/uv"], recording.mesh(body).uv)
        np.testing.assert_array_equal(data["cloth/stretch"], recording.field("cloth", "stretch"))


def test_an_obj_sequence_holds_positions_normals_and_texture_coordinates(recording, tmp_path):
    (folder,) = export(recording, tmp_path / "drape.obj")
    assert folder == tmp_path / "drape"
    files = sorted(path.name for path in folder.iterdir())
    assert files == [f"frame_{i:05d}.obj" for i in range(4)] + ["materials.mtl"]
    assert "z is up" in (folder / files[0]).read_text()
    for index in range(4):
        objects = read_obj(folder / files[index])
        assert list(objects) == ["cloth", "tube"]
        nodes = uvs = 0
        for body in recording.bodies:
            mesh, positions = recording.mesh(body), recording.positions(body)[index]
            got = objects[body]
            np.testing.assert_allclose(got["v"], positions, atol=1e-9)
            np.testing.assert_allclose(got["vn"], vertex_normals(positions, mesh.triangles), atol=1e-5)
            np.testing.assert_array_equal(got["f"][:, :, 0] - 1 - nodes, mesh.triangles)
            np.testing.assert_array_equal(got["f"][:, :, 2] - 1 - nodes, mesh.triangles)
            corner_uv = got["vt"][got["f"][:, :, 1] - 1 - uvs]
            # Apart from whole turns the texture coordinates are those of the nodes, and no triangle of
            # the tube spans the texture backwards.
            turns = corner_uv - mesh.uv[mesh.triangles]
            np.testing.assert_allclose(turns, np.round(turns), atol=1e-8)
            assert np.ptp(corner_uv, axis=1).max() < 0.6
            nodes, uvs = nodes + len(got["v"]), uvs + len(got["vt"])


def test_obstacles_can_join_an_obj_sequence(recording, tmp_path):
    (folder,) = export(recording, tmp_path / "drape", "obj", body="cloth", obstacles=True)
    objects = read_obj(folder / "frame_00003.obj")
    assert list(objects) == ["floor", "cloth"]
    assert objects["cloth"]["f"][:, :, 0].min() == 4  # after the three vertices of the floor


def test_a_new_obj_sequence_replaces_the_old_one_and_nothing_else(recording, tmp_path):
    folder = tmp_path / "drape"
    export(recording, folder, "obj")
    (folder / "notes.txt").write_text("mine")
    export(recording, folder, "obj", frames=slice(0, 2), overwrite=True)
    files = sorted(path.name for path in folder.iterdir())
    assert files == ["frame_00000.obj", "frame_00001.obj", "materials.mtl", "notes.txt"]


def test_pc2_holds_positions_and_an_obj_with_the_same_vertices_beside_it(recording, tmp_path):
    written = export(recording, tmp_path / "cloth.pc2", body="cloth")
    assert written == [tmp_path / "cloth.pc2", tmp_path / "cloth.obj"]
    samples = read_pc2(written[0])
    np.testing.assert_array_equal(samples, recording.positions("cloth").astype(np.float32))
    still = read_obj(written[1])["cloth"]
    np.testing.assert_allclose(still["v"], samples[0], atol=1e-6)


def test_pc2_of_several_bodies_is_one_cache_each(recording, tmp_path):
    written = export(recording, tmp_path / "run", "pc2")
    assert [path.name for path in written] == [
        "run_cloth.pc2",
        "run_cloth.obj",
        "run_tube.pc2",
        "run_tube.obj",
    ]


def test_pc2_at_a_frame_rate_plays_in_real_time(recording, tmp_path):
    path, _ = export(recording, tmp_path / "tube.pc2", body="tube", fps=20)
    samples = read_pc2(path)
    assert len(samples) == 9  # 0.4 s at 20 per second
    # The tube rises at 1 m/s, whatever the distances of the recorded times.
    np.testing.assert_allclose(samples[:, 0, 2], np.arange(9) / 20, atol=1e-6)


@pytest.mark.parametrize("name", EXPORTERS)
def test_progress_is_reported_up_to_the_end(recording, tmp_path, name):
    seen = []
    export(recording, tmp_path / f"out.{name}", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(k, len(seen)) for k in range(1, len(seen) + 1)]
    assert len(seen) > 1


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_interrupted_export_leaves_nothing_behind(recording, tmp_path, name):
    def interrupt(done, total):
        raise KeyboardInterrupt

    before = set(tmp_path.iterdir())
    with pytest.raises(KeyboardInterrupt):
        export(recording, tmp_path / f"out.{name}", progress=interrupt)
    assert set(tmp_path.iterdir()) == before


def test_an_unknown_format_is_an_error_that_lists_the_known_ones(recording, tmp_path):
    for attempt in ({"path": tmp_path / "out.fbx"}, {"path": tmp_path / "out", "format": "fbx"}):
        with pytest.raises(PliantError, match=r"fbx.*npz .*obj .*pc2"):
            recording.export(**attempt)


def test_what_cannot_be_exported_is_named(recording, tmp_path):
    with pytest.raises(PliantError, match="no body 'flag'"):
        export(recording, tmp_path / "out.npz", body="flag")
    with pytest.raises(PliantError, match="unknown option 'colour'"):
        export(recording, tmp_path / "out.npz", colour=True)
    with pytest.raises(PliantError, match="no frames"):
        export(recording, tmp_path / "out.npz", frames=slice(9, None))
    with pytest.raises(PliantError, match="cannot be written"):
        export(recording, recording.path / "out.npz")


def test_a_recording_can_be_given_by_its_path(recording, tmp_path):
    assert export(recording.path, tmp_path / "deep" / "er" / "out.npz")[0].exists()


@pytest.mark.parametrize("name", EXPORTERS)
def test_what_is_there_is_replaced_only_when_told(recording, tmp_path, name):
    target = tmp_path / f"out.{name}"
    written = recording.export(target)
    with pytest.raises(PliantError, match="exists already; choose another name or pass overwrite=True"):
        recording.export(target)
    assert recording.export(target, overwrite=True) == written
