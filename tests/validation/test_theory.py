"""Every claim of `pliant validate` holds; what it says of itself is complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from pliant.checks import Check
from pliant.validation import TOPICS, Plot, Result, results, run, write

FOLDER = Path(__file__).parents[2] / "src" / "pliant" / "validation"


SLOW = (
    "capstan",
    "cook",
    "derivatives",
    "elastoplastic",
    "joints",
    "meeting_friction",
    "plate",
    "rods",
    "slender_shells",
    "stack",
    "toughness",
)  # ten seconds and more


@pytest.mark.parametrize(
    "topic", [pytest.param(topic, marks=[pytest.mark.slow] if topic in SLOW else []) for topic in TOPICS]
)
def test_theory_and_computation_agree(topic: str):
    (result,) = results(only=[topic])
    assert result.checks
    failed = [f"{c.claim}: {c.measured}, wanted {c.wanted}" for c in result.checks if not c.passed]
    assert not failed, "\n".join(failed)
    # Theory is drawn beside what was computed, and the page says what it is.
    for plot in result.plots:
        assert any(curve.kind == "computed" for curve in plot.curves)
        assert all(len(curve.x) == len(curve.y) for curve in plot.curves)
    assert result.plots and result.name == topic and len(result.theory) > 200


def test_every_file_with_a_theory_is_a_topic():
    helpers = {"__init__", "page", "points", "result", "specimens", "states", "stretched", "topics"}
    assert {path.stem for path in FOLDER.glob("*.py")} - helpers == set(TOPICS)


def test_progress_is_told_topic_by_topic():
    told: list[tuple[int, int]] = []
    checks = run(lambda done, total: told.append((done, total)), only=["invariance", "free_fall"])
    assert told == [(1, 2), (2, 2)]
    assert all(isinstance(check, Check) for check in checks)


def test_a_page_without_plots_needs_no_plotting(tmp_path: Path):
    result = Result("water", "Water", [Check("a | b", "1", "≤ 2", True)], [], "Water is wet.")
    (page,) = write([result], tmp_path)
    text = page.read_text(encoding="utf-8")
    assert (
        "## Water" in text
        and "| a \\| b | 1 | ≤ 2 | holds |" in text
        and "1 checks, all of them hold" in text
    )


def test_the_same_plot_is_the_same_file(tmp_path: Path):
    pytest.importorskip("matplotlib")
    from pliant.validation import Curve
    from pliant.validation.page import draw

    plot = Plot(
        "Line", "x", "y", [Curve("theory", [1, 2], [1, 4], "theory"), Curve("computed", [1, 2], [1, 4])]
    )
    for name in ("a.png", "b.png"):
        draw(plot, tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
