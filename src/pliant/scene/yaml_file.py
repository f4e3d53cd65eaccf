"""YAML scenes: plain data by the rules of YAML 1.2, with lines.

Values are built from the parser's events rather than by PyYAML's loader, which knows neither lines nor
limits: its numbers are those of YAML 1.1 (1e-4 is text, 1:30 is ninety), and deep nesting can crash it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
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
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's parser, ten times as fast
    try:
        data = builder.build(yaml.parse(text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        words = ", ".join(part for part in (error.context, error.problem) if part)
        raise bad_syntax(source, mark.line + 1 if mark else None, f"not valid YAML: {words}") from None
    except yaml.YAMLError as error:
        raise bad_syntax(source, None, f"not valid YAML: {' '.join(str(error).split())}") from None
    return Document(data, lambda path: nearest_line(builder.lines, path))


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
