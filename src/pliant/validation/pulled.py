"""A bar of rubber that is pulled to twice its length: the stable neo-Hookean law against its closed form.

Pulled by λ along itself and free to narrow by b across, F = diag(λ, b, b), I = λ² + 2b² and J = λb². With m = 4/3 μ,
l = λ_L + 5/6 μ (of Lamé's λ_L) and α = 1 + ¾m/l (`energies.neo_hookean`), nothing pulls across where

    m I/(I + 1) + l (J − α) λ = 0 ,   and then   P = m λ I/(I + 1) + l (J − α) b²                                (1)

is the force per area at rest. The first is solved by bisection. The bar stays square in section, as it should: the
default law has a lower energy beyond λ = 1.587 when a bar of nearly incompressible matter flattens (docs/materials.md).
"""

from __future__ import annotations

import numpy as np

from pliant.checks import at_most
from pliant.energies.continuum import moduli_of
from pliant.model import Body, Bulk, Mesh, Solid
from pliant.scene.schema import Scene
from pliant.shapes import box
from pliant.simulation import Simulation
from pliant.validation.result import Curve, Plot, Result
from pliant.validation.states import held_forces, place, settle, settled
from pliant.validation.tetrahedra import block

YOUNG, POISSON, SIDE, LENGTH = 1e6, 0.49, 0.1, 0.4
STRETCHES = np.linspace(1.1, 2.0, 10)


def run() -> Result:
    wanted = np.array([closed_form(stretch)[0] for stretch in STRETCHES])
    checks, curves = [], []
    material = Bulk(young=YOUNG, poisson=POISSON, density=1.0, law="neo_hookean")
    points, cells = block((9, 3, 3), (LENGTH, SIDE, SIDE))
    bodies: dict[str, Body] = {
        "grid": Solid(box(LENGTH, SIDE, SIDE), id="bar", grid=(9, 3, 3), material=material),
        "tetrahedra": Mesh(points, id="bar", tetrahedra=cells, material=material),
    }
    for name, body in bodies.items():
        pulls, uneven = _pulled(body)
        error = float(np.abs(pulls / wanted - 1.0).max())
        checks += [
            at_most(f"{name}, pulled to 2: force against (1), largest relative error", error, 1e-2),
            at_most(f"{name}, pulled to 2: its section is square, ratio of sides less 1", uneven, 1e-3),
        ]
        curves.append(Curve(name, STRETCHES, 1e-6 * pulls))
    fine = np.linspace(1.0, 2.0, 50)
    theory = Curve("(1)", fine, [1e-6 * closed_form(stretch)[0] for stretch in fine], "theory")
    plot = Plot("A bar of rubber is pulled", "stretch", "force per area [MPa]", [theory, *curves])
    return Result("pulled", "Rubber pulled far", checks, [plot], __doc__ or "")


def closed_form(stretch: float) -> tuple[float, float]:
    """P [Pa] and b of (1)."""
    shear, bulk = (float(modulus) for modulus in moduli_of(YOUNG, POISSON))
    m, el = 4.0 / 3.0 * shear, bulk + shear / 6.0
    alpha = 1.0 + 0.75 * m / el

    def across(b: float) -> tuple[float, float]:
        square = stretch**2 + 2.0 * b * b
        common, volume = m * square / (square + 1.0), el * (stretch * b * b - alpha)
        return common * stretch + volume * b * b, common + volume * stretch

    low, high = 0.1, 2.0
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if across(middle)[1] > 0.0 else (middle, high)
    return across(low)[0], low


def _pulled(body: Body) -> tuple[np.ndarray, float]:
    """P [Pa] at all stretches, and how far the section is from a square, at worst."""
    scene = Scene(collision=False)
    scene.add(body)
    rest = Simulation(scene).positions("bar")
    along = rest[:, 0] - rest[:, 0].min()
    ends = [along < 1e-9, along > LENGTH - 1e-9]
    moving = np.flatnonzero(ends[0] | ends[1])
    scene.pin("bar", nodes=[tuple(int(k) for k in np.unravel_index(node, body.grid)) for node in moving])
    simulation = settled(scene, steps=1)
    pulls, uneven = [], 0.0
    for stretch in STRETCHES:
        x = rest - rest.mean(axis=0)
        x = x * (stretch, *(2 * [closed_form(stretch)[1]]))
        x[:, 1] *= np.where(ends[0] | ends[1], 1.0, 1.02)  # a little flat where it is free
        place(simulation, "bar", x)
        settle(simulation)
        pulls.append(float(np.reshape(held_forces(simulation, "bar"), (-1, 3))[ends[1], 0].sum()) / SIDE**2)
        middle = simulation.positions("bar")[np.abs(along - 0.5 * LENGTH) < 1e-9]
        wide, high = np.ptp(middle[:, 1]), np.ptp(middle[:, 2])
        uneven = max(uneven, abs(float(wide / high) - 1.0))
    return np.array(pulls), uneven
