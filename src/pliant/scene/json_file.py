"""JSON scenes. The standard parser reads them; lines are looked up only when something is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pliant.errors import SceneError
from pliant.problems import Path
from pliant.scene.document import DEEPEST, TOO_DEEP, Document, bad_syntax, nearest_line

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_NOT_FINITE = ("NaN", "Infinity", "-Infinity")


class _Refused(Exception):
    """What the parser itself would let pass: a key given twice, a number that is none."""


def read(text: str, source: str) -> Document:
    """The data in `text`; anything wrong is a `SceneError` with a line."""
    try:
        data = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise bad_syntax(source, error.lineno, f"not valid JSON: {error.msg}") from None
    except _Refused:
        raise _refusal(text, source) from None
    except RecursionError:
        raise bad_syntax(source, None, TOO_DEEP) from None
    except ValueError:
        raise bad_syntax(source, None, "a whole number with too many digits") from None
    lines = cache(lambda: _lines_of(text))
    return Document(data, lambda path: nearest_line(lines(), path))


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Refused
    return found


def _no_constant(name: str) -> Any:
    raise _Refused


def _refusal(text: str, source: str) -> SceneError:
    """The parser's hooks know no positions, so this goes through the text again to say where."""
    lines: dict[Path, int] = {}
    for path, token, line, is_key in _walk(text):
        if is_key and path in lines:
            return bad_syntax(source, line, f"key {token} is given twice, first on line {lines[path]}")
        if not is_key and token in _NOT_FINITE:
            return bad_syntax(source, line, f"{token} is not a finite number")
        lines.setdefault(path, line)
    return bad_syntax(source, None, TOO_DEEP)


def _lines_of(text: str) -> dict[Path, int]:
    lines: dict[Path, int] = {}
    for path, _, line, _ in _walk(text):
        lines.setdefault(path, line)
    return lines


def _walk(text: str) -> Iterator[tuple[Path, str, int, bool]]:
    """Every key and value of a valid JSON text: its path, its first token, its line, whether it is a key.

    Those that are nested too deep are left out: a path of each would take all memory.
    """
    open_brackets: list[str] = []
    path: list[Any] = []  # per open bracket: the index, the key, or None where a key comes next
    line, counted = 1, 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        line += text.count("\n", counted, token.start())
        counted = token.start()
        if word in ("}", "]"):
            open_brackets.pop()
            path.pop()
        elif word == ",":
            last = path.pop()
            path.append(last + 1 if open_brackets[-1] == "[" else None)
        elif path and path[-1] is None:
            path[-1] = json.loads(word)
            if len(path) <= DEEPEST:
                yield tuple(path), word, line, True
        elif word != ":":
            if len(path) <= DEEPEST:
                yield tuple(path), word, line, False
            if word in ("{", "["):
                open_brackets.append(word)
                path.append(0 if word == "[" else None)
