"""Which obstacles a body meets as it meets other bodies: with its edges and faces, not only with its nodes.

The barrier that nodes feel hides what an edge or a face of length l sinks in between them, where an obstacle has the
least radius R: the sagitta

    s = l²/(8R) ,                                                                                             (1)

as long as that is small beside the margin at which the barrier begins. Where it is not, at sharp edges always, and of
meshes in any case, the body meets the triangles around the obstacle (`contact.shell`), whose nodes are prescribed.
"""

from __future__ import annotations

from typing import Any

from pliant.build.rest import RestShape
from pliant.build.thickness import usual_margin
from pliant.contact import Barrier
from pliant.contact.shell import shell_of
from pliant.model import Body
from pliant.scene.meeting import may_meet_as_body, meets_hull
from pliant.scene.schema import Scene

_HIDDEN = 0.5 * (
    1.0 + 1e-9
)  # of the margin: what lies on an obstacle by its own weight is hardly nearer than that


def shells_of(scene: Scene, spec: Body, rest: RestShape) -> frozenset[str]:
    """The ids of all obstacles that a body meets so."""
    return frozenset(one.id for one in scene.obstacles if _meets_shell(scene, spec, rest, one))


def _meets_shell(scene: Scene, spec: Body, rest: RestShape, obstacle: Any) -> bool:
    if meets_hull(scene, spec, obstacle):
        return True
    asked = is_default(scene, obstacle) and may_meet_as_body(scene, spec, obstacle)
    return (
        asked
        and (obstacle.turns or is_too_fine(scene, spec, rest, obstacle))
        and shell_of(obstacle) is not None
    )


def is_default(scene: Scene, obstacle: Any) -> bool:
    """Whether nobody has said how bodies are to be kept off an obstacle."""
    return obstacle.response is None and scene.contact == Barrier()


def is_too_fine(scene: Scene, spec: Body, rest: RestShape, obstacle: Any) -> bool:
    """Whether (1) is more than the margin hides."""
    return rest.longest_edge**2 > 8.0 * obstacle.least_radius * _HIDDEN * usual_margin(scene, spec, rest)
