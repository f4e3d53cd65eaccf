"""Sheets and rods that are bent until they yield through their thickness.

A section of the half height R and the width b(z) that is bent to the curvature κ, of matter that yields at the stress Y
and does not harden, bears

    M = 2 ∫₀^R min(Eκz, Y) b z dz ,   first M_Y = EI κ_Y at κ_Y = Y/(ER), in the end M_p ,                     (1)

with M_p = 3/2 M_Y for a plate and 16/3π M_Y for a round rod. Let go, it springs back as if elastic, to the curvature

    κ − M/EI .                                                                                              (2)

Bodies have four layers (`inelastic.layers`) on each side of their middle. Nodes are put on an arc of a circle, and the
moment is that of the inner forces on one half of it about its middle; then they are let go, without any load. A limit
that grows (isotropic hardening) and one that moves (kinematic) are the same on the way out, and differ back.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any, NamedTuple

import numpy as np

from pliant.checks import at_least, at_most, close
from pliant.collision.spec import Collision
from pliant.integrators.spec import Static
from pliant.model import Curve, Elastic, Mesh, Rod, Strip, Surface
from pliant.model.flow import Plastic
from pliant.model.frame import MaterialFrame
from pliant.numerics.grid import cell_triangles
from pliant.scene.schema import Scene
from pliant.shapes import line, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

YOUNG, LIMIT = 2e11, 2e8  # [Pa]
LENGTH, WIDE, HALF, COUNT = 0.1, 0.02, 5e-4, 21  # [m], half the thickness, or the radius; nodes along
HARD = 0.05  # H, g
FIRST = LIMIT / (YOUNG * HALF)  # κ_Y [1/m]
SHEET = Elastic(young=YOUNG, poisson=0.0, thickness=2.0 * HALF, density=7800.0)
AXIS = line((0.0, 0.0, 0.0), (LENGTH, 0.0, 0.0))


def _triangles(flow: Plastic) -> Mesh:
    points = rectangle(LENGTH, WIDE).points((COUNT, 5), (False, False)).reshape(-1, 3)
    triangles = cell_triangles((COUNT, 5), (False, False))
    return Mesh(points, triangles=triangles, material=SHEET, flow=flow, id="bar")


class Bar(NamedTuple):
    make: Callable[[Plastic], Any]
    round: bool
    first: float  # M_Y [N·m]

    @property
    def most(self) -> float:
        """M_p/M_Y."""
        return 16.0 / (3.0 * pi) if self.round else 1.5


_PLATE, _ROUND = LIMIT * WIDE * (2.0 * HALF) ** 2 / 6.0, LIMIT * pi * HALF**3 / 4.0
BARS = {
    "sheet": Bar(
        lambda flow: Surface(rectangle(LENGTH, WIDE), grid=(COUNT, 3), material=SHEET, flow=flow, id="bar"),
        False, _PLATE,
    ),
    "triangles": Bar(_triangles, False, _PLATE),
    "round rod": Bar(
        lambda flow: Curve(
            AXIS, grid=COUNT, material=Rod(young=YOUNG, radius=HALF, density=7800.0), flow=flow, id="bar"
        ),
        True, _ROUND,
    ),
    "strip with a frame": Bar(
        lambda flow: Curve(
            AXIS, grid=COUNT, frame=MaterialFrame(), flow=flow, id="bar",
            material=Strip(young=YOUNG, density=7800.0, width=WIDE, height=2.0 * HALF),
        ),
        False, _PLATE,
    ),
}  # fmt: skip


def moment(bend: np.ndarray, *, round_: bool) -> np.ndarray:
    """M/M_Y of (1) at curvatures κ/κ_Y."""
    z = (np.arange(4000) + 0.5) / 4000
    width = np.sqrt(1.0 - z * z) if round_ else np.ones_like(z)
    return (np.minimum(np.abs(bend)[:, None] * z, 1.0) * width * z).sum(axis=1) / (width * z * z).sum()


class Bender:
    """A bar on an arc of a circle."""

    def __init__(self, bar: Bar, flow: Plastic):
        scene = Scene(dt=0.01, integrator=Static(), collision=Collision(bodies=False, itself=False))
        scene.add(bar.make(flow))
        self.simulation = Simulation(scene)
        self.body, self.state = self.simulation.model.bodies[0], self.simulation.state.bodies["bar"]
        self.rest = self.simulation.positions("bar").copy()
        self.rest[:, 0] -= self.rest[:, 0].mean()

    def bend(self, curvature: float) -> float:
        """To κ [1/m]; returns M [N·m], positive where it bends towards z."""
        s, at = self.rest[:, 0], self.rest.copy()
        if curvature:
            at[:, 0], at[:, 2] = np.sin(curvature * s) / curvature, (1.0 - np.cos(curvature * s)) / curvature
        layout = self.body.layout
        self.state.free[layout.nodes] = 0.0
        self.state.target[:, layout.nodes] = at.T
        self.simulation.step()
        force, right = self.simulation.elastic_forces("bar"), s > 1e-9
        return float((at[right, 2] * force[right, 0] - at[right, 0] * force[right, 2]).sum())

    def let_go(self) -> float:
        """κ [1/m] that is left."""
        self.state.free[self.body.layout.nodes] = 1.0
        self.simulation.step()
        x = self.simulation.positions("bar")
        ends = [x[np.isclose(self.rest[:, 0], s)].mean(axis=0) for s in (-0.5 * LENGTH, 0.5 * LENGTH)]
        chord = float(np.linalg.norm(ends[1] - ends[0]))
        middle = x[np.abs(self.rest[:, 0]) < 1e-9].mean(axis=0)
        rise = float(np.linalg.norm(middle - 0.5 * (ends[0] + ends[1])))
        return 8.0 * rise / (chord**2 + 4.0 * rise**2)


def run() -> Result:
    checks, bends = [], np.array([0.5, 0.9, 1.2, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0])
    plot = Plot("Moment of sections that yield", "curvature / that at which the skin yields", "M / M_Y")
    fine = np.linspace(0.0, 8.0, 161)
    plot = plot.theory("plate", fine, moment(fine, round_=False))
    plot = plot.theory("round rod", fine, moment(fine, round_=True))
    for name, bar in BARS.items():
        bender = Bender(bar, Plastic(limit=LIMIT))
        found = np.array([bender.bend(k * FIRST) for k in bends]) / bar.first
        wanted = moment(bends, round_=bar.round)
        off = float(np.abs(found / wanted - 1.0).max())
        checks.append(at_most(f"{name}: moment on the way to eight times κ_Y, relative error", off, 0.03))
        checks.append(close(f"{name}: fully plastic moment, M/M_Y", float(found[-1]), bar.most, 0.03))
        left = bender.let_go() / FIRST
        checks.append(
            close(f"{name}: curvature when let go, κ/κ_Y", left, float(bends[-1] - wanted[-1]), 0.01)
        )
        plot = plot.computed(name, bends, found)
    way = np.concatenate([np.linspace(0.0, 6.0, 13), np.linspace(5.5, -6.0, 24)])
    loop = Plot("A sheet bent to and fro", "curvature / κ_Y", "M / M_Y")
    ends = {}
    laws = {
        "none": Plastic(LIMIT),
        "kinematic": Plastic(LIMIT, HARD),
        "isotropic": Plastic(LIMIT, isotropic=HARD),
    }
    for name, law in laws.items():
        bender = Bender(BARS["sheet"], law)
        found = np.array([bender.bend(k * FIRST) for k in way]) / _PLATE
        ends[name] = float(found[12]), float(found[-1])
        loop = loop.computed(name, way, found)
    loop = loop.theory("does not harden, out", fine[:121], moment(fine[:121], round_=False))
    out, back = (abs(ends["isotropic"][k]) - abs(ends["kinematic"][k]) for k in (0, 1))
    checks.append(at_most("hardening is the same on the way out, |ΔM|/M_Y", abs(out), 1e-6))
    checks.append(at_least("isotropic hardening bears more on the way back, ΔM/M_Y", back, 0.2))
    flat = ends["none"]
    checks.append(at_most("without hardening it bears the same back, |ΔM|/M_Y", abs(sum(flat)), 1e-6))
    return Result(
        "plastic_bending", "Bending that yields through the thickness", checks, [plot, loop], __doc__ or ""
    )
