"""A sheet clamped at one edge bends under its own weight: the Euler–Bernoulli strip and the elastica.

A clamp holds the nodes of the edge and the direction there, from which half a cell of bending leads to the first free
cell (`energies/clamped.py`): the whole length L is free. For a small load q = μg per area, with bending stiffness D per
width (ν = 0),

    D w⁗ = q ,    w(x) = q x²(6L² − 4Lx + x²)/24D ,    w(L) = qL⁴/8D .                                      (1)

With Poisson's ratio ν a narrow strip is free to curve across (anticlastic), and D(1 − ν²) = E t³/12 takes the
place of D; a wide one cannot, and D stays. A strip of finite width lies between.

Large deflections: the angle θ(s) along an inextensible strip obeys the heavy elastica

    D θ″ = −q (L − s) cos θ ,    θ(0) = 0 ,    θ′(L) = 0 .                                                 (2)
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_bvp

from pliant.checks import at_most, between, close
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.validation.result import Plot, Result
from pliant.validation.states import grid_points, settled

LENGTH, BENDING, DENSITY = 1.0, 1.0, 1.0
SMALL, LARGE = 0.01, 12.0  # gravity [m/s²]: tip deflections of about 1 mm and 0.6 m
GRIDS = (11, 21, 41)
_TIP = DENSITY * SMALL * LENGTH**4 / (8.0 * BENDING)  # (1)


def run() -> Result:
    errors, profile = [], np.zeros((0, 3))
    for n in GRIDS:
        profile = _strip(n, 3, 0.1, 0.0, SMALL)
        errors.append(abs(-profile[-1, 2] / _TIP - 1.0))
    order = float(np.log2(errors[1] / errors[2]))
    narrow = -_strip(41, 5, 0.1, 0.3, SMALL)[-1, 2] / _TIP
    wide = -_strip(41, 41, 4.0, 0.3, SMALL)[-1, 2] / _TIP
    n = GRIDS[-1]
    computed = -profile[:, 2]
    x = profile[:, 0] + 0.5 * LENGTH
    bent, s, angle = _strip(n, 3, 0.1, 0.0, LARGE, load_steps=6), *_elastica(LARGE)
    across, down = _path(s, angle)
    tip = bent[-1] + np.array([0.5 * LENGTH, 0.0, 0.0])
    off = np.abs(computed - _shape(x)).max()
    checks = [
        at_most("strip, ν = 0, 17 nodes: error of the tip", _error(17), 5e-3),
        close("strip, ν = 0, 41 nodes: tip against qL⁴/8D", 1e3 * computed[-1], 1e3 * _TIP, 2e-3, "mm"),
        at_most("clamped strip: shape against (1), relative to the tip", float(off / _TIP), 2e-3),
        between("clamped strip: observed order of convergence", order, 1.7, 2.3),
        between("narrow strip, ν = 0.3: tip over qL⁴/8D, below 1/(1 − ν²)", float(narrow), 1.06, 1.099),
        between("wide strip, ν = 0.3: middle of the tip over qL⁴/8D", float(wide), 0.99, 1.06),
        close("heavy elastica: depth of the tip", -float(tip[2]), float(down[-1]), 5e-3, "m"),
        close("heavy elastica: reach of the tip", float(tip[0]), float(across[-1]), 5e-3, "m"),
    ]
    line = np.linspace(0.0, LENGTH, 100)
    plots = [
        Plot("A clamped strip, small load", "distance from the clamp [m]", "deflection [mm]")
        .theory("Euler–Bernoulli", line, -1e3 * _shape(line))
        .computed("computed, 41 nodes", x[::2], -1e3 * computed[::2]),
        Plot("A clamped strip, large load", "x [m]", "z [m]", equal=True)
        .theory("heavy elastica", across, -down)
        .computed("computed, 41 nodes", bent[::2, 0] + 0.5 * LENGTH, bent[::2, 2]),
        Plot("A clamped strip: convergence", "h/L", "relative error of the tip", log_x=True, log_y=True)
        .theory("h²", [0.1, 0.025], [errors[0], errors[0] / 16])
        .computed("computed", [1 / (n - 1) for n in GRIDS], errors),
    ]
    return Result("cantilever", "Cantilevered sheet", checks, plots, __doc__ or "")


def _error(n: int) -> float:
    return float(abs(-_strip(n, 3, 0.1, 0.0, SMALL)[-1, 2] / _TIP - 1.0))


def _shape(x: np.ndarray) -> np.ndarray:
    return DENSITY * SMALL * x**2 * (6 * LENGTH**2 - 4 * LENGTH * x + x**2) / (24.0 * BENDING)  # (1)


def _strip(
    n: int, across: int, width: float, poisson: float, gravity: float, load_steps: int = 1
) -> np.ndarray:
    """The middle line of a strip that is clamped at m = 0, (n, 3)."""
    scene = Scene(collision=False, gravity=gravity)
    material = Sheet(membrane=1e5, poisson=poisson, bending=BENDING, area_density=DENSITY)
    scene.add(Surface(rectangle(LENGTH, width), id="strip", grid=(n, across), material=material))
    scene.clamp("strip", edges=("m0",))
    return grid_points(settled(scene, load_steps=load_steps), "strip")[:, across // 2]


def _elastica(gravity: float) -> tuple[np.ndarray, np.ndarray]:
    """s and θ(s) of (2), θ downwards."""

    def rates(s, y):
        return np.vstack([y[1], -DENSITY * gravity * (LENGTH - s) * np.cos(y[0]) / BENDING])

    s = np.linspace(0.0, LENGTH, 201)
    found = solve_bvp(rates, lambda a, b: np.array([a[0], b[1]]), s, np.vstack([s, 1 - s]), tol=1e-8)
    return found.x, found.y[0]


def _path(s: np.ndarray, angle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distance from the clamp and depth along the strip, by the trapezoidal rule."""
    step = np.diff(s)
    along, down = np.cos(angle), np.sin(angle)
    return (
        np.concatenate([[0.0], np.cumsum(0.5 * step * (along[1:] + along[:-1]))]),
        np.concatenate([[0.0], np.cumsum(0.5 * step * (down[1:] + down[:-1]))]),
    )
