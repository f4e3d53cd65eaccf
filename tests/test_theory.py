"""What the site says from the code is complete, and says whom it has it from."""

from __future__ import annotations

import re

import pytest

from pliant.model import curve_presets, presets, solid_presets
from tests.documents import ROOT
from tests.theory import WHO, chapters, named, render, render_presets

SOURCES = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")


def test_every_law_of_matter_is_in_the_theory():
    """Those that no chapter names come last."""
    told = [name for names in chapters().values() for name in names]
    assert {"energies.metric", "energies.neo_hookean", "energies.springs"} <= set(told)
    assert len(told) == len(set(told)) > 50


def test_equations_are_blocks_with_their_numbers():
    text = render()
    assert "```\nE = ∫ ⅛ ΔG : C : ΔG dA⁰" in text
    assert text.count("```") % 2 == 0 and text.count("### ") == sum(map(len, chapters().values()))


def test_no_reference_is_a_number_alone():
    assert named("as printed [002 (39)–(42), 000 (3.8.16)] and in document 003") == (
        "as printed [Terzopoulos & Fleischer 1988 (39)–(42), Kelager & Fleron (3.8.16)] "
        "and in Song, Mokhov & Grogono 2009"
    )
    for plain in ("0.001 m", "frame_00001.obj", "1000 steps", "# 002", "0002"):
        assert named(plain) == plain
    assert not re.search(r"\[00[0-5]\b", named(render()))


@pytest.mark.parametrize("number", WHO)
def test_the_bibliography_has_whom_references_mean(number: str):
    row = next(line for line in SOURCES.splitlines() if line.startswith(f"| {number} |"))
    assert all(word in row for word in re.findall(r"[^\W_]+", WHO[number]) if word not in ("de",))


def test_every_preset_says_where_its_numbers_come_from():
    text = render_presets()
    for table in (presets.PRESETS, curve_presets.CURVE_PRESETS, solid_presets.SOLID_PRESETS):
        for name in table:
            assert re.search(rf"^\| `{name}` \| .*\d.* \| \S.{{10,}} \|$", text, re.MULTILINE), name


def test_documents_say_whom_they_mean():
    """Those that people write; on the site also those that programs write."""
    for path in (ROOT / "docs").glob("*.md"):
        if path.stem != "sources":
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"\[00[0-5]\b|\b[Dd]ocument 00[0-5]\b", text), path.name
