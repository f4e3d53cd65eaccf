"""TOML scenes. The standard parser reads them but keeps no lines, so a second look finds those when needed.

The second look walks text that is known to be valid TOML, and needs to tell apart only what moves it through
the tree: keys, tables, brackets and strings.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from functools import cache
from typing import Any

from pliant.problems import Path
from pliant.scene.document import DEEPEST, TOO_DEEP, Document, bad_syntax, nearest_line

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r'[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
# What holds no keys: strings and comments. One that is not closed goes to the end, where the parser will not come, and
# is not looked for again behind each of its quotes.
_NOT_KEYS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|.*+)|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'{3,5}|.*+)'
    r'|"(?:[^"\\\n]|\\.)*+(?:"|.*+)|\'[^\'\n]*+(?:\'|.*+)|#[^\n]*+',
    re.DOTALL,
)
_DEEP_KEY = re.compile(rf"(?<![\w.-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{DEEPEST}}}")
_BARE = re.compile(r"[^,\]}#\n]*")


def read(text: str, source: str) -> Document:
    """The data in `text`; anything wrong is a `SceneError` with a line."""
    _refuse_deep_keys(text, source)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        line = re.search(r" \(at line (\d+), column \d+\)", message)
        at_end = text.count("\n") + 1
        words = re.sub(r" \(at .*\)$", "", message)
        raise bad_syntax(source, int(line[1]) if line else at_end, f"not valid TOML: {words}") from None
    except RecursionError:
        raise bad_syntax(source, None, TOO_DEEP) from None
    except ValueError:
        raise bad_syntax(source, None, "a whole number with too many digits") from None
    lines = cache(lambda: lines_of(text))
    return Document(data, lambda path: nearest_line(lines(), path))


def _refuse_deep_keys(text: str, source: str) -> None:
    """The standard parser's memory grows with the square of the parts of a key such as a.b.c."""
    bare = _NOT_KEYS.sub(lambda found: "\n" * found[0].count("\n") + "q" * (found[0][0] != "#"), text)
    deep = _DEEP_KEY.search(bare)
    if deep is not None:
        line = bare.count("\n", 0, deep.start()) + 1
        raise bad_syntax(source, line, TOO_DEEP)


def lines_of(text: str) -> dict[Path, int]:
    """The line of every key, table and item of a valid TOML text."""
    return _Lines(text.replace("\r\n", "\n")).lines


class _Lines:
    def __init__(self, text: str):
        self.text = text
        self.at = 0
        self.starts = [0, *(newline.end() for newline in re.finditer("\n", text))]
        self.lines: dict[Path, int] = {(): 1}
        self.counts: dict[Path, int] = {}  # how many tables each [[array]] has so far
        self.table: Path = ()
        self.skip(_BLANK)
        while self.at < len(text):
            self.statement()
            self.skip(_BLANK)

    def skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found[0] if found else ""

    def note(self, path: Path, at: int) -> None:
        self.lines.setdefault(path, bisect_right(self.starts, at))

    def statement(self) -> None:
        start = self.at
        brackets = len(self.skip(re.compile(r"\[{0,2}")))
        keys = self.keys()
        if brackets:
            self.at += brackets  # the closing ones
            self.open(keys, is_item=brackets == 2, at=start)
        else:
            self.assignment(self.table, keys, start)

    def open(self, keys: list[str], is_item: bool, at: int) -> None:
        """Goes to a [table] or to a new item of an [[array]]; names on the way mean the latest item."""
        path: Path = ()
        for k, key in enumerate(keys):
            path = (*path, key)
            self.note(path, at)
            if is_item and k == len(keys) - 1:
                self.counts[path] = self.counts.get(path, 0) + 1
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
                self.note(path, at)
        self.table = path

    def keys(self) -> list[str]:
        names = []
        while True:
            self.skip(_SPACE)
            names.append(_unquoted(self.skip(_KEY)))
            self.skip(_SPACE)
            if self.text[self.at : self.at + 1] != ".":
                return names
            self.at += 1

    def assignment(self, below: Path, keys: list[str], start: int) -> None:
        path = below
        for key in keys:
            path = (*path, key)
            self.note(path, start)
        self.at += 1  # the equals sign
        self.skip(_SPACE)
        self.value(path)

    def value(self, path: Path) -> None:
        opening = self.text[self.at : self.at + 1]
        if opening == "[":
            self.members("]", lambda k: self.item((*path, k)))
        elif opening == "{":
            self.members("}", lambda _: self.pair(path))
        elif not self.skip(_STRING):
            self.skip(_BARE)

    def members(self, closing: str, member: Any) -> None:
        self.at += 1
        count = 0
        self.skip(_BLANK)
        while self.text[self.at] != closing:
            member(count)
            count += 1
            self.skip(_BLANK)
            if self.text[self.at] == ",":
                self.at += 1
            self.skip(_BLANK)
        self.at += 1

    def item(self, path: Path) -> None:
        self.note(path, self.at)
        self.value(path)

    def pair(self, path: Path) -> None:
        start = self.at
        self.assignment(path, self.keys(), start)


def _unquoted(key: str) -> str:
    if key[:1] == '"':
        return tomllib.loads(f"key = {key}")["key"]
    return key[1:-1] if key[:1] == "'" else key
