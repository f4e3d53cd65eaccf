"""Trusses and frames of straight members between nodes, with lists of nodes, members and loads as "Impact" has [004].

Members of a truss are hinged at their nodes and have a tension alone; with second moments of area they are beams,
joined rigidly. `solve` is K U = F for small displacements. `strike` is the program of 004 itself, step by step:

    strain = Δl/l₀ ,  stress = E strain ,  force = stress A  along each member, on both of its nodes             (1)
    v ← v + Δt f/m ,   ω ← ω + Δt I⁻¹(τ − ω × Iω) ,   u ← u + Δt v                                             (2)

with half of a member's mass ρAl and of its inertia diag(½mR², ml²/12, ml²/12), along and across it, at each node. The
directions of members are those of the moment, so that nodes may move far. Nodes turn under moments only: hinged rods
have none. A step is at most as long as a wave takes along a member, l√(ρ/E).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pliant.errors import PliantError
from pliant.linear.elements import (
    bar_mass,
    bar_stiffness,
    beam_mass,
    beam_stiffness,
    frames,
    lumped,
)
from pliant.linear.system import System, assemble

_AXES = "xyzXYZ"  # displacements, rotations about them


class Loaded(NamedTuple):
    """A frame in equilibrium."""

    displacements: np.ndarray  # (nodes, 3) [m], of beams (nodes, 6) with rotations [rad]
    reactions: np.ndarray  # likewise [N], [N·m]
    strain: np.ndarray  # (members,) of the axis
    stress: np.ndarray  # (members,) [Pa], positive if pulled
    ends: (
        np.ndarray
    )  # (members, 2, 3 or 6) [N], [N·m]: what the nodes do to both ends, in the member's own axes


class Struck(NamedTuple):
    """A truss in motion: all of it at times (t,) [s]."""

    times: np.ndarray
    displacements: np.ndarray  # (t, nodes, 3) [m]
    spins: np.ndarray  # (t, nodes, 3) [rad/s]
    strain: np.ndarray  # (t, members)
    stress: np.ndarray  # (t, members) [Pa]


@dataclass(frozen=True, eq=False)
class Frame:
    """Nodes (n, 3) [m] and members (m, 2) between them, of one material, or with a number for each.

    `young` [Pa], `area` [m²], `density` [kg/m³]. With second `moments` of area (I₁, I₂) [m⁴], of bending in the plane
    of `up` and across, they are beams; `torsion` is J [m⁴] (None: I₁ + I₂, as for round ones).
    """

    nodes: Any
    members: Any
    young: float | Sequence[float]
    area: float | Sequence[float]
    density: float | Sequence[float] = 0.0
    poisson: float = 0.3
    moments: tuple[float, float] | None = None
    torsion: float | None = None
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)

    def __post_init__(self):
        members, count = self._members, len(self._nodes)
        if members.min() < 0 or members.max() >= count:
            raise PliantError(f"members are between nodes 0 … {count - 1}, {members.max()} given")
        if not self._lengths.all():
            raise PliantError(f"member {int(np.argmin(self._lengths))} has no length")

    @property
    def _nodes(self) -> np.ndarray:
        return np.asarray(self.nodes, dtype=float).reshape(-1, 3)

    @property
    def _members(self) -> np.ndarray:
        return np.asarray(self.members, dtype=np.int64).reshape(-1, 2)

    @property
    def _ends(self) -> np.ndarray:
        return self._nodes[self._members]

    @property
    def _lengths(self) -> np.ndarray:
        return np.linalg.norm(self._ends[:, 1] - self._ends[:, 0], axis=1)

    def _each(self, value: float | Sequence[float]) -> np.ndarray:
        return np.broadcast_to(np.asarray(value, dtype=float), len(self._members))

    @property
    def _degrees(self) -> int:
        return 3 if self.moments is None else 6

    def stiffness(self) -> np.ndarray:
        """K (m, 6, 6) of bars or (m, 12, 12) of beams."""
        E, A = self._each(self.young), self._each(self.area)
        if self.moments is None:
            return bar_stiffness(self._ends, E * A)
        twist = sum(self.moments) if self.torsion is None else self.torsion
        shear = E / (2.0 * (1.0 + self.poisson))
        return beam_stiffness(self._ends, E * A, np.outer(self.moments, E), shear * twist, self.up)

    def mass(self, *, consistent: bool = True) -> np.ndarray:
        """M likewise; not `consistent`: half of a member at each node, of beams with as little rotary inertia."""
        rho, A = self._each(self.density), self._each(self.area)
        if self.moments is None:
            consistent_mass = bar_mass(self._ends, rho * A)
            return consistent_mass if consistent else lumped(consistent_mass)
        polar = rho * sum(self.moments)
        whole = beam_mass(self._ends, rho * A, polar, self.up)
        if consistent:
            return whole
        half = 0.5 * rho * A * self._lengths
        inertia = half * self._lengths**2 / 12.0
        each = np.repeat(np.stack([half, inertia], axis=1), 3, axis=1)
        return np.einsum("ni,ij->nij", np.tile(each, 2), np.eye(12))

    def system(self, held: Mapping[int, str] | Iterable[int] = (), *, consistent: bool = True) -> System:
        """K and M of all nodes. `held` are nodes, or for each the axes: "xyz", and of beams rotations "XYZ"."""
        count, degrees = len(self._nodes), self._degrees
        fixed = np.zeros((count, degrees), dtype=bool)
        given = held if isinstance(held, Mapping) else dict.fromkeys(held, _AXES[:degrees])
        for node, axes in given.items():
            for axis in axes:
                if axis not in _AXES[:degrees]:
                    raise PliantError(
                        f"node {node} is held along {axis!r}; there are {', '.join(_AXES[:degrees])}"
                    )
                fixed[node, _AXES.index(axis)] = True
        K, M = (
            assemble(self._members, part, count)
            for part in (self.stiffness(), self.mass(consistent=consistent))
        )
        return System(K, M, fixed.ravel())

    def forces(self, loads: Mapping[int, Sequence[float]]) -> np.ndarray:
        """F of forces [N] on nodes, on those of beams with moments [N·m] if there are six numbers."""
        F = np.zeros((len(self._nodes), self._degrees))
        for node, load in loads.items():
            if len(load) > self._degrees:
                raise PliantError(
                    f"the load on node {node} has a moment, which no hinge bears: give `moments`"
                )
            F[node, : len(load)] += load
        return F.ravel()

    def solve(self, loads: Mapping[int, Sequence[float]], held: Mapping[int, str] | Iterable[int]) -> Loaded:
        """Equilibrium for small displacements."""
        system, F = self.system(held), self.forces(loads)
        U = system.solve(F)
        reactions = system.reactions(U, F).reshape(-1, self._degrees)
        found, members = U.reshape(-1, self._degrees), self._members
        axes = frames(self._ends, self.up)
        moved = found[members].reshape(len(members), -1, 3)
        own = np.einsum("ncd,nad->nac", axes, moved)
        half = moved.shape[1] // 2
        strain = (own[:, half, 0] - own[:, 0, 0]) / self._lengths
        pushed = np.einsum("nij,nj->ni", self.stiffness(), found[members].reshape(len(members), -1))
        ends = np.einsum("ncd,nad->nac", axes, pushed.reshape(len(members), -1, 3))
        return Loaded(
            found, reactions, strain, self._each(self.young) * strain, ends.reshape(len(members), 2, -1)
        )

    def modes(
        self, count: int, held: Mapping[int, str] | Iterable[int] = (), *, consistent: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """The lowest frequencies [Hz], and their shapes (count, nodes, 3 or 6)."""
        frequencies, shapes = self.system(held, consistent=consistent).modes(count)
        return frequencies, shapes.reshape(len(shapes), -1, self._degrees)

    def strike(
        self,
        loads: Mapping[int, Sequence[float]],
        held: Mapping[int, str] | Iterable[int] = (),
        *,
        dt: float,
        steps: int,
    ) -> Struck:
        """The program of 004, (1) and (2): loads of a force, or a force and a moment, that act from the start."""
        x0, members, l0 = self._nodes, self._members, self._lengths
        E, A, rho = (self._each(value) for value in (self.young, self.area, self.density))
        if (rho <= 0.0).any():
            raise PliantError("a truss that moves needs a density")
        longest = float((l0 * np.sqrt(rho / E)).min())
        if dt > (1.0 + 1e-9) * longest:
            raise PliantError(f"dt = {dt:g} s is longer than a wave takes along a member, {longest:.3g} s")
        fixed = self.system(held).held.reshape(len(x0), -1)[:, :3]
        mass, inertia = self._halves(rho * A * l0, A)
        force, torque = np.zeros_like(x0), np.zeros_like(x0)
        for node, load in loads.items():
            force[node] += load[:3]
            torque[node] += load[3:6] if len(load) > 3 else 0.0
        u, v, spin = (np.zeros_like(x0) for _ in range(3))
        found = Struck(
            dt * np.arange(steps + 1),
            *(np.zeros((steps + 1, *x0.shape)) for _ in range(2)),
            *(np.zeros((steps + 1, len(members))) for _ in range(2)),
        )
        for k in range(steps + 1):
            edge = (x0 + u)[members[:, 1]] - (x0 + u)[members[:, 0]]
            length = np.linalg.norm(edge, axis=1)
            strain = (length - l0) / l0
            pull = (E * strain * A / length)[:, None] * edge  # (1)
            found.displacements[k], found.spins[k] = u, spin
            found.strain[k], found.stress[k] = strain, E * strain
            f = force.copy()
            np.add.at(f, members[:, 0], pull)
            np.add.at(f, members[:, 1], -pull)
            v = np.where(fixed, 0.0, v + dt * f / mass[:, None])  # (2)
            turned = torque - np.cross(spin, np.einsum("nij,nj->ni", inertia, spin))
            spin = spin + dt * np.linalg.solve(inertia, turned[:, :, None])[:, :, 0]
            u = u + dt * v
        return found

    def _halves(self, whole: np.ndarray, area: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What nodes have of the mass (n,) and the inertia (n, 3, 3) of their members, in space."""
        axes, length = frames(self._ends, self.up), self._lengths
        across = whole * length**2 / 12.0
        own = np.stack([0.5 * whole * area / np.pi, across, across], axis=1)  # R² = A/π
        turned = np.einsum("nci,nc,ncj->nij", axes, own, axes)
        mass, inertia = np.zeros(len(self._nodes)), np.zeros((len(self._nodes), 3, 3))
        for end in (0, 1):
            np.add.at(mass, self._members[:, end], 0.5 * whole)
            np.add.at(inertia, self._members[:, end], 0.5 * turned)
        if not mass.all():
            raise PliantError(f"node {int(np.argmin(mass))} belongs to no member, and has no mass")
        return mass, inertia
