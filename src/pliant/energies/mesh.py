"""Elastic bodies on unstructured meshes: triangles in space, and tetrahedra.

This file turns a rest shape and its connectivity into the coefficients of `triangle`, `mesh_bending` and `continuum`.
A node carries a third of the area of the triangles around it, or a quarter of the volume of the tetrahedra.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pliant.energies import quadratic
from pliant.energies.continuum import continuum
from pliant.energies.elements import ElementEnergy
from pliant.energies.mesh_bending import ORDER, MeshBending
from pliant.energies.samples import Samples
from pliant.energies.slopes import Sides, Stencils, side_slopes, stencils
from pliant.energies.stretched_triangle import stretched_triangles
from pliant.energies.triangle import triangles
from pliant.errors import PliantError
from pliant.numerics.point_layout import PointLayout

# An element counts as empty below this fraction of the typical size.
_EMPTY = 1e-9


def _checked(layout: PointLayout, elements: np.ndarray, corners: int, name: str) -> np.ndarray:
    elements = np.asarray(elements)
    if elements.ndim != 2 or elements.shape[1] != corners or not len(elements):
        raise PliantError(f"{name} have shape (n, {corners}), {elements.shape} given")
    if elements.min() < 0 or elements.max() >= layout.count:
        raise PliantError(
            f"{name} use nodes 0 … {layout.count - 1}, {elements.min()} … {elements.max()} given"
        )
    return elements


def gradients_of(corners: np.ndarray) -> np.ndarray:
    """∇φ (n, k, 3) of the functions that are one at one of the corners (n, k, 3) of elements, and linear within."""
    inverse = np.linalg.pinv(np.swapaxes(corners[:, 1:] - corners[:, :1], 1, 2))
    return np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)


# ---------------------------------------------------------------- triangles


@dataclass(frozen=True)
class RestTriangles:
    """Geometry of a triangle mesh at rest; triangles without area are left out.

    In a mesh that can break every triangle has nodes of its own; `vertex` (count,) says of which vertex each is a copy.
    """

    layout: PointLayout
    positions: np.ndarray  # (count, 3)
    triangles: np.ndarray  # (n, 3)
    area: np.ndarray  # (n,) [m²]
    node_area: np.ndarray  # (P,) [m²]
    vertex: np.ndarray | None = None
    broken: np.ndarray | None = None  # (k, 2) vertices of edges across which nothing is bent any more

    @classmethod
    def build(
        cls, layout: PointLayout, points: np.ndarray, faces: np.ndarray, vertex: np.ndarray | None = None
    ) -> RestTriangles:
        faces = _checked(layout, faces, 3, "triangles")
        positions = np.reshape(np.asarray(points, dtype=float), (-1, 3))
        x = positions[faces]
        area = 0.5 * np.linalg.norm(np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]), axis=1)
        kept = area > _EMPTY * area.mean()
        if not kept.any():
            raise PliantError("no triangle of the mesh has an area")
        nodes = layout.zeros()
        for corner in range(3):
            np.add.at(nodes, faces[kept, corner], area[kept] / 3.0)
        return cls(layout, positions, faces[kept], area[kept], nodes, vertex)

    def axes(self, direction: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
        """The material's orthonormal axes (n, 3) in each triangle; the first lies along `direction`, if it can."""
        x = self.positions[self.triangles]
        normal = np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        first = np.zeros_like(normal)
        for candidate in (direction, np.roll(np.asarray(direction, dtype=float), 1), (1.0, 1.0, 1.0)):
            wanted = np.asarray(candidate, dtype=float)
            inside = wanted - normal * (normal @ wanted)[:, None]
            short = np.linalg.norm(first, axis=1) < 1e-3 * np.linalg.norm(wanted)
            first[short] = inside[short]
        first /= np.linalg.norm(first, axis=1, keepdims=True)
        return first, np.cross(normal, first)

    def gradients(self, direction: Sequence[float]) -> np.ndarray:
        """∇φ (n, 3, 2) of the functions that are one at one of the corners, in the axes of the material."""
        x, axes = self.positions[self.triangles], self.axes(direction)
        edges = np.stack([x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]], axis=2)  # (n, 3, 2)
        inverse = np.linalg.inv(np.stack([np.einsum("nc,nce->ne", axis, edges) for axis in axes], axis=1))
        return np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)

    def stencils(self, direction: Sequence[float], gone: np.ndarray | None = None) -> Stencils:
        """What the curvature of each triangle is made of, in the axes of the material, without those that are gone."""
        sides, whole = self.sides()
        if gone is not None and len(gone):
            sides = sides.without(np.isin(sides.next, gone))
        return stencils(sides, whole, self.positions, *self.axes(direction))

    def side_slopes(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Nodes and weights (m, K) of the slopes across sides (m, 2): a triangle, and which of its sides."""
        return side_slopes(*self.sides(), self.positions, *self.axes((1.0, 0.0, 0.0)), chosen)

    def sides(self) -> tuple[Sides, Sides]:
        """The sides of the triangles as they are, and before any was broken."""
        whole = Sides.build(self.triangles, self.vertex)
        if self.broken is None or self.vertex is None:
            return whole, whole
        ends = self.vertex[self.triangles[:, [[1, 2], [2, 0], [0, 1]]]].reshape(-1, 2)
        return whole.without(among(ends, self.broken).reshape(-1, 3)), whole


def membrane_energy(
    rest: RestTriangles,
    stiffness: np.ndarray,
    *,
    direction: Sequence[float] = (1.0, 0.0, 0.0),
    damping_time: float = 0.0,
) -> ElementEnergy:
    """The metric energy for a membrane stiffness (3, 3) or (n, 3, 3) [N/m], whose first axis lies along `direction`."""
    law = triangles(rest.gradients(direction), rest.area, np.asarray(stiffness, dtype=float))
    return ElementEnergy(rest.layout, rest.triangles, law, damping_time)


def stretched_membrane(
    rest: RestTriangles,
    matter: np.ndarray,
    stretches: Any,
    stiffness: np.ndarray,
    *,
    damping_time: float = 0.0,
) -> ElementEnergy:
    """The energy by a law of stretches, for t μ and t K [N/m] in `matter`, (2,) or (2, n); damped by `stiffness`."""
    gradients = rest.gradients((1.0, 0.0, 0.0))
    law = stretched_triangles(gradients, rest.area, np.asarray(stiffness, dtype=float), matter, stretches)
    return ElementEnergy(rest.layout, rest.triangles, law, damping_time)


def bending_energy(
    rest: RestTriangles,
    stiffness: np.ndarray,
    *,
    direction: Sequence[float] = (1.0, 0.0, 0.0),
    damping_time: float = 0.0,
) -> ElementEnergy | None:
    """The bending energy for 𝔻 (3, 3) or (n, 3, 3) [N·m], whose first axis lies along `direction`.

    None if no two triangles have a side in common.
    """
    nodes, weights = rest.stencils(direction)
    if nodes.shape[1] == 3:
        return None
    full = np.broadcast_to(stiffness, (len(rest.area), 3, 3)) * rest.area[:, None, None]
    moduli = np.stack([full[:, i, j] for i, j in ORDER])
    gradients, columns = (np.ascontiguousarray(np.moveaxis(part, 0, -1)) for part in
                          (rest.gradients(direction), weights))  # fmt: skip
    none = np.zeros((3, len(nodes)))
    energy = ElementEnergy(
        rest.layout, nodes, MeshBending(gradients, columns, moduli, none, none), damping_time
    )
    flat = energy.measures(rest.layout.spread(rest.positions))
    return replace(energy, law=energy.law._replace(rest=flat))


def shared_sides(elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sides (n, k − 1) that two elements (m, k) share, ordered, and the two (n, 2); of more, each with the next."""
    corners = elements.shape[1]
    sides = np.concatenate([np.delete(elements, corner, axis=1) for corner in range(corners)])
    owner = np.tile(np.arange(len(elements)), corners)
    sides = np.sort(sides, axis=1)
    order = np.lexsort((owner, *sides.T[::-1]))
    sides, owner = sides[order], owner[order]
    same = np.flatnonzero((sides[1:] == sides[:-1]).all(axis=1))
    return sides[same], np.stack([owner[same], owner[same + 1]], axis=1)


def among(sides: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Which of the sides (n, k) are among others (m, k), in whatever order their nodes are, bool (n,)."""
    count = int(max(sides.max(initial=0), others.max(initial=0))) + 1
    powers = count ** np.arange(sides.shape[1])
    return np.isin(np.sort(sides, axis=1) @ powers, np.sort(others, axis=1) @ powers)


# ---------------------------------------------------------------- tetrahedra


@dataclass(frozen=True)
class RestTetrahedra:
    """Geometry of a tetrahedral mesh at rest; tetrahedra without volume are left out, either orientation will do.

    Its elements are the tetrahedra, or with the middles of their edges the ten nodes of `quadratic`.
    """

    layout: PointLayout
    tetrahedra: np.ndarray  # (n, 4)
    elements: np.ndarray  # (n, 4) or (n, 10)
    samples: list[Samples]  # the mean first
    node_volume: np.ndarray  # (P,) [m³]

    @classmethod
    def build(
        cls, layout: PointLayout, points: np.ndarray, cells: np.ndarray, middles: np.ndarray | None = None
    ) -> RestTetrahedra:
        cells = _checked(layout, cells, 4, "tetrahedra")
        x = np.reshape(np.asarray(points, dtype=float), (-1, 3))[cells]
        edges = np.swapaxes(x[:, 1:] - x[:, :1], 1, 2)
        volume = np.abs(np.linalg.det(edges)) / 6.0
        kept = volume > _EMPTY * volume.mean()
        if not kept.any():
            raise PliantError("no tetrahedron of the mesh has a volume")
        inverse = np.linalg.inv(edges[kept])  # rows are the gradients of nodes 1, 2, 3
        gradients = np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)
        gradients = np.ascontiguousarray(np.moveaxis(gradients, 0, -1))
        cells, volume, nodes = cells[kept], volume[kept], layout.zeros()
        if middles is None:
            elements, samples, parts = cells, [Samples([0, 1, 2, 3], gradients, volume)], np.full(4, 0.25)
        else:
            elements = np.concatenate([cells, middles[kept]], axis=1)
            samples, parts = quadratic.samples(gradients, volume), quadratic.PARTS
        for node, part in enumerate(parts):
            np.add.at(nodes, elements[:, node], part * volume)
        return cls(layout, cells, elements, samples, nodes)

    @property
    def mean(self) -> tuple[np.ndarray, np.ndarray]:
        """The nodes (n, k) of the mean F of every tetrahedron, and their gradients (k, 3, n)."""
        return self.elements[:, self.samples[0].members], self.samples[0].gradients


def tetrahedra_energy(
    rest: RestTetrahedra, shear, bulk, *, damping_time: float = 0.0, law: Callable[..., Any] = continuum
) -> ElementEnergy:
    """The energy of tetrahedra with shear and bulk modulus μ and K [Pa], numbers or one per tetrahedron."""
    samples = rest.samples if len(rest.samples) == 1 else quadratic.sampled(rest.samples, shear, bulk)
    return ElementEnergy(rest.layout, rest.elements, law(samples, shear, bulk), damping_time)
