"""All benchmarks in one run."""

from __future__ import annotations

from collections.abc import Callable

from pliant.benchmarks import (
    bust,
    hanging_cloth,
    million_springs,
    peers,
    points,
    scaling,
    startup,
    table_5_1,
    tables_4,
)
from pliant.benchmarks import conditioning as conditions
from pliant.benchmarks import stability as stable_steps
from pliant.benchmarks.row import Row

Progress = Callable[[int, int], None]  # progress(done, total)


def run(
    *,
    peers: bool = False,
    startup: bool = False,
    solids: bool = False,
    springs: bool = False,
    tables: bool = False,
    studio: bool = False,
    stability: bool = False,
    conditioning: bool = False,
    minutes: float | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """Measure, and return the rows in the order in which they were measured.

    With `peers` also the other simulators that are installed, with `startup` also cold and warm starts, with `solids`
    also a solid of 64×64×64 nodes. With `springs`, `tables`, `stability`, `conditioning` or `studio` only those:
    explicit steps of a million springs, the tables of document 001, the longest stable steps of the bodies of 003,
    condition numbers from soft to rigid, the studio, whose memory is watched for so many `minutes`.
    """
    parts = [*([million_springs.rows] if springs else []), *([tables_4.rows] if tables else [])]
    if stability:
        parts += stable_steps.parts()
    if conditioning:
        parts.append(conditions.rows)
    if studio:
        parts += _studio_parts(minutes)
    if not parts:
        parts = _parts(with_peers=peers, with_startup=startup, with_solids=solids)
    rows: list[Row] = []
    for done, part in enumerate(parts):
        if progress is not None:
            progress(done, len(parts))
        rows += part()
    if progress is not None:
        progress(len(parts), len(parts))
    return rows


def _studio_parts(minutes: float | None) -> list[Callable[[], list[Row]]]:
    from pliant.benchmarks import studio
    from pliant.studio.server import serve  # noqa: F401  (says what to install if the extra is missing)

    return studio.parts(studio.MINUTES if minutes is None else minutes)


def _parts(*, with_peers: bool, with_startup: bool, with_solids: bool) -> list[Callable[[], list[Row]]]:
    parts: list[Callable[[], list[Row]]] = [lambda n=n: table_5_1.rows_for(n) for n in table_5_1.SIZES]
    parts += [tables_4.rows, bust.rows, scaling.growth_rows, scaling.thread_rows]
    ours: dict[int, float] = {}  # milliseconds per frame of the hanging cloth, for the peers' rows

    def hang(nodes: int) -> list[Row]:
        rows = hanging_cloth.rows_for(nodes)
        ours[nodes] = rows[0].figure
        return rows

    parts += [lambda n=n: hang(n) for n in hanging_cloth.SIZES]
    sizes = points.LARGE if with_solids else points.SIZES
    parts += [points.rope_rows, lambda: points.solid_rows(sizes)]
    if with_peers:
        parts += [lambda p=p: peers.rows_for(p, hanging_cloth.SIZES, ours) for p in peers.PEERS]
    if with_startup:
        parts.append(startup.rows)
    return parts
