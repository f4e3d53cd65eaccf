"""A scene with some of everything that files hold."""

from __future__ import annotations

from pliant.contact import Ellipsoid, ExponentialPenalty, Plane, Projection, Sphere, Torus, Union
from pliant.forces import Spring, Target, Viscous
from pliant.forces.streams import Gust, Table
from pliant.forces.vortex import Vortex
from pliant.integrators.spec import BackwardEuler
from pliant.materials import COTTON, Raw, RawNode, Sheet
from pliant.model import Look, Surface
from pliant.scene import Grab, Release, Scene, Set
from pliant.shapes import bezier, ellipsoid, rectangle
from pliant.solvers.spec import SolverSpec


def everything() -> Scene:
    """A scene that uses something of every kind, with numbers that no short decimal holds."""
    scene = Scene(
        id="all",
        title='Ünïcode "quotes" # and: colons\nand lines',
        gravity=(0.1, 1 / 3, -9.81),
        contact=ExponentialPenalty(strength=1e-5),
        dt=1 / 300,
        seconds=2 / 3,
        integrator=BackwardEuler(tolerance=1e-4),
        solver=SolverSpec("cg", preconditioner="ssor", tolerance=1e-7),
    )
    scene.add(Surface(rectangle(1, 2, v=(0, 0, 1)), grid=(5, 4), material=COTTON), id="a")
    flat = [(j, i, 0) for i in range(3) for j in range(3)]
    bent = [(j, i, i * j) for i in range(3) for j in range(3)]
    raw = Raw(
        tension=((1, 0.5), (0.5, 1)),
        single=[RawNode((0, 1), mass=2), RawNode((1, 1), rigidity=((1, 0), (0, 1)))],
    )
    scene.add(
        Surface(bezier(flat), initial_shape=bezier(bent), grid=(4, 4), material=raw, collides=["ball"]),
        id="b",
    )
    scene.add(
        Surface(
            ellipsoid(1, 2, 3),
            grid=(6, 5),
            periodic=(True, False),
            material=Sheet(membrane=(10, 1, 10, 3), bending=1e-6, area_density=0.1),
            velocity=(1, 2, 3),
            spin=(0, 0, 1),
            broken_links=[((0, 0), (5, 0))],
            look=Look((0.1, 0.2, 0.3)),
        )
    )
    scene.add(Sphere(radius=0.1, response=Projection(strength=0.7)), id="ball")
    scene.add(Union([Plane(), Torus(radius=2, rotation=(1, 0, 0)), Union([Ellipsoid()])], visible=False))
    scene.add(Viscous(1.5, Gust((1, 2, 3), period=0.1)), id="wind")
    scene.add(Viscous(1.5, Table([0, 0.1], [(0, 0, 0), (1, 1, 1)]), apply_to=[Target("a", edges=["m0"])]))
    scene.add(Viscous(1.5, Vortex(-2.0, 0.3, (0, 1, 2), axis=(1, 0, 0))))
    scene.add(Spring(10, (0, 0, 1), apply_to=[]))
    scene.pin("a", nodes=[(1, 1)], corners=["00", "01"])
    scene.clamp("b", edges=["n0"])
    hand = scene.at(0.5, Grab("a", (2, 2), stiffness=100))
    scene.at(1, Release(hand), Set("forces.wind.stream.mean", [0.1, 0, 0]))
    return scene
