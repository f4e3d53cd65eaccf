"""`pliant gallery`: the figures of the papers, each with the claims it must meet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.checks import print_checks, verdict
from pliant.cli.console import complain, print_json, print_table, progress

gallery = typer.Typer(no_args_is_help=True, help="The figures of the papers, each with the claims it must meet.")


@gallery.command("list")
def list_entries(
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List the entries: name, title and the figure they come from."""
    from pliant.gallery import ENTRIES

    if as_json:
        print_json([{"name": e.name, "title": e.title, "source": e.source} for e in ENTRIES.values()])
    else:
        print_table("", ("name", "title", "source"), [(e.name, e.title, e.source) for e in ENTRIES.values()])
