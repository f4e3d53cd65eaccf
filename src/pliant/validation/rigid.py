"""Rigid bodies: a free top, a row of balls, a block on a slope, and what a cushion bears.

A body of three different moments J₁ < J₂ < J₃ that nothing acts upon keeps its angular momentum L and the energy
T = ½ Σ Lᵢ²/Jᵢ; spun about its middle axis it falls over, again and again [Euler's equations]

    J₁ω̇₁ = (J₂ − J₃) ω₂ω₃   and so on in turn,                                                             (1)

which are integrated on their own, to 1e-12. A ball that runs into a row of others, which nothing holds, gives its
momentum away: all of it stays, and in a row nobody is faster than the next one. What is put down on a slope of the
angle α, whose friction is μ, slides by

    s = ½ g (sin α − μ cos α) t² ,                                                                         (2)

or stays where it is if μ > tan α. A ball on a cushion comes to rest where the reaction of the floor is what all weighs.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from pliant.checks import Check, at_most
from pliant.collision.spec import Collision
from pliant.integrators.spec import BackwardEuler
from pliant.model import Bulk, Rigid, Solid
from pliant.obstacles import Plane
from pliant.scene.schema import Scene
from pliant.shapes import ball, box
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

SPIN, TOP_SECONDS = (0.05, 8.0, 0.02), 10.0  # [rad/s], [s]
BALLS, RADIUS, GAP = 5, 0.05, 1e-3  # [m]
SLOPE, SLIDING = 0.35, 0.8  # tan α, [s]
WEIGHT = 9.81


def run() -> Result:
    checks, plots = [], []
    for found, plot in (_top(), _row(), _slope(), _cushion()):
        checks += found
        plots += [plot] if plot is not None else []
    return Result("rigid", "Rigid bodies", checks, plots, __doc__ or "")


def _top() -> tuple[list[Check], Plot]:
    scene = Scene(gravity=None)
    scene.add(Rigid(box(0.1, 0.2, 0.3), density=1000.0, spin=SPIN), id="top")
    simulation = Simulation(scene)
    frame = simulation.model.body("top").system.frame
    assert frame is not None
    state, steps = simulation.state.bodies["top"], round(TOP_SECONDS / scene.dt)
    rates, energies, spins = [], [], []
    for step in range(steps + 1):
        turn, _ = frame.pose(state.x)
        spins.append(frame.momenta(state.x, state.v)[1])
        rates.append(np.linalg.solve(frame.inertia, turn.T @ spins[-1]))
        energies.append(0.5 * float(rates[-1] @ frame.inertia @ rates[-1]))
        if step < steps:
            simulation.step()
    times = scene.dt * np.arange(steps + 1)
    moments = np.diag(frame.inertia)

    def change(_: float, w: np.ndarray) -> np.ndarray:
        return np.cross(moments * w, w) / moments

    theory = solve_ivp(change, (0.0, times[-1]), SPIN, rtol=1e-12, atol=1e-12, t_eval=times).y.T
    lost = np.abs(np.array(spins) - spins[0]).max() / np.linalg.norm(spins[0])
    told = f"a free top at dt = 1/60 s, in {TOP_SECONDS:g} s"
    checks = [
        at_most(
            f"{told}: change of energy", float(np.abs(np.array(energies) / energies[0] - 1.0).max()), 1e-10
        ),
        at_most(f"{told}: change of angular momentum", float(lost), 1e-12),
        at_most(
            f"{told}: rates beside Euler's equations", float(np.abs(rates - theory).max()), 1e-4, "rad/s"
        ),
    ]
    plot = Plot("A top that is spun about its middle axis", "time [s]", "rate [rad/s]")
    for k in range(3):
        plot = plot.theory(f"ω{'₁₂₃'[2 - k]}, Euler's equations", times, theory[:, k])
        plot = plot.computed(f"ω{'₁₂₃'[2 - k]}", times[::12], np.array(rates)[::12, k])
    return checks, plot


def _row() -> tuple[list[Check], Plot]:
    """Balls in a row, which the first one runs into."""
    scene = Scene(gravity=None)
    for k in range(BALLS):
        place = (2.0 * RADIUS + GAP) * k - (0.05 if k == 0 else 0.0)
        speed = (1.0, 0.0, 0.0) if k == 0 else (0.0, 0.0, 0.0)
        scene.add(
            Rigid(ball(RADIUS), divisions=(5, 5, 5), mass=1.0, position=(place, 0.0, 0.0), velocity=speed),
            id=f"{k}",
        )
    simulation, speeds = Simulation(scene), []
    for _ in range(30):
        speeds.append([simulation.probe("momentum", f"{k}") for k in range(BALLS)])
        simulation.step()
    moments = np.array(speeds)
    centers = [simulation.probe("center", f"{k}")[0] for k in range(BALLS)]
    overtaken = 2.0 * RADIUS - np.diff(centers).min()
    total = moments.sum(axis=1)
    checks = [
        at_most("balls in a row: change of momentum", float(np.abs(total - total[0]).max()), 1e-12, "kg·m/s"),
        at_most(
            "none is faster than the next one, by", float(-np.diff(moments[-1, :, 0]).min()), 1e-9, "m/s"
        ),
        at_most("none is in the next one, by", float(overtaken), 0.0, "m"),
    ]
    plot = Plot("A ball runs into a row of others", "time [s]", "velocity [m/s]")
    for k in range(BALLS):
        plot = plot.computed(f"ball {k + 1}", scene.dt * np.arange(30), moments[:, k, 0])
    return checks, plot


def _slope() -> tuple[list[Check], Plot]:
    alpha = np.arctan(SLOPE)
    down, into = WEIGHT * np.sin(alpha), WEIGHT * np.cos(alpha)
    checks, plot = [], Plot("A block on a slope", "time [s]", "way [m]")
    for mu in (0.1, 0.2, 0.3, 0.5):
        scene = Scene(gravity=(float(down), 0.0, float(-into)))
        scene.add(Plane(friction=mu))
        scene.add(Rigid(box(0.2, 0.2, 0.1), density=500.0, position=(0.0, 0.0, 0.0512)), id="block")
        simulation, ways = Simulation(scene), []
        steps = round(SLIDING / scene.dt)
        for _ in range(steps):
            simulation.step()
            ways.append(simulation.probe("center", "block")[0])
        times = scene.dt * np.arange(1, steps + 1)
        theory = 0.5 * max(down - mu * into, 0.0) * times**2
        limit = 1e-2 * theory[-1] + 2e-3
        checks.append(
            at_most(
                f"a block on a slope, μ = {mu:g}: way beside ½gt²(sin α − μ cos α)",
                float(np.abs(ways - theory).max()),
                float(limit),
                "m",
            )
        )
        plot = plot.theory(f"μ = {mu:g}, theory", times, theory).computed(f"μ = {mu:g}", times, ways)
    return checks, plot


def _cushion() -> tuple[list[Check], None]:
    scene = Scene(gravity=WEIGHT, integrator=BackwardEuler(), collision=Collision(itself=False))
    soft = Bulk(young=3e4, poisson=0.3, density=500.0, damping=0.05)
    scene.add(Solid(box(0.3, 0.3, 0.15), grid=(5, 5, 4), material=soft), id="cushion")
    scene.pin("cushion", edges=("n0",))
    scene.add(Rigid(ball(0.08), divisions=(5, 5, 5), mass=5.0, position=(0.0, 0.0, 0.158)), id="ball")
    simulation = Simulation(scene)
    for _ in range(90):
        simulation.step()
    weight = WEIGHT * sum(simulation.probe("mass", name) for name in ("cushion", "ball"))
    held = simulation.reaction(scene.constraints[0].id).force[2]
    return [
        at_most(
            "a ball rests on a cushion: what holds that, beside all weights", abs(held / weight - 1.0), 0.01
        )
    ], None
