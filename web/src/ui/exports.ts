/** The menu that turns what was recorded into files. */

import type { ExportFormat, Exported, Vec3 } from "../messages";
import type { Actions, Range } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { asBase64 } from "../view/textures";
import { button, download, h, setText } from "./dom";
import { icon } from "./icons";

const FORMATS: Record<ExportFormat, { label: string; text: string }> = {
  mp4: { label: "Video", text: "MP4, seen from here" },
  png: { label: "Rendered picture", text: "PNG of the last frame, seen from here" },
  obj: { label: "Meshes", text: "OBJ, one per frame" },
  pc2: { label: "Point cache", text: "PC2, for Blender and others" },
  pvd: { label: "Meshes with quantities", text: "PVD, for ParaView" },
  npz: { label: "Arrays", text: "NPZ, for NumPy" },
  pliant: { label: "Recording", text: "pliant's own, everything in it" },
  scene: { label: "Scene with hands", text: "YAML; what you did becomes events" },
};
const RENDERED: ReadonlySet<ExportFormat> = new Set(["mp4", "png"]);
const ORDER: readonly ExportFormat[] = ["scene", "mp4", "png", "obj", "pc2", "pvd", "npz", "pliant"];

export function exportMenu(
  store: Store<Studio>,
  actions: Actions,
  seen: () => { camera: [Vec3, Vec3, Vec3]; high: number | null },
  screenshot: () => void,
): HTMLElement {
  const range = h("select", { class: "menu", "aria-label": "What to export", test: "export-range" });
  range.append(
    h("option", { value: "all" }, "Everything recorded"),
    h("option", { value: "recent" }, "The last 10 seconds"),
    h("option", { value: "here" }, "Up to the frame shown"),
  );
  const formats = h("div", { class: "formats" });
  const jobs = h("div", { class: "jobs", test: "export-jobs" });
  const replay = button(
    {
      test: "replay",
      label: "Start anew and let the hands happen again",
      class: "menu-item",
      press: () => {
        actions.reset({ replay: true });
        toggle(false);
      },
    },
    icon("replay"),
    h("span", {}, h("b", {}, "Replay hands"), h("small", { class: "events" })),
  );
  const picture = button(
    {
      test: "menu-screenshot",
      label: "Save what is on the screen",
      keys: "Y",
      class: "menu-item",
      press: () => {
        screenshot();
        toggle(false);
      },
    },
    icon("photo"),
    h("span", {}, h("b", {}, "Screenshot"), h("small", {}, "PNG of this view")),
  );
  const popover = h(
    "div",
    { class: "popover exports", hidden: true, role: "dialog", "aria-label": "Export", test: "export-menu" },
    h("div", { class: "two" }, replay, picture),
    h("hr", {}),
    h("div", { class: "popover-head" }, h("h2", {}, "Export"), range),
    formats,
    jobs,
  );
  const caption = h("span", { class: "wide" }, "Export");
  const opener = button(
    { test: "export", label: "Export", class: "button", press: () => toggle(popover.hidden) },
    icon("download"),
    caption,
  );
  opener.setAttribute("aria-haspopup", "dialog");

  async function start(format: ExportFormat): Promise<void> {
    const { texture, image } = store.state;
    const own = texture === "image" && image !== null && RENDERED.has(format);
    const chosen = range.value as Range;
    actions.export(format, chosen, { ...seen(), image: own ? await asBase64(image) : "" });
  }

  function toggle(open: boolean): void {
    popover.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) range.value = store.state.scrub === null ? "all" : "here";
  }
  addEventListener("pointerdown", (event) => {
    const target = event.target as Node;
    if (!popover.hidden && !popover.contains(target) && !opener.contains(target)) toggle(false);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || popover.hidden) return;
    if (popover.contains(document.activeElement)) opener.focus();
    toggle(false);
  });

  store.on(["welcome"], ({ welcome }) => {
    const known = ORDER.filter(
      (name) => welcome?.formats.includes(name) || welcome?.unavailable[name] !== undefined,
    );
    formats.replaceChildren(
      ...known.map((format) => {
        const missing = welcome?.unavailable[format];
        const item = button(
          {
            test: `export-${format}`,
            label: missing ? `${FORMATS[format].label}: not installed` : `Export ${FORMATS[format].label}`,
            class: "menu-item",
            press: () => void start(format),
          },
          h("span", {}, h("b", {}, FORMATS[format].label), h("small", {}, missing ?? FORMATS[format].text)),
          h("code", {}, format === "scene" ? "yaml" : format),
        );
        item.disabled = missing !== undefined;
        return item;
      }),
    );
  });
  store.on(["scrub"], ({ scrub }) => {
    const here = range.querySelector<HTMLOptionElement>('option[value="here"]');
    if (here) here.disabled = scrub === null;
    if (scrub === null && range.value === "here") range.value = "all";
  });
  store.on(["hands"], ({ hands }) => {
    replay.disabled = hands.events === 0;
    const text = hands.events === 1 ? "1 event" : `${hands.events} events`;
    setText(replay.querySelector(".events") as HTMLElement, hands.events ? text : "nothing was done yet");
  });
  store.on(["exports"], ({ exports }) => {
    jobs.replaceChildren(...exports.slice(-3).reverse().map(job));
    const running = exports.find(({ done, trouble }) => !done && !trouble);
    setText(caption, running ? `${Math.round(100 * running.fraction)} %` : "Export");
    opener.classList.toggle("running", running !== undefined);
  });
  return h("div", { class: "export" }, opener, popover);
}

function job(one: Exported): HTMLElement {
  const bar = h("span", { class: "progress" }, h("i", {}));
  (bar.firstElementChild as HTMLElement).style.width = `${Math.round(100 * one.fraction)}%`;
  const name = one.name || FORMATS[one.format].label;
  if (one.trouble)
    return h(
      "div",
      { class: "job failed", test: "export-failed" },
      h("b", {}, name),
      h("small", {}, one.trouble),
    );
  if (!one.done) return h("div", { class: "job", test: "export-running" }, h("b", {}, name), bar);
  return h(
    "div",
    { class: "job done", test: "export-done" },
    h("b", {}, name),
    h("a", { href: one.url, download: one.name, test: "export-link" }, "Save again"),
  );
}

/** Saves an export as soon as it is done. */
export function saveWhenDone(before: readonly Exported[], one: Exported): void {
  const was = before.find(({ id }) => id === one.id);
  if (one.done && !one.trouble && one.url && !was?.done) download(one.url, one.name);
}
