"""From a material of springs to masses and the springs between the nodes of a curve, a surface or a solid."""

from __future__ import annotations

import numpy as np

from pliant.energies.springs import bend_steps, grid_pairs, shear_steps, spring_energy, structural_steps
from pliant.model import Curve, Solid, Springs, Surface
from pliant.model.protocols import Energy
from pliant.scene.point_matter import mean_at
from pliant.scene.rest import RestShape, broken_links

_ONE_POINT = 1e-9  # times the size: nodes nearer than this are tied


def spring_matter(
    spec: Curve | Surface | Solid, material: Springs, rest: RestShape
) -> tuple[np.ndarray, np.ndarray, tuple[Energy, ...], tuple[()], np.ndarray | float]:
    """As `point_matter`; mass and drag are per node."""
    firmness = material.stiffness * rest.ones if isinstance(spec, Solid) else 0.0
    springs = (_springs(spec, material, rest),)
    return material.mass * rest.ones, material.drag * rest.ones, springs, (), firmness


def _springs(spec: Curve | Surface | Solid, material: Springs, rest: RestShape) -> Energy:
    """Springs between neighbours; those between nodes that are one point are left out."""
    layout, axes = rest.layout, len(spec.grid)
    broken = broken_links(spec) if isinstance(spec, Surface) and spec.broken_links else None
    x = layout.gather(rest.positions)
    kinds = (
        (structural_steps, material.stiffness),
        (shear_steps, material.shear),
        (bend_steps, material.bend),
    )
    nodes, stiffnesses = [], []
    for steps_along, stiffness in kinds:
        steps = steps_along(axes)
        if steps and np.any(stiffness):
            pairs = np.concatenate([grid_pairs(spec.grid, spec.periodic, step, broken) for step in steps])
            nodes.append(pairs)
            stiffnesses.append(np.broadcast_to(mean_at(stiffness, pairs), len(pairs)))
    pairs, k = np.concatenate(nodes), np.concatenate(stiffnesses)
    apart = np.linalg.norm(x[pairs[:, 1]] - x[pairs[:, 0]], axis=1)
    kept = (apart > _ONE_POINT * rest.size) & (k > 0.0)
    pairs, k, apart = pairs[kept], k[kept], apart[kept]
    c = mean_at(material.damping, pairs) * k / mean_at(material.stiffness, pairs)
    return spring_energy(layout, pairs, mean_at(material.rest, pairs) * apart, k, c)
