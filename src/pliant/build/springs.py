"""From a material of springs to masses and the springs between the nodes of a body."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.build.rest import RestShape
from pliant.energies.springs import (
    bend_steps,
    edge_pairs,
    grid_pairs,
    opposite_pairs,
    shear_steps,
    spring_energy,
    structural_steps,
)
from pliant.energies.stress_points import mean_at
from pliant.errors import problem_in_body
from pliant.model import Body, Mesh, Springs
from pliant.model.protocols import Energy
from pliant.problems import FieldError, path_text
from pliant.topology.breaks import cut_springs

_ONE_POINT = 1e-9  # times the size: nodes nearer than this are tied


def spring_matter(
    spec: Body, index: int, material: Springs, rest: RestShape
) -> tuple[np.ndarray, np.ndarray, tuple[Energy, ...], tuple[()], np.ndarray | float]:
    """As `elements.point_matter`; mass and drag are per node."""
    try:
        springs = _in_order(_with_links(spec, material, rest, _springs(spec, material, rest)))
        springs = _without_broken(spec, springs)
    except FieldError as error:
        raise problem_in_body(index, path_text(error.path), error.message) from None
    solid = spec.kind == "solid" or (isinstance(spec, Mesh) and len(spec.geometry().tetrahedra) > 0)
    firmness = material.stiffness * rest.ones if solid else 0.0
    return (
        material.mass * rest.ones,
        material.drag * rest.ones,
        (spring_energy(rest.layout, *springs),),
        (),
        firmness,
    )


class _Springs(NamedTuple):
    pairs: np.ndarray  # (n, 2) nodes
    length: np.ndarray  # (n,) ℓ [m]
    stiffness: np.ndarray  # (n,) k [N/m]
    damping: np.ndarray  # (n,) c [kg/s]


def _springs(spec: Body, material: Springs, rest: RestShape) -> _Springs:
    """Springs between neighbours, one for each two nodes; those between nodes that are one point are left out."""
    kinds = zip(
        _kinds_of_pairs(spec, material), (material.stiffness, material.shear, material.bend), strict=True
    )
    joined = [(pairs, mean_at(k, pairs)) for pairs, k in kinds if len(pairs)]
    pairs = np.concatenate([pairs for pairs, _ in joined])
    k = np.concatenate([np.broadcast_to(k, len(pairs)) for pairs, k in joined])
    apart = _distances(rest, pairs)
    _, first = np.unique(_keys(rest, pairs), return_index=True)
    once = np.zeros(len(pairs), dtype=bool)
    once[first] = True
    kept = once & (apart > _ONE_POINT * rest.size) & (k > 0.0)
    pairs, k = pairs[kept], k[kept]
    c = mean_at(material.damping, pairs) * k / mean_at(material.stiffness, pairs)
    return _Springs(pairs, mean_at(material.rest, pairs) * apart[kept], k, c)


def _kinds_of_pairs(spec: Body, material: Springs) -> list[np.ndarray]:
    """Pairs of nodes (n, 2): structural, shear and bend springs; none where their stiffness is zero."""
    none = np.zeros((0, 2), dtype=np.int64)
    if isinstance(spec, Mesh):
        mesh = spec.geometry()
        elements = mesh.tetrahedra if len(mesh.tetrahedra) else mesh.triangles
        return [edge_pairs(elements), none, opposite_pairs(elements) if np.any(material.bend) else none]
    axes = len(spec.grid)
    kinds = []
    for steps, stiffness in (
        (structural_steps(axes), material.stiffness),
        (shear_steps(axes), material.shear),
        (bend_steps(axes), material.bend),
    ):
        wanted = steps if np.any(stiffness) else []
        pairs = [grid_pairs(spec.grid, spec.periodic, step) for step in wanted]
        kinds.append(np.concatenate([*pairs, none]))
    return kinds


def _with_links(spec: Body, material: Springs, rest: RestShape, springs: _Springs) -> _Springs:
    """The springs with those of `links` in place of theirs, or after them; what neither pulls nor damps is left out."""
    if not material.links:
        return springs
    material.check_links(spec.grid)
    ends = np.array([[rest.layout.index(*node) for node in link.between] for link in material.links])
    keys, known, apart = _keys(rest, ends), _keys(rest, springs.pairs), _distances(rest, ends)
    at = np.flatnonzero(np.isin(known, keys))
    rows = dict(zip(known[at].tolist(), at.tolist(), strict=True))
    values = np.stack(springs[1:])  # (3, n): ℓ, k, c
    pairs, more = [springs.pairs], [values]
    for k, (link, key) in enumerate(zip(material.links, keys.tolist(), strict=True)):
        path, row = ("material", "links", k), rows.get(key)
        a, b = (list(node) for node in link.between)
        if row is None and link.stiffness is None:
            raise FieldError(path, f"no spring joins {a} and {b} yet: give the `stiffness` of a new one")
        if apart[k] <= _ONE_POINT * rest.size:
            message = f"{a} and {b} are one point at rest: a spring between them has no direction"
            raise FieldError(path, message)
        if row is None:
            pairs.append(ends[k : k + 1])
            more.append(np.array([[apart[k]], [0.0], [0.0]]))
        own = values[:, row] if row is not None else more[-1][:, 0]
        for i, value in enumerate((link.length, link.stiffness, link.damping)):
            own[i] = own[i] if value is None else value
    nodes, values = np.concatenate(pairs), np.concatenate(more, axis=1)
    kept = (values[1] > 0.0) | (values[2] > 0.0)
    return _Springs(nodes[kept], *values[:, kept])


def _without_broken(spec: Body, springs: _Springs) -> _Springs:
    """All springs, of which broken ones neither pull nor damp."""
    whole = ~cut_springs(spec, springs.pairs)
    return springs._replace(stiffness=springs.stiffness * whole, damping=springs.damping * whole)


def _in_order(springs: _Springs) -> _Springs:
    """Springs in the order of their nodes, so that whoever goes through them finds neighbours in the cache."""
    order = np.lexsort((springs.pairs.max(axis=1), springs.pairs.min(axis=1)))
    return _Springs(*(values[order] for values in springs))


def _distances(rest: RestShape, pairs: np.ndarray) -> np.ndarray:
    """Between nodes at rest [m], (n,)."""
    a, b = rest.positions[:, pairs[:, 0]], rest.positions[:, pairs[:, 1]]
    return np.linalg.norm(b - a, axis=0)


def _keys(rest: RestShape, pairs: np.ndarray) -> np.ndarray:
    """A number for each pair, the same for both directions."""
    return pairs.min(axis=1) * rest.layout.size + pairs.max(axis=1)
