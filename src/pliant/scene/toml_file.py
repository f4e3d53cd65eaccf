"""TOML scenes. The standard parser reads them but keeps no lines, so a second look finds those when needed."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from pliant.problems import Path
from pliant.scene.document import DEEPEST, TOO_DEEP, Document, bad_syntax, nearest_line

# What holds no keys: strings and comments. One that is not closed goes to the end, where the parser will not come, and
# is not looked for again behind each of its quotes.
_NOT_KEYS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|.*+)|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'{3,5}|.*+)'
    r'|"(?:[^"\\\n]|\\.)*+(?:"|.*+)|\'[^\'\n]*+(?:\'|.*+)|#[^\n]*+',
    re.DOTALL,
)
_DEEP_KEY = re.compile(rf"(?<![\w.-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{DEEPEST}}}")
_KEYS = r"[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++)*+"
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_KEYS})")
_WORD = re.compile(rf"({_KEYS})[ \t]*=|([\[\]{{}},]|[^\s\[\]{{}},]+)")


def read(text: str, source: str) -> Document:
    """The data in `text`; anything wrong is a `SceneError` with a line."""
    _refuse_deep_keys(text, source)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"\(at line (\d+), ", str(error))
        at_end = text.count("\n") + 1
        words = re.sub(r"\(at (line \d+, )?", "(", str(error))
        raise bad_syntax(source, int(line[1]) if line else at_end, f"not valid TOML: {words}") from None
    except RecursionError:
        raise bad_syntax(source, None, TOO_DEEP) from None
    except ValueError:
        raise bad_syntax(source, None, "a whole number with too many digits") from None
    lines = cache(lambda: lines_of(text))
    return Document(data, lambda path: nearest_line(lines(), path))


def _refuse_deep_keys(text: str, source: str) -> None:
    """The standard parser's memory grows with the square of the parts of a key such as a.b.c."""
    bare = _without_strings(text)
    deep = _DEEP_KEY.search(bare)
    if deep is not None:
        line = bare.count("\n", 0, deep.start()) + 1
        raise bad_syntax(source, line, TOO_DEEP)


def _without_strings(text: str) -> str:
    """The text without comments, and with a letter for each string, on the same lines."""
    return _NOT_KEYS.sub(lambda found: "\n" * found[0].count("\n") + "q" * (found[0][0] != "#"), text)


def lines_of(text: str) -> dict[Path, int]:
    """The line of every table, bare key and item of a valid TOML text."""
    lines: dict[Path, int] = {(): 1}
    counts: dict[Path, int] = {}  # how many tables each [[array]] has so far
    table: Path = ()
    path: Path = ()
    around: list[tuple[Path, int | None]] = []  # the open brackets; of lists with the item that they are at
    for number, line in enumerate(_without_strings(text).split("\n"), 1):
        if not around and (header := _HEADER.match(line)):
            path, keys = (), _DOT.split(header[2])
            for k, key in enumerate(keys, 1):
                path = (*path, key)
                lines.setdefault(path, number)
                if header[1] == "[[" and k == len(keys):
                    counts[path] = counts.get(path, 0) + 1
                if path in counts:  # names on the way mean the latest item
                    path = (*path, counts[path] - 1)
                    lines.setdefault(path, number)
            table = path
            continue
        path = path if around else table
        for keys, word in _WORD.findall(line):
            for key in _DOT.split(keys) if keys else ():
                path = (*path, key)
                lines.setdefault(path, number)
            if word == ",":
                path, k = around.pop()
                around.append((path, k if k is None else k + 1))
                path = path if k is None else (*path, k + 1)
            elif word in ("]", "}"):
                around.pop()
            else:
                lines.setdefault(path, number)
            if word in ("[", "{"):
                around.append((path, 0 if word == "[" else None))
                path = (*path, 0) if word == "[" else path
    return lines
