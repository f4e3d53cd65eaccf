/** The keys of document 000 (Table 4.3), and some more. */

export type Command =
  | "play"
  | "gallery"
  | "screenshot"
  | "debug"
  | "wireframe"
  | "reset"
  | "readout"
  | "step"
  | "frame"
  | "home"
  | "follow"
  | "grab"
  | "push"
  | "pin"
  | "cut"
  | "move"
  | "colour"
  | "live"
  | "earlier"
  | "later"
  | "slower"
  | "faster"
  | "undo"
  | "redo"
  | "balance"
  | "theme"
  | "panel-scene"
  | "panel-view"
  | "panel-plots"
  | "help"
  | "escape";

export interface Key {
  command: Command;
  keys: readonly string[]; // as in KeyboardEvent.key, lower case
  control?: boolean;
  shift?: boolean;
  shown: string;
  text: string;
  group: "Simulation" | "Hands" | "View" | "Page";
}

export const KEYS: readonly Key[] = [
  { command: "play", keys: [" "], shown: "Space", text: "Start or pause", group: "Simulation" },
  { command: "step", keys: ["s"], shown: "S", text: "One step", group: "Simulation" },
  { command: "reset", keys: ["r"], shown: "R", text: "Back to the start", group: "Simulation" },
  { command: "slower", keys: ["["], shown: "[", text: "Slower", group: "Simulation" },
  { command: "faster", keys: ["]"], shown: "]", text: "Faster", group: "Simulation" },
  { command: "earlier", keys: ["arrowleft"], shown: "←", text: "A recorded frame back", group: "Simulation" },
  { command: "later", keys: ["arrowright"], shown: "→", text: "A recorded frame on", group: "Simulation" },
  { command: "live", keys: ["l"], shown: "L", text: "What happens now", group: "Simulation" },
  { command: "undo", keys: ["z"], control: true, shown: "Ctrl Z", text: "Undo", group: "Simulation" },
  {
    command: "redo",
    keys: ["z"],
    control: true,
    shift: true,
    shown: "Ctrl Shift Z",
    text: "Redo",
    group: "Simulation",
  },
  { command: "redo", keys: ["y"], control: true, shown: "Ctrl Y", text: "Redo", group: "Simulation" },
  { command: "grab", keys: ["g"], shown: "G", text: "Grab", group: "Hands" },
  { command: "push", keys: ["p"], shown: "P", text: "Push", group: "Hands" },
  { command: "pin", keys: ["n"], shown: "N", text: "Pin", group: "Hands" },
  { command: "cut", keys: ["x"], shown: "X", text: "Cut", group: "Hands" },
  { command: "move", keys: ["m"], shown: "M", text: "Move", group: "Hands" },
  { command: "escape", keys: ["escape"], shown: "Esc", text: "Let go; close", group: "Hands" },
  { command: "debug", keys: ["d"], shown: "D", text: "Visual debug", group: "View" },
  { command: "wireframe", keys: ["w"], shown: "W", text: "Wireframe", group: "View" },
  { command: "colour", keys: ["c"], shown: "C", text: "Next colouring", group: "View" },
  { command: "readout", keys: ["f"], shown: "F", text: "Frames per second", group: "View" },
  { command: "frame", keys: ["h"], shown: "H", text: "Show everything", group: "View" },
  { command: "home", keys: ["home", "o"], shown: "O, Home", text: "As it was opened", group: "View" },
  { command: "follow", keys: ["k"], shown: "K", text: "Keep in the picture", group: "View" },
  { command: "screenshot", keys: ["y"], shown: "Y", text: "Screenshot", group: "View" },
  { command: "panel-scene", keys: ["1"], shown: "1", text: "Scene panel", group: "Page" },
  { command: "panel-view", keys: ["2"], shown: "2", text: "View panel", group: "Page" },
  { command: "panel-plots", keys: ["3"], shown: "3", text: "Plots panel", group: "Page" },
  { command: "balance", keys: ["e"], shown: "E", text: "Energy balance", group: "Page" },
  { command: "theme", keys: ["t"], shown: "T", text: "Light or dark", group: "Page" },
  { command: "gallery", keys: ["q"], shown: "Q", text: "Leave for the gallery", group: "Page" },
  { command: "help", keys: ["?"], shown: "?", text: "This help", group: "Page" },
];

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** What a key means, whatever its case; null if nothing. */
export function commandFor(press: Press): Command | null {
  if (press.altKey) return null;
  const control = press.ctrlKey || press.metaKey;
  const key = press.key.toLowerCase();
  const found = KEYS.find(
    (one) =>
      one.keys.includes(key) &&
      (one.control ?? false) === control &&
      (!control || (one.shift ?? false) === press.shiftKey),
  );
  return found?.command ?? null;
}

const TYPING = /^(text|search|number|email|url|password)$/;

/** Whether keys belong to an element: what is typed into a field, or Space on a button. */
export function takesKey(element: Element | null, key: string): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLSelectElement) return key !== "Escape";
  if (element instanceof HTMLInputElement) {
    if (TYPING.test(element.type)) return true;
    const moves = key.startsWith("Arrow") || key === "Home";
    return element.type === "range" ? moves : moves || key === " "; // Space does nothing to a slider
  }
  const pressable = element?.closest("button, summary, a") !== null && element !== null;
  return pressable && (key === " " || key === "Enter");
}

export function listen(run: (command: Command) => void): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || (event.repeat && event.key === " ")) return;
    if (takesKey(document.activeElement, event.key)) return;
    const command = commandFor(event);
    if (!command) return;
    event.preventDefault();
    run(command);
  });
}
