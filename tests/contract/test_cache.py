"""The same bits whether kernels were compiled by this process or found in the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import hashlib, pliant as pl
scene = pl.Scene(gravity=pl.EARTH, dt=0.01)
scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="cloth", grid=(20, 19), material=pl.materials.COTTON))
scene.pin("cloth", corners=("00", "10"))
scene.add(pl.obstacles.Sphere(center=(0, 0, -0.2), radius=0.2, friction=0.2))
scene.add(pl.Viscous(0.3))
simulation = pl.Simulation(scene)
for _ in range(10):
    simulation.step()
print(hashlib.sha256(simulation.positions("cloth").tobytes()).hexdigest())
"""


@pytest.mark.slow  # compiles everything, into a cache of its own
def test_a_process_that_compiles_gets_the_bits_of_those_that_come_after(tmp_path: Path):
    environment = {**os.environ, "PLIANT_CACHE_DIR": str(tmp_path)}
    found = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert found[0] == found[1]
