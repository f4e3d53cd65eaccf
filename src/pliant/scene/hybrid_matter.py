"""From a hybrid material to masses and a spline energy on the grid of a curve, a surface or a solid.

Derivatives are differences over the mean distance hᵢ of neighbours along axis i. With D the differences and W the
weights times the cell h₁h₂…, halved where a cell is cut by the border,

    K = w₀ + Σᵢ Dᵢᵀ w₁ Dᵢ + Σᵢⱼ Dᵢⱼᵀ w₂ Dᵢⱼ                                                                    (1)

the weights of a link being the mean of its ends. Differences over a border or a broken link are zero [002 (29)–(32)].
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import scipy.sparse as sp

from pliant.energies.spline import Reference, SplineEnergy
from pliant.energies.springs import grid_links
from pliant.model import Curve, Hybrid, Solid, Surface
from pliant.model.protocols import Energy
from pliant.numerics.grid import mean_steps
from pliant.scene.breaks import broken_links
from pliant.scene.rest import RestShape

_Square = tuple[tuple[np.ndarray, ...], tuple[float, ...], np.ndarray]  # nodes, factors, weights


def hybrid_matter(
    spec: Curve | Surface | Solid, material: Hybrid, rest: RestShape
) -> tuple[np.ndarray, np.ndarray, tuple[Energy, ...], tuple[()], np.ndarray | float]:
    """As `point_matter`."""
    mass, drag = material.density * rest.measure, material.drag * rest.measure
    layout = rest.layout
    stiffness = spline_stiffness(spec, material, rest)
    reference = Reference(rest.positions, mass)
    firmness = layout.spread(stiffness.diagonal()) if isinstance(spec, Solid) else 0.0
    return mass, drag, (SplineEnergy(layout, reference, stiffness, material.damping),), (), firmness


def spline_stiffness(spec: Curve | Surface | Solid, material: Hybrid, rest: RestShape) -> sp.csr_matrix:
    """K of (1), one number per pair of nodes."""
    layout, axes = rest.layout, range(len(spec.grid))
    w0, w1, w2 = (
        np.broadcast_to(w, layout.size)[layout.nodes]
        for w in (material.magnitude, material.slope, material.curvature)
    )
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
