"""`pliant check`, `pliant convert` and `pliant schema`: scene files."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import print_json
from pliant.errors import PliantError


def check(
    scene: Annotated[Path, typer.Argument(help="A scene: .yaml, .toml, .json or .xml.")],
) -> None:
    """Say whether a scene is all right, what is in it, and how much memory it takes."""
    from pliant.build.start import build_start, check_start
    from pliant.numerics.memory import in_words
    from pliant.scene import load
    from pliant.scene.memory import bytes_needed

    loaded = load(scene)
    check_start(
        build_start(loaded)
    )  # finds what only shows when everything comes together: a shape without area, crossings
    nodes = sum(prod(body.grid) for body in loaded.bodies)
    parts = [
        _count(len(loaded.bodies), "body", "bodies") + f" ({nodes} nodes)",
        _count(len(loaded.obstacles), "obstacle"),
        _count(len(loaded.forces), "force"),
        _count(len(loaded.constraints), "constraint"),
        _count(len(loaded.events), "event"),
    ]
    steps = round(loaded.seconds / loaded.dt)
    known = ", but see the warnings" if loaded.notices() else ""
    print(
        f"{scene}: all right{known}: {', '.join(part for part in parts if part)}; {steps} steps of {loaded.dt:.4g} s; "
        f"about {in_words(bytes_needed(loaded))} of memory"
    )


def _count(number: int, one: str, many: str = "") -> str:
    if number == 0 and not many:
        return ""
    return f"{number} {one if number == 1 else many or one + 's'}"


def convert(
    source: Annotated[Path, typer.Argument(help="The scene to read.", metavar="IN")],
    target: Annotated[
        Path, typer.Argument(help="The file to write; its extension chooses the format.", metavar="OUT")
    ],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing file.")] = False,
) -> None:
    """Write a scene in another format: .yaml, .toml, .json or .xml."""
    from pliant.scene import load, save

    if target.exists() and not overwrite:
        raise PliantError(f"{target}: exists already; choose another name, or replace it with --overwrite")
    save(load(source), target)
    print(target)


def schema() -> None:
    """Print the JSON Schema of scene files, for editors and forms."""
    from pliant.scene import Scene

    print_json(Scene.json_schema())
