"""From a rigid body's spec to its points of mass and the frame in which its nodes move."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.build.rest import RestShape
from pliant.integrators.rigid_frame import RigidFrame
from pliant.model import Rigid
from pliant.model.rigid import MASS_POINTS


def rigid_matter(spec: Rigid, rest: RestShape) -> tuple[Any, ...]:
    """Mass and damping (P,), energies and published forces (none), firmness, no sticks, no flexure, the frame."""
    found, layout = spec.mass_properties(), rest.layout
    skin, points = np.split(layout.nodes, [layout.count - MASS_POINTS])
    mass = layout.zeros()
    mass[points] = found.mass / MASS_POINTS
    frame = RigidFrame(
        layout, rest.positions, skin, points, found.mass, found.center, found.inertia, spec.restitution
    )
    return mass, layout.zeros(), (), (), 0.0, None, None, frame
