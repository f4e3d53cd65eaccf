"""The kernel cache notices every edit, stays small, and never stops a simulation."""

from __future__ import annotations

import gc
import os
import stat
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core import config as numba_config
from numba.extending import overload

from pliant.numerics import compile as compiling
from pliant.numerics.compile import kernel

PACKAGE = Path(compiling.__file__).parents[1]


@kernel
def _sum_of_squares(x):
    total = 0.0
    for i in range(x.size):
        total += x[i] * x[i]
    return total


@kernel
def _is_finite(x):
    return np.isfinite(x)


@kernel
def _reciprocal(x):
    return 1.0 / x


# ---------------------------------------------------------------- the decorator


def test_a_kernel_computes_what_the_function_says():
    assert _sum_of_squares(np.arange(5.0)) == 30.0


def test_kernels_can_tell_nan_and_infinity_from_numbers():
    """The health check relies on it, and full fastmath would break it."""
    assert [_is_finite(x) for x in (1.0, np.nan, np.inf, -np.inf)] == [True, False, False, False]


def test_division_by_zero_in_a_kernel_is_infinity_not_an_exception():
    assert _reciprocal(0.0) == np.inf


def test_options_reach_numba():
    @kernel(parallel=True, cache=False)
    def double(x):
        for i in numba.prange(x.size):
            x[i] *= 2.0

    x = np.ones(8)
    double(x)
    assert np.array_equal(x, np.full(8, 2.0))
    assert double.targetoptions["parallel"]


def test_the_threads_tolerate_two_python_threads():
    """`workqueue` would abort the process; OpenMP and TBB do not."""
    assert vars(numba_config)["THREADING_LAYER_PRIORITY"][-1] == "workqueue"


# ---------------------------------------------------------------- the key


@pytest.fixture
def package(tmp_path: Path) -> Path:
    root = tmp_path / "package"
    for name in ("numerics/vec3.py", "energies/exact.py", "cli/run.py", "__init__.py"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n")
    return root


@pytest.mark.parametrize("name", ["numerics/vec3.py", "energies/exact.py", "__init__.py", "energies/new.py"])
def test_any_edit_of_a_source_that_kernels_reach_changes_the_key(package: Path, name: str):
    before = compiling.source_key(package)
    (package / name).write_text("x = 1\n")
    assert compiling.source_key(package) != before


def test_editing_a_command_costs_no_recompilation(package: Path):
    before = compiling.source_key(package)
    (package / "cli/run.py").write_text("x = 1\n")
    assert compiling.source_key(package) == before


def test_moving_code_between_files_changes_the_key(package: Path):
    before = compiling.source_key(package)
    (package / "numerics/vec3.py").rename(package / "numerics/vec.py")
    assert compiling.source_key(package) != before


def test_the_key_is_found_in_an_instant():
    compiling.source_key(PACKAGE)  # the first pass brings the files into memory
    start = time.perf_counter()
    compiling.source_key(PACKAGE)
    assert time.perf_counter() - start < 0.05  # about 5 ms for 100 files; ten times that on a busy machine


def test_layers_whose_edits_go_unnoticed_have_no_kernels():
    for layer in compiling.LAYERS_WITHOUT_KERNELS:
        for source in (PACKAGE / layer).rglob("*.py"):
            text = source.read_text(encoding="utf-8")
            found = [word for word in ("njit", "numba.extending", "import kernel") if word in text]
            assert not found, f"{source} must not define kernels"


def test_every_kernel_of_the_package_goes_through_the_decorator():
    """One place decides about caching, NaN and threads."""
    for source in PACKAGE.rglob("*.py"):
        if source != Path(compiling.__file__):
            assert "@njit" not in source.read_text(encoding="utf-8"), f"{source}: use @kernel"


def test_an_edit_of_an_imported_function_is_noticed(tmp_path: Path):
    """The case that Numba's own cache gets wrong (numba issue 1833), in a miniature of the package."""
    package = tmp_path / "pliant"
    (package / "numerics").mkdir(parents=True)
    (package / "__init__.py").write_text("from pliant.numerics import compile\n")
    (package / "numerics/__init__.py").write_text("")
    (package / "numerics/compile.py").write_bytes(Path(compiling.__file__).read_bytes())
    head = "from pliant.numerics.compile import kernel\n"
    (package / "outer.py").write_text(
        head + "from pliant.inner import inner\n@kernel\ndef outer(x):\n    return inner(x)\n"
    )
    answers = []
    for factor in (2, 2, 3):
        (package / "inner.py").write_text(head + f"@kernel\ndef inner(x):\n    return {factor} * x\n")
        answers.append(
            _run("from pliant.outer import outer; print(outer(1.0))", tmp_path, tmp_path / "cache")
        )
    assert answers == ["2.0", "2.0", "3.0"]


# ---------------------------------------------------------------- the directory


def test_the_cache_moves_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PLIANT_CACHE_DIR", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert compiling.cache_root() == tmp_path / "numba" / "pliant"
    monkeypatch.setenv("PLIANT_CACHE_DIR", str(tmp_path / "own"))
    assert compiling.cache_root() == tmp_path / "own"


def test_a_root_that_cannot_be_written_falls_back_to_a_private_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    blocked = tmp_path / "a-file-not-a-folder"
    blocked.touch()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = compiling.prepare_cache(blocked, "0123456789abcdef")
    assert folder.is_dir() and folder.name == "0123456789abcdef"
    assert folder.parent.parent == tmp_path


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions are those of POSIX")
def test_a_temporary_folder_that_others_can_write_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Loading a cached kernel runs it: a folder prepared by somebody else would run their code."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    prepared = tmp_path / f"pliant-{os.getuid()}"
    prepared.mkdir()
    prepared.chmod(0o777)
    blocked = tmp_path / "blocked"
    blocked.touch()
    folder = compiling.prepare_cache(blocked, "0123456789abcdef")
    assert prepared not in folder.parents
    assert stat.S_IMODE(folder.parent.stat().st_mode) & 0o022 == 0


def test_old_caches_are_pruned_and_new_or_foreign_folders_kept(tmp_path: Path):
    now = time.time()
    for age in range(8):
        folder = tmp_path / f"{age:016x}"
        folder.mkdir()
        os.utime(folder, (now, now - 86400 * age))
    (tmp_path / "notes").mkdir()
    os.utime(tmp_path / "notes", (0, 0))
    created = compiling.prepare_cache(tmp_path, "f" * 16)
    kept = {p.name for p in tmp_path.iterdir()}
    assert kept == {created.name, "notes", *(f"{age:016x}" for age in range(3))}


def test_caches_used_within_the_hour_are_kept_however_many(tmp_path: Path):
    for i in range(8):
        (tmp_path / f"{i:016x}").mkdir()
    compiling.prepare_cache(tmp_path, "f" * 16)
    assert len(list(tmp_path.iterdir())) == 9


# ---------------------------------------------------------------- the message


def test_a_cold_cache_is_announced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lines: list[str] = []
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path)
    monkeypatch.setattr(compiling, "_announcer", None)
    compiling.set_announcer(lines.append)
    compiling.announce("surfaces")
    compiling.announce("surfaces")
    compiling.announce("contact with a sphere")
    assert lines == [
        "compiling kernels for surfaces (only the first time)",
        "compiling kernels for contact with a sphere (only the first time)",
    ]


def test_silence_can_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path)
    monkeypatch.setattr(compiling, "_announcer", print)
    compiling.set_announcer(None)
    compiling.announce("surfaces")
    assert capsys.readouterr().out == ""


def test_the_collector_rests_while_a_kernel_is_compiled():
    seen: list[bool] = []

    @compiling.kernel(cache=False)
    def f(x):
        return helper(x)

    def helper(x):
        raise NotImplementedError

    @overload(helper)
    def _helper(x):
        seen.append(gc.isenabled())
        return lambda x: x

    assert f(1.0) == 1.0
    assert seen and not any(seen)
    assert gc.isenabled()


def _run(code: str, folder: Path, cache: Path, *more_paths: str) -> str:
    """Run code in a fresh Python that imports from `folder` and caches in `cache`; what it printed."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(folder), *more_paths)),
        "PLIANT_CACHE_DIR": str(cache),
        "PYTHONDONTWRITEBYTECODE": "1",  # a .pyc with the same second and size would hide the edit
    }
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
