"""`pliant compare`: one scene through several formulations and integrators."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pliant.cli.console import print_json, print_table, progress, say
from pliant.cli.folders import fresh_folder, safe_name
from pliant.errors import PliantError

if TYPE_CHECKING:
    from pliant.compare import Comparison, Entry
    from pliant.recording import Recording

_FULL = 0.75  # of the panels, if every formulation is to have its row


def compare(
    scene: Annotated[Path, typer.Argument(help="A scene: .yaml, .toml, .json or .xml.")],
    formulations: Annotated[
        str,
        typer.Option(
            help="Such as exact,springs,sticks. Default: all that the scene's bodies can have.",
            metavar="LIST",
        ),
    ] = "",
    integrators: Annotated[
        str, typer.Option(help="Such as bdf2,feynman,midpoint,rk4,euler.", metavar="LIST")
    ] = "bdf2,feynman,rk4",
    seconds: Annotated[
        float | None, typer.Option(help="How long to simulate. Default: what the scene says.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Folder for the results. Default: out/NAME-compared, a new one."),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(min=0.0, help="Leave out runs that would take longer than this.", metavar="SECONDS"),
    ] = 120.0,
    video: Annotated[bool, typer.Option(help="Film all of them side by side.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Run the same scene through several formulations and integrators: a table, and a film side by side."""
    from pliant.compare import HEADINGS, rows, table
    from pliant.compare import compare as run
    from pliant.recording.files import atomic_path
    from pliant.scene import load

    if seconds is not None and not 0 < seconds < float("inf"):
        raise typer.BadParameter("--seconds must be a positive number")
    loaded = load(scene)
    names, schemes = _split(formulations), _split(integrators)
    if video:
        from pliant.render.window import load_pyvista

        load_pyvista()  # says now what is missing, not after a long run
    folder = output or fresh_folder(Path("out"), f"{safe_name(scene.stem)}-compared")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PliantError(f"{folder}: cannot be written to: {error.strerror}") from None
    with progress("comparing", quiet=as_json) as report:
        found = run(
            loaded, names or None, schemes, seconds=seconds, film=video, budget=budget, progress=report
        )
    data = [entry.as_dict() for entry in found.entries]
    for name, text in (("compare.md", table(found)), ("compare.json", json.dumps(data, indent=2))):
        with atomic_path(folder / name) as temporary:
            temporary.write_text(text, encoding="utf-8")
    if as_json:
        print_json(data)
    else:
        print_table(f"{found.title}, {found.seconds:.4g} s", HEADINGS, rows(found))
        print(f"reference: a fine run of {found.reference!r}")
        notes = [f"{e.formulation}: {text}" for e in found.entries for text in (e.problem, e.note) if text]
        for note in dict.fromkeys(notes):
            say(note)
    if video and found.recordings:
        from pliant.render.panels import film_together

        with progress("filming", quiet=as_json) as report:
            panels, columns = _panels(found)
            film_together(panels, folder / "compare.mp4", columns=columns, progress=report)
    if not as_json:
        for path in sorted(folder.iterdir()):
            print(path)


def _panels(found: Comparison) -> tuple[dict[str, Recording | None], int | None]:
    """What the film shows, and in how many columns: a row for every formulation, unless much would stay empty."""
    rows: dict[str, list[Entry]] = {}
    for entry in found.entries:
        rows.setdefault(entry.formulation, []).append(entry)
    widest = max(map(len, rows.values()))
    if widest == 1 or len(rows) == 1 or len(found.recordings) < _FULL * widest * len(rows):
        return dict(found.recordings), None
    panels: dict[str, Recording | None] = {}
    for row in rows.values():
        panels |= {entry.name: found.recordings.get(entry.name) for entry in row}
        panels |= {
            " " * (len(panels) + k): None for k in range(1, widest - len(row) + 1)
        }  # places left empty
    return panels, widest


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
