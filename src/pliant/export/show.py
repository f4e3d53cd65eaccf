"""A recording shown where one works: a player in a notebook, meshes for PyVista and trimesh.

Notebooks of Jupyter and VS Code show the last value of a cell by its `_repr_html_`: here a page in a frame, which needs
neither network nor a server.
"""

from __future__ import annotations

import webbrowser
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from pliant.errors import MissingExtraError, PliantError
from pliant.export import export
from pliant.export.exporter import Job
from pliant.export.html import page
from pliant.export.pvd import Drawn, Piece
from pliant.recording import Recording
from pliant.recording.files import PathLike

_MOST = 600  # frames of a player by default: more only make it slow to load


class Player:
    """A recording as an interactive page: shown by notebooks, saved with `save`, opened in a browser with `open`."""

    def __init__(self, recording: Recording, height: int, frames: slice | None, options: dict[str, Any]):
        if frames is None:
            frames = slice(None, None, 1 + (len(recording) - 1) // _MOST)
        self._recording, self._height, self._frames, self._options = recording, height, frames, options

    def save(self, path: PathLike, *, overwrite: bool = False) -> Path:
        """Write the page, which can be sent to anybody."""
        (written,) = export(
            self._recording, path, "html", frames=self._frames, overwrite=overwrite, **self._options
        )
        return written

    def open(self) -> None:
        """Show the page in the browser."""
        path = self._recording.path.with_suffix(".player.html")
        webbrowser.open(self.save(path, overwrite=True).resolve().as_uri())

    def _repr_html_(self) -> str:
        recording = self._recording
        chosen = range(len(recording))[self._frames]
        if not chosen:
            raise PliantError(f"{recording.path}: no frames to show; it has {len(recording)}")
        text = page(Job(recording, recording.path, recording.bodies, chosen, None, self._options))
        style = f"width: 100%; height: {self._height}px; border: 0; border-radius: 8px"
        return f'<iframe srcdoc="{escape(text)}" style="{style}" allowfullscreen></iframe>'

    def __repr__(self) -> str:
        return f"<Player of {self._recording.path}: show it in a notebook, .open() it or .save(path) it>"


class Film:
    """A video that notebooks show."""

    def __init__(self, path: Path):
        self.content = path.read_bytes()

    def _repr_html_(self) -> str:
        source = b64encode(self.content).decode()
        return f'<video controls loop style="max-width: 100%" src="data:video/mp4;base64,{source}"></video>'


def pieces(recording: Recording, index: int) -> dict[str, Piece]:
    """The bodies as they are drawn in a frame: what is torn is open, solids have their boundary."""
    index = range(len(recording))[index]
    job = Job(recording, recording.path, recording.bodies, range(index, index + 1))
    return {body: Drawn(job, body, "tube").at(index) for body in recording.bodies}


def to_pyvista(recording: Recording, index: int) -> Any:
    """A `pyvista.MultiBlock` of the bodies, with their quantities as point data."""
    try:
        import pyvista
    except Exception as error:
        raise MissingExtraError("Meshes of PyVista", "render", error) from error
    blocks = pyvista.MultiBlock()
    for body, piece in pieces(recording, index).items():
        faces = np.column_stack([np.full(len(piece.triangles), 3), piece.triangles]).ravel()
        mesh = pyvista.PolyData(piece.points, faces)
        for name, values in piece.values.items():
            mesh.point_data[name] = values
        blocks.append(mesh, body)
    return blocks


def to_trimesh(recording: Recording, index: int) -> Any:
    """A `trimesh.Scene` with a mesh for every body."""
    try:
        import trimesh
    except Exception as error:
        raise MissingExtraError("Meshes of trimesh", "meshes", error) from error
    scene = trimesh.Scene()
    for body, piece in pieces(recording, index).items():
        colour = (*(round(255 * c) for c in recording.mesh(body).color), 255)
        colours = np.tile(colour, (len(piece.points), 1))
        mesh = trimesh.Trimesh(piece.points, piece.triangles, vertex_colors=colours, process=False)
        scene.add_geometry(mesh, node_name=body, geom_name=body)
    return scene
