"""Friction between two bodies: a block on an inclined body, and where it lands while it moves along one.

On a body that is held, inclined by an angle α, a block with coefficient of friction μ has

    a = 0  for tan α ≤ μ ,    a = g (sin α − μ cos α)  above,                                            (1)

also half a percent below and above. Friction is smoothed below v₀ = 1 mm/s, so that a block which should stick creeps
at no more than that. Gravity is tilted, the body beneath stays level; it is one large triangle, since the barrier of
features that are thick beside their distance is bumpy across edges.

A block that falls from h, thrown along the body beneath at 3 m/s, has lost, a time t after it was let go and while it
slides,

    Δv = μ g t ,                                                                                         (2)

whatever the height and the step, as long as it does not bounce: impulses obey Coulomb's law as forces do.
"""

from __future__ import annotations

import numpy as np

from pliant.checks import Check, at_most, close
from pliant.collision.spec import Collision
from pliant.forces import EARTH
from pliant.model import Bulk, Mesh, Sheet, Solid
from pliant.scene.schema import Scene
from pliant.shapes import box
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result

COEFFICIENT, DT, THICKNESS = 0.5, 1.0 / 120.0, 0.005
SIZE, STEPS = 0.2, 300
RATIOS = (0.9, 0.98, 0.995, 1.005, 1.02, 1.1, 1.3)  # tan α/μ
LANDING, SPEED, SECONDS = 0.3, 3.0, 0.3
DROPS, RATES = (0.01, 0.2), (60, 240, 960)
RUBBER = Bulk(young=1e6, poisson=0.3, density=1000.0, damping=0.01)
LIMP = Bulk(young=1e5, poisson=0.3, density=1000.0, damping=0.05)  # it does not bounce


def run() -> Result:
    checks, computed = [], []
    for ratio in RATIOS:
        angle = np.arctan(COEFFICIENT * ratio)
        speed, acceleration = _slid(angle)
        wanted = _acceleration(angle)
        computed.append(acceleration)
        claim = f"tan α = {ratio:g} μ: it"
        if wanted == 0.0:
            checks.append(at_most(f"{claim} stays, creeping", 1e3 * speed, 1.0, "mm/s"))
        else:
            checks.append(close(f"{claim} slides with", acceleration, wanted, 5e-2, "m/s²"))
    fine = np.linspace(0.85, 1.35, 200)
    plot = (
        Plot("A block on a body, μ = 0.5", "tan α/μ", "acceleration [m/s²]")
        .theory("Coulomb", fine, [_acceleration(np.arctan(COEFFICIENT * ratio)) for ratio in fine])
        .computed("computed", RATIOS, computed)
    )
    title = "Friction between bodies"
    return Result("meeting_friction", title, checks, [plot, _landings(checks)], __doc__ or "")


def _scene(gravity: tuple[float, float, float], dt: float, friction: float) -> Scene:
    """One large triangle, held, whose upper side is at z = 0 but for its thickness."""
    contact = Collision(friction=friction, thickness=THICKNESS)
    scene = Scene(gravity=gravity, dt=dt, collision=contact)
    sheet = Sheet(membrane=200.0, bending=0.01, area_density=0.3)
    corners = [(-4.0, -4.0, 0.0), (8.0, -4.0, 0.0), (-4.0, 8.0, 0.0)]
    scene.add(Mesh(corners, triangles=[(0, 1, 2)], id="slope", material=sheet))
    scene.pin("slope", nodes=[(0,), (1,), (2,)])
    return scene


def _acceleration(angle: float) -> float:
    return max(0.0, float(EARTH * (np.sin(angle) - COEFFICIENT * np.cos(angle))))  # (1)


def _slid(angle: float) -> tuple[float, float]:
    """Speed [m/s] down the slope at the end, and the acceleration in the second half."""
    gravity = (float(EARTH * np.sin(angle)), 0.0, float(-EARTH * np.cos(angle)))
    scene = _scene(gravity, DT, COEFFICIENT)
    start = (-0.5, 0.0, 0.5 * SIZE + 0.7 * THICKNESS)
    scene.add(Solid(box(SIZE, SIZE, SIZE), id="it", grid=(3, 3, 3), material=RUBBER, position=start))
    simulation = Simulation(scene)
    speeds = []
    for _ in range(STEPS):
        simulation.step()
        speeds.append(_speed(simulation))
    half = STEPS // 2
    return speeds[-1], (speeds[-1] - speeds[half]) / ((STEPS - 1 - half) * DT)


def _landings(checks: list[Check]) -> Plot:
    """(2) from two heights, at steps from 1/60 to 1/960 s."""
    ends, wanted = [1000.0 / RATES[-1], 1000.0 / RATES[0]], LANDING * EARTH * SECONDS
    plot = Plot("Lost in an oblique landing on a body, μ = 0.3, after 0.3 s", "time step [ms]", "speed [m/s]")
    plot = plot.theory("Coulomb", ends, 2 * [wanted])
    for drop in DROPS:
        lost = [_lost(drop, 1.0 / rate) for rate in RATES]
        plot = plot.computed(f"from {100 * drop:.0f} cm", [1000.0 / rate for rate in RATES], lost)
        for rate, one in zip(RATES, lost, strict=True):
            claim = f"a block that lands from {100 * drop:.0f} cm at 1/{rate} s loses"
            checks.append(close(claim, one, wanted, 5e-2, "m/s"))
    return plot


def _lost(drop: float, dt: float) -> float:
    """Mean speed [m/s] that a block has lost along the body beneath."""
    scene = _scene((0.0, 0.0, -EARTH), dt, LANDING)
    start = {"position": (-1.0, 0.0, 0.025 + THICKNESS + drop), "velocity": (SPEED, 0.0, 0.0)}
    scene.add(Solid(box(SIZE, SIZE, 0.05), id="it", grid=(4, 4, 3), material=LIMP, **start))
    simulation = Simulation(scene)
    for _ in range(round(SECONDS / dt)):
        simulation.step()
    return SPEED - _speed(simulation)


def _speed(simulation: Simulation) -> float:
    """Mean speed [m/s] along x."""
    system = simulation.model.body("it").system
    mass = system.mass[system.layout.nodes]
    return float(mass @ simulation.velocities("it")[:, 0] / mass.sum())
