"""How the fibres of curves, of solids on grids and of meshes are loaded: adapters of `fibres`."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np

from pliant.energies.continuum import Continuum, nominal_stress
from pliant.energies.elements import ElementEnergy
from pliant.energies.mesh import RestTetrahedra, RestTriangles, among, gradients_of, shared_sides
from pliant.energies.solid import lost_corners
from pliant.energies.triangle import Triangles
from pliant.model import Curve, Mesh, Rod, Solid
from pliant.model.fields import at_nodes
from pliant.scene.breaks import broken_links, sides_of

Load = Callable[[np.ndarray], np.ndarray]


def curve_tension(spec: Curve, energy: ElementEnergy, pairs: np.ndarray) -> Load:
    """The tension of edges [N], of a rod per section [Pa]."""
    law, ends = energy.law, pairs.T
    section = np.ones(len(pairs))
    if isinstance(spec.material, Rod):
        section = pi * at_nodes(spec, spec.material.radius, ("material", "radius"))[pairs].mean(axis=1) ** 2

    def load(x: np.ndarray) -> np.ndarray:
        length = np.linalg.norm(x[:, ends[1]] - x[:, ends[0]], axis=0)
        return law.stiffness * (length / law.length - 1.0) / section

    return load


def solid_tension(spec: Solid, rest: Any, energy: ElementEnergy, pairs: np.ndarray) -> Load:
    """The stress along links [Pa]: the mean of the cells around, as long as they hold something."""
    law, cells, layout = energy.law, rest.whole.cells, rest.layout
    assert isinstance(law, Continuum)
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

    def load(x: np.ndarray) -> np.ndarray:
        F = _deformation(x, cells, gradients)
        P = nominal_stress(F, *law.moduli)
        total = np.zeros(len(pairs))
        for at, n in zip(links, ways, strict=True):
            np.add.at(total, at, alive * _along(F, P, n.T))
        return total / np.maximum(weight, 1.0)

    return load


def _deformation(x: np.ndarray, elements: np.ndarray, gradients: np.ndarray) -> np.ndarray:
    """F = Σ x_k g_kᵀ of elements (n, k), (3, d, n)."""
    parts = [x[:, None, nodes] * g[None] for nodes, g in zip(elements.T, gradients, strict=True)]
    return np.sum(parts, axis=0)


def _along(F: np.ndarray, P: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Fn·Pn/|Fn| for F and P (3, d, m) and n (d, m)."""
    stretched, pulled = np.einsum("cdm,dm->cm", F, n), np.einsum("cdm,dm->cm", P, n)
    return (stretched * pulled).sum(axis=0) / np.maximum(np.linalg.norm(stretched, axis=0), 1e-300)


def side_fibres(spec: Mesh, rest: Any, energy: Any, measure: str) -> tuple[np.ndarray, np.ndarray, Load]:
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
    gradients = _gradients(whole, energy)  # (k, d, n)
    normals = [_normals(gradients, vertex[elements], pairs[:, one], sides) for one in (0, 1)]
    thickness = _thickness(spec, elements)

    def load(x: np.ndarray) -> np.ndarray:
        if measure == "deformation":
            e = energy.deformation(x)[:, elements].mean(axis=2)
            return np.linalg.norm(e[:, pairs[:, 1]] - e[:, pairs[:, 0]], axis=0)
        F = _deformation(x, elements, gradients)
        if measure == "elongation":
            parts = [
                np.linalg.norm(np.einsum("cdm,dm->cm", F[:, :, pairs[:, k]], normals[k]), axis=0)
                for k in (0, 1)
            ]
            return 0.5 * (parts[0] + parts[1]) - 1.0
        P = (
            nominal_stress(F, *law.moduli) if isinstance(law, Continuum) else _membrane(F, law, whole.area)
        ) / thickness
        parts = [_along(F[:, :, pairs[:, k]], P[:, :, pairs[:, k]], normals[k]) for k in (0, 1)]
        return 0.5 * (parts[0] + parts[1])

    return sides, intact, load


def _gradients(whole: RestTriangles | RestTetrahedra, energy: Any) -> np.ndarray:
    """(k, d, n): in the frames of a law of triangles, if there is one, else in space."""
    if isinstance(whole, RestTetrahedra):
        return whole.samples.gradients
    if isinstance(energy, ElementEnergy):
        return energy.law.gradients
    return np.moveaxis(gradients_of(whole.positions[whole.triangles]), 0, -1)


def _normals(
    gradients: np.ndarray, corners: np.ndarray, numbers: np.ndarray, sides: np.ndarray
) -> np.ndarray:
    """Unit normals (d, m) of sides, in the frame of the gradients: that of the opposite node is along it."""
    far = np.argmin((corners[numbers][:, :, None] == sides[:, None, :]).any(axis=2), axis=1)
    g = gradients[far, :, numbers].T
    return g / np.linalg.norm(g, axis=0)


def _membrane(F: np.ndarray, law: Triangles, area: np.ndarray) -> np.ndarray:
    """P = F S of triangles [N/m], (3, 2, n)."""
    d = np.einsum("cin,cjn->ijn", F, F) - np.eye(2)[:, :, None]
    c = law.moduli / area
    s11 = 0.5 * (c[0] * d[0, 0] + c[1] * d[1, 1]) + c[2] * d[0, 1]
    s22 = 0.5 * (c[1] * d[0, 0] + c[3] * d[1, 1]) + c[4] * d[0, 1]
    s12 = 0.5 * (c[2] * d[0, 0] + c[4] * d[1, 1]) + c[5] * d[0, 1]
    return np.einsum("cin,ijn->cjn", F, np.array([[s11, s12], [s12, s22]]))


def _thickness(spec: Mesh, elements: np.ndarray) -> Any:
    thick = getattr(spec.material, "thickness", None)
    return 1.0 if thick is None else at_nodes(spec, thick, ("material", "thickness"))[elements].mean(axis=1)
