"""Damaged scene files of every format: reading gives a scene or a `PliantError` that can be printed.

Half of them are damaged as text, the others as data that is then written. A scene that is read after all must be
what its data say without a file, and be written and read again as an equal one.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import tomli_w
import yaml

import pliant as pl
from tests.fuzz import corpus
from tests.fuzz.driver import ROOT
from tests.fuzz.fuzzer import Fuzzer, Nonsense

XML = [path.read_bytes() for path in sorted((ROOT / "examples").glob("*.xml"))]
TOKENS = [
    *("0x" + "f" * 40, "1e999", "NaN", ".inf", "-.nan", "\0", "\ufeff", "\r\n", "\t", "&a ", "*a", "<<: *a", "!!int "),
    *("---\n", "...", "[" * 70, "{" * 70, "a." * 70, '"""', "'''", "\\", "\\ud800", "<!DOCTYPE x>", "&amp;", "#"),
    *("<![CDATA[", "]]>", "0b1", "0o7", "1_000", "é", "\u2028", "\U0001f600", "null", "true", "[]", "{}", ": ", "- "),
    *(",", "\n", '"', "'", "="),
    *(str(number) for number in corpus.NUMBERS),
]  # fmt: skip


def case(rng: random.Random, folder: Path) -> str:
    """One damaged file, read; and written and read again if it is a scene."""
    content, extension, data = _content(rng)
    if rng.random() < 0.5 or extension == ".xml":
        content, data = _damaged(content, rng), None
    path = folder / f"scene{extension}"
    path.write_bytes(content)
    try:
        scene = pl.load(path)
    except pl.PliantError as error:
        text = str(error)
        text.encode("utf-8")
        if not all(line.isprintable() for line in text.split("\n")) or len(text) > 200_000:
            raise Nonsense(f"a message that nobody can read: {text[:200]!r}") from None
        return "refused"
    if data is not None and scene != pl.Scene(**data):
        raise Nonsense("a file gives another scene than what is in it")
    again = folder / f"again{rng.choice(('.yaml', '.toml', '.json'))}"
    pl.save(scene, again)
    if pl.load(again) != scene:
        raise Nonsense("written and read again it is another scene")
    return "read"


def _content(rng: random.Random) -> tuple[bytes, str, dict[str, Any] | None]:
    """A file, its extension and the data in it, unless that is XML."""
    extension = rng.choice((".yaml", ".yml", ".toml", ".json", ".xml"))
    if extension == ".xml":
        return rng.choice(XML), extension, None
    data = corpus.some_scene(rng)
    for _ in range(rng.choice((0, 1, 1, 2, 5, 20))):
        corpus.changed(data, rng)
    content = _written(data, extension).encode("utf-8", "surrogatepass")
    return content, extension, _without_nothing(data) if extension == ".toml" else data


def _written(data: dict[str, Any], extension: str) -> str:
    if extension == ".json":
        return json.dumps(data, indent=1 if len(data) < 6 else None)
    if extension == ".toml":
        return tomli_w.dumps(_without_nothing(data))
    return yaml.dump(data, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), allow_unicode=True)


def _without_nothing(value: Any) -> Any:
    """TOML has no null."""
    if isinstance(value, dict):
        return {str(key): _without_nothing(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_without_nothing(item) for item in value if item is not None]
    return value


def _damaged(content: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 5))):
        a, b = sorted(rng.randrange(len(content) + 1) for _ in range(2))
        b = min(b, a + rng.choice((1, 10, 100, 10_000)))
        match rng.randrange(9):
            case 0:
                content = content[:a] + bytes([rng.randrange(256)]) + content[a + 1 :]
            case 1:
                content = content[:a] + content[b:]
            case 2:
                content = content[:b] + content[a:b] * rng.choice((1, 2, 20)) + content[b:]
            case 3 | 4 | 5:
                token = rng.choice(TOKENS).encode("utf-8", "surrogatepass")
                content = content[:a] + token * rng.choice((1, 1, 1, 3, 100)) + content[a:]
            case 6:
                content = content[:a]
            case 7:
                lines = content.split(b"\n")
                rng.shuffle(lines)
                content = b"\n".join(lines)
            case 8:
                content = _encoded(content, rng)
        content = content[: 4 * 1024 * 1024]
    return content


def _encoded(content: bytes, rng: random.Random) -> bytes:
    """The same text in another encoding, or one that it is not in."""
    encoding = rng.choice(
        ("utf-16", "utf-16-le", "utf-32", "utf-7", "latin-1", "cp037", "utf-8-sig", "UTF-99")
    )
    if b"UTF-8" in content and rng.random() < 0.5:
        content = content.replace(b"UTF-8", encoding.encode())
    if encoding != "UTF-99" and rng.random() < 0.7:
        content = content.decode("utf-8", "replace").encode(encoding, "replace")
    return content.replace(b"\n", b"\r\n") if rng.random() < 0.3 else content


FUZZER = Fuzzer("scenes", case, gate=250, long=5000)
