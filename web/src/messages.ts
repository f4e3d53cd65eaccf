// Written by `python -m tests.typescript` from src/pliant/studio/messages.py: edit that instead.

export const PROTOCOL = 1;
export const LARGEST_MESSAGE = 1048576;
export const LARGEST_IMAGE = 900000;

export type Vec3 = [number, number, number];

export type FieldName = "stretch" | "bending" | "speed" | "inelastic_strain" | "temperature" | "damage" | "contact_pressure" | "von_mises" | "largest_stress" | "least_stress" | "tension" | "twist" | "torque";

export type VectorName = "normals" | "external_forces" | "elastic_forces";

export type ExportFormat = "pliant" | "npz" | "obj" | "pc2" | "pvd" | "mp4" | "png" | "scene";

export interface Reading {
  label: string;
  unit: string;
  floor: number;
}

export const FIELDS: Record<FieldName, Reading> = {
  stretch: { label: "Stretch", unit: "%", floor: 0.005 },
  bending: { label: "Bending", unit: "1/m", floor: 0.5 },
  speed: { label: "Speed", unit: "m/s", floor: 0.05 },
  inelastic_strain: { label: "Inelastic strain", unit: "%", floor: 0.005 },
  temperature: { label: "Temperature", unit: "°C", floor: 50 },
  damage: { label: "Damage", unit: "%", floor: 0.25 },
  contact_pressure: { label: "Contact pressure", unit: "Pa", floor: 10 },
  von_mises: { label: "Equivalent stress", unit: "Pa", floor: 1 },
  largest_stress: { label: "Largest principal stress", unit: "Pa", floor: 1 },
  least_stress: { label: "Least principal stress", unit: "Pa", floor: 1 },
  tension: { label: "Tension", unit: "N", floor: 0.001 },
  twist: { label: "Twist", unit: "rad/m", floor: 0.1 },
  torque: { label: "Torque", unit: "N·m", floor: 1e-06 },
};
export const VECTORS: Record<VectorName, Reading> = {
  normals: { label: "Normals", unit: "", floor: 1 },
  external_forces: { label: "External force", unit: "N", floor: 1e-05 },
  elastic_forces: { label: "Elastic force", unit: "N", floor: 1e-05 },
};

/** The fixed end of a spring force, which can be moved by setting `path`. */
export interface Anchor {
  id: string;
  at: [number, number, number];
  path: string;
}

/** What does not move of a body; arrays are base64 of little-endian uint32 and float32. */
export interface BodyMesh {
  id: string;
  kind: "surface" | "curve" | "solid" | "mesh" | "layered" | "rigid";
  nodes: number;
  grid: number[];
  periodic: boolean[];
  triangles: string; // (T, 3) of nodes; none of a curve
  uv: string; // (nodes, 2) of a surface, else empty
  coordinates: string; // (nodes, 3) of a solid, else empty
  rest: string; // (nodes, 3) at rest [m] of a body with creases, which are told from it, else empty
  radius: number | null; // of a curve [m], whose nodes are joined in their order; the largest one of chains
  closed: boolean; // the last node of a curve to the first
  chains: Chain[]; // of a layered body without triangles
  colour: Vec3;
  texture: string | null; // a path on this server
  size: number; // diagonal of the rest shape's bounding box [m]
  spacing: number; // mean distance between neighbouring nodes [m]
  cuttable: boolean;
  blobs: number | null; // the radius of the balls [m] that its nodes are drawn as
}

/** Nodes that are drawn as one thread of some radius [m]. */
export interface Chain {
  nodes: number[];
  closed: boolean;
  radius: number;
}

/** An obstacle at its place, as drawn; `anchor` is the point that a gizmo holds, set through `path`. */
export interface ObstacleMesh {
  id: string;
  kind: string;
  vertices: string; // (V, 3) float32
  triangles: string; // (T, 3) uint32
  uv: string; // (T, 3, 2) float32 of the corners of its triangles, if it has a texture; else empty
  colour: Vec3;
  texture: string | null; // a path on this server
  visible: boolean;
  anchor: [number, number, number];
  path: string | null; // None: it cannot be moved
}

/** Springs from nodes of a body to the anchor of a force, or each to another node of it. */
export interface SpringLines {
  body: string;
  nodes: number[];
  force: string | null;
  to: number[] | null;
}

/** A point of a body: a triangle of its nodes and barycentric weights, so that it follows the deformation. */
export interface Spot {
  body: string;
  nodes: [number, number, number];
  weights: [number, number, number];
}

/** The page has room for so many more frames. */
export interface Credit {
  type: "credit";
  frames: number;
}

/** This tab wants to drive; the one that drove watches from now on. */
export interface Drive {
  type: "drive";
}

/** Load an entry of the gallery by name; `variant` is one of its scenes (None: the first). */
export interface Open {
  type: "open";
  name: string;
  variant?: string | null;
}

/** Load a scene file that the user gave to the page; the ending of `name` says which format it is. */
export interface OpenText {
  type: "open_text";
  name: string;
  text: string;
}

/** Load a mesh or a recording that was sent to the server before, which answered with its `id`. */
export interface OpenDropped {
  type: "open_dropped";
  id: string;
  name: string;
}

export interface Play {
  type: "play";
}

export interface Pause {
  type: "pause";
}

/** Advance by so many steps and pause. */
export interface Step {
  type: "step";
  count?: number;
}

/** Back to time zero. `smaller_step` halves dt first; `replay` lets the hands happen again. */
export interface Reset {
  type: "reset";
  smaller_step?: boolean;
  replay?: boolean;
}

/** Simulated seconds per second; None runs as fast as it can. */
export interface Speed {
  type: "speed";
  factor: number | null;
}

/**
 * Take hold of a spot; `stiffness` [N/m] None lets the server choose a firm one that suits the body.
 *
 * `damping` [kg/s] resists motion relative to the hand. Within a `radius` [m] all nodes around the spot are gripped.
 * On a pinned node (`spot` at one corner of its triangle) the pin itself is moved.
 */
export interface GrabSpot {
  type: "grab";
  id: string;
  spot: Spot;
  to: Vec3;
  stiffness?: number | null;
  damping?: number;
  radius?: number;
}

/** The hand is at `to` [m] now. */
export interface MoveGrab {
  type: "move";
  id: string;
  to: Vec3;
}

/** Let go of a grab, or stop pushing. */
export interface ReleaseGrab {
  type: "release";
  id: string;
}

/**
 * Push a spot inward, along `direction`, harder and harder until it is released.
 *
 * `strength` is relative: 1 accelerates what is pushed by about 10 m/s² more with every tenth of a second.
 */
export interface PushSpot {
  type: "push";
  id: string;
  spot: Spot;
  direction: Vec3;
  strength?: number;
}

/** Cut a body along a chain of spots, all of one body; a curve may be cut at one. */
export interface CutPath {
  type: "cut";
  path: Spot[];
}

/** Pin nodes of a body where they are, or with `free` unpin them. */
export interface PinNodes {
  type: "pin";
  body: string;
  nodes: number[];
  free?: boolean;
}

/** Bring a thermoplastic body to a `temperature` [°C] at once; None: to that of its surroundings. */
export interface HeatBody {
  type: "heat";
  body: string;
  temperature?: number | null;
}

/**
 * Give a parameter of the scene a new value: `path` as in `pliant.set_parameter`.
 *
 * Changes with the same `gesture` (one drag of a slider or of a gizmo) are undone as one.
 */
export interface SetParameter {
  type: "set";
  path: string;
  value: unknown;
  gesture?: string;
}

/** Take the last change of a parameter or a pin back; `again` does what was undone. */
export interface Undo {
  type: "undo";
  again?: boolean;
}

/** What this tab wants with every frame beside positions, and whether with every status the energy balance. */
export interface Watch {
  type: "watch";
  fields?: FieldName[];
  vectors?: VectorName[];
  contacts?: boolean; // where bodies touch, and how hard
  held?: boolean; // joints and loads
  reactions?: boolean; // how hard constraints and obstacles hold
  balance?: boolean;
}

/** Send this tab a recorded frame by its number; None goes back to what happens now. */
export interface Scrub {
  type: "scrub";
  frame: number | null;
}

/**
 * Write recorded frames `first`..`last` (None: all) to a file to download.
 *
 * "scene" is the scene as YAML with everything that hands did as events; "png" renders frame `last`.
 * `camera` (position, target, up) and its vertical `view_angle` [degrees] are what the page looks from, for mp4
 * and png; these are also coloured and textured as the page has it: by a field up to `high` (None: as it comes), or
 * with a texture, of which `image` (base64) is the user's own.
 */
export interface Export {
  type: "export";
  format: ExportFormat;
  first?: number | null;
  last?: number | null;
  camera?: [Vec3, Vec3, Vec3] | null;
  view_angle?: number;
  colour_by?: FieldName | null;
  high?: number | null;
  texture?: "own" | "none" | "checker" | "image";
  image?: string;
  wireframe?: boolean;
  particles?: boolean;
}

/** An entry of the gallery to choose from; `thumbnail` is a path on this server, without the token. */
export interface GalleryItem {
  name: string;
  title: string;
  source: string;
  text: string;
  thumbnail: string | null;
  variants: string[];
  nodes: number; // of the largest body
  slow: boolean; // it will not run in real time on most machines
  explodes: string[]; // variants that do so on purpose
}

/**
 * The first thing said to a tab.
 *
 * `scene_schema` is the JSON Schema of scenes. `restarts` are paths with * for any one part; a change of such a
 * parameter (or of anything in it) starts the scene anew. `materials` are the presets by name.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  client: string;
  gallery: GalleryItem[];
  scene_schema: Record<string, unknown>;
  restarts: string[];
  materials: Record<string, Record<string, unknown>>;
  planets: Record<string, number>;
  formats: ExportFormat[];
  unavailable: Record<string, string>; // formats that need an extra which is not installed, and what to type
}

/** A scene was opened or built anew. Frames belong to it if they carry its `revision`. */
export interface SceneInfo {
  type: "scene";
  revision: number;
  name: string; // of the gallery entry or the file
  variant: string | null;
  title: string;
  scene: Record<string, unknown>;
  bodies: BodyMesh[];
  obstacles: ObstacleMesh[];
  anchors: Anchor[];
  springs: SpringLines[];
  loads: string[]; // parameters that are the first arrows of loads
  readings: FieldName[]; // that some body has
  reframe: boolean; // whether the camera should look at it anew (another scene) or stay (a restart)
  side: [number, number] | null; // azimuth and elevation to look from at first [degrees]
  recorded: boolean; // it is a recording: there is nothing but its frames
  action: [number, number, number][]; // the outermost points of what will be seen
}

/** The scene with a parameter changed while it goes on: new values, obstacles, anchors, springs and readings. */
export interface Changed {
  type: "changed";
  revision: number;
  scene: Record<string, unknown>;
  obstacles: ObstacleMesh[];
  anchors: Anchor[];
  springs: SpringLines[];
  loads: string[]; // parameters that are the first arrows of loads
  readings: FieldName[];
}

/** A hand that holds or pushes a body; `to` is where it pulls. */
export interface Hold {
  id: string;
  spot: Spot;
  to: [number, number, number];
}

/** What is held at present; sent when it changes. */
export interface Hands {
  type: "hands";
  pins: Record<string, number[]>;
  holds: Hold[];
  events: number; // how many events the hands have made so far
  undo: number; // how many changes can be undone
  redo: number;
}

/**
 * Where the energy of all bodies came from and where it is [J], see `pliant.simulation.energy_balance.entries`.
 *
 * initial + work = kinetic + elastic + potential + contact + all the others.
 */
export interface Balance {
  since: number; // when they were opened [s]
  initial: number;
  work: number;
  kinetic: number;
  elastic: number;
  potential: number;
  contact: number;
  viscous: number;
  plastic: number;
  damping: number;
  friction: number;
  impact: number;
  fracture: number;
  numerical: number;
}

/** How things go, several times a second. */
export interface Status {
  type: "status";
  revision: number;
  state: "empty" | "building" | "playing" | "paused" | "stopped" | "recording";
  plays: boolean; // it plays, or will as soon as what is being built is there
  time: number; // [s]
  step: number;
  dt: number; // [s]
  speed: number | null;
  real_time: number; // simulated seconds per second
  steps_per_second: number;
  step_ms: number; // what one step takes
  newton: number;
  linear: number;
  elastic: number; // [J]
  kinetic: number;
  potential: number;
  largest_stretch: number;
  balance: Balance | null; // while some tab wants it
  first_frame: number; // recorded frames that can be scrubbed to
  last_frame: number;
  first_time: number;
  last_time: number;
  recorded_bytes: number;
  driving: boolean; // whether this tab drives
  tabs: number;
  frames_sent: number; // to this tab
  frames_skipped: number; // not sent to this tab because it had no room
}

/** Somebody is there, though nothing else was said for a while: a page that hears nothing has lost the line. */
export interface Beat {
  type: "beat";
}

/** What takes a while, told twice a second as long as it does; `what` is empty when it is over. */
export interface Working {
  type: "working";
  what: "" | "starting" | "building" | "compiling" | "stepping";
  text: string; // in words
  seconds: number; // since it began
  estimate: number | null; // what it takes in all, roughly [s]
  fraction: number | null; // how much of it is done, if that can be told
  opening: string | null; // the name of the scene that opens meanwhile
}

/** Something the user should know: a restart, a warning, what was saved. */
export interface Told {
  type: "told";
  text: string;
}

/** A value that a parameter may be given. */
export interface Assignment {
  path: string;
  value: unknown;
}

/**
 * Something went wrong. "health": the simulation stopped; "input": what was asked makes no sense.
 *
 * Of a parameter that was refused, `path` says which and `why` what stands in the way. `changes`, made in their order,
 * lead to what was asked for all the same, or to a simulation that goes on; `offer` says so in words.
 */
export interface Trouble {
  type: "trouble";
  kind: "health" | "input" | "server";
  text: string;
  body: string | null;
  offers: ("reset" | "smaller_step" | "undo")[];
  path: string; // also of the parameter that undo would set back
  why: string;
  offer: string;
  changes: Assignment[];
}

/** How an export goes; `url` is where to fetch it once `done`. */
export interface Exported {
  type: "exported";
  id: string;
  format: ExportFormat;
  fraction: number;
  done: boolean;
  name: string;
  url: string;
  trouble: string;
}

export type FromPage =
  | Credit
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
  | Export;

export type ToPage =
  | Welcome
  | SceneInfo
  | Changed
  | Hands
  | Status
  | Beat
  | Working
  | Told
  | Trouble
  | Exported;
