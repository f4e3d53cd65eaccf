"""Bending and twist of a rod with a material frame [Bergou et al. 2008, 2010].

At a node between two edges e, f with the directors d of their cross-sections (from `outrigger`s) the rod stores

    E = ½ Σ_q s_q (q − q⁰)² ,   q = ω₁, ω₂ as the first edge sees them, the same of the second one, m               (1)
    ω₁ = k·b ,   ω₂ = −k·a ,   s = EI₁/2l, EI₂/2l and GJ/l                                                    (2)

with the turn k at the node (`turning`), l the mean rest length of both edges [m], and of each edge the axes of its
section: a = d_⊥/|d_⊥|, b = t×a, t the tangent. EI₁ resists bending in the plane of a, EI₂ across it. m is the twist:
the angle about f's tangent by which its axis a is ahead of that of e, carried over by the smallest rotation,

    P a_e = a_e − (t_f·a_e)/(1 + t_e·t_f) (t_e + t_f) ,   m = atan2(b_f·P a_e, a_f·P a_e) with its sign turned    (3)

so that no frame of reference is needed, and rigid motions change nothing. m − m⁰ is taken from −π to π: a rod can have
just less than half a turn from an edge to the next.

**First derivatives.** With u_i = δe·(a, b, t)/|e| and w_i = δd·(a, b, t)/|d_⊥|, β = d·t/|d_⊥| and ψ the turn about t,

    δψ = w₂ − β u₂ ,   δa = δψ b − u₁ t ,   δb = −δψ a − u₂ t                                                 (4)
    δm = δψ_f − δψ_e + h·(δe/|e| + δf/|f|) ,   h = t_e×t_f/(1 + t_e·t_f)                                        (5)

**Second ones**, as quadratic forms; k and t are at right angles:

    δ²ψ = −2w₁w₂ + 2β(w₁u₂ + w₂u₁) − 2u₂w₃ − (1 + 2β²)u₁u₂ + 2βu₂u₃                                            (6)
    k·δ²a = −k·a (δψ² + u₁²) + k·b (δ²ψ − u₁u₂) ,   k·δ²b = −k·b (δψ² + u₂²) − k·a (δ²ψ + u₁u₂)                    (7)
    δ²(h-term) = A·((t_e + t_f)×B)/D − h·(A + B)(A·t_f + t_e·B)/D − 2u₃ h·A − 2v₃ h·B                           (8)

where A = δt_e, B = δt_f, D = 1 + t_e·t_f, and u₃, v₃ are those of e and f. The version of the Hessian for Newton's
method is Σ s ∂q∂qᵀ. Damping (Kelvin–Voigt, time τ) adds ½ Σ s (τ/h)(q − q_ref)².
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.energies.chains import SIDE, clear_matrix, edge
from pliant.energies.elements import ROW, at, register
from pliant.energies.small_matrices import cross, dot
from pliant.energies.stress_points import ROD, Section, StressPoints, by_form, mean_at
from pliant.energies.turning import add_second, combined, pulled_back, scaled, turn_of
from pliant.numerics.compile import inlined, uint

_TINY = 1e-75
# Memory in `s.w`, of one element at a time: H by e, f and both d (12, 12), ∂²k (9, 9), ∂q (5, 12), a form (6, 6).
_SECOND, _JACOBIAN, _FORM = 144, 225, 285
_TURN = 2.0 * np.pi


class Twist(NamedTuple):
    """Nodes at which a rod with a frame bends and twists: three nodes, and the outriggers of the edges between."""

    stiffness: np.ndarray  # (5, n) s [N·m]
    rest: np.ndarray  # (5, n) q⁰
    sides: np.ndarray  # (2, n) 1, or −1 where the outrigger is on the other side of its edge
    reference: np.ndarray  # (5, n) q at the beginning of a step
    ratio: float = 0.0  # τ/h

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return []  # what only bends holds nothing together

    def strain(self, measured: np.ndarray) -> np.ndarray:
        """q − q⁰, of the twist the nearest one."""
        p = measured - self.rest
        p[4] -= _TURN * np.rint(p[4] / _TURN)
        return p

    def flown(self, p: np.ndarray, scale) -> Twist:
        return self._replace(rest=self.rest + p, stiffness=self.stiffness * scale)

    def stress_points(self, nodes: np.ndarray, section: Section) -> StressPoints:
        """The skin of a round rod yields at √(M₁² + M₂² + ¾T²); each edge sees half of both M."""
        stiffness = np.zeros((nodes.shape[0], 5, 5))
        stiffness[:, range(5), range(5)] = self.stiffness.T
        form = np.broadcast_to(np.diag([2.0, 2.0, 2.0, 2.0, 0.75]), stiffness.shape)
        points = by_form(stiffness, form, np.ones(len(nodes)))
        x = section.positions[:, nodes[:, :3]]
        one, two = x[..., 1] - x[..., 0], x[..., 2] - x[..., 1]
        length = 0.5 * (np.linalg.norm(one, axis=0) + np.linalg.norm(two, axis=0))
        limit = mean_at(section.moment, nodes[:, 1:2])
        return StressPoints(points, nodes[:, :3], limit, skin=ROD, measure=length)

    def moments(self, q: np.ndarray) -> np.ndarray:
        """M₁ and M₂, of bending in the plane of the first axis and across, and the torque T (3, n) [N·m]."""
        return _moments(self, self.strain(q))


def _moments(law: Twist | HeldTwist, p: np.ndarray) -> np.ndarray:
    g = law.stiffness * p
    return np.stack([g[0] + g[2], g[1] + g[3], g[4]])


class Profile(NamedTuple):
    """An edge and how its section is turned."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    t: tuple[float, float, float]
    length: float  # |e|
    reach: float  # |d_⊥|
    lean: float  # β


@inlined
def _profile(y, i, side, j):
    """Of edge i of element j, whose outrigger is node 3 + i."""
    e = edge(y, i, j)
    length = np.sqrt(dot(e, e)) + _TINY
    t = scaled(e, 1.0 / length)
    d = (
        side * (y[at(9 + 3 * i, j)] - 0.5 * (y[at(3 * i, j)] + y[at(3 * i + 3, j)])),
        side * (y[at(10 + 3 * i, j)] - 0.5 * (y[at(3 * i + 1, j)] + y[at(3 * i + 4, j)])),
        side * (y[at(11 + 3 * i, j)] - 0.5 * (y[at(3 * i + 2, j)] + y[at(3 * i + 5, j)])),
    )
    along = dot(d, t)
    across = combined(1.0, d, -along, t)
    reach = np.sqrt(dot(across, across)) + _TINY
    a = scaled(across, 1.0 / reach)
    return Profile(a, cross(t, a), t, length, reach, along / reach)


@inlined
def _strains(one, two, k):
    """q of (1), and D of (8)."""
    D = 1.0 + dot(one.t, two.t) + _TINY
    ahead = dot(two.t, one.a) / D
    carried = combined(1.0, one.a, -ahead, combined(1.0, one.t, 1.0, two.t))
    m = -np.arctan2(dot(two.b, carried), dot(two.a, carried))  # (3)
    return (dot(k, one.b), -dot(k, one.a), dot(k, two.b), -dot(k, two.a), m), D


@inlined
def _differences(law, e, q):
    """q − q⁰ and q − q_ref, of the twist the nearest ones."""
    p, r = law.rest, law.reference
    m, n = q[4] - p[4, e], q[4] - r[4, e]
    m, n = m - _TURN * np.rint(m / _TURN), n - _TURN * np.rint(n / _TURN)
    return (
        (q[0] - p[0, e], q[1] - p[1, e], q[2] - p[2, e], q[3] - p[3, e], m),
        (q[0] - r[0, e], q[1] - r[1, e], q[2] - r[2, e], q[3] - r[3, e], n),
    )


@inlined
def _energy(law, e, q):
    """E, and its derivatives by q."""
    s, r = law.stiffness, law.ratio
    own, change = _differences(law, e, q)
    energy = 0.0
    for i in range(5):
        energy += 0.5 * s[i, e] * (own[i] * own[i] + r * change[i] * change[i])
    return energy, (
        s[0, e] * (own[0] + r * change[0]),
        s[1, e] * (own[1] + r * change[1]),
        s[2, e] * (own[2] + r * change[2]),
        s[3, e] * (own[3] + r * change[3]),
        s[4, e] * (own[4] + r * change[4]),
    )


@inlined
def _by_turns(one, two, k, g):
    """∂E/∂k, and ∂E by the turns ψ of both sections, from (4) and (5)."""
    by_k = combined(1.0, combined(g[0], one.b, -g[1], one.a), 1.0, combined(g[2], two.b, -g[3], two.a))
    on_one = -g[0] * dot(k, one.a) - g[1] * dot(k, one.b) - g[4]
    on_two = -g[2] * dot(k, two.a) - g[3] * dot(k, two.b) + g[4]
    return by_k, on_one, on_two


@inlined
def _put(f, j, i, by_e, by_d):
    """Add ∂E by edge i and by the way to its outrigger to the forces on the nodes."""
    for c in range(3):
        f[at(3 * i + c, j)] -= by_e[c] + 0.5 * by_d[c]
        f[at(3 * i + 3 + c, j)] += by_e[c] - 0.5 * by_d[c]
        f[at(9 + 3 * i + c, j)] += by_d[c]


@inlined
def _set_forces(law, e, y, f, j, sides):
    """Sets the forces on the five nodes of element j; returns its energy."""
    turn = turn_of(edge(y, 0, j), edge(y, 1, j))
    one, two = _profile(y, 0, sides[0], j), _profile(y, 1, sides[1], j)
    q, D = _strains(one, two, turn.k)
    energy, g = _energy(law, e, q)
    by_k, on_one, on_two = _by_turns(one, two, turn.k, g)
    by_e, by_f = pulled_back(turn, by_k)
    h = scaled(cross(one.t, two.t), g[4] / D)
    by_e = combined(1.0, by_e, 1.0 / one.length, combined(1.0, h, -one.lean * on_one, one.b))
    by_f = combined(1.0, by_f, 1.0 / two.length, combined(1.0, h, -two.lean * on_two, two.b))
    for i in range(15):
        f[at(i, j)] = 0.0
    _put(f, j, 0, by_e, scaled(one.b, sides[0] * on_one / one.reach))
    _put(f, j, 1, by_f, scaled(two.b, sides[1] * on_two / two.reach))
    return energy


@inlined
def _set_measure(y, f, j, sides):
    turn = turn_of(edge(y, 0, j), edge(y, 1, j))
    q, _ = _strains(_profile(y, 0, sides[0], j), _profile(y, 1, sides[1], j), turn.k)
    for i in range(5):
        f[at(i, j)] = q[i]


@inlined
def _sides(law, e):
    return law.sides[0, e], law.sides[1, e]


@inlined
def _gradient(law, first, n, s):
    total = 0.0
    for j in range(n):
        e = uint(first + j)
        total += _set_forces(law, e, s.y, s.f, j, _sides(law, e))
    return total


@inlined
def _measure(law, first, n, s):
    for j in range(n):
        _set_measure(s.y, s.f, j, _sides(law, uint(first + j)))


# ---------------------------------------------------------------- second derivatives
# H is by e, f, d_e and d_f, in blocks 0 to 3.


@inlined
def _set_row(w, row, one, two, turn, g, slope_one, slope_two, h):
    """A row of ∂q from ∂q/∂k = g, ∂q/∂ψ of both sections, and what is added by both edges."""
    o = _JACOBIAN + 12 * row
    by_e, by_f = pulled_back(turn, g)
    for c in range(3):
        w[o + c] = by_e[c] + (h[c] - slope_one * one.lean * one.b[c]) / one.length
        w[o + 3 + c] = by_f[c] + (h[c] - slope_two * two.lean * two.b[c]) / two.length
        w[o + 6 + c] = slope_one * one.b[c] / one.reach
        w[o + 9 + c] = slope_two * two.b[c] / two.reach


@inlined
def _set_jacobian(w, one, two, turn, D):
    """∂q (5, 12)."""
    k, none = turn.k, (0.0, 0.0, 0.0)
    _set_row(w, 0, one, two, turn, one.b, -dot(k, one.a), 0.0, none)
    _set_row(w, 1, one, two, turn, scaled(one.a, -1.0), -dot(k, one.b), 0.0, none)
    _set_row(w, 2, one, two, turn, two.b, 0.0, -dot(k, two.a), none)
    _set_row(w, 3, one, two, turn, scaled(two.a, -1.0), 0.0, -dot(k, two.b), none)
    _set_row(w, 4, one, two, turn, none, -1.0, 1.0, scaled(cross(one.t, two.t), 1.0 / D))


@inlined
def _add_product(w, i, m, c, p, q):
    """Add the symmetric form c (p·δ_i)(q·δ_m)."""
    for u in range(3):
        for v in range(3):
            value = 0.5 * c * p[u] * q[v]
            w[12 * (3 * i + u) + 3 * m + v] += value
            w[12 * (3 * m + v) + 3 * i + u] += value


@inlined
def _add_form(w, a, b, value):
    """Add the form value·x_a x_b to that in the coordinates u₁, u₂, u₃, w₁, w₂, w₃."""
    w[_FORM + 6 * a + b] += 0.5 * value
    w[_FORM + 6 * b + a] += 0.5 * value


@inlined
def _add_section(w, i, one, k, g1, g2, on):
    """Add (6) and (7) of edge i: what the second derivatives of its section do, ∂E/∂ψ being `on`."""
    pa, pb, lean = dot(k, one.a), dot(k, one.b), one.lean
    for c in range(36):
        w[_FORM + c] = 0.0
    _add_form(w, 3, 4, -2.0 * on)
    _add_form(w, 3, 1, 2.0 * lean * on)
    _add_form(w, 4, 0, 2.0 * lean * on)
    _add_form(w, 1, 5, -2.0 * on)
    _add_form(w, 0, 1, -(1.0 + 2.0 * lean * lean) * on)
    _add_form(w, 1, 2, 2.0 * lean * on)
    turning = -g1 * pb + g2 * pa  # of δψ²
    _add_form(w, 4, 4, turning)
    _add_form(w, 4, 1, -2.0 * lean * turning)
    _add_form(w, 1, 1, lean * lean * turning - g1 * pb)
    _add_form(w, 0, 0, g2 * pa)
    _add_form(w, 0, 1, g2 * pb - g1 * pa)
    for p in range(2):
        for q in range(2):
            scale = 1.0 / ((one.length if p == 0 else one.reach) * (one.length if q == 0 else one.reach))
            for u in range(3):
                for v in range(3):
                    value = 0.0
                    for x in range(3):
                        left = one.a[u] if x == 0 else one.b[u] if x == 1 else one.t[u]
                        for y in range(3):
                            right = one.a[v] if y == 0 else one.b[v] if y == 1 else one.t[v]
                            value += left * right * w[_FORM + 6 * (3 * p + x) + 3 * q + y]
                    w[12 * (3 * (i + 2 * p) + u) + 3 * (i + 2 * q) + v] += scale * value


@inlined
def _add_mixed(w, i, one, turn, g1, g2):
    """Add 2 δk·(g₁ δb − g₂ δa) of edge i."""
    e1, f1 = pulled_back(turn, combined(-2.0 * g1, one.a, -2.0 * g2, one.b))  # times δψ
    e2, f2 = pulled_back(turn, scaled(one.t, 2.0))
    lean, way = scaled(one.b, -one.lean / one.length), scaled(one.b, 1.0 / one.reach)
    tilt = combined(g2 / one.length, one.a, -g1 / one.length, one.b)
    _add_product(w, 0, i, 1.0, e1, lean)
    _add_product(w, 1, i, 1.0, f1, lean)
    _add_product(w, 0, 2 + i, 1.0, e1, way)
    _add_product(w, 1, 2 + i, 1.0, f1, way)
    _add_product(w, 0, i, 1.0, e2, tilt)
    _add_product(w, 1, i, 1.0, f2, tilt)


@inlined
def _add_holonomy(w, one, two, D, torque):
    """Add (8) times a torque."""
    c = D - 1.0
    h = scaled(cross(one.t, two.t), 1.0 / D)
    by_e, by_f = scaled(h, 1.0 / one.length), scaled(h, 1.0 / two.length)
    one_c = combined(1.0 / one.length, two.t, -c / one.length, one.t)
    two_c = combined(1.0 / two.length, one.t, -c / two.length, two.t)
    for i in range(2):
        p = by_e if i == 0 else by_f
        _add_product(w, i, 0, -torque / D, p, one_c)
        _add_product(w, i, 1, -torque / D, p, two_c)
    _add_product(w, 0, 0, -2.0 * torque, scaled(one.t, 1.0 / one.length), by_e)
    _add_product(w, 1, 1, -2.0 * torque, scaled(two.t, 1.0 / two.length), by_f)
    mean = combined(1.0, one.t, 1.0, two.t)
    for u in range(3):
        # rows of A: P_e; A·(mean × B) = (A × mean)·B
        way = (1.0 if u == 0 else 0.0, 1.0 if u == 1 else 0.0, 1.0 if u == 2 else 0.0)
        p = combined(1.0, way, -one.t[u], one.t)
        q = cross(p, mean)
        q = combined(1.0, q, -dot(q, two.t), two.t)
        for v in range(3):
            value = 0.5 * torque * q[v] / (D * one.length * two.length)
            w[12 * u + 3 + v] += value
            w[12 * (3 + v) + u] += value


@inlined
def _put_pairs(w, h, j, sides):
    """From derivatives by e, f and both d to those by the nodes."""
    pair = 0
    for a in range(5):
        for b in range(a + 1, 5):
            for u in range(3):
                for v in range(3):
                    value = 0.0
                    for i in range(4):
                        left = _share(i, a, sides)
                        if left != 0.0:
                            for m in range(4):
                                right = _share(m, b, sides)
                                if right != 0.0:
                                    value += left * right * w[12 * (3 * i + u) + 3 * m + v]
                    h[at(9 * pair + 3 * u + v, j)] = value
            pair += 1


@inlined
def _share(i, a, sides):
    """Of node a in e, f, d_e and d_f."""
    first = i if i < 2 else i - 2
    if i < 2:
        return -1.0 if a == first else 1.0 if a == first + 1 else 0.0
    side = sides[first]
    return -0.5 * side if a == first or a == first + 1 else side if a == 3 + first else 0.0


@inlined
def _set_second(law, e, y, w, j, sides, psd):
    """Sets H by e, f, d_e and d_f of element j."""
    turn = turn_of(edge(y, 0, j), edge(y, 1, j))
    one, two = _profile(y, 0, sides[0], j), _profile(y, 1, sides[1], j)
    q, D = _strains(one, two, turn.k)
    _, g = _energy(law, e, q)
    _set_jacobian(w, one, two, turn, D)
    for a in range(12):
        for b in range(12):
            value = 0.0
            for i in range(5):
                o = _JACOBIAN + 12 * i
                value += law.stiffness[i, e] * w[o + a] * w[o + b]
            w[12 * a + b] = (1.0 + law.ratio) * value
    if not psd:
        by_k, on_one, on_two = _by_turns(one, two, turn.k, g)
        second = w[_SECOND:]
        clear_matrix(second)
        add_second(second, 0, turn, by_k)
        for u in range(6):
            for v in range(6):
                upper = u // 3 <= v // 3
                w[12 * u + v] += second[SIDE * u + v] if upper else second[SIDE * v + u]
        _add_section(w, 0, one, turn.k, g[0], g[1], on_one)
        _add_section(w, 1, two, turn.k, g[2], g[3], on_two)
        _add_mixed(w, 0, one, turn, g[0], g[1])
        _add_mixed(w, 1, two, turn, g[2], g[3])
        _add_holonomy(w, one, two, D, g[4])


@inlined
def _hessian(law, first, n, s, psd):
    for j in range(n):
        e = uint(first + j)
        sides = _sides(law, e)
        _set_second(law, e, s.y, s.w, j, sides, psd)
        _put_pairs(s.w, s.h, j, sides)


register(Twist, gradient=_gradient, hessian=_hessian, measure=_measure)


# ---------------------------------------------------------------- edges beside a frame that is held


class HeldTwist(NamedTuple):
    """Edges at the end of a rod, beside a frame that is held: as `Twist`, the other edge being fixed in space.

    Nodes are both ends of the edge in their order along the rod, and its outrigger.
    """

    stiffness: np.ndarray  # (5, n) s [N·m]
    rest: np.ndarray  # (5, n) q⁰
    sides: np.ndarray  # (n,)
    first: np.ndarray  # (n,) 1 if the fixed edge comes first, else 0
    held: np.ndarray  # (6, n) its tangent and the first axis of its section
    reference: np.ndarray  # (5, n)
    ratio: float = 0.0

    def connects(self, nodes: np.ndarray) -> list[np.ndarray]:
        return []

    def moments(self, q: np.ndarray) -> np.ndarray:
        return _moments(self, q - self.rest)


_NODES, _FORCES = 12 * ROW, 28 * ROW  # where in `s.w` the five nodes are, and the forces on them


@inlined
def _with_fixed(law, e, s, j):
    """Sets the five nodes of element j, and returns its sides and the number of its own edge."""
    y, z, own = s.w[_NODES:], s.y, 1 if law.first[e] > 0.5 else 0
    fixed = 1 - own
    for c in range(3):
        x0, x1, t, a = z[at(c, j)], z[at(3 + c, j)], law.held[c, e], law.held[3 + c, e]
        y[at(3 * own + c, j)], y[at(3 * own + 3 + c, j)], y[at(9 + 3 * own + c, j)] = x0, x1, z[at(6 + c, j)]
        far = x0 - t if own == 1 else x1 + t  # an edge of length 1: only its direction counts
        near = x0 if own == 1 else x1
        y[at(6 * fixed + c, j)], y[at(9 + 3 * fixed + c, j)] = far, 0.5 * (far + near) + a
    sides = (1.0, law.sides[e]) if own == 1 else (law.sides[e], 1.0)
    return sides, own


@inlined
def _held_gradient(law, first, n, s):
    total = 0.0
    f = s.w[_FORCES:]
    for j in range(n):
        e = uint(first + j)
        sides, own = _with_fixed(law, e, s, j)
        total += _set_forces(law, e, s.w[_NODES:], f, j, sides)
        for c in range(3):
            on_far, on_fixed = f[at(6 * (1 - own) + c, j)], f[at(9 + 3 * (1 - own) + c, j)]
            s.f[at(c, j)], s.f[at(3 + c, j)] = f[at(3 * own + c, j)], f[at(3 * own + 3 + c, j)]
            s.f[at(6 + c, j)] = f[at(9 + 3 * own + c, j)]
            s.f[at(3 * (1 - own) + c, j)] += on_far + on_fixed  # which go where the end does
    return total


@inlined
def _held_hessian(law, first, n, s, psd):
    for j in range(n):
        e = uint(first + j)
        sides, own = _with_fixed(law, e, s, j)
        _set_second(law, e, s.w[_NODES:], s.w, j, sides, psd)
        side = law.sides[e]
        for u in range(3):
            for v in range(3):
                ee = s.w[12 * (3 * own + u) + 3 * own + v]
                ed = side * s.w[12 * (3 * own + u) + 6 + 3 * own + v]
                de = side * s.w[12 * (6 + 3 * own + u) + 3 * own + v]
                dd = s.w[12 * (6 + 3 * own + u) + 6 + 3 * own + v]
                s.h[at(3 * u + v, j)] = -ee + 0.5 * ed - 0.5 * de + 0.25 * dd
                s.h[at(9 + 3 * u + v, j)] = -ed - 0.5 * dd
                s.h[at(18 + 3 * u + v, j)] = ed - 0.5 * dd


@inlined
def _held_measure(law, first, n, s):
    for j in range(n):
        sides, _ = _with_fixed(law, uint(first + j), s, j)
        _set_measure(s.w[_NODES:], s.f, j, sides)


register(HeldTwist, gradient=_held_gradient, hessian=_held_hessian, measure=_held_measure)
