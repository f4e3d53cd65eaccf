"""A crack runs when it has the energy for it: the load of fibres beside a toughness G_c [J/m²].

Beside a crack stress is K/√(2πr), however small the body's cells: taken at the fibre that is next, it grows as 1/√h
with their size h, and so a limit of stress alone makes a body the weaker, the finer its grid is. What is compared with
the limit σ is therefore the mean over a length of matter ahead (Taylor 2007, The Theory of Critical Distances, the
line method),

    ⟨load⟩ = 1/d ∫₀^d load dr ,   d = 2 E G_c/(πσ²) ,                                                         (1)

which is σ where K = √(E G_c), and the load itself where nothing is notched. Fibres ahead count as far as they are
whole and lie in the plane across which the fibre would part; in the midst of matter, those on both sides.

Near a tip the stress of cells falls short of that, the more, the wider their fibres are: with the width w the mean load
there is taken

    1 + (1/c − 1) (w/d)^p   times as large; for w > d   1/(c √(d/w))  times the load of the first fibre,      (2)

while a fibre without a crack beside it bears σ. c and p are measured (`validation.toughness`); with them a crack in a
grid ends at the first link that is whole, one between elements at their vertex, and a cracked sheet bears the same
whatever its cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from pliant.energies.mesh import shared_sides
from pliant.model import Sheet
from pliant.model.fields import at_nodes

_FLAT = 0.45  # of the length of a fibre, to both sides of its plane
_ALIGNED = 0.85  # the cosine of the largest angle between fibres of one plane
_OF_LINKS, _OF_SIDES = (0.74, 1.4), (0.60, 0.6)  # c and p of (2)


@dataclass(frozen=True)
class Places:
    """Where fibres are at rest: centres (n, 3), unit directions (n, 3), lengths and held widths (n,)."""

    centers: np.ndarray
    directions: np.ndarray
    lengths: np.ndarray
    widths: np.ndarray
    between: bool = False  # elements, not along links

    @cached_property
    def tree(self) -> Any:
        from scipy.spatial import KDTree

        return KDTree(self.centers)

    def beside(self, fibre: int, radius: float) -> tuple[np.ndarray, np.ndarray]:
        """Fibres in the plane of one, itself among them, within a radius; and how far off they are."""
        near = np.array(self.tree.query_ball_point(self.centers[fibre], radius))
        n, away = self.directions[fibre], self.centers[near] - self.centers[fibre]
        flat = np.abs(away @ n) < _FLAT * self.lengths[fibre]
        near, away = near[flat], away[flat]
        along = np.abs(self.directions[near] @ n) > _ALIGNED
        return near[along], np.linalg.norm(away[along], axis=1)


@dataclass(frozen=True)
class Toughness:
    """What a toughness makes of the loads of fibres; `reach` (n,) is d of (1)."""

    places: Places
    reach: np.ndarray

    def tempered(self, over: np.ndarray, whole: np.ndarray) -> np.ndarray:
        """From loads over limits at fibres, and which are `whole`, to what breaks them where it is above one."""
        c, p = _OF_SIDES if self.places.between else _OF_LINKS
        widths, reach = self.places.widths, self.reach
        least = c * np.sqrt(np.minimum(reach / np.maximum(widths, 1e-300), 1.0))  # that a tip bears
        result = np.where(whole, np.minimum(over, 1.0), 0.0)
        for f in np.flatnonzero(whole & (over > least)).tolist():
            w, d = widths[f], reach[f]
            near, off = self.places.beside(f, max(d, w) + w)
            tip = not whole[near[off < 1.5 * w]].all()
            if w > d:
                result[f] = over[f] / least[f] if tip else over[f]
                continue
            share = np.clip(d - off, 0.0, widths[near]) * whole[near]  # the nearer end of f is w/2 off
            mean = share @ over[near] / share.sum()  # (1)
            result[f] = mean * (1.0 + (1.0 / c - 1.0) * (w / d) ** p) if tip else mean  # (2)
        return result


def links_of_sheet(rest: Any, pairs: np.ndarray, widths: np.ndarray) -> Places:
    """Links of a grid between pairs of nodes (n, 2)."""
    place = rest.positions[:, rest.layout.nodes].T
    edges = place[pairs[:, 1]] - place[pairs[:, 0]]
    lengths = np.maximum(np.linalg.norm(edges, axis=1), 1e-300)
    return Places(place[pairs].mean(axis=1), edges / lengths[:, None], lengths, widths)


def sides_of_triangles(rest: Any, vertex: np.ndarray, sides: np.ndarray) -> Places:
    """Sides (n, 2) that two triangles share; a fibre is as long as its side is wide."""
    triangles = vertex[rest.whole.triangles]
    place = np.zeros((vertex.max() + 1, 3))
    place[vertex] = rest.positions[:, rest.layout.nodes].T
    x = place[triangles]
    normals = np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    pairs = shared_sides(triangles)[1]
    along = place[sides[:, 1]] - place[sides[:, 0]]
    across = np.cross(along, normals[pairs[:, 0]] + normals[pairs[:, 1]])
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-300)
    widths = np.linalg.norm(along, axis=1)
    return Places(place[sides].mean(axis=1), across, widths, widths, between=True)


def stiffness_along(spec: Any, nodes: np.ndarray) -> np.ndarray:
    """E of a sheet at fibres with nodes (n, k): [Pa], or [N/m] without a thickness; the mean of two that differ."""
    material = spec.material
    if isinstance(material, Sheet):
        given = material.membrane
        young = sqrt(given[0] * given[2]) if isinstance(given, tuple) else given
        return at_nodes(spec, young, ("material", "membrane"))[nodes].mean(axis=1)
    young = at_nodes(spec, material.young, ("material", "young"))
    if material.young_2 is not None:
        young = np.sqrt(young * at_nodes(spec, material.young_2, ("material", "young_2")))
    return young[nodes].mean(axis=1)
