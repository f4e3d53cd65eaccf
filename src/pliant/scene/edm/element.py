"""An element of document 000's XML that knows its place and collects what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pliant.errors import MOST_PROBLEMS, Problem
from pliant.problems import did_you_mean

T = TypeVar("T")


class Enough(Exception):
    """There are more problems than anybody reads."""


class Element:
    """Wraps an lxml element with its `path`; problems of all elements go into one list."""

    def __init__(self, element: Any, path: str, problems: list[Problem]):
        self.element = element
        self.path = path
        self.problems = problems

    def wrong(self, message: str, attribute: str = "") -> None:
        """Notes a problem with the element, or with one of its attributes."""
        path = f"{self.path}/@{attribute}" if attribute else self.path
        self.problems.append(Problem(path, message, self.element.sourceline))
        if len(self.problems) > MOST_PROBLEMS:
            raise Enough

    def attribute(self, name: str, read: Callable[[str], T], default: T | None = None) -> T | None:
        """The value of an optional attribute; None also stands for one that cannot be read."""
        text = self.element.get(name)
        if text is None:
            return default
        try:
            return read(text)
        except ValueError as error:
            shown = text if len(text) <= 60 else text[:57] + "..."
            self.wrong(f'{error} (given: "{shown}")', name)
            return None

    def required(self, name: str, read: Callable[[str], T]) -> T | None:
        """The value of a mandatory attribute; None if it is missing or cannot be read."""
        if self.element.get(name) is None:
            self.wrong("missing; it is required", name)
            return None
        return self.attribute(name, read)

    def name(self) -> str:
        """The mandatory id; empty if it is missing."""
        text = self.required("id", str)
        if text is not None and not text.strip():
            self.wrong("an id must not be empty", "id")
        return (text or "").strip()

    def choice(self, name: str, known: tuple[str, ...]) -> str | None:
        """A mandatory attribute that must be one of some words."""
        text = self.required(name, str)
        if text is not None and text not in known:
            self.wrong(f"there is no {name} {text!r}; {did_you_mean(text, known)}", name)
            return None
        return text

    def only(self, *names: str) -> None:
        """Refuses attributes other than these; those of other namespaces are not ours to judge."""
        for name in self.element.attrib:
            if name not in names and not str(name).startswith("{"):
                hint = did_you_mean(name, names) if names else "this node takes none"
                self.wrong(f"unknown attribute; {hint}", str(name))

    def children(self, tag: str) -> Iterator[Element]:
        """The children of a name; others do not count [000 §4.4.2–4.4.5]."""
        for k, child in enumerate(self.element.iterchildren(tag), start=1):
            name = child.get("id")
            which = f"[@id='{name}']" if name else f"[{k}]"
            yield Element(child, f"{self.path}/{tag}{which}" if self.path else tag + which, self.problems)

    def first(self, tag: str) -> Element | None:
        """The first child of a name: a second Properties node, say, is not looked at [000 §4.4.1.3]."""
        child = self.element.find(tag)
        if child is None:
            return None
        return Element(child, f"{self.path}/{tag}" if self.path else tag, self.problems)

    def mandatory(self, tag: str) -> Element | None:
        """The first child of a name, which must exist."""
        child = self.first(tag)
        if child is None:
            self.wrong(f"the node {tag} is missing; it is required")
        return child
