"""The studio as a page sees it: a real server, and a client on the same machine that draws nothing.

A cotton cloth hangs by two corners, in steps of 1/60 s with BDF2, solved as far as the studio's own scenes are.
Measured are steps and frames per second, the time from sending a hand's move to receiving the first frame in which the
cloth has followed, and the growth of the memory of the server's processes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

import numpy as np

from pliant.benchmarks.row import Row
from pliant.integrators.spec import BDF2
from pliant.model import PRESETS, Surface
from pliant.scene import save
from pliant.scene.schema import Scene
from pliant.shapes import Rectangle
from pliant.solvers.spec import SolverSpec
from pliant.studio import messages as m
from pliant.studio.client import Client

MINUTES = 0.5  # of the run in which memory is watched, unless told
LARGE = 200  # nodes along each edge of the cloth of that run
_WINDOW = 3  # frames that the client has room for
_SETTLING = 1.5  # seconds before anything is measured
_MOVES = 60
# [m], by which the hand moves to either side: 4 cm at once is a hand of 2.4 m/s, seen sixty times a second.
_REACH = np.array([0.02, 0.0, 0.0])
_GOLDEN = 0.618034  # its multiples spread evenly between whole numbers
_MOVED = 0.002  # [m]: what no cloth that hangs still does from one frame to the next


def scene(nodes: int) -> Scene:
    """A square metre of cotton that hangs by two corners."""
    made = Scene(
        collision=False,
        gravity=9.81,
        dt=1 / 60,
        integrator=BDF2(tolerance=0.05),
        solver=SolverSpec(tolerance=0.1),
    )
    shape = Rectangle(width=1.0, height=1.0)
    made.add(Surface(shape, id="cloth", grid=(nodes, nodes), material=PRESETS["cotton"]))
    made.pin("cloth", corners=("00", "10"))
    return made


@contextmanager
def served(nodes: int) -> Iterator[tuple[Client, int]]:
    """A client of a server that plays the cloth, with its kernels compiled, and the server's process id."""
    with tempfile.TemporaryDirectory(prefix="pliant-bench-") as folder:
        path = Path(folder) / "hanging.yaml"
        save(scene(nodes), path)
        server = subprocess.Popen(
            [sys.executable, "-m", "pliant", "studio", str(path), "--no-browser"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            with Client(server.stdout.readline().strip()) as client:
                while client.hear("status", 600)["step"] < 2:
                    pass
                client.say(m.Credit(frames=_WINDOW))
                yield client, server.pid
        finally:
            server.terminate()
            server.wait()


def watch(
    client: Client, seconds: float, see: Callable[[dict, dict[str, np.ndarray]], None] | None = None
) -> int:
    """Take frames for so long and give room for others; returns how many came."""
    count, end = 0, perf_counter() + seconds
    while perf_counter() < end:
        header, arrays = client.frame(credit=0)
        client.say(m.Credit(frames=1))
        count += 1
        if see is not None:
            see(header, arrays)
    return count


def look_back(client: Client, number: int) -> None:
    """See one recorded frame, which comes once, and return to what happens now."""
    client.say(m.Scrub(frame=number))
    live = True  # until then, frames that were on their way
    while live:
        live = client.frame(credit=0)[0]["live"]
        client.say(m.Credit(frames=1))
    client.say(m.Scrub(frame=None))


def rates(client: Client, speed: float | None, seconds: float) -> tuple[float, float]:
    """Steps and frames per second, from the start of the scene."""
    client.say(m.Speed(factor=speed))
    client.say(m.Reset())
    client.hear("scene")
    watch(client, _SETTLING)
    steps: list[int] = []
    begin = perf_counter()
    frames = watch(client, seconds, lambda header, _: steps.append(header["step"]))
    spent = perf_counter() - begin
    return (steps[-1] - steps[0]) / spent, frames / spent


def latencies(client: Client, nodes: int, moves: int = _MOVES) -> list[float]:
    """Seconds from sending a move to receiving the first frame in which the corner that is held has followed."""
    corner = nodes * nodes - 1
    places: list[np.ndarray] = []

    def see(_: dict, arrays: dict[str, np.ndarray]) -> None:
        places.append(arrays["cloth/positions"][corner].astype(float))

    watch(client, 0.2, see)
    home = places[-1]
    spot = m.Spot(body="cloth", nodes=(corner, corner - 1, corner - nodes), weights=(1.0, 0.0, 0.0))
    client.say(m.GrabSpot(id="hand", spot=spot, to=_point(home)))
    watch(client, _SETTLING, see)
    found = []
    for k in range(moves):
        watch(client, 0.15, see)
        sleep((k * _GOLDEN) % 1.0 / 60.0)  # a frame has just come; hands move at any moment until the next
        before = places[-1]
        begin = perf_counter()
        client.say(m.MoveGrab(id="hand", to=_point(home + (1 if k % 2 else -1) * _REACH)))
        while abs(places[-1][0] - before[0]) < _MOVED:
            watch(client, 0.0001, see)
            if perf_counter() > begin + 5.0:
                raise TimeoutError("the cloth did not follow the hand")
        found.append(perf_counter() - begin)
    client.say(m.ReleaseGrab(id="hand"))
    return found


def _point(x: np.ndarray) -> tuple[float, float, float]:
    return float(x[0]), float(x[1]), float(x[2])


def memory(pid: int) -> float:
    """Resident memory [MB] of a process and all that it started; NaN where nobody tells."""
    try:
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=", "-o", "ppid=", "-o", "rss="],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return float("nan")
    table = [[int(part) for part in line.split()] for line in listed.splitlines()]
    family = {pid}
    for _ in range(4):  # generations
        family |= {own for own, parent, _ in table if parent in family}
    return sum(size for own, _, size in table if own in family) / 1024


def growth(minutes: float, nodes: int = LARGE) -> tuple[float, float]:
    """Memory after a quarter of the time, and how much more there is at the end [MB]; frames go out all the time."""
    with served(nodes) as (client, pid):
        client.say(m.Speed(factor=None))
        client.say(m.Watch(fields=["stretch", "speed"]))
        samples = []
        end = perf_counter() + 60 * minutes
        begin = perf_counter()
        while perf_counter() < end:
            watch(client, min(2.0, 60 * minutes / 16))
            look_back(client, client.last["status"]["first_frame"])
            if perf_counter() > begin + 15 * minutes:
                samples.append(memory(pid))
    half = max(len(samples) // 4, 1)
    early, late = median(samples[:half]), median(samples[-half:])
    return early, late - early


# ---------------------------------------------------------------- rows

_SETTING = "bdf2 0.05, solver 0.1"


def rate_rows(nodes: int, seconds: float = 5.0) -> list[Row]:
    """How many steps and frames there are when nothing holds them up."""
    with served(nodes) as (client, _):
        steps, frames = rates(client, None, seconds)
    what = f"studio, cloth {nodes}×{nodes} ({_SETTING}), unpaced"
    return [
        Row(f"{what}: steps", steps, "1/s", "wanted", 60.0 if nodes <= 48 else 45.0, "at least"),
        Row(f"{what}: frames to a client", frames, "1/s", "wanted", 30.0, "at least"),
    ]


def live_rows(nodes: int = 48, seconds: float = 5.0) -> list[Row]:
    """Real time, and how soon a hand is felt."""
    with served(nodes) as (client, _):
        steps, frames = rates(client, 1.0, seconds)
        times = [1e3 * seconds for seconds in latencies(client, nodes)]
    what = f"studio, cloth {nodes}×{nodes} ({_SETTING}), real time"
    latency = f"{what}: from a move to its first frame"
    return [
        Row(f"{what}: steps", steps, "1/s", "real time", 60.0),
        Row(f"{what}: frames to a client", frames, "1/s", "wanted", 30.0, "at least"),
        Row(f"{latency}, median of {len(times)}", median(times), "ms", "wanted", 50.0, "at most"),
        Row(f"{latency}, 95th percentile", float(np.percentile(times, 95)), "ms", "wanted", 50.0, "at most"),
        Row(f"{latency}, worst", max(times), "ms"),
    ]


def memory_rows(minutes: float = MINUTES) -> list[Row]:
    """Whether memory grows."""
    early, more = growth(minutes)
    what = f"studio, cloth {LARGE}×{LARGE} for {minutes:g} min: memory of server and engine"
    return [
        Row(f"{what}, after a quarter of the time", early, "MB"),
        Row(f"{what}, growth since then", more, "MB", "wanted (noise of the allocator)", 20.0, "at most"),
    ]
