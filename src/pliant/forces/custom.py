"""Forces and energies that are functions in Python: the user's own.

    def swirl(positions, velocities, time):                # (n, 3) [m], (n, 3) [m/s], [s]
        return 0.1 * np.cross((0, 0, 1), positions)         # (n, 3) [N]

    scene.add(pl.forces.Custom(swirl))

    def well(positions, time):
        return 2.0 * np.sum(positions**2), 4.0 * positions  # E [J] and its gradient ∂E/∂x (n, 3) [N]

    scene.add(pl.forces.CustomEnergy(well))

A force is asked once a step, about where the step leads to as far as is known when it begins, and acts evenly over the
step; explicit schemes ask at every evaluation. An energy is asked wherever Newton's method looks, so that it is part of
what a step makes least: a stiff one needs `hessian`, blocks ∂²E/∂xᵢ² (n, 3, 3) without negative eigenvalues, or the
corrections are as long as if it were not there. Static steps know energies only.

Functions get the nodes that the force acts on, in C order, and may be compiled by Numba. See `functions` for what else
holds of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.model.functions import Function, OfPython, ask, name_of, numbers
from pliant.model.protocols import StepContext, changed
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix


class Custom(OfPython, ForceSpec):
    """Forces (n, 3) [N] on nodes that a `function` makes of their positions (n, 3), velocities (n, 3) and the time."""

    positional: ClassVar = ("function",)

    kind: Literal["custom"] = "custom"
    function: Function

    def build(self, body: ForcedBody) -> Acting:
        return Acting(forces=(FunctionForce(body.layout, body.nodes, self.function),))


class CustomEnergy(OfPython, ForceSpec):
    """An energy [J] with its gradient (n, 3) [N], which a `function` makes of positions (n, 3) and the time.

    `hessian` answers the same with blocks (n, 3, 3) [N/m], one for each node, that have no negative eigenvalue.
    """

    positional: ClassVar = ("function", "hessian")

    kind: Literal["custom_energy"] = "custom_energy"
    function: Function
    hessian: Function | None = None

    def build(self, body: ForcedBody) -> Acting:
        return Acting(loads=(FunctionEnergy(body.layout, body.nodes, self.function, self.hessian),))


@dataclass
class FunctionForce:
    """What a function makes of a body's nodes (n,): f within a step, hence D = −f·v."""

    layout: Layout
    nodes: np.ndarray
    function: Any
    forces: np.ndarray | None = None  # (3, n) within a step
    loss = "damping"

    def freeze(self, step: StepContext) -> FunctionForce:
        x = step.ahead() if step.implicit else step.x
        what = f"the force {name_of(self.function)}"
        points, velocities = x[:, self.nodes].T.copy(), step.v[:, self.nodes].T.copy()
        found = ask(self.function, what, points, velocities, step.time)
        return changed(self, forces=numbers(found, points.shape, f"{what} at t = {step.time:g} s").T)

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        assert self.forces is not None
        out[:, self.nodes] += self.forces
        return -float(np.sum(self.forces * v[:, self.nodes]))

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None: ...

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """All that arrives: it comes from outside."""
        return float(np.vdot(f, along))


@dataclass
class FunctionEnergy:
    """E(x, t) of a body's nodes (n,), as a function has it."""

    layout: Layout
    nodes: np.ndarray
    function: Any
    hessian: Any = None
    time: float = 0.0

    pattern = ()

    def at(self, time: float, memory: Any) -> FunctionEnergy:
        return changed(self, time=time)

    def freeze(self, step: StepContext) -> FunctionEnergy:
        return changed(self, time=step.time)

    def _asked(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        what, points = f"the energy {name_of(self.function)}", x[:, self.nodes].T.copy()
        found = ask(self.function, what, points, self.time)
        value, gradient = ask(tuple, f"{what}, which is to answer an energy and its gradient,", found)
        there = f"{what} at t = {self.time:g} s"
        return float(numbers(value, (), there)), numbers(gradient, points.shape, f"the gradient of {there}")

    def stored(self, x: np.ndarray) -> float:
        return self._asked(x)[0]

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        value, gradient = self._asked(x)
        out[:, self.nodes] += gradient.T
        return value

    def add_hessian(self, x: np.ndarray, matrix: Matrix, psd: bool) -> None:
        if self.hessian is None:
            return
        what, points = f"the hessian {name_of(self.hessian)}", x[:, self.nodes].T.copy()
        blocks = numbers(ask(self.hessian, what, points, self.time), (len(self.nodes), 3, 3), what)
        if psd:
            values, vectors = np.linalg.eigh(0.5 * (blocks + blocks.transpose(0, 2, 1)))
            blocks = np.einsum("nij,nj,nkj->nik", vectors, np.maximum(values, 0.0), vectors)
        rows = slice(None) if matrix.diagonal.shape[0] == 9 else slice(0, 9, 4)
        matrix.diagonal[:, self.nodes] += blocks.reshape(-1, 9).T[rows]
