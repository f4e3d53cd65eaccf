"""Stress that is brought back to its limit, point by point: (3) and (4) of `flow`."""

from __future__ import annotations

import numpy as np

from pliant.numerics.compile import kernel

_ITERATIONS = 60
_FIRM = 1e-6  # of the elastic stiffness: what is left at least of matter that yields


@kernel
def bring_back(d, p, hardening, ratio, growth, limit, to_stress, to_strain, modulus, weight, out):
    """(3) at all points: `out` is p after the step. Returns the energy that comes besides the elastic one [J]."""
    m, n = d.shape
    z, e = np.zeros(m), np.zeros(m)
    extra, viscous, plastic = 0.0, 0.0, 0.0
    for j in range(n):
        square = 0.0
        for i in range(m):
            total = 0.0
            for k in range(m):
                total += to_stress[i, k, j] * (d[k, j] - (1.0 + hardening) * p[k, j])
            z[i] = total
            square += total * total
        size = np.sqrt(square)
        top = 0.0
        for i in range(m):
            out[i, j] = p[i, j]
            top = max(top, modulus[i, j])
        if size > limit[j] and np.isfinite(ratio):
            flow, drag = 0.0, ratio * top + growth[j]
            for _ in range(_ITERATIONS):
                square, slope = 0.0, 0.0
                for i in range(m):
                    factor = (1.0 + hardening) * modulus[i, j]
                    e[i] = z[i] / (1.0 + factor * flow)
                    square += e[i] * e[i]
                    slope -= e[i] * e[i] * factor / (1.0 + factor * flow)
                size = np.sqrt(square)
                less = 1.0 - drag * flow
                value = size * less - limit[j]
                change = value / (size * drag - slope / size * less)
                flow += change
                if change <= 1e-14 * flow:
                    break
            size = 0.0
            for i in range(m):
                e[i] = z[i] / (1.0 + (1.0 + hardening) * modulus[i, j] * flow)
                size += e[i] * e[i]
            size = np.sqrt(size)
            for i in range(m):
                total = 0.0
                for k in range(m):
                    total += to_strain[i, k, j] * e[k]
                out[i, j] += flow * total
            slip = flow * size
            plastic += weight[j] * limit[j] * slip
            viscous += weight[j] * drag * slip * slip
        if hardening > 0.0:
            for i in range(m):
                total = 0.0
                for k in range(m):
                    total += to_stress[i, k, j] * out[k, j]
                extra += 0.5 * weight[j] * hardening * total * total / modulus[i, j]
    return extra + plastic + 0.5 * viscous


@kernel
def tangents(d, p, now, hardening, ratio, growth, to_stress, modulus, weight, stress, stiffness):
    """(4) at all points, times their weights, and the stress AᵀΛ⁻¹z of the springs; never quite without stiffness."""
    m, n = d.shape
    z, u, diagonal = np.zeros(m), np.zeros(m), np.zeros(m)
    for j in range(n):
        # λ from Δp, by A Δp = λ Λ z and z = ξ − (1 + H) A Δp
        along, square, top = 0.0, 0.0, 0.0
        for i in range(m):
            trial, moved = 0.0, 0.0
            for k in range(m):
                trial += to_stress[i, k, j] * (d[k, j] - (1.0 + hardening) * p[k, j])
                moved += to_stress[i, k, j] * (now[k, j] - p[k, j])
            z[i] = trial - (1.0 + hardening) * moved
            along += moved * z[i] * modulus[i, j]
            square += (z[i] * modulus[i, j]) ** 2
            top = max(top, modulus[i, j])
        flow = along / square if square > 0.0 else 0.0
        rate, total, length = ratio * top + growth[j], 0.0, 0.0
        for i in range(m):
            a = (1.0 + hardening) * modulus[i, j]
            u[i] = z[i] / (1.0 + a * flow)
            diagonal[i] = 1.0 / modulus[i, j] - flow / (1.0 + a * flow)
            total += a * z[i] * u[i]
            length += z[i] * z[i]
        less = 1.0 - rate * flow
        kappa = less / (less * total + rate * length) if flow > 0.0 else 0.0
        for a in range(m):
            for b in range(m):
                value = 0.0
                for i in range(m):
                    left = to_stress[i, a, j]
                    value += left * (diagonal[i] + _FIRM / modulus[i, j]) * to_stress[i, b, j]
                    for k in range(m):
                        value -= left * kappa * u[i] * u[k] * to_stress[k, b, j]
                stiffness[a, b, j] = weight[j] * value
            if weight[j] == 0.0 or stiffness[a, a, j] <= 0.0:
                stiffness[a, a, j] = 1e-300
            force = 0.0
            for i in range(m):
                held = 0.0
                for k in range(m):
                    held += to_stress[i, k, j] * (d[k, j] - now[k, j])
                force += to_stress[i, a, j] * held / modulus[i, j]
            stress[a, j] = weight[j] * force
