/** What each key does. */

import type { Hands } from "../hands/hands";
import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { PanelName, Studio } from "../state/studio";
import type { View } from "../view/view";
import type { Command } from "./keys";

export interface Means {
  store: Store<Studio>;
  actions: Actions;
  view: View;
  hands: Hands;
  screenshot: () => void;
  home: () => void;
  toggleTheme: () => void;
}

const ANYWHERE: ReadonlySet<Command> = new Set(["help", "theme", "escape"]);

export function runCommand(command: Command, means: Means): void {
  const { store, actions, view, hands } = means;
  if (store.state.page === "gallery" && !ANYWHERE.has(command)) return;
  switch (command) {
    case "play":
      return actions.togglePlay();
    case "step":
      return actions.step();
    case "reset":
      return actions.reset();
    case "slower":
      return actions.changeSpeed(-1);
    case "faster":
      return actions.changeSpeed(1);
    case "earlier":
      return scrubBy(-1, means);
    case "later":
      return scrubBy(1, means);
    case "live":
      return actions.live();
    case "undo":
      return actions.undo(false);
    case "redo":
      return actions.undo(true);
    case "grab":
    case "push":
    case "pin":
    case "cut":
    case "move":
      return actions.tool(command);
    case "debug":
      return actions.toggleDebug();
    case "wireframe":
      return actions.toggleWireframe();
    case "colour":
      return actions.nextField();
    case "readout":
      return store.set({ readout: !store.state.readout });
    case "frame":
      return view.frame();
    case "home":
      return means.home();
    case "follow":
      return actions.toggleFollow();
    case "screenshot":
      return means.screenshot();
    case "panel-scene":
    case "panel-view":
    case "panel-plots": {
      const panel = command.slice("panel-".length) as PanelName;
      return store.set({ panel: store.state.panel === panel ? null : panel });
    }
    case "balance":
      return actions.toggleBalance();
    case "theme":
      return means.toggleTheme();
    case "gallery":
      return actions.gallery();
    case "help":
      return store.set({ help: !store.state.help });
    case "escape":
      hands.letGo();
      return store.set({ help: false });
  }
}

function scrubBy(frames: number, { store, actions }: Means): void {
  const { status, scrub } = store.state;
  if (!status) return;
  const to = (scrub ?? status.last_frame) + frames;
  if (to > status.last_frame) actions.live();
  else actions.scrub(Math.max(status.first_frame, to));
}
