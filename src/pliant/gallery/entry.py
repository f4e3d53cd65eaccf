"""What a gallery entry is: a scene, what its caption says, and the picture to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pliant.checks import Check
from pliant.recording import Recording
from pliant.scene.schema import Scene

Scenes = Mapping[str, Scene]
Recordings = Mapping[str, Recording | Exception]


@dataclass(frozen=True)
class Entry:
    """One figure of the sources, as scenes that run and claims that are checked.

    `scenes()` gives one or more named scenes (variants to be compared). Each is simulated for its own
    `seconds`; `check(recordings)` tests what the caption says. A scene that is expected to blow up is named in
    `explodes`, and its recording is then the `SimulationError` that stopped it (with `.recording`).
    `picture` holds options for `render.picture` (`strip`, `azimuth`, `colour_by`, …) of the scene named in `shown`.
    """

    name: str
    title: str
    source: str  # such as "002 Fig. 12"
    text: str  # what is seen, what the source claims and whether it holds
    scenes: Callable[[], Scenes]
    check: Callable[[Recordings], list[Check]]
    shown: str = ""  # the scene in the picture; the first if empty
    picture: Mapping[str, Any] = field(default_factory=dict)
    every: int = 1
    explodes: tuple[str, ...] = ()
    slow: bool = False  # left to `make test-all`
