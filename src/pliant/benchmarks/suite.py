"""All benchmarks: sections, each made of parts that are measured one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase

from pliant.benchmarks import (
    assembly,
    bust,
    conditioning,
    contact,
    hanging_cloth,
    million_springs,
    peers,
    points,
    scaling,
    stability,
    startup,
    table_5_1,
    tables_4,
)
from pliant.benchmarks.row import Row
from pliant.errors import PliantError


@dataclass(frozen=True)
class Part:
    """What is measured at once; `name` tells it from the other parts of its section."""

    name: str
    rows: Callable[[], list[Row]]


@dataclass(frozen=True)
class Section:
    """Parts that are shown in one table; `usual` ones are measured unless others are asked for."""

    name: str
    title: str
    parts: Sequence[Part]
    usual: bool = True


def sections(minutes: float | None = None) -> list[Section]:
    """All there are. The studio's memory is watched for so many `minutes` (None: half a minute)."""
    ours: dict[int, float] = {}  # milliseconds per frame of the hanging cloth, for the peers' rows

    def hang(nodes: int) -> list[Row]:
        rows = hanging_cloth.rows_for(nodes)
        ours[nodes] = rows[0].figure
        return rows

    def size(nodes: int) -> str:
        return f"{nodes}x{nodes}"

    return [
        Section(
            "table-5.1",
            "Steps of a cloth on two spheres [000 Table 5.1]",
            [Part(size(n), lambda n=n: table_5_1.rows_for(n)) for n in table_5_1.SIZES],
        ),
        Section(
            "tables-4",
            "Frames by formulation [001 Tables 4.1 to 4.3]",
            [Part("all", lambda: tables_4.rows())],
        ),
        Section("bust", "A plasticine bust [002 Fig. 16]", [Part("all", lambda: bust.rows())]),
        Section(
            "scaling",
            "Conjugate gradients: growth with the nodes, and threads",
            [Part("growth", lambda: scaling.growth_rows()), Part("threads", lambda: scaling.thread_rows())],
        ),
        Section(
            "hanging-cloth",
            "Frames of a hanging cloth with BDF2",
            [Part(size(n), lambda n=n: hang(n)) for n in hanging_cloth.SIZES],
        ),
        Section(
            "points",
            "Implicit steps of ropes and solids",
            [
                Part("rope", lambda: points.rope_rows()),
                Part("solid", lambda: points.solid_rows()),
                Part("block", lambda: points.block_rows()),
            ],
        ),
        Section(
            "large-solid",
            "Implicit steps of solids up to 64×64×64 nodes: a minute, and 2 GB of memory",
            [Part("all", lambda: points.solid_rows(points.LARGE))],
            usual=False,
        ),
        Section(
            "contact",
            "Bodies that meet, beside the same without contact: minutes",
            [
                *(Part(size(n), lambda n=n: contact.draped_rows(n)) for n in contact.DRAPED),
                Part("crumpling", lambda: contact.crumpling_rows()),
                Part("layers", lambda: contact.layered_rows()),
                Part("pile", lambda: contact.piled_rows()),
                Part("nothing-near", lambda: contact.nothing_near_rows()),
                Part("pairs", lambda: contact.broad_phase_rows()),
                *(Part(p.name, lambda p=p: peers.draped_rows(p)) for p in peers.DRAPING),
            ],
            usual=False,
        ),
        Section(
            "peers",
            "Other simulators on the hanging cloth, if they are installed",
            [Part(p.name, lambda p=p: peers.rows_for(p, hanging_cloth.SIZES, ours)) for p in peers.PEERS],
            usual=False,
        ),
        Section(
            "assembly",
            "Stiffness matrices of tetrahedra, beside scikit-fem if it is installed",
            [Part("all", lambda: assembly.rows())],
            usual=False,
        ),
        Section(
            "startup",
            "From the start of Python to the first frame",
            [Part("all", lambda: startup.rows())],
            usual=False,
        ),
        Section(
            "springs",
            "Explicit steps of a million springs",
            [Part("all", lambda: million_springs.rows())],
            usual=False,
        ),
        Section("studio", "The studio: rates, latency, memory", _studio_parts(minutes), usual=False),
        Section(
            "stability",
            "Longest stable steps of 003's bodies: minutes",
            [
                Part(re.sub(r"\W+", "-", name), lambda n=name: stability.rows_for(n))
                for name in stability.BODIES
            ],
            usual=False,
        ),
        Section(
            "conditioning",
            "Condition numbers from soft to rigid, hybrid beside primal",
            [Part("all", lambda: conditioning.rows())],
            usual=False,
        ),
    ]


def _studio_parts(minutes: float | None) -> list[Part]:
    def measured(name: str, *arguments: float) -> list[Row]:
        from pliant.benchmarks import studio
        from pliant.studio.server import serve  # noqa: F401  (says what to install if the extra is missing)

        return getattr(studio, name)(*arguments)

    return [
        Part("48x48", lambda: measured("rate_rows", 48)),
        Part("64x64", lambda: measured("rate_rows", 64)),
        Part("live", lambda: measured("live_rows")),
        Part("memory", lambda: measured("memory_rows", *([] if minutes is None else [minutes]))),
    ]


def choose(known: Sequence[Section], only: Sequence[str] = (), also: Sequence[str] = ()) -> list[Section]:
    """The sections and parts that patterns such as "hanging-cloth", "studio/live" or "*/64x64" stand for.

    Without any, the usual ones; then those of `also` as well.
    """
    patterns = [*(only or [section.name for section in known if section.usual]), *also]
    for pattern in patterns:
        if not any(_matches(section, part, pattern) for section in known for part in section.parts):
            names = [section.name for section in known]
            near = get_close_matches(pattern, names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
            raise PliantError(f"nothing to measure is called {pattern!r}; {hint}")
    chosen = []
    for section in known:
        parts = [part for part in section.parts if any(_matches(section, part, p) for p in patterns)]
        if parts:
            chosen.append(Section(section.name, section.title, parts, section.usual))
    return chosen


def _matches(section: Section, part: Part, pattern: str) -> bool:
    return fnmatchcase(section.name, pattern) or fnmatchcase(f"{section.name}/{part.name}", pattern)


def measure(section: Section) -> Iterator[tuple[Part, list[Row]]]:
    """The parts of a section and what was measured; one that fails is told of in a row, and the others go on."""
    for part in section.parts:
        try:
            yield part, part.rows()
        except (PliantError, OSError, ArithmeticError, RuntimeError, ValueError) as error:
            reason = f"failed: {type(error).__name__}: {error}".splitlines()[0]
            yield part, [Row(f"{section.name}/{part.name}", float("nan"), "", reason)]


def run(only: Sequence[str] = (), also: Sequence[str] = (), minutes: float | None = None) -> list[Row]:
    """Measure what is chosen, see `choose`; the rows are in the order in which they were measured."""
    chosen = choose(sections(minutes), only, also)
    return [row for section in chosen for _, rows in measure(section) for row in rows]
