"""From engineering constants of sheets to their membrane and bending stiffness."""

from __future__ import annotations

import numpy as np

from pliant.energies.plane_stress import STIFFEST
from pliant.model import Elastic, Sheet


def stiffnesses(material: Elastic | Sheet) -> tuple[np.ndarray, np.ndarray]:
    """Membrane [N/m] and bending [N·m] stiffness as 3×3 matrices over (11, 22, 12), in the material's frame.

    Where the material varies (see `sampled`), they have a third axis for the nodes.
    """
    if isinstance(material, Sheet):
        return (
            _plane_stress(material.membrane, material.poisson, membrane=True),
            _plane_stress(material.bending, material.poisson, membrane=False),
        )
    e1, t, nu = material.young, material.thickness, material.poisson
    e2 = e1 if material.young_2 is None else material.young_2
    shear = material.shear
    if shear is None:
        shear = np.sqrt(e1 * e2) / (2.0 * (1.0 + nu * np.sqrt(e2 / e1)))
    d = 1.0 - nu * nu * e2 / e1
    moduli = (e1 / d, nu * e2 / d, e2 / d, shear)
    c = _matrix(*(t * modulus for modulus in moduli))  # any of them may vary alone: then all entries do
    return c, c * t * t / 12.0 if material.bending is None else isotropic_bending(material.bending, nu)


def in_depth(material: Elastic | Sheet) -> np.ndarray:
    """t μ and t K [N/m] of a sheet that is the same in all directions, (2,) or (2, …); K is finite for ν = ½."""
    young = material.membrane if isinstance(material, Sheet) else material.young * material.thickness
    nu = material.poisson
    shear = np.asarray(young, dtype=float) / (2.0 * (1.0 + nu))
    return np.stack([shear, min(2.0 * (1.0 + nu) / max(3.0 * (1.0 - 2.0 * nu), 1e-9), STIFFEST) * shear])


def isotropic_bending(stiffness: float, poisson: float) -> np.ndarray:
    """D (11, 22, 12) of an isotropic plate with bending stiffness D [N·m]."""
    return _matrix(stiffness, poisson * stiffness, stiffness, 0.5 * (1.0 - poisson) * stiffness)


def _matrix(c11, c12, c22, c33) -> np.ndarray:
    """[[c11, c12, 0], [c12, c22, 0], [0, 0, c33]], of numbers or of arrays."""
    c11, c12, c22, c33, zero = np.broadcast_arrays(c11, c12, c22, c33, 0.0)
    return np.array([[c11, c12, zero], [c12, c22, zero], [zero, zero, c33]], dtype=float)


def _plane_stress(value, poisson: float, *, membrane: bool) -> np.ndarray:
    if isinstance(value, tuple):
        return _matrix(*value)
    return isotropic_bending(value / (1.0 - poisson**2) if membrane else value, poisson)
