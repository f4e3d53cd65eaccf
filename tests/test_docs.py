"""What the documents show is true: every block of code runs, every scene loads, every command exists.

The blocks of a document run in their order, in one folder with the examples of the project in it, each on its own:
Python in a fresh namespace (but for how-to pages, which go on as their notebooks do), commands through the command
line. Simulations end after `STEPS` steps; the slow tests run everything to its end.
"""

from __future__ import annotations

import re
import shlex
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml

import pliant as pl
from pliant.cli import main
from tests.documents import ROOT, Block, blocks, documents

STEPS = 3
BLOCKS = {path.relative_to(ROOT).as_posix(): blocks(path) for path in documents()}
DOCUMENTS = [name for name, found in BLOCKS.items() if any(block.language for block in found)]


# ---------------------------------------------------------------- what readers have


def _bunny(folder: Path) -> None:
    """Something closed, in metres and in millimetres; a file of tetrahedra."""
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("pytetwild")
    trimesh.creation.icosphere(2, 0.03).export(folder / "bunny.obj")
    trimesh.creation.icosphere(2, 30.0).export(folder / "bunny.stl")
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    pl.meshes.save(folder / "part.vtu", pl.meshes.MeshGeometry.of(corners, (), [[0, 1, 2, 3]]))


def _picture(folder: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    image.new("RGB", (4, 4), (90, 0, 0)).save(folder / "stiff.png")


def _cloth(folder: Path) -> None:
    scene = pl.Scene(gravity=pl.EARTH, seconds=0.1)
    cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(6, 6), material="cotton"))
    scene.pin(cloth, corners=("00", "10"))
    pl.save(scene, folder / "scene.yaml")
    pl.save(scene, folder / "cloth.yaml")


BROUGHT = {  # files that a document asks its readers for
    "docs/compare.md": _cloth,
    "docs/materials.md": _picture,
    "docs/meshes.md": _bunny,
    "docs/start.md": _bunny,
    "docs/studio.md": _cloth,
}


WRITTEN = {  # and files that it says are written
    "README.md": ("drape.mp4", "drape/frame_00000.obj", "drape/frame_00001.obj"),
    "docs/bodies.md": ("jelly.mp4", "layers.mp4"),
    "docs/compare.md": ("compare.mp4",),
    "docs/energy.md": ("energy_balance.png",),
    "docs/meshes.md": ("bunny.vtu",),
    "docs/howto/blender.md": ("drape.pc2", "drape.obj", "frames/frame_00001.obj"),
    "docs/start.md": ("toy.mp4",),
    "docs/tutorial.md": ("flag.png", "flag.html", "my_flag.yaml"),
    "docs/recordings.md": ("rope.pliant", "rope/frame_00001.obj", "rope.pc2", "rope.obj", "rope.png"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulations of a few steps."""
    simulate = pl.simulate

    def simulate_shortly(scene: pl.Scene, **options: Any) -> pl.Recording:
        known = {"seconds", "steps", "every", "to", "overwrite", "progress", "energy_balance", "keep"}
        assert set(options) <= known
        return simulate(scene, **{**options, "seconds": None, "steps": STEPS})

    monkeypatch.setattr(pl, "simulate", simulate_shortly)


# ---------------------------------------------------------------- running


@dataclass
class Reader:
    """Somebody who tries everything in a document, in a folder; studios that were started go on until the end."""

    folder: Path
    studios: ExitStack
    url: str = ""  # of the last of them
    names: dict[str, Any] | None = None  # of a page that goes on from block to block


def run(name: str, folder: Path, *, slow: bool = False) -> None:
    """All blocks of a document; those that take minutes only if `slow`."""
    if name in BROUGHT:
        BROUGHT[name](folder)
    with ExitStack() as studios:
        goes_on = name.startswith("docs/howto/")
        reader = Reader(folder, studios, names={"__name__": "__main__"} if goes_on else None)
        for block in BLOCKS[name]:
            if block.language and (not block.excuse or (slow and block.excuse == "slow")):
                try:
                    RUNNERS[block.language](block, reader)
                except pl.MissingExtraError as error:
                    pytest.skip(str(error))
    for file in WRITTEN.get(name, ()):
        assert (folder / file).stat().st_size > 100, f"{name} does not write {file}"


def _run_python(block: Block, reader: Reader) -> None:
    # Line numbers in errors are those of the document.
    code = compile("\n" * (block.line - 1) + block.text, block.document, "exec")
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=DeprecationWarning, module=r"__main__|pliant")
        fresh = {"__name__": "__main__", **({"url": reader.url} if reader.url else {})}
        exec(code, fresh if reader.names is None else reader.names)


def _run_scene(block: Block, reader: Reader) -> None:
    """A whole scene, its bodies, or the material of one of them."""
    path = reader.folder / f"block.{block.language}"
    path.write_text(block.text, encoding="utf-8")
    if block.language == "yaml" and set(told := yaml.safe_load(block.text)) == {"material"}:
        path.write_text(yaml.safe_dump(_body_of(told["material"])), encoding="utf-8")
    scene = pl.load(path)
    pl.Simulation(scene).step()


def _body_of(material: dict[str, Any]) -> dict[str, Any]:
    shape, grid = {"kind": "rectangle", "width": 1, "height": 1}, [12, 12]
    body: dict[str, Any] = {"kind": "surface", "shape": shape, "grid": grid, "material": material}
    if material["kind"] == "bulk":
        body |= {"kind": "solid", "shape": {"kind": "box"}, "grid": [4, 4, 4]}
    return {"bodies": [body]}


def _run_commands(block: Block, reader: Reader) -> None:
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["make"]:
            _check_target(words[1])
        elif words[:2] == ["pliant", "studio"]:
            reader.url = reader.studios.enter_context(_studio(words[2:], reader.folder))
        elif words[:1] == ["pliant"]:
            with pytest.raises(SystemExit) as end:
                main(words[1:])
            assert not end.value.code, line
        elif words:
            raise AssertionError(f"{block}: nobody knows how to run {line!r}")


def _check_target(name: str) -> None:
    """That `make` knows it; running it would run these tests again."""
    lines = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{name}:.*  ## \w", lines, re.MULTILINE), f"the Makefile has no target {name}"


@contextmanager
def _studio(arguments: list[str], folder: Path) -> Iterator[str]:
    """The address of a studio as a person would start it, but for the browser; Ctrl-C ends it without a complaint."""
    command = [sys.executable, "-m", "pliant", "studio", *arguments, "--no-browser"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert url.startswith("http"), process.communicate()[1]
        with urlopen(url, timeout=30) as answer:
            assert answer.status == 200
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert "Traceback" not in said, said


def _check_synopsis(block: Block, _: Reader) -> None:
    """Lines of commands and their options: all of them exist."""
    import typer

    from pliant.cli.app import app

    group: Any = typer.main.get_command(app)
    for line in block.text.splitlines():
        words = line.split()
        assert words[0] == "pliant", f"{block}: {line!r} is no command of pliant"
        command = group.commands[words[1]]
        for option in re.findall(r"(?<![\w-])--?[a-z][\w-]*", line):
            known = [name for parameter in command.params for name in parameter.opts]
            assert option in known, f"{block}: `pliant {words[1]}` has no {option}"


RUNNERS = {
    "json": _run_scene,
    "python": _run_python,
    "sh": _run_commands,
    "text": _check_synopsis,
    "toml": _run_scene,
    "yaml": _run_scene,
}


# ---------------------------------------------------------------- tests


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_block_of_a_document_runs(name: str, folder: Path, short: None):
    run(name, folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_block_of_a_document_runs_to_its_end(name: str, folder: Path):
    run(name, folder, slow=True)


def test_every_language_is_known():
    for found in BLOCKS.values():
        for block in found:
            assert not block.language or block.language in RUNNERS, f"{block}: {block.language}?"


def test_nothing_is_excused_from_running_altogether():
    """If that has to change, name the block here."""
    assert [str(block) for found in BLOCKS.values() for block in found if block.excuse == "not run"] == []


def test_blocks_without_a_language_are_figures():
    """Code cannot hide by leaving its language out."""
    code = re.compile(r"^\s*(?:import |from \w+ import|\$ |pliant |make |pip |python )", re.MULTILINE)
    for found in BLOCKS.values():
        for block in found:
            assert block.language or not code.search(block.text), f"{block} is code in no language"
