"""A studio that runs in a process of its own, as `pliant studio` starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pliant.studio.client import Client

# Small, so that a step takes a millisecond: nothing here is about physics.
SCENE = """\
# A small sheet.
id: sheet
gravity: earth
dt: 0.01
bodies:
  - kind: surface
    id: cloth
    shape: {kind: rectangle, width: 1, height: 1}
    grid: [8, 7]
    material: cotton
constraints:
  - {kind: pin, body: cloth, corners: ["00", "10"]}
"""


@dataclass
class Studio:
    """A server that runs; `url` is what it printed."""

    process: subprocess.Popen[str]
    url: str

    @property
    def token(self) -> str:
        return self.url.partition("token=")[2]

    @property
    def port(self) -> int:
        return int(self.url.split(":")[2].partition("/")[0])

    def client(self) -> Client:
        return Client(self.url)

    @property
    def is_up(self) -> bool:
        return self.process.poll() is None


def start(*arguments: str) -> Studio:
    process = subprocess.Popen(
        [sys.executable, "-m", "pliant", "studio", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "default"},
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:"), url
    return Studio(process, url)


def stop(studio: Studio) -> int:
    studio.process.send_signal(signal.SIGINT)
    try:
        return studio.process.wait(20)
    except subprocess.TimeoutExpired:
        studio.process.kill()
        raise


@pytest.fixture(scope="session")
def scene_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("studio") / "sheet.yaml"
    path.write_text(SCENE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def studio(scene_file: Path) -> Iterator[Studio]:
    """One server for the tests of a file; it plays the sheet above."""
    running = start(str(scene_file))
    with running.client() as client:
        while client.hear("status", 300)["step"] < 1:  # kernels may have to be compiled
            pass
    yield running
    stop(running)
