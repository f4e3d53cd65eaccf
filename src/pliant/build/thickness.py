"""How thick a body is in contact, unless somebody says."""

from __future__ import annotations

import numpy as np

from pliant.build.rest import RestShape
from pliant.model import Body, Mesh, Rigid, Solid
from pliant.model.fields import sampled
from pliant.scene.schema import Scene

# Thickness over the usual edge, at least. Less costs time, since steps take many corrections: it has to be asked for.
# What is closed is seen to float by what a sheet hides.
_LEAST, _CLOSED, _OF_SIZE = 0.25, 0.05, 0.01


def usual_thickness(spec: Body, edge: float) -> float:
    """That of the material [m], but no less than a part of the usual edge [m]."""
    if isinstance(spec, Rigid):  # whose edges may be as long as itself
        return min(_CLOSED * edge, _OF_SIZE * float(np.linalg.norm(np.ptp(spec.geometry().vertices, axis=0))))
    closed = isinstance(spec, Solid) or (isinstance(spec, Mesh) and len(spec.geometry().tetrahedra) > 0)
    return max(_real_thickness(spec) or 0.0, (_CLOSED if closed else _LEAST) * edge)


def usual_margin(scene: Scene, spec: Body, shape: RestShape) -> float:
    """Half of a body's thickness [m]: what keeps it off obstacles."""
    asked = scene.collision.thickness if spec.contact_thickness is None else spec.contact_thickness
    return 0.5 * (usual_thickness(spec, shape.usual_edge) if asked is None else asked)


def _real_thickness(spec: Body) -> float | None:
    """[m], of a curve its diameter; None: its material does not say."""
    for name, factor in (("thickness", 1.0), ("radius", 2.0)):
        if getattr(spec.material, name, None) is not None:
            return factor * float(np.mean(getattr(sampled(spec), name)))
    return None
