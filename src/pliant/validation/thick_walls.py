"""A thick tube and a thick sphere with a pressure p inside: Lamé's answers, in small strain.

Of inner radius a and outer radius b, the tube held at its ends (plane strain), the inside moves out by

    tube:    u(a) = (1 + ν) p a/E · (1 − 2ν + b²/a²)/(b²/a² − 1)                                            (1)
    sphere:  u(a) = p a/E · (1 − 2ν + ½(1 + ν) b³/a³)/(b³/a³ − 1) .                                         (2)

A quarter of the tube is a solid on a grid, an eighth of the sphere is made of tetrahedra, linear and quadratic ones,
whose edges are straight. Both are taken as linear systems (`linear.of_body`), held by their planes of symmetry. With
ν = 0.499 what locks hardly moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.checks import at_most, close
from pliant.linear import System, of_body
from pliant.model import Bulk, Mesh, Solid
from pliant.scene.schema import Scene
from pliant.shapes import b_spline_solid
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

INNER, OUTER, YOUNG = 1.0, 2.0, 1.0
RATIOS = (0.3, 0.499)
COUNTS = (1, 2, 4, 8)  # cells through the wall
LAYERS = (1, 2, 4)


def run() -> Result:
    tubes = {nu: [_tube(n, nu) / tube(nu) for n in COUNTS] for nu in RATIOS}
    spheres = {
        (nu, quadratic): [_sphere(n, nu, quadratic) / sphere(nu) for n in LAYERS]
        for nu in RATIOS
        for quadratic in (False, True)
    }
    checks = []
    for nu in RATIOS:
        checks += [
            close(f"thick tube, ν = {nu:g}, grid, 8 cells through: u(a) over (1)", tubes[nu][-1], 1.0, 0.01),
            close(f"thick tube, ν = {nu:g}, grid, 4 cells through: u(a) over (1)", tubes[nu][-2], 1.0, 0.03),
            close(
                f"thick sphere, ν = {nu:g}, quadratic tetrahedra, 4 layers: u(a) over (2)",
                spheres[nu, True][-1],
                1.0,
                0.02,
            ),
        ]
    checks.append(
        at_most(
            "thick sphere, ν = 0.499, linear tetrahedra, 4 layers: u(a) over (2)",
            spheres[0.499, False][-1],
            0.9,
        )
    )
    plots = [
        Plot("A thick tube under pressure", "cells through the wall", "u(a) over (1)")
        .theory("(1)", [COUNTS[0], COUNTS[-1]], [1.0, 1.0])
        .computed("ν = 0.3", COUNTS, tubes[0.3])
        .computed("ν = 0.499", COUNTS, tubes[0.499]),
        Plot("A thick sphere under pressure", "layers of tetrahedra", "u(a) over (2)")
        .theory("(2)", [LAYERS[0], LAYERS[-1]], [1.0, 1.0])
        .computed("linear, ν = 0.3", LAYERS, spheres[0.3, False])
        .computed("quadratic, ν = 0.3", LAYERS, spheres[0.3, True])
        .computed("linear, ν = 0.499", LAYERS, spheres[0.499, False])
        .computed("quadratic, ν = 0.499", LAYERS, spheres[0.499, True]),
    ]
    return Result("thick_walls", "Thick walls under pressure", checks, plots, __doc__ or "")


def tube(poisson: float) -> float:
    """u(a)/p of (1)."""
    square = (OUTER / INNER) ** 2
    return (1.0 + poisson) * INNER / YOUNG * (1.0 - 2.0 * poisson + square) / (square - 1.0)


def sphere(poisson: float) -> float:
    """u(a)/p of (2)."""
    cube = (OUTER / INNER) ** 3
    return INNER / YOUNG * (1.0 - 2.0 * poisson + 0.5 * (1.0 + poisson) * cube) / (cube - 1.0)


def _tube(cells: int, poisson: float) -> float:
    """u(a)/p of a quarter, with twice as many cells around as through."""
    around = 2 * cells + 1
    r, angle = np.linspace(INNER, OUTER, cells + 1), np.linspace(0.0, np.pi / 2, around)
    depth = (OUTER - INNER) / cells
    x, y = np.einsum("r,a->ra", r, np.cos(angle)), np.einsum("r,a->ra", r, np.sin(angle))
    flat = np.stack([np.repeat(part[:, :, None], 2, axis=2) for part in (x, y)], axis=-1)
    height = np.broadcast_to([0.0, depth], (*x.shape, 2))[..., None]
    points = np.concatenate([flat, height], axis=-1)
    material = Bulk(young=YOUNG, poisson=poisson, density=1.0)
    grid = points.shape[:3]
    system = _system(Solid(b_spline_solid(points, (1, 1, 1)), id="body", grid=grid, material=material))
    number = np.arange(points[..., 0].size).reshape(grid)[0]
    corners = np.stack([number[:-1, 0], number[1:, 0], number[1:, 1], number[:-1, 1]], axis=1)
    places = points.reshape(-1, 3)
    a, b, c, d = (places[corners[:, k]] for k in range(4))
    push = 0.5 * np.cross(c - a, d - b)  # area along the normal
    held = np.isclose(places, 0.0, atol=1e-9)
    held[:, 2] = True
    return _moved(system, places, held, corners, push, np.full(4, 0.25))


def _sphere(layers: int, poisson: float, quadratic: bool) -> float:
    """u(a)/p of an eighth, with four times as many triangles along an edge as layers through."""
    points, cells = eighth(4 * layers, layers)
    material = Bulk(young=YOUNG, poisson=poisson, density=1.0)
    body = Mesh(points, id="body", tetrahedra=cells, quadratic=quadratic, material=material)
    system, mesh = _system(body), body.geometry()
    x, inside = mesh.vertices, len(points) // (layers + 1)
    at_corners = cells < inside  # nodes of the innermost layer come first
    faces = np.flatnonzero(at_corners.sum(axis=1) == 3)
    corners = np.stack([cells[k][at_corners[k]] for k in faces])
    a, b, c = (x[corners[:, k]] for k in range(3))
    push = 0.5 * np.cross(b - a, c - a)
    push *= np.sign(np.einsum("nc,nc->n", push, a + b + c))[:, None]
    nodes, shares = corners, np.full(3, 1.0 / 3.0)
    if mesh.middles is not None:  # of the integral of functions of degree two corners have nothing
        edges = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
        nodes = np.stack([mesh.middles[k][at_corners[k][edges].all(axis=1)] for k in faces])
    return _moved(system, x, np.isclose(x, 0.0, atol=1e-9), nodes, push, shares)


def eighth(along: int, layers: int) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 3) and tetrahedra of an eighth of a thick sphere: triangles `along` its edges, in `layers`."""
    places = [(i, j, along - i - j) for i in range(along + 1) for j in range(along + 1 - i)]
    number = {place: k for k, place in enumerate(places)}
    directions = np.array(places, dtype=float)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    triangles = []
    for i, j, k in places:
        if k > 0:
            triangles.append([number[i, j, k], number[i + 1, j, k - 1], number[i, j + 1, k - 1]])
        if i > 0 and j > 0:
            triangles.append([number[i, j, k], number[i - 1, j, k + 1], number[i, j - 1, k + 1]])
    radii = np.linspace(INNER, OUTER, layers + 1)
    points = np.concatenate([radius * directions for radius in radii])
    a, b, c = np.sort(np.array(triangles), axis=1).T  # so that neighbours cut the side between them alike
    cells, count = [], len(places)
    for layer in range(layers):
        low, high = layer * count, (layer + 1) * count
        cells += [
            np.stack([a + low, b + low, c + low, c + high], axis=1),
            np.stack([a + low, b + low, b + high, c + high], axis=1),
            np.stack([a + low, a + high, b + high, c + high], axis=1),
        ]
    return points, np.concatenate(cells)


def _system(body: Any) -> System:
    return of_body(Simulation(Scene(collision=False, bodies=[body])), "body")[0]


def _moved(
    system: System, x: np.ndarray, held: np.ndarray, nodes: np.ndarray, push: np.ndarray, shares: np.ndarray
) -> float:
    """How far the inside moves out for a pressure of one."""
    forces = np.zeros_like(x)
    for column, share in zip(nodes.T, shares, strict=True):
        np.add.at(forces, column, share * push)
    moved = System(system.stiffness, system.mass, held.ravel()).solve(forces).reshape(-1, 3)
    radius = np.linalg.norm(x[:, :2] if held[:, 2].all() else x, axis=1)
    inside = np.isclose(radius, INNER, rtol=1e-6)
    return float((moved * x)[inside].sum(axis=1).mean() / INNER)
