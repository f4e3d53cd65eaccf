"""Checks as people and programs read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pliant.cli.console import print_table

if TYPE_CHECKING:
    from pliant.checks import Check


def print_checks(title: str, checks: Sequence[Check]) -> None:
    """A table of what was claimed, measured and wanted."""
    rows = [("ok" if c.passed else "FAILED", c.claim, c.measured, c.wanted) for c in checks]
    print_table(title, ("", "claim", "measured", "wanted"), rows)


def verdict(checks: Sequence[Check]) -> str:
    """How many of the checks hold."""
    failed = sum(not check.passed for check in checks)
    return f"{len(checks)} checks, {'all hold' if not failed else f'{failed} failed'}"
