"""`pliant run`: a recording and whatever is made of it, nothing overwritten, nothing lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import pliant as pl


def test_a_scene_becomes_a_recording_in_a_folder_of_its_own(pliant, folder: Path):
    done = pliant("run", "flag.yaml")
    assert done.code == 0, done.err
    recording = pl.Recording(folder / "out/flag/flag.pliant")
    assert len(recording) == 11
    assert recording.times[-1] == pytest.approx(0.1)
    assert "out/flag/flag.pliant" in done.out.replace(os.sep, "/")


def test_a_second_run_takes_a_new_folder(pliant, folder: Path):
    first = pliant("run", "flag.yaml", "--steps", "1")
    before = (folder / "out/flag/flag.pliant").read_bytes()
    second = pliant("run", "flag.yaml", "--steps", "2")
    assert (first.code, second.code) == (0, 0)
    assert (folder / "out/flag/flag.pliant").read_bytes() == before
    assert len(pl.Recording(folder / "out/flag-2/flag.pliant")) == 3


def test_a_name_of_a_recording_is_taken_as_such(pliant, folder: Path):
    done = pliant("run", "flag.yaml", "--steps", "1", "-o", "runs/one.pliant", "--export", "npz")
    assert done.code == 0
    assert len(pl.Recording(folder / "runs/one.pliant")) == 2
    assert (folder / "runs/one.npz").is_file()
    refused = pliant("run", "flag.yaml", "--steps", "1", "-o", "runs/one.pliant")
    assert refused.code == 1 and "exists already" in refused.err


def test_a_recording_in_a_chosen_folder_is_only_replaced_when_told(pliant, folder: Path):
    assert pliant("run", "flag.yaml", "--steps", "1", "-o", "here").code == 0
    refused = pliant("run", "flag.yaml", "--steps", "2", "-o", "here")
    assert refused.code == 1
    assert "exists already" in refused.err and "--overwrite" in refused.err
    assert len(pl.Recording(folder / "here/flag.pliant")) == 2
    assert pliant("run", "flag.yaml", "--steps", "2", "-o", "here", "--overwrite").code == 0
    assert len(pl.Recording(folder / "here/flag.pliant")) == 3


def test_length_and_frames_can_be_chosen(pliant, folder: Path):
    assert pliant("run", "flag.yaml", "--seconds", "0.06", "--every", "2", "-o", "a").code == 0
    assert pl.Recording(folder / "a/flag.pliant").steps.tolist() == [0, 2, 4, 6]


def test_parameters_can_be_set(pliant, folder: Path):
    done = pliant(
        "run", "flag.yaml", "--steps", "1", "-o", "a",
        "--set", "gravity=moon", "--set", "bodies.cloth.grid=[4, 4]", "--set", "bodies.cloth.material.young=2e6",
    )  # fmt: skip
    assert done.code == 0, done.err
    scene = pl.Recording(folder / "a/flag.pliant").meta["scene"]
    assert scene["gravity"] == "moon"
    assert scene["bodies"][0]["grid"] == [4, 4]
    assert scene["bodies"][0]["material"]["young"] == 2e6


def test_exports_lie_beside_the_recording(pliant, folder: Path):
    done = pliant("run", "flag.yaml", "--steps", "3", "-o", "a", "--export", "npz,obj,pc2")
    assert done.code == 0, done.err
    assert (folder / "a/flag.npz").is_file() and (folder / "a/flag.pc2").is_file()
    assert len(list((folder / "a/flag").glob("*.obj"))) == 4
    for name in ("npz", "obj", "pc2"):
        assert name in done.out


def test_pictures_can_be_had_at_once(pliant, folder: Path):
    pytest.importorskip("pyvista")
    done = pliant(
        "run", "flag.yaml", "--steps", "2", "-o", "a", "--picture", "flag.png", "--video", "flag.mp4"
    )
    assert done.code == 0, done.err
    assert (folder / "flag.png").stat().st_size > 1000
    assert (folder / "flag.mp4").stat().st_size > 1000


def test_a_film_is_drawn_by_as_many_as_are_asked_for(pliant, folder: Path, monkeypatch):
    """The films are the same bits: the parts of one are drawn by processes, here in turn."""
    pytest.importorskip("pyvista")
    assert pliant("run", "flag.yaml", "--steps", "10", "-o", "a").code == 0
    asked = []

    def in_turn(parts, workers, work):
        asked.append((len(parts), workers))
        return map(work, parts)

    monkeypatch.setattr("pliant.sweeps.film._AT_ONCE", 2)
    monkeypatch.setattr("pliant.sweeps.film.on_processes", in_turn)
    for name, options in (("alone.mp4", ()), ("shared.mp4", ("--workers", "2"))):
        done = pliant("export", "a/flag.pliant", name, *options)
        assert done.code == 0, done.err
    assert asked == [(2, 2)]
    assert (folder / "alone.mp4").read_bytes() == (folder / "shared.mp4").read_bytes()


def test_a_checkpoint_is_gone_on_from_without_a_seam(pliant, folder: Path):
    assert pliant("run", "flag.yaml", "-o", "whole").code == 0
    assert pliant("run", "flag.yaml", "--steps", "4", "-o", "first", "--checkpoint", "state.npz").code == 0
    done = pliant("run", "--resume", "state.npz", "-o", "rest")
    assert done.code == 0, done.err
    whole, rest = pl.Recording(folder / "whole/flag.pliant"), pl.Recording(folder / "rest/flag.pliant")
    assert rest.steps.tolist() == list(range(4, 11))
    assert (rest.positions("cloth") == whole.positions("cloth")[4:]).all()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "SCENE"),
        (("flag.yaml", "--resume", "x.npz"), "SCENE"),
        (("flag.yaml", "--seconds", "1", "--steps", "2"), "not both"),
        (("flag.yaml", "--every", "0"), "every"),
        (("flag.yaml", "--set", "gravity"), "PATH=VALUE"),
        (("flag.yaml", "--video", "flag.avi"), ".mp4"),
        (("flag.yaml", "--nonsense"), "nonsense"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_code_2(pliant, arguments: tuple[str, ...], words: str):
    done = pliant("run", *arguments)
    assert done.code == 2
    assert words in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing.yaml",), "missing.yaml"),
        (("flag.yaml", "--export", "fbx"), "fbx"),
        (("flag.yaml", "--set", "gravty=moon"), "did you mean 'gravity'?"),
        (("flag.yaml", "--set", "dt=-1"), "dt"),
        (("flag.yaml", "--set", "bodies.cloth.material.young=.nan"), "young"),
        (("flag.yaml", "--seconds", "-1"), "seconds"),
        (("--resume", "missing.npz"), "missing.npz"),
    ],
)
def test_an_error_is_one_clear_message_and_code_1(
    pliant, folder: Path, arguments: tuple[str, ...], words: str
):
    done = pliant("run", *arguments)
    assert done.code == 1
    assert done.err.startswith("error: ") and words in done.err
    assert "Traceback" not in done.err
    assert not (folder / "out").exists()  # nothing is left behind


def test_a_bad_scene_is_reported_with_file_line_and_path(pliant, folder: Path):
    (folder / "bad.yaml").write_text(
        (folder / "flag.yaml").read_text().replace("grid: [6, 5]", "grid: [6, five]")
    )
    done = pliant("run", "bad.yaml")
    assert done.code == 1
    assert "bad.yaml:9: bodies[0].grid[1]:" in done.err


def test_an_explosion_keeps_and_exports_what_was_recorded(pliant, folder: Path):
    done = pliant(
        "run",
        "flag.yaml",
        "--seconds",
        "9",
        "-o",
        "a",
        "--export",
        "npz",
        "--set",
        "integrator={kind: explicit}",
    )
    assert done.code == 1
    assert "'cloth' exploded in step" in done.err and "Traceback" not in done.err
    recording = pl.Recording(folder / "a/flag.pliant")
    assert len(recording) >= 1
    with np.load(folder / "a/flag.npz") as exported:
        assert len(exported["times"]) == len(recording)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT between processes")
def test_ctrl_c_keeps_what_was_recorded(folder: Path):
    arguments = ("run", "flag.yaml", "--seconds", "1000", "-o", "a", "--checkpoint", "state.npz")
    process = subprocess.Popen(
        [sys.executable, "-m", "pliant", *arguments], cwd=folder, stderr=subprocess.PIPE, text=True
    )
    path = folder / "a/flag.pliant"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (path.exists() and path.stat().st_size > 50_000):
        time.sleep(0.05)
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    recording = pl.Recording(path)
    assert recording.complete and recording.damage is None and len(recording) > 5
    assert f"{len(recording)} frames are kept in" in err and "Traceback" not in err
    # The checkpoint is that of the last recorded step.
    state = pl.Simulation.restore(folder / "state.npz")
    assert state.state.step == recording.steps[-1]
    assert (state.positions("cloth") == recording.positions("cloth")[-1]).all()


def test_a_range_of_values_is_a_run_for_each(pliant, folder: Path):
    done = pliant(
        "run", "flag.yaml", "--steps", "1", "-o", "many", "--set", "gravity=1:100:3:log", "--workers", "1"
    )
    assert done.code == 0, done.err
    assert [line.split("  ")[1] for line in done.out.splitlines()] == [
        "gravity = 1",
        "gravity = 10",
        "gravity = 100",
    ]
    assert len(pl.Recording(folder / "many/runs/0002.pliant")) == 2
    again = pliant("run", "flag.yaml", "--steps", "2", "-o", "many", "--set", "gravity=1:100:3:log")
    assert again.code == 1 and "holds another sweep" in again.err
    for wrong in (
        ["--set", "gravity=1:2:1"],
        ["--set", "gravity=1:2"],
        ["--set", "gravity=1:2:2.5"],
        ["--set", "gravity=a:2:3"],
        ["--workers", "2"],
    ):
        assert pliant("run", "flag.yaml", *wrong).code == 2
    assert pliant("run", "flag.yaml", "--set", "gravity=1:2:2", "--video", "a.mp4").code == 2
