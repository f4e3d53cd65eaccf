"""Relaxing constraints by going over them again and again: sticks between nodes, and planes that nodes must not cross.

A stick of length ℓ between x₁ and x₂ has C = |e| − ℓ, e = x₂ − x₁, u = e/|e|. With inverse masses w, a compliance α
[m/N], a damper c [kg/s] along it and a multiplier λ that is zero when the step begins, a visit is (XPBD: Macklin,
Müller, Chentanez 2016)

    Δλ = −(C + α̃ λ + γ u·Δe) / ((1 + γ)(w₁ + w₂) + α̃) ,   α̃ = α/Δt² ,   γ = αc/Δt                            (1)
    x₁ −= w₁ Δλ u ,   x₂ += w₂ Δλ u

where Δe is the change of e since the step began. With α = 0 it puts the stick back to its length: Jakobsen's
relaxation. A plane (`contact.tangents`) is visited likewise, with λ ≥ 0 and friction.

**Order.** Sticks of one *class* have no node in common and are worked out side by side, in rows of 32 that become
vector instructions; class follows class.

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

from pliant.numerics.compile import kernel, merged, place
from pliant.numerics.layout import Layout

LANES = 32
_TINY = 1e-150  # shorter than this [m], a stick has no direction
_THIN = 1e-9  # a body without inertia about some axis (a straight chain) is given this share of the rest


class StickSet(NamedTuple):
    """Sticks between nodes, class by class, and the masses they move."""

    mass: np.ndarray  # (P,) [kg], of a node with those tied to it; nodes that are tied to another have none
    drag: np.ndarray  # (P,) [kg/s], likewise
    starts: np.ndarray  # (classes + 1,)
    first: np.ndarray  # (n,) flat indices of nodes
    second: np.ndarray
    length: np.ndarray  # (n,) [m]
    compliance: np.ndarray  # (n,) α [m/N]; (0,) if all are rigid
    damping: np.ndarray  # (n,) c [kg/s]; (0,) likewise


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
    lanes: np.ndarray  # (4, LANES)
    center: np.ndarray  # (3,) c of (2)
    torque: np.ndarray  # (3,) the last two sums of (2)

    @classmethod
    def room_for(cls, sticks: StickSet, layout: Layout) -> Work:
        inertia, weight, before, moved = (layout.zeros(*rows) for rows in ((), (), (3,), (3,)))
        multiplier, lanes = np.zeros(len(sticks.compliance)), np.zeros((4, LANES))
        return cls(inertia, weight, before, moved, multiplier, lanes, np.zeros(3), np.zeros(3))


@kernel
def relax(sticks, planes, work, x, iterations, dt):
    """Goes over all sticks and planes so many times."""
    work.multiplier[:] = 0.0
    work.torque[:] = 0.0
    for _ in range(iterations):
        for c in range(sticks.starts.shape[0] - 1):
            end = sticks.starts[c + 1]
            for start in range(sticks.starts[c], end, LANES):
                _visit(sticks, work, x, start, min(LANES, end - start), dt)
        for k in range(planes.count[0]):
            _touch(planes, work, x, k, dt)


@merged
def _visit(sticks, work, x, start, n, dt):
    """(1) for `n` sticks that have no node in common."""
    lanes, w = work.lanes, work.weight
    for j in range(n):
        a, b = place(sticks.first[place(start + j)]), place(sticks.second[place(start + j)])
        lanes[0, place(j)] = x[0, b] - x[0, a]
        lanes[1, place(j)] = x[1, b] - x[1, a]
        lanes[2, place(j)] = x[2, b] - x[2, a]
        lanes[3, place(j)] = w[a] + w[b]
    if sticks.compliance.shape[0] > 0:
        _give(sticks, work, start, n, dt)
    else:
        for j in range(n):
            ex, ey, ez, both = lanes[0, place(j)], lanes[1, place(j)], lanes[2, place(j)], lanes[3, place(j)]
            size = max(sqrt(ex * ex + ey * ey + ez * ez), _TINY)
            pull = (sticks.length[place(start + j)] - size) / (size * both)
            lanes[3, place(j)] = pull if both > 0.0 else 0.0
    for j in range(n):
        a, b = place(sticks.first[place(start + j)]), place(sticks.second[place(start + j)])
        pull = lanes[3, place(j)]
        fx, fy, fz = pull * lanes[0, place(j)], pull * lanes[1, place(j)], pull * lanes[2, place(j)]
        wa, wb = w[a], w[b]
        x[0, a] -= wa * fx
        x[1, a] -= wa * fy
        x[2, a] -= wa * fz
        x[0, b] += wb * fx
        x[1, b] += wb * fy
        x[2, b] += wb * fz
        if wa == 0.0:
            _add_moment(work, a, -fx, -fy, -fz)
        if wb == 0.0:
            _add_moment(work, b, fx, fy, fz)


@merged
def _give(sticks, work, start, n, dt):
    """Δλ/|e| of (1) into `lanes[3]` for compliant sticks."""
    lanes, before = work.lanes, work.before
    for j in range(n):
        k = place(start + j)
        a, b = place(sticks.first[k]), place(sticks.second[k])
        ex, ey, ez, both = lanes[0, place(j)], lanes[1, place(j)], lanes[2, place(j)], lanes[3, place(j)]
        size = max(sqrt(ex * ex + ey * ey + ez * ez), _TINY)
        rate = (
            ex * (ex - before[0, b] + before[0, a])
            + ey * (ey - before[1, b] + before[1, a])
            + ez * (ez - before[2, b] + before[2, a])
        ) / size
        soft = sticks.compliance[k] / (dt * dt)
        viscous = soft * sticks.damping[k] * dt
        wanted = sticks.length[k] - size - soft * work.multiplier[k] - viscous * rate
        change = wanted / ((1.0 + viscous) * both + soft) if both > 0.0 else 0.0
        work.multiplier[k] += change
        lanes[3, place(j)] = change / size


@merged
def _add_moment(work, p, fx, fy, fz):
    """torque += (x⁰ − c) × f at a node."""
    rx = work.before[0, p] - work.center[0]
    ry = work.before[1, p] - work.center[1]
    rz = work.before[2, p] - work.center[2]
    work.torque[0] += ry * fz - rz * fy
    work.torque[1] += rz * fx - rx * fz
    work.torque[2] += rx * fy - ry * fx


@merged
def _touch(planes, work, x, k, dt):
    """One plane: its multiplier, and friction."""
    p = place(planes.node[k])
    w, before = work.weight[p], work.before
    nx, ny, nz = planes.normal[0, k], planes.normal[1, k], planes.normal[2, k]
    depth = planes.level[k] - nx * x[0, p] - ny * x[1, p] - nz * x[2, p]
    soft = planes.compliance[k] / (dt * dt)
    push = max(planes.push[k] + (depth - soft * planes.push[k]) / (w + soft), 0.0)
    change = w * (push - planes.push[k])
    planes.push[k] = push
    dx, dy, dz = change * nx, change * ny, change * nz
    sx, sy, sz = x[0, p] + dx - before[0, p], x[1, p] + dy - before[1, p], x[2, p] + dz - before[2, p]
    along = sx * nx + sy * ny + sz * nz
    tx, ty, tz = sx - along * nx, sy - along * ny, sz - along * nz
    slide = sqrt(tx * tx + ty * ty + tz * tz)
    stop = min(slide, planes.friction[k] * w * push - planes.slid[k])
    if stop > 0.0:
        planes.slid[k] += stop
        share = stop / slide
        dx, dy, dz = dx - share * tx, dy - share * ty, dz - share * tz
    x[0, p] += dx
    x[1, p] += dy
    x[2, p] += dz
    _add_moment(work, p, -dx / w, -dy / w, -dz / w)


@kernel
def prepare(sticks, free, dt, work):
    """Inertia with half a step's drag, as in `predict`, and c of (2), the centre of mass of the free nodes."""
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


@merged
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
