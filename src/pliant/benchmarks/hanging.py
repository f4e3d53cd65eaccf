"""The hanging cloth, for any simulator: how it is timed and how it is judged.

A cloth of 1 m × 1 m, N×N nodes in C order of [m, n], 0.2 kg/m², starts flat with the corners [0, 0] and
[N−1, 0] pinned and falls for 2 s in frames of 1/60 s. Stretch is edge length over rest length along both grid
directions, at the end.

This file needs NumPy only, so that it can run a simulator that lives in an environment of its own:
`python hanging.py ADAPTER N STEPS BUDGET` loads a file with a function `cloth(nodes, steps)`, which returns two
functions, one that advances by one frame in that many steps and one that returns positions (N·N, 3). It
prints what was measured as JSON. With `draped` at the end, the function is `draped(nodes, steps)`: the cloth falls
onto a sphere of radius 0.3 m about the origin from a height of 0.31 m and meets itself, and CPU time is measured.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import numpy as np

FRAME = 1.0 / 60.0  # [s]
FRAMES = 120
WARM_UP = 5  # frames that are not timed
DROP_FRAME = 12  # 0.2 s after release


@dataclass(frozen=True)
class Hanging:
    """What a run showed; `frames` is fewer than 120 if its time was up, and stretches are those at its end."""

    nodes: int
    frames: int
    seconds_per_frame: float  # the median after warm-up
    largest: float  # stretch
    percentile_99: float
    drop: float  # of the lowest point 0.2 s after release [m]

    @property
    def is_complete(self) -> bool:
        return self.frames == FRAMES

    def complaints(self, finer: Hanging | None = None) -> list[str]:
        """Why the run is not sound; `finer` is one with a four times smaller step."""
        found = []
        if not self.percentile_99 <= 1.03:
            found.append(f"99th percentile of stretch {self.percentile_99:.3f}, more than 1.03")
        if not 0.186 <= self.drop <= 0.206:
            found.append(f"dropped by {self.drop:.3f} m in 0.2 s, not 0.186–0.206")
        if finer is not None and not abs(self.largest - finer.largest) <= 0.05 * finer.largest:
            found.append(
                f"largest stretch {self.largest:.3f}, but {finer.largest:.3f} with a quarter of the step"
            )
        return found


def hang(
    nodes: int, advance: Callable[[], object], positions: Callable[[], np.ndarray], budget: float = np.inf
) -> Hanging:
    """Run the cloth for 2 s, or for as many frames as fit into a budget [s] (but past the measured drop)."""
    times: list[float] = []
    drop = np.nan
    height = positions()[:, 2].min()
    end = perf_counter() + budget
    while len(times) < FRAMES and (len(times) <= DROP_FRAME or perf_counter() < end):
        begin = perf_counter()
        advance()
        times.append(perf_counter() - begin)
        if len(times) == DROP_FRAME:
            drop = float(height - positions()[:, 2].min())
    stretches = edge_stretches(positions(), nodes)
    return Hanging(
        nodes,
        len(times),
        median(times[WARM_UP:]),
        float(stretches.max()),
        float(np.percentile(stretches, 99)),
        drop,
    )


def edge_stretches(positions: np.ndarray, nodes: int) -> np.ndarray:
    """Edge length over rest length of all edges along both directions."""
    x = np.asarray(positions, dtype=float).reshape(nodes, nodes, 3)
    lengths = [np.linalg.norm(np.diff(x, axis=axis), axis=2).ravel() for axis in (0, 1)]
    return np.concatenate(lengths) * (nodes - 1)


def flat_cloth(nodes: int) -> np.ndarray:
    """Where the nodes start, (N·N, 3)."""
    u = np.linspace(0.0, 1.0, nodes)
    x, y = np.meshgrid(u, u, indexing="ij")
    return np.stack([x.ravel(), y.ravel(), np.zeros(nodes * nodes)], axis=1)


def node_masses(nodes: int) -> np.ndarray:
    """Masses of the nodes [kg], (N·N,): half a cell at an edge, a quarter at a corner."""
    share = np.ones(nodes)
    share[[0, -1]] = 0.5
    return 0.2 * np.outer(share, share).ravel() / (nodes - 1) ** 2


def pinned(nodes: int) -> tuple[int, int]:
    """The nodes [0, 0] and [N−1, 0]."""
    return 0, (nodes - 1) * nodes


def triangles(nodes: int) -> np.ndarray:
    """Two triangles per cell with alternating diagonals, (T, 3)."""
    m, n = np.meshgrid(np.arange(nodes - 1), np.arange(nodes - 1), indexing="ij")
    a, b, c, d = m * nodes + n, (m + 1) * nodes + n, (m + 1) * nodes + n + 1, m * nodes + n + 1
    even = ((m + n) % 2 == 0)[..., None]
    first = np.where(even, np.stack([a, b, c], -1), np.stack([a, b, d], -1))
    second = np.where(even, np.stack([a, c, d], -1), np.stack([b, c, d], -1))
    return np.concatenate([first.reshape(-1, 3), second.reshape(-1, 3)])


def drape(
    advance: Callable[[], object], positions: Callable[[], np.ndarray], budget: float
) -> dict[str, float]:
    """The median CPU time of frames [s], how many there were, and the lowest point at the end [m]."""
    times: list[float] = []
    end = perf_counter() + budget
    while len(times) < FRAMES and (len(times) <= WARM_UP or perf_counter() < end):
        begin = process_time()
        advance()
        times.append(process_time() - begin)
    lowest = float(np.asarray(positions(), dtype=float).reshape(-1, 3)[:, 2].min())
    return {"frames": len(times), "seconds_per_frame": median(times[WARM_UP:]), "lowest": lowest}


def _main(adapter: str, nodes: int, steps: int, budget: float, what: str = "cloth") -> None:
    sys.modules["hanging"] = sys.modules[__name__]  # what adapters import it as
    spec = importlib.util.spec_from_file_location("adapter", Path(adapter))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if what == "draped":
        advance, positions = module.draped(nodes, steps)
        print(json.dumps(drape(advance, positions, budget)))
        return
    advance, positions = module.cloth(nodes, steps)
    print(json.dumps(asdict(hang(nodes, advance, positions, budget))))


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), *sys.argv[5:])
