"""Scenes that pages send as texts, under whatever names."""

from __future__ import annotations

from pathlib import Path

from pliant.errors import PliantError
from pliant.scene import load
from pliant.scene.read import known_extension
from pliant.studio import messages as m
from pliant.studio.folder import OPENED
from pliant.studio.gallery import Choice

_LONGEST_STEM = 100  # letters of the name of a file


def shown_name(name: str) -> str:
    """The name of a file that a page has sent, fit to be shown and to be a file's: whatever it was, it is short."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in name)
    last = printable.replace("\\", "/").rpartition("/")[2]
    stem, dot, extension = last.rpartition(".")
    return (stem[:_LONGEST_STEM] + dot + extension[:_LONGEST_STEM]) or "scene"


def opened_text(folder: Path, message: m.OpenText) -> Choice:
    """The scene of a file that the page sent, read as any file is; what it names is looked for beside it."""
    name = shown_name(message.name)
    extension = known_extension(Path(name))
    beside = folder / OPENED
    beside.mkdir(exist_ok=True)
    path = beside / f"scene{extension}"
    try:
        path.write_text(message.text, encoding="utf-8")
        return Choice(name, None, load(path))
    except UnicodeEncodeError:
        raise PliantError(f"{name}: not UTF-8 text; save the file as UTF-8") from None
    except PliantError as error:
        raise PliantError(str(error).replace(str(path), name)) from None
    finally:
        path.unlink(missing_ok=True)
