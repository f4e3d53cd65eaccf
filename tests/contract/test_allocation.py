"""A step in which nothing touches allocates no arrays: everything it needs was made when the simulation was.

Numba's own allocator is replaced by Python's, so that tracemalloc sees the arrays of NumPy and those of kernels alike.
One number per node of 96×96 takes 80 kB; the small Python objects of a step stay far below that.
"""

from __future__ import annotations

import json
import subprocess
import sys

SCRIPT = """
import gc, json, tracemalloc
from numba.core.runtime import _nrt_python
_nrt_python.memsys_use_cpython_allocator()  # before anything is allocated

import pliant as pl

def scene(integrator, **changes):
    made = pl.Scene(gravity=pl.EARTH, dt=changes.pop("dt", 1 / 240), integrator=integrator)
    cloth = {"grid": (96, 96), "material": pl.materials.COTTON, "id": "cloth", **changes}
    made.add(pl.Surface(pl.shapes.rectangle(1, 1), **cloth))
    made.pin("cloth", corners=("00", "10"))
    made.add(pl.obstacles.Sphere(center=(0, 0, -0.3), radius=0.2))
    made.add(pl.Viscous(0.2))
    return made

def peak(action):
    tracemalloc.start()
    peaks = []
    for _ in range(3):
        gc.collect()
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        action()
        peaks.append(tracemalloc.get_traced_memory()[1] - before)
    tracemalloc.stop()
    return sorted(peaks)[1]  # the first step that is traced also pays for tracing

raw = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), rigidity=((1e-9, 1e-9), (1e-9, 1e-9)), damping=0.5)
scenes = {
    "bdf2": scene(pl.BDF2()),
    "backward_euler": scene(pl.BackwardEuler()),
    "semi_implicit": scene(pl.SemiImplicit()),
    # Internal damping would limit the explicit step to a microsecond.
    "explicit": scene(pl.Explicit(), dt=1e-5, material=pl.materials.COTTON.model_copy(update={"damping": 0})),
    "rk4": scene(pl.RK4(), dt=1e-5, material=pl.materials.COTTON.model_copy(update={"damping": 1e-7})),
    "springs, feynman": scene(pl.Feynman(), dt=1e-4, material=pl.Springs(stiffness=40, damping=1e-3, mass=1e-4)),
    "springs, bdf2": scene(pl.BDF2(), material=pl.Springs(stiffness=40, damping=1e-3, mass=1e-4)),
    "sticks": scene(pl.BDF2(), material=pl.Sticks(mass=1e-4, compliance=1e-4, damping=0.1)),
    "kelager, semi_implicit": scene(pl.SemiImplicit(), material=raw, variant="kelager", dt=0.002),
    "terzopoulos, explicit": scene(pl.Explicit(), material=raw, variant="terzopoulos", dt=1e-4),
}
peaks = {}
for name, one in scenes.items():
    simulation = pl.Simulation(one)
    for _ in range(4):
        simulation.step()
    peaks[name] = peak(simulation.step)
peaks["something that does allocate"] = peak(lambda: simulation.positions("cloth"))
print(json.dumps(peaks))
"""


def test_a_step_allocates_no_array():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    peaks = json.loads(done.stdout)
    assert peaks.pop("something that does allocate") > 80_000  # the measurement works
    assert max(peaks.values()) < 60_000, f"bytes allocated at most during a step: {peaks}"
