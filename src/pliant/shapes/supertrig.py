"""The cosine and sine of superellipses [Barr 1981, "Superquadrics and angle-preserving transformations"].

    |x|^(2/ε) + |y|^(2/ε) = 1

ε = 1 is the circle, ε → 0 the square, ε = 2 the diamond, ε > 2 a pinched star. Barr runs through it by
x = cos^ε θ, y = sin^ε θ, which leaves gaps at the middle of the sides for ε < 1 and at the tips for ε > 1.
Here θ is the true polar angle: the same curve, with nodes spread evenly as seen from the centre.

    C(θ) = cos θ / n,   S(θ) = sin θ / n,   n = (|cos θ|^(2/ε) + |sin θ|^(2/ε))^(ε/2)
"""

from __future__ import annotations

import numpy as np


def super_cos_sin(theta: np.ndarray, exponent: float) -> tuple[np.ndarray, np.ndarray]:
    """C(θ) and S(θ); for exponent 1 the cosine and the sine."""
    c, s = np.cos(theta), np.sin(theta)
    if exponent == 1.0:
        return c, s
    largest = np.maximum(np.abs(c), np.abs(s))  # taken out, so that no power over- or underflows
    powers = (np.abs(c) / largest) ** (2.0 / exponent) + (np.abs(s) / largest) ** (2.0 / exponent)
    n = largest * powers ** (0.5 * exponent)
    return c / n, s / n
