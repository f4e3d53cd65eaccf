/** Play, step, reset, speed and undo; below the view. */

import { SPEEDS, type Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { button, h, setText } from "./dom";
import { icon } from "./icons";

export function transport(store: Store<Studio>, actions: Actions): HTMLElement {
  const play = button(
    {
      test: "play",
      label: "Play or pause",
      keys: "Space",
      class: "button primary icon-only round",
      press: () => actions.togglePlay(),
    },
    icon("play"),
  );
  store.on(["status", "scrub", "playback"], ({ status, scrub, playback }) => {
    const past = scrub !== null && !actions.recorded;
    const playing = (status?.plays && !past) || playback;
    if (play.dataset.state !== String(playing)) play.replaceChildren(icon(playing ? "pause" : "play"));
    play.dataset.state = String(playing);
    const label = playing ? "Pause" : past ? "Back to the present, and play" : "Play";
    play.setAttribute("aria-label", label);
    play.title = `${label} (Space)`;
  });

  const speed = h("select", {
    class: "menu speed",
    "aria-label": "Speed",
    title: "Simulated seconds per second",
    test: "speed",
    onchange: () => {
      actions.speed(speed.value === "max" ? null : Number(speed.value));
      speed.blur();
    },
  });
  speed.append(...SPEEDS.map(({ label, factor }) => h("option", { value: factor ?? "max" }, label)));
  speed.value = "1"; // until the server says so
  const real = h("span", {
    class: "real-time",
    test: "real-time",
    title: "Simulated seconds per second, as reached",
  });
  store.on(["status"], ({ status }) => {
    if (!status) return;
    if (document.activeElement !== speed) speed.value = status.speed === null ? "max" : String(status.speed);
    const behind =
      status.state === "playing" && status.speed !== null && status.real_time < 0.9 * status.speed;
    setText(
      real,
      status.state === "playing" && (behind || status.speed === null)
        ? `${status.real_time.toFixed(2)}×`
        : "",
    );
    real.classList.toggle("behind", behind);
  });

  const undo = button(
    {
      test: "undo",
      label: "Undo",
      keys: "Ctrl Z",
      class: "button icon-only",
      press: () => actions.undo(false),
    },
    icon("undo"),
  );
  const redo = button(
    {
      test: "redo",
      label: "Redo",
      keys: "Ctrl Shift Z",
      class: "button icon-only",
      press: () => actions.undo(true),
    },
    icon("redo"),
  );
  store.on(["hands"], ({ hands }) => {
    undo.disabled = hands.undo === 0;
    redo.disabled = hands.redo === 0;
  });

  return h(
    "div",
    { class: "row tight transport-buttons" },
    button(
      {
        test: "reset",
        label: "Back to the start",
        keys: "R",
        class: "button icon-only",
        press: () => actions.reset(),
      },
      icon("reset"),
    ),
    play,
    button(
      { test: "step", label: "One step", keys: "S", class: "button icon-only", press: () => actions.step() },
      icon("step"),
    ),
    speed,
    real,
    undo,
    redo,
  );
}
