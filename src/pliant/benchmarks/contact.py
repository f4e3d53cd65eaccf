"""Contact: what it costs beside the same scene without, and how fast what may touch is found.

Milliseconds are CPU time of one thread, over frames of 1/60 s after a few that are not timed. Newton's method stops
where a correction is 8 % of a step's motion, as for the hanging cloth. In every tenth frame it is counted how many
edges go through faces: none may.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from time import process_time

import numpy as np

from pliant.benchmarks.hanging import FRAME, FRAMES, WARM_UP
from pliant.benchmarks.row import Limit, Row
from pliant.build.hulls import meetings
from pliant.build.model import build
from pliant.collision.hull import GridHull, Hull, edges_of
from pliant.collision.intersections import find
from pliant.collision.separation import Separation
from pliant.collision.spec import Collision
from pliant.collision.tree import plant
from pliant.contact.plane import Plane
from pliant.contact.sphere import Sphere
from pliant.integrators.spec import BDF2
from pliant.model import Sheet, Surface
from pliant.numerics.bandwidth import threads
from pliant.scene.schema import Scene
from pliant.shapes import Rectangle
from pliant.simulation import Simulation

DRAPED = {64: 30.0, 128: 130.0}  # wanted, by nodes a side [ms]
RATIO, NEARBY = 1.4, 1.1  # wanted: times the frame without contact, with and without anything near
APART = 34  # frames in which a cloth that is let go to hang is nowhere near itself
CRUMPLED = 100.0  # wanted of 64×64 nodes [ms]
# The fastest peer with contact of the cloth with itself, as measured on one machine with two cores [ms].
BEST_PEER = {64: 188.0}
TRIANGLES = {
    2_000: None,
    32_000: None,
    260_000: None,
    1_050_000: 150.0,
}  # of the folded sheet, and what is wanted [ms]
_CHECKED = 10  # every so many frames crossings are counted, and another scene has its turn


def _scene(collision: bool) -> Scene:
    integrator = BDF2(tolerance=0.08)
    if collision:
        return Scene(gravity=9.81, dt=FRAME, seconds=2.0, integrator=integrator)
    return Scene(gravity=9.81, dt=FRAME, seconds=2.0, integrator=integrator, collision=False)


def _sheet(nodes: int, name: str = "cloth", **placed) -> Surface:
    material = Sheet(membrane=1000.0, bending=1e-4, area_density=0.2)
    return Surface(
        Rectangle(width=1.0, height=1.0), id=name, grid=(nodes, nodes), material=material, **placed
    )


def draped(nodes: int, collision: bool) -> Scene:
    """A cloth falls onto a sphere."""
    made = _scene(collision)
    made.add(_sheet(nodes, position=(0.0, 0.0, 0.31)))
    made.add(Sphere(radius=0.3, friction=0.3))
    return made


def crumpling(nodes: int, collision: bool) -> Scene:
    """A sheet that stands on its edge, slightly tilted, collapses on the floor."""
    made = _scene(collision)
    made.add(_sheet(nodes, rotation=(1.45, 0.15, 0.0), position=(0.0, 0.0, 0.62)))
    made.add(Plane(normal=(0.0, 0.0, 1.0), friction=0.3))
    return made


def layered(nodes: int, collision: bool, layers: int = 10) -> Scene:
    """Sheets above each other fall onto a sphere."""
    made = _scene(collision)
    for k in range(layers):
        made.add(
            _sheet(nodes, f"cloth{k}", rotation=(0.0, 0.0, 0.1 * k), position=(0.0, 0.0, 0.35 + 0.02 * k))
        )
    made.add(Sphere(radius=0.3, friction=0.3))
    return made


def piled(nodes: int, collision: bool, layers: int = 100) -> Scene:
    """Sheets close above each other fall together onto the floor, damped so that they come to rest."""
    made = _scene(collision)
    if collision:
        made.collision = Collision(damping_ratio=5.0)
    apart = 1.05 * 0.25 / (nodes - 1)  # a little more than they are thick
    for k, (x, y) in enumerate(np.random.default_rng(1).uniform(-0.05, 0.05, (layers, 2)).tolist()):
        made.add(_sheet(nodes, f"cloth{k}", position=(x, y, 0.02 + apart * (k + 1))))
    made.add(Plane(friction=0.3))
    return made


def hanging(nodes: int, collision: bool) -> Scene:
    """A cloth hangs from two corners, and comes near itself when it swings back."""
    made = _scene(collision)
    made.add(_sheet(nodes))
    made.pin("cloth", corners=("00", "10"))
    return made


@dataclass(frozen=True)
class Run:
    """What was measured of one run."""

    milliseconds: float  # median of a frame
    mean: float  # of all frames [ms]
    newton: float  # corrections per frame
    linear: float  # iterations of conjugate gradients per correction
    crossings: int  # edges through faces in the frames that were looked at


def measure(scenes: Sequence[Scene], frames: int = FRAMES) -> list[Run]:
    """Run scenes on one thread, ten frames each in turn: what slows the machine down for a while slows all of them.

    Crossings of all their bodies are counted, whether they have contact or not.
    """
    with threads(1):
        meters = [_Meter(made) for made in scenes]
        for first in range(0, frames, _CHECKED):
            for meter in meters:
                for frame in range(first, min(first + _CHECKED, frames)):
                    meter.step(counts=frame == first)
    return [meter.run() for meter in meters]


class _Meter:
    """A simulation, and what is measured of it."""

    def __init__(self, made: Scene):
        self._simulation, self._crossings_of = Simulation(made), _crossings(made)
        self._times: list[float] = []
        self._newton = self._linear = self._crossings = 0

    def step(self, counts: bool) -> None:
        begin = process_time()
        self._simulation.step()
        self._times.append(1e3 * (process_time() - begin))
        reports = self._simulation.reports.values()
        self._newton += max(report.newton for report in reports)
        self._linear += max(report.linear for report in reports)
        if counts:
            self._crossings += self._crossings_of(self._simulation)

    def run(self) -> Run:
        frames = len(self._times)
        timed = self._times[min(WARM_UP, frames - 1) :]
        linear = self._linear / max(self._newton, 1)
        return Run(median(timed), fmean(timed), self._newton / frames, linear, self._crossings)


def _crossings(made: Scene) -> Callable[[Simulation], int]:
    """A count of edges through faces."""
    with_contact = Scene.model_validate({**dict(made), "collision": Scene().collision})
    found = meetings(build(with_contact))
    hulls = [hull for hull, _ in zip(found.hulls, found.bodies, strict=False)]
    rest = np.concatenate(
        [body.shape.positions[:, hull.nodes] for hull, body in zip(hulls, found.bodies, strict=True)], axis=1
    )
    forest = plant(hulls, rest)
    meets = np.array([(a, b) for a, b in found.meets if max(a, b) < len(hulls)], np.int64).reshape(-1, 2)

    def count(simulation: Simulation) -> int:
        x = np.concatenate([simulation.state.bodies[hull.name].x[:, hull.nodes] for hull in hulls], axis=1)
        return len(find(hulls, forest, np.ascontiguousarray(x), meets))

    return count


def rows_of(
    what: str, made: Callable[[bool], Scene], frames: int, wanted: float | None, most: float | None
) -> list[Row]:
    """A scene without contact and with it, in the same run."""
    alone, together = measure([made(False), made(True)], frames)

    def limit(value: float | None) -> tuple[str, float | None, Limit]:
        return ("wanted", value, "at most") if value is not None else ("", None, "")

    return [
        Row(f"{what}, contact off: frame of 1/60 s", alone.milliseconds, "ms"),
        Row(f"{what}, contact on: frame of 1/60 s", together.milliseconds, "ms", *limit(wanted)),
        Row(f"{what}: with contact over without", together.milliseconds / alone.milliseconds, "×", *limit(most)),
        Row(f"{what}, contact on: mean of all frames", together.mean, "ms", "contact off", alone.mean),
        Row(f"{what}: corrections of Newton's method per frame", together.newton, "", "contact off", alone.newton),
        Row(f"{what}: iterations of CG per correction", together.linear, "", "contact off", alone.linear),
        Row(
            f"{what}: edges through faces, contact on", float(together.crossings), "",
            f"promised; contact off: {alone.crossings}", 0.0, "at most",
        ),
    ]  # fmt: skip


def draped_rows(nodes: int, frames: int = FRAMES) -> list[Row]:
    rows = rows_of(
        f"cloth {nodes}×{nodes} on a sphere", lambda on: draped(nodes, on), frames, DRAPED.get(nodes), RATIO
    )
    if nodes in BEST_PEER:
        peer = ("the fastest peer, measured elsewhere, which promises nothing", BEST_PEER[nodes])
        rows.insert(2, Row(rows[1].quantity, rows[1].figure, "ms", *peer))
    return rows


def crumpling_rows(nodes: int = 64, frames: int = 60) -> list[Row]:
    wanted = CRUMPLED if nodes == 64 else None
    return rows_of(f"crumpling cloth {nodes}×{nodes}", lambda on: crumpling(nodes, on), frames, wanted, None)


def layered_rows(nodes: int = 32, frames: int = 60) -> list[Row]:
    return rows_of(
        f"10 layers of {nodes}×{nodes} on a sphere", lambda on: layered(nodes, on), frames, None, None
    )


def piled_rows(nodes: int = 6, frames: int = 130) -> list[Row]:
    return rows_of(
        f"100 layers of {nodes}×{nodes} in a pile", lambda on: piled(nodes, on), frames, None, None
    )


def nothing_near_rows(nodes: int = 64, frames: int = FRAMES) -> list[Row]:
    def made(on: bool) -> Scene:
        return hanging(nodes, on)

    name = f"hanging cloth {nodes}×{nodes}"
    apart = rows_of(f"{name}, nowhere near itself", made, min(APART, frames), None, NEARBY)
    return apart + rows_of(f"{name}, all frames", made, frames, None, None)


# ---------------------------------------------------------------- what may touch


def folded(triangles: int) -> tuple[Hull, np.ndarray]:
    """A sheet of about so many triangles that goes to and fro, and where it is (3, V): cells have sides of 1.

    Runs of 20 cells, and half circles of radius 1 between them; a contact distance of a quarter.
    """
    n = int(np.sqrt(triangles / 2)) + 1
    u, v = (a.ravel() for a in np.meshgrid(np.arange(n), np.arange(n), indexing="ij"))
    run, turn = 20.0, np.pi
    fold, s = np.divmod(u, 2 * (run + turn))
    back = s >= run + turn
    s = np.where(back, s - run - turn, s)
    angle = np.maximum(s - run, 0.0)
    along, up = np.minimum(s, run) + np.sin(angle), 1.0 - np.cos(angle)
    x = np.stack([np.where(back, run - along, along), v, 4.0 * fold + 2.0 * back + up])
    a = (u * n + v)[(u < n - 1) & (v < n - 1)]
    faces = np.concatenate([np.stack([a, a + n, a + n + 1], 1), np.stack([a, a + n + 1, a + 1], 1)])
    faces = faces.astype(np.int32)
    hull = Hull("sheet", np.arange(n * n), edges_of(faces), faces, 0.25, GridHull(n, n, (1.0, 1.0)))
    return hull, np.ascontiguousarray(x, dtype=float)


def broad_phase_rows(sizes: dict[int, float | None] | None = None, repeats: int = 5) -> list[Row]:
    """The list of all pairs that may touch, from nothing."""
    rows = []
    with threads(1):
        for triangles, wanted in (TRIANGLES if sizes is None else sizes).items():
            hull, x = folded(triangles)
            separation = Separation([hull], [(0, 0)], x)
            q, times = np.zeros_like(x), []
            for _ in range(repeats):
                separation.forget()
                begin = process_time()
                separation.safe(x, q)
                times.append(process_time() - begin)
            count = len(hull.faces)
            beside: tuple[str, float | None, Limit] = (
                ("wanted", wanted, "at most") if wanted else ("", None, "")
            )
            rows.append(
                Row(f"list of pairs of a folded sheet, {count} triangles", 1e3 * min(times), "ms", *beside)
            )
            rows.append(Row(f"the same, {count} triangles: per triangle", 1e9 * min(times) / count, "ns"))
    return rows
