"""The page of the gallery: every picture with what it shows and what was checked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pliant.gallery.runner import Result

DOCUMENTS = {
    "000": "M. Kelager, A. Fleron: Implementation of Deformable Objects",
    "001": "U. Güdükbay: Animation of Elastically Deformable Models",
    "002": "D. Terzopoulos, K. Fleischer: Deformable Models",
    "003": "M. Song, S. Mokhov, P. Grogono: Two-layer elastic bodies and the Feynman algorithm",
    "004": "S. Gibson, B. Mirtich: A Survey of Deformable Modelling in Computer Graphics (summary)",
    "005": "B. Smith, F. de Goes, T. Kim: Stable Neo-Hookean Flesh Simulation (ACM Transactions on Graphics, 2018)",
    "006": "Bodies that meet: scenes of pliant's own",
    "007": "Rods that twist: scenes of pliant's own",
}


def write_page(folder: str | Path, results: Iterable[Result]) -> Path:
    """Writes ``README.md`` beside the pictures in `folder` and returns its path."""
    from pliant.gallery import find

    lines = [
        "# Gallery",
        "",
        "The figures of the source documents, and some of bodies that meet, as scenes that run; each checks what its "
        "caption says (`pliant gallery run NAME`). `kelager` and `terzopoulos` are the published schemes, `exact` is "
        "the default of pliant. This page is written by `pliant.gallery.write_page`.",
    ]
    document = ""
    for result in results:
        entry = find(result.name)
        number = entry.source.split()[0]
        if number != document:
            document = number
            lines += ["", f"## {number} · {DOCUMENTS[number]}"]
        lines += ["", f"### {entry.title}", "", f"`{entry.name}` · {entry.source}", ""]
        picture = Path(folder) / f"{entry.name}.png"
        if picture.is_file():
            lines += [f"![{entry.title}]({picture.name})", ""]
        lines += [entry.text, "", "| claim | measured | wanted | |", "|---|---|---|---|"]
        for check in result.checks:
            mark = "✓" if check.passed else "**fails**"
            lines.append(
                f"| {_cell(check.claim)} | {_cell(check.measured)} | {_cell(check.wanted)} | {mark} |"
            )
    path = Path(folder) / "README.md"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
