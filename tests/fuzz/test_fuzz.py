"""The gate's short run of every fuzzer: the same cases each time. `make fuzz` goes on from there."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from tests.fuzz.driver import run
from tests.fuzz.fuzzer import MODULES, Fuzzer, Nonsense, fuzzer

SEED = 16


@pytest.mark.parametrize("name", MODULES)
def test_damaged_input_gives_a_result_or_a_clear_error(name: str):
    one = fuzzer(name)
    report = run(one, SEED, one.gate)
    assert not report.faults, "\n".join(str(fault) for fault in report.faults)
    assert sum(report.outcomes.values()) == one.gate


def test_the_driver_sees_every_kind_of_fault_and_goes_on():
    report = run(FUZZER, SEED, 6)
    found = {fault.case: fault.what for fault in report.faults}
    assert report.outcomes == {"fine": 1, "refused": 1}
    assert sorted(found) == [1, 2, 3, 4]
    assert found[1].startswith("Nonsense at test_fuzz.py")
    assert found[2] == "took more than 5 s"
    assert found[3] == "the process ended with -9"
    assert found[4].startswith("MemoryError")


def _numbered(rng: random.Random, folder: Path) -> str:
    from pliant.errors import PliantError

    match [random.Random(f"{SEED}/test_fuzz/{k}").random() for k in range(6)].index(rng.random()):
        case 0:
            return "fine"
        case 1:
            raise Nonsense("NaN")
        case 2:
            time.sleep(60)
        case 3:
            os.kill(os.getpid(), 9)
        case 4:
            bytearray(2**33)
    raise PliantError("a clear message")


FUZZER = Fuzzer("test_fuzz", _numbered, gate=6, long=6, seconds=5, megabytes=512)
