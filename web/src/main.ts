/** The page: makes its parts and lets them know each other. */

import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/form.css";
import "./style/gallery.css";

import { Pending, type Refusal } from "./form/editor";
import { formOf } from "./form/model";
import { FormPanel } from "./form/panel";
import { Hands } from "./hands/hands";
import { Connection, liveAddress } from "./live/connection";
import type { Frame } from "./live/frame";
import type { Assignment, FromPage, SceneInfo, Vec3 } from "./messages";
import { Actions } from "./state/actions";
import { hear } from "./state/hear";
import { followAddress } from "./state/route";
import { Store } from "./state/store";
import { atFirst, type Studio } from "./state/studio";
import { about } from "./ui/about";
import { cameraBar } from "./ui/camerabar";
import { coversOf, giveWay, watchCovers } from "./ui/covers";
import { connectionBanner, driveBanner, troubleCard } from "./ui/banners";
import { runCommand } from "./ui/commands";
import { h } from "./ui/dom";
import { exportMenu } from "./ui/exports";
import { dropZone } from "./ui/files";
import { gallery } from "./ui/gallery";
import { heatRows } from "./ui/heat";
import { helpOverlay } from "./ui/help";
import { expose } from "./ui/hooks";
import { listen } from "./ui/keys";
import { LegendCard } from "./ui/legend";
import { panels } from "./ui/panels";
import { plots } from "./ui/plots";
import { qualityNote } from "./ui/qualitynote";
import { readout } from "./ui/readout";
import { screenshots } from "./ui/screenshot";
import { ThemeSwitch, type Theme } from "./ui/theme";
import { timeline } from "./ui/timeline";
import { toast, toasts } from "./ui/toasts";
import { firmness, toolBar } from "./ui/toolbar";
import { themeButton, titleOf, topBar } from "./ui/topbar";
import { transport } from "./ui/transport";
import { viewPanel } from "./ui/viewpanel";
import { openingCard, workingPill } from "./ui/working";
import { chooseQuality, lower } from "./view/quality";
import { rendererName } from "./view/stage";
import { View } from "./view/view";

const WIDE = 1000; // CSS pixels from which the panel is open at first
const NARROW = 700; // … below which the card of the hand is folded
const LOW = 480; // … or below this height

function start(app: HTMLElement): void {
  const renderer = rendererName();
  if (renderer === null) {
    app.append(
      h(
        "p",
        { class: "no-webgl", test: "no-webgl" },
        "The studio draws in 3D, and this browser offers no WebGL 2.",
      ),
    );
    return;
  }
  const quality = chooseQuality(location.search, renderer);
  const store = new Store<Studio>(atFirst(quality, "light", innerWidth >= WIDE ? "scene" : null));
  store.set({ card: innerWidth >= NARROW && innerHeight >= LOW });
  const theme = new ThemeSwitch((now: Theme) => store.set({ theme: now }));
  followAddress(store);

  const pending = new Pending((path, refusal) => form.refuse(path, refusal));
  const connection = new Connection(liveAddress(location.href), {
    message: (message) => hear(message, store, actions, pending),
    frame: (frame) => view.accept(frame),
    state: (state, failures) => store.set({ connection: state, failures }),
  });
  const actions = new Actions(store, (message) => connection.send(message));

  const legend = new LegendCard();
  let high: number | null = null; // the end of the colours that are shown
  let drawnFrame: Frame | null = null;
  const canvas = h("div", { class: "canvas", test: "canvas" });
  const view = new View(
    canvas,
    { ...store.state },
    {
      drawn: (frame) => {
        connection.drawn();
        if (frame && frame !== drawnFrame) {
          drawnFrame = frame;
          if (store.state.scrub !== null) store.set({ shown: { frame: frame.frame, time: frame.time } });
        }
      },
      slow: () => {
        const now = store.state.quality;
        if (!now.fixed && now.quality !== "low") {
          store.set({ quality: { quality: lower(now.quality), fixed: false, reason: "slow" } });
        }
      },
      legend: (what) => {
        high = what.field?.high ?? null;
        legend.show(what);
      },
      covers: () => (canvas.parentElement ? coversOf(canvas.parentElement) : []),
    },
  );
  const editor = {
    act: (message: FromPage): void => void actions.send(message),
    setAll: (changes: readonly Assignment[]): void => actions.setAll(changes),
    set(path: string, value: unknown, gesture: string, refused: (refusal: Refusal) => void): void {
      const refuse = (refusal: Refusal): void => {
        showForm();
        refused(refusal);
      };
      pending.sent({ path, refuse });
      actions.set(path, value, gesture);
    },
  };
  const form = new FormPanel(editor);
  const showForm = (): void => {
    const { welcome, scene } = store.state;
    form.element.hidden = scene?.recorded ?? false;
    if (!welcome || !scene || scene.recorded) return;
    form.show(formOf(welcome, scene));
  };
  store.on(["welcome", "scene"], showForm);

  const usePicture = (file: File): void => store.set({ image: URL.createObjectURL(file), texture: "image" });
  const screenshot = screenshots(view, store);
  const frame = (): void => view.frame();
  const seen = (): { camera: [Vec3, Vec3, Vec3]; high: number | null } => ({
    camera: view.cameraForExport(),
    high,
  });
  const home = (): void => {
    view.home();
    store.set({ follow: true });
  };
  const fps = (): number => view.stage.fps;

  const card = firmness(store, heatRows(store, actions));
  const pages = {
    scene: h("div", {}, about(store), form.element),
    view: viewPanel(store, actions, usePicture),
    plots: plots(store, actions, fps),
  };
  const opening = gallery(store, actions);
  opening.querySelector(".gallery-brand")?.append(themeButton(store, () => theme.toggle()));
  app.append(
    opening,
    h(
      "div",
      { class: "studio" },
      topBar(store, actions, () => theme.toggle()),
      h(
        "div",
        { class: "view", test: "view" },
        canvas,
        toolBar(store, actions),
        cameraBar(store, actions, frame, home),
        readout(store, fps),
        legend.element,
        qualityNote(store),
        openingCard(store),
        h(
          "div",
          { class: "above" },
          card,
          h(
            "div",
            { class: "notices" },
            workingPill(store),
            driveBanner(store, actions),
            troubleCard(store, actions),
          ),
        ),
      ),
      panels(store, pages),
      h(
        "footer",
        { class: "transport" },
        transport(store, actions),
        timeline(store, actions),
        exportMenu(store, actions, seen, screenshot),
      ),
    ),
    helpOverlay(store),
    dropZone(actions, usePicture),
    toasts(),
  );
  document.body.append(h("div", { class: "top-banner" }, connectionBanner(store)));

  const around = canvas.parentElement as HTMLElement;
  watchCovers(around, () => view.uncover());
  giveWay(store, view, around, card);

  const hands = new Hands({
    left: new Set(),
    view,
    store,
    send: (message) => connection.send(message),
    name: namer(),
    tell: (text) => toast(text),
  });
  listen((command) =>
    runCommand(command, { store, actions, view, hands, screenshot, home, toggleTheme: () => theme.toggle() }),
  );

  store.on(["page"], ({ page }) => {
    app.dataset.page = page;
    view.stage.run(page === "view");
  });
  store.on(["scene", "page", "welcome"], (state) => {
    const title = state.page === "view" ? titleOf(state) : "";
    document.title = title ? `${title} · pliant studio` : "pliant studio";
  });
  store.on(["connection"], (state) => {
    if (state.connection === "lost") hands.release(true);
  });
  let shownScene: SceneInfo | null = null;
  store.on(["scene"], ({ scene }) => {
    if (!scene) return;
    if (scene.revision !== shownScene?.revision) view.setScene(scene);
    else view.changeScene(scene);
    shownScene = scene;
    hands.refresh();
  });
  store.on(["hands"], (state) => {
    view.setHands(state.hands);
    hands.refresh();
  });
  store.on(
    [
      "field",
      "texture",
      "image",
      "surface",
      "wireframe",
      "particles",
      "springs",
      "vectors",
      "contacts",
      "held",
      "reactions",
      "theme",
      "quality",
      "follow",
    ],
    (state) => view.setOptions(state),
  );
  store.on(["quality"], (state) => (document.documentElement.dataset.quality = state.quality.quality));
  expose(store, view, renderer);
  connection.open();
}

/** Names that no other tab gives either. */
function namer(): (prefix: string) => string {
  const tab = Math.random().toString(36).slice(2, 8);
  let count = 0;
  return (prefix) => `${prefix}-${tab}-${(count += 1)}`;
}

start(document.getElementById("app") as HTMLElement);
