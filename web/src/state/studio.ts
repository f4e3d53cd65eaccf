/** The state of the page, and how what the server says changes it. */

import type { ConnectionState } from "../live/connection";
import { VECTORS } from "../messages";
import type {
  Changed,
  Exported,
  FieldName,
  Hands,
  SceneInfo,
  Status,
  Trouble,
  VectorName,
  Welcome,
  Working,
} from "../messages";
import type { Choice } from "../view/quality";
import type { Theme } from "../ui/theme";

export type Tool = "grab" | "push" | "pin" | "cut" | "move";
export type TextureChoice = "own" | "none" | "checker" | "image";
export type PanelName = "scene" | "view" | "plots";

export interface Studio {
  connection: ConnectionState;
  failures: number; // attempts to connect in a row that did not work
  welcome: Welcome | null;
  scene: SceneInfo | null;
  hands: Hands;
  status: Status | null;
  page: "gallery" | "view";
  busy: string; // what was asked of the server, until it answers
  working: Working | null; // what the server is at, if that takes a while
  opening: string | null; // the scene that opens, until its first picture is there
  trouble: Trouble | null; // why the simulation stopped
  exports: readonly Exported[];
  playback: boolean; // a recording is being played
  scrub: number | null; // the recorded frame that is looked at; null: what happens now
  shown: { frame: number; time: number } | null; // what is on the screen
  tool: Tool;
  stiffness: number | null; // of grabs [N/m]; null: the server chooses
  damping: number | null; // of grabs [kg/s]; null: none
  grip: number | null; // the radius of what a grab holds [% of the body's size]; null: one spot
  field: FieldName | null;
  texture: TextureChoice;
  image: string | null; // the user's own picture, as an address
  surface: boolean;
  wireframe: boolean;
  particles: boolean;
  springs: boolean; // and the anchors that they pull towards
  vectors: readonly VectorName[];
  contacts: boolean; // where bodies touch, and how hard
  held: boolean; // joints and loads are drawn
  reactions: boolean; // how hard constraints and obstacles hold
  follow: boolean; // the camera keeps bodies in the picture; not any more once the user has moved it
  card: boolean; // the card with the settings of the hand is open
  readout: boolean; // frames per second
  balance: boolean; // the chart of the energy balance is open, and it is kept
  panel: PanelName | null; // null: closed
  help: boolean;
  theme: Theme;
  quality: Choice;
}

const GRIP = 8; // with less, two hands tear holes into most cloths instead of tearing them in two

const NO_HANDS: Hands = { type: "hands", pins: {}, holds: [], events: 0, undo: 0, redo: 0 };

export function atFirst(quality: Choice, theme: Theme, panel: PanelName | null): Studio {
  return {
    connection: "connecting",
    failures: 0,
    welcome: null,
    scene: null,
    hands: NO_HANDS,
    status: null,
    page: "gallery",
    busy: "",
    working: null,
    opening: null,
    trouble: null,
    exports: [],
    playback: false,
    scrub: null,
    shown: null,
    tool: "grab",
    stiffness: null,
    damping: null,
    grip: GRIP,
    field: null,
    texture: "own",
    image: null,
    surface: true,
    wireframe: false,
    particles: false,
    springs: true,
    vectors: [],
    contacts: false,
    held: true,
    reactions: false,
    follow: true,
    card: true,
    readout: false,
    balance: false,
    panel,
    help: false,
    theme,
    quality,
  };
}

/** A scene with a parameter changed keeps its bodies. */
export function changedScene(scene: SceneInfo | null, changed: Changed): SceneInfo | null {
  if (!scene || changed.revision !== scene.revision) return scene;
  return {
    ...scene,
    scene: changed.scene,
    obstacles: changed.obstacles,
    anchors: changed.anchors,
    springs: changed.springs,
    loads: changed.loads,
    readings: changed.readings,
  };
}

/** The list of exports with one of them further on. */
export function withExport(exports: readonly Exported[], one: Exported): readonly Exported[] {
  const known = exports.some(({ id }) => id === one.id);
  return known ? exports.map((old) => (old.id === one.id ? one : old)) : [...exports, one];
}

/** What bodies can be coloured by. */
export const fieldsOf = (scene: SceneInfo | null): (FieldName | null)[] => [null, ...(scene?.readings ?? [])];

/** Visual debug is on when anything of it is; switching it on shows everything. */
export const ALL_VECTORS = Object.keys(VECTORS) as VectorName[];
export const debugOn = (state: Pick<Studio, "particles" | "vectors">): boolean =>
  state.particles || state.vectors.length > 0;
