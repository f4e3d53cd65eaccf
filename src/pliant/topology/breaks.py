"""Which links of a body are broken, in the forms that matter is built from.

A body of a grid names a link by its two nodes; a spring that is none of the grid's is named likewise. Nothing is left
out of lists of springs and elements because it is broken: it stays where it is and weighs nothing, so that matrices
keep their form and what matter remembers keeps its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pliant.energies.mesh import among, shared_sides
from pliant.energies.springs import bend_steps, crossed, grid_links, opposites, shear_steps, structural_steps
from pliant.model import Body, Mesh


def broken_links(spec: Any) -> np.ndarray | None:
    """Which links of a grid are broken, bool (axes, *grid): the one from a node along each axis; None: none."""
    if not spec.broken_links:
        return None
    axes, count = len(spec.grid), np.array(spec.grid)
    broken = np.zeros((axes, *spec.grid), dtype=bool)
    ends = np.array(spec.broken_links, dtype=np.int64).reshape(-1, 2, axes)
    step = (ends[:, 1] - ends[:, 0]) % count
    for axis in range(axes):
        one = np.eye(axes, dtype=np.int64)[axis]
        for first, way in ((0, one % count), (1, -one % count)):
            found = ends[(step == way).all(axis=1), first]
            broken[(axis, *found.T)] = True
    return broken


def pairs_of(spec: Any) -> np.ndarray:
    """The broken links as pairs of numbers of nodes (k, 2), the smaller first."""
    axes = len(spec.grid)
    ends = np.array(spec.broken_links, dtype=np.int64).reshape(-1, 2, axes)
    return np.sort(np.ravel_multi_index(tuple(np.moveaxis(ends, -1, 0)), spec.grid).reshape(-1, 2), axis=1)


def sides_of(spec: Mesh) -> np.ndarray:
    """The broken sides of a mesh as vertices (k, 2) or (k, 3)."""
    corners = 3 if len(spec.geometry().tetrahedra) else 2
    return np.array([side for side in spec.broken_links if len(side) == corners], dtype=np.int64).reshape(
        -1, corners
    )


def torn_ties(
    elements: np.ndarray, vertex: np.ndarray, broken: np.ndarray, ties: Sequence[np.ndarray]
) -> tuple[np.ndarray, ...]:
    """Groups of copies that are still one node, when elements (n, k) with nodes of their own part along sides.

    Around a vertex with a broken side, copies are one as far as whole sides join their elements; else all of the `ties`
    of the whole mesh are.
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    sides, pairs = shared_sides(vertex[elements])
    torn = among(sides, broken)
    count = len(vertex)
    loose = np.zeros(count, dtype=bool)
    loose[sides[torn].ravel()] = True
    kept, mates = sides[~torn], pairs[~torn]
    joined = [np.stack([np.full(len(t), t[0]), t], axis=1) for t in ties if not loose[vertex[t]].any()]
    for corner in kept.T:
        ends = [_copy_of(elements, vertex, mates[:, one], corner) for one in (0, 1)]
        joined.append(np.stack(ends, axis=1)[loose[corner]])
    a, b = np.concatenate([np.zeros((0, 2), dtype=np.int64), *joined]).T
    group = connected_components(coo_matrix((np.ones(len(a)), (a, b)), shape=(count, count)), directed=False)[
        1
    ]
    members = np.argsort(group, kind="stable")
    groups = np.split(members, np.flatnonzero(np.diff(group[members])) + 1)
    return tuple(nodes for nodes in groups if len(nodes) > 1)


def _copy_of(elements: np.ndarray, vertex: np.ndarray, which: np.ndarray, corner: np.ndarray) -> np.ndarray:
    """The nodes of elements (numbers) that are copies of vertices."""
    nodes = elements[which]
    at = np.argmax(vertex[nodes] == corner[:, None], axis=1)
    return nodes[np.arange(len(nodes)), at]


def cut_springs(spec: Body, pairs: np.ndarray) -> np.ndarray:
    """Which of the springs between pairs of nodes (n, 2) hold no more, bool (n,).

    A spring goes with its own link, one across cells or over a node with any link between its ends; on a mesh, one
    from corner to corner goes with any edge of the two elements that it spans.
    """
    if not spec.broken_links:
        return np.zeros(len(pairs), dtype=bool)
    count = int(np.prod(spec.grid))
    gone = [_keys(pairs_of(spec), count)]
    if isinstance(spec, Mesh):
        mesh = spec.geometry()
        across, sides = opposites(mesh.tetrahedra if len(mesh.tetrahedra) else mesh.triangles)
        spanned = [np.column_stack([sides, far]) for far in across.T]
        edges = [part[:, [a, b]] for part in spanned for a in range(part.shape[1]) for b in range(a)]
        torn = np.any([np.isin(_keys(edge, count), gone[0]) for edge in edges], axis=0)
        gone.append(_keys(across[torn], count))
    elif spec.kind != "layered":
        broken, axes = broken_links(spec), len(spec.grid)
        assert broken is not None
        for step in (*structural_steps(axes), *shear_steps(axes), *bend_steps(axes)):
            keys = _keys(grid_links(spec.grid, spec.periodic, step), count)
            lost = crossed(spec.grid, spec.periodic, step, broken)
            gone.append(np.setdiff1d(keys[lost], keys[~lost]) if any(spec.periodic) else keys[lost])
    return np.isin(_keys(pairs, count), np.concatenate(gone))


def _keys(pairs: np.ndarray, count: int) -> np.ndarray:
    """A number for each pair, the same for both directions."""
    return pairs.min(axis=1) * count + pairs.max(axis=1)
