"""The page's types are those of the messages."""

from __future__ import annotations

import pytest

from pliant.studio import messages
from tests.typescript import TARGET, render


def test_the_committed_types_are_up_to_date():
    if not TARGET.is_file():
        pytest.skip("not a checkout")
    assert TARGET.read_text(encoding="utf-8") == render(), "run: python -m tests.typescript"


def test_every_message_is_there_once():
    text = render()
    for model in (messages.Credit, messages.Spot, messages.SceneInfo, messages.Exported):
        assert text.count(f"export interface {model.__name__} {{") == 1


def test_a_page_may_leave_out_what_has_a_default_and_the_server_may_not():
    text = render()
    assert "  variant?: string | null;" in text
    assert '  offers: ("reset" | "smaller_step" | "undo")[];' in text
