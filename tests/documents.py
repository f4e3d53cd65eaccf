"""The blocks of code in the documents of the project.

Every block in a language runs or is checked by `tests/test_docs.py`. One that takes minutes is preceded by a line
`<!-- slow: REASON -->` and runs in `make test-all`, one that cannot run by `<!-- not run: REASON -->`. Blocks without a
language are figures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
_FENCE = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_EXCUSE = re.compile(r"<!-- (slow|not run): (\S.*) -->\n\Z")


@dataclass(frozen=True)
class Block:
    """Some code, its document and the line where it begins there; `excuse` is "slow", "not run" or nothing."""

    document: str
    line: int
    language: str
    text: str
    excuse: str = ""

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def documents() -> list[Path]:
    """What people read."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]


def blocks(document: Path) -> list[Block]:
    """All blocks of a document, in order."""
    text = document.read_text(encoding="utf-8")
    name = document.relative_to(ROOT).as_posix()
    found = []
    for fence in _FENCE.finditer(text):
        excuse = _EXCUSE.search(text[: fence.start()])
        line = text.count("\n", 0, fence.start()) + 2  # below the fence
        found.append(Block(name, line, fence[2], fence[3], excuse[1] if excuse else ""))
    return found
