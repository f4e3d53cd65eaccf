/** Files that the user opens or drops onto the page: scenes, meshes, recordings, and pictures for the texture. */

import { LARGEST_MESSAGE } from "../messages";
import type { Actions } from "../state/actions";
import { h } from "./dom";
import { toast } from "./toasts";

const ROOM = 0.9 * LARGEST_MESSAGE; // what the rest of the message and its escapes leave
const SCENES = /\.(ya?ml|toml|json|xml)$/i;
const RECORDINGS = /\.pliant$/i;
const MESHES = /\.(obj|stl|ply|off|glb|gltf|3mf|vtk|vtu|msh|meshb?|xdmf|inp|bdf|nas|med|su2|vol|node|ele)$/i;
export const ENDINGS =
  ".yaml,.yml,.toml,.json,.xml,.pliant,.obj,.stl,.ply,.off,.glb,.3mf,.vtk,.vtu,.msh,.mesh";

/** What a file is, by its name; null if nobody knows. */
export function kindOf(name: string): "scene" | "recording" | "mesh" | null {
  if (SCENES.test(name)) return "scene";
  if (RECORDINGS.test(name)) return "recording";
  return MESHES.test(name) ? "mesh" : null;
}

export async function openFile(file: File, actions: Actions): Promise<void> {
  const kind = kindOf(file.name);
  if (kind === null) {
    toast(
      `${file.name} cannot be opened: scenes end in .yaml, .toml, .json or .xml, recordings in .pliant, meshes in .obj, .stl, .ply, .glb and the like.`,
      "trouble",
    );
  } else if (kind !== "scene") {
    await send(file, actions);
  } else if (file.size > ROOM) {
    toast(`${file.name} is too large: scenes have less than ${Math.round(ROOM / 1000)} kB.`, "trouble");
  } else {
    actions.openText(file.name, await file.text());
  }
}

/** Sends a mesh or a recording to the server, which may refuse it in words, and has it opened. */
async function send(file: File, actions: Actions): Promise<void> {
  actions.busy(`Sending ${file.name} …`);
  try {
    const answer = await fetch(`/drop/${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    actions.openDropped(text, file.name);
  } catch (error) {
    actions.busy("");
    const why =
      error instanceof TypeError
        ? "it could not be sent; it may be too large"
        : String((error as Error).message);
    toast(`${file.name}: ${why}`, "trouble");
  }
}

/** Lets files be dropped anywhere; a picture becomes the texture. */
export function dropZone(actions: Actions, picture: (file: File) => void): HTMLElement {
  const zone = h(
    "div",
    { class: "drop", hidden: true, test: "drop" },
    h("p", {}, "Drop a scene, a mesh, a recording, or a picture for the texture"),
  );
  let depth = 0;
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const show = (change: number): void => {
    depth = Math.max(0, depth + change);
    zone.hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => carriesFiles(event) && show(1));
  addEventListener("dragleave", (event) => carriesFiles(event) && show(-1));
  addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    show(-depth);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    if (file.type.startsWith("image/")) picture(file);
    else void openFile(file, actions);
  });
  return zone;
}
