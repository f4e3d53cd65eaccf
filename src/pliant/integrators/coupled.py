"""Bodies that touch are stepped together: one Newton's method on the sum of their potentials and of the contact.

    Φ(x₁, x₂, …) = Σ Φ_b(x_b) + E(x₁, x₂, …) + h D                                                            (1)

with Φ_b what the step of each body alone makes least, E the barrier and D the friction between features (`collision`).
Each body keeps its matrix and its preconditioner; contact is rows across bodies (`solvers.coupled`).

Nothing ever crosses: the first guess and every correction go only so far, vertex by vertex, as the way there is
certified to be free (`collision.certify`), and so is every part of that way which the line search tries. Nodes that are
prescribed go their way like this as well; a step in which they did not arrive is not solved. Nor is one in which joints
between and on the bodies are not met, which every correction obeys (`joints`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from pliant.collision.potential import ContactPotential
from pliant.integrators.incremental import AT_REST, Vectors, add_step, correction_and_motion, error_left
from pliant.integrators.joints import Joints
from pliant.integrators.newton import Correction, End, Level, Made
from pliant.integrators.system import BodyState, BodySystem, StepReport
from pliant.numerics.grid_layout import copy_halo
from pliant.solvers.cg import Subspace, restrict_to
from pliant.solvers.coupled import Block, solve_coupled
from pliant.solvers.coupled_cycle import CoupledCycle
from pliant.solvers.solver import Outcome, Solver
from pliant.solvers.vectors import dot
from pliant.solvers.wholes import Wholes

_ROUNDING = 1e-12  # of Φ
_LEVEL = 1e-9  # of Φ: a correction along which it decreases by less has nothing left to gain
_HALVINGS = 40
# How far a linear system is solved, relative to its right-hand side: contact changes more than that. So many times the
# tolerance of the step, but at most and at least so far.
_PER_TOLERANCE, _FORCING = 2.5, (0.05, 0.2)
_FINE = 1e-2  # the same where nothing but joints couples bodies
_ITERATIONS = 2000
_NOISE = 1e-11  # of the forces: what is left of them when joints bear all but rounding
_MEETINGS = 6  # times at most joints alone are met, one after the other
_FORESEEN = 3  # times a correction is solved for again, with what it would have led through
_DOWNHILL = 0.03  # of the slope of a correction: if less than that is left where it was cut, it leads nowhere
_SHORTEST = 1e-4  # fraction of a correction
_MANY = 8  # bodies whose preconditioners need to be helped along by moving them as wholes
_PATIENCE = 20  # corrections in which nodes that are prescribed get no nearer to where they are to be


class Part(Protocol):
    """Φ_b of (1): what one body makes least."""

    system: BodySystem
    solver: Solver
    state: BodyState
    vectors: Vectors
    subspace: Subspace

    def evaluate(self) -> Level:
        """Φ_b at `x` of the vectors, and its gradient there."""
        ...

    def assemble(self) -> None:
        """The matrix of the solver is the Hessian."""
        ...

    def limit(self) -> bool:
        """Cut the direction where nodes would go into obstacles; whether any would."""
        ...

    def follow(self) -> bool:
        """Whether what is held while a correction is made is as x has it."""
        ...

    @property
    def is_steady(self) -> bool:
        """Whether obstacles push as they did before the last correction, or nearly so."""
        ...

    @property
    def rubbed(self) -> float:
        """The most that obstacles can rub with [N]."""
        ...

    @property
    def yields(self) -> bool:
        """Whether matter yields within the step."""
        ...

    def settle(self, tolerance: float) -> bool:
        """Whether what is held within the step is as its end x has it; if not, it is so now."""
        ...


class CoupledPotential:
    """(1), as a problem for Newton's method."""

    halvings = _HALVINGS

    def __init__(
        self,
        parts: Sequence[Part],
        hulls: Sequence[int],
        contact: ContactPotential,
        tolerance: float,
        joints: Joints | None = None,
    ):
        """`hulls` are the numbers of the parts' hulls."""
        self.parts, self.hulls, self.contact, self.tolerance = parts, hulls, contact, tolerance
        self._forcing = float(np.clip(_PER_TOLERANCE * tolerance, *_FORCING))
        self.joints = joints
        self._value = 0.0  # of Φ without joints
        self._meets = 0  # how often joints alone have been met, one after the other
        self._meets_only = False  # whether the next correction meets joints, and does nothing else
        self._blocks = [
            Block.room_for(part.solver, part.system.layout, part.subspace, part.vectors.direction)
            for part in parts
        ]
        self._lengths, self._before = [np.inf] * len(parts), [np.inf] * len(parts)
        self._cut = self._assembled = self._changed = False
        self._made = 0.0  # the part of the last correction that was made
        self._own: dict[int, np.ndarray] = {}  # of vertices in the matrices of bodies, without contact
        self._targets = [_prescribed(part) for part in parts]
        self._left, self._waits = (
            np.inf,
            0,
        )  # the longest way [m] of prescribed nodes, and since when it is so
        self._levelled = [b for b, part in enumerate(parts) if part.solver.cycle is not None]
        self._cycle = self._make_cycle()
        self._wholes = self._make_wholes() if len(parts) >= _MANY and joints is None else None

    def _make_cycle(self) -> CoupledCycle | None:
        """Of the parts that have levels."""
        cycles, vertices = [], []
        for b in self._levelled:
            part, hull = self.parts[b], self.hulls[b]
            nodes, span = self.contact.hulls[hull].nodes, self.contact.part(hull)
            free = part.subspace.free[nodes] > 0.0
            cycles.append(part.solver.cycle)
            vertices.append((np.arange(span.start, span.stop)[free], nodes[free]))
        return CoupledCycle(cycles, vertices, self.contact.count) if cycles else None

    def _make_wholes(self) -> Wholes:
        """Of all parts, moved as wholes."""
        contact = self.contact
        vertices = [(contact.part(hull), contact.hulls[hull].nodes) for hull in self.hulls]
        return Wholes(self._blocks, [part.state.x for part in self.parts], vertices, contact.count)

    def begin(self) -> None:
        """Go from where the step begins to the first guess, as far as is safe; matrices are ready.

        What presses where the step begins is what rubs at first. The list that was made for the way holds at both ends.
        To go on from where ways were cut would only press gaps to nothing, and corrections had to open them again.
        """
        contact = self.contact
        start, goals = contact.x.copy(), [part.vectors.x.copy() for part in self.parts]
        for part, hull, goal in zip(self.parts, self.hulls, goals, strict=True):
            contact.put_back(hull, start, part.vectors.x)
            self._settle_ties(part, part.vectors.x)
            np.subtract(goal, part.vectors.x, out=part.vectors.direction)
        self._gather_ways()
        if self._cut_ways():
            self.move(1.0)
        else:
            for part, goal in zip(self.parts, goals, strict=True):
                part.vectors.x[:] = goal
        self._assemble()
        contact.x[:] = start
        contact.look()
        contact.evaluate()
        self.pressed = contact.press
        contact.hold_friction()
        contact.hold_damping()
        for part, hull in zip(self.parts, self.hulls, strict=True):
            contact.gather(hull, part.vectors.x, contact.x)
        contact.look()

    def _settle_ties(self, part: Part, a: np.ndarray) -> None:
        part.system.follow(a)

    # ------------------------------------------------------------ Φ

    def evaluate(self) -> Level:
        value, contact = 0.0, self.contact
        for part, hull in zip(self.parts, self.hulls, strict=True):
            value += part.evaluate().value
            contact.gather(hull, part.vectors.x, contact.x)
        value += contact.evaluate()
        for part, hull in zip(self.parts, self.hulls, strict=True):
            contact.add_back(hull, contact.gradient, part.vectors.gradient)
            restrict_to(part.subspace, part.vectors.gradient)
        self._value = value
        if self.joints is not None:
            value += self.joints.evaluate(self._places())
        return Level(value, _ROUNDING * abs(value))

    def _places(self) -> list[np.ndarray]:
        return [part.vectors.x for part in self.parts]

    def follow(self) -> bool:
        """Whether what is held while a correction is made is as x has it."""
        beside = sum(part.rubbed for part in self.parts)
        right = self.contact.follow(self.tolerance, cut=self._cut, beside=beside)
        for part in self.parts:
            right = part.follow() and right
        return right

    def touches_others(self) -> bool:
        """Whether a part touches what is none, which is to join: what this comes to is of no use then."""
        return self.contact.touches_beside(self.hulls)

    # ------------------------------------------------------------ corrections

    def _assemble(self) -> None:
        """The bodies' matrices, and of their own blocks what the barrier looks at."""
        contact = self.contact
        for part, hull in zip(self.parts, self.hulls, strict=True):
            part.assemble()
            nodes, span = contact.hulls[hull].nodes, contact.part(hull)
            own = self._own[hull] = part.solver.matrix.diagonal[:, nodes]
            contact.blocks[:, span] = own[_SYMMETRIC]
        self._assembled = self._changed = True

    def correct(self, report: StepReport) -> Correction | None:
        contact = self.contact
        if self._is_blocked() or self.touches_others():
            return None
        if not self._assembled:
            self._assemble()
        self._assembled = False
        if self.joints is not None:
            diagonals = [part.solver.matrix.diagonal for part in self.parts]
            self.joints.linearise(diagonals, [part.subspace for part in self.parts])
            if self._meets_only:
                return self._meet_joints(report)
        contact.make_rows(self._made)
        self._solve(report)
        lagging = self._pull_prescribed()
        slope = self._make_safe()
        unforeseen = self._wanted, self._ways, self._directions
        for _ in range(_FORESEEN):
            if not self._cut or slope <= _DOWNHILL * self._wanted or not contact.foresee(self._ways):
                break
            self._solve(report)
            self._pull_prescribed()
            slope = self._make_safe()
        if self._cut and slope > _DOWNHILL * self._wanted:
            if self._wanted >= 0.0:  # what is foreseen may lead uphill, of which a part is no better
                self._wanted, self._ways, self._directions = unforeseen
            slope = self._shorten()
        if self._cut and slope >= 0.0:
            slope = self._descend()
        report.newton += 1
        self._made = 0.0
        self._before = self._lengths
        self._lengths = [
            correction_and_motion(p.vectors.direction, p.vectors.x, p.state.x, p.system.layout.span)[0]
            for p in self.parts
        ]
        # While prescribed nodes are on their way Φ may grow: what they do to bodies is no correction.
        slope = np.inf if lagging else min(slope, 0.0)
        return Correction(slope, max(self._lengths), level=self._level())

    def _level(self) -> Level | None:
        """Of Φ with joints, whose multipliers are those of the last correction."""
        if self.joints is None:
            return None
        value = self._value + self.joints.merit
        return Level(value, _ROUNDING * abs(value))

    def _meet_joints(self, report: StepReport) -> Correction:
        """Meet joints that are nearly met, which is too little to count for Φ."""
        assert self.joints is not None
        for part in self.parts:
            part.vectors.direction.fill(0.0)
        self._pull_prescribed()
        self.joints.lead([part.vectors.direction for part in self.parts])
        self._make_safe()
        self._meets += 1
        report.newton += 1
        return Correction(np.inf, 0.0, level=self._level())

    def meet(self, report: StepReport) -> None:
        """Meet joints at least, where Newton's method has come to its end without: they hold in every state."""
        joints = self.joints
        for _ in range(_MEETINGS if joints is not None and self._has_come else 0):
            assert joints is not None
            self.evaluate()
            if self._is_met:
                return
            joints.linearise(
                [part.solver.matrix.diagonal for part in self.parts], [part.subspace for part in self.parts]
            )
            self._meet_joints(report)
            if self._cut:
                return
            self.move(1.0)
        self.evaluate()

    def _solve(self, report: StepReport) -> None:
        """Directions of the parts, towards the least of Φ."""
        contact = self.contact
        for b, (part, hull, block) in enumerate(zip(self.parts, self.hulls, self._blocks, strict=True)):
            np.negative(part.vectors.gradient, out=block.r)
            levelled = b in self._levelled
            if contact.rows:
                contact.add_back(hull, contact.pull, block.r)
                restrict_to(part.subspace, block.r)
                nodes, own = contact.hulls[hull].nodes, contact.diagonal[:, contact.part(hull)]
                own *= 0.0 if levelled else part.subspace.free[nodes]
                if not levelled:
                    part.solver.matrix.diagonal[:, nodes] = self._own[hull] + own[_FULL]
            if self._changed or not levelled:
                part.solver.update()
        if contact.rows and self._cycle is not None:
            self._cycle.prepare(*contact.matrix_rows(), renewed=self._changed)
        if contact.rows and self._wholes is not None:
            self._wholes.prepare(*contact.matrix_rows(), contact.diagonal)
        self._changed = False
        if self.joints is not None:
            outcome = self._solve_jointed(self.joints)
        elif not contact.rows and len(self.parts) == 1:
            part = self.parts[0]
            outcome = part.solver.solve(
                part.subspace, self._blocks[0].r, part.vectors.direction, self._forcing
            )
        else:
            outcome = solve_coupled(
                self._blocks, self._couple, self._precondition, self._forcing, _ITERATIONS
            )
        report.linear += outcome.iterations

    def _solve_jointed(self, joints: Joints) -> Outcome:
        """(1) of `joints`; `r` of the blocks has −∇Φ."""
        blocks, forces = self._blocks, [block.r.copy() for block in self._blocks]
        first = [part.system.layout.zeros(3) for part in self.parts]
        for part, start, (nodes, target) in zip(self.parts, first, self._targets, strict=True):
            start[:, nodes] = target - part.vectors.x[:, nodes]
        joints.lead(first)
        for part, start, (nodes, _) in zip(self.parts, first, self._targets, strict=True):
            start[:, nodes] = 0.0  # what prescribed nodes do to others is for the next correction
            copy_halo(start, part.system.layout.halo)
        for block, force, product in zip(blocks, forces, self._product(first), strict=True):
            np.subtract(force, product, out=block.r)
            restrict_to(block.subspace, block.r)
        joints.outside([block.r for block in blocks])
        forcing = self._forcing if self.contact.rows else _FINE
        left, whole = (sum(float(np.vdot(a, a)) for a in b) for b in ([block.r for block in blocks], forces))
        if left <= _NOISE**2 * whole:  # joints and rigid bodies leave nothing to move
            for block in blocks:
                block.x.fill(0.0)
            outcome = Outcome(True, False, 0, 0.0)
        else:
            outcome = solve_coupled(blocks, self._couple, self._precondition, forcing, _ITERATIONS, joints)
        for part, block, start in zip(self.parts, blocks, first, strict=True):
            np.add(block.x, start, out=block.x)
            copy_halo(block.x, part.system.layout.halo)
        products = self._product([block.x for block in blocks])
        joints.multipliers = joints.bear([f - q for f, q in zip(forces, products, strict=True)])
        return outcome

    def _product(self, vectors: Sequence[np.ndarray]) -> list[np.ndarray]:
        """H times vectors of the bodies."""
        found = [block.q for block in self._blocks]
        for block, vector in zip(self._blocks, vectors, strict=True):
            block.solver.matrix.multiply(vector, block.q)
        self._couple(vectors, found)
        return found

    def _precondition(self) -> None:
        together = self._levelled if self.contact.rows else []
        for b, block in enumerate(self._blocks):
            if b not in together:
                block.solver.apply(block.subspace, block.r, block.z)
        if together and self._cycle is not None:
            self._cycle.apply([self._blocks[b].r for b in together], [self._blocks[b].z for b in together])
        if self.contact.rows and self._wholes is not None:
            self._wholes.add()

    def _couple(self, p: Sequence[np.ndarray], q: Sequence[np.ndarray]) -> None:
        contact = self.contact
        if not contact.rows:
            return
        v = contact.q
        v.fill(0.0)
        for hull, a in zip(self.hulls, p, strict=True):
            contact.gather(hull, a, v)
        product = contact.multiply(v)
        for hull, b in zip(self.hulls, q, strict=True):
            contact.add_back(hull, product, b)

    def _pull_prescribed(self) -> bool:
        """Let nodes that are prescribed go what is left of their way; whether they have any."""
        lagging = False
        for part, (nodes, target) in zip(self.parts, self._targets, strict=True):
            if len(nodes):
                way = target - part.vectors.x[:, nodes]
                part.vectors.direction[:, nodes] = way
                lagging = lagging or bool(np.any(way))
        return lagging

    def _is_blocked(self) -> bool:
        """Whether nodes that are prescribed have got no farther for long: what is in their way does not give way."""
        ways = [
            np.abs(target - part.vectors.x[:, nodes]).max(initial=0.0)
            for part, (nodes, target) in zip(self.parts, self._targets, strict=True)
        ]
        left = max(ways, default=0.0)
        self._left, self._waits = (left, 0) if left < 0.99 * self._left else (self._left, self._waits + 1)
        return left > 0.0 and self._waits > _PATIENCE

    def _gather_ways(self) -> None:
        """Of the directions those of vertices."""
        contact = self.contact
        contact.q.fill(0.0)
        for part, hull in zip(self.parts, self.hulls, strict=True):
            copy_halo(part.vectors.direction, part.system.layout.halo)
            contact.gather(hull, part.vectors.direction, contact.q)

    def _slope(self) -> float:
        slope = sum(dot(p.vectors.gradient, p.vectors.direction, p.system.layout.span) for p in self.parts)
        if self.joints is not None:
            slope += self.joints.slope([part.vectors.direction for part in self.parts])
        return slope

    def _make_safe(self) -> float:
        """Cut the corrections, vertex by vertex, where something would cross; returns ∇Φ·d."""
        self._wanted = self._slope()
        self._limit()
        self._gather_ways()
        self._ways = self.contact.q.copy()
        self._directions = [part.vectors.direction.copy() for part in self.parts]
        self._cut = self._cut_ways() or self._is_limited
        return self._slope() if self._cut else self._wanted

    def _limit(self) -> bool:
        """Cut directions where nodes would go into obstacles; whether any would."""
        self._is_limited = sum(part.limit() for part in self.parts) > 0
        return self._is_limited

    def _cut_ways(self) -> bool:
        """Cut the ways `q` of vertices, and the directions, so that nothing crosses or goes into obstacles.

        What is cut goes on with a frame that may move, and perhaps into obstacles. If it does it is cut in space: then
        ways are parts of ways that lead into none.
        """
        contact = self.contact
        if not contact.safe(contact.q):
            return False
        self._put_ways()
        if self._limit():
            self._gather_ways()
            contact.safe(contact.q, moving=False)
            self._put_ways()
        return True

    def _shorten(self) -> float:
        """Shorten all corrections alike until nothing crosses: cut vertex by vertex they lead uphill."""
        contact, fraction = self.contact, 1.0
        while fraction > _SHORTEST:
            fraction *= 0.5
            np.multiply(self._ways, fraction, out=contact.q)
            if not contact.safe(contact.q):
                break
        else:  # not even a little of them: then as they were cut, on ways that the list of pairs holds for
            return self._as_cut()
        for part, direction in zip(self.parts, self._directions, strict=True):
            np.multiply(direction, fraction, out=part.vectors.direction)
        return self._slope()

    def _as_cut(self) -> float:
        """Cut the directions as they are, on ways that the list of pairs holds for; returns ∇Φ·d."""
        limited = self._limit()
        self._gather_ways()
        self._cut = self._cut_ways() or limited or self._cut
        return self._slope()

    def _descend(self) -> float:
        """Let every node go down its own slope: that leads downhill however ways are cut, though not far."""
        contact = self.contact
        contact.bound_diagonal()
        gradients = [part.vectors.gradient for part in self.parts]
        if self.joints is not None:
            gradients = [gradient.copy() for gradient in gradients]
            self.joints.pull(gradients)
        for part, hull, gradient in zip(self.parts, self.hulls, gradients, strict=True):
            direction = part.vectors.direction
            blocks, nodes = part.solver.matrix.diagonal.copy(), contact.hulls[hull].nodes
            blocks[:, nodes] = self._own[hull] + contact.diagonal[_FULL, contact.part(hull)]
            span = part.system.layout.nodes
            direction.fill(0.0)
            direction[:, span] = _solve_each(blocks[:, span], -gradient[:, span])
            restrict_to(part.subspace, direction)
        self._pull_prescribed()
        return self._as_cut()

    def _put_ways(self) -> None:
        for part, hull in zip(self.parts, self.hulls, strict=True):
            self.contact.put_back(hull, self.contact.q, part.vectors.direction)
            self._settle_ties(part, part.vectors.direction)

    def move(self, fraction: float) -> None:
        self._made += fraction
        for part in self.parts:
            add_step(part.vectors.x, part.vectors.direction, fraction)
            copy_halo(part.vectors.x, part.system.layout.halo)

    # ------------------------------------------------------------ the end

    def is_over(self, correction: Correction, made: Made, report: StepReport) -> bool:
        """Whether the error that is left in every body is small beside its motion."""
        if self._meets_only:
            self._meets_only = not self._is_met and self._meets < _MEETINGS and not self._cut
            return self._is_met and self._has_come
        if self._cut or not self._has_come:
            return False
        for part, length, before in zip(self.parts, self._lengths, self._before, strict=True):
            x, span = part.vectors.x, part.system.layout.span
            _, motion = correction_and_motion(part.vectors.direction, x, part.state.x, span)
            error = error_left(length, before, 1.0, yields=part.yields)
            if error > self.tolerance * max(motion, AT_REST * part.system.size):
                return False
        if not all(part.is_steady for part in self.parts):
            return False
        self._meets_only = not self._is_met and self._meets < _MEETINGS
        return self._is_met

    @property
    def _is_met(self) -> bool:
        return self.joints is None or self.joints.is_met(self._places())

    @property
    def has_arrived(self) -> bool:
        """Whether all nodes that are prescribed are where they are to be, and joints are met."""
        return self._has_come and self._is_met

    @property
    def unmet(self) -> list[str]:
        """The names of the joints that are not met."""
        return [] if self.joints is None else self.joints.unmet(self._places())

    @property
    def why_not_arrived(self) -> str:
        if self._has_come and self.unmet:
            return f"{' and '.join(map(repr, self.unmet))} cannot be met"
        return "nodes that are prescribed cannot come where they are to be: something is in the way"

    def bear(self) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """The points of all joints, and the forces on them, (n, 3) each, where the step ends."""
        joints = self.joints
        if joints is None:
            return [], []
        self.evaluate()
        joints.linearise(
            [part.solver.matrix.diagonal for part in self.parts], [part.subspace for part in self.parts]
        )
        multipliers = joints.bear([-part.vectors.gradient for part in self.parts])
        return joints.split(joints.points(self._places())), joints.forces(multipliers)

    @property
    def _has_come(self) -> bool:
        return not any(
            np.any(target != part.vectors.x[:, nodes])
            for part, (nodes, target) in zip(self.parts, self._targets, strict=True)
        )

    def without_gain(self, correction: Correction, level: Level) -> End | None:
        if self.joints is not None:
            self.evaluate()  # at x, not where the line search has last been
            if self._has_come and not self._cut and not self._is_met and self._meets < _MEETINGS:
                self._meets_only = True
                return None
        solved = not self._cut and self.has_arrived and abs(correction.slope) <= _LEVEL * abs(level.value)
        return End.SOLVED if solved else End.STUCK


_SYMMETRIC = [0, 1, 2, 4, 5, 8]  # of a 3×3 block its six different entries,
_FULL = [0, 1, 2, 1, 3, 4, 2, 4, 5]  # and back


def _solve_each(blocks: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The solutions (3, n) of systems with symmetric blocks (9, n); zero where a block is none."""
    a = blocks.T.reshape(-1, 3, 3)
    size = np.trace(a, axis1=1, axis2=2)[:, None, None]
    a = a + (1e-12 * size + (size == 0.0)) * np.eye(3)
    return np.linalg.solve(a, b.T[:, :, None])[:, :, 0].T * (size[:, 0, 0] > 0.0)


def _prescribed(part: Part) -> tuple[np.ndarray, np.ndarray]:
    """The nodes that are put somewhere, and where (3, n)."""
    layout, state = part.system.layout, part.state
    nodes = layout.nodes[state.free[layout.nodes] == 0.0]
    return nodes, state.target[:, nodes]
