"""What the page has to know of a torn surface, to draw it open along its broken links (`pliant.recording.skin.seams`).

Frames of a torn surface have as "cut" the triangles of torn cells, as "broken" the numbers of the broken links, and

    "tear_triangles"  (T, 3)   of quarters: a node, another or a point, and a point; these are numbered after the nodes
    "tear_uv"         (T, 6)   texture coordinates of their three corners
    "tear_weights"    (k, 3)   point (from 0), node, weight
    "tear_loose"      (l, 13)  half steps: ends, gain, constant, at, direction, own
    "tear_shares"     (s, 3)   point (from 0), half step, weight

These change only with the broken links: a tab gets them once, and again when these are others.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pliant.model import Surface
from pliant.recording import BodyMesh, broken_key, cut_key
from pliant.recording.skin.seams import Terms, make_seams
from pliant.recording.skin.torn import has_seams
from pliant.simulation import Simulation
from pliant.simulation.drawing import drawing

PREFIX = "tear_"


class Tears:
    """Adds to the arrays of frames what is known of their broken links; keeps it until these are others."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[BodyMesh, bytes, dict[str, np.ndarray]]] = {}

    def add_to(self, arrays: dict[str, np.ndarray], meshes: Mapping[str, BodyMesh]) -> None:
        """Complete the arrays of a frame that have broken links."""
        for body, mesh in meshes.items():
            broken = arrays.get(broken_key(body))
            if broken is None or not len(broken):
                continue
            known, links, found = self._known.get(body, (None, b"", {}))
            if known is not mesh or links != broken.tobytes():
                found = _arrays(mesh, broken)
                self._known[body] = (mesh, broken.tobytes(), found)
            arrays |= found


def surfaces(simulation: Simulation) -> dict[str, BodyMesh]:
    """The surfaces of a simulation, as a recording would describe them."""
    return {body.name: drawing(body) for body in simulation.model.bodies if isinstance(body.spec, Surface)}


def _arrays(mesh: BodyMesh, broken: np.ndarray) -> dict[str, np.ndarray]:
    if not has_seams(mesh):
        return {}
    seams = make_seams(mesh, broken)
    loose = seams.loose
    parts = (loose.ends, loose.gain, loose.constant, loose.at, loose.direction, loose.own)
    assert seams.uv is not None
    found = {
        "triangles": seams.triangles,
        "uv": seams.uv.reshape(-1, 6),
        "weights": _columns(seams.weights),
        "loose": np.column_stack(parts),
        "shares": _columns(seams.shares),
    }
    own = {f"{mesh.id}/{PREFIX}{name}": array.astype(np.float32) for name, array in found.items()}
    return {**own, cut_key(mesh.id): seams.gone}


def _columns(terms: Terms) -> np.ndarray:
    return np.column_stack([terms.row, terms.column, terms.value])
