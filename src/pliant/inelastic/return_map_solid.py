"""How far matter in space gives way within a step: the local minimum of `yield_law`, in principal axes.

For principal values g_i of FᵀF and p_i without a sum, in units of φμ,

    f(p) = ¼Σ(G_i − Ḡ)² + R(p) ,   G_i = g_i exp(−2p_i) ,   R = c|p| + k|p|²   or   Y max|p_i| + k|p|²              (1)

is least where t = dev G_i(G_i − Ḡ), the stress, is at the limit and p along it. With von Mises' limit c this is a
problem in the plane Σp_i = 0, smooth but for p = 0. With Tresca's, p is the largest shear a(1, 0, −1) between the
highest and the lowest t_i, where R = Ya, as long as the third t_i is between them; else two such shears, R = Y(a + b).
Newton's method is kept on its way downhill by halving what it asks for, and by more curvature where (1) is not convex:
where stretches differ by more than a factor of two.

All is done for n ≤ ROW samples at once, without branches, so that loops over them become vector instructions.
"""

from __future__ import annotations

import numpy as np

from pliant.energies.elements import at
from pliant.energies.samples import put
from pliant.energies.small_matrices import dot
from pliant.numerics.compile import inlined

_ITERATIONS = 60
_TINY = 1e-90  # its third power has an inverse
_NOISE = 1e-15  # of strains
_ENOUGH = 1e-8  # of |p|: a correction this small leaves nothing but rounding


@inlined
def power(p):
    """exp(−2p), from its series at a 64th, squared six times: a call would keep loops from becoming vectors."""
    x = p * (-1.0 / 32.0)
    q = 1.0 + x / 6.0 * (1.0 + x / 7.0 * (1.0 + x / 8.0 * (1.0 + x / 9.0)))
    q = x * (1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0 * (1.0 + x / 5.0 * q))))
    q = q * (2.0 + q)
    q = q * (2.0 + q)
    q = q * (2.0 + q)
    q = q * (2.0 + q)
    q = q * (2.0 + q)
    q = q * (2.0 + q)
    return 1.0 + q


@inlined
def flown(g, p):
    """G_i, and E_i."""
    e = (power(p[0]), power(p[1]), power(p[2]))
    return (g[0] * e[0], g[1] * e[1], g[2] * e[2]), e


@inlined
def less_mean(g):
    mean = (g[0] + g[1] + g[2]) / 3.0
    return g[0] - mean, g[1] - mean, g[2] - mean


@inlined
def product(a, b):
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@inlined
def times(g, u):
    """K u of (2) of `yield_law`."""
    mean = (g[0] + g[1] + g[2]) / 3.0
    less = (2.0 / 3.0) * dot(g, u)
    return (
        g[0] * (2.0 * (2.0 * g[0] - mean) * u[0] - less),
        g[1] * (2.0 * (2.0 * g[1] - mean) * u[1] - less),
        g[2] * (2.0 * (2.0 * g[2] - mean) * u[2] - less),
    )


@inlined
def along(a, u, b, v):
    return a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]


@inlined
def resistance(u, v, p, c, k):
    """u·(∂²R)v, in units of φμ."""
    size = np.sqrt(dot(p, p))
    safe = max(size, _TINY)
    return (2.0 * k + c / safe) * dot(u, v) - c * (dot(u, p) / safe) * (dot(v, p) / safe) / safe


# ---------------------------------------------------------------- how far samples flow
#
# n at a time, in rows of scratch memory from `r` on: principal values g of FᵀF; the directions u and v in which a
# sample flows, p = a u + b v, and how many they are; corrections of a and b, the value they started from, its slope
# along them, and which part of them is made; and R in units of φμ, c|p| + level (a + b) + k|p|².

VALUES, ALONG, ACROSS, A, B, DA, DB, VALUE, SLOPE, PART = 0, 3, 6, 9, 10, 11, 12, 13, 14, 15
C, LEVEL, DRAG, WAYS, GOING = 16, 17, 18, 19, 20


@inlined
def three(w, i, j):
    return w[at(i, j)], w[at(i + 1, j)], w[at(i + 2, j)]


@inlined
def begin_flow(w, r, j, g, limit, k, tresca):
    """Where Newton's method starts: with von Mises' limit along the stress, as far as in small strain."""
    t = less_mean(product(g, less_mean(g)))
    size = np.sqrt(dot(t, t))
    flows = size > limit
    high, low = max(t[0], t[1], t[2]), min(t[0], t[1], t[2])
    beyond = high - low > np.sqrt(2.0) * limit
    # The directions of the largest and of the least principal stress; all three are alike only where nothing flows.
    h0, l2 = 1.0 if t[0] == high else 0.0, 1.0 if t[2] == low else 0.0
    h1 = (1.0 if t[1] == high else 0.0) * (1.0 - h0)
    l1 = (1.0 if t[1] == low else 0.0) * (1.0 - l2)
    h2, l0 = 1.0 - h0 - h1, 1.0 - l1 - l2
    half, sixth = np.sqrt(0.5), np.sqrt(1.0 / 6.0)
    u = (h0 - l0 if tresca else half, h1 - l1 if tresca else -half, h2 - l2 if tresca else 0.0)
    v = (0.0 if tresca else sixth, 0.0 if tresca else sixth, 0.0 if tresca else -2.0 * sixth)
    safe = max(size, _TINY)
    stiff = max(dot(t, times(g, t)) / (safe * safe), 0.5 * size) + 2.0 * k
    excess = max(1.0 - limit / safe, 0.0) / stiff if size > 0.0 else 0.0
    going = beyond if tresca else flows
    put(w, r + VALUES, j, g)
    put(w, r + ALONG, j, u)
    put(w, r + ACROSS, j, v)
    w[at(r + A, j)] = 0.0 if tresca else excess * dot(u, t)
    w[at(r + B, j)] = 0.0 if tresca else excess * dot(v, t)
    put(w, r + DA, j, (0.0, 0.0, np.inf))
    w[at(r + SLOPE, j)] = 0.0
    w[at(r + PART, j)] = 1.0
    put(w, r + C, j, (0.0 if tresca else limit, np.sqrt(2.0) * limit if tresca else 0.0, k))
    w[at(r + WAYS, j)] = (1.0 if tresca else 2.0) if going else 0.0
    w[at(r + GOING, j)] = 1.0 if going else 0.0


@inlined
def correct(w, r, j):
    """One step of Newton's method, or a shorter one where the last has led uphill."""
    g, u, v = three(w, r + VALUES, j), three(w, r + ALONG, j), three(w, r + ACROSS, j)
    a, b, da, db = w[at(r + A, j)], w[at(r + B, j)], w[at(r + DA, j)], w[at(r + DB, j)]
    value, slope, part = w[at(r + VALUE, j)], w[at(r + SLOPE, j)], w[at(r + PART, j)]
    c, level, k = w[at(r + C, j)], w[at(r + LEVEL, j)], w[at(r + DRAG, j)]
    one, going = w[at(r + WAYS, j)] < 1.5, w[at(r + GOING, j)] > 0.0
    p = along(a, u, b, v)
    size = np.sqrt(dot(p, p))
    h, _ = flown(g, p)
    d = less_mean(h)
    now = 0.25 * dot(d, d) + level * (a + b) + (c + k * size) * size
    noise = _NOISE * (g[0] + g[1] + g[2]) * np.sqrt(dot(d, d))
    uphill = now > value + 1e-4 * part * slope + 1e-12 * value + noise and part > 1e-6
    t, ku, kv = product(h, d), times(h, u), times(h, v)
    pull = 2.0 * k + c / max(size, _TINY)
    ga, gb = level - dot(u, t) + pull * dot(u, p), level - dot(v, t) + pull * dot(v, p)
    aa, bb = dot(u, ku) + resistance(u, u, p, c, k), dot(v, kv) + resistance(v, v, p, c, k)
    ab = dot(v, ku) + resistance(u, v, p, c, k)
    gb, bb, ab = 0.0 if one else gb, abs(aa) if one else bb, 0.0 if one else ab
    scale = abs(aa) + abs(bb) + 1e-300
    lowest = 0.5 * (aa + bb) - np.sqrt(0.25 * (aa - bb) ** 2 + ab * ab)
    more = 0.1 * scale - lowest if lowest < 1e-6 * scale else 0.0  # not convex here: downhill
    aa, bb = aa + more, bb + more
    det = aa * bb - ab * ab
    na, nb = (ab * gb - bb * ga) / det, (ab * ga - aa * gb) / det
    way = along(na, u, nb, v)
    length = np.sqrt(dot(way, way))
    shorter = 1.0 / max(length, 1.0)
    na, nb = shorter * na, shorter * nb
    next_a, next_b = a - 0.5 * part * da if uphill else a + na, b - 0.5 * part * db if uphill else b + nb
    w[at(r + A, j)], w[at(r + B, j)] = next_a if going else a, next_b if going else b
    w[at(r + DA, j)], w[at(r + DB, j)] = da if uphill else na, db if uphill else nb
    w[at(r + VALUE, j)] = value if uphill else now
    w[at(r + SLOPE, j)] = slope if uphill else ga * na + gb * nb
    w[at(r + PART, j)] = 0.5 * part if uphill else 1.0
    there = not uphill and length <= _ENOUGH * size + _NOISE
    w[at(r + GOING, j)] = 1.0 if going and not there else 0.0


@inlined
def corner(w, r, j):
    """Where the stress left on one side of Tresca's hexagon is beyond the next: go on where they meet."""
    u, p, k = three(w, r + ALONG, j), flow_of(w, r, j), w[at(r + DRAG, j)]
    h, _ = flown(three(w, r + VALUES, j), p)
    t = less_mean(product(h, less_mean(h)))
    t = along(1.0, t, -2.0 * k, p)
    high = dot((max(u[0], 0.0), max(u[1], 0.0), max(u[2], 0.0)), t)
    low = dot((max(-u[0], 0.0), max(-u[1], 0.0), max(-u[2], 0.0)), t)
    middle = -high - low
    above, below = middle > high, middle < low
    beside = w[at(r + WAYS, j)] > 0.0 and (above or below)
    v = (between(u[0], above), between(u[1], above), between(u[2], above))
    put(w, r + ACROSS, j, (v[0] if beside else 0.0, v[1] if beside else 0.0, v[2] if beside else 0.0))
    w[at(r + WAYS, j)] = 2.0 if beside else w[at(r + WAYS, j)]
    w[at(r + GOING, j)] = 1.0 if beside else 0.0
    put(w, r + DA, j, (0.0, 0.0, np.inf))
    w[at(r + SLOPE, j)] = 0.0
    w[at(r + PART, j)] = 1.0


@inlined
def between(u, above):
    """Of u, the high axis less the low one: the middle one less the low one, or the high one less the middle."""
    return 1.0 - abs(u) + min(u, 0.0) if above else abs(u) - 1.0 + max(u, 0.0)


@inlined
def flow_of(w, r, j):
    """p; nothing where nothing flows."""
    p = along(w[at(r + A, j)], three(w, r + ALONG, j), w[at(r + B, j)], three(w, r + ACROSS, j))
    flows = w[at(r + WAYS, j)] > 0.0
    return p[0] if flows else 0.0, p[1] if flows else 0.0, p[2] if flows else 0.0


@inlined
def settle(w, r, n, tresca):
    """Flow to the minimum, from where `begin_flow` has started."""
    for attempt in range(2):
        for _ in range(_ITERATIONS):
            going = 0.0
            for j in range(n):
                going += w[at(r + GOING, j)]
            if going == 0.0:
                break
            for j in range(n):
                correct(w, r, j)
        if not tresca:
            break
        if attempt == 0:
            for j in range(n):
                corner(w, r, j)
