/** Scene files that the user opens or drops onto the page. */

import { LARGEST_MESSAGE } from "../messages";
import type { Actions } from "../state/actions";
import { h } from "./dom";
import { toast } from "./toasts";

const ROOM = 0.9 * LARGEST_MESSAGE; // what the rest of the message and its escapes leave
const ENDINGS = /\.(ya?ml|toml|json|xml)$/i;

export async function openFile(file: File, actions: Actions): Promise<void> {
  if (!ENDINGS.test(file.name)) {
    toast(`${file.name} is no scene: files end in .yaml, .toml, .json or .xml.`, "trouble");
  } else if (file.size > ROOM) {
    toast(`${file.name} is too large: scenes have less than ${Math.round(ROOM / 1000)} kB.`, "trouble");
  } else {
    actions.openText(file.name, await file.text());
  }
}

/** Lets files be dropped anywhere; a picture becomes the texture. */
export function dropZone(actions: Actions, picture: (file: File) => void): HTMLElement {
  const zone = h(
    "div",
    { class: "drop", hidden: true, test: "drop" },
    h("p", {}, "Drop a scene file, or a picture for the texture"),
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
