"""A comparison as people read it."""

from __future__ import annotations

import numpy as np

from pliant.compare.comparison import Comparison, Entry

HEADINGS = (
    "formulation",
    "integrator",
    "largest dt",
    "run with",
    "per step",
    "per simulated s",
    "energy drift",
    "off its fine run",
    "off the reference",
)


def rows(comparison: Comparison) -> list[tuple[str, ...]]:
    """The cells of the table."""
    return [_row(entry) for entry in comparison.entries]


def table(comparison: Comparison) -> str:
    """The table in Markdown, with what its columns mean."""
    lines = [
        f"# {comparison.title}: formulations and integrators compared",
        "",
        f"{comparison.seconds:.4g} s of simulated time. Reference: a fine run of {comparison.reference!r}.",
        "",
        _line(HEADINGS),
        _line("---" for _ in HEADINGS),
        *(_line(row) for row in rows(comparison)),
        "",
        *_notes(comparison),
        "* **largest dt**: the longest step that is stable, found by bisection (any: up to 0.25 s).",
        "* **per step**, **per simulated s**: time of computing on this machine, compilation left out.",
        "* **energy drift**: energy at the end beside that of the fine run of the same formulation, over the largest "
        "kinetic energy. The published variants have none.",
        "* **off its fine run**: root mean square distance, over all moments, from a run of the same formulation with "
        "steps an eighth as long or shorter, over the size of the scene's bodies: what the integrator gets wrong.",
        "* **off the reference**: the same from the reference: what the formulation makes of it.",
        "",
    ]
    return "\n".join(lines)


def _notes(comparison: Comparison) -> list[str]:
    said = dict.fromkeys(
        (e.formulation, text) for e in comparison.entries for text in (e.problem, e.note) if text
    )
    notes = [f"* {name}: {text}" for name, text in said]
    return [*notes, ""] if notes else []


def _line(cells) -> str:
    return "| " + " | ".join(cells) + " |"


def _row(entry: Entry) -> tuple[str, ...]:
    return (
        entry.formulation,
        entry.integrator,
        _seconds(entry.largest_dt),
        _seconds(entry.dt),
        _seconds(entry.per_step),
        _seconds(entry.per_second),
        _percent(entry.drift, sign=True),
        _percent(entry.own_error),
        _percent(entry.difference),
    )


def _seconds(value: float | None) -> str:
    """With a unit that people read easily."""
    if value is None:
        return "—"
    if value == 0.0:
        return "none"
    if np.isinf(value):
        return "any"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"


def _percent(value: float | None, *, sign: bool = False) -> str:
    if value is None:
        return "—"
    return f"{100 * value:+.2g} %" if sign else f"{100 * value:.2g} %"
