"""Which nodes the constraints of a scene hold, and at which edges they hold a direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from pliant.constraints import Clamp, Drive, Joint, Pin
from pliant.model import Body, Bulk, Cord, Curve, Elastic, Mesh, Raw, Rigid, Rod, Sheet, Solid, Strip, Surface

if TYPE_CHECKING:
    from pliant.scene.schema import Scene

_ELASTIC = (Elastic, Sheet, Raw, Rod, Cord, Strip)


def directed(spec: Body) -> bool:
    """Whether a clamp holds the direction of a body by itself, not by a second row of nodes."""
    own = isinstance(spec, Mesh) or (isinstance(spec, Surface | Curve) and spec.variant == "exact")
    return own and isinstance(spec.material, _ELASTIC)


def constrained(scene: Scene, spec: Body) -> np.ndarray:
    """Which nodes of a body the scene's constraints hold, bool of its grid's shape; a rigid one is held by joints."""
    held = np.zeros(spec.grid, dtype=bool)
    for constraint in scene.constraints if not isinstance(spec, Rigid) else ():
        if not isinstance(constraint, Joint) and constraint.body == spec.id:
            held |= constrained_by(constraint, spec)
    return held


def constrained_by(constraint: Pin | Clamp | Drive, spec: Body) -> np.ndarray:
    """Which nodes of its body a pin, a clamp or a drive holds, bool of the grid's shape."""
    if not isinstance(constraint, Clamp):
        return constraint.mask_of(spec)
    one = directed(spec) or (isinstance(spec, Solid | Mesh) and isinstance(spec.material, Bulk))
    return constraint.mask_of(spec, rows=1 if one else 2)


def clamped_edges(scene: Scene, spec: Body) -> list[str]:
    """The edges of a body at which its direction is held, each once; of a mesh, the names of what clamps hold."""
    if not directed(spec):
        return []
    return list(dict.fromkeys(edge for clamp in clamps_of(scene, spec) for edge in edges_of(clamp, spec)))


def edges_of(clamp: Clamp, spec: Body) -> Sequence[str]:
    """The edges that a clamp holds of its body; of a mesh one name, which stands for all the nodes."""
    if not isinstance(spec, Mesh):
        return clamp.edges
    return [f"{clamp.id}/{crc32(clamp.mask_of(spec).tobytes()):08x}"]


def clamps_of(scene: Scene, spec: Body) -> list[Clamp]:
    """The clamps of a body."""
    return [one for one in scene.constraints if isinstance(one, Clamp) and one.body == spec.id]
