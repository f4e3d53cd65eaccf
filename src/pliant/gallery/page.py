"""The page of the gallery: every picture with what it shows and what was checked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pliant.gallery.runner import Result

DOCUMENTS = {
    "000": "M. Kelager, A. Fleron: Implementation of Deformable Objects",
    "001": "U. Güdükbay: Animation of Elastically Deformable Models",
    "002": "D. Terzopoulos, K. Fleischer: Deformable Models",
}


def write_page(folder: str | Path, results: Iterable[Result]) -> Path:
    """Writes ``README.md`` beside the pictures in `folder` and returns its path."""
    from pliant.gallery import find

    lines = [
        "# Gallery",
        "",
        "The figures of the source documents as scenes that run; each checks what its caption says "
        "(`pliant gallery run NAME`). Written by `pliant.gallery.write_page`.",
    ]
    document = ""
    for result in results:
        entry = find(result.name)
        number = entry.source.split()[0]
        if number != document:
            document = number
            lines += ["", f"## {number} · {DOCUMENTS[number]}"]
        lines += ["", f"### {entry.title}", "", f"`{entry.name}` · {entry.source}", ""]
        if (Path(folder) / f"{entry.name}.png").is_file():
            lines += [f"![{entry.title}]({entry.name}.png)", ""]
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
