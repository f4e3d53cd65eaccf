"""Rods that twist: torque, a bracket, a coil spring, the instability of a twisted ring, and frequencies.

Rods here have a material frame (`energies.twist`), and are round: B = EI and C = GJ = B/(1 + ν).

**Torsion.** Turned by φ at one end, a rod of length L bears T = Cφ/L, whatever the angle.

**A bracket** of two legs of length a at a right angle, clamped, with a force P across its plane at the tip:

    w = P a³ (2/3B + 1/C) .                                                                                   (1)

The first leg is twisted by the second. A sharp corner is stiffer than it should be by half an edge of each leg.

**A coil spring** of n turns of a wire of thickness d in coils of the diameter D whose ends do not turn:

    k = G d⁴/8D³n .                                                                                           (2)

**Michell's instability.** A straight rod is bent to a ring and glued with a twist. The ring stays flat up to

    Φ = 2π√3 B/C                                                                                              (3)

and then snaps out of its plane [Michell 1889, Zajac 1962]. Here the least twist is looked for at which the stiffness
matrix of the flat ring has a negative eigenvalue.

**Frequencies.** A rod of length L that is clamped at one end swings about its axis with √(G/ρ)/4L, 3 times, 5 times …
that. A ring of radius R swings out of its plane with

    ω² = (B/ρA R⁴) n²(n² − 1)²/(n² + 1 + ν) ,   n = 2, 3, …                                                   (4)

**A strip** with a rectangular section is clamped and bent by its tip along either axis: w = PL³/3EI with I = wh³/12.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from pliant.build.model import build, initial_state
from pliant.checks import at_most, close
from pliant.constraints import Clamp, Drive
from pliant.forces import Keys, Load, Target
from pliant.integrators.spec import Static
from pliant.model import Curve, MaterialFrame, Rod, Strip
from pliant.scene.schema import Scene
from pliant.shapes import b_spline_curve, circle, helix, line
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

RUBBER = Rod(young=1e7, poisson=0.3, radius=0.01, density=1000.0)
B, C = RUBBER.bending, RUBBER.torsion
LEG, RADIUS = 0.5, 0.5
EDGES = (8, 16, 32, 64)
RINGS = (16, 24, 32, 48, 96)
WIRE = Rod(young=2e11, poisson=0.3, radius=1e-3, density=7800.0)
COIL, PITCH, TURNS = 0.03, 0.01, 6
RIBBON = Strip(young=1e9, width=0.02, height=0.005, density=1000.0)


def run() -> Result:
    angles, torques = _twisted()
    tips = np.array([_bracket(n) for n in EDGES])
    theory = LEG**3 * (2.0 / (3.0 * B) + 1.0 / C)
    twists = np.array([_critical(n) for n in RINGS])
    michell = 2.0 * np.pi * np.sqrt(3.0) * B / C
    spring = WIRE.young / 2.6 * (2 * WIRE.radius) ** 4 / (8 * (2 * COIL) ** 3 * TURNS)
    heights, forces = _pulled()
    k = float(np.polyfit(heights, forces, 1)[0])
    swings = _frequencies(_clamped(64))
    about = np.sqrt(C / _spin(RUBBER)) / 4.0
    found = np.array([swings[np.argmin(abs(swings - one * about))] for one in (1, 3, 5)])
    waves = np.arange(2, 6)
    out = _out_of_plane(waves)
    ring = _across(_ring(96, 0.0, None))
    nearest = np.array([ring[np.argmin(abs(ring - one))] for one in out])
    bends = [
        _tip(axis) * 3.0 * RIBBON.young * one for axis, one in zip((2, 1), RIBBON.second_moments, strict=True)
    ]
    checks = [
        at_most(
            "torsion: torque over Cφ/L up to two turns",
            float(np.abs(torques / (C * angles) - 1.0).max()),
            1e-6,
        ),
        close("bracket: deflection of the tip against (1), 64 edges a leg", tips[-1], theory, 1e-2, "m/N"),
        close("spring: stiffness against (2)", k, spring, 3e-2, "N/m"),
        close(
            "ring of 48 edges: the twist at which it buckles against (3)", twists[-2], michell, 3e-2, "rad"
        ),
        close("ring of 96 edges: the same", twists[-1], michell, 1e-2, "rad"),
        *(
            close(f"swings about its axis: frequency {n}", one, n * about, 1e-2, "Hz")
            for n, one in zip((1, 3, 5), found, strict=True)
        ),
        *(
            close(f"ring out of its plane: frequency {n} against (4)", one, wanted, 1e-2, "Hz")
            for n, one, wanted in zip(waves, nearest, out, strict=True)
        ),
        close("strip: bent along its height, over PL³/3EI", bends[0], 1.0, 1e-2),
        close("strip: bent along its width, over PL³/3EI", bends[1], 1.0, 1e-2),
    ]
    plots = [
        Plot("A straight rod is twisted", "angle [rad]", "torque [N·m]")
        .theory("Cφ/L", angles, C * angles)
        .computed("computed", angles, torques),
        Plot("Deflection of an L-bracket", "edges in a leg", "relative error", log_x=True, log_y=True)
        .computed("against (1)", EDGES, abs(tips / theory - 1.0))
        .slope("first order", -1, "against (1)"),
        Plot("A twisted ring buckles", "edges", "critical twist over 2π")
        .theory("√3 B/C", RINGS, np.full(len(RINGS), michell / (2.0 * np.pi)))
        .computed("first negative eigenvalue", RINGS, twists / (2.0 * np.pi)),
        Plot("A coil spring is pulled", "extension [m]", "force [N]")
        .theory("G d⁴/8D³n", heights, spring * heights)
        .computed("computed", heights, forces),
        Plot("A ring swings out of its plane", "waves around", "frequency [Hz]", log_y=True)
        .theory("(4)", waves, out)
        .computed("computed", waves, nearest),
    ]
    return Result("rods", "Rods that twist", checks, plots, __doc__ or "")


def _spin(rod: Rod) -> float:
    """The moment of inertia about the axis per length [kg·m]."""
    return 0.5 * rod.line_density * rod.radius**2


def _at_rest(*bodies: Curve) -> Scene:
    return Scene(bodies=list(bodies), gravity=None, collision=False, integrator=Static(), dt=0.1)


def _clamped(edges: int) -> Scene:
    shape = line((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    scene = _at_rest(Curve(shape, grid=edges + 1, material=RUBBER, frame=MaterialFrame(), id="rod"))
    scene.add(Clamp(body="rod", edges=["n0"]))
    return scene


def _twisted() -> tuple[np.ndarray, np.ndarray]:
    """Angles per length between what is held, and torques; of incompressible rubber, which buckles later."""
    edges, last = 32, 4.0 * np.pi
    shape = line((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    material = RUBBER.model_copy(update={"poisson": 0.5})
    scene = _at_rest(Curve(shape, grid=edges + 1, material=material, frame=MaterialFrame(), id="rod"))
    scene.add(Drive("rod", nodes=[(0,), (1,)]))
    way = Keys(times=[0.0, 1.0], values=[[0.0, 0.0, 0.0], [last, 0.0, 0.0]])
    scene.add(Drive("rod", turn=way, nodes=[(edges - 1,), (edges,)]))
    simulation, found = Simulation(scene), []
    for _ in range(10):
        simulation.step()
        found.append(float(simulation.probe("torque", "rod")[edges // 2]))
    return last * np.arange(1, 11) / 10 / (1.0 - 1.0 / edges), np.array(found) * C / material.torsion


def _bracket(edges: int) -> float:
    """How far the tip goes for a force [m/N]."""
    corner = b_spline_curve([(0.0, 0.0, 0.0), (LEG, 0.0, 0.0), (LEG, LEG, 0.0)], 1)
    scene = _at_rest(Curve(corner, grid=2 * edges + 1, material=RUBBER, frame=MaterialFrame(), id="rod"))
    return _deflection(scene, 2 * edges, (0.0, 0.0, 1e-4))


def _tip(axis: int) -> float:
    """The same of a strip of 1 m along an axis of space: z is that of its height."""
    shape = line((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    frame = MaterialFrame(up=(0.0, 0.0, 1.0))
    scene = _at_rest(Curve(shape, grid=65, material=RIBBON, frame=frame, id="rod"))
    return _deflection(scene, 64, (0.0, 1e-3 * (axis == 1), 1e-3 * (axis == 2)))


def _deflection(scene: Scene, node: int, force: tuple[float, float, float]) -> float:
    scene.add(Clamp(body="rod", edges=["n0"]))
    scene.add(Load(force, apply_to=[Target("rod", nodes=[(node,)])]))
    simulation = Simulation(scene)
    before = simulation.positions("rod")[node]
    simulation.step()
    size = np.linalg.norm(force)
    return float((simulation.positions("rod")[node] - before) @ np.array(force) / size**2)


def _pulled() -> tuple[np.ndarray, np.ndarray]:
    """Extensions of a coil whose ends go apart along its axis, and the forces."""
    edges = 64 * TURNS
    scene = _at_rest(
        Curve(helix(COIL, PITCH, TURNS), grid=edges + 1, material=WIRE, frame=MaterialFrame(), id="coil")
    )
    scene.add(Drive("coil", nodes=[(0,), (1,)], id="below"))
    way = Keys(times=[0.0, 0.5], values=[[0.0, 0.0, 0.0], [0.0, 0.0, 0.01]])
    scene.add(Drive("coil", shift=way, nodes=[(edges - 1,), (edges,)], id="above"))
    simulation, found = Simulation(scene), []
    for _ in range(5):
        simulation.step()
        found.append(float(simulation.reaction("above").force[2]))
    return 0.002 * np.arange(1, 6), np.array(found)


def _ring(edges: int, twist: float, curvature: tuple[float, float] | None) -> Scene:
    """A ring, by default of a straight rod, glued with a twist [rad]."""
    length = 2.0 * edges * RADIUS * np.sin(np.pi / edges)
    frame = MaterialFrame(curvature=curvature, initial_twist=twist / length)
    return _at_rest(Curve(circle(RADIUS), grid=edges, periodic=True, material=RUBBER, frame=frame, id="rod"))


def _critical(edges: int) -> float:
    """The least twist [rad] at which the flat ring is unstable."""
    low, high = 0.5, 1.5
    for _ in range(12):
        middle = 0.5 * (low + high)
        values = _eigenvalues(_ring(edges, middle * 2.0 * np.pi * np.sqrt(3.0) * B / C, (0.0, 0.0)))
        unstable = values[0] < -1e-6 * _scale(edges)
        low, high = (low, middle) if unstable else (middle, high)
    return 0.5 * (low + high) * 2.0 * np.pi * np.sqrt(3.0) * B / C


@cache
def _scale(edges: int) -> float:
    """The first of the eigenvalues of a ring without twist that belongs to no rigid motion."""
    return float(_eigenvalues(_ring(edges, 0.0, (0.0, 0.0)))[8])


def _eigenvalues(scene: Scene) -> np.ndarray:
    """Those of M⁻¹K [1/s²] where the only body starts, in order; held nodes are left out."""
    return np.linalg.eigvalsh(_by_mass(scene)[0])


def _by_mass(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """M^(−½) K M^(−½) of what is free, and which coordinates are those of nodes along z."""
    body = build(scene).bodies[0]
    state, layout = initial_state(scene, body), body.system.layout
    matrix = body.system.make_matrix()
    body.system.at(0.0, state.memory).hessian(state.x, matrix, False)
    free = np.repeat(layout.gather(state.free) > 0.0, 3)
    mass = np.sqrt(np.repeat(layout.gather(body.system.mass), 3))
    k = matrix.to_sparse().toarray() / (mass[:, None] * mass)
    along = np.arange(len(free)) < 3 * body.layout.count
    return 0.5 * (k + k.T)[np.ix_(free, free)], (along & (np.arange(len(free)) % 3 == 2))[free]


def _frequencies(scene: Scene) -> np.ndarray:
    """[Hz]"""
    return np.sqrt(np.maximum(_eigenvalues(scene), 0.0)) / (2.0 * np.pi)


def _across(scene: Scene) -> np.ndarray:
    """Those of shapes in which nodes move along z."""
    matrix, upwards = _by_mass(scene)
    values, shapes = np.linalg.eigh(matrix)
    chosen = (shapes[upwards] ** 2).sum(axis=0) > 0.5
    return np.sqrt(np.maximum(values[chosen], 0.0)) / (2.0 * np.pi)


def _out_of_plane(n: np.ndarray) -> np.ndarray:
    """(4) [Hz]"""
    square = B / (RUBBER.line_density * RADIUS**4) * n**2 * (n**2 - 1.0) ** 2 / (n**2 + 1.0 + RUBBER.poisson)
    return np.sqrt(square) / (2.0 * np.pi)
