"""`pliant export`: a recording in the format of another program, or as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import progress, say


def export(
    recording: Annotated[Path, typer.Argument(help="A recording, .pliant.")],
    target: Annotated[Path, typer.Argument(help="The file or folder to write.", metavar="OUT")],
    format: Annotated[
        str | None,
        typer.Option(help="npz, obj, pc2, pvd, html, mp4 or png. Default: by the extension of OUT."),
    ] = None,
    body: Annotated[str | None, typer.Option(help="Only this body (not for pictures).")] = None,
    every: Annotated[int, typer.Option(min=1, help="Every K-th frame (not for pictures).", metavar="K")] = 1,
    curves: Annotated[
        str | None,
        typer.Option(
            help="Curves: tube (as thick as they are drawn) or line (through their nodes). Default: tube, in PVD line.",
            metavar="tube|line",
        ),
    ] = None,
    energy_balance: Annotated[
        bool,
        typer.Option("--energy-balance", help="As a PNG the plot of the energy balance, if it was kept."),
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that draw a film, side by side.")] = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(help="A Dask cluster whose workers draw a film.", metavar="ADDRESS"),
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there already.")] = False,
) -> None:
    """Write a recording in another format: NPZ, OBJ, PC2, PVD, a page with a player, a video, a picture."""
    from pliant.errors import PliantError
    from pliant.recording import Recording

    opened = Recording(recording)
    kind = (format or target.suffix).lower().removeprefix(".")
    if energy_balance and kind != "png":
        raise typer.BadParameter(f"--energy-balance is a plot: {target} does not end in .png")
    if kind in ("mp4", "png") and target.exists() and not overwrite:
        raise PliantError(f"{target}: exists already; choose another name or pass --overwrite")
    if opened.damage is not None:
        say(f"warning: {recording}: {opened.damage}")
    with progress("rendering" if kind == "mp4" else "exporting") as report:
        if kind == "mp4":
            written = [opened.video(target, progress=report, workers=workers, scheduler=scheduler)]
        elif kind == "png":
            written = [opened.plot_energy_balance(target, body) if energy_balance else opened.picture(target)]
        else:
            options = {} if curves is None else {"curves": curves}
            written = opened.export(
                target,
                format,
                body=body,
                frames=slice(None, None, every),
                overwrite=overwrite,
                progress=report,
                **options,
            )
    for path in written:
        print(path)
