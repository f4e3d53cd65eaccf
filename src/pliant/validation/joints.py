"""Joints beside the equations of motion: a double pendulum, a bead on a wire, drift, and what joints bear.

Two rods hang one on the other. With masses m, distances d of their centres from the joint above, moments of inertia I
about it, and the length l of the first, angles θ from the vertical obey

    I₁ θ̈₁ + m₂l² θ̈₁ + m₂ l d₂ (θ̈₂ cos(θ₁ − θ₂) + θ̇₂² sin(θ₁ − θ₂)) + (m₁d₁ + m₂l) g sin θ₁ = 0
    I₂ θ̈₂ + m₂ l d₂ (θ̈₁ cos(θ₁ − θ₂) − θ̇₁² sin(θ₁ − θ₂)) + m₂ d₂ g sin θ₂ = 0 .                            (1)

The rods here are elastic, as stiff as makes no difference. A bead on a wire z = x²/2 (1/m) obeys

    (1 + x²) ẍ + x ẋ² + g x = 0 ,                                                                             (2)

and the wire bears N = m (g + ẋ²)/√(1 + x²) across itself: z̈ = ẋ² + xẍ, and N is along (−x, 1). Both are integrated on
their own, to 1e-10. Steps are of BDF2, whose error is of second order.

Joints do not drift, as they are equations between positions: what is left after 10,000 steps is the rounding of these.
The momentum p of a body changes by all that it is held by, and by its weight: in a step of BDF2
(pₙ₊₁ − (4pₙ − pₙ₋₁)/3)/(⅔Δt) = Σ R + m g, as far as the step is solved.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from pliant.checks import at_least, at_most
from pliant.constraints import Distance, Join, Nail, OnCurve
from pliant.integrators.spec import BDF2
from pliant.model import Curve, Rod, Surface
from pliant.model.place import BodyPoint
from pliant.model.presets import COTTON
from pliant.scene.schema import Scene
from pliant.shapes import bezier_curve, line, rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

G = 9.81
STIFF = Rod(young=2e12, radius=0.01, density=8000.0)
LONG, SHORT = 1.0, 0.7  # [m]
STEPS = (200, 400)  # of a second
DRIFTS = 10_000


def run() -> Result:
    checks, plots = [], []
    for found in (_pendulum(), _bead(), _drift(), _sums()):
        checks += found.checks
        plots += found.plots
    return Result("joints", "Joints", checks, plots, __doc__ or "")


def _double(dt: float) -> Simulation:
    scene = Scene(gravity=G, dt=dt, integrator=BDF2(tolerance=1e-6))
    scene.add(Curve(line((0, 0, 0), (LONG, 0, 0)), grid=(4,), material=STIFF, id="upper"))
    scene.add(Curve(line((LONG, 0, 0), (LONG + SHORT, 0, 0)), grid=(4,), material=STIFF, id="lower"))
    scene.add(Nail(("upper", 0)))
    scene.add(Join(("upper", 3), ("lower", 0)))
    return Simulation(scene)


def _pendulum() -> Result:
    plot, errors = Plot("A double pendulum of two joined rods", "time [s]", "angle [rad]"), []
    for count in STEPS:
        simulation = _double(1.0 / count)
        times, angles = [0.0], [_angles(simulation)]
        for _ in range(count):
            simulation.step()
            times.append(simulation.time)
            angles.append(_angles(simulation))
        theory = _by_equations(simulation, np.array(times))
        errors.append(np.abs(np.array(angles) - theory).max())
    every = slice(None, None, STEPS[-1] // 40)
    for k, name in enumerate(("upper", "lower")):
        plot = plot.theory(f"{name}, (1)", times[every], theory[every, k])
        plot = plot.computed(f"{name}, joined rods", times[every], np.array(angles)[every, k])
    checks = [
        at_most(
            f"double pendulum beside (1), {STEPS[-1]} steps, in the first second", errors[-1], 5e-3, "rad"
        ),
        at_least("order of that error", float(np.log2(errors[0] / errors[1])), 1.7),
    ]
    return Result("", "", checks, [plot])


def _angles(simulation: Simulation) -> np.ndarray:
    ends = [simulation.positions(name)[-1] - simulation.positions(name)[0] for name in ("upper", "lower")]
    return np.array([np.arctan2(end[0], -end[2]) for end in ends])


def _by_equations(simulation: Simulation, times: np.ndarray) -> np.ndarray:
    """(1) for the masses of the nodes, (times, 2)."""
    (m1, first), (m2, second) = (
        (simulation.masses(name), np.linspace(0.0, length, 4))
        for name, length in (("upper", LONG), ("lower", SHORT))
    )
    i1, i2, s1, s2 = m1 @ first**2, m2 @ second**2, m1 @ first, m2 @ second  # moments of mass: m d
    heavy = m2.sum()

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        a, b, u, v = y
        c, s = LONG * s2 * np.cos(a - b), LONG * s2 * np.sin(a - b)
        inertia = np.array([[i1 + heavy * LONG**2, c], [c, i2]])
        force = [-s * v**2 - (s1 + heavy * LONG) * G * np.sin(a), s * u**2 - s2 * G * np.sin(b)]
        return np.array([u, v, *np.linalg.solve(inertia, force)])

    start = [0.5 * np.pi, 0.5 * np.pi, 0.0, 0.0]
    return solve_ivp(rate, (0.0, times[-1]), start, rtol=1e-10, atol=1e-10, t_eval=times).y[:2].T


def _bead() -> Result:
    wire = bezier_curve(
        [(-1.0, 0.0, 0.5), (0.0, 0.0, -0.5), (1.0, 0.0, 0.5)]
    )  # z = x²/2, and straight beyond
    plot, errors, forces = (
        Plot("A bead on the wire z = x²/2", "time [s]", "x [m], force on the wire [N]"),
        [],
        [],
    )
    for count in STEPS:
        scene = Scene(gravity=G, dt=1.0 / count, integrator=BDF2(tolerance=1e-8))
        bead = line((0.79, 0.0, 0.32), (0.81, 0.0, 0.32))
        scene.add(Curve(bead, grid=(2,), material=STIFF, id="bead"))
        scene.add(OnCurve(more=[BodyPoint("bead", center=True)], curve=wire), id="wire")
        simulation = Simulation(scene)
        mass = simulation.masses("bead").sum()
        rows = []
        for _ in range(2 * count):
            simulation.step()
            x = simulation.masses("bead") @ simulation.positions("bead") / mass
            rows.append((simulation.time, x[0], np.linalg.norm(simulation.reaction("wire").force)))
        times, x, force = np.array(rows).T

        def rate(_: float, y: np.ndarray) -> list[float]:
            return [y[1], -(y[0] * y[1] ** 2 + G * y[0]) / (1.0 + y[0] ** 2)]

        theory = solve_ivp(rate, (0.0, 2.0), [0.8, 0.0], rtol=1e-10, atol=1e-10, t_eval=times).y
        borne = mass * (G + theory[1] ** 2) / np.sqrt(1.0 + theory[0] ** 2)
        errors.append(np.abs(x - theory[0]).max())
        forces.append(np.abs(force - borne)[5:].max() / (mass * G))
    every = slice(None, None, STEPS[-1] // 40)
    plot = plot.theory("x, (2)", times[every], theory[0, every]).computed("x, bead", times[every], x[every])
    plot = plot.theory("N", times[every], borne[every]).computed("reaction", times[every], force[every])
    checks = [
        at_most(f"bead beside (2), {STEPS[-1]} steps a second, in two seconds", errors[-1], 3e-3, "m"),
        at_least("order of that error", float(np.log2(errors[0] / errors[1])), 1.7),
        at_most("force on the wire beside N, over the weight", forces[-1], 2e-2),
    ]
    return Result("", "", checks, [plot])


def _drift() -> Result:
    scene = Scene(gravity=G, dt=0.01)
    scene.add(Curve(line((0, 0, 0), (1, 0, 0)), grid=(2,), material=STIFF, id="one"))
    scene.add(Curve(line((1, 0, 0), (1, 1, 0)), grid=(2,), material=STIFF, id="two"))
    scene.add(Nail(("one", 0)))
    scene.add(Join(("one", 1), ("two", 0)))
    scene.add(Distance(("one", 0), ("two", 1), float(np.sqrt(2.0))))
    simulation, worst, seen = Simulation(scene), 0.0, []
    for step in range(DRIFTS):
        simulation.step()
        one, two = simulation.positions("one"), simulation.positions("two")
        off = [
            np.abs(one[0]).max(),
            np.abs(one[1] - two[0]).max(),
            abs(np.linalg.norm(two[1]) - np.sqrt(2.0)),
        ]
        worst = max(worst, *off)
        if step % (DRIFTS // 50) == 0:
            seen.append((simulation.time, max(worst, 1e-18)))
    times, most = np.array(seen).T
    plot = Plot("How far joints are from being met", "time [s]", "largest so far [m]", log_y=True)
    plot = plot.computed("nail, join and distance", times, most).theory(
        "1e-9 of the size", times, np.full(50, 1e-9)
    )
    return Result("", "", [at_most(f"drift of joints in {DRIFTS} steps, of the size", worst, 1e-9)], [plot])


def _sums() -> Result:
    scene = Scene(gravity=G, integrator=BDF2(tolerance=1e-10, newton_iterations=100))
    scene.add(Surface(rectangle(1.0, 1.0), grid=(8, 8), material=COTTON, id="cloth"))
    scene.add(Curve(line((0.5, 0.5, 0.0), (0.5, 0.5, -0.5)), grid=(6,), material=STIFF, id="rod"))
    scene.pin("cloth", corners=["00"])
    scene.add(Nail(("cloth", "01")), id="nail")
    scene.add(Join(("cloth", "11"), ("rod", 0)))
    simulation, momenta, off = Simulation(scene), [], []
    names = ("cloth", "rod")
    weight = -G * sum(simulation.masses(name).sum() for name in names) * np.array([0.0, 0.0, 1.0])
    for _ in range(60):
        simulation.step()
        moved = [simulation.masses(name) @ simulation.velocities(name) for name in names]
        momenta.append(moved[0] + moved[1])
        held = sum((simulation.reaction(name).force for name in ("pin1", "nail")), start=weight)
        if len(momenta) > 2:
            change = (momenta[-1] - (4.0 * momenta[-2] - momenta[-3]) / 3.0) / (scene.dt / 1.5)
            off.append((simulation.time, max(np.abs(change - held).max() / abs(weight[2]), 1e-18)))
    times, worst = np.array(off).T
    plot = Plot(
        "Reactions, weight and the change of momentum", "time [s]", "what is left, of the weight", log_y=True
    )
    plot = plot.computed("tolerance 1e-10", times, worst).theory("1e-9", times, np.full(len(times), 1e-9))
    return Result(
        "",
        "",
        [at_most("reactions and weight less the change of momentum, of the weight", worst.max(), 1e-9)],
        [plot],
    )
