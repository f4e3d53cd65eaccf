"""Relaxing constraints by going over them again and again: sticks between nodes, and planes that nodes must not cross.

A stick of length ℓ between x₁ and x₂ has C = |e| − ℓ, e = x₂ − x₁, u = e/|e|. With inverse masses w, a compliance α
[m/N], a damper c [kg/s] along it and a multiplier λ that is zero when the step begins, a visit is (XPBD: Macklin,
Müller, Chentanez 2016)

    Δλ = −(C + α̃ λ + γ u·Δe) / ((1 + γ)(w₁ + w₂) + α̃) ,   α̃ = α/Δt² ,   γ = αc/Δt                            (1)
    x₁ −= w₁ Δλ u ,   x₂ += w₂ Δλ u

where Δe is the change of e since the step began. With α = 0 it puts the stick back to its length: Jakobsen's
relaxation. A plane (`contact.tangents`) is visited likewise, with λ ≥ 0 and friction.

**Order.** Sticks are visited row by row. Those of a row, 64 at most, have no node in common and are worked out side by
side, in vector instructions as far as their nodes follow one another.

**Torque.** The pull of a visit goes along the stick as it is at that moment, turned a little by the visits before it.
About the positions x⁰ at the beginning of the step, where Verlet's scheme keeps account of angular momentum, it has a
moment e⁰ × Δλ u. Once the body is out of balance, as sticks under load always are, those moments do not cancel, in
whatever order the sticks are visited: a plate on a nail turns without end [000 Fig. 5.6]. Their sum over a step follows
from what the nodes were moved by, less what pins and planes have to do with it,

    τ = Σ m (x⁰ − c) × Δx + Σ_pins (x⁰ − c) × R − Σ_planes m (x⁰ − c) × Δx                                     (2)

with the pulls R of sticks at pins, and is taken out by a turn of the free nodes about their centre of mass c,

    Δx = −ω × (x⁰ − c) ,   I ω = τ                                                                          (3)

after which sticks exert no torque at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from pliant.numerics.compile import inlined, kernel, uint
from pliant.numerics.grid_layout import Layout

LANES = 64
_TINY = 1e-150  # shorter than this [m], a stick has no direction
_THIN = 1e-9  # a body without inertia about some axis (a straight chain) is given this share of the rest


class StickSet(NamedTuple):
    """Sticks between nodes, class by class, and the masses they move."""

    mass: np.ndarray  # (P,) [kg], of a node with those tied to it; nodes that are tied to another have none
    drag: np.ndarray  # (P,) [kg/s], likewise
    starts: np.ndarray  # (rows + 1,): sticks of a row have no node in common
    steady: np.ndarray  # (rows,): whether the next stick of the row always joins the next nodes
    first: np.ndarray  # (n,) flat indices of nodes
    second: np.ndarray
    length: np.ndarray  # (n,) [m]
    compliance: np.ndarray  # (n,) α [m/N]; (0,) if all are rigid
    damping: np.ndarray  # (n,) c [kg/s]; (0,) if there are no dampers


@dataclass(frozen=True)
class Relaxation:
    """The sticks of a body, and how they are relaxed; with `even`, so that they exert no torque."""

    sticks: StickSet
    iterations: int
    substeps: int
    even: bool


class Work(NamedTuple):
    """What a relaxation needs besides the sticks, made anew in every step."""

    inertia: np.ndarray  # (P,) m [kg], that of `predict`; zero at pinned nodes
    weight: np.ndarray  # (P,) w = 1/m [1/kg], likewise
    before: np.ndarray  # (3, P): x⁰
    moved: np.ndarray  # (3, P): x as it was before the relaxation
    multiplier: np.ndarray  # (n,) λ, or (0,) if all sticks are rigid
    lanes: np.ndarray  # (7·LANES,): see `at`
    center: np.ndarray  # (3,) c of (2)
    torque: np.ndarray  # (3,) the last two sums of (2)

    @classmethod
    def room_for(cls, sticks: StickSet, layout: Layout) -> Work:
        inertia, weight, before, moved = (layout.zeros(*rows) for rows in ((), (), (3,), (3,)))
        multiplier, lanes = np.zeros(len(sticks.compliance)), np.zeros(7 * LANES)
        return cls(inertia, weight, before, moved, multiplier, lanes, np.zeros(3), np.zeros(3))


@kernel
def relax(sticks, planes, work, x, iterations, dt):
    """Goes over all sticks and planes so many times."""
    work.multiplier[:] = 0.0
    work.lanes[:] = 0.0
    work.torque[:] = 0.0
    for _ in range(iterations):
        _visit_sticks(sticks, work, x, dt)
        _visit_planes(planes, work, x, dt)


@inlined
def at(i, j):
    """The place of number i of stick j in `lanes`."""
    return uint(i * LANES + j)


@inlined
def _visit_sticks(sticks, work, x, dt):
    """(1) for all sticks, row by row."""
    starts, steady, first, second = sticks.starts, sticks.steady, sticks.first, sticks.second
    length, compliance, damping, multiplier = (
        sticks.length,
        sticks.compliance,
        sticks.damping,
        work.multiplier,
    )
    lanes, w, before, center, torque = work.lanes, work.weight, work.before, work.center, work.torque
    for row in range(steady.shape[0]):
        start = starts[row]
        n = starts[row + 1] - start
        if steady[row]:
            a, b = first[start], second[start]
            _differences_along(x, a, b, n, 0, lanes)
            for j in range(n):
                lanes[at(3, j)] = w[uint(a + j)] + w[uint(b + j)]
            if damping.shape[0] > 0:
                _differences_along(before, a, b, n, 4, lanes)
        else:
            _differences(x, first, second, start, n, 0, lanes)
            for j in range(n):
                lanes[at(3, j)] = w[uint(first[uint(start + j)])] + w[uint(second[uint(start + j)])]
            if damping.shape[0] > 0:
                _differences(before, first, second, start, n, 4, lanes)
        if damping.shape[0] > 0:
            _resist(compliance, damping, start, n, dt, lanes)
        if compliance.shape[0] > 0:
            _give(length, compliance, multiplier, start, n, dt, lanes)
        else:
            _put_right(length, start, n, lanes)
        held = 0
        if steady[row]:
            a, b = first[start], second[start]
            for c in range(3):
                for j in range(n):
                    x[c, uint(a + j)] -= w[uint(a + j)] * lanes[at(c, j)]
                for j in range(n):
                    x[c, uint(b + j)] += w[uint(b + j)] * lanes[at(c, j)]
            for j in range(n):
                held += (w[uint(a + j)] == 0.0) + (w[uint(b + j)] == 0.0)
        else:
            for j in range(n):
                a, b = uint(first[uint(start + j)]), uint(second[uint(start + j)])
                fx, fy, fz, wa, wb = lanes[at(0, j)], lanes[at(1, j)], lanes[at(2, j)], w[a], w[b]
                x[0, a] -= wa * fx
                x[1, a] -= wa * fy
                x[2, a] -= wa * fz
                x[0, b] += wb * fx
                x[1, b] += wb * fy
                x[2, b] += wb * fz
                held += (wa == 0.0) + (wb == 0.0)
        if held > 0:
            for j in range(n):
                a, b = uint(first[uint(start + j)]), uint(second[uint(start + j)])
                fx, fy, fz = lanes[at(0, j)], lanes[at(1, j)], lanes[at(2, j)]
                if w[a] == 0.0:
                    _add_moment(before, center, torque, a, -fx, -fy, -fz)
                if w[b] == 0.0:
                    _add_moment(before, center, torque, b, fx, fy, fz)


@inlined
def _differences_along(x, a, b, n, i, lanes):
    """lanes[i…i+2] = x₂ − x₁ of sticks from consecutive nodes to consecutive nodes."""
    for c in range(3):
        for j in range(n):
            lanes[at(i + c, j)] = x[c, uint(b + j)] - x[c, uint(a + j)]


@inlined
def _differences(x, first, second, start, n, i, lanes):
    """The same of any sticks."""
    for j in range(n):
        a, b = uint(first[uint(start + j)]), uint(second[uint(start + j)])
        lanes[at(i, j)] = x[0, b] - x[0, a]
        lanes[at(i + 1, j)] = x[1, b] - x[1, a]
        lanes[at(i + 2, j)] = x[2, b] - x[2, a]


@inlined
def _put_right(length, start, n, lanes):
    """Δλ u of (1) in place of e for rigid sticks, with w₁ + w₂ in lane 3."""
    for j in range(n):
        ex, ey, ez, both = lanes[at(0, j)], lanes[at(1, j)], lanes[at(2, j)], lanes[at(3, j)]
        size = max(sqrt(ex * ex + ey * ey + ez * ez), _TINY)
        change = (length[uint(start + j)] - size) / (size * both) if both > 0.0 else 0.0
        lanes[at(0, j)] = change * ex
        lanes[at(1, j)] = change * ey
        lanes[at(2, j)] = change * ez


@inlined
def _resist(compliance, damping, start, n, dt, lanes):
    """γ and γ u·Δe of (1) in lanes 4 and 5 in place of e⁰.

    Apart from `_give`: with a branch for dampers inside, its loop is compiled in versions that round differently, and
    where the arrays lie in memory decides which of them runs.
    """
    for j in range(n):
        k, ex, ey, ez = uint(start + j), lanes[at(0, j)], lanes[at(1, j)], lanes[at(2, j)]
        size = max(sqrt(ex * ex + ey * ey + ez * ez), _TINY)
        rate = ex * (ex - lanes[at(4, j)]) + ey * (ey - lanes[at(5, j)]) + ez * (ez - lanes[at(6, j)])
        viscous = compliance[k] * damping[k] / dt
        lanes[at(4, j)] = viscous
        lanes[at(5, j)] = viscous * rate / size


@inlined
def _give(length, compliance, multiplier, start, n, dt, lanes):
    """As `_put_right` for compliant sticks, with γ and γ u·Δe in lanes 4 and 5."""
    for j in range(n):
        k = uint(start + j)
        ex, ey, ez, both = lanes[at(0, j)], lanes[at(1, j)], lanes[at(2, j)], lanes[at(3, j)]
        size = max(sqrt(ex * ex + ey * ey + ez * ez), _TINY)
        soft = compliance[k] / (dt * dt)
        wanted = length[k] - size - soft * multiplier[k] - lanes[at(5, j)]
        change = wanted / ((1.0 + lanes[at(4, j)]) * both + soft) if both > 0.0 else 0.0
        multiplier[k] += change
        lanes[at(0, j)] = change / size * ex
        lanes[at(1, j)] = change / size * ey
        lanes[at(2, j)] = change / size * ez


@inlined
def _add_moment(before, center, torque, p, fx, fy, fz):
    """torque += (x⁰ − c) × f at a node."""
    rx, ry, rz = before[0, p] - center[0], before[1, p] - center[1], before[2, p] - center[2]
    torque[0] += ry * fz - rz * fy
    torque[1] += rz * fx - rx * fz
    torque[2] += rx * fy - ry * fx


@inlined
def _visit_planes(planes, work, x, dt):
    """All planes: their multipliers, and friction."""
    normal, level, compliance = planes.normal, planes.level, planes.compliance
    node, friction, hold = planes.node, planes.friction, planes.hold
    pushed, slid = planes.push, planes.slid
    inertia, before, center, torque = work.inertia, work.before, work.center, work.torque
    for k in range(planes.count[0]):
        p = uint(node[k])
        m = inertia[p]
        nx, ny, nz = normal[0, k], normal[1, k], normal[2, k]
        depth = level[k] - nx * x[0, p] - ny * x[1, p] - nz * x[2, p]
        soft = compliance[k] / (dt * dt)
        push = max(pushed[k] + (depth - soft * pushed[k]) / (1.0 / m + soft), -hold[k])
        change = (push - pushed[k]) / m
        pushed[k] = push
        dx, dy, dz = change * nx, change * ny, change * nz
        if friction[k] > 0.0 or hold[k] > 0.0:
            sx, sy, sz = x[0, p] + dx - before[0, p], x[1, p] + dy - before[1, p], x[2, p] + dz - before[2, p]
            along = sx * nx + sy * ny + sz * nz
            tx, ty, tz = sx - along * nx, sy - along * ny, sz - along * nz
            slide = sqrt(tx * tx + ty * ty + tz * tz)
            stop = min(slide, (friction[k] * max(push, 0.0) + hold[k]) / m - slid[k])
            if stop > 0.0:
                slid[k] += stop
                share = stop / slide
                dx, dy, dz = dx - share * tx, dy - share * ty, dz - share * tz
        x[0, p] += dx
        x[1, p] += dy
        x[2, p] += dz
        _add_moment(before, center, torque, p, -m * dx, -m * dy, -m * dz)


@kernel(fastmath=False)
def prepare(sticks, free, dt, work):
    """Inertia with half a step's drag, as in `predict`, and c of (2), the centre of mass of the free nodes.

    Sums are taken as written: of a loop that writes, too, the compiler would make two versions, which add up in another
    order, and where the arrays lie in memory decides which of them runs.
    """
    total, cx, cy, cz = 0.0, 0.0, 0.0, 0.0
    for p in range(free.shape[0]):
        m = (sticks.mass[p] + 0.5 * dt * sticks.drag[p]) * free[p]
        work.inertia[p] = m
        work.weight[p] = 1.0 / m if m > 0.0 else 0.0
        total += m
        cx += m * work.before[0, p]
        cy += m * work.before[1, p]
        cz += m * work.before[2, p]
    if total > 0.0:
        work.center[0], work.center[1], work.center[2] = cx / total, cy / total, cz / total


@kernel
def take_torque_out(work, x):
    """(3)."""
    xx, yy, zz, xy, yz, zx = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    tx, ty, tz = work.torque[0], work.torque[1], work.torque[2]
    for p in range(x.shape[1]):
        m = work.inertia[p]
        rx = work.before[0, p] - work.center[0]
        ry = work.before[1, p] - work.center[1]
        rz = work.before[2, p] - work.center[2]
        fx = m * (x[0, p] - work.moved[0, p])
        fy = m * (x[1, p] - work.moved[1, p])
        fz = m * (x[2, p] - work.moved[2, p])
        tx += ry * fz - rz * fy
        ty += rz * fx - rx * fz
        tz += rx * fy - ry * fx
        xx += m * rx * rx
        yy += m * ry * ry
        zz += m * rz * rz
        xy += m * rx * ry
        yz += m * ry * rz
        zx += m * rz * rx
    thin = _THIN * (xx + yy + zz)
    if thin <= 0.0:
        return
    a, b, c = yy + zz + thin, zz + xx + thin, xx + yy + thin  # I: diagonal a, b, c, off it −xy, −yz, −zx
    ox, oy, oz = _solve_symmetric(a, b, c, -xy, -yz, -zx, tx, ty, tz)
    for p in range(x.shape[1]):
        if work.weight[p] > 0.0:
            rx = work.before[0, p] - work.center[0]
            ry = work.before[1, p] - work.center[1]
            rz = work.before[2, p] - work.center[2]
            x[0, p] -= oy * rz - oz * ry
            x[1, p] -= oz * rx - ox * rz
            x[2, p] -= ox * ry - oy * rx


@inlined
def _solve_symmetric(a, b, c, ab, bc, ca, x, y, z):
    """The solution of a symmetric system of three equations by its adjugate."""
    aa, bb, cc = b * c - bc * bc, c * a - ca * ca, a * b - ab * ab
    p, q, r = ca * bc - ab * c, ab * ca - bc * a, ab * bc - ca * b
    inverse = 1.0 / (a * aa + ab * p + ca * r)
    return (
        inverse * (aa * x + p * y + r * z),
        inverse * (p * x + bb * y + q * z),
        inverse * (r * x + q * y + cc * z),
    )
