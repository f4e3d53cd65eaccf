"""An optional package that is missing or cannot be loaded: which extra, which import, why, and what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import pliant as pl
from pliant.errors import MissingExtraError, PliantError

NO_LIBRARY = "ImportError('libGL.so.1: cannot open shared object file: No such file or directory')"
WRONG_BUILD = "ValueError('numpy.dtype size changed, may indicate binary incompatibility')"
TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)


@pytest.fixture
def breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Puts a package that raises when it is imported before the real one."""

    def put(name: str, error: str) -> None:
        package = tmp_path / "broken" / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("from . import core\n")
        (package / "core.py").write_text(f"raise {error}\n")
        monkeypatch.syspath_prepend(package.parent)
        for loaded in [key for key in sys.modules if key.partition(".")[0] == name]:
            monkeypatch.delitem(sys.modules, loaded)

    return put


def _xdmf(folder: Path) -> None:
    pytest.importorskip("h5py")
    pl.meshes.save(folder / "part.xdmf", pl.meshes.MeshGeometry.of(TETRAHEDRON, (), [[0, 1, 2, 3]]))


def _nothing(folder: Path) -> None:
    for name in ("part.obj", "part.vtu", "part.png"):
        (folder / name).write_text("something")


def _picture(_: Path) -> None:
    from pliant.render.window import load_pyvista

    load_pyvista()


def _film(folder: Path) -> None:
    from pliant.render.video import open_film

    open_film(folder / "film.mp4", (16, 16), 25)


def _plot(_: Path) -> None:
    from pliant.render.energy_balance import load_matplotlib

    load_matplotlib()


def _channel(folder: Path) -> None:
    from pliant.model.pictures import read_channel

    read_channel(str(folder / "part.png"))


USES = {  # the extra, what is there before, and what needs the package
    "pyvista": ("render", _nothing, _picture),
    "PIL": ("render", _nothing, _channel),
    "imageio_ffmpeg": ("render", _nothing, _film),
    "matplotlib": ("plots", _nothing, _plot),
    "trimesh": ("meshes", _nothing, lambda folder: pl.meshes.load(folder / "part.obj")),
    "meshio": ("meshes", _nothing, lambda folder: pl.meshes.load(folder / "part.vtu")),
    "h5py": ("meshes", _xdmf, lambda folder: pl.meshes.load(folder / "part.xdmf")),
}


@pytest.mark.parametrize("package", USES)
def test_a_package_that_is_installed_but_cannot_be_loaded_says_why(package: str, breaks, tmp_path: Path):
    extra, prepare, use = USES[package]
    prepare(tmp_path)
    breaks(package, NO_LIBRARY)
    with pytest.raises(MissingExtraError) as caught:
        use(tmp_path)
    said = str(caught.value)
    assert caught.value.extra == extra and f"extra {extra!r}" in said and "cannot be loaded" in said
    assert f"importing {package}.core gave ImportError: libGL.so.1: cannot open" in said
    assert said.endswith("install the system library libGL.so.1 (Debian, Ubuntu: apt-get install libgl1)")


class _Gone:
    """Finds no package of that name, and lets nobody else look for it."""

    def __init__(self, package: str):
        self._package = package

    def find_spec(self, name: str, *_: object) -> None:
        if name.partition(".")[0] == self._package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=self._package)


@pytest.mark.parametrize("package", USES)
def test_a_package_that_is_not_installed_is_named(package: str, monkeypatch, tmp_path: Path):
    extra, prepare, use = USES[package]
    prepare(tmp_path)
    for loaded in [key for key in sys.modules if key.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setattr(sys, "meta_path", [_Gone(package), *sys.meta_path])
    with pytest.raises(
        MissingExtraError, match=rf"{package}.*not installed: pip install 'pliant\[{extra}\]'"
    ):
        use(tmp_path)


def test_a_package_built_for_another_numpy_is_to_be_installed_again(breaks, tmp_path: Path):
    breaks("pyvista", WRONG_BUILD)
    with pytest.raises(
        MissingExtraError, match=r"pyvista\.core gave ValueError: .*changed.*--force-reinstall"
    ):
        _picture(tmp_path)


def test_a_filler_that_cannot_be_loaded_says_why(breaks, tmp_path: Path, monkeypatch):
    """It is imported in another process."""
    pytest.importorskip("pytetwild")
    breaks("pytetwild", "ImportError('libgomp.so.1: cannot open shared object file')")
    monkeypatch.setattr("pliant.meshes.filling._stored", lambda file: None)
    faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]
    with pytest.raises(PliantError, match=r"extra 'meshes'.*pytetwild\.core gave .*apt-get install libgomp1"):
        pl.meshes.fill(TETRAHEDRON, faces, edge_length=0.4321)


@pytest.mark.parametrize(
    ("package", "command"),
    [
        ("starlette", ("-m", "pliant", "studio")),
        ("uvicorn", ("-m", "pliant", "studio")),
        ("websockets", ("-m", "pliant", "studio")),
        ("websockets", ("-c", "import pliant.studio.client")),
    ],
)
def test_a_studio_that_cannot_be_loaded_says_why(
    package: str, command: tuple[str, ...], breaks, tmp_path: Path
):
    breaks(package, WRONG_BUILD)
    search = os.pathsep.join([str(tmp_path / "broken"), *sys.path])
    done = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": search},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    assert "extra 'studio'" in done.stderr and f"{package}.core gave ValueError" in done.stderr
    assert command[0] == "-c" or "Traceback" not in done.stderr
