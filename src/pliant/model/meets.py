"""What a body says of whom it meets."""

from __future__ import annotations

from typing import Any

from pliant.problems import FieldError

_WITH_THEMSELVES = ("surface", "curve", "mesh")


def meets(body: Any, other: str) -> bool:
    """Whether a body notices the obstacle or the body of this id."""
    return (body.collides is None or other in body.collides) and other not in body.ignores


def can_meet(body: Any) -> bool:
    """Whether there is contact with other bodies at all: the published variants have no energy to add it to."""
    return body.variant == "exact"


def meets_itself(body: Any) -> bool:
    """Whether a body meets itself, unless the scene says that none does."""
    asked = body.self_contact
    return can_meet(body) and (body.kind in _WITH_THEMSELVES if asked is None else asked)


def check_meeting(body: Any) -> None:
    """Refuses what a body cannot do."""
    if body.self_contact and not can_meet(body):
        raise FieldError(
            ("self_contact",), f"bodies of the variant {body.variant!r} meet obstacles only: use 'exact'"
        )
