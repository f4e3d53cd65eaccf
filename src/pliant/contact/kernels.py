"""Loops over the nodes of a body for one obstacle and one response.

The energy of contact is  E(x) = Σ wᵢ E(f(xᵢ))  over the nodes that collide, with

    ∇E  = w E′ ∇f
    ∇²E = w (E″ ∇f ∇fᵀ + E′ ∇²f)      one 3×3 block per node

`x` and `out` are (3, P) as everywhere in the model, `nodes` (n,) lists the flat indices that collide and
`weights` (P,) are factors of each node's energy: ones, or masses where a stiffness is meant per mass. `field`
comes from `contact_field`, `terms` from the response's `parameters`.
"""

from __future__ import annotations

from math import inf, sqrt

from pliant.contact.dispatch import distance
from pliant.contact.fields import evaluate
from pliant.contact.responses import penalty_terms
from pliant.numerics.compile import kernel

# Step of the central difference for ∇²f [m]: (step/radius)² of truncation, 1e-10/m of rounding.
_STEP = 1e-6

# Parts of a union overlap: leaving one may end inside another. A single shape needs one pass.
_PASSES = 16


@kernel
def energy(field, terms, x, nodes, weights):
    """E [J] of all `nodes`, summed in their order."""
    total = 0.0
    for node in nodes:
        f, _, _, _ = evaluate(field, x[0, node], x[1, node], x[2, node])
        E, _, _ = penalty_terms(terms, f)
        total += weights[node] * E
    return total


@kernel
def nearest(field, x, nodes):
    """The least value of a field at the nodes; none: infinity."""
    least = inf
    for node in nodes:
        f, _, _, _ = evaluate(field, x[0, node], x[1, node], x[2, node])
        least = min(least, f)
    return least


@kernel
def add_gradient(field, terms, x, nodes, weights, out):
    """out += dE/dx [N], shape (3, P); returns E [J]. The force is the negative and points out of the obstacle."""
    total = 0.0
    for node in nodes:
        f, fx, fy, fz = evaluate(field, x[0, node], x[1, node], x[2, node])
        E, dE, _ = penalty_terms(terms, f)
        total += weights[node] * E
        if dE != 0.0:
            dE *= weights[node]
            out[0, node] += dE * fx
            out[1, node] += dE * fy
            out[2, node] += dE * fz
    return total


@kernel
def add_hessian_diagonal(field, terms, x, nodes, weights, out):
    """out += w E″ ∇f∇fᵀ [N/m] where E″ > 0, shape (6, P): the blocks' entries xx, xy, xz, yy, yz, zz.

    This part of d²E/dx² has no negative eigenvalue. What is left out of a penalty, w E′∇²f, is negative
    semidefinite around convex obstacles (E′ ≤ 0, ∇²f ≥ 0: sliding aside lowers the energy), so it could only
    make the system indefinite; in a hollow it is a stiffening that Newton does without.
    """
    for node in nodes:
        px, py, pz = x[0, node], x[1, node], x[2, node]
        f, fx, fy, fz = evaluate(field, px, py, pz)
        _, _, d2E = penalty_terms(terms, f)
        if d2E <= 0.0:
            continue
        d2E *= weights[node]
        out[0, node] += d2E * fx * fx
        out[1, node] += d2E * fx * fy
        out[2, node] += d2E * fx * fz
        out[3, node] += d2E * fy * fy
        out[4, node] += d2E * fy * fz
        out[5, node] += d2E * fz * fz


@kernel
def add_field_curvature(field, terms, x, nodes, weights, out):
    """out += w E′∇²f and w E″ ∇f∇fᵀ where E″ < 0, what `add_hessian_diagonal` leaves out.

    ∇²f is from central differences of the gradient.

    A kernel of its own, because steps never need it and it takes long to compile.
    """
    for node in nodes:
        px, py, pz = x[0, node], x[1, node], x[2, node]
        f, fx, fy, fz = evaluate(field, px, py, pz)
        _, dE, d2E = penalty_terms(terms, f)
        if dE == 0.0:
            continue
        dE *= weights[node]
        d2E = min(d2E, 0.0) * weights[node]
        out[0, node] += d2E * fx * fx
        out[1, node] += d2E * fx * fy
        out[2, node] += d2E * fx * fz
        out[3, node] += d2E * fy * fy
        out[4, node] += d2E * fy * fz
        out[5, node] += d2E * fz * fz
        scale = dE / (2.0 * _STEP)
        for axis in range(3):
            hx = _STEP if axis == 0 else 0.0
            hy = _STEP if axis == 1 else 0.0
            hz = _STEP if axis == 2 else 0.0
            _, ax, ay, az = evaluate(field, px + hx, py + hy, pz + hz)
            _, bx, by, bz = evaluate(field, px - hx, py - hy, pz - hz)
            gx, gy, gz = scale * (ax - bx), scale * (ay - by), scale * (az - bz)
            # Off the diagonal each entry is seen twice; half of both keeps the block symmetric.
            if axis == 0:
                out[0, node] += gx
                out[1, node] += 0.5 * gy
                out[2, node] += 0.5 * gz
            elif axis == 1:
                out[1, node] += 0.5 * gx
                out[3, node] += gy
                out[4, node] += 0.5 * gz
            else:
                out[2, node] += 0.5 * gx
                out[4, node] += 0.5 * gy
                out[5, node] += gz


@kernel
def still_entering(field, threshold, x, v, nodes, out):
    """The nodes that pass the velocity test of 000 Listing 3.4, into out (n,); returns how many there are.

    A node deeper than the threshold that is already leaving (f < threshold and ∇f·v > 0) is left out. Called
    once at the start of a step: the force of the nodes that remain then comes from an energy.
    """
    count = 0
    for node in nodes:
        f, fx, fy, fz = evaluate(field, x[0, node], x[1, node], x[2, node])
        leaving = fx * v[0, node] + fy * v[1, node] + fz * v[2, node] > 0.0
        if not (f < threshold and leaving):
            out[count] = node
            count += 1
    return count


@kernel
def project(geometry, strength, x, nodes, movable):
    """Move nodes that are inside out to the surface: r += c·|d|·n [000 Listing 3.5]; returns how many moved.

    `movable` (P,) is false for nodes that are held. One call serves one obstacle; several are
    done one after the other, as in the listing.
    """
    moved = 0
    for node in nodes:
        if not movable[node]:
            continue
        px, py, pz = x[0, node], x[1, node], x[2, node]
        d, nx, ny, nz = distance(geometry, px, py, pz)
        if d >= 0.0:
            continue
        sx, sy, sz = 0.0, 0.0, 0.0
        for _ in range(_PASSES):
            sx -= d * nx
            sy -= d * ny
            sz -= d * nz
            d, nx, ny, nz = distance(geometry, px + sx, py + sy, pz + sz)
            if d >= -1e-9 * sqrt(sx * sx + sy * sy + sz * sz):  # no more than rounding
                break
        x[0, node] = px + strength * sx
        x[1, node] = py + strength * sy
        x[2, node] = pz + strength * sz
        moved += 1
    return moved
