"""Watches a worker go through the cases of a fuzzer, ends it where it hangs, and goes on behind its faults."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tests.fuzz.fuzzer import Fuzzer

ROOT = Path(__file__).parents[2]
START = 120.0  # seconds for a worker's imports on a busy machine


@dataclass(frozen=True)
class Fault:
    """One case that went wrong, and how to see it again."""

    fuzzer: str
    seed: int
    case: int
    what: str
    detail: str = ""

    def __str__(self) -> str:
        again = f"python -m tests.fuzz --only {self.fuzzer} --seed {self.seed} --first {self.case} --cases 1"
        return f"{self.fuzzer} case {self.case}: {self.what}\n  again: {again}\n{self.detail}"


@dataclass
class Report:
    """What came of the cases of one fuzzer."""

    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)


def run(
    fuzzer: Fuzzer, seed: int, cases: int, first: int = 0, tell: Callable[[Fault], None] = lambda _: None
) -> Report:
    """Runs `cases` cases from number `first` on; a worker that dies or hangs is replaced behind its case."""
    report, case, last = Report(), first, first + cases
    while case < last:
        for line in _lines(fuzzer, seed, case, last):
            case = line["case"] + 1
            if "outcome" in line:
                report.outcomes[line["outcome"]] += 1
                continue
            fault = Fault(fuzzer.name, seed, line["case"], line["fault"], line.get("traceback", ""))
            report.faults.append(fault)
            tell(fault)
    return report


def _lines(fuzzer: Fuzzer, seed: int, first: int, last: int) -> Iterator[dict[str, Any]]:
    """The worker's finished cases; the last is a fault if the worker hung or died."""
    with tempfile.TemporaryFile("w+") as log:
        worker = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.worker", fuzzer.name, str(seed), str(first), str(last)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},  # the same pliant as here
        )
        try:
            yield from _watch(worker, log, fuzzer, first)
        finally:
            worker.kill()
            worker.wait()


def _watch(
    worker: subprocess.Popen[str], log: IO[str], fuzzer: Fuzzer, first: int
) -> Iterator[dict[str, Any]]:
    lines: queue.Queue[str | None] = queue.Queue()

    def listen() -> None:
        assert worker.stdout is not None
        for line in worker.stdout:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=listen, daemon=True).start()
    running, limit = first, START
    while True:
        try:
            line = lines.get(timeout=limit)
        except queue.Empty:
            worker.send_signal(signal.SIGABRT)
            worker.wait(10)
            yield {"case": running, "fault": f"took more than {limit:g} s", "traceback": _tail(log)}
            return
        if line is None:
            if worker.wait() != 0:
                what = f"the process ended with {worker.returncode}"
                yield {"case": running, "fault": what, "traceback": _tail(log)}
            return
        said = json.loads(line)
        if "begin" in said:
            running, limit = said["begin"], fuzzer.seconds
        else:
            yield said


def _tail(log: IO[str]) -> str:
    log.seek(0)
    return log.read()[-4000:]
