"""A film is the same whoever draws its pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

import pliant as pl
from pliant.sweeps import film as films

SMALL = {"size": (65, 49), "fps": 60}  # odd sizes are made even


@pytest.fixture(scope="module")
def recording(tmp_path_factory) -> pl.Recording:
    pytest.importorskip("pyvista")
    pytest.importorskip("imageio_ffmpeg")
    scene = pl.Scene(gravity=pl.EARTH, collision=False)
    cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(5, 5), material="cotton"))
    scene.pin(cloth, corners=("00",))
    return pl.simulate(scene, steps=26, to=tmp_path_factory.mktemp("film") / "cloth.pliant")


@pytest.fixture(scope="module")
def alone(recording, tmp_path_factory) -> bytes:
    return recording.video(tmp_path_factory.mktemp("alone") / "a.mp4", **SMALL).read_bytes()


def test_parts_in_any_order_make_the_same_film(recording, alone, tmp_path, monkeypatch):
    drawn = []

    def last_first(parts, workers, work):
        for part in reversed(parts):
            drawn.append(len(part.times))
            yield work(part)

    monkeypatch.setattr(films, "on_processes", last_first)
    calls = []
    path = recording.video(tmp_path / "b.mp4", workers=3, progress=lambda *at: calls.append(at), **SMALL)
    assert sum(drawn) == 27 and len(drawn) == 3
    assert calls[-1] == (27, 27)
    assert path.read_bytes() == alone


def test_what_goes_wrong_with_a_picture_is_told(recording, tmp_path, monkeypatch):
    monkeypatch.setattr(films, "on_processes", lambda parts, workers, work: map(work, parts))
    with pytest.raises(pl.PliantError, match="nothing of the kind"):
        recording.video(tmp_path / "b.mp4", workers=2, color_by="nothing of the kind")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_processes_draw_the_same_film(recording, alone, tmp_path: Path):
    assert recording.video(tmp_path / "b.mp4", workers=2, **SMALL).read_bytes() == alone


@pytest.mark.slow
def test_a_cluster_draws_the_same_film(recording, alone, tmp_path: Path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        path = recording.video(tmp_path / "b.mp4", scheduler=cluster.scheduler_address, **SMALL)
    assert path.read_bytes() == alone
