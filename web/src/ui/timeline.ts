/** What was recorded, to be scrubbed through. */

import { bytes, clock } from "../numbers/format";
import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { oncePerPicture } from "../hands/context";
import { button, h, setText } from "./dom";

export function timeline(store: Store<Studio>, actions: Actions): HTMLElement {
  const scrub = oncePerPicture((frame: number) => actions.scrub(frame));
  const slider = h("input", {
    type: "range",
    class: "time",
    max: "0", // until something is recorded
    disabled: true,
    "aria-label": "Recorded frames",
    test: "timeline",
    oninput: () => {
      paint();
      scrub(Number(slider.value));
    },
  });
  const now = h("output", { class: "clock", test: "time" });
  const live = button(
    {
      test: "live",
      label: "What happens now",
      keys: "L",
      class: "button small live",
      press: () => actions.live(),
    },
    h("i", {}),
    "Live",
  );

  function paint(): void {
    const span = Number(slider.max) - Number(slider.min);
    slider.style.setProperty(
      "--way",
      String(span > 0 ? (Number(slider.value) - Number(slider.min)) / span : 0),
    );
  }

  store.on(["status", "scrub", "shown"], ({ status, scrub: at, shown }) => {
    live.setAttribute("aria-pressed", String(at === null));
    live.hidden = status?.state === "recording";
    setText(now, clock(at === null ? (status?.time ?? 0) : (shown?.time ?? 0)));
    if (!status) return;
    const { first_frame: first, last_frame: last } = status;
    slider.min = String(first);
    slider.max = String(Math.max(last, first));
    slider.disabled = last <= first;
    slider.value = String(at ?? last);
    slider.title = `${clock(status.last_time - status.first_time)} recorded, ${bytes(status.recorded_bytes)}`;
    slider.setAttribute("aria-valuetext", `${clock(shown?.time ?? status.time)}`);
    paint();
  });
  return h("div", { class: "timeline" }, slider, now, live);
}
