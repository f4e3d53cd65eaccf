"""Other simulators on the same hanging cloth, each in a process of its own with a limit of time.

An adapter is a file beside this one with one function, `cloth(nodes, steps)`; see `benchmarks/hanging.py`. It
imports nothing of pliant: the environment variable PLIANT_PEERS_PYTHON may name the interpreter of another
environment, in which the peers are installed. Steps per frame are those for which each peer was found sound.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pliant.benchmarks import hanging
from pliant.benchmarks.hanging_cloth import rows_of
from pliant.benchmarks.row import Row

_HERE = Path(__file__).parent
_BUDGET = 60.0  # seconds of frames
_SETTING_UP = 120.0  # seconds more for compiling and building


@dataclass(frozen=True)
class Peer:
    """A simulator: its name, what Python imports, and steps per frame by nodes a side."""

    name: str
    module: str
    steps: dict[int, int]

    @property
    def adapter(self) -> Path:
        return _HERE / f"{self.name}.py"


PEERS = (
    Peer("rapier", "rapier3d", {32: 20, 64: 50, 128: 80}),
    Peer("pypbd", "pypbd", {32: 40, 64: 80, 128: 160}),
    Peer("mujoco", "mujoco", {32: 8, 64: 8, 128: 8}),
    Peer("newton", "newton", {32: 128, 64: 256, 128: 512}),
)

# Those whose adapters have a cloth that meets itself, `draped`.
DRAPING = tuple(peer for peer in PEERS if peer.name == "mujoco")


def interpreter() -> str:
    """The Python that peers run in."""
    return os.environ.get("PLIANT_PEERS_PYTHON") or sys.executable


def is_installed(peer: Peer) -> bool:
    """Whether the interpreter for peers finds it."""
    question = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({peer.module!r}) is None)"
    done = subprocess.run([interpreter(), "-P", "-c", question], capture_output=True, check=False)
    return done.returncode == 0


def rows_for(
    peer: Peer, sizes: Sequence[int], ours: Mapping[int, float], budget: float = _BUDGET
) -> list[Row]:
    """A peer's rows beside our own milliseconds per frame by size, or one that says why there are none."""
    if not is_installed(peer):
        return [Row(f"hanging cloth, {peer.name}: frame of 1/60 s", float("nan"), "ms", "not installed")]
    rows: list[Row] = []
    for nodes in sizes:
        rows += _run(peer, nodes, ours.get(nodes), budget)
    return rows


def draped_rows(peer: Peer, nodes: int = 64, budget: float = _BUDGET) -> list[Row]:
    """A peer's cloth on a sphere, which meets itself; or a row that says why there is none."""
    what = f"cloth {nodes}×{nodes} on a sphere, {peer.name} with {peer.steps[nodes]} steps a frame: CPU time of a frame"
    if not is_installed(peer):
        return [Row(what, float("nan"), "ms", "not installed")]
    found = _answer(peer, nodes, budget, "draped")
    if isinstance(found, str):
        return [Row(what, float("nan"), "ms", found)]
    note = f"{found['frames']:.0f} frames, lowest point at {found['lowest']:.2f} m"
    return [Row(what, 1e3 * found["seconds_per_frame"], "ms", note)]


def _run(peer: Peer, nodes: int, reference: float | None, budget: float) -> list[Row]:
    name = f"{peer.name} with {peer.steps[nodes]} steps a frame"
    found = _answer(peer, nodes, budget)
    if not isinstance(found, str):
        return rows_of(name, hanging.Hanging(**found), references=[("pliant, same run", reference, "")])
    return [Row(f"hanging cloth {nodes}×{nodes}, {name}: frame of 1/60 s", float("nan"), "ms", found)]


def _answer(peer: Peer, nodes: int, budget: float, *what: str) -> dict[str, Any] | str:
    """What a peer's process has measured, or why there is nothing."""
    numbers = (str(nodes), str(peer.steps[nodes]), str(budget))
    command = [interpreter(), "-P", hanging.__file__, str(peer.adapter), *numbers, *what]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=budget + _SETTING_UP, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {budget + _SETTING_UP:.0f} s"
    if done.returncode == 0:
        return json.loads(done.stdout.splitlines()[-1])
    return "failed: " + (done.stderr.strip().splitlines() or ["without a word"])[-1]
