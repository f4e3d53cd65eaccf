"""How much a surface is stretched, for colouring and for the books."""

from __future__ import annotations

import numpy as np

from pliant.numerics.compile import kernel
from pliant.numerics.differences import forward


@kernel
def node_stretch(x, rest, corner_area, span, out):
    """The largest principal stretch minus one over the corners that meet in a node, into out (P,).

    At a corner with metric G and rest metric G⁰ the squared principal stretches are the eigenvalues of (G⁰)⁻¹G. `rest`
    (8, P) and `corner_area` (4, P) are those of the metric energy and of the rest surface.
    """
    w = span.width
    for p in range(out.shape[0]):
        out[p] = -1.0
    for row in range(span.rows):
        start = span.first + row * w
        for p in range(start, start + span.columns):
            for i in range(2):
                ax, ay, az = forward(x, p + i, w)
                for j in range(2):
                    k = 2 * i + j
                    if corner_area[k, p] == 0.0:
                        continue
                    bx, by, bz = forward(x, p + j * w, 1)
                    g11, g22 = ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz
                    g12 = ax * bx + ay * by + az * bz
                    r11, r22, r12 = rest[i, p], rest[2 + j, p], rest[4 + k, p]
                    det = r11 * r22 - r12 * r12
                    half_trace = 0.5 * (r22 * g11 + r11 * g22 - 2.0 * r12 * g12) / det
                    product = (g11 * g22 - g12 * g12) / det
                    largest = half_trace + np.sqrt(max(half_trace * half_trace - product, 0.0))
                    node = p + j * w + i
                    out[node] = max(out[node], np.sqrt(max(largest, 0.0)) - 1.0)
    for p in range(out.shape[0]):
        if out[p] == -1.0:
            out[p] = 0.0
