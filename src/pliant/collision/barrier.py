"""The barrier between pairs of features: a repulsion that begins at the thickness and grows without limit at touch.

For a pair of distance d, nearer than r, the mean of the two thicknesses,

    E = κ m(s) ψ(d) ,   ψ = −(d − r)² ln(d/r)   [Li et al. 2020, eq. 6]                                        (1)

ψ and its first two derivatives vanish at d = r. For two edges s is the squared sine of the angle between them and

    m = y (2 − y) ,  y = s/s₀ < 1 ,   m = 1 beyond:                                                             (2)

nearest points jump along edges that are nearly parallel, whose ends carry the contact then. With nearest points
Σ w x apart by d n, ∇d = w n, and Newton's method gets the block κ m ψ″ wwᵀ nnᵀ: what is left out of the Hessian, ψ′∇²d,
has no positive eigenvalue but for the turning of n that m fades.

κ [N/m] is given to a pair when it comes near within a step, and stays:

    κ = max(m̄/Δt², ¼ nᵀH̄n) ,                                                                                   (3)

with m̄ and H̄ the means of masses and of the bodies' own blocks of the Hessian over the pair with weights w². So the
barrier is about as stiff as what it holds back: softer ones let gaps shrink to nothing, stiffer ones only make the
linear systems harder [Ando 2024 has it from the Hessian as well].
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from pliant.collision.distance import separation
from pliant.collision.pairs import BLOCK, nearest_in_block
from pliant.numerics.compile import internal, kernel, uint

PARALLEL = 1e-3  # s₀ of (2)
_SHARE = 0.25  # of the Hessian in (3)


@internal
def barrier(d, r):
    """ψ, ψ′ and ψ″ of (1)."""
    y, ratio = d - r, log(d / r)
    return -y * y * ratio, -y * (2.0 * ratio + y / d), -2.0 * ratio - 4.0 * y / d + y * y / (d * d)


@internal
def fade(sine):
    """m and dm/ds of (2)."""
    y = sine / PARALLEL
    if y >= 1.0:
        return 1.0, 0.0
    return y * (2.0 - y), 2.0 * (1.0 - y) / PARALLEL


@internal
def stiffness(mass, blocks, i0, i1, i2, i3, w0, w1, w2, w3, nx, ny, nz, inertia):
    """(3); `inertia` is 1/Δt²."""
    total, heavy, norm = 0.0, 0.0, 0.0
    for a in range(4):
        i = i0 if a == 0 else (i1 if a == 1 else (i2 if a == 2 else i3))
        w = w0 if a == 0 else (w1 if a == 1 else (w2 if a == 2 else w3))
        own = blocks[0, i] * nx * nx + blocks[3, i] * ny * ny + blocks[5, i] * nz * nz
        own += 2.0 * (blocks[1, i] * nx * ny + blocks[2, i] * nx * nz + blocks[4, i] * ny * nz)
        total += w * w * own
        heavy += w * w * mass[i]
        norm += w * w
    return max(heavy * inertia, _SHARE * total) / norm


@internal
def add_fading(x, gradient, i0, i1, i2, i3, f):
    """gradient += f ∇s, with s the squared sine of the angle between edges (i0, i1) and (i2, i3)."""
    ux, uy, uz = x[0, i1] - x[0, i0], x[1, i1] - x[1, i0], x[2, i1] - x[2, i0]
    vx, vy, vz = x[0, i3] - x[0, i2], x[1, i3] - x[1, i2], x[2, i3] - x[2, i2]
    uu, vv = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz
    if uu == 0.0 or vv == 0.0:
        return
    # s = 1 − (u·v)²/(|u|²|v|²)
    cosine = ux * vx + uy * vy + uz * vz
    a, b, c = (
        -2.0 * cosine / (uu * vv),
        2.0 * cosine * cosine / (uu * uu * vv),
        2.0 * cosine * cosine / (uu * vv * vv),
    )
    gx, gy, gz = f * (a * vx + b * ux), f * (a * vy + b * uy), f * (a * vz + b * uz)
    gradient[0, i0] -= gx
    gradient[1, i0] -= gy
    gradient[2, i0] -= gz
    gradient[0, i1] += gx
    gradient[1, i1] += gy
    gradient[2, i1] += gz
    gx, gy, gz = f * (a * ux + c * vx), f * (a * uy + c * vy), f * (a * uz + c * vz)
    gradient[0, i2] -= gx
    gradient[1, i2] -= gy
    gradient[2, i2] -= gz
    gradient[0, i3] += gx
    gradient[1, i3] += gy
    gradient[2, i3] += gz


@internal
def nearer_by(far, i0, i1, i2, i3, is_face):
    """By how much two features can have come nearer when vertices have moved by `far`."""
    if is_face:
        return far[i0] + max(far[i1], far[i2], far[i3])
    return max(far[i0], far[i1]) + max(far[i2], far[i3])


@internal
def add_pairs(
    x, reach, mass, blocks, inertia, pairs, first, last, is_face, apart, far, kappa, gradient, active, weights, normals,
    terms, n,
):  # fmt: skip
    """E of the pairs from `first` to `last`, and where those that are near end in the lists: see `evaluate`.

    Nearest points are those of 32 pairs at a time.
    """
    at, between, w = np.zeros((9, BLOCK)), np.zeros((3, BLOCK)), np.zeros((3, BLOCK))
    which, size, total = np.zeros(BLOCK, np.int64), 0, 0.0
    for k in range(first, last):
        i0, i1, i2, i3 = uint(pairs[k, 0]), uint(pairs[k, 1]), uint(pairs[k, 2]), uint(pairs[k, 3])
        if apart[k] - nearer_by(far, i0, i1, i2, i3, is_face) <= reach[k]:
            which[size] = k
            for c in range(3):
                at[c, size], at[3 + c, size] = x[c, i0] - x[c, i3], x[c, i1] - x[c, i3]
                at[6 + c, size] = x[c, i2] - x[c, i3]
            size += 1
        if size < BLOCK and (k + 1 < last or size == 0):
            continue
        nearest_in_block(at, is_face, between, w)
        for j in range(size):
            m, dx, dy, dz = which[j], between[0, j], between[1, j], between[2, j]
            r, square = reach[m], dx * dx + dy * dy + dz * dz
            if square >= r * r or square == 0.0:
                continue
            i0, i1, i2, i3 = uint(pairs[m, 0]), uint(pairs[m, 1]), uint(pairs[m, 2]), uint(pairs[m, 3])
            w0, w1, w2, w3 = 1.0, -w[0, j], -w[1, j], -w[2, j]
            if not is_face:
                s, t = w[0, j], w[1, j]
                w0, w1, w2, w3 = 1.0 - s, s, t - 1.0, -t
            d = sqrt(square)
            nx, ny, nz = dx / d, dy / d, dz / d
            if kappa[m] == 0.0:
                kappa[m] = stiffness(mass, blocks, i0, i1, i2, i3, w0, w1, w2, w3, nx, ny, nz, inertia)
            e, f, h = barrier(d, r)
            fading, slope = (1.0, 0.0) if is_face or i0 == i1 or i2 == i3 else fade(w[2, j])
            total += kappa[m] * fading * e
            if slope != 0.0:
                add_fading(x, gradient, i0, i1, i2, i3, kappa[m] * slope * e)
            f *= kappa[m] * fading
            fx, fy, fz = f * nx, f * ny, f * nz
            gradient[0, i0] += w0 * fx
            gradient[1, i0] += w0 * fy
            gradient[2, i0] += w0 * fz
            gradient[0, i1] += w1 * fx
            gradient[1, i1] += w1 * fy
            gradient[2, i1] += w1 * fz
            gradient[0, i2] += w2 * fx
            gradient[1, i2] += w2 * fy
            gradient[2, i2] += w2 * fz
            gradient[0, i3] += w3 * fx
            gradient[1, i3] += w3 * fy
            gradient[2, i3] += w3 * fz
            active[n] = m
            weights[n, 0], weights[n, 1], weights[n, 2], weights[n, 3] = w0, w1, w2, w3
            normals[n, 0], normals[n, 1], normals[n, 2] = nx, ny, nz
            terms[n, 0], terms[n, 1], terms[n, 2], terms[n, 3] = d, r, -f, kappa[m] * fading * h
            n += 1
        size = 0
    return total, n


@kernel
def evaluate(
    x,
    reach,
    mass,
    blocks,
    inertia,
    pairs,
    faces,
    count,
    apart,
    far,
    kappa,
    gradient,
    active,
    weights,
    normals,
    terms,
):
    """E of (1) over pairs (count, 4), the first `faces` of them of a vertex and a face; gradient (3, V) += ∇E.

    The pairs that are near are listed: `active` their numbers, `weights` (n, 4), `normals` (n, 3), and as `terms`
    (n, 4) the distance, r, the force −dE/dd [N] and the stiffness κ m ψ″ [N/m]. Pairs whose distance was `apart` when
    they were found, and whose vertices have since gone `far`, are not looked at if they cannot be near. `reach`
    is r, `kappa` zero for pairs that have not been near yet. Returns E and n.
    """
    total, n, first = 0.0, 0, 0
    for is_face in (True, False):
        last = faces if is_face else count
        energy, n = add_pairs(
            x, reach, mass, blocks, inertia, pairs, first, last, is_face, apart, far, kappa, gradient, active,
            weights, normals, terms, n,
        )  # fmt: skip
        total, first = total + energy, last
    return total, n


@kernel
def find_near(x, reach, pairs, faces, count, apart, far, out):
    """The numbers of the pairs that are nearer than r, into `out`; returns how many."""
    n = 0
    for k in range(count):
        is_face = k < faces
        i0, i1, i2, i3 = pairs[k, 0], pairs[k, 1], pairs[k, 2], pairs[k, 3]
        r = reach[k]
        if apart[k] - nearer_by(far, i0, i1, i2, i3, is_face) > r:
            continue
        dx, dy, dz = separation(x, i0, i1, i2, i3, is_face)
        if dx * dx + dy * dy + dz * dz < r * r:
            out[n] = k
            n += 1
    return n
