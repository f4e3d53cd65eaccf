"""`pliant bench`: how fast it is on this machine."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pliant.cli.console import narrow_width, print_json, print_table, progress, say

if TYPE_CHECKING:
    from pliant.benchmarks import Row, Section


def bench(
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GLOB",
            help="Only these sections or parts, such as hanging-cloth, 'studio/*' or '*/64x64'; see --list. "
            "May be given several times.",
        ),
    ] = None,
    as_list: Annotated[
        bool, typer.Option("--list", help="List what can be measured, and measure nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the rows as JSON.")] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Also run the other simulators that are installed.")
    ] = False,
    startup: Annotated[bool, typer.Option("--startup", help="Also measure start-up, cold and warm.")] = False,
    solids: Annotated[
        bool, typer.Option("--solids", help="Also a solid of 64×64×64 nodes: a minute, and 2 GB of memory.")
    ] = False,
    springs: Annotated[bool, typer.Option("--springs", help="Short for --only springs.")] = False,
    tables: Annotated[bool, typer.Option("--tables", help="Short for --only tables-4.")] = False,
    contact: Annotated[bool, typer.Option("--contact", help="Short for --only contact.")] = False,
    studio: Annotated[bool, typer.Option("--studio", help="Short for --only studio.")] = False,
    stability: Annotated[bool, typer.Option("--stability", help="Short for --only stability.")] = False,
    conditioning: Annotated[
        bool, typer.Option("--conditioning", help="Short for --only conditioning.")
    ] = False,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.1, max=600.0, help="With studio: how long to watch its memory. Default: 0.5."),
    ] = None,
) -> None:
    """Measure speed, beside published numbers and other implementations in the same run.

    A table per section, as soon as it is measured, and at the end which figures are within their limits. Ctrl-C keeps
    what was measured so far.

    Exit code: 0 if all figures that have a limit are within it, 1 if one is not or could not be measured, 130 after
    Ctrl-C.
    """
    from pliant import benchmarks

    instead = {
        "springs": springs,
        "tables-4": tables,
        "contact": contact,
        "studio": studio,
        "stability": stability,
        "conditioning": conditioning,
    }
    besides = {"peers": peers, "startup": startup, "large-solid": solids}
    wanted = [*(only or []), *(name for name, given in instead.items() if given)]
    also = [name for name, given in besides.items() if given]
    known = benchmarks.sections(minutes)
    if as_list:
        _list(known, as_json=as_json)
        return
    chosen = benchmarks.choose(known, wanted, also)
    rows, interrupted = _measure(chosen, quiet=as_json)
    if as_json:
        print_json([_as_dict(section, row) for section, row in rows])
    else:
        print(_summary([row for _, row in rows]))
    if interrupted:
        raise typer.Exit(130)
    if any(_is_bad(row) for _, row in rows):
        raise typer.Exit(1)


def _measure(chosen: list[Section], *, quiet: bool) -> tuple[list[tuple[Section, Row]], bool]:
    """All rows with their sections, and whether Ctrl-C came before the end; each section is printed when it is done."""
    from pliant.benchmarks import measure

    found: list[tuple[Section, Row]] = []
    for section in chosen:
        rows: list[Row] = []
        try:
            with progress(section.title, quiet=quiet) as report:
                report(0, len(section.parts))
                for done, (_, more) in enumerate(measure(section), start=1):
                    rows += more
                    report(done, len(section.parts))
        except KeyboardInterrupt:
            say(f"interrupted in {section.name}; this is what was measured")
            return found + _shown(section, rows, quiet=quiet), True
        found += _shown(section, rows, quiet=quiet)
    return found, False


def _shown(section: Section, rows: list[Row], *, quiet: bool) -> list[tuple[Section, Row]]:
    if rows and not quiet:
        cells = [_cells(row, before) for row, before in zip(rows, [None, *rows[:-1]], strict=True)]
        headings = ("quantity", "figure", "compared with", "limit", "")
        print_table(
            f"{section.title} ({section.name})", headings, cells, width=narrow_width(), firm=(1, 3, 4)
        )
    return [(section, row) for row in rows]


def _cells(row: Row, before: Row | None) -> tuple[str, ...]:
    """One line of a table; a figure that stands beside several others is told once."""
    again = before is not None and (row.quantity, row.figure) == (before.quantity, before.figure)
    mine = ("", "") if again else (row.quantity, _amount(row.figure, row.unit))
    if row.limit:
        return *mine, row.compared_with, _limit(row), _verdict(row)
    beside = "" if row.reference is None else f": {_amount(row.reference, row.unit)}"
    return *mine, f"{row.compared_with}{beside}", "", ""


def _limit(row: Row) -> str:
    sign = "≤" if row.limit == "at most" else "≥"
    return "" if row.reference is None else f"{sign} {_amount(row.reference, row.unit)}"


def _verdict(row: Row) -> str:
    return {True: "within", False: "OUTSIDE", None: "?"}[row.within]


def _is_bad(row: Row) -> bool:
    return row.within is False or (row.within is None and bool(row.limit)) or _failed(row)


def _failed(row: Row) -> bool:
    return math.isnan(row.figure) and row.compared_with.startswith("failed")


def _summary(rows: list[Row]) -> str:
    """How many figures have a limit and keep to it; those that do not are named."""
    limited = [row for row in rows if row.limit]
    within = sum(row.within is True for row in limited)
    lines = [f"{len(rows)} figures; {within} of {len(limited)} that have a limit are within it"]
    for row in rows:
        if row.within is False:
            lines += _wrapped(
                f"  OUTSIDE  {row.quantity}: {_amount(row.figure, row.unit)} ({_limit(row)})", "           "
            )
        elif _is_bad(row):
            lines += _wrapped(f"  not measured  {row.quantity}: {row.compared_with}", "                ")
    return "\n".join(lines)


def _wrapped(line: str, below: str) -> list[str]:
    """In lines that fit on a screen; all but the first begin with `below`."""
    return textwrap.wrap(line, narrow_width(), subsequent_indent=below)


def _list(known: list[Section], *, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {"section": s.name, "title": s.title, "usual": s.usual, "parts": [p.name for p in s.parts]}
                for s in known
            ]
        )
        return
    cells = [
        (s.name, s.title, ", ".join(part.name for part in s.parts), "" if s.usual else "when asked for")
        for s in known
    ]
    print_table("", ("section", "what is measured", "parts", ""), cells, width=narrow_width(), firm=(0, 3))


def _as_dict(section: Section, row: Row) -> dict[str, Any]:
    return {
        "section": section.name,
        "quantity": row.quantity,
        "figure": _finite(row.figure),
        "unit": row.unit,
        "compared_with": row.compared_with,
        "reference": _finite(row.reference),
        "limit": row.limit or None,
        "within": row.within,
    }


def _finite(value: float | None) -> float | None:
    """JSON knows no NaN: what could not be measured is null."""
    return float(value) if value is not None and math.isfinite(value) else None


def _amount(value: float, unit: str) -> str:
    return "–" if math.isnan(value) else f"{value:.4g} {unit}".rstrip()
