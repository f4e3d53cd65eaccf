"""The variant `exact`: metric and bending energies of a surface from its rest shape and its stiffnesses.

This file turns a rest shape (positions of the nodes) and stiffness tensors in the material's own orthonormal frame
into the coefficient arrays of `metric` and `bending`. The material's first axis lies along the first
grid axis at rest, turned by the fibre angle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pliant.energies.bending import BendingEnergy
from pliant.energies.cells import Cells, measure_cells
from pliant.energies.metric import MetricEnergy
from pliant.energies.stretched_grid import Stretched, StretchedGrid
from pliant.model.protocols import Energy
from pliant.numerics.differences import Links
from pliant.numerics.grid_layout import GridLayout

# A corner counts as having no area below this fraction of the typical one: the pole of an ellipsoid.
_NO_AREA = 1e-9
# Cells are taken for convex: |α| + |β| of `metric` (3) is less than one.
_MOST_SKEW = 0.95
# Twist and bending count as coupled above this fraction of the stiffness.
_COUPLED = 1e-12


@dataclass(frozen=True)
class RestSurface:
    """Geometry of a surface at rest, in grid coordinates.

    `corner_area` (4, P): a quarter of |a_i × b_j| [m²] for the corners 00, 01, 10, 11 of every cell, zero where a link
    is missing. `node_area` (P,): the area [m²] that belongs to a node.
    """

    layout: GridLayout
    links: Links
    positions: np.ndarray  # (3, P)
    corner_area: np.ndarray
    node_area: np.ndarray

    @classmethod
    def build(cls, layout: GridLayout, links: Links, points: np.ndarray) -> RestSurface:
        positions = layout.spread(points)
        w = layout.width
        areas = layout.zeros(4)
        for corner in range(4):
            a, b = corner_edges(positions, w, corner)
            areas[corner] = 0.25 * _norm(_cross(a, b)) * _corner_links(links, w, corner)
        typical = areas[areas > 0].mean() if np.any(areas > 0) else 1.0
        areas[areas < _NO_AREA * typical] = 0.0
        return cls(layout, links, positions, areas, _node_sums(layout, areas))

    def torn(self, links: Links) -> RestSurface:
        """The same surface with fewer links."""
        w = self.layout.width
        present = np.array([_corner_links(links, w, corner) for corner in range(4)])
        areas = self.corner_area * present
        return replace(self, links=links, corner_area=areas, node_area=_node_sums(self.layout, areas))


def corner_edges(x: np.ndarray, w: int, corner: int) -> tuple[np.ndarray, np.ndarray]:
    """Edges a_i, b_j (3, P) of one corner of every cell."""
    i, j = divmod(corner, 2)
    a = np.roll(x, -(w + i), axis=1) - np.roll(x, -i, axis=1)
    return a, np.roll(x, -(j * w + 1), axis=1) - np.roll(x, -j * w, axis=1)


def _corner_links(links: Links, w: int, corner: int) -> np.ndarray:
    i, j = divmod(corner, 2)
    return np.roll(links.along_1, -i) * np.roll(links.along_2, -j * w)


def _corner_node_shift(layout: GridLayout, corner: int) -> int:
    """The node at which edges a_i and b_j meet, relative to the cell."""
    i, j = divmod(corner, 2)
    return j * layout.width + i


def _node_sums(layout: GridLayout, per_corner: np.ndarray) -> np.ndarray:
    """Sum what the corners of the cells carry at the nodes they stand on."""
    cells = np.zeros(layout.size, dtype=bool)
    cells[layout.nodes] = True
    total = layout.zeros()
    for corner in range(4):
        total += np.roll(np.where(cells, per_corner[corner], 0.0), _corner_node_shift(layout, corner))
    if len(layout.halo):
        np.add.at(total, layout.halo[:, 1], total[layout.halo[:, 0]])
        layout.fill_halo(total)
    return total


def voigt_to_grid(stiffness: np.ndarray, a: np.ndarray, b: np.ndarray, angle: float) -> np.ndarray:
    """Contravariant components C^{IJ}, I, J ∈ (11, 22, 12), in the basis a, b of shape (3, k); result (3, 3, k).

    `stiffness`, (3, 3) or one for each, (3, 3, k), holds the tensor components C_{IJ} in the material's orthonormal
    frame, which is the frame of a turned by the angle. In the frame of a, with L = |a| and A = |a × b|, the dual
    basis is

        a¹ = (1/L, −a·b/(L A)) ,   a² = (0, L/A) .
    """
    C = _turned(stiffness, angle)
    with np.errstate(divide="ignore", invalid="ignore"):
        length, area = _norm(a), _norm(_cross(a, b))
        u, v = 1.0 / length, -_dot(a, b) / (length * area)
        w = length / area
    degenerate = ~(np.isfinite(u) & np.isfinite(v) & np.isfinite(w))
    for part in (u, v, w):
        part[degenerate] = 0.0
    # rows of the transformation of components: 11 ← (u², v², 2uv), 22 ← (0, w², 0), 12 ← (0, vw, uw)
    rows = ((u * u, v * v, 2.0 * u * v), (None, w * w, None), (None, v * w, u * w))
    half = [[_combined(rows[i], C[:, k]) for k in range(3)] for i in range(3)]
    out = np.empty((3, 3, a.shape[1]))
    for i in range(3):
        for j in range(i, 3):
            out[i, j] = out[j, i] = _combined(rows[j], half[i])
    return out


def _turned(stiffness: np.ndarray, angle: float) -> np.ndarray:
    """Components in a frame from those in the frame that is turned by an angle against it."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array(
        [[c * c, s * s, -2.0 * c * s], [s * s, c * c, 2.0 * c * s], [c * s, -c * s, c * c - s * s]]
    )
    if stiffness.ndim == 2:
        return turn @ stiffness @ turn.T
    return np.einsum("ij,jkp,lk->ilp", turn, stiffness, turn)


def _combined(row: tuple, values) -> Any:
    """Σ row·values, without what is None."""
    return sum(entry * value for entry, value in zip(row, values, strict=True) if entry is not None)


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _norm(a: np.ndarray) -> np.ndarray:
    return np.sqrt(_dot(a, a))


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b of vectors (3, k); NumPy's takes four times as long."""
    return np.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def metric_energy(
    rest: RestSurface, membrane: np.ndarray, *, angle: float = 0.0, damping_time: float = 0.0
) -> MetricEnergy:
    """The metric energy for a membrane stiffness (3, 3), or per node (3, 3, P), [N/m] in the material's frame."""
    layout = rest.layout
    moduli = layout.zeros(24)
    a, b = mean_edges(rest)
    for corner in range(4):
        here = _shifted(membrane, -_corner_node_shift(layout, corner))
        c = voigt_to_grid(here, a, b, angle) * rest.corner_area[corner]
        _store_corner(moduli, corner, c)
    return _finish_metric(rest, moduli, damping_time)


def stretched_energy(
    rest: RestSurface, matter: np.ndarray, stretches: Any, membrane: np.ndarray, *, damping_time: float = 0.0
) -> StretchedGrid:
    """The energy by a law of stretches, for t μ and t K [N/m] in `matter`, (2,) or per node (2, P).

    `membrane` is the stiffness that damping has, as in `metric_energy`.
    """
    layout = rest.layout
    frames, own = layout.zeros(12), layout.zeros(8)
    for corner in range(4):
        a, b = corner_edges(rest.positions, layout.width, corner)
        area, there = _norm(_cross(a, b)), rest.corner_area[corner] > 0.0
        length, along = _norm(a), _dot(a, b)
        with np.errstate(divide="ignore", invalid="ignore"):
            frame = np.stack([1.0 / length, -along / (length * area), length / area])
        frames[3 * corner : 3 * corner + 3] = np.where(there, frame, 0.0)
        here = matter if matter.ndim == 1 else np.roll(matter, -_corner_node_shift(layout, corner), axis=-1)
        own[2 * corner : 2 * corner + 2] = np.reshape(here, (2, -1)) * rest.corner_area[corner]
    _keep_nodes(layout, own)
    damper = metric_energy(rest, membrane, damping_time=damping_time)
    return StretchedGrid(layout, Stretched(frames, own, stretches), damper)


def _shifted(stiffness: np.ndarray, offset: int) -> np.ndarray:
    """A stiffness per node (3, 3, P), moved; one for all nodes (3, 3) is the same everywhere."""
    return stiffness if stiffness.ndim == 2 else np.roll(stiffness, offset, axis=-1)


def metric_energy_from_weights(
    rest: RestSurface, tension: np.ndarray, *, damping_time: float = 0.0
) -> MetricEnergy:
    """The metric energy for the papers' weights η_ij per node (2, 2, P), w_exact = η/4 on the unit square.

    The printed force α_ij = η_ij ΔG_ij drops the factor 4 of the true variation, and the sum over nodes is not
    multiplied by h₁h₂: one cell has weight one. So C¹¹¹¹ = 8 η₁₁/4 and C¹²¹² = 4 η₁₂/4 in units of the parameter
    square.
    """
    layout = rest.layout
    u = np.array([max(layout.shape[0] - 1, 1), max(layout.shape[1] - 1, 1)], dtype=float)
    moduli = layout.zeros(24)
    for corner in range(4):
        w = np.roll(tension, -_corner_node_shift(layout, corner), axis=-1)
        c = np.zeros((3, 3, layout.size))
        c[0, 0], c[1, 1], c[2, 2] = (
            2 * w[0, 0] * u[0] ** 4,
            2 * w[1, 1] * u[1] ** 4,
            w[0, 1] * (u[0] * u[1]) ** 2,
        )
        _store_corner(moduli, corner, 0.25 * c * (rest.corner_area[corner] > 0))
    return _finish_metric(rest, moduli, damping_time)


def _store_corner(moduli: np.ndarray, corner: int, c: np.ndarray) -> None:
    for k, (i, j) in enumerate(((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))):
        moduli[6 * corner + k] = c[i, j]


def _finish_metric(rest: RestSurface, moduli: np.ndarray, damping_time: float) -> MetricEnergy:
    _keep_nodes(rest.layout, moduli)
    return MetricEnergy(rest.layout, cells_of(rest, moduli), moduli, damping_time)


def _shares(rest: RestSurface) -> tuple[np.ndarray, np.ndarray]:
    """How much of a cell's mean edges a₁ and b₁ are, (2, P), and where both edges of a pair are there."""
    there = rest.corner_area.reshape(2, 2, -1) > 0.0  # of edge a_i and edge b_k
    pairs = np.stack([there.any(axis=1), there.any(axis=0)])  # [axis, edge]
    return 0.5 * (pairs[:, 1] + 1.0 - pairs[:, 0]), np.logical_and(pairs[:, 0], pairs[:, 1])


def mean_edges(rest: RestSurface, x: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """a and b (3, P) of the cells, means of the edges that are there; at rest, or at x."""
    x, w = rest.positions if x is None else x, rest.layout.width
    (a0, b0), (a1, b1) = corner_edges(x, w, 0), corner_edges(x, w, 3)
    (ta, tb), _ = _shares(rest)
    return a0 + ta * (a1 - a0), b0 + tb * (b1 - b0)


def _beside(moduli: np.ndarray) -> np.ndarray:
    """22 and 12 over 11 in the strain of a tension along the first axis alone, 11 and 12 over 22 along the second."""
    c11, c12, c13, c22, c23, c33 = moduli.reshape(4, 6, -1).sum(axis=0)
    both = c13 * c23 - c12 * c33  # of the adjugate, as all below
    first, second = c22 * c33 - c23**2, c11 * c33 - c13**2
    found = np.zeros((4, moduli.shape[1]))
    there = first > _COUPLED * c22 * c33  # else something resists nothing
    found[0, there] = (both / np.where(there, first, 1.0))[there]
    found[1, there] = (0.5 * (c12 * c23 - c13 * c22) / np.where(there, first, 1.0))[there]
    there = second > _COUPLED * c11 * c33
    found[2, there] = (both / np.where(there, second, 1.0))[there]
    found[3, there] = (0.5 * (c12 * c13 - c11 * c23) / np.where(there, second, 1.0))[there]
    return found


def cells_of(rest: RestSurface, moduli: np.ndarray) -> Cells:
    """What the metric energy needs to know of the cells."""
    layout, w = rest.layout, rest.layout.width
    share, both = _shares(rest)
    a, b = mean_edges(rest)
    metric = np.stack([_dot(a, a), _dot(b, b), _dot(a, b)])
    (a0, _), (a1, _) = corner_edges(rest.positions, w, 0), corner_edges(rest.positions, w, 3)
    half = 0.5 * (a1 - a0)
    with np.errstate(divide="ignore", invalid="ignore"):
        det = metric[0] * metric[1] - metric[2] ** 2
        along = np.stack([_dot(a, half), _dot(b, half)])
        alpha, beta = metric[1] * along[0] - metric[2] * along[1], metric[0] * along[1] - metric[2] * along[0]
        skew = np.stack([alpha, beta]) / det
    skew = np.where(np.isfinite(skew).all(axis=0), skew, 0.0)
    skew *= np.minimum(1.0, _MOST_SKEW / np.maximum(np.abs(skew).sum(axis=0), 1e-300))
    area = rest.corner_area
    whole = np.maximum(area.sum(axis=0), 1e-300)
    sides = np.stack([area[0] + area[1], area[2] + area[3], area[0] + area[2], area[1] + area[3]]) / whole
    offset = np.stack([-2.0 * sides[1], 2.0 * sides[0], -2.0 * sides[3], 2.0 * sides[2]]) / np.sqrt(3.0)
    offset *= np.repeat(both, 2, axis=0)
    measures = layout.zeros(5)
    measure_cells(rest.positions, share, layout.span, 1.0, layout.zeros(5), measures)
    _keep_nodes(layout, metric)
    return Cells(share, skew, offset, _beside(moduli), area, metric, measures)


def _keep_nodes(layout: GridLayout, values: np.ndarray) -> None:
    """Zero everything that is not at a node: cells and nodes are counted once."""
    outside = np.ones(layout.size, dtype=bool)
    outside[layout.nodes] = False
    values[..., outside] = 0.0


def tangent_weights(links: Links, width: int) -> np.ndarray:
    """Weights of the links forward and backward along m, then along n, in the mean difference; shape (4, P)."""
    pairs = []
    for along, offset in ((links.along_1, width), (links.along_2, 1)):
        ahead, behind = along, np.roll(along, offset)
        total = np.maximum(ahead + behind, 1.0)
        pairs += [ahead / total, behind / total]
    return np.array(pairs)


def bending_energies(
    rest: RestSurface, bending: np.ndarray, *, angle: float = 0.0, damping_time: float = 0.0
) -> list[Energy]:
    """The bending energies for a stiffness (3, 3), or per node (3, 3, P), [N·m] in the material's frame.

    Curvature is at nodes, the twist at cells.
    """
    layout, links = rest.layout, rest.links
    if not np.any(bending):
        return []
    tangent = tangent_weights(links, layout.width)
    at_nodes = _node_stiffness(rest, bending, tangent, angle)
    scale = np.abs(at_nodes[:2]).max()
    coupled = max(np.abs(at_nodes[3]).max(), np.abs(at_nodes[4]).max()) > _COUPLED * max(scale, 1e-300)
    if coupled:
        return [_bending(rest, at_nodes, tangent, 3, damping_time)]
    return [
        _bending(rest, at_nodes[:3], tangent, 2, damping_time),
        _bending(rest, _twist_stiffness(rest, bending, angle), tangent, 1, damping_time),
    ]


def _bending(
    rest: RestSurface, stiffness: np.ndarray, tangent: np.ndarray, kinds: int, damping_time: float
) -> BendingEnergy:
    layout = rest.layout
    _keep_nodes(layout, stiffness)
    energy = BendingEnergy(
        layout, layout.zeros(kinds), np.ascontiguousarray(stiffness), tangent, damping_time
    )
    curvature = layout.zeros(kinds)
    energy.curvatures(rest.positions, 1.0, energy.rest, curvature)
    return replace(energy, rest=curvature)


def _node_stiffness(rest: RestSurface, bending: np.ndarray, tangent: np.ndarray, angle: float) -> np.ndarray:
    """𝔻 times area at the nodes in the order 11, 12, 22, 13, 23, 33, condensed where a curvature cannot be sampled."""
    layout, links = rest.layout, rest.links
    x, w = rest.positions, layout.width
    a = tangent[0] * (np.roll(x, -w, axis=1) - x) + tangent[1] * (x - np.roll(x, w, axis=1))
    b = tangent[2] * (np.roll(x, -1, axis=1) - x) + tangent[3] * (x - np.roll(x, 1, axis=1))
    d = voigt_to_grid(bending, a, b, angle) * rest.node_area
    flat = _norm(_cross(a, b)) > _NO_AREA * np.maximum(rest.node_area, 1e-300)
    d = d * (flat & (rest.node_area > 0))
    for kind, sampled in ((0, links.bend_1), (1, links.bend_2)):
        d = _condense(d, kind, sampled == 0)
    return np.array([d[0, 0], d[0, 1], d[1, 1], d[0, 2], d[1, 2], d[2, 2]])


def _condense(d: np.ndarray, kind: int, where: np.ndarray) -> np.ndarray:
    """The least energy over the curvature `kind`: D − D[:, k] D[k, :]/D[k, k], where it is not sampled."""
    pivot = np.where(d[kind, kind] > 0, d[kind, kind], 1.0)
    reduced = d - d[:, kind][:, None] * d[kind][None, :] / pivot
    reduced[kind, :] = 0.0
    reduced[:, kind] = 0.0
    return np.where(where, reduced, d)


def _twist_stiffness(rest: RestSurface, bending: np.ndarray, angle: float) -> np.ndarray:
    """4 D¹²¹² times area at the cells (the twist counts twice, squared)."""
    layout = rest.layout
    x, w = rest.positions, layout.width
    x10, x01, x11 = np.roll(x, -w, axis=1), np.roll(x, -1, axis=1), np.roll(x, -w - 1, axis=1)
    a, b = 0.5 * (x10 + x11 - x - x01), 0.5 * (x01 + x11 - x - x10)
    around = [_shifted(bending, -shift) for shift in (0, 1, w, w + 1)]
    d = (
        voigt_to_grid(0.25 * sum(around, np.zeros(())), a, b, angle)[2, 2]
        * rest.corner_area.sum(axis=0)
        * rest.links.cell
    )
    return 4.0 * d[None, :]
