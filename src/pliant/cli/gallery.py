"""`pliant gallery`: the figures of the papers, each with the claims it must meet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pliant.cli.checks import print_checks, verdict
from pliant.cli.console import complain, print_json, print_table, progress
from pliant.errors import PliantError

if TYPE_CHECKING:
    from pliant.gallery import Entry, Result

gallery = typer.Typer(
    no_args_is_help=True, help="The figures of the papers, each with the claims it must meet."
)


@gallery.command("list")
def list_entries(
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List the entries: name, title and the figure they come from."""
    from pliant.gallery import entries

    rows = [(entry.name, entry.title, entry.source) for entry in entries()]
    if as_json:
        print_json([dict(zip(("name", "title", "source"), row, strict=True)) for row in rows])
    else:
        print_table("", ("name", "title", "source"), rows)


@gallery.command("run")
def run_entries(
    name: Annotated[str | None, typer.Argument(help="The entry to run; see `pliant gallery list`.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Run every entry.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the pictures and, with --all, a page.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was checked as JSON.")] = False,
) -> None:
    """Simulate an entry, check what its caption says and, with -o, draw its picture."""
    from pliant.gallery import entries, find, write_page

    if (name is None) != everything:
        raise typer.BadParameter("give either the NAME of an entry or --all")
    chosen = entries() if name is None else [find(name)]
    results, broken = [], 0
    for number, entry in enumerate(chosen, start=1):
        what = entry.name if len(chosen) == 1 else f"{entry.name} ({number} of {len(chosen)})"
        try:
            result = _run(entry, output, what, quiet=as_json)
        except PliantError as error:
            if not everything:
                raise
            broken += 1
            complain(f"{entry.name}: {error}")
            continue
        results.append(result)
        if not as_json:
            _show(entry, result)
    page = write_page(output, results) if everything and output is not None else None
    if as_json:
        print_json([result.as_dict() for result in results] if everything else results[0].as_dict())
    elif everything:
        print(verdict([check for result in results for check in result.checks]))
        if page is not None:
            print(page)
    if broken or not all(result.passed for result in results):
        raise typer.Exit(1)


def _run(entry: Entry, output: Path | None, what: str, *, quiet: bool) -> Result:
    from pliant.gallery import run

    with progress(what, quiet=quiet) as report:
        return run(entry, output, lambda scene, done, steps: report(done, steps))


def _show(entry: Entry, result: Result) -> None:
    print_checks(f"{entry.name}: {entry.title} [{entry.source}]", result.checks)
    for picture in result.pictures:
        print(picture)
