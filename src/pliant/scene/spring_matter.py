"""From a material of springs to masses and the springs between the nodes of a body."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.springs import (
    bend_steps,
    edge_pairs,
    grid_pairs,
    opposite_pairs,
    shear_steps,
    spring_energy,
    structural_steps,
)
from pliant.model import Body, Mesh, Springs, Surface
from pliant.model.protocols import Energy
from pliant.problems import FieldError, path_text
from pliant.scene.point_matter import mean_at
from pliant.scene.rest import RestShape, broken_links
from pliant.scene.trouble import problem_in_body

_ONE_POINT = 1e-9  # times the size: nodes nearer than this are tied


def spring_matter(
    spec: Body, index: int, material: Springs, rest: RestShape
) -> tuple[np.ndarray, np.ndarray, tuple[Energy, ...], tuple[()], np.ndarray | float]:
    """As `point_matter`; mass and drag are per node."""
    try:
        springs = _in_order(_with_links(spec, material, rest, _springs(spec, material, rest)))
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
    broken = broken_links(spec) if isinstance(spec, Surface) and spec.broken_links else None
    kinds = []
    for steps, stiffness in (
        (structural_steps(axes), material.stiffness),
        (shear_steps(axes), material.shear),
        (bend_steps(axes), material.bend),
    ):
        wanted = steps if np.any(stiffness) else []
        pairs = [grid_pairs(spec.grid, spec.periodic, step, broken) for step in wanted]
        kinds.append(np.concatenate([*pairs, none]))
    return kinds


def _with_links(spec: Body, material: Springs, rest: RestShape, springs: _Springs) -> _Springs:
    """The springs with those of `links` in place of theirs, or after them; what neither pulls nor damps is left out."""
    links = material.links
    if not links:
        return springs
    material.check_links(spec.grid)
    ends = np.array([[rest.layout.index(*node) for node in link.between] for link in links])
    keys, known = _keys(rest, ends), _keys(rest, springs.pairs)
    order = np.argsort(known)
    place = np.searchsorted(known[order], keys)
    found = (place < len(known)) & (known[order][np.minimum(place, len(known) - 1)] == keys)
    apart = _distances(rest, ends)
    pairs = np.concatenate([springs.pairs, ends[~found]])
    length, k, c = (
        np.concatenate([values, new])
        for values, new in zip(springs[1:], (apart[~found], *np.zeros((2, np.sum(~found)))), strict=True)
    )
    at = np.where(found, order[np.minimum(place, len(known) - 1)], len(known) + np.cumsum(~found) - 1)
    for number, link in enumerate(links):
        path, row = ("material", "links", number), at[number]
        a, b = (list(node) for node in link.between)
        if not found[number] and link.stiffness is None:
            raise FieldError(path, f"no spring joins {a} and {b} yet: give the `stiffness` of a new one")
        if apart[number] <= _ONE_POINT * rest.size:
            raise FieldError(
                path, f"{a} and {b} are one point at rest: a spring between them has no direction"
            )
        for values, value in ((length, link.length), (k, link.stiffness), (c, link.damping)):
            if value is not None:
                values[row] = value
    kept = (k > 0.0) | (c > 0.0)
    return _Springs(pairs[kept], length[kept], k[kept], c[kept])


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
