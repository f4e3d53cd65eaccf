"""The figures of the sources as scenes that run, claims that are checked and pictures to look at.

>>> from pliant import gallery
>>> result = gallery.run(gallery.find("tension"), folder="out/gallery")
>>> result.passed
True
"""

from __future__ import annotations

from pliant.errors import PliantError
from pliant.gallery.entry import Entry
from pliant.gallery.page import write_page
from pliant.gallery.runner import Progress, Result, run
from pliant.problems import did_you_mean

__all__ = ["Entry", "Progress", "Result", "entries", "find", "run", "write_page"]


def entries() -> list[Entry]:
    """All entries, in the order of the documents and their figures."""
    from pliant.gallery.kelager_fleron import crumples, metal_plate, negative_curvature, patches, pull, rigidity, tension

    families = (negative_curvature, pull, patches, metal_plate, tension, rigidity, crumples)
    return [entry for family in families for entry in family.ENTRIES]


def find(name: str) -> Entry:
    """The entry of that name."""
    known = {entry.name: entry for entry in entries()}
    if name not in known:
        raise PliantError(f"there is no gallery entry named {name!r}; {did_you_mean(name, known)}")
    return known[name]
