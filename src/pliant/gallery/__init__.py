"""The figures of the sources as scenes that run, claims that are checked and pictures to look at.

>>> from pliant import gallery
>>> result = gallery.run(gallery.find("tension"), folder="out/gallery")
>>> result.passed
True
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

from pliant.errors import PliantError
from pliant.gallery.entry import Entry
from pliant.gallery.page import write_page
from pliant.gallery.runner import Progress, Result, run
from pliant.problems import did_you_mean

__all__ = ["Entry", "Progress", "Result", "entries", "find", "run", "write_page"]


def entries() -> list[Entry]:
    """All entries, in the order of the documents and their figures: the `ENTRIES` of every module of this package."""
    modules = [import_module(one.name) for one in walk_packages(__path__, f"{__name__}.") if not one.ispkg]
    found = [entry for module in modules for entry in getattr(module, "ENTRIES", ())]
    return sorted(found, key=lambda entry: _figure(entry.source))


def find(name: str) -> Entry:
    """The entry of that name."""
    known = {entry.name: entry for entry in entries()}
    if name not in known:
        raise PliantError(f"there is no gallery entry named {name!r}; {did_you_mean(name, known)}")
    return known[name]


def _figure(source: str) -> tuple[str, list[int], str]:
    """What figures are sorted by: "002 Fig. 9a" as the document, the number and the letter."""
    document, _, figure = source.split()
    number = figure.rstrip("abcdefghijklmnopqrstuvwxyz")
    return document, [int(part) for part in number.split(".")], figure[len(number) :]
