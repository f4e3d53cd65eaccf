"""Pictures that bodies and obstacles wear, for the browser."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from pliant.reach import is_within

LARGEST = 32 * 2**20  # bytes of a file
_MOST_PIXELS = 4096  # along an edge; larger pictures are made smaller
_KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".bmp": "image/bmp"}


def texture(scene: dict[str, Any], owner: str) -> tuple[bytes, str] | None:
    """The picture of a body of a scene, or of an obstacle (@id), and its media type; None if none can be shown."""
    items = scene.get("obstacles", []) if owner.startswith("@") else scene["bodies"]
    name = next((item["look"]["texture"] for item in items if item["id"] == owner.removeprefix("@")), None)
    if name is None:
        return None
    path = Path(name)
    if not is_within(path):
        return None
    try:
        status = path.stat()
        if not path.is_file() or status.st_size > LARGEST:
            return None
        return _picture(path, status.st_mtime)
    except (OSError, ValueError):  # names that no file system takes
        return None


@lru_cache(maxsize=4)
def _picture(path: Path, changed: float) -> tuple[bytes, str] | None:
    """The file as it is, or as a PNG where browsers do not know the format; only ever a picture."""
    try:
        from PIL import Image
    except ImportError:  # without Pillow we can neither look inside nor convert
        kind = _KINDS.get(path.suffix.lower())
        return None if kind is None else (path.read_bytes(), kind)
    try:
        with Image.open(path) as picture:
            if max(picture.size) > 4 * _MOST_PIXELS:
                return None
            if picture.format in ("PNG", "JPEG") and max(picture.size) <= _MOST_PIXELS:
                return path.read_bytes(), f"image/{picture.format.lower()}"
            picture.thumbnail((_MOST_PIXELS, _MOST_PIXELS))
            converted = BytesIO()
            picture.convert("RGBA").save(converted, "PNG")
            return converted.getvalue(), "image/png"
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):  # what Pillow says of no picture
        return None
