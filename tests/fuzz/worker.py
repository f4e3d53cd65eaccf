"""Runs cases in a process of its own, so that a crash or a hang is seen from outside and costs one case.

``python -m tests.fuzz.worker NAME SEED FIRST LAST`` writes a line of JSON before and after each case.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import json
import os
import resource
import sys
import tempfile
import traceback
from pathlib import Path

from pliant.errors import PliantError
from tests.fuzz.fuzzer import Fuzzer, fuzzer, random_of


def main(name: str, seed: int, cases: range) -> None:
    faulthandler.enable()  # SIGABRT prints where a hanging case is
    chosen = fuzzer(name)
    _bound_memory(chosen.megabytes)
    report = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what cases print goes to the log
    for case in cases:
        print(json.dumps({"begin": case}), file=report, flush=True)
        print(json.dumps({"case": case, **_outcome(chosen, seed, case)}), file=report, flush=True)


def _outcome(chosen: Fuzzer, seed: int, case: int) -> dict[str, str]:
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder, contextlib.redirect_stderr(io.StringIO()):
        try:
            return {"outcome": chosen.case(random_of(seed, chosen.name, case), Path(folder))}
        except PliantError as error:
            return {"outcome": "refused", "message": str(error)[:300]}
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}:{place.lineno}"
            return {
                "fault": f"{type(error).__name__} at {where}: {str(error)[:300]}",
                "traceback": traceback.format_exc(limit=-12),
            }


def _bound_memory(megabytes: int) -> None:
    """Allocations beyond the bound raise MemoryError (only where the system tells how much is in use)."""
    status = Path("/proc/self/statm")
    if status.exists():
        used = int(status.read_text().split()[0]) * resource.getpagesize()
        bound = used + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (bound, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), range(int(sys.argv[3]), int(sys.argv[4])))
