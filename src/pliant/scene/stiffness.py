"""From engineering constants of sheets to their membrane and bending stiffness."""

from __future__ import annotations

import numpy as np

from pliant.model import Elastic, Sheet


def stiffnesses(material: Elastic | Sheet) -> tuple[np.ndarray, np.ndarray]:
    """Membrane [N/m] and bending [N·m] stiffness as 3×3 matrices over (11, 22, 12), in the material's frame."""
    if isinstance(material, Sheet):
        return (
            _plane_stress(material.membrane, material.poisson, membrane=True),
            _plane_stress(material.bending, material.poisson, membrane=False),
        )
    e1, t, nu = material.young, material.thickness, material.poisson
    e2 = material.young_2 or e1
    shear = material.shear
    if shear is None:
        shear = np.sqrt(e1 * e2) / (2.0 * (1.0 + nu * np.sqrt(e2 / e1)))
    d = 1.0 - nu * nu * e2 / e1
    c = t * np.array([[e1 / d, nu * e2 / d, 0.0], [nu * e2 / d, e2 / d, 0.0], [0.0, 0.0, shear]])
    return c, c * t * t / 12.0 if material.bending is None else isotropic_bending(material.bending, nu)


def isotropic_bending(stiffness: float, poisson: float) -> np.ndarray:
    """D (11, 22, 12) of an isotropic plate with bending stiffness D [N·m]."""
    return stiffness * np.array([[1.0, poisson, 0.0], [poisson, 1.0, 0.0], [0.0, 0.0, 0.5 * (1.0 - poisson)]])


def _plane_stress(value, poisson: float, *, membrane: bool) -> np.ndarray:
    if isinstance(value, tuple):
        c11, c12, c22, c33 = value
        return np.array([[c11, c12, 0.0], [c12, c22, 0.0], [0.0, 0.0, c33]])
    return isotropic_bending(value / (1.0 - poisson**2) if membrane else value, poisson)
