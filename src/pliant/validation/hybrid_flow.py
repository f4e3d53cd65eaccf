"""Hybrid matter that flows [002 §4.4]: creep, relaxation and the elastoplastic loop beside closed forms.

With a weight w₁ of slopes alone, a specimen of length L and section A that is longer by u has e = u x/L along it, x
from its middle, and pulls with f = K u, K = w₁A/L. Without a limit all of e flows alike, so that u and f are the closed
forms of a single spring (topic `viscoelastic`).

A limit Y [m] is one of |e|, node by node. Specimens two nodes long have |e| = u/2 everywhere: they yield at f_A = 2KY,
beyond it f grows with the slope K H/(1 + H), and back from B they are elastic until it has fallen by f_B − f_C = 2 f_A.
Neither where u is prescribed nor where f is does this depend on how the path is cut into steps, but for inertia. A
sheet that is thrown into yielding and swings ends in the same place with all steps, to second order.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pliant.checks import Check, at_most, between, close
from pliant.integrators.spec import BDF2
from pliant.model import Curve, Hybrid, Solid, Surface
from pliant.model.flow import Law, Plastic, Viscoplastic
from pliant.shapes import box, line, rectangle
from pliant.simulation import Simulation
from pliant.validation.elastoplastic import WAY, H, corners, led_round
from pliant.validation.result import Plot, Result
from pliant.validation.states import DIRECT, alone, place
from pliant.validation.stretched import Machine, Specimen
from pliant.validation.viscoelastic import CREEP, DT, FOUR, SECONDS, STRAIN, relaxed

K, LIMIT = 10.0, 5e-4  # [N/m], [m]
YIELD = 2.0 * K * LIMIT  # f_A [N]
STEPS = (100, 200, 400)  # of a loop with prescribed lengths
HARD = 1.0  # H of what is pulled with prescribed forces
PULLS = (100, 200, 400)  # steps of it
SWINGS = (80, 160, 320)  # steps of 80 ms


def _curve(nodes: int, heavy: float) -> Specimen:
    material = Hybrid(slope=K, density=heavy)
    return lambda flow: Curve(line((0, 0, 0), (1, 0, 0)), grid=nodes, material=material, flow=flow)


def _sheet(nodes: int, heavy: float) -> Specimen:
    material = Hybrid(slope=K / 0.5, density=heavy)
    return lambda flow: Surface(rectangle(1.0, 0.5), grid=(nodes, 3), material=material, flow=flow)


def _solid(nodes: int, heavy: float) -> Specimen:
    material = Hybrid(slope=K / 0.25, density=heavy)
    return lambda flow: Solid(box(1.0, 0.5, 0.5), grid=(nodes, 2, 2), material=material, flow=flow)


BODIES: dict[str, Callable[[int, float], Specimen]] = {
    "hybrid curve": _curve,
    "hybrid sheet": _sheet,
    "hybrid solid": _solid,
}


def run() -> Result:
    creep_checks, creep_plot = _creeping()
    relax_checks, relax_plot = _relaxing()
    loop_checks, loop_plot = _yielding()
    pull_checks, pull_plot = _pulling()
    swing_checks, swing_plot = _swinging()
    checks = [*creep_checks, *relax_checks, *loop_checks, *pull_checks, *swing_checks]
    plots = [creep_plot, relax_plot, loop_plot, pull_plot, swing_plot]
    return Result("hybrid_flow", "Hybrid matter that flows", checks, plots, __doc__ or "")


def _machine(kind: str, law: Law, *, nodes: int, heavy: float = 1e-7, second: bool = False) -> Machine:
    return Machine(BODIES[kind](nodes, heavy), law, DT, second=second)


# ---------------------------------------------------------------- without a limit


def _creeping() -> tuple[list[Check], Plot]:
    checks, plot = [], Plot("A hybrid curve under a load from 0 on", "time [s]", "ε / ε₀")
    cases = [("hybrid curve", name) for name in CREEP]
    cases += [("hybrid sheet", "four units"), ("hybrid solid", "four units")]
    for kind, name in cases:
        law, theory = CREEP[name]
        test = _machine(kind, law, nodes=5)
        test.hang(K * STRAIN)
        t, u = test.followed(SECONDS, lambda test: test.longer / STRAIN)
        off = float(np.abs(u - theory(t)).max() / theory(t).max())
        checks.append(at_most(f"creep of a {kind}, {name}: largest error over largest strain", off, 1e-2))
        if kind == "hybrid curve":
            plot = plot.theory(f"{name}: theory", t, theory(t)).computed(name, t[::12], u[::12])
    return checks, plot


def _relaxing() -> tuple[list[Check], Plot]:
    checks, plot = [], Plot("Hybrid matter held at a strain, four units", "time [s]", "f / f₀")
    for kind in BODIES:
        test = _machine(kind, FOUR, nodes=5, second=True)
        test.hold(STRAIN)
        t, f = test.followed(SECONDS, lambda test: test.force / (K * STRAIN))
        off = float(np.abs(f - relaxed(FOUR, t)).max())
        checks.append(at_most(f"relaxation of a {kind}, four units: largest error over f₀", off, 1e-2))
        if not plot.curves:
            plot = plot.theory("theory", t, relaxed(FOUR, t))
        plot = plot.computed(kind, t[::16], f[::16])
    return checks, plot


# ---------------------------------------------------------------- with a limit


def _yielding() -> tuple[list[Check], Plot]:
    checks, plot = [], Plot("Hybrid matter with prescribed lengths", "u / largest", "f / f_A")
    plot = plot.theory("theory", WAY[:, 1], WAY[:, 2])
    reach = 3.0 * YIELD / K
    for kind in BODIES:
        loops = [_loop(kind, reach, steps) for steps in STEPS]
        u, f = loops[-1]
        a, b, c = corners(u, f)
        checks.append(close(f"{kind}: force at which it yields", a, YIELD, 0.01, "N"))
        checks.append(close(f"{kind}: (f_B − f_C)/2f_A", (b - c) / (2.0 * a), 1.0, 0.01))
        theory = np.interp(np.arange(1, len(f) + 1) / len(f), WAY[:, 0], WAY[:, 2])
        off = float(np.abs(f / YIELD - theory).max())
        checks.append(at_most(f"{kind}: force along the whole loop, largest error over f_A", off, 1e-6))
        checks += _differences(f"{kind}: force", STEPS, [force for _, force in loops], 1e-6)
        plot = plot.computed(kind, u[::8] / reach, f[::8] / YIELD)
    return checks, plot


def _loop(kind: str, reach: float, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Lengths and forces on the way O–A–B–C–D–O."""
    test = _machine(kind, Plastic(limit=LIMIT, hardening=H), nodes=2)
    return led_round(test, reach, steps)


def _pulling() -> tuple[list[Check], Plot]:
    """A sheet is pulled with 2f_A and let go: theory is straight lines between (0, 0), A, B and (0, u_A)."""
    checks, lengths = [], []
    plot = Plot("A hybrid sheet with prescribed forces, H = 1", "K u / f_A", "f / f_A")
    for steps in PULLS:
        test = _machine("hybrid sheet", Plastic(limit=LIMIT, hardening=HARD), nodes=2, heavy=1e-5)
        load = test.hang(0.0)
        share = np.arange(1, steps + 1) / steps
        force = np.interp(share, [0.0, 0.5, 1.0], [0.0, 2.0, 0.0])
        theory = np.interp(share, [0.0, 0.25, 0.5, 1.0], [0.0, 1.0, 3.0, 1.0])
        found = []
        for now in force:
            load.force = now * YIELD
            test.step()
            found.append(K * test.longer / YIELD)
        u = np.array(found)
        if steps == PULLS[0]:
            plot = plot.theory("theory", theory, force)
        plot = plot.computed(f"{steps} steps", u[::4], force[::4])
        lengths.append(u)
        off = float(np.abs(u - theory).max() / 3.0)
        claim = f"hybrid sheet, prescribed forces, {steps} steps: largest error of u over the largest u"
        checks.append(at_most(claim, off, 2e-3))
        checks.append(close(f"hybrid sheet, {steps} steps: K u/f_A at B", u[steps // 2 - 1], 3.0, 1e-6))
    checks += _differences("hybrid sheet: u", PULLS, lengths, 2e-3)
    return checks, plot


def _swinging() -> tuple[list[Check], Plot]:
    """A sheet in a frame is thrown out of its plane, and yields."""
    checks, plot = [], Plot("A hybrid sheet in a frame is thrown", "time [ms]", "height of its middle [m]")
    laws = {"plastic": Plastic(limit=0.01, hardening=0.2), "viscoplastic": Viscoplastic(0.01, 0.02)}
    for name, law in laws.items():
        paths = [_path(law, steps) for steps in SWINGS]
        checks += _differences(f"hybrid sheet, {name}, swinging: height", SWINGS, paths, 1e-2)
        off = [np.abs(path - paths[-1][k - 1 :: k]).max() for path, k in zip(paths[:-1], (4, 2), strict=True)]
        order = float(np.log2(off[0] / off[1] - 1.0))  # (4ᵖ − 1)/(2ᵖ − 1) = 2ᵖ + 1
        checks.append(between(f"hybrid sheet, {name}, swinging: order", order, 1.6, 2.6))
        for steps, path, k in zip(SWINGS, paths, (1, 2, 4), strict=True):
            t = np.arange(1, steps + 1) * 80.0 / steps
            plot = plot.computed(f"{name}, {steps} steps", t[::k], path[::k])
    return checks, plot


def _path(law: Law, steps: int) -> np.ndarray:
    """The height of a node near the middle (steps,), with BDF2."""
    n = 6
    sheet = Surface(
        rectangle(1.0, 1.0), grid=(n, n), material=Hybrid(slope=60.0, curvature=1e-3, density=0.2), flow=law
    )
    held = np.pad(np.zeros((n - 2, n - 2), dtype=bool), 1, constant_values=True)
    scheme = BDF2(tolerance=1e-6)
    simulation = Simulation(alone(sheet, held, dt=0.08 / steps, integrator=scheme, solver=DIRECT))
    s = np.linspace(0.0, 1.0, n)
    bump = np.where(held, 0.0, np.outer(np.sin(np.pi * s), np.sin(np.pi * s) * (1.0 + s)))
    place(simulation, "body", velocities=4.0 * bump[..., None] * np.array([0.1, 0.05, 1.0]))
    heights = []
    for _ in range(steps):
        simulation.step()
        heights.append(simulation.positions("body").reshape(n, n, 3)[2, 2, 2])
    return np.array(heights)


def _differences(what: str, steps: tuple[int, ...], found: list[np.ndarray], most: float) -> list[Check]:
    """How far results with few steps are from the one with the most."""
    checks, best = [], found[-1]
    for some, values in zip(steps[:-1], found[:-1], strict=True):
        ratio = steps[-1] // some
        off = float(np.abs(values - best[ratio - 1 :: ratio]).max() / np.abs(best).max())
        checks.append(at_most(f"{what} with {some} instead of {steps[-1]} steps", off, most))
    return checks
