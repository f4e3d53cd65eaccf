"""The validation as a page with plots: Markdown and PNGs, drawn by matplotlib (the extra `plots`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pliant.errors import MissingExtraError
from pliant.recording.files import atomic_path
from pliant.validation.result import Plot, Result

# Marks that can be told apart without colour.
_MARKS = "os^Dvx+"
_LINES = ("-", "--", ":", "-.")
_COLOURS = ("#c4503f", "#2f5d9b", "#4c9a5a", "#c08a2b", "#7a4fa0", "#4d8f9c", "#888888")


def write_page(results: Sequence[Result], folder: Path, name: str = "validation.md") -> list[Path]:
    """Write the page and its plots into a folder; returns their paths, the page first."""
    pictures = [
        (result, plot, folder / f"{result.name}{'' if number == 0 else f'_{number + 1}'}.png")
        for result in results
        for number, plot in enumerate(result.plots)
    ]
    for _, plot, path in pictures:
        draw(plot, path)
    lines = ["# Validation against theory", "", _summary(results), ""]
    for result in results:
        lines += [f"## {result.title}", "", result.theory.strip(), ""]
        lines += ["| claim | measured | wanted | |", "|---|---|---|---|"]
        for check in result.checks:
            cells = (check.claim, check.measured, check.wanted, "holds" if check.passed else "**FAILED**")
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        lines.append("")
        lines += [f"![{plot.title}]({path.name})" for owner, plot, path in pictures if owner is result]
        lines.append("")
    page = folder / name
    with atomic_path(page) as temporary:
        temporary.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return [page, *(path for _, _, path in pictures)]


def _summary(results: Sequence[Result]) -> str:
    checks = [check for result in results for check in result.checks]
    failed = sum(not check.passed for check in checks)
    verdict = "all of them hold" if not failed else f"{failed} of them fail"
    return (
        f"Written by `pliant validate -o FOLDER`: {len(checks)} checks, {verdict}. In the plots lines are theory, "
        "marks are computed."
    )


def draw(plot: Plot, path: Path) -> None:
    """One plot as a PNG."""
    figure, axes = _figure()
    marks = lines = 0
    for number, curve in enumerate(plot.curves):
        if curve.kind == "theory":
            axes.plot(
                curve.x, curve.y, _LINES[lines % len(_LINES)], color="black", alpha=0.75, linewidth=1.2,
                label=curve.label,
            )  # fmt: skip
            lines += 1
            continue
        style = {"color": _COLOURS[marks % len(_COLOURS)], "marker": _MARKS[marks % len(_MARKS)]}
        axes.plot(
            curve.x, curve.y, linestyle="none", markersize=4, markerfacecolor="none", label=curve.label,
            markevery=max(len(curve.x) // 40, 1), zorder=3 + number, **style,
        )  # fmt: skip
        marks += 1
    axes.set(title=plot.title, xlabel=plot.x_label, ylabel=plot.y_label)
    if plot.log_x:
        axes.set_xscale("log")
    if plot.log_y:
        axes.set_yscale("log")
    if plot.equal:
        axes.set_aspect("equal", adjustable="datalim")
    axes.grid(alpha=0.25)
    figure.legend(loc="outside right upper", fontsize=8, frameon=False)  # beside the axes it hides no mark
    with atomic_path(path) as temporary:
        figure.savefig(
            temporary, dpi=80, metadata={"Software": None}
        )  # no version in the file: same bytes again


def _figure() -> tuple[Any, Any]:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except Exception as error:
        raise MissingExtraError("Plotting", "plots", error) from error
    figure = Figure(figsize=(7.6, 4.0), layout="constrained")
    FigureCanvasAgg(figure)  # draws without a display and without touching pyplot's global state
    return figure, figure.add_subplot()
