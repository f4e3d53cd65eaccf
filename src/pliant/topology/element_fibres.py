"""How the fibres of curves, of solids on grids and of meshes are loaded.

Matter that flows is loaded by what its springs hold now. What is without stress, p or Q, is in the body's memory:

    S = C(d − p) ,   solids: P = Σ P(FQ) Qᵀ over their arms (`inelastic.flow`, `inelastic.solid`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi
from typing import Any

import numpy as np

from pliant.energies.capabilities import Deforms, Lawful, Memory, Pulls, Tears, base_of, matter_can, named
from pliant.energies.mesh import RestTetrahedra, RestTriangles, among, gradients_of, shared_sides
from pliant.energies.solid import lost_corners
from pliant.errors import PliantError
from pliant.model import Curve, Mesh, Rod, Solid, Strip
from pliant.model.fields import at_nodes
from pliant.topology.breaks import broken_links, sides_of

Load = Callable[
    [np.ndarray, Memory], np.ndarray
]  # from positions x (3, P) and what matter remembers to loads (n,)


class CannotBreak(PliantError):
    """Matter that was asked to break by what it does not have."""


def one_that(energies: Sequence[Any], capability: type) -> Any:
    """The first of the energies of a body that has what its fibres break by."""
    return all_that(energies, capability)[0]


def all_that(energies: Sequence[Any], capability: type) -> list[Any]:
    """All of them; an error if none has it."""
    found = [energy for energy in energies if matter_can(energy, capability)]
    if not found:
        names = ", ".join(named(energy) for energy in energies) or "no energy"
        raise CannotBreak(f"matter of the law {names} has no stress that could break it: use 'elongation'")
    return found


def curve_tension(spec: Curve, energy: Pulls, pairs: np.ndarray) -> Load:
    """The tension of edges [N], of a rod per section [Pa]."""
    section = np.ones(len(pairs))
    if isinstance(spec.material, Rod):
        section = pi * at_nodes(spec, spec.material.radius, ("material", "radius"))[pairs].mean(axis=1) ** 2
    elif isinstance(spec.material, Strip):
        section *= spec.material.area

    def load(x: np.ndarray, memory: Memory) -> np.ndarray:
        return energy.tension(x, memory) / section

    return load


def solid_tension(spec: Solid, rest: Any, energies: Sequence[Any], pairs: np.ndarray) -> Load:
    """The stress along links [Pa]: the mean of the cells around, as long as they hold something."""
    loaded = all_that(energies, Tears)
    cells, layout = rest.whole.cells, rest.layout
    broken = broken_links(spec)
    alive = (
        np.ones(len(cells)) if broken is None else (~lost_corners(cells, broken).all(axis=0)).astype(float)
    )
    gradients = rest.whole.samples[0].gradients  # (8, 3, n)
    edges = [(c, c | bit) for bit in (4, 2, 1) for c in range(8) if not c & bit]
    keys = np.sort(pairs, axis=1) @ (layout.count, 1)
    order = np.argsort(keys)
    place = layout.gather(rest.positions)
    weight = np.zeros(len(pairs))
    links, ways = [], []
    for a, b in edges:
        wanted = np.sort(cells[:, [a, b]], axis=1) @ (layout.count, 1)
        at = order[np.searchsorted(keys[order], wanted)]
        n = place[cells[:, b]] - place[cells[:, a]]
        links.append(at)
        ways.append(n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-300))
        np.add.at(weight, at, alive)

    def load(x: np.ndarray, memory: Memory) -> np.ndarray:
        F = _deformation(x, cells, gradients)
        P = _nominal(F, loaded, memory)
        total = np.zeros(len(pairs))
        for at, n in zip(links, ways, strict=True):
            np.add.at(total, at, alive * _along(F, P, n.T))
        return total / np.maximum(weight, 1.0)

    return load


def _nominal(F: np.ndarray, energies: Sequence[Tears], memory: Memory) -> np.ndarray:
    """P of matter, (3, d, n), at the first of its samples."""
    return np.sum([energy.nominal_stress(F, memory) for energy in energies], axis=0)


def _deformation(x: np.ndarray, elements: np.ndarray, gradients: np.ndarray) -> np.ndarray:
    """F = Σ x_k g_kᵀ of elements (n, k), (3, d, n)."""
    parts = [x[:, None, nodes] * g[None] for nodes, g in zip(elements.T, gradients, strict=True)]
    return np.sum(parts, axis=0)


def _along(F: np.ndarray, P: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Fn·Pn/|Fn| for F and P (3, d, m) and n (d, m)."""
    stretched, pulled = np.einsum("cdm,dm->cm", F, n), np.einsum("cdm,dm->cm", P, n)
    return (stretched * pulled).sum(axis=0) / np.maximum(np.linalg.norm(stretched, axis=0), 1e-300)


def side_fibres(
    spec: Mesh, rest: Any, energies: Sequence[Any], measure: str
) -> tuple[np.ndarray, np.ndarray, Load]:
    """The sides of a mesh as fibres: their vertices, which are whole, and how they are pulled apart.

    The direction n is the normal of the side at rest, within a triangle; the load is the mean over both elements. The
    deformation of a hybrid mesh is taken from the middle of one to that of the other.
    """
    whole = rest.whole
    elements = whole.triangles if isinstance(whole, RestTriangles) else whole.tetrahedra
    vertex = spec.geometry().vertex
    vertex = np.arange(rest.layout.count) if vertex is None else vertex
    sides, pairs = shared_sides(vertex[elements])
    intact = ~among(sides, sides_of(spec))
    gradients = _gradients(whole, energies[0])  # (k, d, n)
    loaded = all_that(energies, Tears) if measure == "stress" else []
    reference = (
        one_that([base_of(energy) for energy in energies], Deforms) if measure == "deformation" else None
    )
    normals = [_normals(gradients, vertex[elements], pairs[:, one], sides) for one in (0, 1)]
    thickness = _thickness(spec, elements)

    def load(x: np.ndarray, memory: Memory) -> np.ndarray:
        if reference is not None:
            e = reference.deformation(x)[:, elements].mean(axis=2)
            return np.linalg.norm(e[:, pairs[:, 1]] - e[:, pairs[:, 0]], axis=0)
        F = _deformation(x, elements, gradients)
        if measure == "elongation":
            parts = [
                np.linalg.norm(np.einsum("cdm,dm->cm", F[:, :, pairs[:, k]], normals[k]), axis=0)
                for k in (0, 1)
            ]
            return 0.5 * (parts[0] + parts[1]) - 1.0
        P = _nominal(F, loaded, memory) / thickness
        parts = [_along(F[:, :, pairs[:, k]], P[:, :, pairs[:, k]], normals[k]) for k in (0, 1)]
        return 0.5 * (parts[0] + parts[1])

    return sides, intact, load


def _gradients(whole: RestTriangles | RestTetrahedra, energy: Any) -> np.ndarray:
    """(k, d, n): in the frames of a law of triangles, if there is one, else in space."""
    if isinstance(whole, RestTetrahedra):
        return whole.samples[0].gradients
    if isinstance(elastic := base_of(energy), Lawful):
        return elastic.law.gradients
    return np.moveaxis(gradients_of(whole.positions[whole.triangles]), 0, -1)


def _normals(
    gradients: np.ndarray, corners: np.ndarray, numbers: np.ndarray, sides: np.ndarray
) -> np.ndarray:
    """Unit normals (d, m) of sides, in the frame of the gradients: that of the opposite node is along it."""
    far = np.argmin((corners[numbers][:, :, None] == sides[:, None, :]).any(axis=2), axis=1)
    g = gradients[far, :, numbers].T
    return g / np.linalg.norm(g, axis=0)


def _thickness(spec: Mesh, elements: np.ndarray) -> Any:
    thick = getattr(spec.material, "thickness", None)
    return 1.0 if thick is None else at_nodes(spec, thick, ("material", "thickness"))[elements].mean(axis=1)
