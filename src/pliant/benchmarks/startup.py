"""How long the first frame of the default scene takes from the start of Python: nothing compiled yet, and later."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.resources import as_file, files
from time import perf_counter

from pliant.benchmarks.row import Row

_FIRST_FRAME = "import sys, pliant; pliant.simulate(pliant.load(sys.argv[1]), steps=1)"


def first_frame(cache: str) -> float:
    """Seconds that a new process takes to record the first frame, with its kernels cached in a folder."""
    environment = {**os.environ, "PLIANT_CACHE_DIR": cache}
    with as_file(files("pliant") / "data" / "drape.yaml") as scene:
        begin = perf_counter()
        subprocess.run(
            [sys.executable, "-c", _FIRST_FRAME, str(scene)], env=environment, check=True, capture_output=True
        )
        return perf_counter() - begin


def rows(repeats: int = 3) -> list[Row]:
    """Cold, in an empty cache of its own, and warm."""
    with tempfile.TemporaryDirectory(prefix="pliant-bench-") as cache:
        cold = first_frame(cache)
        warm = min(first_frame(cache) for _ in range(repeats))
    what = "first frame of the default scene, from the start of Python"
    return [
        Row(f"{what}: cold, kernels compiled on the way", cold, "s", "wanted", 15.0, "at most"),
        Row(f"{what}: warm, kernels from the cache", warm, "s", "wanted", 2.0, "at most"),
    ]
