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


def _run(peer: Peer, nodes: int, reference: float | None, budget: float) -> list[Row]:
    steps = peer.steps[nodes]
    command = [interpreter(), "-P", hanging.__file__, str(peer.adapter), str(nodes), str(steps), str(budget)]
    name = f"{peer.name} with {steps} steps a frame"
    reason = ""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=budget + _SETTING_UP, check=False
        )
        if done.returncode == 0:
            run = hanging.Hanging(**json.loads(done.stdout.splitlines()[-1]))
            return rows_of(name, run, references=[("pliant, same run", reference, "")])
        reason = "failed: " + (done.stderr.strip().splitlines() or ["without a word"])[-1]
    except subprocess.TimeoutExpired:
        reason = f"no answer within {budget + _SETTING_UP:.0f} s"
    return [Row(f"hanging cloth {nodes}×{nodes}, {name}: frame of 1/60 s", float("nan"), "ms", reason)]
