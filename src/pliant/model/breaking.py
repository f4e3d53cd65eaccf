"""What a body says of its breaking, checked: links that are broken from the start, and limits that it can have."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from pliant.model.flow import Thermoplastic
from pliant.model.hybrid import Hybrid
from pliant.model.material import Elastic, Raw, Sheet
from pliant.model.selection import in_grid, outside
from pliant.model.springs import Springs
from pliant.model.sticks import Sticks
from pliant.problems import FieldError
from pliant.spec import Node

# Two neighbours, the edge of a triangle, or the three corners of the side between two tetrahedra.
Link = Annotated[tuple[Node, ...], Field(min_length=2, max_length=3)]


def check_breaking(body: Any) -> None:
    """Refuses broken links that are none, and limits on what the body does not have."""
    own = body.material.links if isinstance(body.material, Springs) else ()
    springs = {frozenset(spring.between) for spring in own}  # between nodes that need be no neighbours
    for k, link in enumerate(body.broken_links):
        for node in link:
            if not in_grid(node, body.grid):
                raise FieldError(("broken_links", k), outside(node, body.grid))
        if (
            body.kind in ("curve", "surface", "solid")
            and frozenset(link) not in springs
            and not _joined(body, link)
        ):
            nodes = " and ".join(str(list(node)) for node in link)
            raise FieldError(("broken_links", k), f"nodes {nodes} are not neighbours on the grid")
    if body.broken_links and body.kind == "mesh" and not (body.parts or isinstance(body.material, Springs)):
        raise FieldError(("broken_links",), "a mesh parts only if it is `cuttable`, or has a `fracture`")
    if body.fracture is not None:
        _check_fracture(body, body.material, body.fracture.measure)
        if body.fracture.toughness is not None:
            _check_toughness(body)
        if body.fracture.molten is not None and not isinstance(body.flow, Thermoplastic):
            raise FieldError(("fracture", "molten"), "nothing melts but what flows by a thermoplastic law")


def _joined(body: Any, link: tuple[Node, ...]) -> bool:
    """Whether two nodes are neighbours on the grid."""
    if len(link) != 2:
        return False
    steps = []
    for i, j, count, wraps in zip(*link, body.grid, body.periodic, strict=True):
        apart = abs(i - j)
        steps.append(min(apart, count - apart) if wraps else apart)
    return sorted(steps) == [0] * (len(steps) - 1) + [1]


def _check_fracture(body: Any, material: Any, measure: str) -> None:
    if isinstance(material, Sticks):
        raise FieldError(("fracture",), "sticks do not stretch, and hence never break; springs do")
    if body.kind == "solid" and body.variant != "exact":
        raise FieldError(("fracture",), f"solids of the variant {body.variant!r} do not break: use 'exact'")
    if measure == "deformation" and not isinstance(material, Hybrid):
        raise FieldError(
            ("fracture", "measure"),
            "only hybrid bodies have a deformation away from a reference: 'elongation'?",
        )
    if measure == "stress" and (isinstance(material, Hybrid | Raw) or body.variant != "exact"):
        raise FieldError(("fracture", "measure"), "there is no stress in this formulation: use 'elongation'")


def _check_toughness(body: Any) -> None:
    where = ("fracture", "toughness")
    if body.fracture.measure != "stress":
        raise FieldError(where, "a toughness stands beside a limit of stress: give `measure: stress`")
    sheet = body.kind == "surface" or (body.kind == "mesh" and not len(body.geometry().tetrahedra))
    if not sheet or not isinstance(body.material, Elastic | Sheet):
        raise FieldError(
            where, "it is sheets of elastic matter, on grids and of triangles, that have a toughness"
        )
