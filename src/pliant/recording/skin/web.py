"""Several tubes as one skin: the layers of a ring of springs, and the springs between them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pliant.recording.mesh import BodyMesh, Chain
from pliant.recording.skin.skin import Skin
from pliant.recording.skin.tube import make_tube


def make_web(mesh: BodyMesh, first: np.ndarray, spacing: float | None, thinnest: float) -> Skin:
    """The tubes of a body's chains, one after the other."""
    chains, skins = mesh.chains, []
    for chain in chains:
        thread = replace(mesh, closed=chain.closed, radius=chain.radius)
        skins.append(make_tube(thread, first[chain.nodes], spacing, thinnest))
    points, normals = _starts(skin.points for skin in skins), _starts(skin.normals for skin in skins)
    marks = _starts(0 if skin.uv is None else len(skin.uv) for skin in skins)

    def move(positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        moved = [skin.move(positions[chain.nodes]) for chain, skin in zip(chains, skins, strict=True)]
        return np.concatenate([points for points, _ in moved]), np.concatenate([n for _, n in moved])

    def spread(values: np.ndarray) -> np.ndarray:
        return np.concatenate(
            [skin.spread(values[chain.nodes]) for chain, skin in zip(chains, skins, strict=True)]
        )

    return Skin(
        points=points[-1],
        normals=normals[-1],
        triangles=_joined([skin.triangles for skin in skins], points),
        normal_at=_joined([skin.normal_at for skin in skins], normals),
        uv=np.concatenate([skin.uv for skin in skins if skin.uv is not None]),
        uv_at=_joined([skin.uv_at for skin in skins], marks),
        closed=True,
        move=move,
        spread=spread,
        part=_joined([skin.part for skin in skins if skin.part is not None], _segments(chains)),
    )


def _segments(chains: tuple[Chain, ...]) -> list[int]:
    """Where the segments of each chain begin."""
    return _starts(
        len(chain.nodes) - (0 if chain.closed and len(chain.nodes) >= 3 else 1) for chain in chains
    )


def _starts(counts) -> list[int]:
    return np.cumsum([0, *counts]).tolist()


def _joined(parts: list[np.ndarray], starts: list[int]) -> np.ndarray:
    return np.concatenate([part + start for part, start in zip(parts, starts[:-1], strict=True)])
