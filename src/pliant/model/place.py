"""Points of a body: a node, a spot between nodes, the centre of mass."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, model_validator

from pliant.model.selection import Corner
from pliant.problems import FieldError
from pliant.spec import Node, NonNegative, Spec, plain

# Weights of a spot may miss 1 by this much: pages and files round.
_ROUNDING = 1e-6

SpotNodes = Annotated[tuple[Node, ...], Field(min_length=2, max_length=3)]


def _check_spot(nodes: tuple[Node, ...] | None, weights: tuple[float, ...] | None) -> None:
    """Raises a `FieldError` unless there are neither, or different nodes with weights that sum to 1."""
    if (weights is None) != (nodes is None):
        raise FieldError(("weights",), "nodes need weights, and weights need nodes")
    if nodes is None or weights is None:
        return
    if len(weights) != len(nodes):
        raise FieldError(("weights",), "there is one weight for each of the nodes")
    if len(set(nodes)) < len(nodes):
        raise FieldError(("nodes",), "the nodes of a spot are different ones")
    if abs(sum(weights) - 1.0) > _ROUNDING:
        raise FieldError(("weights",), f"must sum to 1 (given: {sum(weights):.9g})")


class Place(Spec):
    """A place of a body: a `node`, or a spot of the triangle of three `nodes` (two on a curve).

    The spot is Σ wᵢxᵢ with the barycentric `weights` w, which are not negative and sum to 1.
    """

    positional: ClassVar = ("node",)

    node: Node | None = None
    nodes: Annotated[SpotNodes | None, BeforeValidator(plain)] = None
    weights: Annotated[tuple[NonNegative, ...] | None, BeforeValidator(plain)] = None

    @model_validator(mode="after")
    def _somewhere(self) -> Place:
        if (self.node is None) == (self.nodes is None):
            given = "neither" if self.node is None else "both"
            raise FieldError(("node",), f"give either one node, or nodes and weights ({given} given)")
        _check_spot(self.nodes, self.weights)
        return self

    @property
    def spot(self) -> tuple[tuple[Node, ...], tuple[float, ...]]:
        """The nodes [m, n] that are touched, and their weights."""
        if self.nodes is None or self.weights is None:
            assert self.node is not None
            return (self.node,), (1.0,)
        return self.nodes, self.weights


class BodyPoint(Spec):
    """A point of a `body`: a `node`, a `corner`, a spot between nodes, or the `center` of mass.

    A spot is Σ wᵢxᵢ of some `nodes` with the barycentric `weights` w, which sum to 1. Where a point is asked for, a
    pair such as ("cloth", (0, 7)) stands for one: a body and a node, or a body and a corner ("10").
    """

    positional: ClassVar = ("body", "node")

    body: str
    node: Node | None = None
    corner: Corner | None = None
    nodes: Annotated[tuple[Node, ...] | None, Field(min_length=2, max_length=8), BeforeValidator(plain)] = (
        None
    )
    weights: Annotated[tuple[float, ...] | None, BeforeValidator(plain)] = None
    center: bool = False

    @model_validator(mode="after")
    def _somewhere(self) -> BodyPoint:
        given = [self.node is not None, self.corner is not None, self.nodes is not None, self.center]
        if sum(given) != 1:
            many = "none" if not any(given) else "several"
            raise FieldError(
                ("node",), f"give one of node, corner, nodes with weights, center ({many} given)"
            )
        _check_spot(self.nodes, self.weights)
        return self

    def __str__(self) -> str:
        if self.center:
            return f"the centre of {self.body!r}"
        where = self.node or self.nodes or repr(self.corner)
        return f"{list(where) if isinstance(where, tuple) else where} of {self.body!r}"


def _paired(value: Any) -> Any:
    """("cloth", (0, 7)) and ("cloth", "10")."""
    if isinstance(value, tuple | list) and len(value) == 2 and isinstance(value[0], str):
        body, where = value
        return {"body": body, "corner" if isinstance(where, str) else "node": where}
    return value


SomePoint = Annotated[BodyPoint, BeforeValidator(_paired)]
