"""Loads against theory: a pressure vessel, a strip that rolls up under a moment at its end, a bar that is twisted.

A thin cylinder of radius r and thickness t with the pressure p inside, and ends that bear p π r², is stressed

    σ = pr/t around it ,   σ = pr/2t along it ,                                                               (1)

away from the end that is held. A clamped strip with the bending stiffness EI and a moment M at its other end is a
circle of

    R = EI/M ,                                                                                                (2)

closed for M = 2π EI/L, however large the deflection. Nine tenths of that are taken: from about 0.95 on the circle is no
minimum any more, and a strip that nothing keeps in its plane leaves it sideways, as a column buckles. The sections of a
bar with the shear modulus G and a square section of side a turn under a torque T by

    φ′ = T/GJ ,   J = 0.1406 a⁴                                                                               (3)

along it (Saint-Venant), away from its ends, of which the held one cannot warp.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most, close
from pliant.constraints import Pin
from pliant.forces import Keys, Load, Moment, Pressure, Target
from pliant.integrators.spec import Static
from pliant.model import Bulk, Elastic, Solid, Surface
from pliant.scene.schema import Scene
from pliant.shapes import box, cylinder, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

RADIUS, THICKNESS, PRESSURE = 0.5, 0.005, 1e5  # of the vessel [m], [m], [Pa]
LENGTH, WIDTH, EI = 1.0, 0.1, 1e6 * 0.1 * 0.01**3 / 12.0  # of the strip
STEPS, ROLLED = 12, 0.9  # in which its moment grows, and to which part of a circle
BAR, SIDE, SHEAR, TORQUE = 1.0, 0.2, 1e6, 0.2  # of the bar: length, a, G, T


def run() -> Result:
    along, around, lengthwise = _vessel()
    strip, radius, off = _strip()
    height, turned = _bar()
    hoop = PRESSURE * RADIUS / THICKNESS
    rate = TORQUE / (SHEAR * 0.1406 * SIDE**4)  # (3)
    low, high = len(height) // 4, -len(height) // 4
    measured = float((turned[high] - turned[low]) / (height[high] - height[low]))
    middle = slice(len(along) // 3, -len(along) // 3)
    checks = [
        close(
            "vessel: stress around it, in its middle", around[middle].mean() / 1e6, hoop / 1e6, 0.01, "MPa"
        ),
        close(
            "vessel: stress along it, in its middle",
            lengthwise[middle].mean() / 1e6,
            0.5 * hoop / 1e6,
            0.01,
            "MPa",
        ),
        close(
            "strip, M = 1.8π EI/L: radius of the circle", radius, LENGTH / (2.0 * np.pi * ROLLED), 0.01, "m"
        ),
        at_most("strip: how far nodes are off the circle, over R", off / radius, 0.01),
        close("bar: turn per length, in its middle", 1e3 * measured, 1e3 * rate, 0.02, "rad/km"),
    ]
    circle = np.linspace(0.0, 2.0 * np.pi, 100)
    plots = [
        Plot("A pressure vessel", "distance from the held end [m]", "stress [MPa]")
        .theory("pr/t", [0.0, 1.0], [hoop / 1e6] * 2)
        .theory("pr/2t", [0.0, 1.0], [0.5 * hoop / 1e6] * 2)
        .computed("around", along, around / 1e6)
        .computed("along", along, lengthwise / 1e6),
        Plot("A strip with a moment at its end", "x [m]", "z [m]", equal=True)
        .theory("circle", radius * np.sin(circle), radius * (1.0 - np.cos(circle)))
        .computed("computed", strip[:, 0], np.abs(strip[:, 1])),
        Plot("A bar that is twisted", "distance from the held end [m]", "turn [mrad]")
        .theory("Tz/GJ", [0.0, BAR], [0.0, 1e3 * rate * BAR])
        .computed("computed", height, 1e3 * turned),
    ]
    return Result("loaded", "Loads", checks, plots, __doc__ or "")


def _vessel() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Heights, and the stresses around and along at them."""
    steel = Elastic(young=2e9, poisson=0.3, thickness=THICKNESS, density=1000.0)
    body = Surface(cylinder(RADIUS, 1.0), id="vessel", grid=(48, 13), periodic=(True, False), material=steel)
    end = Load((0.0, 0.0, PRESSURE * np.pi * RADIUS**2), apply_to=[Target("vessel", edges=["n1"])])
    scene = Scene(bodies=[body], forces=[Pressure(PRESSURE), end], integrator=Static(), collision=False)
    scene.add(Pin(body="vessel", edges=["n0"]))
    simulation = Simulation(scene)
    simulation.step()
    heights = simulation.positions("vessel").reshape(48, 13, 3)[0, :, 2]
    stresses = simulation.probe("principal_stresses", "vessel").reshape(48, 13, 3).mean(axis=0)
    return heights - heights[0], stresses[:, 0], stresses[:, 1]


def _strip() -> tuple[np.ndarray, float, float]:
    """The middle line (n, 2) of the rolled strip, the radius of the circle that fits it best, and how far it is off."""
    paper = Elastic(young=1e6, poisson=0.0, thickness=0.01, density=1000.0)
    body = Surface(rectangle(LENGTH, WIDTH), id="strip", grid=(41, 3), material=paper)
    moment = Keys((0.0, float(STEPS)), ((0.0, 0.0, 0.0), (0.0, ROLLED * 2.0 * np.pi * EI / LENGTH, 0.0)))
    load = Moment(moment, apply_to=[Target("strip", edges=["m1"])])
    scene = Scene(bodies=[body], forces=[load], integrator=Static(), collision=False, dt=1.0)
    scene.clamp("strip", edges=["m0"])
    simulation = Simulation(scene)
    for _ in range(STEPS):
        simulation.step()
    x = simulation.positions("strip").reshape(41, 3, 3)[:, 1][:, [0, 2]]
    fit = np.linalg.lstsq(np.column_stack([2.0 * x, np.ones(len(x))]), (x * x).sum(axis=1), rcond=None)[0]
    radius = float(np.sqrt(fit[2] + fit[0] ** 2 + fit[1] ** 2))
    off = np.abs(np.linalg.norm(x - fit[:2], axis=1) - radius).max()
    return x - x[0], radius, float(off)


def _bar() -> tuple[np.ndarray, np.ndarray]:
    """Heights, and by how much the sections of a bar are turned at them."""
    rubber = Bulk(young=2.0 * SHEAR * 1.3, poisson=0.3, density=1000.0)
    body = Solid(box(SIDE, SIDE, BAR), id="bar", grid=(9, 9, 33), material=rubber)
    top = Moment((0.0, 0.0, TORQUE), apply_to=[Target("bar", edges=["n1"])])
    scene = Scene(bodies=[body], forces=[top], integrator=Static(), collision=False)
    scene.add(Pin(body="bar", edges=["n0"]))
    simulation = Simulation(scene)
    start = simulation.positions("bar").reshape(9, 9, 33, 3)
    simulation.step()
    r, u = start[..., :2], (simulation.positions("bar").reshape(start.shape) - start)[..., :2]
    turned = (r[..., 0] * u[..., 1] - r[..., 1] * u[..., 0]).sum(axis=(0, 1)) / (r * r).sum(axis=(0, 1, 3))
    return start[0, 0, :, 2] - start[0, 0, 0, 2], turned
