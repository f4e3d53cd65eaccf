"""A studio leaves nothing behind, and clears up after one that could not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pliant.studio.folder import work_folder


@pytest.fixture
def parent(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path


def test_it_is_gone_in_the_end(parent):
    with work_folder() as folder:
        (folder / "tape").touch()
        assert folder.parent == parent
    assert not list(parent.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="nobody tells whether a process lives")
def test_what_a_killed_studio_left_is_removed_and_nothing_else(parent):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (parent / f"pliant-studio-{dead.pid}-abc").mkdir()
    kept = [parent / f"pliant-studio-{os.getpid()}-abc", parent / "pliant-studio-mine", parent / "other"]
    for path in kept:
        path.mkdir()
    with work_folder() as folder:
        assert sorted(parent.iterdir()) == sorted([*kept, folder])
