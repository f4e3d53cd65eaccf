"""Obstacles that are made of facets: bodies meet the triangles, from which distances are exact, and see the same.

Their corners lie on the surface that is meant. Where that is round, a facet of length l is l²/8R inside of it: there
are enough of them that this is less than a thousandth of the size.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import Any

import numpy as np

from pliant.contact.dispatch import Posed, posed
from pliant.contact.mesh import Mesh, placed
from pliant.contact.nearest import triangles_of
from pliant.contact.obstacle import ObstacleSpec
from pliant.contact.triangles import MeshShape
from pliant.spec import Point


class Faceted(ObstacleSpec):
    """Fields of obstacles that are made of facets."""

    center: Point = (0.0, 0.0, 0.0)

    @abstractmethod
    def facets(self) -> Mesh:
        """Vertices in its own frame, and triangles that close it, counter-clockwise from outside."""

    def geometry(self) -> Posed:
        """What kernels see."""
        return posed(_shape_of(self.still()), self.center, self.rotation)

    def still(self) -> Any:
        """The same at the origin, and without whatever its facets do not depend on."""
        own = {
            name: getattr(self, name) for name in type(self).model_fields if name not in Faceted.model_fields
        }
        return type(self)(**own)

    def mesh(self, extent: float) -> Mesh:
        """The surface to draw; a finite obstacle does not need `extent`."""
        return placed(*_facets_of(self.still()), self.center, self.rotation, self.scale)

    @property
    def least_radius(self) -> float:
        return 0.0  # at the edges of its facets

    def enclosing(self) -> Mesh:
        """Its facets."""
        return placed(*_facets_of(self.still()), self.center, self.rotation, 1.0)


@lru_cache(maxsize=64)
def _facets_of(obstacle: Any) -> Mesh:
    return obstacle.facets()


@lru_cache(maxsize=64)
def _shape_of(obstacle: Any) -> MeshShape:
    vertices, triangles = _facets_of(obstacle)
    return MeshShape(0.0, triangles_of(np.ascontiguousarray(vertices), np.ascontiguousarray(triangles)))
