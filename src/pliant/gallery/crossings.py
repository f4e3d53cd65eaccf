"""Whether skins cross in what was recorded: the one claim that all scenes with contact have in common."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.build.hulls import Meetings, meetings
from pliant.build.start import build_start
from pliant.checks import Check, at_most
from pliant.collision.separation import Separation
from pliant.recording import Recording
from pliant.scene.schema import Scene


def nothing_crosses(recording: Recording, scene: Scene, claim: str = "nothing crosses") -> list[Check]:
    """The claim that no frame has a crossing; none if nothing in the scene can touch."""
    counts = crossings(recording, scene)
    if not counts:
        return []
    return [at_most(f"{claim}: edges through faces in all {len(counts)} frames", sum(counts), 0)]


def crossings(recording: Recording, scene: Scene) -> list[int]:
    """How many edges pierce a face of another skin, or of their own, in each frame.

    Of all that can touch in the scene: skins of bodies that have not come apart, and obstacles that are meshes. Where
    nothing has a face, as among ropes, there is nothing to count: see `knots`.
    """
    found = meetings(build_start(scene))
    if not found.meets or not any(len(hull.faces) for hull in found.hulls):
        return []
    skins = Separation(found.hulls, found.meets)
    return [len(skins.intersections(x)) for x in skins_at(recording, found)]


def skins_at(recording: Recording, found: Meetings) -> Iterator[np.ndarray]:
    """Positions (3, V) [m] of the vertices of all hulls, frame by frame."""
    nodes = {body.name: recording.positions(body.name) for body in found.bodies}
    for frame, time in enumerate(recording.times):
        x = {
            body.name: body.layout.spread(nodes[body.name][frame].reshape(*body.layout.shape, 3))
            for body in found.bodies
        }
        yield found.places(x, float(time))
