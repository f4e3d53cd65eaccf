"""YAML scenes: plain data by the rules of YAML 1.2, with lines. JSON scenes: their lines are those of YAML.

Values are built from the parser's events rather than by PyYAML's loader, which knows neither lines nor
limits: its numbers are those of YAML 1.1 (1e-4 is text, 1:30 is ninety), and deep nesting can crash it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from pliant.errors import SceneError
from pliant.problems import Path
from pliant.scene.document import DEEPEST, TOO_DEEP, Document, bad_syntax, nearest_line

# How many values the aliases of a file may stand for, all together: a "billion laughs" file stops here.
MOST_ALIASED = 200_000

_INTEGER = re.compile(r"[-+]?[0-9]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_TAG = "tag:yaml.org,2002:"


def read(text: str, source: str) -> Document:
    """The only document in `text`; anything wrong is a `SceneError` with a line."""
    import yaml

    builder = _Builder(source)
    try:
        data = builder.build(_events(text))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        words = ", ".join(part for part in (error.context, error.problem) if part)
        line, column = (mark.line + 1, f" (column {mark.column + 1})") if mark else (None, "")
        raise bad_syntax(source, line, f"not valid YAML: {words}{column}") from None
    except yaml.YAMLError as error:
        raise bad_syntax(source, None, f"not valid YAML: {' '.join(str(error).split())}") from None
    return Document(data, lambda path: nearest_line(builder.lines, path))


def read_json(text: str, source: str) -> Document:
    """The data in JSON `text`; anything wrong is a `SceneError`.

    The standard parser is strict, ten times as fast as YAML's, and knows what that does not: pairs of surrogates,
    long keys, a colon on a line of its own. It keeps no lines: YAML finds those as far as it can, when they are needed.
    """

    @cache
    def lines() -> dict[Path, int]:
        import yaml

        builder = _Builder(source)
        whole = re.sub(r"\\u[dD]", r"\\u0", text)  # other characters instead of surrogates
        with suppress(yaml.YAMLError):
            builder.build(_events(whole))
        return builder.lines

    def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            lines()  # says where, unless it cannot be read so far
            raise bad_syntax(source, None, "a key is given twice")
        return found

    try:
        data = json.loads(text, object_pairs_hook=once_each)
    except json.JSONDecodeError as error:
        message = f"not valid JSON: {error.msg} (column {error.colno})"
        raise bad_syntax(source, error.lineno, message) from None
    except RecursionError:
        raise bad_syntax(source, None, TOO_DEEP) from None
    except ValueError:
        raise bad_syntax(source, None, "a whole number with too many digits") from None
    return Document(data, lambda path: nearest_line(lines(), path))


def _events(text: str) -> Iterator[Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's parser, ten times as fast
    return yaml.parse(text, Loader=loader)


@dataclass(frozen=True)
class _Anchored:
    value: Any
    size: int  # values in it, those of aliases included


class _Builder:
    """Turns events into data. Aliased values are shared, never copied."""

    def __init__(self, source: str):
        self.source = source
        self.lines: dict[Path, int] = {}
        self.anchors: dict[str, _Anchored | None] = {}  # None: still open
        self.size = 0
        self.aliased = 0

    def build(self, events: Iterator[Any]) -> Any:
        import yaml

        data, documents = None, 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.error(event, "a scene file holds one document, not several")
                data = self.value(next(events), events, ())
        return data

    def error(self, event: Any, message: str) -> SceneError:
        return bad_syntax(self.source, event.start_mark.line + 1, message)

    def value(self, event: Any, events: Iterator[Any], path: Path) -> Any:
        import yaml

        self.lines.setdefault(path, event.start_mark.line + 1)
        self.size += 1
        if len(path) > DEEPEST:
            raise self.error(event, TOO_DEEP)
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event)
        anchor, before = event.anchor, self.size
        if anchor:
            self.anchors[anchor] = None
        if isinstance(event, yaml.ScalarEvent):
            value = self.scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            self.plain_tag(event, "seq")
            value = self.sequence(events, path)
        else:
            self.plain_tag(event, "map")
            value = self.mapping(events, path)
        if anchor:
            self.anchors[anchor] = _Anchored(value, self.size - before + 1)
        return value

    def alias(self, event: Any) -> Any:
        if event.anchor not in self.anchors:
            raise self.error(event, f"alias *{event.anchor} has no anchor before it")
        anchored = self.anchors[event.anchor]
        if anchored is None:
            raise self.error(event, f"alias *{event.anchor} contains itself")
        self.size += anchored.size
        self.aliased += anchored.size
        if self.aliased > MOST_ALIASED:
            raise self.error(event, f"the aliases stand for more than {MOST_ALIASED:,} values")
        return anchored.value

    def sequence(self, events: Iterator[Any], path: Path) -> list[Any]:
        import yaml

        items: list[Any] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(self.value(event, events, (*path, len(items))))
        return items

    def mapping(self, events: Iterator[Any], path: Path) -> dict[str, Any]:
        import yaml

        own: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self.error(event, "a key must be a name")
            key, plain = event.value, event.implicit[0]
            if key in own:
                raise self.error(
                    event, f"key {key!r} is given twice, first on line {self.lines[(*path, key)]}"
                )
            if plain and key == "<<":
                self.merge(merged, self.value(next(events), events, (*path, key)), event)
                continue
            self.lines[(*path, key)] = event.start_mark.line + 1
            own[key] = self.value(next(events), events, (*path, key))
        return {**merged, **own}

    def merge(self, into: dict[str, Any], value: Any, event: Any) -> None:
        """YAML's `<<`: keys of other mappings, the first of a list winning."""
        for other in value if isinstance(value, list) else [value]:
            if not isinstance(other, dict):
                raise self.error(event, "<< takes a mapping or a list of mappings")
            for key, item in other.items():
                into.setdefault(key, item)

    def plain_tag(self, event: Any, *names: str) -> None:
        if event.tag not in (None, "!", *(_TAG + name for name in names)):
            raise self.error(
                event, f"tag {event.tag.replace(_TAG, '!!')} is not supported; scenes are plain data"
            )

    def scalar(self, event: Any) -> Any:
        self.plain_tag(event, "str", "int", "float", "bool", "null")
        text = event.value
        if event.implicit[1] or event.tag in ("!", _TAG + "str"):
            return text
        if text in _WORDS:
            return _WORDS[text]
        try:
            if _INTEGER.fullmatch(text):
                return int(text)
            if _HEX.fullmatch(text):
                return int(text, 16)
        except ValueError:
            raise self.error(event, "a whole number with too many digits") from None
        return float(text) if _FLOAT.fullmatch(text) else text
