"""Thrusters and gyros [002 §6.2]: forces and torques in the frame of the body, and small controllers.

The frame of the chosen nodes is their centre of mass c and the rotation R that fits them best, from where they are at
rest (the polar part of Σ m (x − c)(x⁰ − c⁰)ᵀ). A thruster gives, shared by mass,

    f = R q(t) + k (goal − c) − b ċ ,                                                                         (1)

a gyro a torque, by forces m α × (x − c) that turn the nodes as if they were rigid, with the angular velocity ω,

    τ = R q(t) + k (R u × goal) − b ω .                                                                       (2)

What the controllers add is never more than their `limit`. All that is taken once a step, as known when it begins, and
acts evenly over it; explicit schemes ask at every evaluation. A controller is stable as long as k and b are slow
beside the step: k Δt² and b Δt are less than the mass, or the moment of inertia.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pliant.errors import PliantError
from pliant.forces.target import Acting, ForcedBody, ForceSpec
from pliant.model.over_time import Vector, check_shape, value_at
from pliant.model.protocols import StepContext, changed
from pliant.numerics.grid_layout import Layout
from pliant.numerics.matrix import Matrix
from pliant.problems import FieldError
from pliant.spec import NonNegative, Point, Positive, Shown, Vec3, measured


class Steered(ForceSpec):
    """Fields of thrusters and gyros."""

    def build(self, body: ForcedBody) -> Acting:
        mass = body.mass[body.nodes]
        if not mass.any() and body.felt.any():
            mass = body.felt[body.nodes]
        if not mass.sum() > 0.0:
            raise PliantError(
                f"{type(self).__name__} {self.id!r} is fixed to nodes of {body.name!r} that have no mass"
            )
        rest = body.positions[:, body.nodes]
        away = rest - (rest @ mass / mass.sum())[:, None]
        return Acting(forces=(SteeredForce(body.layout, body.nodes, mass, away, self),))

    @abstractmethod
    def forces(self, frame: Frame, time: float) -> np.ndarray:
        """(3, k) [N]."""


@dataclass(frozen=True)
class Frame:
    """Where the nodes of a body are, as a whole: masses (k,), arms (3, k) from their centre, velocities (3, k), R."""

    mass: np.ndarray
    center: np.ndarray
    velocity: np.ndarray
    arms: np.ndarray
    relative: np.ndarray
    rotation: np.ndarray

    @property
    def inertia(self) -> np.ndarray:
        r = self.arms
        return np.eye(3) * (self.mass @ (r * r).sum(axis=0)) - (self.mass * r) @ r.T

    def turning(self, torque: np.ndarray) -> np.ndarray:
        """α (3,), as far as there are arms that a torque can act on."""
        return np.linalg.pinv(self.inertia, rcond=1e-9, hermitian=True) @ torque


class Thruster(Steered):
    """Pushes the chosen nodes with a `force` [N] in the frame of the body, and holds them at a `goal` if it is told to.

    The force is a vector, `Keys` over time, or in Python a function of the time. `stiffness` [N/m] and `damping`
    [kg/s] lead to the goal [m], with no more than `limit` [N]: the centre stays off it by what else acts, over the
    stiffness.
    """

    positional: ClassVar = ("force",)

    kind: Literal["thruster"] = "thruster"
    force: Annotated[Vector, Shown("Force", unit="N")] = (0.0, 0.0, 0.0)
    goal: Point | None = None
    stiffness: Annotated[NonNegative, measured("N/m")] = 0.0
    damping: Annotated[NonNegative, measured("kg/s")] = 0.0
    limit: Annotated[Positive, Shown(unit="N", none="none")] | None = None

    @model_validator(mode="after")
    def _sound(self) -> Thruster:
        check_shape(self.force, "force", vector=True)
        if self.goal is not None and self.stiffness == 0.0:
            raise FieldError(("stiffness",), "a goal is held by a stiffness [N/m]")
        return self

    def forces(self, frame: Frame, time: float) -> np.ndarray:
        led = -self.damping * frame.velocity
        if self.goal is not None:
            led = led + self.stiffness * (np.asarray(self.goal) - frame.center)
        own = value_at(self.force, time, (3,), f"the thruster {self.id!r}")
        total = frame.rotation @ own + _limited(led, self.limit)
        return total[:, None] * (frame.mass / frame.mass.sum())


class Gyro(Steered):
    """Turns the chosen nodes with a `torque` [N·m] in the frame of the body, and holds a direction if it is told to.

    The torque is a vector, `Keys` over time, or in Python a function of the time. `stiffness` [N·m] turns the body's
    own `axis` (at rest) to the `goal`, a direction in space, and `damping` [N·m·s] resists all turning; no more than
    `limit`.
    """

    positional: ClassVar = ("torque",)

    kind: Literal["gyro"] = "gyro"
    torque: Annotated[Vector, Shown("Torque", unit="N·m")] = (0.0, 0.0, 0.0)
    axis: Vec3 = (0.0, 0.0, 1.0)
    goal: Annotated[Vec3 | None, Shown(unit="")] = None
    stiffness: Annotated[NonNegative, measured("N·m")] = 0.0
    damping: Annotated[NonNegative, measured("N·m·s")] = 0.0
    limit: Annotated[Positive, Shown(unit="N·m", none="none")] | None = None

    @model_validator(mode="after")
    def _sound(self) -> Gyro:
        check_shape(self.torque, "torque", vector=True)
        if self.goal is not None and self.stiffness == 0.0:
            raise FieldError(("stiffness",), "a direction is held by a stiffness [N·m]")
        for name, vector in (("axis", self.axis), ("goal", self.goal)):
            if vector is not None and max(map(abs, vector)) < 1e-100:
                raise FieldError((name,), "must not be zero")
        return self

    def forces(self, frame: Frame, time: float) -> np.ndarray:
        inertia = frame.inertia
        omega = frame.turning(np.cross(frame.arms, frame.mass * frame.relative, axis=0).sum(axis=1))
        led = -self.damping * omega
        if self.goal is not None:
            u, goal = frame.rotation @ _unit(self.axis), _unit(self.goal)
            across = np.cross(u, goal)
            if (
                u @ goal < 0.0
            ):  # farther than a right angle: as hard as there, and somewhere from the opposite
                size = np.linalg.norm(across)
                across = across / size if size > 1e-9 else np.linalg.svd(u[None])[2][1]
            led = led + self.stiffness * across
        own = value_at(self.torque, time, (3,), f"the gyro {self.id!r}")
        torque = frame.rotation @ own + _limited(led, self.limit)
        alpha = np.linalg.pinv(inertia, rcond=1e-9, hermitian=True) @ torque
        return frame.mass * np.cross(alpha, frame.arms, axisb=0, axisc=0)


def _unit(vector: Any) -> np.ndarray:
    v = np.asarray(vector, dtype=float)
    v = v / np.abs(v).max()
    return v / np.linalg.norm(v)


def _limited(vector: np.ndarray, limit: float | None) -> np.ndarray:
    size = float(np.linalg.norm(vector))
    return vector if limit is None or size <= limit else vector * (limit / size)


@dataclass
class SteeredForce:
    """What a thruster or a gyro does to nodes (k,) with masses (k,), `away` (3, k) from their centre at rest."""

    layout: Layout
    nodes: np.ndarray
    mass: np.ndarray
    away: np.ndarray
    spec: Steered
    now: np.ndarray | None = None  # (3, k) within a step
    loss = "damping"

    @property
    def thruster(self) -> str:
        return self.spec.id

    def freeze(self, step: StepContext) -> SteeredForce:
        x = (step.ahead() if step.implicit else step.x)[:, self.nodes]
        return changed(self, now=self.spec.forces(self.frame(x, step.v[:, self.nodes]), step.time))

    def frame(self, x: np.ndarray, v: np.ndarray) -> Frame:
        """That of the nodes at positions and velocities (3, k)."""
        share = self.mass / self.mass.sum()
        center, velocity = x @ share, v @ share
        arms = x - center[:, None]
        u, _, w = np.linalg.svd((self.mass * arms) @ self.away.T)
        turn = np.diag([1.0, 1.0, float(np.sign(np.linalg.det(u @ w))) or 1.0])
        return Frame(self.mass, center, velocity, arms, v - velocity[:, None], u @ turn @ w)

    def add_force(self, x: np.ndarray, v: np.ndarray, out: np.ndarray) -> float:
        assert self.now is not None
        out[:, self.nodes] += self.now
        return -float(np.sum(self.now * v[:, self.nodes]))

    def add_jacobian(self, x: np.ndarray, scale: float, matrix: Matrix) -> None: ...

    def given(self, f: np.ndarray, v: np.ndarray, along: np.ndarray) -> float:
        """All that arrives: it comes from outside."""
        return float(np.vdot(f, along))
