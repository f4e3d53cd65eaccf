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
from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba.core import config as numba_config
from numba.extending import overload

from pliant.numerics import compile as compiling
from pliant.numerics import compile_lock, kernel_cache
from pliant.numerics.compile import kernel
from pliant.numerics.kernel_cache import Sources, modules_of_types

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


# ---------------------------------------------------------------- the key


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """laws → vec3, kernels → vec3, builder → laws and kernels, within a function also notes."""
    root = tmp_path / "package"
    root.mkdir()
    for name, text in {
        "__init__": "",
        "vec3": "",
        "laws": "from package.vec3 import (\n    dot,\n)\n",
        "kernels": "from package import vec3\n",
        "notes": "",
        "builder": "import package.laws\nfrom package import kernels\ndef f():\n    import package.notes\n",
    }.items():
        (root / f"{name}.py").write_text(text)
    return root


def _keys(package: Path) -> dict[str, str]:
    names = ("vec3", "laws", "kernels", "notes", "builder")
    sources = Sources(package)
    return {name: sources.key(f"package.{name}") for name in names}


@pytest.mark.parametrize(
    ("edited", "concerned"),
    [
        ("vec3", {"vec3", "laws", "kernels", "builder"}),
        ("laws", {"laws", "builder"}),
        ("builder", {"builder"}),
        ("notes", {"notes"}),
    ],
)
def test_an_edit_concerns_those_who_import_the_module_directly_or_not(package: Path, edited, concerned):
    before = _keys(package)
    with (package / f"{edited}.py").open("a") as file:
        file.write("x = 1\n")
    after = _keys(package)
    assert {name for name in before if before[name] != after[name]} == concerned


def test_types_of_arguments_tell_their_modules():
    class Law(NamedTuple):
        k: float

    kinds = [numba.typeof((1.0, Law(2.0))), numba.typeof(_reciprocal), numba.typeof(np.zeros(3))]
    assert set(modules_of_types(kinds)) == {__name__}


def test_the_keys_of_all_modules_are_found_in_an_instant():
    def find() -> float:
        start = time.process_time()
        sources = Sources(PACKAGE)
        for module in [*sources._files]:
            sources.key(module)
        return time.process_time() - start

    assert min(find() for _ in range(3)) < 0.2  # about 60 ms for 480 modules, of which a program imports half


def test_building_a_scene_concerns_no_kernel():
    """Else every edit there would compile everything again."""
    sources = Sources(PACKAGE)
    for module in sources._files:
        if "import kernel" in Path(sources._files[module]).read_text(encoding="utf-8"):
            reached = sources.reached(module)
            assert not {name for name in reached if name.split(".")[1:2] == ["scene"]}, module


def test_every_kernel_of_the_package_goes_through_the_decorator():
    """One place decides about caching, NaN and threads."""
    for source in PACKAGE.rglob("*.py"):
        if source != Path(compiling.__file__):
            assert "@njit" not in source.read_text(encoding="utf-8"), f"{source}: use @kernel"


def test_an_edit_of_an_imported_function_is_noticed(tmp_path: Path):
    """The case that Numba's own cache gets wrong (numba issue 1833), in a miniature of the package."""
    package = _miniature(tmp_path)
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


def _miniature(folder: Path) -> Path:
    """A package with the name of ours that has only what compiles kernels, and one kernel that takes anything."""
    package = folder / "pliant"
    (package / "numerics").mkdir(parents=True)
    (package / "__init__.py").write_text("from pliant.numerics import compile\n")
    (package / "numerics/__init__.py").write_text("")
    for name in ("compile.py", "compile_lock.py", "kernel_cache.py", "linked.py"):
        (package / "numerics" / name).write_bytes((PACKAGE / "numerics" / name).read_bytes())
    (package / "first.py").write_text(
        "from pliant.numerics.compile import kernel\n@kernel\ndef first(t):\n    return t[0]\n"
    )
    return package


def test_two_versions_share_a_cache_of_which_one_has_a_module_more(tmp_path: Path):
    """A kernel is the same in both; one calls it with a tuple that the other has never heard of."""
    newer, older = tmp_path / "newer", tmp_path / "older"
    law = "from typing import NamedTuple\nclass Law(NamedTuple):\n    stiffness: float\n"
    (_miniature(newer) / "law.py").write_text(law)
    _miniature(older)
    cache = tmp_path / "cache"
    program = "from pliant.first import first; from pliant.law import Law; print(first(Law(2.0)))"
    assert _run(program, newer, cache) == "2.0"
    assert _run("from pliant.first import first; print(first((3.0, 1.0)))", older, cache) == "3.0"
    assert _run(program, newer, cache) == "2.0"


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("left", [0, 40, None])
def test_a_cache_that_was_damaged_is_made_anew(tmp_path: Path, ending: str, left: int | None):
    """Cut off by a full disk, or overwritten; None is noise of the same length."""
    _miniature(tmp_path)
    cache, program = tmp_path / "cache", "from pliant.first import first; print(first((3.0, 1.0)))"
    assert _run(program, tmp_path, cache) == "3.0"
    (file,) = cache.rglob(f"first-*{ending}")
    whole = file.read_bytes()
    file.write_bytes(whole[:left] if left is not None else bytes(255 - byte for byte in whole))
    assert _run(program, tmp_path, cache) == "3.0"
    (again,) = cache.rglob(f"first-*{ending}")
    assert len(again.read_bytes()) == pytest.approx(len(whole), rel=0.05)  # and kept


# ---------------------------------------------------------------- the directory


def test_the_cache_moves_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PLIANT_CACHE_DIR", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert kernel_cache.cache_root() == tmp_path / "numba" / "pliant"
    monkeypatch.setenv("PLIANT_CACHE_DIR", str(tmp_path / "own"))
    assert kernel_cache.cache_root() == tmp_path / "own"


def test_a_root_that_cannot_be_written_falls_back_to_a_private_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    blocked = tmp_path / "a-file-not-a-folder"
    blocked.touch()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = kernel_cache.prepare_cache(blocked, "0123456789abcdef")
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
    folder = kernel_cache.prepare_cache(blocked, "0123456789abcdef")
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
    created = kernel_cache.prepare_cache(tmp_path, "f" * 16)
    kept = {p.name for p in tmp_path.iterdir()}
    assert kept == {created.name, "notes", *(f"{age:016x}" for age in range(3))}


def test_caches_used_within_the_hour_are_kept_however_many(tmp_path: Path):
    for i in range(8):
        (tmp_path / f"{i:016x}").mkdir()
    kernel_cache.prepare_cache(tmp_path, "f" * 16)
    assert len(list(tmp_path.iterdir())) == 9


# ---------------------------------------------------------------- the message


def _compile_something() -> None:
    @kernel(cache=False)
    def f(x):
        return x

    f(1.0)


@pytest.fixture
def announcer(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(compiling, "_next", None)
    monkeypatch.setattr(compiling, "_announcer", lines.append)
    return lines


def test_compiling_is_announced_once_and_says_for_what(announcer: list[str]):
    compiling.announce("surfaces")
    assert announcer == []  # nothing to compile so far
    _compile_something()
    _compile_something()
    compiling.announce("contact with a sphere")
    _compile_something()
    assert announcer == [
        "compiling kernels for surfaces (only the first time)",
        "compiling kernels for contact with a sphere (only the first time)",
    ]


def test_what_the_user_compiles_is_not_announced(announcer: list[str]):
    compiling.announce("surfaces")
    numba.njit(lambda x: x)(1.0)
    assert announcer == []


def test_silence_can_be_had(announcer: list[str], capsys: pytest.CaptureFixture[str]):
    compiling.set_announcer(None)
    compiling.announce("surfaces")
    _compile_something()
    assert announcer == [] and capsys.readouterr().err == ""


# ---------------------------------------------------------------- the process


_SETTINGS = """
import gc, json, numba, sys
from numba.core import config
def settings():
    names = [name for name in vars(config) if name.isupper()]
    return {name: repr(getattr(config, name)) for name in names} | {"gc": gc.isenabled()}
before = settings()
import pliant as pl
scene = pl.Scene()
scene.add(pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), grid=4, material="rope"))
simulation = pl.Simulation(scene)
simulation.step()
after = settings()
print({name for name in before | after if before.get(name) != after.get(name)})
try:
    print(numba.threading_layer())
except ValueError:
    print("no threads")
"""


def test_a_process_that_simulates_finds_numba_as_it_was():
    done = subprocess.run([sys.executable, "-c", _SETTINGS], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["set()", "no threads"]


def test_settings_hold_while_ours_are_compiled_and_not_for_others():
    levels: list[int] = []

    def helper(x):
        raise NotImplementedError

    @overload(helper)
    def _helper(x):
        levels.append(int(vars(numba_config)["OPT"]))
        return lambda x: x

    def f(x):
        return helper(x)

    usual = int(vars(numba_config)["OPT"])
    numba.njit(f)(1.0)
    kernel(cache=False)(f)(1)
    assert set(levels) == {usual, 1} and levels[0] == usual and levels[-1] == 1
    assert int(vars(numba_config)["OPT"]) == usual


def test_the_threads_of_large_bodies_leave_the_choice_of_others_alone():
    code = """
    import numba
    from pliant.numerics.grid_layout import GridLayout
    from pliant.numerics.threads import make_team
    before = list(numba.config.THREADING_LAYER_PRIORITY)
    make_team(GridLayout((300, 300)))
    assert numba.config.THREADING_LAYER_PRIORITY == before
    print(numba.threading_layer())
    """
    run = [sys.executable, "-c", textwrap.dedent(code)]
    chosen = {**os.environ, "NUMBA_THREADING_LAYER": "workqueue"}
    free = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    found = [
        subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout.strip()
        for environment in (chosen, free)
    ]
    assert found == ["workqueue", "omp"]


def test_an_order_of_threads_that_a_program_has_set_is_kept(tmp_path: Path):
    code = """
    import numba
    numba.config.THREADING_LAYER_PRIORITY = ["workqueue", "tbb", "omp"]
    from pliant.numerics.grid_layout import GridLayout
    from pliant.numerics.threads import make_team
    make_team(GridLayout((300, 300)))
    print(numba.threading_layer(), numba.config.THREADING_LAYER_PRIORITY)
    """
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    assert _run(code, tmp_path, kernel_cache.cache_root(), path) == "workqueue ['workqueue', 'tbb', 'omp']"


def test_the_process_that_helps_to_compile_ends_with_the_program(tmp_path: Path):
    """Even if nobody could tell it to: the program is killed."""
    code = """
    import os, signal, subprocess, sys, time
    from pliant.solvers import compile_process as background
    background.is_cached = lambda kernel: False
    background.start(("import time; time.sleep(60)", None))
    print(background._child.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
    """
    environment = {name: value for name, value in os.environ.items() if name != "PLIANT_COMPILING"}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    child = int(done.stdout)
    for _ in range(200):
        if not _is_alive(child):
            return
        time.sleep(0.1)
    os.kill(child, 9)
    pytest.fail("the other process is still there after 20 s")


def test_a_program_that_ends_while_another_process_compiles_says_nothing():
    """Python complains of processes and pipes that are left, if it is asked to warn."""
    code = """
    from pliant.solvers import compile_process as background
    background.is_cached = lambda kernel: False
    background.start(("pass", None))
    background.wait()
    background._child.wait()
    background.start(("import time; time.sleep(60)", None))
    """
    environment = {name: value for name, value in os.environ.items() if name != "PLIANT_COMPILING"}
    done = subprocess.run(
        [sys.executable, "-W", "always::ResourceWarning", "-c", textwrap.dedent(code)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert done.stderr == ""


def test_nobody_waits_for_what_the_other_process_compiles_later():
    code = """
    import time
    from pliant.solvers import compile_process as background
    background.is_cached = lambda kernel: False
    background.start(("import time; time.sleep(0.5)", None), ("import time; time.sleep(60)", None))
    assert background.is_running()
    background.wait()
    assert not background.is_running() and background._child.poll() is None
    """
    environment = {name: value for name, value in os.environ.items() if name != "PLIANT_COMPILING"}
    subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=environment,
        check=True,
        capture_output=True,
        timeout=30,
    )


def test_two_processes_that_need_a_kernel_compile_it_once(tmp_path: Path):
    (tmp_path / "shared_kernel.py").write_text(
        "from pliant.numerics.compile import kernel\n\n@kernel\ndef double(x):\n    return 2 * x\n"
    )
    code = """
    import sys, time
    from pliant.numerics.kernel_cache import KernelCache
    write = KernelCache._write
    def slow(self, sig, data):
        print("compiled", flush=True)
        time.sleep(1)
        write(self, sig, data)
    KernelCache._write = slow
    from shared_kernel import double
    print(double(3.0), *double.stats.cache_hits.values())
    """
    environment = dict(
        os.environ, PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path]), PLIANT_CACHE_DIR=str(tmp_path)
    )
    run = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None and first.stdout.readline() == "compiled\n"
        second = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
        assert first.communicate()[0].split() == ["6.0"]
    assert second.stdout.split() == ["6.0", "1"]


def test_a_lock_goes_with_its_process(tmp_path: Path):
    code = f"""
    import os, pathlib
    from pliant.numerics import compile_lock
    print(compile_lock.acquire(pathlib.Path({str(tmp_path / "lock")!r})))
    os._exit(1)
    """
    left = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True, check=False
    )
    assert left.stdout == "False\n"
    assert not compile_lock.acquire(tmp_path / "lock")
    compile_lock.release(tmp_path / "lock")
    assert not (tmp_path / "lock").exists()


def _is_alive(pid: int) -> bool:
    """Whether it runs: one that has ended may wait for somebody to ask how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


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
