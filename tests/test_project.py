"""The frame of the project keeps its promises: README, packaging, entry points."""

from __future__ import annotations

import ast
import os
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import pliant as pl
from tests import oldest
from tests.again import may_try_again

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _block(language: str) -> str:
    """The first code block of that language in the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert found, f"the README has no {language} example"
    return found[1]


def _python(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )


def _project_files() -> list[Path]:
    """What is in the repository, or is about to be: everything that git does not ignore."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


# ---------------------------------------------------------------- the README


def test_the_python_example_of_the_readme_passes_mypy(tmp_path: Path):
    """As strict as it gets, with pliant as it is installed: typed (PEP 561), and its own code not looked at."""
    pytest.importorskip("mypy")
    assert (Path(pl.__file__).parent / "py.typed").is_file()
    (tmp_path / "readme.py").write_text(_block("python"), encoding="utf-8")
    strict = ("--strict", "--follow-imports", "silent", "--cache-dir", str(tmp_path / "cache"))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *strict, "readme.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(Path(pl.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_scene_of_the_readme_loads_and_moves(tmp_path: Path):
    path = tmp_path / "scene.yaml"
    path.write_text(_block("yaml"), encoding="utf-8")
    recording = pl.simulate(pl.load(path), steps=3)
    cloth = recording.positions("cloth")
    assert cloth.shape[1:] == (64 * 64, 3)
    assert cloth[-1, :, 2].min() < 0 == cloth[0, :, 2].min()  # it has begun to fall


@pytest.mark.slow
def test_the_scene_of_the_readme_runs_to_its_end(tmp_path: Path):
    path = tmp_path / "scene.yaml"
    path.write_text(_block("yaml"), encoding="utf-8")
    recording = pl.simulate(pl.load(path))
    corner = recording.positions("cloth")[:, 63 * 64]  # node [63, 0], let go after two seconds
    assert recording.times[-1] == pytest.approx(4)
    assert (corner[recording.times < 1.9] == corner[0]).all()
    assert corner[-1, 2] < corner[0, 2] - 0.1


def test_links_between_documents_lead_somewhere():
    for document in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8")):
            if not target.startswith(("http://", "https://", "mailto:")):
                assert (document.parent / target).exists(), f"{document.name} links to {target}"


# ---------------------------------------------------------------- the package


def test_the_version_is_the_same_everywhere():
    version = PYPROJECT["project"]["version"]
    assert pl.__version__ == version
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [("-m", "pliant"), ("-c", "from pliant.cli import main; main()")])
def test_help_lists_the_commands(command: tuple[str, ...], tmp_path: Path):
    done = _python(*command, "--help", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in ("run", "check", "convert", "export", "gallery", "validate", "bench"):
        assert re.search(rf"\b{name}\b", done.stdout), f"{name} is missing from the help"


def test_every_extra_that_a_message_recommends_exists():
    extras = PYPROJECT["project"]["optional-dependencies"]
    for source in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "MissingExtraError"
                and isinstance(extra := node.args[1], ast.Constant)
            ):
                assert extra.value in extras, f"{source.name} recommends pliant[{extra.value}]"


def test_every_lower_bound_can_be_tried():
    """`make oldest` installs exactly these; `make test-all` calls it."""
    assert "numpy==1.24" in oldest.pins()
    assert any(pin.startswith("hatchling==") for pin in oldest.pins())  # with which the wheel is made
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^test-all:.*\n(?:\t.*\n)*\t.*\$\(MAKE\).* oldest$", makefile, re.MULTILINE)


def test_importing_pliant_pulls_in_no_optional_package(tmp_path: Path):
    code = "import pliant, sys; print(*sorted({'pyvista', 'vtk', 'imageio_ffmpeg', 'matplotlib'} & set(sys.modules)))"
    done = _python("-c", code, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_simulating_loads_nothing_that_only_fits_need(tmp_path: Path):
    """SciPy's optimisation takes a fifth of a second, of the two that a warm start may take."""
    code = "import pliant, sys; pliant.Simulation; print('scipy.optimize' in sys.modules)"
    done = _python("-c", code, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "False\n"


# ---------------------------------------------------------------- the repository


def test_the_gate_can_be_run():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


# Spelt in pieces, so that this file passes its own test.
_FOLDERS = "|".join(("ho" + "me", "ro" + "ot", "wo" + "rk", "op" + "t", "m" + "nt", "Us" + "ers", "t" + "mp"))
_HOSTS = "|".join(("py" + "pi", "python" + "hosted", "np" + "mjs", "yarn" + "pkg", "arti" + "factory"))
_FORBIDDEN = {
    "an absolute path": re.compile(rf"(?<![\w.$~}}:/-])/(?:{_FOLDERS})/\w"),
    "a registry's address": re.compile(
        rf"https?://[\w.-]*(?:{_HOSTS})|--?(?:extra-)?index-url|fi" + "nd-links"
    ),
    "a file address": re.compile(r"fi" + r"le:///\w"),
}


@pytest.mark.parametrize("what", _FORBIDDEN)
def test_nothing_in_the_repository_names_the_machine_it_was_written_on(what: str):
    for path in _project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # pictures and test data
        found = _FORBIDDEN[what].search(text)
        assert not found, (
            f"{path.relative_to(ROOT)} contains {what}: {text[found.start() : found.end() + 30]!r}"
        )


def test_only_a_few_tests_that_wait_for_processes_may_try_again():
    waiting, other = "tests/studio/test_live.py::test_a", "tests/scene/test_files.py::test_b"
    assert may_try_again([waiting])
    for failed in (
        [],
        [other],
        [waiting, other],
        [f"{waiting}{k}" for k in range(4)],
        ["tests/studio/test_live.py"],
    ):
        assert not may_try_again(failed)


# ---------------------------------------------------------------- other systems

_ELSEWHERE = """
import os, sys
import numba, numpy, pydantic, scipy.sparse.linalg, uvicorn  # which know where they are
for name in ("fcntl", "resource", "termios", "tty", "pwd", "grp"):
    sys.modules[name] = None  # importing one of them fails
for name in ("getuid", "geteuid", "getpgid", "killpg", "setsid", "getloadavg", "sysconf"):
    if hasattr(os, name):
        delattr(os, name)
import importlib, pkgutil
import pliant as pl
for module in pkgutil.walk_packages(pl.__path__, "pliant."):
    if not module.name.endswith("__main__") and ".peers" not in module.name:
        importlib.import_module(module.name)
scene = pl.Scene(gravity=pl.EARTH)
cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(4, 4), material="cotton"))
scene.pin(cloth, corners=("00",))
recording = pl.simulate(scene, steps=2, to="a.pliant")
recording.export("a.npz")
pl.save(scene, "a.yaml")
assert pl.load("a.yaml") == scene
"""


def test_nothing_needs_what_only_posix_has(tmp_path: Path):
    """As far as that can be tried here: without the modules and functions that Windows lacks."""
    done = _python("-c", _ELSEWHERE, folder=tmp_path)
    assert done.returncode == 0, done.stderr


def test_messages_of_the_library_go_to_a_logger(tmp_path: Path):
    code = "import logging; logging.getLogger('pliant').setLevel(logging.ERROR)\n"
    code += "from pliant.numerics import compile\ncompile._announcer('compiling')\n"
    done = _python("-c", code, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    done = _python(
        "-c", "from pliant.numerics import compile; compile._announcer('compiling')", folder=tmp_path
    )
    assert done.stderr.split() == ["compiling"]


def test_pliant_can_be_cited_as_it_is():
    import yaml

    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == pl.__version__ and cited["license"] == PYPROJECT["project"]["license"]


def test_every_version_of_python_that_is_allowed_is_declared():
    named = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)}
    assert named <= set(PYPROJECT["project"]["classifiers"])
    assert PYPROJECT["project"]["requires-python"] == ">=3.11"


def test_source_distributions_leave_the_pictures_of_the_documents_out():
    left_out = PYPROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["exclude"]
    kinds = {path.suffix for path in (ROOT / "docs").rglob("*") if path.suffix in (".png", ".svg", ".jpg")}
    assert {f"/docs/**/*{kind}" for kind in kinds} <= set(left_out)


@pytest.mark.parametrize(
    ("origin", "address"),
    [
        ("git@code.example:some.one/pliant.git", "https://code.example/some.one/pliant"),
        ("ssh://git@code.example:2222/some-one/pliant", "https://code.example/some-one/pliant"),
        ("https://me:secret@code.example/group/sub/pliant.git", "https://code.example/group/sub/pliant"),
        ("/srv/pliant", None),
        ("../pliant", None),
        (None, None),
    ],
)
def test_what_is_built_names_the_public_repository_that_it_is_built_from(
    tmp_path, monkeypatch, origin, address
):
    monkeypatch.delenv("PLIANT_URL", raising=False)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    if origin is not None:
        subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", origin], check=True)
    build: dict[str, Any] = runpy.run_path(str(ROOT / "hatch_build.py"))
    assert build["public_address"](tmp_path) == address
    monkeypatch.setenv("PLIANT_URL", "https://pliant.example/")
    assert build["public_address"](tmp_path) == "https://pliant.example"
    monkeypatch.setenv("PLIANT_URL", "")  # none
    assert build["public_address"](tmp_path) is None

    class Hook(build["ProjectUrls"]):
        root = str(tmp_path)

        def __init__(self):
            pass

    for told, homepage in (("https://pliant.example", "https://pliant.example"), ("", None)):
        monkeypatch.setenv("PLIANT_URL", told)
        metadata: dict[str, Any] = {}
        Hook().update(metadata)
        assert metadata["urls"].get("Homepage") == homepage
    assert "urls" in PYPROJECT["project"]["dynamic"]
