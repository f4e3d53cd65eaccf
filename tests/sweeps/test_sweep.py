"""Sweeps: every combination once, on processes and on Dask, whatever dies meanwhile."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import pliant as pl

MEMBRANE = "bodies.cloth.material.membrane"


def hanging(**options) -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, dt=0.02, **options)
    sheet = pl.Sheet(membrane=100.0, bending=1e-3, area_density=0.2)
    scene.pin(
        scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(5, 5), material=sheet), id="cloth"),
        corners=("00", "10"),
    )
    return scene


def lowest(recording: pl.Recording) -> float:
    return recording.positions("cloth")[-1, :, 2].min()


@pytest.fixture(scope="module")
def swept(tmp_path_factory) -> pl.Sweep:
    values = {MEMBRANE: [50.0, 100.0, 500.0], "gravity": ["moon", "earth"]}
    return pl.sweep(hanging(), values, steps=5, to=tmp_path_factory.mktemp("swept") / "all")


def test_every_combination_is_what_a_run_of_its_own_is(swept):
    assert swept.shape == (3, 2) and len(swept) == 6 and not swept.failures
    for run in (swept[0], swept[-1]):
        scene = hanging()
        for path, value in run.values.items():
            scene = pl.set_parameter(scene, path, value)
        alone = pl.simulate(scene, steps=5)
        assert np.array_equal(run.recording.positions("cloth"), alone.positions("cloth"))


def test_what_is_measured_has_the_shape_of_the_sweep(swept, tmp_path):
    low = swept.measure(lowest)
    assert low.shape == (3, 2) and (low[:, 1] < low[:, 0]).all()  # the earth pulls harder
    assert swept.measure(lambda recording: recording.positions("cloth")[-1]).shape == (3, 2, 25, 3)
    rows = swept.csv(tmp_path / "low.csv", low=lowest).read_text().splitlines()
    assert rows[0] == f"{MEMBRANE},gravity,low,error" and len(rows) == 7


def test_a_sweep_goes_on_with_what_is_not_stored(swept):
    gone = swept[2].path
    times = {run.number: run.path.stat().st_mtime_ns for run in swept}
    gone.with_suffix(".json").unlink()
    calls = []
    again = pl.sweep(
        hanging(),
        swept.values,
        steps=5,
        to=swept.folder,
        workers=1,
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls == [(6, 6)]
    changed = {run.number for run in again if run.path.stat().st_mtime_ns != times[run.number]}
    assert changed == {2}


def test_a_folder_of_another_sweep_is_refused(swept, tmp_path):
    with pytest.raises(pl.PliantError, match="holds another sweep"):
        pl.sweep(hanging(), swept.values, steps=6, to=swept.folder)
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(pl.PliantError, match="something else in it"):
        pl.sweep(hanging(), swept.values, to=tmp_path)


def test_what_fails_is_kept_apart_with_its_scene():
    scene = hanging(integrator=pl.Euler())
    found = pl.sweep(scene, {MEMBRANE: [1.0, 1e8]}, steps=20, workers=1)
    (failed,) = found.failures
    assert failed.number == 1 and "exploded" in str(failed.error)
    assert np.isnan(found.measure(lowest)).tolist() == [False, True]
    assert len(failed.recording) >= 1 and failed.path.parent.name == "failed"
    kept = pl.Scene(**json.loads(failed.path.with_suffix(".scene.json").read_text()))
    assert kept.bodies[0].material.membrane == 1e8
    folder = found.folder
    del found, failed
    assert not folder.exists()  # nobody asked to keep it


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "nothing to sweep over"),
        ({"gravity": []}, "no values"),
        ({"bodies.cloth.material.colour": [1]}, "no 'colour'"),
        ({MEMBRANE: [1.0, -1.0]}, "membrane"),
    ],
)
def test_what_cannot_be_swept_over_says_so_before_anything_runs(values, message: str):
    with pytest.raises(pl.PliantError, match=message):
        pl.sweep(hanging(), values)


def test_a_scene_with_functions_cannot_be_sent():
    scene = hanging()
    scene.add(pl.forces.Custom(lambda x, v, t: 0.0 * x))
    with pytest.raises(pl.SceneError, match="a function of Python"):
        pl.sweep(scene, {"gravity": ["moon"]})


def _children() -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            command = (path.parent / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and "spawn_main" in command:
            found.append(int(path.parent.name))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_process_that_dies_takes_no_result_with_it(tmp_path):
    killed = []

    def kill(done: int, total: int) -> None:
        if done == 3 and not killed:
            killed.extend(_children()[:1])
            os.kill(killed[0], signal.SIGKILL)

    found = pl.sweep(
        hanging(),
        {MEMBRANE: np.linspace(50, 500, 8)},
        steps=60,
        to=tmp_path / "all",
        workers=2,
        progress=kill,
    )
    assert killed and not found.failures
    assert np.isfinite(found.measure(lowest)).all()


@pytest.mark.slow
def test_a_dask_worker_that_dies_takes_no_result_with_it(tmp_path):
    """64 runs on two workers, one of which is killed half way; all results come, none that is stored comes again."""
    distributed = pytest.importorskip("distributed")
    values = {MEMBRANE: np.linspace(50, 500, 32), "gravity": ["moon", "earth"]}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        dead = threading.Event()

        def kill(done: int, total: int) -> None:
            if done == 32:
                pid = next(iter(cluster.workers.values())).pid
                os.kill(pid, signal.SIGKILL)
                dead.set()

        found = pl.sweep(
            hanging(),
            values,
            steps=60,
            to=tmp_path / "all",
            scheduler=cluster.scheduler_address,
            progress=kill,
        )
        assert dead.is_set() and len(found) == 64 and not found.failures
        assert np.isfinite(found.measure(lowest)).all()
        times = [run.path.stat().st_mtime_ns for run in found]
        begin = time.perf_counter()
        again = pl.sweep(
            hanging(), values, steps=60, to=tmp_path / "all", scheduler=cluster.scheduler_address
        )
        assert [run.path.stat().st_mtime_ns for run in again] == times
        assert time.perf_counter() - begin < 30.0


@pytest.mark.slow
def test_no_scheduler_at_an_address_is_told():
    pytest.importorskip("distributed")
    with pytest.raises(pl.PliantError, match="no Dask scheduler"):
        pl.sweep(hanging(), {"gravity": ["moon"]}, steps=1, scheduler="tcp://127.0.0.1:9")
