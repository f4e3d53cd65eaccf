"""The commands, put together, and how errors become messages and exit codes.

Exit codes: 0 all well, 1 an error or a failed check, 2 a command line that makes no sense, 130 Ctrl-C.
"""

from __future__ import annotations

import sys
import warnings
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pliant.cli.bench import bench
from pliant.cli.compare import compare
from pliant.cli.console import complain, say
from pliant.cli.export import export
from pliant.cli.gallery import gallery
from pliant.cli.run import run
from pliant.cli.scenes import check, convert, schema
from pliant.cli.studio import studio
from pliant.cli.validate import validate
from pliant.errors import PliantError


class Commands(TyperGroup):
    """Commands whose errors are messages: a `PliantError` never shows a traceback."""

    def invoke(self, ctx: Any) -> Any:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            try:
                return super().invoke(ctx)
            except PliantError as error:
                complain(str(error))
                raise typer.Exit(1) from None
            except OSError as error:
                if error.filename is None:
                    raise
                # a name that cannot be one, a folder that may not be written, a full disk
                complain(str(PliantError(f"{error.filename}: {error.strerror}")))
                raise typer.Exit(1) from None
            except KeyboardInterrupt:
                raise typer.Exit(130) from None


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    say(f"warning: {message}")


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Physically based deformable models: from a scene to a picture.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from pliant import __version__

        print(f"pliant {__version__}")
        raise typer.Exit


@app.callback()
def _pliant(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Physically based deformable models: from a scene to a picture."""


app.command()(studio)
app.command()(run)
app.command()(check)
app.command()(convert)
app.command()(export)
app.add_typer(gallery, name="gallery")
app.command()(validate)
app.command()(compare)
app.command()(bench)
app.command()(schema)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    app(sys.argv[1:] if arguments is None else arguments, prog_name="pliant")
