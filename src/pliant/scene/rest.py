"""From a body's rest shape, grid and links to the geometry that everything else is built upon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.energies.exact import RestSurface, tangent_weights
from pliant.energies.strain import StrainGauge
from pliant.errors import SceneError
from pliant.model import Surface
from pliant.numerics.differences import Links
from pliant.numerics.layout import GridLayout
from pliant.scene.trouble import problem_in_body

# Nodes nearer to each other than this fraction of the body's size are one node: the pole of an ellipsoid.
_COINCIDENT = 1e-9


@dataclass(frozen=True)
class RestShape:
    """What follows from `USES` of a body's spec alone."""

    USES = ("grid", "periodic", "shape", "initial_shape", "broken_links")

    layout: GridLayout
    links: Links
    surface: RestSurface
    tangent: np.ndarray  # (4, P), weights of the links around a node
    ties: tuple[
        np.ndarray, ...
    ]  # flat indices of nodes that are one point, and move as one in the variant `exact`
    size: float  # the diagonal of the bounding box [m]
    ones: np.ndarray  # (P,)
    gauge: StrainGauge

    @classmethod
    def build(cls, spec: Surface, index: int) -> RestShape:
        layout = GridLayout(spec.grid, spec.periodic)
        links = Links.build(layout, _broken(spec))
        points = _points(spec, index, "shape")
        start = points if spec.initial_shape is None else _points(spec, index, "initial_shape")
        surface = RestSurface.build(layout, links, points)
        if not surface.node_area.any():
            message = "the rest shape has no area; are its points all on one line?"
            raise problem_in_body(index, "shape", message)
        size = float(np.linalg.norm(np.ptp(points.reshape(-1, 3), axis=0)))
        tangent = tangent_weights(links, layout.width)
        ties = _coincident(layout, points, start, size)
        ones = layout.spread(np.ones(layout.shape))
        return cls(layout, links, surface, tangent, ties, size, ones, StrainGauge(surface, tangent))


def _broken(spec: Surface) -> np.ndarray:
    """Which links are cut, bool (2, M, N): the one from [m, n] along each axis."""
    broken = np.zeros((2, *spec.grid), dtype=bool)
    for a, b in spec.broken_links:
        axis = 0 if a[0] != b[0] else 1
        count = spec.grid[axis]
        first = a if (a[axis] + 1) % count == b[axis] else b
        broken[axis, first[0], first[1]] = True
    return broken


def _points(spec: Surface, index: int, name: str) -> np.ndarray:
    """The nodes of one of a body's shapes, (M, N, 3)."""
    try:
        return getattr(spec, name).points(spec.grid, spec.periodic)
    except SceneError as error:  # a deformer that does not fit the shape, a file that is gone
        problem = error.problems[0]
        raise problem_in_body(index, f"{name}.{problem.path}".rstrip("."), problem.message) from None


def _coincident(
    layout: GridLayout, points: np.ndarray, start: np.ndarray, size: float
) -> tuple[np.ndarray, ...]:
    """Groups of nodes that coincide at rest and at the start: they move as one."""
    both = np.concatenate([points, start], axis=-1)
    tolerance = _COINCIDENT * size
    nearest = min(float(np.linalg.norm(np.roll(both, 1, axis) - both, axis=-1).min()) for axis in (0, 1))
    if nearest > tolerance:  # nearly always; the search below takes longer to import than to run
        return ()
    from scipy.spatial import KDTree

    pairs = KDTree(both.reshape(-1, 6)).query_pairs(tolerance, output_type="ndarray")
    owner = np.arange(layout.count)
    for a, b in pairs:
        owner[owner == owner[b]] = owner[a]
    groups = [np.flatnonzero(owner == first) for first in np.unique(owner[pairs.ravel()])]
    return tuple(layout.nodes[group] for group in groups)
