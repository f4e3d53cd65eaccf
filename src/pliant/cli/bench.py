"""`pliant bench`: how fast it is on this machine."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import print_json, print_table, progress
from pliant.errors import PliantError


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Also run the other simulators that are installed.")
    ] = False,
    startup: Annotated[bool, typer.Option("--startup", help="Also measure start-up, cold and warm.")] = False,
    solids: Annotated[
        bool, typer.Option("--solids", help="Also a solid of 64×64×64 nodes: a minute, and 2 GB of memory.")
    ] = False,
    springs: Annotated[
        bool, typer.Option("--springs", help="Measure explicit steps of a million springs instead.")
    ] = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="Measure only Tables 4.1 to 4.3 of document 001.")
    ] = False,
    studio: Annotated[
        bool, typer.Option("--studio", help="Measure the studio instead: rates, latency, memory.")
    ] = False,
    stability: Annotated[
        bool,
        typer.Option(
            "--stability", help="Measure the longest stable steps of 003's bodies instead: minutes."
        ),
    ] = False,
    conditioning: Annotated[
        bool,
        typer.Option(
            "--conditioning", help="Instead: condition numbers from soft to rigid, hybrid beside primal."
        ),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="With --conditioning: folder for a page and its plot."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.1, max=600.0, help="With --studio: how long to watch its memory. Default: 0.5."),
    ] = None,
) -> None:
    """Measure speed, beside published numbers and other implementations in the same run."""
    from pliant import benchmarks

    if output is not None and not conditioning:
        raise PliantError("-o goes with --conditioning: the other measurements make no page")
    with progress("measuring", quiet=as_json) as report:
        rows = benchmarks.run(
            peers=peers,
            startup=startup,
            solids=solids,
            springs=springs,
            tables=tables,
            studio=studio,
            stability=stability,
            conditioning=conditioning,
            minutes=minutes,
            progress=report,
        )
        pages = _write(output) if output is not None else []
    if as_json:
        print_json(
            [
                {
                    "quantity": row.quantity,
                    "figure": _finite(row.figure),
                    "unit": row.unit,
                    "compared_with": row.compared_with,
                    "reference": _finite(row.reference),
                }
                for row in rows
            ]
        )
        return
    table = [
        (row.quantity, _number(row.figure), row.unit, row.compared_with, _number(row.reference))
        for row in rows
    ]
    print_table("", ("quantity", "figure", "unit", "compared with", "reference"), table)
    for page in pages:
        print(page)


def _write(folder: Path) -> list[Path]:
    from pliant.benchmarks.conditioning import write

    return write(folder)


def _finite(value: float | None) -> float | None:
    """JSON knows no NaN: what could not be measured is null."""
    return float(value) if value is not None and math.isfinite(value) else None


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"
