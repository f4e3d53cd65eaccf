"""Everything that the page and the server say to each other, defined once.

`python -m tests.typescript` writes the same types for the page. Messages are JSON texts with a `type`; frames are
binary (`pliant.studio.frames`). What comes from a page is checked here: unknown keys, wrong types, NaN, infinities
and lists that are too long are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from pliant.recording.readings import FIELDS, VECTORS
from pliant.scene.events import finite
from pliant.studio.drawn import Anchor, BodyMesh, Chain, ObstacleMesh, SpringLines  # noqa: F401  (Chain: for the page)
from pliant.studio.message import Message, Name, Place, Vec3

PROTOCOL = 1
LARGEST_MESSAGE = 2**20  # bytes; a scene file that a user drops onto the page is the longest thing said
LARGEST_IMAGE = 900_000  # characters of a picture in base64

NodeIndex = Annotated[int, Field(ge=0)]  # in C order of [m, n], as in frames
Nodes = Annotated[list[NodeIndex], Field(min_length=1, max_length=100_000)]
Weight = Annotated[float, Field(ge=0, le=1)]
Value = Annotated[Any, AfterValidator(finite)]


class Spot(Message):
    """A point of a body: a triangle of its nodes and barycentric weights, so that it follows the deformation."""

    body: Name
    nodes: tuple[NodeIndex, NodeIndex, NodeIndex]
    weights: tuple[Weight, Weight, Weight]


# ---------------------------------------------------------------- from the page


class Credit(Message):
    """The page has room for so many more frames."""

    type: Literal["credit"] = "credit"
    frames: Annotated[int, Field(ge=1, le=16)]


class Drive(Message):
    """This tab wants to drive; the one that drove watches from now on."""

    type: Literal["drive"] = "drive"


class Open(Message):
    """Load an entry of the gallery by name; `variant` is one of its scenes (None: the first)."""

    type: Literal["open"] = "open"
    name: Name
    variant: Name | None = None


class OpenText(Message):
    """Load a scene file that the user gave to the page; the ending of `name` says which format it is."""

    type: Literal["open_text"] = "open_text"
    name: Annotated[
        str, Field(max_length=10_000)
    ]  # of any length that a system allows; it is shown shortened
    text: Annotated[str, Field(max_length=LARGEST_MESSAGE)]


class OpenDropped(Message):
    """Load a mesh or a recording that was sent to the server before, which answered with its `id`."""

    type: Literal["open_dropped"] = "open_dropped"
    id: Name
    name: Name


class Play(Message):
    type: Literal["play"] = "play"


class Pause(Message):
    type: Literal["pause"] = "pause"


class Step(Message):
    """Advance by so many steps and pause."""

    type: Literal["step"] = "step"
    count: Annotated[int, Field(ge=1, le=1000)] = 1


class Reset(Message):
    """Back to time zero. `smaller_step` halves dt first; `replay` lets the hands happen again."""

    type: Literal["reset"] = "reset"
    smaller_step: bool = False
    replay: bool = False


class Speed(Message):
    """Simulated seconds per second; None runs as fast as it can."""

    type: Literal["speed"] = "speed"
    factor: Annotated[float, Field(ge=0.01, le=100)] | None


class GrabSpot(Message):
    """Take hold of a spot; `stiffness` [N/m] None lets the server choose a firm one that suits the body.

    `damping` [kg/s] resists motion relative to the hand. Within a `radius` [m] all nodes around the spot are gripped.
    On a pinned node (`spot` at one corner of its triangle) the pin itself is moved.
    """

    type: Literal["grab"] = "grab"
    id: Name
    spot: Spot
    to: Vec3
    stiffness: Annotated[float, Field(gt=0, le=1e12)] | None = None
    damping: Annotated[float, Field(ge=0, le=1e12)] = 0.0
    radius: Annotated[float, Field(ge=0, le=1e6)] = 0.0


class MoveGrab(Message):
    """The hand is at `to` [m] now."""

    type: Literal["move"] = "move"
    id: Name
    to: Vec3


class ReleaseGrab(Message):
    """Let go of a grab, or stop pushing."""

    type: Literal["release"] = "release"
    id: Name


class PushSpot(Message):
    """Push a spot inward, along `direction`, harder and harder until it is released.

    `strength` is relative: 1 accelerates what is pushed by about 10 m/s² more with every tenth of a second.
    """

    type: Literal["push"] = "push"
    id: Name
    spot: Spot
    direction: Vec3
    strength: Annotated[float, Field(gt=0, le=100)] = 1.0


class CutPath(Message):
    """Cut a body along a chain of spots, all of one body; a curve may be cut at one."""

    type: Literal["cut"] = "cut"
    path: Annotated[list[Spot], Field(min_length=1, max_length=5000)]


class PinNodes(Message):
    """Pin nodes of a body where they are, or with `free` unpin them."""

    type: Literal["pin"] = "pin"
    body: Name
    nodes: Nodes
    free: bool = False


class HeatBody(Message):
    """Bring a thermoplastic body to a `temperature` [°C] at once; None: to that of its surroundings."""

    type: Literal["heat"] = "heat"
    body: Name
    temperature: Annotated[float, Field(ge=-273.15, le=10_000)] | None = None


class SetParameter(Message):
    """Give a parameter of the scene a new value: `path` as in `pliant.set_parameter`.

    Changes with the same `gesture` (one drag of a slider or of a gizmo) are undone as one.
    """

    type: Literal["set"] = "set"
    path: Name
    value: Value
    gesture: Name = ""


class Undo(Message):
    """Take the last change of a parameter or a pin back; `again` does what was undone."""

    type: Literal["undo"] = "undo"
    again: bool = False


if TYPE_CHECKING:
    FieldName = VectorName = str
else:
    FieldName, VectorName = Literal[FIELDS], Literal[VECTORS]


class Watch(Message):
    """What this tab wants with every frame beside positions, and whether with every status the energy balance."""

    type: Literal["watch"] = "watch"
    fields: list[FieldName] = Field(default_factory=list, max_length=3)
    vectors: list[VectorName] = Field(default_factory=list, max_length=3)
    contacts: bool = False  # where bodies touch, and how hard
    held: bool = False  # joints and loads
    reactions: bool = False  # how hard constraints and obstacles hold
    balance: bool = False


class Scrub(Message):
    """Send this tab a recorded frame by its number; None goes back to what happens now."""

    type: Literal["scrub"] = "scrub"
    frame: Annotated[int, Field(ge=0)] | None


ExportFormat = Literal["pliant", "npz", "obj", "pc2", "pvd", "mp4", "png", "scene"]


class Export(Message):
    """Write recorded frames `first`..`last` (None: all) to a file to download.

    "scene" is the scene as YAML with everything that hands did as events; "png" renders frame `last`.
    `camera` (position, target, up) and its vertical `view_angle` [degrees] are what the page looks from, for mp4
    and png; these are also coloured and textured as the page has it: by a field up to `high` (None: as it comes), or
    with a texture, of which `image` (base64) is the user's own.
    """

    type: Literal["export"] = "export"
    format: ExportFormat
    first: Annotated[int, Field(ge=0)] | None = None
    last: Annotated[int, Field(ge=0)] | None = None
    camera: tuple[Vec3, Vec3, Vec3] | None = None
    view_angle: Annotated[float, Field(ge=5, le=120)] = 28.0
    colour_by: FieldName | None = None
    high: Annotated[float, Field(gt=0)] | None = None
    texture: Literal["own", "none", "checker", "image"] = "own"
    image: Annotated[str, Field(max_length=LARGEST_IMAGE)] = ""
    wireframe: bool = False
    particles: bool = False


FromPage = Annotated[
    Credit
    | Drive
    | Open
    | OpenText
    | OpenDropped
    | Play
    | Pause
    | Step
    | Reset
    | Speed
    | GrabSpot
    | MoveGrab
    | ReleaseGrab
    | PushSpot
    | CutPath
    | PinNodes
    | HeatBody
    | SetParameter
    | Undo
    | Watch
    | Scrub
    | Export,
    Field(discriminator="type"),
]
from_page: TypeAdapter[FromPage] = TypeAdapter(FromPage)


# ---------------------------------------------------------------- to the page


class GalleryItem(Message):
    """An entry of the gallery to choose from; `thumbnail` is a path on this server, without the token."""

    name: str
    title: str
    source: str
    text: str
    thumbnail: str | None
    variants: list[str]
    nodes: int  # of the largest body
    slow: bool  # it will not run in real time on most machines
    explodes: list[str]  # variants that do so on purpose


class Welcome(Message):
    """The first thing said to a tab.

    `scene_schema` is the JSON Schema of scenes. `restarts` are paths with * for any one part; a change of such a
    parameter (or of anything in it) starts the scene anew. `materials` are the presets by name.
    """

    type: Literal["welcome"] = "welcome"
    protocol: int
    version: str
    client: str
    gallery: list[GalleryItem]
    scene_schema: dict[str, Any]
    restarts: list[str]
    materials: dict[str, dict[str, Any]]
    planets: dict[str, float]
    formats: list[ExportFormat]
    unavailable: dict[str, str]  # formats that need an extra which is not installed, and what to type


class SceneInfo(Message):
    """A scene was opened or built anew. Frames belong to it if they carry its `revision`."""

    type: Literal["scene"] = "scene"
    revision: int
    name: str  # of the gallery entry or the file
    variant: str | None
    title: str
    scene: dict[str, Any]
    bodies: list[BodyMesh]
    obstacles: list[ObstacleMesh]
    anchors: list[Anchor]
    springs: list[SpringLines]
    loads: list[str]  # parameters that are the first arrows of loads
    readings: list[FieldName]  # that some body has
    reframe: bool  # whether the camera should look at it anew (another scene) or stay (a restart)
    side: tuple[float, float] | None = None  # azimuth and elevation to look from at first [degrees]
    recorded: bool = False  # it is a recording: there is nothing but its frames
    action: list[Place] = Field(default_factory=list)  # the outermost points of what will be seen


class Changed(Message):
    """The scene with a parameter changed while it goes on: new values, obstacles, anchors, springs and readings."""

    type: Literal["changed"] = "changed"
    revision: int
    scene: dict[str, Any]
    obstacles: list[ObstacleMesh]
    anchors: list[Anchor]
    springs: list[SpringLines]
    loads: list[str]  # parameters that are the first arrows of loads
    readings: list[FieldName]


class Hold(Message):
    """A hand that holds or pushes a body; `to` is where it pulls."""

    id: str
    spot: Spot
    to: Place


class Hands(Message):
    """What is held at present; sent when it changes."""

    type: Literal["hands"] = "hands"
    pins: dict[str, list[int]]
    holds: list[Hold]
    events: int  # how many events the hands have made so far
    undo: int  # how many changes can be undone
    redo: int


class Balance(Message):
    """Where the energy of all bodies came from and where it is [J], see `pliant.simulation.energy_balance.entries`.

    initial + work = kinetic + elastic + potential + contact + all the others.
    """

    since: float  # when they were opened [s]
    initial: float
    work: float
    kinetic: float
    elastic: float
    potential: float
    contact: float
    viscous: float
    plastic: float
    damping: float
    friction: float
    impact: float
    fracture: float
    numerical: float


class Status(Message):
    """How things go, several times a second."""

    type: Literal["status"] = "status"
    revision: int
    state: Literal["empty", "building", "playing", "paused", "stopped", "recording"]
    plays: bool  # it plays, or will as soon as what is being built is there
    time: float  # [s]
    step: int
    dt: float  # [s]
    speed: float | None
    real_time: float  # simulated seconds per second
    steps_per_second: float
    step_ms: float  # what one step takes
    newton: int
    linear: int
    elastic: float  # [J]
    kinetic: float
    potential: float
    largest_stretch: float
    balance: Balance | None  # while some tab wants it
    first_frame: int  # recorded frames that can be scrubbed to
    last_frame: int
    first_time: float
    last_time: float
    recorded_bytes: int
    driving: bool  # whether this tab drives
    tabs: int
    frames_sent: int  # to this tab
    frames_skipped: int  # not sent to this tab because it had no room


class Beat(Message):
    """Somebody is there, though nothing else was said for a while: a page that hears nothing has lost the line."""

    type: Literal["beat"] = "beat"


class Working(Message):
    """What takes a while, told twice a second as long as it does; `what` is empty when it is over."""

    type: Literal["working"] = "working"
    what: Literal["", "starting", "building", "compiling", "stepping"]
    text: str = ""  # in words
    seconds: float = 0.0  # since it began
    estimate: float | None = None  # what it takes in all, roughly [s]
    fraction: float | None = None  # how much of it is done, if that can be told
    opening: str | None = None  # the name of the scene that opens meanwhile


class Told(Message):
    """Something the user should know: a restart, a warning, what was saved."""

    type: Literal["told"] = "told"
    text: str


class Assignment(Message):
    """A value that a parameter may be given."""

    path: str
    value: Any


class Trouble(Message):
    """Something went wrong. "health": the simulation stopped; "input": what was asked makes no sense.

    Of a parameter that was refused, `path` says which and `why` what stands in the way. `changes`, made in their order,
    lead to what was asked for all the same, or to a simulation that goes on; `offer` says so in words.
    """

    type: Literal["trouble"] = "trouble"
    kind: Literal["health", "input", "server"]
    text: str
    body: str | None = None
    offers: list[Literal["reset", "smaller_step", "undo"]] = Field(default_factory=list)
    path: str = ""  # also of the parameter that undo would set back
    why: str = ""
    offer: str = ""
    changes: list[Assignment] = Field(default_factory=list)


class Exported(Message):
    """How an export goes; `url` is where to fetch it once `done`."""

    type: Literal["exported"] = "exported"
    id: str
    format: ExportFormat
    fraction: float
    done: bool
    name: str = ""
    url: str = ""
    trouble: str = ""


ToPage = Annotated[
    Welcome | SceneInfo | Changed | Hands | Status | Beat | Working | Told | Trouble | Exported,
    Field(discriminator="type"),
]
to_page: TypeAdapter[ToPage] = TypeAdapter(ToPage)
