/** Where to look from, over the lower left corner of the view. */

import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { button, h, setPressed } from "./dom";
import { icon } from "./icons";

export function cameraBar(
  store: Store<Studio>,
  actions: Actions,
  frame: () => void,
  home: () => void,
): HTMLElement {
  const follow = button(
    {
      test: "follow",
      label: "Keep what moves in the picture, until you move the camera",
      keys: "K",
      class: "button icon-only",
      press: () => actions.toggleFollow(),
    },
    icon("follow"),
  );
  store.on(["follow"], (state) => setPressed(follow, state.follow));
  return h(
    "div",
    { class: "camera covers", role: "toolbar", "aria-label": "Camera", test: "camera" },
    button(
      {
        test: "home",
        label: "The view as it was opened, of all that happened",
        keys: "O, Home",
        class: "button icon-only",
        press: home,
      },
      icon("home"),
    ),
    button(
      {
        test: "frame",
        label: "Show everything from here",
        keys: "H, or double-click",
        class: "button icon-only",
        press: frame,
      },
      icon("frame"),
    ),
    follow,
  );
}
