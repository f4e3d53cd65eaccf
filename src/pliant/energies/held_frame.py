"""A clamped end of a rod with a material frame: half an edge of bending and twist between what is held and the rod.

The tangent and the first axis of the section that are held make up the frame of an edge that does not move (`twist`,
`HeldTwist`). Its stiffnesses are those of half an edge, so that the rod is clamped at its very end. What is held is the
frame that the rod has there: that of its last edge, turned by half of what turns the next one to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.energies.clamped import PREFIX
from pliant.energies.elements import ElementEnergy
from pliant.energies.frames import RestFrames
from pliant.energies.twist import HeldTwist
from pliant.model.protocols import StepContext, changed
from pliant.numerics.point_layout import PointLayout


@dataclass
class FrameClamp:
    """One end of a rod. What is held there, (6, 1), is in its memory; zeros hold nothing."""

    edge: str  # "n0"
    frames: RestFrames
    elements: ElementEnergy  # of a `HeldTwist`

    def __post_init__(self):
        self.pattern = self.elements.pattern
        self._held = self.elements
        self._law = self.elements.law

    @classmethod
    def build(
        cls,
        layout: PointLayout,
        frames: RestFrames,
        edge: str,
        stiffness: tuple[float, float, float],
        damping: float,
    ) -> FrameClamp:
        """With EI in the plane of the first axis and across, and GJ [N·m²]; either end, "n0" or "n1"."""
        k = 0 if edge[1] == "0" else len(frames.edges) - 1
        half = 0.5 * frames.reach[k]
        one, two, twist = (np.array([value]) / half for value in stiffness)
        first = np.array([1.0 if k == 0 else 0.0])
        none, held = np.zeros((5, 1)), held_frame(frames, edge, frames.positions)
        s = np.stack([0.5 * one, 0.5 * two, 0.5 * one, 0.5 * two, twist])
        law = HeldTwist(s, none, frames.sides[[k]], first, held, none.copy())
        q = ElementEnergy(layout, frames.edges[[k]], law).measures(frames.positions)
        law = law._replace(rest=q, held=np.zeros((6, 1)), stiffness=0.0 * s)
        found = cls(edge, frames, ElementEnergy(layout, frames.edges[[k]], law, damping))
        found._law = law._replace(stiffness=s)
        return found

    @property
    def name(self) -> str:
        return PREFIX + self.edge

    @property
    def damping_time(self) -> float:
        return self.elements.damping_time

    @property
    def held(self) -> np.ndarray:
        """Flat indices (1,) of the node that is held,"""
        return self.elements.nodes[:, 0 if self.edge[1] == "0" else 1]

    @property
    def turns(self) -> np.ndarray:
        """and of what is turned about it: the next one, and the outrigger."""
        return self.elements.nodes[0, [1 if self.edge[1] == "0" else 0, 2]]

    def memory(self) -> dict[str, np.ndarray]:
        return {self.name: np.zeros((6, 1))}

    def direction(self, x: np.ndarray) -> np.ndarray:
        """What a clamp holds from now on, (6, 1)."""
        return held_frame(self.frames, self.edge, x)

    def at(self, time: float, memory: Mapping[str, np.ndarray]) -> FrameClamp:
        if self.name not in memory or not memory[self.name][:3].any():
            return self
        law = self._law._replace(held=memory[self.name])
        return changed(self, _held=self.elements.by(law), _law=law)

    def freeze(self, step: StepContext) -> FrameClamp:
        here = self.at(step.time, step.memory)
        return changed(here, _held=here._held.freeze(step)) if step.interval < np.inf else here

    def moments(self, x: np.ndarray) -> np.ndarray:
        """M₁, M₂ and T (3, 1) [N·m], those of the section at the end."""
        return self._law.moments(self._held.measures(x))

    def stored(self, x: np.ndarray) -> float:
        return self._held.stored(x)

    def add_gradient(self, x: np.ndarray, out: np.ndarray) -> float:
        return self._held.add_gradient(x, out)

    def add_hessian(self, x: np.ndarray, matrix: Any, psd: bool) -> None:
        self._held.add_hessian(x, matrix, psd)


def held_frame(frames: RestFrames, edge: str, x: np.ndarray) -> np.ndarray:
    """The tangent and the first axis of the section (6, 1) at an end of a rod."""
    k, step = (0, 1) if edge[1] == "0" else (len(frames.edges) - 1, -1)
    own = frame_of(frames, k, x)
    if len(frames.edges) > 1:
        own = half_turned(own @ frame_of(frames, k + step, x).T) @ own
    return np.concatenate([own[:, 2], own[:, 0]])[:, None]


def frame_of(frames: RestFrames, k: int, x: np.ndarray) -> np.ndarray:
    """Axes of the section and tangent of an edge, the columns of a rotation."""
    one, two, beside = x[:, frames.edges[k]].T
    t = (two - one) / np.linalg.norm(two - one)
    d = frames.sides[k] * (beside - 0.5 * (one + two))
    d -= t * (t @ d)
    d /= np.linalg.norm(d)
    return np.stack([d, np.cross(t, d), t], axis=1)


def half_turned(rotation: np.ndarray) -> np.ndarray:
    """The square root of a rotation by less than half a turn."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_rotvec(0.5 * Rotation.from_matrix(rotation).as_rotvec()).as_matrix()
