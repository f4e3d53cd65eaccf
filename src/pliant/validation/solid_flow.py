"""Solids that yield in tension: a grid and tetrahedra, whose shape at rest F_p flows.

Under a stress σ along x alone, F_p keeps volume: a plastic strain p along the pull is −p/2 across it. With von Mises'
limit Y and hardening H in the deviatoric stiffness 2μ,

    ε_x = σ/E + p ,   ε_y = ε_z = −νσ/E − p/2 ,   |σ − 3μH p| ≤ Y                                            (1)

so that beyond A the slope is E_t = E m/(1 + m), m = 3μH/E = 3H/(2(1 + ν)), and σ_B − σ_C = 2Y. A cube that is led
through the strains of (1) has to pull with σ along x and with nothing across it, however the way is cut into steps.

A free cube that is pulled at two faces finds its way by itself. Matter yields within the step, so that the same stress
gives the same strain in few steps and in many. Let go it is longer by p_B = (σ_B − Y)/3μH, thinner by p_B/2, and has
its volume.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pliant.checks import Check, at_most, close
from pliant.energies.solid import grid_cells
from pliant.integrators.spec import BackwardEuler
from pliant.model import Body, Bulk, Mesh, Solid
from pliant.model.flow import Plastic
from pliant.scene.schema import Scene
from pliant.shapes import box
from pliant.simulation import Simulation
from pliant.validation.elastoplastic import corners
from pliant.validation.result import Plot, Result
from pliant.validation.states import DIRECT
from pliant.validation.stretched import Load

YOUNG, POISSON, LIMIT = 1e6, 0.3, 10.0  # [Pa]; it yields at a strain of 1e-5, where geometry is linear
UNIT = LIMIT / YOUNG  # of strains
TOP = 1.5  # σ_B/Y
SOFT, HARD = 0.25, 2.0  # H of what is led, and of what is pulled
STEPS = (60, 120, 240)  # of a loop
PULLS = (30, 60, 120)  # of a pull to B and back
ROUNDING = 1e-5  # of ε: what is least is known to 1e-12, and so where it is least to little more than the root of that
RUBBER = Bulk(young=YOUNG, poisson=POISSON, density=1.0)
GRID, OPEN = (2, 2, 2), (False, False, False)
Cube = Callable[[Plastic], Solid | Mesh]


def _grid(flow: Plastic) -> Solid:
    return Solid(box(1.0, 1.0, 1.0), grid=GRID, material=RUBBER, flow=flow)


def _tetrahedra(flow: Plastic) -> Mesh:
    """Six about a diagonal of the cube."""
    points = box(1.0, 1.0, 1.0).points(GRID, OPEN).reshape(-1, 3)
    around = ((4, 6), (6, 2), (2, 3), (3, 1), (1, 5), (5, 4))
    elements = np.concatenate([grid_cells(GRID, OPEN)[:, [0, a, b, 7]] for a, b in around])
    return Mesh(points, tetrahedra=elements, material=RUBBER, flow=flow)


CUBES: dict[str, Cube] = {"grid": _grid, "tetrahedra": _tetrahedra}


def run() -> Result:
    led_checks, led_plot = _led()
    pulled_checks, pulled_plot = _pulled()
    checks, plots = [*led_checks, *pulled_checks], [led_plot, pulled_plot]
    return Result("solid_flow", "Solids that yield in tension", checks, plots, __doc__ or "")


def flown(hardening: float) -> float:
    """p_B over Y/E."""
    return (TOP - 1.0) / (1.5 * hardening / (1.0 + POISSON))


def _body(cube: Cube, hardening: float) -> tuple[Simulation, np.ndarray]:
    """A cube, and where its nodes are at rest."""
    scene = Scene(
        collision=False, dt=1.0, solver=DIRECT, integrator=BackwardEuler(tolerance=1e-9, newton_iterations=50)
    )
    scene.add(cube(Plastic(limit=LIMIT, hardening=hardening)), id="body")
    simulation = Simulation(scene)
    return simulation, simulation.positions("body").copy()


# ---------------------------------------------------------------- led through the strains of theory


def _way(steps: int, hardening: float) -> np.ndarray:
    """σ/Y, and p and ε_x over Y/E, along O–A–B–C–D–O' with a steady stress rate: (steps, 3)."""
    p = flown(hardening)
    share = np.arange(1, steps + 1) / steps
    corner = np.array([0.0, 1.0, TOP, TOP - 2.0, -TOP, 2.0 - TOP, TOP])
    place_of = np.concatenate([[0.0], np.abs(np.diff(corner)).cumsum()])
    stress = np.interp(share * place_of[-1], place_of, corner)
    plastic = np.interp(share * place_of[-1], place_of, [0.0, 0.0, p, p, -p, -p, p])
    return np.stack([stress, plastic, stress + plastic], axis=1)


def _led() -> tuple[list[Check], Plot]:
    checks, plot = [], Plot("Cubes led round the loop, H = 0.25", "ε E/Y", "σ / Y")
    for name, cube in CUBES.items():
        found = [_stress(cube, _way(steps, SOFT)) for steps in STEPS]
        way, pull = _way(STEPS[-1], SOFT), found[-1]
        back = len(way) * 3 // 5  # D
        a, b, c = corners(way[:back, 2], pull[:back, 0])
        checks.append(close(f"{name}, led: σ at A over Y", a, 1.0, 0.01))
        checks.append(close(f"{name}, led: (σ_B − σ_C)/2σ_A", (b - c) / (2.0 * a), 1.0, 0.01))
        for steps, some in zip(STEPS, found, strict=True):
            off = np.abs(some - np.stack([_way(steps, SOFT)[:, 0], np.zeros(steps)], axis=1)).max(axis=0)
            checks.append(at_most(f"{name}, led in {steps} steps: largest error of σ over Y", off[0], 3e-4))
            checks.append(at_most(f"{name}, led in {steps} steps: stress across over Y", off[1], 3e-4))
        if not plot.curves:
            plot = plot.theory("theory", way[:, 2], way[:, 0])
        plot = plot.computed(name, way[::4, 2], pull[::4, 0])
    return checks, plot


def _stress(cube: Cube, way: np.ndarray) -> np.ndarray:
    """σ along and across x over Y, (steps, 2), of a cube whose nodes are put where the strains of a way have them."""
    simulation, rest = _body(cube, SOFT)
    layout, state = simulation.model.body("body").layout, simulation.state.bodies["body"]
    state.free[layout.nodes] = 0.0
    far = [np.flatnonzero(rest[:, axis] > rest[:, axis].max() - 1e-9) for axis in (0, 1)]
    rows = []
    for stress, plastic, along in way:
        across = -POISSON * stress - 0.5 * plastic
        state.target[:] = layout.spread(rest * (1.0 + UNIT * np.array([along, across, across])))
        simulation.step()
        force = simulation.elastic_forces("body")
        rows.append([-force[nodes, axis].sum() / LIMIT for axis, nodes in enumerate(far)])
    return np.array(rows)


# ---------------------------------------------------------------- pulled, and free to go where it wants


def _pulled() -> tuple[list[Check], Plot]:
    checks, ways = [], []
    plot = Plot("Cubes pulled to B and let go, H = 2", "ε E/Y", "σ / Y")
    p = flown(HARD)
    top = TOP + p  # ε_B over Y/E
    for name, steps in [*(("grid", steps) for steps in PULLS), ("tetrahedra", PULLS[1])]:
        share = np.arange(1, steps + 1) / steps
        stress = np.interp(share, [0.0, 0.5, 1.0], [0.0, TOP, 0.0])
        theory = np.interp(share, [0.0, 0.5 / TOP, 0.5, 1.0], [0.0, 1.0, top, p])
        strain = _strains(CUBES[name], stress)
        what = f"{name}, pulled in {steps} steps"
        off = float(np.abs(strain[:, 0] - theory).max() / top)
        checks.append(at_most(f"{what}: largest error of ε over the largest", off, 1e-4))
        longer, thinner = strain[-1]
        checks.append(
            at_most(f"{what}: change of volume when let go, over p_B", abs(longer + 2.0 * thinner) / p, 1e-4)
        )
        if not plot.curves:
            plot = plot.theory("theory", theory, stress)
        plot = plot.computed(what, strain[:, 0], stress)
        if name == "grid":
            ways.append(strain[:, 0])
    for steps, some in zip(PULLS[:-1], ways[:-1], strict=True):
        ratio = PULLS[-1] // steps
        off = float(np.abs(some - ways[-1][ratio - 1 :: ratio]).max() / top)
        checks.append(at_most(f"grid, pulled: ε with {steps} instead of {PULLS[-1]} steps", off, ROUNDING))
    return checks, plot


def _strains(cube: Cube, stresses: np.ndarray) -> np.ndarray:
    """Strains along and across the pull over Y/E, (steps, 2), under stresses in units of Y."""
    simulation, rest = _body(cube, HARD)
    model = simulation.model.body("body")
    faces, loads = [], []
    for sign in (-1.0, 1.0):
        nodes = np.flatnonzero(sign * rest[:, 0] > np.abs(rest[:, 0]).max() - 1e-9)
        load = Load(nodes, _shares(model.spec, rest, nodes))
        faces.append(nodes)
        loads.append((load, sign))
    rows = []
    for stress in stresses:
        for load, sign in loads:
            load.force = sign * stress * LIMIT
            load.pull(simulation, f"load {sign}")
        simulation.step()
        x = simulation.positions("body")
        long = x[faces[1], 0].mean() - x[faces[0], 0].mean()
        wide = np.ptp(x[:, 1])
        rows.append([(long - 1.0) / UNIT, (wide - 1.0) / UNIT])
    return np.array(rows)


def _shares(body: Body, rest: np.ndarray, face: np.ndarray) -> np.ndarray:
    """What nodes of a face bear of an even pull: a third of each triangle there, or a quarter of the one square."""
    if not isinstance(body, Mesh) or body.tetrahedra is None:
        return np.full(len(face), 0.25)
    shares = np.zeros(len(rest))
    for element in np.array(body.tetrahedra):
        there = element[np.isin(element, face)]
        if len(there) == 3:
            shares[there] += 0.5 / 3.0
    return shares[face]
