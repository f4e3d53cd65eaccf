"""The papers' weights for a sheet that is given by engineering constants, so that it can be tried in their formulation.

With the membrane stiffness C [N/m] of a sheet of W×H [m] and cells of area a [m²], the energy of weights on the unit
square (`energies.surface.metric_energy_from_weights`) is that of the sheet for

    η₁₁ = C₁₁ a / (2 W⁴),    η₂₂ = C₂₂ a / (2 H⁴),    η₁₂ = C₃₃ a / (W² H²)                                       (1)

Poisson's coupling C₁₂ has no weight, nor has bending one that means the same: the sheet gets none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.build.model import BodyModel
from pliant.build.stiffness import stiffnesses
from pliant.model import Elastic, Sheet, Surface


def raw_weights(body: BodyModel) -> dict[str, Any] | None:
    """A material of kind "raw" that stretches as the body's own does; None if it has no such material."""
    spec = body.spec
    if not isinstance(spec, Surface) or not isinstance(spec.material, Elastic | Sheet):
        return None
    rows, columns = spec.grid
    x = body.layout.gather(body.shape.positions).reshape(rows, columns, 3)
    width, height = (np.linalg.norm(np.diff(x, axis=k), axis=2).sum(axis=k).mean() for k in (0, 1))
    area = width * height / ((rows - 1) * (columns - 1))
    membrane, _ = stiffnesses(spec.material)
    c = membrane.reshape(3, 3, -1).mean(axis=2)
    shear = c[2, 2] * area / (width * height) ** 2  # (1)
    along, across = c[0, 0] * area / (2 * width**4), c[1, 1] * area / (2 * height**4)
    material = spec.material
    mass = material.area_density if isinstance(material, Sheet) else material.density * material.thickness
    return {
        "kind": "raw",
        "tension": [[_short(along), _short(shear)], [_short(shear), _short(across)]],
        "mass": _short(np.mean(mass) * area),
        "damping": _short(np.mean(material.drag) * area),
    }


def _short(value: Any) -> float:
    """With four digits: it stands in a panel."""
    return float(f"{float(value):.4g}")
