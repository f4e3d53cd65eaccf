"""Strain and stress within a body, and what its sections bear.

With the deformation gradient F (3, d) of matter of d dimensions and the nominal stress P = ∂ψ/∂F, per volume, area or
length at rest,

    ε = √(FFᵀ) − 1 ,   N = P Fᵀ/J ,   J = √det FᵀF ,                                                          (1)

both tensors (3, 3) in space, ε within what the matter spans: its eigenvalues are the principal stretches minus one. N
is Cauchy's stress [Pa] of solids, in sheets a force per width [N/m], in curves T ttᵀ with the tension T [N]. Over
the thickness, or the section, at rest these are stresses σ as well.

Bending: with the moments M^{ij} = 𝔻 ΔB of a grid (`energies.bending`) and its tangents x_i

    M = M^{ij} x_i x_jᵀ/J   [N·m/m] ,                                                                         (2)

positive where the sheet bends towards its normal; of a rod EI (κ − κ⁰) about the axis of the turn [N·m].

What has flown is without stress: all these are what springs hold now. Internal damping is not in them.
"""

from __future__ import annotations

from math import pi
from typing import Any, NamedTuple

import numpy as np

from pliant.build.model import BodyModel
from pliant.energies.bending import BendingEnergy
from pliant.energies.capabilities import (
    Lawful,
    Memory,
    Pulls,
    PullsAtCorners,
    Tears,
    base_of,
    matter_can,
    named,
)
from pliant.energies.curvature import Bend, PlanarBend
from pliant.energies.curve import RestCurve, turns
from pliant.energies.elements import ElementEnergy
from pliant.energies.held_frame import FrameClamp, frame_of
from pliant.energies.mesh import RestTetrahedra, RestTriangles, gradients_of
from pliant.energies.solid import RestSolid
from pliant.energies.surface import RestSurface, corner_edges, mean_edges, tangent_weights
from pliant.energies.twist import Twist
from pliant.errors import PliantError
from pliant.integrators.system import BodyState
from pliant.model import Rod, Strip
from pliant.model.fields import at_nodes

_TINY = 1e-300
_CORNERS = 4  # samples of a cell of a grid


class Samples(NamedTuple):
    """Where matter is looked at: F (3, d, n), the numbers of the `nodes` (n, k) around, its `measure` (n,) at rest.

    In `groups` of so many samples, one after the other, they make an element.
    """

    F: np.ndarray
    nodes: np.ndarray
    measure: np.ndarray
    groups: int = 1

    @property
    def dimensions(self) -> int:
        return self.F.shape[1]

    @property
    def size(self) -> np.ndarray:
        """J (n,), signed in solids."""
        if self.dimensions == 3:
            return np.linalg.det(np.moveaxis(self.F, 2, 0))
        return np.sqrt(np.maximum(np.linalg.det(np.einsum("cin,cjn->nij", self.F, self.F)), 0.0))

    def at_elements(self, values: np.ndarray) -> np.ndarray:
        """The means (elements, …) over the samples of each, of values (n, …)."""
        if self.groups == 1:
            return np.where(_like(self.measure > 0.0, values), values, 0.0)
        return _mean(
            values.reshape(-1, self.groups, *values.shape[1:]), self.measure.reshape(-1, self.groups)
        )

    def at_nodes(self, values: np.ndarray, count: int) -> np.ndarray:
        """The means (count, …) over the samples around each node; zero where there are none."""
        sums, weight = np.zeros((count, *values.shape[1:])), np.zeros(count)
        there = self.measure > 0.0
        for column in self.nodes[there].T:
            np.add.at(sums, column, _like(self.measure[there], values) * values[there])
            np.add.at(weight, column, self.measure[there])
        return sums / _like(np.where(weight > 0.0, weight, 1.0), sums)


def _like(weight: np.ndarray, values: np.ndarray) -> np.ndarray:
    return weight.reshape(-1, *(1,) * (values.ndim - 1))


def _mean(values: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Over the second axis, as far as there is a weight."""
    whole = weight.sum(axis=1)
    share = weight / np.where(whole > 0.0, whole, 1.0)[:, None]
    return np.einsum("ns,ns...->n...", share, np.where(_like_two(weight > 0.0, values), values, 0.0))


def _like_two(weight: np.ndarray, values: np.ndarray) -> np.ndarray:
    return weight.reshape(*weight.shape, *(1,) * (values.ndim - 2))


# ---------------------------------------------------------------- samples


def samples(body: BodyModel, x: np.ndarray) -> Samples:
    """Those of a body at positions x (3, P)."""
    geometry = body.shape.geometry
    match geometry:
        case RestSurface():
            return _of_surface(geometry, x)
        case RestCurve():
            e = x[:, geometry.edges[:, 1]] - x[:, geometry.edges[:, 0]]
            whole = ~np.isin(np.arange(len(geometry.edges)), body.shape.cut)
            return Samples((e / geometry.edge_length)[:, None], geometry.edges, geometry.edge_length * whole)
        case RestSolid():
            whole, alive = (
                body.shape.whole.samples[0],
                np.any([one.volume > 0.0 for one in geometry.samples], axis=0),
            )
            return Samples(
                _deformation(x, geometry.cells, whole.gradients), geometry.cells, whole.volume * alive
            )
        case RestTetrahedra():
            nodes, gradients = geometry.mean
            return Samples(_deformation(x, nodes, gradients), geometry.elements, geometry.samples[0].volume)
        case RestTriangles():
            whole = ~np.isin(np.arange(len(geometry.triangles)), body.shape.cut)
            F = _deformation(x, geometry.triangles, _flat_gradients(body, geometry))
            return Samples(F, geometry.triangles, geometry.area * whole)
        case _:
            raise PliantError(f"body {body.name!r} is made of springs alone: it has no strain within")


def _deformation(x: np.ndarray, elements: np.ndarray, gradients: np.ndarray) -> np.ndarray:
    """F = Σ x_k g_kᵀ of elements (n, k), (3, d, n)."""
    parts = [x[:, None, nodes] * g[None] for nodes, g in zip(elements.T, gradients, strict=True)]
    return np.sum(parts, axis=0)


def _flat_gradients(body: BodyModel, rest: RestTriangles) -> np.ndarray:
    """(3, 2, n): in the axes of the law of the triangles, if there is one, else in any axes in their planes."""
    for energy in body.matter.base:
        if isinstance(energy, Lawful) and np.ndim(getattr(energy.law, "gradients", 0)) == 3:
            return energy.law.gradients
    first, second = rest.axes((1.0, 0.0, 0.0))
    space = gradients_of(rest.positions[rest.triangles])  # (n, 3, 3)
    return np.stack([np.einsum("nkc,nc->kn", space, axis) for axis in (first, second)], axis=1)


def _of_surface(rest: RestSurface, x: np.ndarray) -> Samples:
    """The corners of the cells, where the metric energy is taken."""
    layout = rest.layout
    cells, numbers = _cells(rest)
    F = np.zeros((len(cells), _CORNERS, 3, 2))
    nodes = np.empty((len(cells), _CORNERS), dtype=np.int64)
    for corner in range(_CORNERS):
        i, j = divmod(corner, 2)
        nodes[:, corner] = numbers[cells + j * layout.width + i]
        there = rest.corner_area[corner, cells] > 0.0
        now = np.stack([part[:, cells[there]] for part in corner_edges(x, layout.width, corner)], axis=1)
        edges = _components(rest, corner_edges(rest.positions, layout.width, corner), cells[there])
        F[there, corner] = np.einsum("ckn,nki->nci", now, np.linalg.inv(edges))
    area = rest.corner_area[:, cells].T.ravel()
    flat = np.ascontiguousarray(np.moveaxis(F.reshape(-1, 3, 2), 0, 2))
    return Samples(flat, nodes.reshape(-1, 1), area, _CORNERS)


def _cells(rest: RestSurface) -> tuple[np.ndarray, np.ndarray]:
    """Flat indices of the cells, in C order, and the numbers (P,) of nodes, also across a seam."""
    layout = rest.layout
    numbers = layout.zeros()
    numbers[layout.nodes] = np.arange(layout.count)
    layout.fill_halo(numbers)
    ends = [None if periodic else -1 for periodic in layout.periodic]
    return layout.nodes.reshape(layout.shape)[: ends[0], : ends[1]].ravel(), numbers.astype(np.int64)


def _components(rest: RestSurface, pair: Any, cells: np.ndarray) -> np.ndarray:
    """(n, 2, 2): [i, k] is component i of vector k of a pair (3, P), in axes in the planes of the cells, from a on."""
    a, b = (part[:, cells] for part in mean_edges(rest))
    first = a / np.linalg.norm(a, axis=0)
    across = b - (first * b).sum(axis=0) * first
    second = across / np.linalg.norm(across, axis=0)
    return np.stack([[(axis * v[:, cells]).sum(axis=0) for v in pair] for axis in (first, second)]).transpose(
        2, 0, 1
    )


# ---------------------------------------------------------------- what it bears


def nominal_stress(body: BodyModel, at: Samples, x: np.ndarray, memory: Memory) -> np.ndarray:
    """P of (1), (3, d, n): per volume [Pa], per area [N/m] or along a curve [N]."""
    total, known = np.zeros_like(at.F), False
    energy: Any
    for energy in body.elastic:
        if matter_can(energy, PullsAtCorners):
            total += _at_corners(body.shape.geometry, at, energy, x, memory)
        elif matter_can(energy, Tears):
            total += energy.nominal_stress(at.F, memory)
        elif matter_can(energy, Pulls) and at.dimensions == 1:
            length = np.maximum(np.linalg.norm(at.F[:, 0], axis=0), _TINY)
            total += energy.tension(x, memory) * at.F / length
        else:
            continue
        known = True
    if not known:
        law = ", ".join(dict.fromkeys(map(named, body.elastic))) or f"the variant {body.spec.variant!r}"
        raise PliantError(f"body {body.name!r} has no stress: matter of {law} has forces at its nodes only")
    return total


def _at_corners(rest: RestSurface, at: Samples, energy: Any, x: np.ndarray, memory: Memory) -> np.ndarray:
    """P = F S from the stresses S^{ij} times area, which the corners of a grid have in its own coordinates."""
    cells, _ = _cells(rest)
    S = np.zeros((len(cells), _CORNERS, 2, 2))
    for corner, parts in enumerate(energy.corner_stresses(x, memory)):
        there = rest.corner_area[corner, cells] > 0.0
        s11, s22, s12 = (part[cells[there]] for part in parts)
        frame, own = (
            _components(rest, corner_edges(rest.positions, rest.layout.width, corner), cells[there]),
            np.array([[s11, s12], [s12, s22]]),
        )
        S[there, corner] = np.einsum("nik,kln,njl->nij", frame, own, frame)
    area = np.where(at.measure > 0.0, at.measure, np.inf)
    return np.einsum("cin,nij->cjn", at.F, S.reshape(-1, 2, 2) / area[:, None, None])


def strain(at: Samples) -> np.ndarray:
    """ε of (1), (n, 3, 3)."""
    F = np.moveaxis(at.F, 2, 0)
    u, s, _ = np.linalg.svd(np.nan_to_num(F), full_matrices=False)
    return np.einsum("nik,nk,njk->nij", u, s - 1.0, u)


def resultant(body: BodyModel, at: Samples, x: np.ndarray, memory: Memory) -> np.ndarray:
    """N of (1), (n, 3, 3): [Pa] of a solid, [N/m] of a sheet, [N] of a curve."""
    P, J = nominal_stress(body, at, x, memory), at.size
    J = np.where(np.abs(J) > 1e-12, J, np.inf)  # crushed flat: no stress of it could be told
    return np.einsum("cin,din,n->ncd", P, at.F, 1.0 / J)


def stress(body: BodyModel, at: Samples, x: np.ndarray, memory: Memory) -> np.ndarray:
    """σ (n, 3, 3) [Pa]."""
    return resultant(body, at, x, memory) / section(body, at)[:, None, None]


def section(body: BodyModel, at: Samples) -> np.ndarray:
    """What turns resultants into stresses, (n,): the thickness [m] of a sheet, of a rod its section [m²], or 1."""
    spec, material = body.spec, body.spec.material
    if at.dimensions == 3:
        return np.ones(at.F.shape[2])
    if isinstance(material, Rod) and at.dimensions == 1:
        radius = at_nodes(spec, material.radius, ("material", "radius"))
        return pi * radius[at.nodes].mean(axis=1) ** 2
    if isinstance(material, Strip):
        return np.full(at.F.shape[2], material.area)
    thickness = getattr(material, "thickness", None)
    if thickness is None or at.dimensions == 1:
        instead = "tension" if at.dimensions == 1 else "membrane_force"
        raise PliantError(
            f"body {body.name!r} has no stress: its material {material.kind!r} says not how thick it is; "
            f"ask for {instead!r}"
        )
    return at_nodes(spec, thickness, ("material", "thickness"))[at.nodes].mean(axis=1)


def principal(tensors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Principal values (n, 3), the largest first, and their directions (n, 3, 3), one in each row."""
    values, vectors = np.linalg.eigh(tensors)
    return values[:, ::-1], np.swapaxes(vectors, 1, 2)[:, ::-1]


def von_mises(tensors: np.ndarray) -> np.ndarray:
    """√(3/2 s:s) with the deviator s, (n,)."""
    s = tensors - np.trace(tensors, axis1=1, axis2=2)[:, None, None] / 3.0 * np.eye(3)
    return np.sqrt(1.5 * (s * s).sum(axis=(1, 2)))


# ---------------------------------------------------------------- bending


def plate_moment(body: BodyModel, state: BodyState) -> np.ndarray:
    """M of (2) at the nodes of a grid, (nodes, 3, 3) [N·m/m]; zero across a free edge."""
    rest = body.shape.geometry
    if not isinstance(rest, RestSurface):
        raise PliantError(f"the moments of body {body.name!r} are not known: those of sheets on grids are")
    layout, w = rest.layout, rest.layout.width
    weights = tangent_weights(rest.links, w)
    M = layout.zeros(3)  # M¹¹, M²², M¹² times area
    for energy in body.elastic:
        if not isinstance(base := base_of(energy), BendingEnergy):
            continue
        m = base.moments(state.x, *_flown(energy, state.memory))
        if len(m) == 1:  # of the twist of cells each corner has a quarter
            for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
                M[2] += np.roll(0.125 * m[0], i * w + j)
        else:
            M[: len(m)] += m[:2] if len(m) == 2 else np.stack([m[0], m[1], 0.5 * m[2]])
    np.add.at(M.T, layout.halo[:, 1], M.T[layout.halo[:, 0]])
    a, b = _tangents(state.x, weights, w)
    start = np.linalg.norm(np.cross(*_tangents(rest.positions, weights, w), axis=0), axis=0)
    now = np.linalg.norm(np.cross(a, b, axis=0), axis=0)
    there = (rest.node_area > 0.0) & (now > 0.0)
    M *= np.divide(start, rest.node_area * now, out=np.zeros_like(now), where=there)
    tensor = M[0] * _outer(a, a) + M[1] * _outer(b, b) + M[2] * (_outer(a, b) + _outer(b, a))
    return np.moveaxis(tensor[:, :, layout.nodes], 2, 0)


def _tangents(x: np.ndarray, weights: np.ndarray, w: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean differences (3, P) along both axes of a grid."""
    a = weights[0] * (np.roll(x, -w, axis=1) - x) + weights[1] * (x - np.roll(x, w, axis=1))
    b = weights[2] * (np.roll(x, -1, axis=1) - x) + weights[3] * (x - np.roll(x, 1, axis=1))
    return a, b


def _outer(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[:, None] * b[None]


def _flown(energy: Any, memory: Memory) -> tuple[Any, Any]:
    """The strains that are without stress now, and the share of its stiffness that matter has."""
    return (0.0, 1.0) if energy is base_of(energy) else energy.at_rest(memory)


def bending_moment(body: BodyModel, state: BodyState) -> np.ndarray:
    """EI (κ − κ⁰) about the axis of the turn at the nodes of a curve, (nodes, 3) [N·m]; none at its ends."""
    rest, found = body.shape.geometry, np.zeros((body.layout.count, 3))
    if not isinstance(rest, RestCurve):
        raise PliantError(f"body {body.name!r} is no curve: sheets have a plate_moment")
    for energy in body.elastic:
        base = base_of(energy)
        if isinstance(base, ElementEnergy) and isinstance(base.law, Twist):
            found[rest.bends[:, 1]] += _in_space(body, energy, state)
        if not isinstance(base, ElementEnergy) or not isinstance(base.law, Bend | PlanarBend):
            continue
        p, share = _flown(energy, state.memory)
        m = share * base.law.stiffness * (base.strains(state.x) - p)
        if len(m) == 1:
            k = turns(body.layout.gather(state.x)[rest.bends]).T
            m = m * k / np.maximum(np.linalg.norm(k, axis=0), _TINY)
        found[rest.bends[:, 1]] += m.T
    return found


def _in_space(body: BodyModel, energy: Any, state: BodyState) -> np.ndarray:
    """The bending moments of a rod with a material frame in space, (n, 3) [N·m]: of both edges the mean axes count."""
    frames, base, (p, share) = body.shape.frames, base_of(energy), _flown(energy, state.memory)
    assert frames is not None
    one, two, _ = share * base.law.moments(base.measures(state.x) - p)
    axes = np.stack([frame_of(frames, k, state.x) for k in range(len(frames.edges))])[frames.pairs].mean(
        axis=1
    )
    return one[:, None] * axes[:, :, 1] - two[:, None] * axes[:, :, 0]


def section_moments(body: BodyModel, state: BodyState) -> np.ndarray:
    """M₁, M₂ and T [N·m] at the nodes of a rod with a material frame, (nodes, 3); none at an end that is not clamped.

    M₁ bends in the plane of the first axis of the section, M₂ across it, T twists.
    """
    frames, found = body.shape.frames, np.zeros((body.layout.count, 3))
    if frames is None:
        raise PliantError(f"body {body.name!r} has no material frame: give the curve a `frame`")
    for energy in body.elastic:
        base = base_of(energy)
        if isinstance(base, ElementEnergy) and isinstance(base.law, Twist):
            p, share = _flown(energy, state.memory)
            found[frames.bends[:, 1]] += (share * base.law.moments(base.measures(state.x) - p)).T
        elif isinstance(base, FrameClamp):
            found[base.held] += base.at(0.0, state.memory).moments(state.x).T
    return found


def torque(body: BodyModel, state: BodyState) -> np.ndarray:
    """T (nodes,) [N·m]."""
    return section_moments(body, state)[:, 2]


def twist(body: BodyModel, state: BodyState) -> np.ndarray:
    """How far the twist of a rod with a material frame is from that at rest, (nodes,) [rad/m]."""
    flexure = body.matter.flexure
    stiffness = np.broadcast_to(flexure[2] if isinstance(flexure, tuple) else 1.0, body.layout.size)
    return torque(body, state) / stiffness[body.layout.nodes]


def tension(body: BodyModel, state: BodyState) -> np.ndarray:
    """Along the edges of a curve, (edges,) [N]."""
    if not isinstance(body.shape.geometry, RestCurve):
        raise PliantError(f"body {body.name!r} is no curve: ask for its stress")
    at = samples(body, state.x)
    return np.trace(resultant(body, at, state.x, state.memory), axis1=1, axis2=2)
