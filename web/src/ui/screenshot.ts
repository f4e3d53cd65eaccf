/** Pictures of the view, numbered as in document 000: screen-00000.png. */

import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import type { View } from "../view/view";
import { download } from "./dom";
import { toast } from "./toasts";

export const fileName = (scene: string, number: number): string =>
  `${scene}-${String(number).padStart(5, "0")}.png`;

export function screenshots(view: View, store: Store<Studio>): () => void {
  let count = 0;
  return () => {
    const name = fileName(store.state.scene?.name.replace(/\.\w+$/, "") ?? "screen", count++);
    void view.stage.screenshot(2).then((blob) => {
      if (!blob) return toast("The picture could not be made.", "trouble");
      const address = URL.createObjectURL(blob);
      download(address, name);
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      return toast(`Saved ${name}`);
    });
  };
}
