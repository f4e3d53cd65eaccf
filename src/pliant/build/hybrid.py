"""From a hybrid material to masses and a spline energy, on the grid of a curve, a surface or a solid, or on a mesh.

Derivatives are differences over the mean distance hᵢ of neighbours along axis i. With D the differences and W the
weights times the cell h₁h₂…, halved where a cell is cut by the border,

    K = w₀ + Σᵢ Dᵢᵀ w₁ Dᵢ + Σᵢⱼ Dᵢⱼᵀ w₂ Dᵢⱼ                                                                    (1)

the weights of a link being the mean of its ends. Differences over a border or a broken link are zero [002 (29)–(32)].

On a mesh of triangles or tetrahedra T with lumped measures M, and linear functions φ of one node each,

    K = w₀M + L₁ + L M⁻¹w₂ L ,   L_ij = Σ_T |T| ∇φᵢ·∇φⱼ ,   L₁ the same with w₁ ,                                 (2)

Laplace's operator by cotangents. What bends is Le/M, the sum of the second derivatives; at nodes of the border, where L
has the slope across it as well, it is left out, as on grids: linear e does not bend. Copies of a vertex that are tied
count as one node, the first of them, which alone has a row in K. A broken side is border.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from pliant.build.rest import RestShape
from pliant.energies.hybrid import HybridEnergy, Reference
from pliant.energies.mesh import RestTetrahedra, RestTriangles, among, gradients_of
from pliant.energies.springs import grid_links
from pliant.model import Curve, Hybrid, Mesh, Solid, Surface
from pliant.model.protocols import Energy
from pliant.numerics.grid import mean_steps
from pliant.topology.breaks import broken_links, sides_of

_Square = tuple[tuple[np.ndarray, ...], tuple[float, ...], np.ndarray]  # nodes, factors, weights


def hybrid_matter(
    spec: Curve | Surface | Solid | Mesh, material: Hybrid, rest: RestShape
) -> tuple[np.ndarray, np.ndarray, tuple[Energy, ...], tuple[()], np.ndarray | float]:
    """As `elements.point_matter`."""
    mass, drag = material.density * rest.measure, material.drag * rest.measure
    layout = rest.layout
    if isinstance(spec, Mesh):
        stiffness = mesh_stiffness(spec, material, rest)
        firm = stiffness.diagonal()[_first(rest)] * _shares(rest)
    else:
        stiffness = spline_stiffness(spec, material, rest)
        firm = stiffness.diagonal()
    reference = Reference(rest.positions, mass, _pieces(spec, rest, stiffness))
    solid = isinstance(spec, Solid) or isinstance(rest.whole, RestTetrahedra)
    firmness = layout.spread(firm) if solid else 0.0
    return mass, drag, (HybridEnergy(layout, reference, stiffness, material.damping),), (), firmness


def _pieces(
    spec: Curve | Surface | Solid | Mesh, rest: RestShape, stiffness: sp.csr_matrix
) -> np.ndarray | None:
    """Numbers (P,) of the pieces that hold together, by links, elements or K; None: there is one."""
    if not (spec.broken_links or isinstance(spec, Mesh)):
        return None
    pairs = [np.stack(stiffness.nonzero(), axis=1)]
    pairs += [np.stack([np.full(len(group), group[0]), group], axis=1) for group in rest.ties]
    if isinstance(spec, Mesh):
        elements = _elements(rest)
        pairs += [elements[:, [0, k]] for k in range(1, elements.shape[1])]
    else:
        steps, broken = np.eye(len(spec.grid), dtype=int), broken_links(spec)
        pairs += [grid_links(spec.grid, spec.periodic, tuple(step), broken) for step in steps.tolist()]
    a, b = np.concatenate(pairs).T
    count = rest.layout.count
    graph = sp.coo_matrix((np.ones(len(a)), (a, b)), shape=(count, count))
    piece = connected_components(graph, directed=False)[1].astype(np.int64)
    return np.concatenate([piece, np.full(rest.layout.size - count, piece[-1])])


def _elements(rest: RestShape) -> np.ndarray:
    """Of a mesh: nodes of its triangles or tetrahedra."""
    return rest.whole.triangles if isinstance(rest.whole, RestTriangles) else rest.whole.tetrahedra


def spline_stiffness(spec: Curve | Surface | Solid, material: Hybrid, rest: RestShape) -> sp.csr_matrix:
    """K of (1), one number per pair of nodes."""
    layout, axes = rest.layout, range(len(spec.grid))
    w0, w1, w2 = _weights(material, rest)
    points = layout.gather(rest.positions).reshape(*spec.grid, 3)
    h = mean_steps(points)
    share = [_share(spec, axis) for axis in axes]
    cell = float(np.prod(h))
    broken = broken_links(spec)

    def across(nodes: np.ndarray, *along: int) -> np.ndarray:
        """What the border leaves of a cell, along the other axes."""
        parts = [share[axis][nodes] for axis in axes if axis not in along]
        return cell * np.prod(parts, axis=0) if parts else np.full(len(nodes), cell)

    everywhere = np.arange(layout.count)
    squares: list[_Square] = [((everywhere,), (1.0,), w0 * across(everywhere))]
    for i in axes:
        first, second = grid_links(spec.grid, spec.periodic, _step(spec, i), broken).T
        between = 0.5 * (w1[first] + w1[second])
        squares.append(((first, second), (-1.0, 1.0), between * across(first, i) / h[i] ** 2))
        ahead = np.full(layout.count, -1)
        ahead[first] = second
        goes_on = ahead[second] >= 0
        start, middle = first[goes_on], second[goes_on]
        bend = w2[middle] * across(middle, i) / h[i] ** 4
        squares.append(((start, middle, ahead[middle]), (1.0, -2.0, 1.0), bend))
    for i, j in combinations(axes, 2):
        corners = _cells(spec, i, j, broken)
        twist = 2.0 * w2[corners].mean(axis=1) * across(corners[:, 0], i, j) / (h[i] * h[j]) ** 2
        squares.append((tuple(corners.T), (1.0, -1.0, -1.0, 1.0), twist))
    return _sum_of_squares(squares, layout.count)


def mesh_stiffness(spec: Mesh, material: Hybrid, rest: RestShape) -> sp.csr_matrix:
    """K of (2), one number per pair of nodes."""
    whole, count = rest.whole, rest.layout.count
    own, size = _elements(rest), whole.area if isinstance(whole, RestTriangles) else whole.samples[0].volume
    w0, w1, w2 = _weights(material, rest)
    first = _first(rest)
    elements, measure = first[own], np.bincount(first, rest.measure[:count], count)
    gradients = gradients_of(rest.layout.gather(rest.positions)[own])
    products = size[:, None, None] * (gradients @ np.swapaxes(gradients, 1, 2))
    bends = np.divide(w2, measure, out=np.zeros(count), where=measure > 0.0)
    bends[_border(elements)] = 0.0
    bends[first[_at_broken_sides(spec, own)]] = 0.0
    laplace = _sum_of_blocks(elements, products, count)
    slopes = _sum_of_blocks(elements, w1[elements].mean(axis=1)[:, None, None] * products, count)
    return sp.csr_matrix(sp.diags(w0 * measure) + slopes + laplace @ sp.diags(bends) @ laplace)


def _first(rest: RestShape) -> np.ndarray:
    """Of each node (nodes,) the first of those that it is tied to."""
    first = np.arange(rest.layout.count)
    for group in rest.ties:
        first[group] = group[0]
    return first


def _shares(rest: RestShape) -> np.ndarray:
    """What each node (nodes,) has of the length, area or volume of those that it is tied to."""
    measure, first = rest.measure[: rest.layout.count], _first(rest)
    total = np.bincount(first, measure, len(first))[first]
    return np.divide(measure, total, out=np.zeros_like(total), where=total > 0.0)


def _at_broken_sides(spec: Mesh, elements: np.ndarray) -> np.ndarray:
    """The nodes at the ends of broken sides, also of those that have not opened."""
    vertex, broken = spec.geometry().vertex, sides_of(spec)
    if vertex is None or not len(broken):
        return np.zeros(0, dtype=np.int64)
    nodes = np.concatenate([np.delete(elements, k, axis=1) for k in range(elements.shape[1])])
    return np.unique(nodes[among(vertex[nodes], broken)])


def _weights(material: Hybrid, rest: RestShape) -> tuple[np.ndarray, ...]:
    """w₀, w₁ and w₂ of every node."""
    given = (material.magnitude, material.slope, material.curvature)
    return tuple(np.broadcast_to(w, rest.layout.size)[rest.layout.nodes] for w in given)


def _border(elements: np.ndarray) -> np.ndarray:
    """The nodes of sides that belong to one element only."""
    sides = np.concatenate([np.delete(elements, k, axis=1) for k in range(elements.shape[1])])
    found, times = np.unique(np.sort(sides, axis=1), axis=0, return_counts=True)
    return np.unique(found[times == 1])


def _sum_of_blocks(elements: np.ndarray, blocks: np.ndarray, count: int) -> sp.csr_matrix:
    """The matrix (count, count) of blocks (t, k, k) of elements (t, k)."""
    rows = np.broadcast_to(elements[:, :, None], blocks.shape).ravel()
    columns = np.broadcast_to(elements[:, None, :], blocks.shape).ravel()
    return sp.csr_matrix((blocks.ravel(), (rows, columns)), shape=(count, count))


def _step(spec: Curve | Surface | Solid, axis: int) -> tuple[int, ...]:
    return tuple(int(axis == k) for k in range(len(spec.grid)))


def _share(spec: Curve | Surface | Solid, axis: int) -> np.ndarray:
    """(nodes,): a half at the ends of an axis, else one."""
    along = np.ones(spec.grid[axis])
    if not spec.periodic[axis]:
        along[[0, -1]] = 0.5
    shape = [1] * len(spec.grid)
    shape[axis] = -1
    return np.broadcast_to(along.reshape(shape), spec.grid).ravel()


def _cells(spec: Curve | Surface | Solid, i: int, j: int, broken: np.ndarray | None) -> np.ndarray:
    """Corners (n, 4) of the faces along two axes: 00, 10, 01, 11; without those that a broken link belongs to."""
    diagonal = tuple(a + b for a, b in zip(_step(spec, i), _step(spec, j), strict=True))
    start, last = grid_links(spec.grid, spec.periodic, diagonal, broken).T
    place = np.stack(np.unravel_index(start, spec.grid))
    beside = [
        (place + np.array(_step(spec, axis))[:, None]) % np.array(spec.grid)[:, None] for axis in (i, j)
    ]
    return np.stack([start, *(np.ravel_multi_index(tuple(one), spec.grid) for one in beside), last], axis=1)


def _sum_of_squares(squares: list[_Square], count: int) -> sp.csr_matrix:
    """The matrix of Σ weight (Σ factor·e)², from nodes, factors and weights."""
    rows, columns, values = [], [], []
    for nodes, factors, weights in squares:
        for a, p in zip(nodes, factors, strict=True):
            for b, q in zip(nodes, factors, strict=True):
                rows.append(a)
                columns.append(b)
                values.append(p * q * weights)
    entries = tuple(np.concatenate(parts) for parts in (values, rows, columns))
    return sp.csr_matrix((entries[0], entries[1:]), shape=(count, count))
