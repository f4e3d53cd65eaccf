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
    from pliant.gallery import flags, jack, rubber_bars, spiral, whirl
    from pliant.gallery.bodies_meet import chain_mail, folded, funnel, knot, letters
    from pliant.gallery.gudukbay import falling_sheets, paper, soft_sheets, spring_sheets, stretchy_sheets
    from pliant.gallery.kelager_fleron import (
        crumples,
        curtain,
        hanging_cloth,
        metal_plate,
        negative_curvature,
        patches,
        pull,
        rigidity,
        rubber_flap,
        sea_cucumber,
        solids,
        sticks,
        tension,
    )
    from pliant.gallery.song import bumps, dragged, dropped, face, steps
    from pliant.gallery.terzopoulos_fleischer import (
        carpet,
        flatland,
        flatland_bounces,
        flatland_moulds,
        goop,
        heavy_ball,
        hot_spheres,
        interactive,
        lifted,
        plasticine,
        torn,
        units,
    )

    families = (
        negative_curvature,
        pull,
        patches,
        hanging_cloth,
        sea_cucumber,
        metal_plate,
        sticks,
        tension,
        rigidity,
        crumples,
        curtain,
        rubber_flap,
        soft_sheets,
        paper,
        spring_sheets,
        stretchy_sheets,
        falling_sheets,
        lifted,
        flags,
        carpet,
        solids,
        rubber_bars,
        jack,
        units,
        flatland,
        flatland_bounces,
        flatland_moulds,
        interactive,
        heavy_ball,
        plasticine,
        torn,
        goop,
        hot_spheres,
        dropped,
        steps,
        dragged,
        bumps,
        face,
        spiral,
        whirl,
        knot,
        folded,
        letters,
        chain_mail,
        funnel,
    )
    found = [entry for family in families for entry in family.ENTRIES]
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
