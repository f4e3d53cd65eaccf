"""Which nodes a force acts on."""

from __future__ import annotations

from typing import ClassVar

from pliant.model.selection import Selection
from pliant.spec import Spec


class Target(Selection):
    """A body by its id, and the nodes of it that are meant; no selection means all of them."""

    positional: ClassVar = ("body",)

    body: str


class ForceSpec(Spec):
    """Fields of every force. `apply_to` None: every node of every body; nodes chosen twice count once."""

    id: str = ""
    apply_to: list[Target] | None = None
