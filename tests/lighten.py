"""Makes pictures smaller, for the repository's sake: `python -m tests.lighten BYTES PICTURE …`."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image


def lighten(path: Path, heaviest: int) -> None:
    """Makes a picture smaller until its file is no heavier than that [bytes]."""
    with Image.open(path) as opened:
        image = opened.convert("RGB")
    shrunk = image
    while path.stat().st_size > heaviest and shrunk.width > 64:
        width = round(0.94 * shrunk.width)
        shrunk = image.resize((width, round(width * image.height / image.width)), Image.Resampling.LANCZOS)
        shrunk.save(path, optimize=True)


if __name__ == "__main__":
    for name in sys.argv[2:]:
        lighten(Path(name), int(sys.argv[1]))
