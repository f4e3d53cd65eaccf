"""A body that is cut on the way, in recordings, exports and pictures."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.recording.skin import cut_skin, skin_of

GRID = (6, 5)
GONE = {0: 0, 1: 0, 2: 10, 3: 10, 4: 10}  # of 2·5 triangles of the row of cells that is cut through


@pytest.fixture(scope="module")
def recording(tmp_path_factory) -> pl.Recording:
    """Cut through after the first step."""
    scene = pl.Scene(gravity=pl.EARTH, dt=0.02)
    sheet = pl.Sheet(membrane=50.0, bending=1e-3, area_density=0.2)
    shape = pl.shapes.rectangle(0.5, 0.4)
    scene.add(pl.Surface(shape, id="cloth", grid=GRID, material=sheet, rotation=(np.pi / 2, 0, 0)))
    scene.add(pl.Surface(shape, id="other", grid=GRID, material=sheet, position=(1, 0, 0)))
    scene.pin("cloth", edges=("n1",))
    scene.at(0.02, pl.Cut("cloth", [pl.Place(nodes=[(0, 2), (0, 3)], weights=(0.5, 0.5)), (0.3, 0.0, 0.05)]))
    return pl.simulate(scene, steps=4, to=tmp_path_factory.mktemp("cut") / "cut.pliant")


def test_frames_name_the_triangles_that_are_gone(recording):
    assert {k: len(recording.cut("cloth", k)) for k in range(5)} == GONE
    assert recording.is_cut("cloth") and not recording.is_cut("other")
    assert not len(recording.cut("other", -1))
    gone = recording.mesh("cloth").triangles[recording.cut("cloth", -1)]
    assert set(np.unique(gone % 5)) == {2, 3}  # both rows of nodes, and no others


def test_frames_name_the_links_that_are_broken(recording):
    assert [len(recording.broken("cloth", k)) for k in range(5)] == [0, 0, 6, 6, 6]
    assert recording.broken("cloth", -1).tolist() == [30 + 5 * m + 2 for m in range(6)]
    assert recording.is_torn("cloth") and not recording.is_torn("other")
    assert recording.mesh("cloth").rest == pytest.approx(recording.positions("cloth")[0])


def test_what_is_left_of_a_skin_has_normals_of_its_own(recording):
    skin = skin_of(recording, "cloth")
    left = cut_skin(skin, recording.cut("cloth", -1))
    assert (left.points, left.normals) == (skin.points, skin.normals)
    assert len(left.triangles) == len(left.normal_at) == len(left.uv_at) == len(skin.triangles) - 10
    x = recording.positions("cloth")[-1].copy()
    x[np.arange(30) % 5 <= 2] += (0.0, 0.5, 0.0)  # the lower piece aside: both stay flat
    _, normals = left.move(x)
    assert np.abs(normals[:, 1]) == pytest.approx(1.0, abs=1e-2)
    assert np.abs(skin.move(x)[1][:, 1]).min() < 0.9


def test_obj_files_have_the_triangles_that_are_there(recording, tmp_path):
    recording.export(tmp_path / "cut.obj")
    for frame, gone in GONE.items():
        text = (tmp_path / "cut" / f"frame_{frame:05d}.obj").read_text()
        other, _, cloth = text.partition("o cloth")  # what tears comes last
        quarters, points = (3 * gone, 2 * 6 + 2 * 5) if gone else (0, 0)
        assert (cloth.count("\nf "), other.count("\nf ")) == (40 - gone + quarters, 40)
        assert (cloth.count("\nv "), other.count("\nv ")) == (30 + points, 30)
    assert "f 31/" in cloth
    corners = [
        int(c.split("/")[0]) for line in cloth.splitlines() if line[:2] == "f " for c in line[2:].split()
    ]
    assert set(corners) == set(range(31, 61 + points))


def test_a_point_cache_has_one_mesh_that_opens(recording, tmp_path):
    """The vertices along the crack are there from the start, where they lie on one another."""
    recording.export(tmp_path / "cut.pc2", body="cloth")
    text = (tmp_path / "cut.obj").read_text()
    assert text.count("\nf ") == 30 + 30
    count = text.count("\nv ")
    header = 32
    places = np.frombuffer((tmp_path / "cut.pc2").read_bytes()[header:], dtype="<f4").reshape(5, count, 3)
    distinct = [len(np.unique(frame.round(5), axis=0)) for frame in places]
    assert distinct[:2] == [30 + 6 + 5] * 2 and distinct[-1] > distinct[0] + 5
    assert places[:, :30] == pytest.approx(recording.positions("cloth"), abs=1e-6)


def test_npz_says_which_triangles_are_there(recording, tmp_path):
    recording.export(tmp_path / "cut.npz")
    with np.load(tmp_path / "cut.npz") as arrays:
        assert arrays["cloth/alive"].shape == (5, 40)
        assert (~arrays["cloth/alive"]).sum(axis=1).tolist() == list(GONE.values())
        assert "other/alive" not in arrays and "cloth/cut" not in arrays
        broken = arrays["cloth/broken"]
        assert broken.shape == (5, 2, *GRID) and "other/broken" not in arrays
        assert broken.sum(axis=(1, 2, 3)).tolist() == [0, 0, 6, 6, 6] and broken[-1, 1, :, 2].all()


def test_one_sees_through_the_cut(recording, tmp_path):
    """When the lower piece has fallen, the backdrop is seen between the two."""
    from PIL import Image

    def picture(frame: int, **options) -> np.ndarray:
        camera = ((0.0, -2.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0))
        path = recording.picture(
            tmp_path / "cut.png",
            frame,
            size=(160, 120),
            camera=camera,
            view_angle=20,
            shadows=False,
            **options,
        )
        return np.asarray(Image.open(path).convert("RGB"), dtype=int)

    before, after = picture(1), picture(4)
    changed = np.abs(after - before).max(axis=2) > 40
    assert changed.mean() > 0.02
    picture(2, wireframe=True, particles=True, normals=True)
