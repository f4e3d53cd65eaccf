"""What bends yields from its skin inwards: layers of a section as arms with limits of their own.

At the curvature κ the fibre at the height z of a section has the strain zκ. It yields when κ passes Y/(Ez), whatever
the others do, so that a section that bends is a sum of arms: with the width b(z) that it has there,

    M = Σ share_k · EI (κ − p_k) ,   share_k = w_k b z_k²/Σ w b z² ,   limit_k = M_Y R/z_k ,                   (1)

at Gauss's points z_k with weights w_k between its middle and its skin, at z = R, where M_Y is the moment at which the
skin yields. All yielding, they bear M_Y R Σ w b z/Σ w b z²: 3/2 M_Y for a plate and 16/3π M_Y for a round rod.

The force along the section is borne apart from this: how tension lowers the moment is not in it.
"""

from __future__ import annotations

import numpy as np

from pliant.model.flow import Unit


def layers_of(unit: Unit, count: int, *, round_: bool) -> tuple[list[Unit], np.ndarray]:
    """The arms (1) of a section, and their limits over M_Y (count,)."""
    if count == 1:
        return [unit], np.ones(1)
    points, weights = np.polynomial.legendre.leggauss(count)
    heights = 0.5 * (points + 1.0)
    shares = weights * heights**2 * (np.sqrt(1.0 - heights**2) if round_ else 1.0)
    return [unit._replace(share=float(share)) for share in shares / shares.sum()], 1.0 / heights
