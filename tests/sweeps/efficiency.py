"""How much of two Dask workers a sweep of 64 small simulations uses: `python -m tests.sweeps.efficiency`.

Wanted: at least 85 % of twice what one worker does. It takes a minute, and is only worth reading on a machine that
does nothing else: the share of the processors that was idle is printed beside it (½ with one worker on two).
"""

from __future__ import annotations

import tempfile
import time

import numpy as np
import psutil
from distributed import LocalCluster

import pliant as pl

STEPS, RUNS = 120, 64
MEMBRANE = "bodies.cloth.material.membrane"


def hanging() -> pl.Scene:
    scene = pl.Scene(gravity=pl.EARTH, dt=0.02)
    sheet = pl.Sheet(membrane=100.0, bending=1e-3, area_density=0.2)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(25, 25), material=sheet), id="cloth")
    scene.pin("cloth", corners=("00", "10"))
    return scene


def measure(workers: int) -> float:
    """Seconds for all runs, with kernels compiled and loaded before."""
    values = {MEMBRANE: np.linspace(50, 500, RUNS)}
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as cluster,
        tempfile.TemporaryDirectory() as folder,
    ):
        warm = {MEMBRANE: [float(k) for k in range(100, 100 + 2 * workers)]}
        address = cluster.scheduler_address
        pl.sweep(hanging(), warm, steps=STEPS, to=f"{folder}/warm", scheduler=address)
        before, begin = psutil.cpu_times(), time.perf_counter()
        found = pl.sweep(hanging(), values, steps=STEPS, to=f"{folder}/all", scheduler=address)
        taken, after = time.perf_counter() - begin, psutil.cpu_times()
        assert not found.failures
    idle = (after.idle - before.idle) / (taken * (psutil.cpu_count() or 1))
    print(f"{workers} workers: {taken:.1f} s, {100 * idle:.0f} % idle", flush=True)
    return taken


if __name__ == "__main__":
    times = {workers: min(measure(workers) for _ in range(2)) for workers in (2, 1)}
    print(f"efficiency of two workers: {100 * times[1] / times[2] / 2:.0f} %")
