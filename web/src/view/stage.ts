/** The canvas and when it is drawn: only if something changed. */

import { NeutralToneMapping, NoToneMapping, PCFShadowMap, Scene, WebGLRenderer } from "three";
import { Pace, pixelRatioFor, settingsOf, type Choice, type Settings } from "./quality";
import { Rig } from "./rig";

export interface StageEvents {
  /** Before a picture: brings the scene up to date. */
  prepare(): void;
  /** After a picture. */
  drawn(): void;
  /** Pictures take too long. */
  slow(): void;
  /** The view has another size; a picture follows at once. */
  resized(): void;
}

/** What the browser says it draws with; "" if it does not draw in 3D at all. */
export function rendererName(): string | null {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) return null;
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return name;
}

const SECOND = 1000; // ms
const SMALL = 4e5; // CSS pixels of a window in which smooth edges cost little

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly rig = new Rig();
  settings: Settings;
  width = 1;
  height = 1;
  running = false;
  drawnSoFar = 0;
  private wanted = false;
  private scheduled = false;
  private last = performance.now();
  private drewAt = NaN;
  private readonly pace = new Pace();
  private readonly pictures: number[] = [];

  constructor(
    private readonly container: HTMLElement,
    choice: Choice,
    private readonly events: StageEvents,
  ) {
    this.settings = settingsOf(choice.quality);
    const small = innerWidth * innerHeight < SMALL;
    this.renderer = new WebGLRenderer({
      antialias: this.settings.antialias || small,
      powerPreference: "high-performance",
    });
    this.renderer.shadowMap.type = PCFShadowMap;
    container.append(this.renderer.domElement);
    new ResizeObserver(() => this.resize()).observe(container);
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", ({ matches }) => {
      this.rig.glides = !matches;
    });
    this.rig.glides = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Pictures in the last second. */
  get fps(): number {
    const now = performance.now();
    while (this.pictures.length && now - this.pictures[0] > SECOND) this.pictures.shift();
    return this.pictures.length;
  }

  use(settings: Settings): void {
    this.settings = settings;
    this.renderer.shadowMap.enabled = settings.shadows;
    // It takes a little of every colour for reflections, which simple materials do not have.
    this.renderer.toneMapping = settings.rich ? NeutralToneMapping : NoToneMapping;
    this.resize();
  }

  run(running: boolean): void {
    this.running = running;
    if (running) {
      this.resize();
      this.request();
    }
  }

  /** Something changed, so a picture is needed. */
  request(): void {
    this.wanted = true;
    this.schedule();
  }

  /** A picture at this moment, larger if asked for; as a PNG. */
  async screenshot(pixelRatio: number): Promise<Blob | null> {
    const before = this.renderer.getPixelRatio();
    this.renderer.setPixelRatio(Math.max(before, pixelRatio));
    this.renderer.setSize(this.width, this.height, false);
    this.events.prepare();
    this.renderer.render(this.scene, this.rig.camera);
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [this.canvas.width, this.canvas.height];
    copy.getContext("2d")?.drawImage(this.canvas, 0, 0);
    this.renderer.setPixelRatio(before);
    this.renderer.setSize(this.width, this.height, false);
    this.request();
    return new Promise((resolve) => copy.toBlob(resolve, "image/png"));
  }

  private schedule(): void {
    if (this.scheduled || !this.running) return;
    this.scheduled = true;
    requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.scheduled = false;
    if (!this.running) return;
    const seconds = Math.max(0, now - this.last) / SECOND;
    this.last = now;
    if (Number.isFinite(this.drewAt)) {
      // The browser calls back when it is done with the picture before, however long that took.
      if (this.pace.took(performance.now() - this.drewAt)) this.events.slow();
      this.drewAt = NaN;
    }
    const moving = this.rig.update(seconds);
    if (this.wanted || moving) {
      this.drewAt = performance.now();
      this.draw();
      this.schedule();
    }
  }

  private draw(): void {
    this.wanted = false;
    this.events.prepare();
    this.renderer.render(this.scene, this.rig.camera);
    this.pictures.push(performance.now());
    this.drawnSoFar += 1;
    this.events.drawn();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.container;
    if (!clientWidth || !clientHeight) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.renderer.setPixelRatio(pixelRatioFor(this.settings, clientWidth, clientHeight, devicePixelRatio));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.rig.setAspect(clientWidth / clientHeight);
    this.events.resized();
    if (this.running) this.draw(); // at once: a canvas is empty after its size has changed
  }
}
