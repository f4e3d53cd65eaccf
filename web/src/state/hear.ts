/** What the server says, and what becomes of it. */

import type { Pending } from "../form/editor";
import { PROTOCOL } from "../messages";
import type { SceneInfo, Status, ToPage, Trouble } from "../messages";
import { saveWhenDone } from "../ui/exports";
import { toast } from "../ui/toasts";
import type { Actions } from "./actions";
import type { Store } from "./store";
import { changedScene, withExport, type Studio } from "./studio";

export function hear(message: ToPage, store: Store<Studio>, actions: Actions, pending: Pending): void {
  switch (message.type) {
    case "welcome":
      store.set({ welcome: message, scrub: null, busy: "" });
      if (message.protocol !== PROTOCOL)
        toast("This page does not fit the studio that runs. Reload it.", "trouble");
      actions.watch();
      return;
    case "scene":
      pending.accepted();
      hearScene(message, store);
      return;
    case "changed":
      pending.accepted();
      store.set({ scene: changedScene(store.state.scene, message) });
      return;
    case "hands":
      store.set({ hands: message });
      return;
    case "status":
      hearStatus(message, store);
      return;
    case "told": {
      const ended = store.state.busy !== ""; // that work is done can be seen
      store.set({ busy: message.busy ? message.text : "" });
      if (!message.busy && !ended) toast(message.text);
      return;
    }
    case "trouble":
      hearTrouble(message, store, pending);
      return;
    case "exported":
      saveWhenDone(store.state.exports, message);
      store.set({ exports: withExport(store.state.exports, message) });
      if (message.trouble) toast(message.trouble, "trouble");
      return;
  }
}

/** The first scene after a new page shows it; later ones only if they are another scene. */
function hearScene(scene: SceneInfo, store: Store<Studio>): void {
  const first = store.state.scene === null && location.hash !== "#gallery";
  const asked = store.state.busy !== "" && scene.reframe;
  store.set({ scene, trouble: null, scrub: null, busy: "" });
  if (first || asked) store.set({ page: "view" });
}

const STOPPED: Trouble = {
  type: "trouble",
  kind: "health",
  text: "It stopped before this tab was opened.",
  body: null,
  offers: ["reset", "smaller_step"],
};

function hearStatus(status: Status, store: Store<Studio>): void {
  const late = store.state.status === null && status.state === "stopped";
  store.set({ status, trouble: store.state.trouble ?? (late ? STOPPED : null) });
}

function hearTrouble(trouble: Trouble, store: Store<Studio>, pending: Pending): void {
  store.set({ busy: "" });
  if (trouble.kind === "health") {
    store.set({ trouble });
    return;
  }
  if (trouble.kind === "input" && pending.refused(trouble.text)) return;
  toast(trouble.text, "trouble");
  if (!store.state.scene) store.set({ page: "gallery" });
}
