"""A rope around a drum: what friction holds back.

A light rope that slips on a drum, around which it goes by the angle θ, is drawn on one side with

    T₂ = T₁ e^{μθ}                                                                                            (1)

where T₁ is what it is held back with on the other (Euler). Here a weight hangs on one end by a joint, and the other end
is drawn down along a path; both forces are reactions of these. Contact and friction are those by default. Forces are
means of a third of a second about the middle of the way, where speed hardly changes.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import close
from pliant.constraints import Join, Path
from pliant.contact import Cylinder
from pliant.integrators.spec import BDF2
from pliant.model import Cord, Curve
from pliant.scene.schema import Scene
from pliant.shapes import even, line, polyline
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

RADIUS, OUT, HANGS = 0.1, 0.104, 0.3  # [m]: of the drum, of the rope's bend, below its axis
ROPE = Cord(stretching=2e4, line_density=1e-3, damping=3e-3, radius=0.002)
WEIGHT = Cord(stretching=1e5, line_density=20.0)
NODES, DT, FRICTIONS = 80, 4e-3, (0.1, 0.2, 0.3)
WAY, SECONDS = 0.1, 1.0  # of the end that is drawn [m], [s]


def run() -> Result:
    plot = Plot("A rope around a drum, half a turn", "coefficient of friction", "T₂/T₁")
    found = [_ratio(friction) for friction in FRICTIONS]
    wanted = np.exp(np.pi * np.array(FRICTIONS))
    plot = plot.theory("e^{μθ}", FRICTIONS, wanted).computed("rope", FRICTIONS, found)
    checks = [
        close(f"T₂/T₁ of a rope half around a drum, μ = {friction:g}", ratio, float(theory), 0.03)
        for friction, ratio, theory in zip(FRICTIONS, found, wanted, strict=True)
    ]
    return Result("capstan", "A rope around a drum", checks, [plot], __doc__ or "")


def _ratio(friction: float) -> float:
    angle, side = np.linspace(np.pi, 0.0, 100), np.linspace(0.0, HANGS, 50)[1:]
    over = np.stack([OUT * np.cos(angle), 0.0 * angle, OUT * np.sin(angle)], axis=1)
    up, down = (np.stack([x * np.ones(len(side)), 0.0 * side, -side], axis=1) for x in (-OUT, OUT))
    course = even(polyline(np.concatenate([up[::-1], over, down])))
    end = np.array([OUT, 0.0, -HANGS])
    scene = Scene(gravity=9.81, dt=DT, integrator=BDF2(tolerance=1e-3))
    scene.add(Curve(course, grid=(NODES,), material=ROPE, id="rope"))
    hung = line((-OUT, 0.0, -HANGS), (-OUT, 0.0, -HANGS - 0.05))
    scene.add(Curve(hung, grid=(2,), material=WEIGHT, id="weight"))
    scene.add(Cylinder(RADIUS, friction=friction, rotation=(0.5 * np.pi, 0.0, 0.0), id="drum"))
    scene.add(Join(("rope", 0), ("weight", 0)), id="held back")
    drawn = (tuple(end), tuple(end - (0.0, 0.0, WAY)))
    scene.add(Path(("rope", NODES - 1), times=(0.1, 0.1 + SECONDS), positions=drawn), id="drawn")
    simulation, forces = Simulation(scene), []
    while simulation.time < 0.1 + 0.67 * SECONDS:
        simulation.step()
        if simulation.time > 0.1 + 0.33 * SECONDS:
            names = ("held back", "drawn")
            forces.append([np.linalg.norm(simulation.reaction(name).force) for name in names])
    held, pulled = np.mean(forces, axis=0)
    return float(pulled / held)
