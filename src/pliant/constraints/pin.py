"""Nodes that stay where they start."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import model_validator

from pliant.model.selection import Selection


class Pin(Selection):
    """Holds the chosen nodes of `body` exactly where they start; `mask(grid)` says which they are."""

    positional: ClassVar = ("body",)

    kind: Literal["pin"] = "pin"
    id: str = ""
    body: str

    @model_validator(mode="after")
    def _chooses(self) -> Pin:
        # A forgotten selection would pin the whole body, and nothing would move.
        if self.is_all:
            raise ValueError("choose what to pin: nodes, corners or edges")
        return self

    @property
    def bodies(self) -> tuple[str, ...]:
        return (self.body,)
