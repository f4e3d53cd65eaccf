"""The server that the pages belong to: what it plays, how it is started, and what it says when asked directly."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pliant.studio import messages as m
from pliant.studio.client import Client
from pliant.studio.frames import decode
from tests.studio.browser.tab import PATIENCE

# A cloth that hangs from its upper corners in front of the camera. Small: drawing in software needs the cores.
SCENE = """\
id: cloth
gravity: earth
bodies:
  - kind: surface
    id: cloth
    shape: {kind: rectangle, width: 1, height: 1, center: [0, 0, 1], u: [1, 0, 0], v: [0, 0, -1]}
    grid: [12, 12]
    material: cotton
constraints:
  - {kind: pin, body: cloth, corners: ["00", "10"]}
forces:
  - {kind: viscous, id: air, strength: 0.5}
obstacles:
  - {id: ball, kind: sphere, center: [0, 0.8, 0.5], radius: 0.2}
integrator: {kind: bdf2, tolerance: 0.05}
solver: {tolerance: 0.1}
"""

# The token is another one each time, so that a page cannot come back to a server that was started anew. Here it can.
SAME_TOKEN = "import secrets; secrets.token_urlsafe = lambda _: 'same'; from pliant.cli import main; main()"


def serve(port: int, scene: Path) -> subprocess.Popen[str]:
    """`pliant studio`, always with the same token; it prints its address."""
    options = ["--no-browser", "--port", str(port), str(scene)]
    return subprocess.Popen(
        [sys.executable, "-c", SAME_TOKEN, "studio", *options], stdout=subprocess.PIPE, text=True
    )


@dataclass(frozen=True)
class Seen:
    """What a second client was told on joining: the server's own account."""

    scene: dict[str, Any]
    hands: dict[str, Any]
    status: dict[str, Any]
    frame: dict[str, Any]
    positions: np.ndarray  # (nodes, 3) of the first body [m]

    @property
    def pins(self) -> list[int]:
        return self.hands["pins"]["cloth"]


def look(url: str) -> Seen:
    """Join as another tab, which watches, and leave again."""
    with Client(url) as client:
        client.say(m.Credit(frames=1))
        frame = None
        while frame is None or not {"scene", "hands", "status"} <= client.last.keys():
            heard = client.next(PATIENCE)
            frame = heard if isinstance(heard, bytes) else frame
        header, arrays = decode(frame)
        positions = next(array for name, array in arrays.items() if name.endswith("/positions"))
        return Seen(client.last["scene"], client.last["hands"], client.last["status"], header, positions)
