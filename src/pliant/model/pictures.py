"""Pictures as tables of numbers."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from pliant.errors import MissingExtraError, PliantError
from pliant.reach import reason, require_within

PICTURES = (".png", ".bmp", ".dib", ".tga", ".tif", ".tiff", ".jpg", ".jpeg")
LARGEST = 4096 * 4096  # pixels
_BANDS = {"red": "R", "green": "G", "blue": "B", "alpha": "A"}


def read_channel(file: str, channel: str = "brightness") -> np.ndarray:
    """One channel of a picture, 0 to 1, as a read-only table (rows, columns); rows go downwards."""
    require_within(file, "picture")
    try:
        return _read(file, channel, Path(file).stat().st_mtime_ns)
    except FileNotFoundError:
        raise PliantError(f"picture {file!r}: there is no such file") from None
    except (OSError, ValueError, SyntaxError, EOFError) as error:  # what Pillow makes of bad bytes
        raise PliantError(f"picture {file!r}: {reason(error)}") from None


@lru_cache(maxsize=8)
def _read(file: str, channel: str, changed: int) -> np.ndarray:
    try:
        from PIL import Image
    except Exception as error:
        raise MissingExtraError("reading a picture", "render", error) from error
    try:
        image = Image.open(file)
    except Image.DecompressionBombError as error:
        raise ValueError(str(error)) from None
    with image:
        if image.width * image.height > LARGEST:
            raise ValueError(f"{image.width}×{image.height} pixels are more than {LARGEST:,}")
        if channel == "brightness":
            deep = image.mode.startswith("I")  # 16 bits
            values = np.asarray(image if deep else image.convert("L"), dtype=float) / (
                65535.0 if deep else 255.0
            )
        else:
            values = np.asarray(image.convert("RGBA").getchannel(_BANDS[channel]), dtype=float) / 255.0
    values.flags.writeable = False
    return values
