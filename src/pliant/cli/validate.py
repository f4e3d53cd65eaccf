"""`pliant validate`: the models against theory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.checks import print_checks, verdict
from pliant.cli.console import print_json, progress


def validate(
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for plots and a page, validation.md.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Only this topic; may be given several times.", metavar="TOPIC")
    ] = None,
) -> None:
    """Compare with theory: a table of checks and, with -o, plots."""
    from pliant import validation

    with progress("validating", quiet=as_json) as report:
        results = validation.results(progress=report, only=only)
        pages = validation.write(results, output) if output is not None else []
    checks = [check for result in results for check in result.checks]
    if as_json:
        print_json([check.as_dict() for check in checks])
    else:
        for result in results:
            print_checks(result.title, result.checks)
        print(verdict(checks))
        for page in pages:
            print(page)
    if not all(check.passed for check in checks):
        raise typer.Exit(1)
