"""One million springs: what an explicit step takes, over what its bytes take at the memory's bandwidth.

A sheet of 708×708 masses with damped springs between neighbours hangs from two corners and falls, stepped by Feynman's
leapfrog: one evaluation of the forces per step. The least that a step has to move is, per spring, the positions and
velocities of two ends, two indices, k, ℓ and c; per node, position, velocity and force, read and written. The bandwidth
is that of the STREAM triad, with as many threads, in the same minutes. Timed is `Simulation.step`, all of it: also the
copy of the state to go back to, and the look whether something has exploded.
"""

from __future__ import annotations

from time import perf_counter

from pliant.benchmarks.row import Row
from pliant.integrators.spec import Feynman
from pliant.model import Springs, Surface
from pliant.numerics.bandwidth import Triad, most_threads, threads
from pliant.scene.schema import Scene
from pliant.shapes import Rectangle
from pliant.simulation import Simulation

NODES = 708  # along each side: 1,001,112 springs
THREADS = (1, 2)
WANTED = 2.5
_STEPS = 5  # that are timed before the triad has its turn again

_NUMBER, _INDEX = 8, 4  # bytes
SPRING_BYTES = 2 * (3 + 3) * _NUMBER + 2 * _INDEX + 3 * _NUMBER
NODE_BYTES = 2 * (3 + 3 + 3) * _NUMBER


def scene(nodes: int) -> Scene:
    """A sheet of nodes × nodes masses that is held by two corners; neighbours are 1 cm apart."""
    # ωΔt = √(8k/m) Δt = 0.28 for the fastest wave of the grid: far from where the leapfrog becomes unstable.
    made = Scene(collision=False, gravity=9.81, dt=1e-3, integrator=Feynman())
    material = Springs(stiffness=100.0, damping=0.02, mass=0.01)
    side = 0.01 * (nodes - 1)
    made.add(Surface(Rectangle(width=side, height=side), id="sheet", grid=(nodes, nodes), material=material))
    made.pin("sheet", corners=("00", "10"))
    return made


def bytes_of_step(nodes: int) -> int:
    """What a step has to move at least."""
    return 2 * nodes * (nodes - 1) * SPRING_BYTES + nodes**2 * NODE_BYTES


def rows(nodes: int = NODES, megabytes: float = 128.0, tries: int = 8) -> list[Row]:
    """Steps and triads in turns, so that a disturbance meets both; of each the shortest time counts."""
    springs = f"{2 * nodes * (nodes - 1):,} springs"
    found, triad = [], Triad(megabytes)
    for count in THREADS:
        name = f"Feynman step of {springs}, {count} thread{'s' if count > 1 else ''}"
        if count > most_threads():
            found.append(Row(name, float("nan"), "ms", "so many threads are not here"))
            continue
        with threads(count):  # a body decides when it is built how many threads work for it
            step, sweep = _shortest(Simulation(scene(nodes)), triad, tries)
        bandwidth = triad.bytes_moved / sweep
        least = bytes_of_step(nodes) / bandwidth
        told = f"its {1e-6 * bytes_of_step(nodes):.0f} MB at the triad's {1e-9 * bandwidth:.1f} GB/s"
        found += [
            Row(name, 1e3 * step, "ms", told, 1e3 * least),
            Row(f"{name}: over the time of its bytes", step / least, "×", "wanted", WANTED, "at most"),
        ]
    return found


def _shortest(simulation: Simulation, triad: Triad, tries: int) -> tuple[float, float]:
    """The shortest time [s] of a step and of a sweep of the triad."""
    simulation.step()  # compiled now
    steps, sweeps = [], []
    for _ in range(tries):
        for _ in range(_STEPS):
            begin = perf_counter()
            simulation.step()
            steps.append(perf_counter() - begin)
            sweeps.append(triad.seconds())
    return min(steps), min(sweeps)
