"""The half of the kernels of implicit steps that a second process compiles from a cold cache.

In the order in which the first process comes to need them: stretch, for the first recorded frame; what is
around a body (a floor with friction, a stream); the small kernels of the integrator, and last the multigrid cycle. The
first process meanwhile compiles the energies, the contacts of its own scene and conjugate gradients.

In a scene with solids or meshes but no surface over a grid, the second process compiles the solver and the first the
rest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pliant.contact import Barrier, Plane, contact_field
from pliant.contact.energy import ContactEnergy
from pliant.contact.friction import FrictionForce
from pliant.energies.solid import grid_cells
from pliant.energies.strain import StrainGauge
from pliant.energies.surface import RestSurface, tangent_weights
from pliant.forces.exposure import GridExposure
from pliant.forces.gravity import GravityEnergy
from pliant.forces.viscous import StreamForce
from pliant.integrators.implicit import ImplicitStepper
from pliant.integrators.spec import BDF2
from pliant.integrators.system import BodyState, BodySystem
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.differences import Links
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.point_layout import PointLayout
from pliant.solvers import galerkin, multigrid
from pliant.solvers.cg import Subspace
from pliant.solvers.linear import LinearSolver
from pliant.solvers.solver import Outcome
from pliant.solvers.spec import SolverSpec


class Half(NamedTuple):
    """What a second process is to run, and the kernel that it compiles last."""

    command: str
    last: Any


def half_for(kinds: set[str]) -> Half | None:
    """For a scene with bodies of these kinds; curves need little."""
    if "surface" in kinds:
        return Half(f"from {__name__} import compile_half; compile_half()", multigrid.run_steps)
    if kinds & {"solid", "mesh"}:
        return Half(f"from {__name__} import compile_solver; compile_solver()", galerkin.run)
    return None


def compile_solver() -> None:
    """Set up a multigrid solver of a small solid and take some iterations."""
    layout = PointLayout((6, 6, 6), (False, False, False))
    matrix = BlockMatrix.build(layout, [grid_cells(layout.shape, (False, False, False))])
    matrix.diagonal[::4] = 1.0
    solver = LinearSolver(SolverSpec(preconditioner="multigrid"), matrix)
    solver.update()
    free = layout.spread(np.ones(layout.count))
    nothing = np.zeros(0, dtype=np.int64)
    subspace = Subspace(free, np.zeros(1, dtype=np.int64), nothing)
    solver.solve(subspace, layout.spread(np.ones((layout.count, 3))), layout.zeros(3), 1e-3)


def compile_half() -> None:
    """Take one implicit step of loose particles over a floor in a stream, then set up a multigrid solver."""
    layout = GridLayout((20, 20))
    ones = layout.zeros()
    ones[layout.nodes] = 1.0
    _stretch(layout)
    barrier = Barrier(margin=0.002)
    field, terms = contact_field(Plane().geometry(), barrier), barrier.parameters(1.0)
    system = BodySystem(
        "particles",
        layout,
        ones,
        [GravityEnergy(layout, layout.zeros(3)), ContactEnergy(layout, field, terms, ones)],
        [
            FrictionForce(layout, field, terms, ones, 0.3),
            StreamForce(layout, ones, GridExposure(layout, layout.zeros(4), ones), (0.0, 0.0, 0.0)),
        ],
    )
    state = BodyState.at(layout, layout.zeros(3), layout.zeros(3))
    state.v[2] = ones
    solver = system.make_solver(SolverSpec(preconditioner="multigrid"))
    ImplicitStepper(BDF2(), system, _Unsolved(solver.spec, solver.matrix)).step(state, 0.0, 0.01)
    solver.update()


def _stretch(layout: GridLayout) -> None:
    """Of a flat sheet at rest."""
    links = Links.build(layout, np.zeros((2, *layout.shape), dtype=bool))
    m, n = np.indices(layout.shape, dtype=float)
    rest = RestSurface.build(layout, links, np.stack([m, n, 0.0 * m], axis=-1))
    StrainGauge(rest, tangent_weights(links, layout.width)).stretch(rest.positions)


class _Unsolved(LinearSolver):
    """Leaves conjugate gradients to the first process."""

    def update(self) -> None: ...

    def solve(
        self, subspace: Subspace, b: np.ndarray, x: np.ndarray, tolerance: float, *, checked: bool = True
    ) -> Outcome:
        return Outcome(True, False, 0, 0.0)
