"""Milliseconds per frame of the hanging cloth with BDF2, and whether it is sound.

The pinned corners are singular: the finer the grid, the larger the largest stretch of the exact answer, so a small
one is no merit. Sound means a 99th percentile of at most 1.03, a largest stretch within 5 % of a run with a quarter of
the step, and a fall that nothing holds up: 0.186–0.206 m in the first 0.2 s (free fall: 0.196). Newton's method stops
where a correction is 8 % of a step's motion (the default is 1 %), which is as sound here and takes half the time.
"""

from __future__ import annotations

from collections.abc import Sequence

from pliant.benchmarks.hanging import FRAME, FRAMES, Hanging, hang
from pliant.benchmarks.row import Limit, Row
from pliant.integrators.spec import BDF2
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import Rectangle
from pliant.simulation import Simulation

WANTED = {32: 4.0, 64: 14.0, 128: 80.0}  # [ms]
SIZES = tuple(WANTED)
# The best sound setting of another simulator, as measured on one machine with two cores [ms].
BEST_PEER = {32: 7.9, 64: 69.9, 128: 443.0}


def scene(nodes: int, steps: int = 1) -> Scene:
    """The cloth with `steps` steps per frame of 1/60 s."""
    made = Scene(
        collision=False, gravity=9.81, dt=FRAME / steps, seconds=2.0, integrator=BDF2(tolerance=0.08)
    )
    cloth = Sheet(membrane=1000.0, bending=1e-4, area_density=0.2)
    shape = Rectangle(width=1.0, height=1.0, center=(0.5, 0.5, 0.0))
    made.add(Surface(shape, id="cloth", grid=(nodes, nodes), material=cloth))
    made.pin("cloth", corners=("00", "10"))
    return made


def run_cloth(nodes: int, steps: int = 1, budget: float = float("inf")) -> Hanging:
    """Pliant's own run."""
    simulation = Simulation(scene(nodes, steps))

    def advance() -> None:
        for _ in range(steps):
            simulation.step()

    return hang(nodes, advance, lambda: simulation.positions("cloth"), budget)


def rows_of(
    name: str,
    run: Hanging,
    finer: Hanging | None = None,
    references: Sequence[tuple[str, float | None, Limit]] = (("", None, ""),),
    is_ours: bool = False,
) -> list[Row]:
    """The rows of one run: time (once for each thing it is compared with), stretch, drop; only ours have limits."""
    what = f"hanging cloth {run.nodes}×{run.nodes}, {name}"
    milliseconds = 1e3 * run.seconds_per_frame
    rows = [Row(f"{what}: frame of 1/60 s", milliseconds, "ms", *beside) for beside in references]
    most: Limit = "at most" if is_ours else ""
    largest = ("a run with a quarter of the step", finer.largest) if finer else ("", None)
    rows += [
        Row(f"{what}: 99th percentile of stretch", run.percentile_99, "×", "sound, at most", 1.03, most),
        Row(f"{what}: largest stretch", run.largest, "×", *largest),
        Row(f"{what}: drop after 0.2 s", run.drop, "m", "free fall", 0.1962),
    ]
    complaints = run.complaints(finer)
    verdict = "; ".join(complaints) or ("sound" if finer else "sound, as far as one run can tell")
    is_sound = float(not complaints)
    if not complaints and not run.is_complete:
        is_sound, verdict = float("nan"), f"its time was up after {run.frames} of {FRAMES} frames"
    least: tuple[float | None, Limit] = (1.0, "at least") if is_ours else (None, "")
    return [*rows, Row(f"{what}: sound (1) or not (0)", is_sound, "", verdict, *least)]


def rows_for(nodes: int) -> list[Row]:
    """The rows of one size, checked by a run with a quarter of the step."""
    run, finer = run_cloth(nodes), run_cloth(nodes, steps=4)
    references: list[tuple[str, float | None, Limit]] = [
        ("wanted", WANTED.get(nodes), "at most"),
        ("the fastest sound peer, measured elsewhere", BEST_PEER.get(nodes), ""),
    ]
    known = [beside for beside in references if beside[1] is not None]
    return rows_of("pliant", run, finer, known or [("", None, "")], is_ours=True)
