"""A recording as its users see it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from pliant.errors import RecordingError
from pliant.recording import contacts, pairs, reactions
from pliant.recording.files import PathLike
from pliant.recording.format import Damage, Layout
from pliant.recording.index import Index
from pliant.recording.mesh import (
    ENERGY_BALANCE,
    BodyMesh,
    ObstacleMesh,
    SpringLines,
    broken_key,
    cut_key,
    obstacle_key,
    read_meshes,
)

NOTHING = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True)
class Frame:
    """One moment: `arrays` maps names such as ``"cloth/positions"`` to arrays, read on first use."""

    step: int
    time: float
    arrays: Mapping[str, np.ndarray]

    def positions(self, body_id: str) -> np.ndarray:
        """Positions [m] of a body's nodes, (nodes, 3), float64."""
        return self.field(body_id, "positions").astype(np.float64, copy=False)

    def velocities(self, body_id: str) -> np.ndarray:
        """Velocities [m/s] of a body's nodes, (nodes, 3), float64, if they were kept: `keep=["velocities"]`."""
        return self.field(body_id, "velocities").astype(np.float64, copy=False)

    def field(self, body_id: str, name: str) -> np.ndarray:
        """A quantity at a body's nodes, such as "stretch", (nodes,) or (nodes, 3)."""
        if f"{body_id}/{name}" not in self.arrays:
            known = ", ".join(self.arrays) or "nothing"
            raise RecordingError(f"no {name!r} of {str(body_id)!r} at t = {self.time:g} s; there is {known}")
        return self.arrays[f"{body_id}/{name}"]


class Recording:
    """The frames of a simulation, readable while they are being written and after a crash.

    A file that is no recording, or whose description is damaged, is a `RecordingError`. Any other damage
    leaves the frames before it readable and is told by `damage`. Arrays are read, and their checksums
    compared, when they are asked for; files up to 256 MB are checked as a whole on opening, larger ones
    if `verify` is true.
    """

    def __init__(self, path: PathLike, *, verify: bool | None = None):
        self.path = Path(path)
        self._index = Index(self.path, verify)
        self._bodies, self._obstacles, self._springs = read_meshes(self._index.meta, self.path)
        self._fitting = 0  # so many frames have arrays that fit these bodies
        self._leave_out_misfits()

    # ---- what is in it

    @property
    def meta(self) -> dict[str, Any]:
        """What the writer was given: the scene, the bodies, the obstacles."""
        return self._index.meta

    @property
    def notes(self) -> list[dict[str, Any]]:
        """Remarks of the simulation, in the order in which they were made."""
        return list(self._index.notes)

    @property
    def damage(self) -> str | None:
        """What is wrong with the file, if anything: the recording ends before it."""
        return self._index.damage

    @property
    def incomplete(self) -> bool:
        """Whether the damage is no more than an unfinished last chunk."""
        return self._index.incomplete

    @property
    def complete(self) -> bool:
        """Whether the writer was closed."""
        return self._index.complete

    @property
    def end(self) -> int:
        """Bytes of the file up to which every chunk is whole."""
        return self._index.end

    @property
    def times(self) -> np.ndarray:
        """Times of the frames [s], shape (frames,)."""
        return np.array([entry.header.time for entry in self._index.entries], dtype=float)

    @property
    def steps(self) -> np.ndarray:
        """Steps of the simulation at the frames, shape (frames,)."""
        return np.array([entry.header.step for entry in self._index.entries], dtype=np.int64)

    def __len__(self) -> int:
        return len(self._index.entries)

    def __iter__(self) -> Iterator[Frame]:
        """The frames, one after the other."""
        return (self.frame(index) for index in range(len(self)))

    def __getitem__(self, index: int) -> Frame:
        """`frame(index)`."""
        return self.frame(index)

    @property
    def bodies(self) -> list[str]:
        """Ids of the bodies."""
        return list(self._bodies)

    @property
    def obstacles(self) -> list[ObstacleMesh]:
        """The obstacles as meshes in world coordinates [m], where they were at the start."""
        return list(self._obstacles)

    @property
    def springs(self) -> list[SpringLines]:
        """The springs that are seen: to anchors, where these were at the start, and between nodes."""
        return list(self._springs)

    def obstacles_at(self, index: int) -> list[ObstacleMesh]:
        """The obstacles where they are in a frame."""
        arrays = self.frame(index).arrays
        return [
            replace(mesh, vertices=arrays[obstacle_key(mesh.id)].astype(float))
            if obstacle_key(mesh.id) in arrays
            else mesh
            for mesh in self._obstacles
        ]

    def moving_obstacles(self) -> set[str]:
        """Ids of the obstacles that are moved in any of the frames."""
        names = {name for entry in self._index.entries for name in entry.header.layout.slots}
        return {mesh.id for mesh in self._obstacles if obstacle_key(mesh.id) in names}

    def cut(self, body_id: str, index: int) -> np.ndarray:
        """Numbers of the triangles of a body that are gone in a frame, because it was cut there."""
        return self._numbers(cut_key(body_id), index, len(self.mesh(body_id).parts))

    def broken(self, body_id: str, index: int) -> np.ndarray:
        """Numbers of the broken links of a surface in a frame; that from a node along an axis is axis·nodes + node."""
        return self._numbers(broken_key(body_id), index, 2 * self.mesh(body_id).nodes)

    def is_cut(self, body_id: str) -> bool:
        """Whether a body is cut in any of the frames."""
        return any(cut_key(body_id) in entry.header.layout.slots for entry in self._index.entries)

    def is_torn(self, body_id: str) -> bool:
        """Whether links of a surface are broken in any of the frames."""
        return any(broken_key(body_id) in entry.header.layout.slots for entry in self._index.entries)

    def mesh(self, body_id: str) -> BodyMesh:
        """Triangles, texture coordinates, fixed nodes and colour of a body."""
        if body_id not in self._bodies:
            known = ", ".join(self._bodies) or "none"
            raise RecordingError(f"{self.path}: no body {str(body_id)!r}; it has {known}")
        return self._bodies[body_id]

    def positions(self, body_id: str, frames: slice | None = None) -> np.ndarray:
        """Positions [m] of a body's nodes, shape (frames, nodes, 3), float64."""
        self.mesh(body_id)
        return self._stack(f"{body_id}/positions", frames).astype(np.float64, copy=False)

    def velocities(self, body_id: str, frames: slice | None = None) -> np.ndarray:
        """Velocities [m/s], shape (frames, nodes, 3), float64, if they were kept: `keep=["velocities"]`."""
        return self.field(body_id, "velocities", frames).astype(np.float64, copy=False)

    def field(self, body_id: str, name: str, frames: slice | None = None) -> np.ndarray:
        """A quantity at a body's nodes, such as "stretch", shape (frames, nodes)."""
        self.mesh(body_id)
        entries = self._index.entries
        if entries and not any(f"{body_id}/{name}" in entry.header.layout.slots for entry in entries):
            keys = [key.rpartition("/") for key in entries[0].header.layout.slots]
            known = ", ".join(key for body, _, key in keys if body == body_id) or "nothing"
            raise RecordingError(
                f"{self.path}: no {name!r} of {str(body_id)!r} was recorded, only {known}; "
                f"simulate with keep=[{name!r}] if there is such a reading"
            )
        return self._stack(f"{body_id}/{name}", frames)

    def energy_balance(self, body_id: str | None = None) -> dict[str, np.ndarray]:
        """The energy balance [J], of all bodies or of one: entries by name, each (frames,).

        Frames from before they were opened have none: NaN there.
        """
        row = 0 if body_id is None else 1 + self.bodies.index(self.mesh(body_id).id)
        kept = [ENERGY_BALANCE in entry.header.layout.slots for entry in self._index.entries]
        names = list(self.meta.get(ENERGY_BALANCE) or [])
        if not names or not any(kept):
            raise RecordingError(
                f"{self.path}: no energy balance was kept; simulate with energy_balance=True, "
                "or run with --energy-balance"
            )
        table = np.full((len(kept), len(names)), np.nan)
        for index in np.flatnonzero(kept):
            table[index] = self.frame(int(index)).arrays[ENERGY_BALANCE][row]
        return dict(zip(names, table.T, strict=True))

    def energy_pairs(self) -> dict[tuple[str, str], dict[str, np.ndarray]]:
        """The energy balance of each two that have touched [J], by names: entries by name, each (frames,).

        What has not touched by then has zeros, frames from before the energy balance was opened have NaN.
        """
        frames, entries = len(self.energy_balance()["initial"]), list(self.meta.get(pairs.PAIRS) or [])
        names, tables = self.meta.get(contacts.CONTACTS) or [], {}
        for index in range(frames):
            arrays = self.frame(index).arrays
            try:
                found = pairs.from_arrays(arrays, names) if ENERGY_BALANCE in arrays else {}
            except IndexError:
                raise RecordingError(
                    f"{self.path}: frame {index} has an energy balance of bodies that are not there"
                ) from None
            for pair, row in found.items():
                tables.setdefault(pair, np.zeros((frames, len(entries))))[index] = row
        kept = [ENERGY_BALANCE in entry.header.layout.slots for entry in self._index.entries]
        for table in tables.values():
            table[~np.array(kept)] = np.nan
        return {pair: dict(zip(entries, table.T, strict=True)) for pair, table in tables.items()}

    def has_energy_balance(self) -> bool:
        """Whether any of the frames has energy_balance."""
        return any(ENERGY_BALANCE in entry.header.layout.slots for entry in self._index.entries)

    def frame(self, index: int) -> Frame:
        """Frame number `index`, counted from the end if negative."""
        count = len(self)
        if not -count <= index < count:
            raise RecordingError(f"{self.path}: frame {index} asked for; it has {count} frames")
        index %= count
        header = self._index.entries[index].header
        return Frame(header.step, header.time, _LazyArrays(self._index, index))

    def refresh(self) -> Recording:
        """Picks up what was written since; returns itself."""
        self._index.refresh()
        self._leave_out_misfits()
        return self

    def contacts(self, frame: int = -1) -> dict[tuple[str, str], contacts.Contacts]:
        """What touches what in a frame, as `Simulation.contacts` has it; not recorded, it is a `RecordingError`."""
        arrays, names = self.frame(frame).arrays, self.meta.get(contacts.CONTACTS) or []
        if contacts.PREFIX + "pairs" not in arrays:
            raise RecordingError(f"{self.path}: contacts were not recorded; simulate with keep=['contacts']")
        pairs = arrays[contacts.PREFIX + "pairs"]
        if len(pairs) and not (pairs.dtype.kind in "iu" and pairs.min() >= 0 and pairs.max() < len(names)):
            raise RecordingError(f"{self.path}: frame {frame} has contacts of bodies that are not there")
        return contacts.from_arrays(arrays, names)

    def reactions(self, frame: int = -1) -> dict[str, reactions.Reaction]:
        """How hard constraints and obstacles hold in a frame, by name, as `Simulation.reactions` has it."""
        arrays, names = self.frame(frame).arrays, self.meta.get(reactions.REACTIONS) or []
        if reactions.KEY not in arrays:
            raise RecordingError(
                f"{self.path}: reactions were not recorded; simulate with keep=['reactions']"
            )
        return reactions.from_array(arrays[reactions.KEY], names)

    # ---- what others make of it

    def export(self, path: PathLike, format: str | None = None, **options: Any) -> list[Path]:
        """Writes the recording in another format: see `pliant.export.export`."""
        from pliant.export import export

        return export(self, path, format, **options)

    def picture(self, path: PathLike, frame: int = -1, **options: Any) -> Path:
        """Renders one frame to a PNG: see `pliant.render.picture`."""
        from pliant import render

        return render.picture(self, path, frame, **options)

    def video(
        self, path: PathLike | None = None, *, workers: int = 1, scheduler: Any = None, **options: Any
    ) -> Any:
        """Renders all frames to an MP4: see `pliant.render.video`. Without a path, a film that notebooks show.

        The pictures are drawn by so many `workers`, processes side by side, or by the Dask cluster whose address or
        client is `scheduler`; the film is the same.
        """
        from pliant.render.video import video

        if workers > 1 or scheduler is not None:
            from pliant.sweeps.film import film as video

            options |= {"workers": workers, "scheduler": scheduler}
        if path is not None:
            return video(self, path, **options)
        from pliant.export.show import Film

        with TemporaryDirectory(prefix="pliant-") as folder:
            return Film(video(self, Path(folder) / "film.mp4", **options))

    def show(self, *, height: int = 480, frames: slice | None = None, **options: Any) -> Any:
        """A player that notebooks show, and that can be saved as one page: see `pliant.export.show.Player`."""
        from pliant.export.show import Player

        return Player(self, height, frames, options)

    def to_pyvista(self, frame: int = -1) -> Any:
        """The bodies in a frame as a `pyvista.MultiBlock`, with the recorded quantities at their points."""
        from pliant.export.show import to_pyvista

        return to_pyvista(self, frame)

    def to_trimesh(self, frame: int = -1) -> Any:
        """The bodies in a frame as a `trimesh.Scene`."""
        from pliant.export.show import to_trimesh

        return to_trimesh(self, frame)

    def plot_energy_balance(
        self, path: PathLike | None = None, body_id: str | None = None, *, ax: Any = None
    ) -> Any:
        """Draw the energy balance over time (the extra `plots`): to a PNG, whose path it returns, or into `ax`."""
        from pliant import render

        return render.plot_energy_balance(self, path, body_id, ax=ax)

    def close(self) -> None:
        """Closes the file. Not needed, except to remove the file on some systems."""
        self._index.close()

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        end = f"{self.times[-1]:g} s" if len(self) else "nothing yet"
        return f"<Recording {self.path}: {len(self)} frames, {end}, bodies {', '.join(self._bodies)}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        rows = "".join(
            f"<tr><td>{escape(body.id)}</td><td>{escape(body.kind)}</td><td>{body.nodes}</td></tr>"
            for body in self._bodies.values()
        )
        head = "<tr><th>body</th><th>kind</th><th>nodes</th></tr>"
        return f"<table><caption>{escape(repr(self))}</caption>{head}{rows}</table>"

    def _numbers(self, name: str, index: int, count: int) -> np.ndarray:
        """An array of a frame that says which of `count` things are meant; none if it is not there."""
        numbers = np.asarray(self.frame(index).arrays.get(name, NOTHING))
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < count:
            raise RecordingError(
                f"{self.path}: {name!r} of frame {index} has numbers beyond the {count} there are"
            )
        return numbers

    def _leave_out_misfits(self) -> None:
        """The recording ends before a frame whose arrays are not those of its bodies."""
        entries = self._index.entries
        self._fitting, checked = min(self._fitting, len(entries)), None
        for index in range(self._fitting, len(entries)):
            layout = entries[index].header.layout
            name = None if layout is checked else self._misfit(layout)
            if name is not None:
                self._index.end_before(index, Damage(f"the shape of {name!r} does not fit its body"))
                break
            checked = layout
        self._fitting = len(self._index.entries)

    def _misfit(self, layout: Layout) -> str | None:
        """The name of an array that no frame of these bodies has in this shape, if there is one."""
        shapes = {name: slot.shape for name, slot in layout.slots.items()}
        for body in self._bodies.values():
            name, shape = f"{body.id}/positions", shapes.get(f"{body.id}/positions", (body.nodes, 3))
            if len(shape) != 2 or shape[1] != 3 or not body.has_nodes(shape[0]):
                return name
            for name in (cut_key(body.id), broken_key(body.id)):
                if name in shapes and (len(shapes[name]) != 1 or layout.slots[name].dtype.kind not in "iu"):
                    return name
        for mesh in self._obstacles:
            name = obstacle_key(mesh.id)
            if name in shapes and shapes[name] != mesh.vertices.shape:
                return name
        if not contacts.fits(shapes, len(self.meta.get(contacts.CONTACTS) or ())):
            return contacts.CONTACTS
        held = (len(self.meta.get(reactions.REACTIONS) or ()), 9)
        if shapes.get(reactions.KEY, held) != held:
            return reactions.KEY
        if not pairs.fits(shapes, len(self.meta.get(pairs.PAIRS) or ())):
            return pairs.PAIRS
        energy_balance = (1 + len(self._bodies), len(self.meta.get(ENERGY_BALANCE) or ()))
        return ENERGY_BALANCE if shapes.get(ENERGY_BALANCE, energy_balance) != energy_balance else None

    def _stack(self, name: str, frames: slice | None) -> np.ndarray:
        chosen = range(*(frames or slice(None)).indices(len(self)))
        if not chosen:
            return self._empty(name)
        slot = self._index.entries[chosen[0]].header.layout.slots.get(name)
        shape, dtype = (slot.shape, slot.dtype) if slot else ((), np.float64)
        stack = np.empty((len(chosen), *shape), dtype=dtype)
        for row, index in enumerate(chosen):
            try:
                array = self._index.array(index, name)
            except Damage as error:  # found late, in a file too large to be checked on opening
                self._index.end_before(index, error)
                warnings.warn(f"{self.path}: {self.damage}", RuntimeWarning, stacklevel=3)
                return self._stack(name, frames)
            if array.shape != shape:
                raise RecordingError(
                    f"{self.path}: {name!r} is {shape} in frame {chosen[0]} and {array.shape} in frame "
                    f"{index}; read such arrays with frame(i)"
                )
            stack[row] = array
        return stack

    def _empty(self, name: str) -> np.ndarray:
        """No frames, in the shape that they would have."""
        nodes = self._bodies[name.rpartition("/")[0]].nodes
        return np.empty((0, nodes, 3) if name.endswith("/positions") else (0, nodes))


class _LazyArrays(Mapping[str, np.ndarray]):
    """The arrays of one frame, each read when it is first asked for."""

    def __init__(self, index: Index, frame: int):
        self._index = index
        self._frame = frame
        self._slots = index.entries[frame].header.layout.slots
        self._loaded: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._slots:
            raise KeyError(name)
        if name not in self._loaded:
            try:
                self._loaded[name] = self._index.array(self._frame, name)
            except Damage as error:
                raise RecordingError(f"{self._index.path}: frame {self._frame}: {error}") from None
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._slots)

    def __len__(self) -> int:
        return len(self._slots)
