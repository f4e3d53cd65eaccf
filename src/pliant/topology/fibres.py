"""Which fibres of a body are loaded beyond what they bear [002 §4.3].

A fibre is a direction n of the matter in which it can part: a link of a grid, a spring, or across the side that two
elements of a mesh share. With F the deformation gradient and P the first Piola–Kirchhoff stress (force per area at
rest), its loads are

    elongation = |Fn| − 1 ,   stress = Fn·Pn/|Fn| ,                                                           (1)

for a link |e|/|e⁰| − 1 and the tension along it, per width of matter that it holds; for a hybrid body the deformation
|e₂ − e₁| between its ends, or the middles of both elements. A fibre breaks when its load exceeds

    limit · max(1 + scatter · z, 0.05) ,   z = Σ u_k − 6 ,                                                     (2)

where u₁ … u₁₂ are the fibre's random numbers in [0, 1): the upper 53 bits of what SplitMix64 makes of the seed and of
12 times the fibre's number plus k. Sums of whole numbers are the same on every machine; z has the mean 0 and the
standard deviation 1, and looks like a Gaussian.

What loads a fibre is a `Load`: positions x (3, P), memory → loads (n,). Where fibres are depends on the kind of body,
the stress on them is told by its matter (`energies.capabilities`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.energies.capabilities import Deforms, Memory, Pulls, PullsAtCorners, base_of
from pliant.energies.heat import TEMPERATURE, Heat
from pliant.energies.springs import edge_pairs, grid_links, structural_steps
from pliant.errors import problem_in_body
from pliant.model import Body, Curve, Layered, Mesh, Solid, Springs, Surface
from pliant.model.fields import at_nodes, varies
from pliant.model.flow import Thermoplastic
from pliant.topology.breaks import broken_links
from pliant.topology.element_fibres import (
    CannotBreak,
    Load,
    curve_tension,
    one_that,
    side_fibres,
    solid_tension,
)
from pliant.topology.toughness import Toughness, links_of_sheet, sides_of_triangles, stiffness_along

if TYPE_CHECKING:
    from pliant.build.matter import Matter
    from pliant.build.rest import RestShape

_LEAST = 0.05  # of the limit: no fibre is weaker, however large the scatter
_DRAWS = 12


@dataclass(frozen=True)
class Fibres:
    """The fibres of a body: by which `nodes` (n, k) they are named, what they bear, and which are still `whole`."""

    nodes: np.ndarray
    limit: np.ndarray  # (n,)
    whole: np.ndarray  # (n,) bool
    load: Load
    at_most: int | None = None
    toughness: Toughness | None = None
    weakened: Callable[[Memory], np.ndarray] | None = (
        None  # the share of its limit that each has, by the temperature
    )

    @classmethod
    def of(cls, spec: Body, index: int, rest: RestShape, matter: Matter) -> Fibres | None:
        """Those of a body that can break; else None."""
        fracture = spec.fracture
        if fracture is None:
            return None
        try:
            nodes, whole, load = fibres_of(spec, rest, matter, fracture.measure)
        except CannotBreak as error:
            raise problem_in_body(index, "fracture.measure", str(error)) from None
        limit = at_nodes(spec, fracture.limit, ("fracture", "limit"))[nodes].mean(axis=1)
        if fracture.scatter:
            limit = limit * np.maximum(1.0 + fracture.scatter * scattered(fracture.seed, len(nodes)), _LEAST)
        tough = None
        if fracture.toughness is not None:
            tough = _toughness(spec, rest, nodes, limit, fracture.toughness)
        weakened = None if fracture.molten is None else _weakened(spec, rest, nodes, fracture.molten)
        return cls(nodes, limit, whole, load, fracture.at_most, tough, weakened)

    def breaking(self, x: np.ndarray, memory: Memory) -> np.ndarray:
        """The numbers of the fibres that break at positions x (3, P), the worst first."""
        limit = self.limit if self.weakened is None else self.limit * self.weakened(memory)
        over = np.where(self.whole, self.load(x, memory) / limit, 0.0)
        if self.toughness is not None:
            over = self.toughness.tempered(over, self.whole)
        found = np.flatnonzero(over > 1.0)
        return found[np.argsort(-over[found], kind="stable")][: self.at_most]


def scattered(seed: int, count: int) -> np.ndarray:
    """z of (2) for `count` fibres."""
    with np.errstate(over="ignore"):
        z = np.arange(_DRAWS * count, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z += _mixed(np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15))
        bits = _mixed(z) >> np.uint64(11)
    return (bits.reshape(count, _DRAWS) * 2.0**-53).cumsum(axis=1)[:, -1] - _DRAWS / 2.0


def _mixed(z: Any) -> Any:
    """The finaliser of SplitMix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def fibres_of(
    spec: Body, rest: RestShape, matter: Matter, measure: str = "elongation"
) -> tuple[np.ndarray, np.ndarray, Load]:
    """Nodes of the fibres of any body, which are whole, and how they are loaded."""
    if isinstance(spec, Layered) or isinstance(spec.material, Springs):
        return _of_springs(spec, matter, measure)
    if isinstance(spec, Mesh):
        return side_fibres(spec, rest, matter.elastic, measure)
    pairs, whole = grid_fibres(spec)
    match spec:
        case _ if measure == "deformation":
            load = _of_hybrid(one_that(matter.base, Deforms), pairs)
        case _ if measure == "elongation":
            load = _of_links(rest, pairs)
        case Curve():
            load = curve_tension(spec, one_that(matter.elastic, Pulls), pairs)
        case Solid():
            load = solid_tension(spec, rest, matter.elastic, pairs)
        case _:
            assert isinstance(spec, Surface)
            load = _of_surface(spec, rest, one_that(matter.elastic, PullsAtCorners), pairs)
    return pairs, whole, load


def grid_fibres(spec: Any) -> tuple[np.ndarray, np.ndarray]:
    """The links of a grid (n, 2), axis by axis, and which of them are whole."""
    broken = broken_links(spec)
    links, whole = [], []
    for axis, step in enumerate(structural_steps(len(spec.grid))):
        pairs = grid_links(spec.grid, spec.periodic, step)
        links.append(pairs)
        whole.append(
            np.ones(len(pairs), dtype=bool) if broken is None else ~broken[axis].ravel()[pairs[:, 0]]
        )
    return np.concatenate(links), np.concatenate(whole)


# ---------------------------------------------------------------- adapters


def _of_links(rest: RestShape, pairs: np.ndarray) -> Load:
    """The elongation of links; those between nodes that are one have none."""
    ends = rest.layout.nodes[pairs.T]
    length = _lengths(rest.positions, ends)
    length[length == 0.0] = np.inf

    def load(x: np.ndarray, memory: Memory) -> np.ndarray:
        return _lengths(x, ends) / length - 1.0

    return load


def _lengths(x: np.ndarray, ends: np.ndarray) -> np.ndarray:
    e = x[:, ends[1]] - x[:, ends[0]]
    return np.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2])


def _of_springs(spec: Body, matter: Matter, measure: str) -> tuple[np.ndarray, np.ndarray, Load]:
    """Springs along links and edges, and those of `links`; what crosses cells goes with them, and has no limit."""
    energy = one_that(matter.elastic, Pulls)
    law, nodes = base_of(energy).law, base_of(energy).nodes.astype(np.int64)
    chosen = _are_fibres(spec, nodes)
    pairs, length, k = nodes[chosen], law.length[chosen], law.stiffness[chosen]
    ends = pairs.T

    def elongation(x: np.ndarray, memory: Memory) -> np.ndarray:
        return _lengths(x, ends) / np.maximum(length, 1e-300) - 1.0

    def tension(x: np.ndarray, memory: Memory) -> np.ndarray:
        return energy.tension(x, memory)[chosen]

    whole = (k > 0.0) | (law.damping[chosen] > 0.0)
    return pairs, whole, tension if measure == "stress" else elongation


def _are_fibres(spec: Any, pairs: np.ndarray) -> np.ndarray:
    if spec.kind == "layered":
        return np.ones(len(pairs), dtype=bool)
    if spec.kind == "mesh":
        mesh = spec.geometry()
        own = edge_pairs(mesh.tetrahedra if len(mesh.tetrahedra) else mesh.triangles)
    else:
        own = grid_fibres(spec)[0]
    more = np.array([link.between for link in spec.material.links], dtype=np.int64)
    more = np.ravel_multi_index(tuple(np.moveaxis(more.reshape(-1, 2, len(spec.grid)), -1, 0)), spec.grid)
    count = int(np.prod(spec.grid))
    known = np.sort(np.concatenate([own, more.reshape(-1, 2)]), axis=1) @ (count, 1)
    return np.isin(np.sort(pairs, axis=1) @ (count, 1), known)


def _of_hybrid(energy: Deforms, pairs: np.ndarray) -> Load:
    """By how much the deformation away from the reference differs between the ends of links [m]."""
    first, second = pairs.T

    def load(x: np.ndarray, memory: Memory) -> np.ndarray:
        e = energy.deformation(x)
        return np.linalg.norm(e[:, second] - e[:, first], axis=0)

    return load


def _weakened(
    spec: Body, rest: RestShape, nodes: np.ndarray, molten: float
) -> Callable[[Memory], np.ndarray]:
    """The means over the nodes of fibres: one where it is cold, `molten` where it is."""
    assert isinstance(spec.flow, Thermoplastic)
    heat, places = Heat(spec.flow), rest.layout.nodes[nodes]
    return lambda memory: 1.0 - (1.0 - molten) * heat.soft(memory[TEMPERATURE])[places].mean(axis=1)


def _toughness(spec: Any, rest: RestShape, nodes: np.ndarray, limit: np.ndarray, energy: float) -> Toughness:
    if isinstance(spec, Mesh):
        vertex = spec.geometry().vertex
        places = sides_of_triangles(rest, np.arange(rest.layout.count) if vertex is None else vertex, nodes)
    else:
        length, area = _sizes_of_links(spec, rest, nodes)
        places = links_of_sheet(rest, nodes, area / np.maximum(length, 1e-300))
    return Toughness(places, 2.0 / pi * stiffness_along(spec, nodes) * energy / limit**2)


def _sizes_of_links(spec: Surface, rest: RestShape, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lengths [m], and the areas [m²] of what is left of the corners around."""
    layout = rest.layout
    axis = _axes(spec)
    area = _at_links(layout, [(c, c) for c in rest.geometry.corner_area], layout.width)
    return _lengths(rest.positions, layout.nodes[pairs.T]), area[axis, layout.nodes[pairs[:, 0]]]


def _axes(spec: Surface) -> np.ndarray:
    """Along which axis links are."""
    return np.repeat((0, 1), [len(grid_links(spec.grid, spec.periodic, step)) for step in ((1, 0), (0, 1))])


def _of_surface(spec: Surface, rest: RestShape, energy: PullsAtCorners, pairs: np.ndarray) -> Load:
    """The tension along links of elastic matter, per width [N/m], or per section [Pa] where there is a thickness.

    The corners around a link pull on its edge; together they stand for its length times the width that it holds.
    """
    layout, w = rest.layout, rest.layout.width
    starts = layout.nodes[pairs[:, 0]]
    axis, ends = _axes(spec), layout.nodes[pairs.T]
    length, area = _sizes_of_links(spec, rest, pairs)
    thick = getattr(spec.material, "thickness", 1.0)
    thickness = (
        at_nodes(spec, thick, ("material", "thickness"))[pairs].mean(axis=1) if varies(thick) else thick
    )
    scale = np.divide(length, area, out=np.zeros_like(length), where=area > 0.0) / thickness

    def load(x: np.ndarray, memory: Memory) -> np.ndarray:
        pulls = energy.corner_tensions(x, memory)
        return scale * _at_links(layout, pulls, w)[axis, starts] / np.maximum(_lengths(x, ends), 1e-300)

    return load


def _at_links(layout: Any, corners: list[tuple[np.ndarray, np.ndarray]], w: int) -> np.ndarray:
    """Sums (2, P) over the corners of cells at the links along both axes, from what they give to edges a and b."""
    total, cells = layout.zeros(2), layout.zeros()
    cells[layout.nodes] = 1.0
    for corner, (a, b) in enumerate(corners):
        i, k = divmod(corner, 2)
        total[0] += np.roll(cells * a, i)
        total[1] += np.roll(cells * b, k * w)
    if len(layout.halo):
        for one in total:
            np.add.at(one, layout.halo[:, 1], one[layout.halo[:, 0]])
    return total
