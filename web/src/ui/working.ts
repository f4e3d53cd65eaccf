/** What takes a while: what is going on, for how long, how far it is; over the whole view while a scene opens. */

import type { GalleryItem, Working } from "../messages";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { h, sentence, setText } from "./dom";

const LONG = 2; // seconds from which on they are counted

/** "12 s", "3 min". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds < 1 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** Whether an estimate has turned out to be wrong. */
const isLate = (seconds: number, estimate: number | null): boolean =>
  estimate !== null && seconds > 2 * estimate;

/** What is going on, in a sentence. */
export function workingText({ text, seconds, estimate }: Working): string {
  const since = seconds >= LONG ? `, ${duration(seconds)} so far` : "";
  const late = seconds >= LONG && isLate(seconds, estimate);
  const whole = estimate !== null && estimate >= LONG ? `, about ${duration(estimate)} in all` : "";
  if (late) return sentence(`${text}${since}, longer than expected`);
  return sentence(`${text}${since}${whole}`);
}

/** How far it is, from 0 to 1; null if nobody knows. */
export function workingFraction({ fraction, seconds, estimate }: Working): number | null {
  if (fraction !== null) return fraction;
  if (isLate(seconds, estimate)) return null;
  return estimate !== null && estimate > 0 ? Math.min(0.97, seconds / estimate) : null;
}

function showBar(bar: HTMLElement, fraction: number | null): void {
  bar.classList.toggle("unknown", fraction === null);
  bar.style.setProperty("--done", String(fraction ?? 0));
  if (fraction === null) bar.removeAttribute("aria-valuenow");
  else bar.setAttribute("aria-valuenow", String(Math.round(100 * fraction)));
}

const progressBar = (test: string): HTMLElement =>
  h("div", { class: "bar", role: "progressbar", "aria-label": "How far it is", test }, h("i", {}));

/** The picture and the name of the scene that opens, and what is being done for it. */
export function openingCard(store: Store<Studio>): HTMLElement {
  const picture = h("img", { alt: "", test: "opening-picture" });
  const title = h("h2", { test: "opening-title" });
  const text = h("p", { role: "status", test: "opening-text" });
  const bar = progressBar("opening-bar");
  const card = h(
    "section",
    { class: "opening", "aria-label": "A scene opens", hidden: true, test: "opening" },
    h("div", { class: "opening-picture" }, picture),
    title,
    text,
    bar,
  );
  store.on(["opening", "working", "welcome"], ({ opening, working, welcome }) => {
    card.hidden = opening === null;
    if (opening === null) return;
    const item = welcome?.gallery.find(({ name }: GalleryItem) => name === opening);
    const address = item?.thumbnail ?? "";
    picture.hidden = address === "";
    if (address && picture.getAttribute("src") !== address) picture.src = address;
    setText(title, item?.title ?? opening);
    setText(text, working ? workingText(working) : "Opening …");
    showBar(bar, working ? workingFraction(working) : null);
  });
  return card;
}

/** What takes long while a scene is there to be seen. */
export function workingPill(store: Store<Studio>): HTMLElement {
  const text = h("span", {});
  const bar = progressBar("working-bar");
  const pill = h(
    "div",
    { class: "busy", role: "status", hidden: true, test: "busy" },
    h("span", { class: "spinner" }),
    h("div", { class: "working" }, text, bar),
  );
  store.on(["busy", "status", "working", "opening"], ({ busy, status, working, opening }) => {
    const building = status?.state === "building";
    pill.hidden = opening !== null || (!busy && !building && !working);
    setText(text, working ? workingText(working) : sentence(busy || "building …"));
    bar.hidden = !working;
    if (working) showBar(bar, workingFraction(working));
  });
  return pill;
}
