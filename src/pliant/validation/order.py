"""The order of each integrator, against an independent solution of the same equations.

The equations of motion M ẍ + C ẋ + ∇E = 0 of a stretched membrane on 6×6 nodes are integrated by DOP853 (SciPy)
to 1e-11; the error of each scheme at a fixed time falls with the step as Δt^p. What theory says:

* Backward Euler: p = 1. BDF2: p = 2; its first step is backward Euler's, an error of Δt² made once.
* Semi-implicit: with v = (x − x₋₁)/Δt it reads
  M(x' − 2x + x₋₁)/Δt² + C(x' − x₋₁)/2Δt + ∇E(x) + H(x)(x' − x) = 0. The differences are central, but the elastic
  force is that of the end of the step, Δt·Hv too late: p = 1, damping or not.
* Explicit: the same with ∇E(x), which is central altogether, hence of second order as a recurrence. But it is
  begun with the velocity v₀ where the recurrence wants (x₀ − x₋₁)/Δt = v₀ − ½Δt a₀. So p = 1 in general, with the
  error ½Δt a₀ of a wrong initial velocity (the ½gtΔt of free fall); p = 2 when the motion begins without
  acceleration.
* Feynman: the same recurrence begun with v½ = v₀ + ½Δt a₀: p = 2. Drag enters as the mean of v₋ and v₊, which is
  central.
* Euler, midpoint, RK4: p = 1, 2, 4.

Two beginnings tell these apart: (a) in equilibrium, with a velocity, undamped, so that a₀ = 0; (b) displaced and
at rest, with drag.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from pliant.checks import between
from pliant.integrators.spec import Explicit
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import ACCURATE, EXPLICIT, IMPLICIT, grid_points, place

SECONDS = 0.08
STEPS = (40, 80, 160, 320)
ALIKE = {
    "euler": 1,
    "feynman": 2,
    "midpoint": 2,
    "rk4": 4,
    "semi_implicit": 1,
    "backward_euler": 1,
    "bdf2": 2,
}
ORDERS = {"a": {"explicit": 2, **ALIKE}, "b": {"explicit": 1, **ALIKE}}
BEGINNING = {"a": "begun in equilibrium, undamped", "b": "begun displaced, with drag"}


def run() -> Result:
    checks, plots = [], []
    for case, orders in ORDERS.items():
        exact = _reference(case)
        size = float(np.abs(exact - _begun(case, Explicit(), 1.0).positions("sheet")).max())
        title = f"Order of the integrators, {BEGINNING[case]}"
        plot = Plot(title, "Δt [ms]", "relative error", log_x=True, log_y=True)
        for integrator in (*EXPLICIT, *IMPLICIT):
            name = integrator.kind
            errors = [float(np.abs(_end(case, integrator, n) - exact).max()) / size for n in STEPS]
            p = orders[name]
            observed = float(np.log2(errors[-2] / errors[-1]))
            checks.append(between(f"{name}, {BEGINNING[case]}: observed order", observed, p - 0.15, p + 0.15))
            plot = plot.computed(name, [1e3 * SECONDS / n for n in STEPS], errors)
        plots.append(plot.slope("Δt", 1, "backward_euler").slope("Δt²", 2, "bdf2").slope("Δt⁴", 4, "rk4"))
    return Result("order", "Order of convergence in time", checks, plots, __doc__ or "")


def _begun(case: str, integrator, dt: float) -> Simulation:
    """The membrane at the start."""
    scene = Scene(collision=False, dt=dt, integrator=integrator, solver=ACCURATE)
    drag = 1.5 if case == "b" else 0.0
    material = Sheet(membrane=60.0, poisson=0.3, bending=1e-3, area_density=0.2, drag=drag)
    sheet = Surface(
        rectangle(1.0, 1.0), id="sheet", initial_shape=rectangle(1.1, 1.08), grid=(6, 6), material=material
    )
    scene.add(sheet)
    scene.pin("sheet", edges=("m0", "m1", "n0", "n1"))
    simulation = Simulation(scene)
    s = np.linspace(0.0, 1.0, 6)
    bump = np.outer(np.sin(np.pi * s), np.sin(np.pi * s) * (1.0 + s))[..., None] * np.array([0.1, 0.05, 1.0])
    if case == "a":
        place(simulation, "sheet", velocities=2.0 * bump)
    else:
        place(simulation, "sheet", grid_points(simulation, "sheet") + 0.08 * bump)
    return simulation


def _end(case: str, integrator, steps: int) -> np.ndarray:
    simulation = _begun(case, integrator, SECONDS / steps)
    for _ in range(steps):
        simulation.step()
    return simulation.positions("sheet")


def _reference(case: str) -> np.ndarray:
    """Positions at the end from an ODE solver that knows nothing of our schemes."""
    simulation = _begun(case, Explicit(), 1.0)
    body, state = simulation.model.body("sheet"), simulation.state.bodies["sheet"]
    layout = body.layout
    mass = layout.gather(body.system.mass)[:, None]
    damping = body.system.node_damping
    assert damping is not None
    drag = layout.gather(damping)[:, None]
    free = layout.gather(state.free)[:, None]
    out = layout.zeros(3)

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        x, v = y.reshape(2, -1, 3)
        body.system.at().gradient(layout.spread(x.reshape(*layout.shape, 3)), out)
        return np.concatenate([v, free * (-layout.gather(out) - drag * v) / mass]).ravel()

    start = np.concatenate([layout.gather(state.x), free * layout.gather(state.v)]).ravel()
    found = solve_ivp(rates, (0.0, SECONDS), start, method="DOP853", rtol=1e-11, atol=1e-13)
    return found.y[:, -1].reshape(2, -1, 3)[0]
