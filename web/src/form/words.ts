/** What parameters are called in the panel, where their own names are too short, and how far a slider goes. */

export interface Word {
  label?: string;
  unit?: string;
  /** The right end of a slider for something that may be zero. */
  span?: number;
  /** Mostly positive: a slider stays so. */
  positive?: boolean;
  /** What it is called that no number is given; else "auto". */
  none?: string;
  /** What one item of the list is called. */
  item?: string;
}

const WORDS: Record<string, Word> = {
  young: { label: "Young's modulus" },
  young_2: { label: "Young's modulus, across", unit: "Pa" },
  shear: { label: "Shear modulus" },
  poisson: { label: "Poisson's ratio" },
  density: { unit: "kg/m³" },
  bending: { label: "Bending stiffness" },
  fibre_angle: { label: "Fibre angle", unit: "rad", span: Math.PI },
  damping: { unit: "s", item: "Layer" },
  drag: { unit: "kg/(m²·s)", item: "Layer" },
  membrane: { label: "Membrane stiffness" },
  area_density: { label: "Mass per area" },
  line_density: { label: "Mass per length" },
  stretching: { label: "Stretching stiffness" },
  torsion: { label: "Torsion stiffness" },
  plane: { label: "Kept flat in a plane" },
  stiffness: { item: "Layer" },
  mass: { item: "Layer" },
  radius_stiffness: { label: "Radius stiffness", item: "Gap" },
  radius_damping: { label: "Radius damping", item: "Gap" },
  thickness: { unit: "m", item: "Gap" },
  level: { label: "Level of detail" },
  rest: { label: "Rest length, relative" },
  friction: { span: 1 },
  flow: { label: "Law of flow" },
  relaxation_time: { label: "Relaxation time", unit: "s", positive: true },
  retardation_time: { label: "Retardation time", unit: "s" },
  arms: { item: "Arm" },
  scatter: { label: "Scatter of limits" },
  bound: { label: "Swells up to" },
  hardening: { span: 2 },
  condition: { label: "Yield condition" },
  temperature: { unit: "°C", span: 300, none: "none" },
  softening: { label: "Softens at", unit: "°C", span: 300 },
  melting: { label: "Molten at", unit: "°C", span: 300 },
  softness: { label: "Stiffness when molten" },
  ambient: { label: "Surroundings", unit: "°C", span: 300 },
  cooling_time: { label: "Cooling time", unit: "s", none: "never" },
  contact_time: { label: "Heating time", unit: "s" },
  stickiness: { unit: "Pa", span: 1000 },
  reach: { unit: "m" },
  dt: { label: "Time step" },
  seconds: { label: "Length of a run" },
  gravity: { unit: "m/s²" },
  g: { label: "Field", unit: "m/s²" },
  grid: { label: "Grid" },
  variant: { label: "Formulation" },
  stream: { label: "Wind", unit: "m/s" },
  phase: { span: Math.PI, unit: "rad" },
  newton_iterations: { label: "Newton iterations", span: 100 },
  iterations: { label: "Iterations", span: 2000 },
  velocity_test: { label: "Velocity test" },
  semi_axes: { label: "Semi-axes", unit: "m" },
  scale: { label: "Drawn size" },
  response: { label: "Response of its own" },
  rotation: { unit: "rad" },
  position: { unit: "m" },
  center: { unit: "m" },
  width: { unit: "m" },
  depth: { unit: "m" },
  height: { unit: "m" },
  radius: { unit: "m" },
  start: { unit: "m" },
  end: { unit: "m" },
  low: { unit: "m" },
  high: { unit: "m" },
  mean: { unit: "m/s" },
  amplitude: { unit: "m/s" },
  period: { unit: "s" },
  velocity: { unit: "m/s" },
  spin: { unit: "rad/s" },
  broken_links: { label: "Broken links", item: "Link" },
  fracture: { label: "Breaks" },
  at_most: { label: "At most in a step", none: "all" },
  control_points: { label: "Control points", unit: "m", item: "Point" },
  nodes: { item: "Node" },
  initial_shape: { label: "Starting shape" },
};

/** Where the same name means something else. */
const PLACES: Record<string, string> = {
  "flow.limit": "Yield limit",
  "fracture.limit": "Breaks above",
  "fracture.measure": "Limit of",
  "flow.temperature": "Temperature at the start",
};

const KINDS: Record<string, string> = {
  elastic: "Elastic, as it is now",
  four_units: "Four units",
  m0: "m = 0",
  m1: "last m",
  n0: "n = 0",
  n1: "last n",
  bdf2: "BDF2",
  backward_euler: "Backward Euler",
  semi_implicit: "Semi-implicit",
  cg: "Conjugate gradients",
  lu: "LU",
  ssor: "SSOR",
  sor: "SOR",
  adi: "ADI",
  von_mises: "Von Mises",
};

export const wordFor = (name: string): Word => WORDS[name] ?? {};

/** What a parameter is called, by its name or its path: a limit of fracture is no yield limit. */
export function labelFor(path: string): string {
  const parts = path.split(".");
  const name = parts.at(-1) ?? "";
  return PLACES[parts.slice(-2).join(".")] ?? WORDS[name]?.label ?? sentence(name);
}

/** The name of a choice in a menu: "semi_implicit" is Semi-implicit. */
export const choiceLabel = (value: string): string => KINDS[value] ?? sentence(value);

function sentence(name: string): string {
  const words = name.replace(/_/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
