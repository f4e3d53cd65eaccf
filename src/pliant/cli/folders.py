"""Where results go."""

from __future__ import annotations

import re
from pathlib import Path


def safe_name(text: str) -> str:
    """A name for files, from an id that may hold anything."""
    return re.sub(r"[^\w.-]+", "-", text).strip("-.") or "scene"


def fresh_folder(parent: Path, name: str) -> Path:
    """The first of NAME, NAME-2, NAME-3, … below `parent` that is not there yet."""
    number = 1
    while (folder := parent / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return folder
