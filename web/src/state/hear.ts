/** What the server says, and what becomes of it. */

import type { Pending } from "../form/editor";
import { PROTOCOL } from "../messages";
import type { SceneInfo, Status, ToPage, Trouble, Working } from "../messages";
import { saveWhenDone } from "../ui/exports";
import { toast } from "../ui/toasts";
import type { Actions } from "./actions";
import type { Store } from "./store";
import { changedScene, withExport, type Studio } from "./studio";

export function hear(message: ToPage, store: Store<Studio>, actions: Actions, pending: Pending): void {
  switch (message.type) {
    case "welcome":
      store.set({ welcome: message, scrub: null, busy: "", working: null, opening: null });
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
      if (message.state === "recording" && store.state.scene?.recorded && store.state.scrub === null)
        actions.playBack();
      return;
    case "working":
      hearWorking(message, store);
      return;
    case "told":
      toast(message.text);
      return;
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
  store.set({ scene, trouble: null, scrub: null, busy: "", opening: null });
  if (scene.reframe) store.set({ follow: true });
  if (first || asked) store.set({ page: "view" });
}

const STOPPED: Trouble = {
  type: "trouble",
  kind: "health",
  text: "It stopped before this tab was opened.",
  body: null,
  offers: ["reset", "smaller_step"],
  path: "",
  why: "",
  offer: "",
  changes: [],
};

/** What takes long. A scene that is about to open is shown by its picture, unless somebody looks at the gallery. */
function hearWorking(working: Working, store: Store<Studio>): void {
  store.set({ working: working.what === "" ? null : working });
  if (working.opening === null || store.state.opening !== null) return;
  store.set({ opening: working.opening });
  if (store.state.scene === null && location.hash !== "#gallery") store.set({ page: "view" });
}

function hearStatus(status: Status, store: Store<Studio>): void {
  const { status: before, trouble } = store.state;
  const late = before === null && status.state === "stopped";
  const goesOn = before?.state === "stopped" && status.state !== "stopped";
  store.set({ status, trouble: goesOn ? null : (trouble ?? (late ? STOPPED : null)) });
}

function hearTrouble(trouble: Trouble, store: Store<Studio>, pending: Pending): void {
  store.set({ busy: "", opening: null });
  if (trouble.kind === "health") {
    store.set({ trouble });
    return;
  }
  if (trouble.kind === "input" && pending.refused(trouble)) return;
  toast(trouble.why || trouble.text, "trouble");
  if (!store.state.scene) store.set({ page: "gallery" });
}
