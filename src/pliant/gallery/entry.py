"""What a gallery entry is: a scene, what its caption says, and the picture to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from pliant.checks import Check
from pliant.collision.spec import Collision
from pliant.errors import SimulationError
from pliant.recording import Recording
from pliant.scene.schema import Scene

if TYPE_CHECKING:
    from pliant.validation.result import Plot

Scenes = Mapping[str, Scene]
Recordings = Mapping[str, Recording | SimulationError]


@dataclass(frozen=True)
class Entry:
    """One figure of the sources, as scenes that run and claims that are checked.

    `scenes()` gives one or more named scenes (variants to be compared). Each is simulated for its own
    `seconds`; `check(recordings)` tests what the caption says. A scene that is expected to blow up is named in
    `explodes`, and its recording is then the `SimulationError` that stopped it (with `.recording`).

    The picture shows the scenes named in `shown` (none: the first) at the `times` [s] (none: the end; a mapping
    gives each scene its own). `picture` holds options of `render.Options` (`azimuth`, `color_by`, …). One
    camera serves all scenes unless `one_camera` is false. With `strobe` the moments of a scene are seen in one
    panel, as if lit by flashes. An entry with a `plot` has that for a picture instead.

    The sources know nothing of contact between bodies: scenes that do not ask for any have none. Those that do claim,
    besides what `check` tests, that nothing crosses in any frame (`crossings`).
    """

    name: str
    title: str
    source: str  # such as "002 Fig. 12", or "004 Eq. 1" of a document without figures
    text: str  # what is seen, what the source claims and whether it holds
    scenes: Callable[[], Scenes]
    check: Callable[[Recordings], list[Check]]
    shown: tuple[str, ...] = ()
    times: tuple[float, ...] | Mapping[str, tuple[float, ...]] = ()
    picture: Mapping[str, Any] = field(default_factory=dict)
    one_camera: bool = True
    strobe: bool = False
    plot: Callable[[Recordings], Plot] | None = None
    every: int = 1
    explodes: tuple[str, ...] = ()
    slow: bool = False  # left to `make test-all`

    def __post_init__(self) -> None:
        object.__setattr__(self, "scenes", partial(_as_in_the_sources, self.scenes))


def _as_in_the_sources(scenes: Callable[[], Scenes]) -> Scenes:
    apart = {"collision": Collision(bodies=False, itself=False)}
    return {
        name: scene if "collision" in scene.model_fields_set else scene.model_copy(update=apart)
        for name, scene in scenes().items()
    }
