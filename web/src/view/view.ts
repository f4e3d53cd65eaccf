/** The 3D view: bodies, obstacles and what is drawn about them. */

import { Vector3 } from "three";
import { nodeAt, spotAt, type Ray } from "../hands/pick";
import type { Frame } from "../live/frame";
import type {
  Anchor,
  FieldName,
  Hands,
  Hold,
  ObstacleMesh,
  SceneInfo,
  SpringLines,
  Spot,
  Vec3,
  VectorName,
} from "../messages";
import type { TextureChoice } from "../state/studio";
import type { Theme } from "../ui/theme";
import { backdrop, plainBackdrop } from "./backdrop";
import { Blobs } from "./blobs";
import { BodyView, PIN } from "./body";
import { ContactMarks } from "./contactmarks";
import { Dots, tinted } from "./dots";
import { Extras, type Shown } from "./extras";
import { Framer } from "./framer";
import { radians, type Pose } from "./framing";
import type { Rect } from "./free";
import { Gizmo } from "./gizmo";
import { HeldMarks, type Tip } from "./heldmarks";
import { HandMarks, type Pull, type Pointed } from "./handmarks";
import { Lights } from "./lights";
import { Looks } from "./looks";
import { insetFor, obstaclesIn, ObstacleView } from "./obstacle";
import { SpringMarks } from "./springs";
import { nearestHold, nearestPin, pinPlaces, pinRadius, type Pin } from "./pins";
import { StrokeMarks } from "./stroke";
import { firstHit, type Hit } from "./pointing";
import { settingsOf, type Choice } from "./quality";
import { Stage } from "./stage";

export interface ViewOptions {
  field: FieldName | null;
  texture: TextureChoice;
  image: string | null;
  surface: boolean;
  wireframe: boolean;
  particles: boolean;
  springs: boolean;
  vectors: readonly VectorName[];
  contacts: boolean;
  held: boolean; // joints and loads
  reactions: boolean;
  theme: Theme;
  quality: Choice;
  follow: boolean; // the camera keeps bodies in the picture
}

/** As `Shown`, with the length of the arrow in CSS pixels; `contacts` is how hard the darkest ones press [N]. */
export type Legend = Shown & { contacts: number | null };

export interface ViewEvents {
  drawn(frame: Frame | null): void;
  slow(): void;
  legend(legend: Legend): void;
  /** What lies over the view [CSS pixels from its upper left corner]. */
  covers(): readonly Rect[];
}

const ACCENT: Record<Theme, string> = { light: "#2f62c9", dark: "#7aa5ff" };
const THICK = 8; // CSS pixels beside a curve that still are a hit
const THICK_FINGER = 18;
const SPRING_COLOUR: Record<Theme, string> = { light: "#5d6570", dark: "#aab3bf" };
const NORMAL_COLOUR: Record<Theme, string> = { light: "#1b1f24", dark: "#cfd6df" };

export class View {
  readonly stage: Stage;
  readonly bodies = new Map<string, BodyView>();
  private readonly blobs = new Map<string, Blobs>(); // of bodies that have them instead of a skin
  readonly obstacles: ObstacleView[] = [];
  readonly marks = new HandMarks();
  readonly gizmo = new Gizmo();
  anchors: readonly Anchor[] = [];
  springs: readonly SpringLines[] = [];
  anchorsAtStart: readonly Anchor[] = []; // as in recorded frames that do not tell otherwise
  readonly springMarks = new SpringMarks();
  readonly contactMarks = new ContactMarks();
  readonly heldMarks = new HeldMarks();
  private loads: readonly string[] = [];
  hands: Hands | null = null;
  lastFrame: Frame | null = null;
  private obstaclesNow: readonly ObstacleMesh[] = [];
  private pending: Frame | null = null;
  private revision = -1;
  private reframe = false;
  private options: ViewOptions;
  private readonly lights = new Lights();
  private readonly pins = new Dots();
  private readonly handles = new Dots({ onTop: true, flat: true });
  readonly stroke = new StrokeMarks();
  private readonly extras = new Extras();
  private readonly looks = new Looks(() => this.stage.request());
  private readonly holds = new Map<string, Hold>(); // of this tab, by id
  private thrust: { spot: Spot; direction: Vec3; since: number } | null = null;
  private hover: Pointed | null = null;
  private gizmoAt: Vec3 | null = null;
  heavy = false; // whether weight acts
  from: Pick<Pose, "azimuth" | "elevation"> | null = null; // where the scene wants to be seen from
  steady = false; // the camera must not move: somebody points at something
  private readonly framer: Framer;

  constructor(
    container: HTMLElement,
    options: ViewOptions,
    private readonly events: ViewEvents,
  ) {
    this.options = options;
    this.stage = new Stage(container, options.quality, {
      prepare: () => this.prepare(),
      drawn: () => this.events.drawn(this.lastFrame),
      slow: () => this.events.slow(),
      resized: () => this.framer.again(),
    });
    this.framer = new Framer(this.stage, this.lights, this, () => this.events.covers());
    const { scene } = this.stage;
    scene.add(
      this.lights.group,
      this.pins.points,
      this.springMarks.group,
      this.contactMarks.group,
      this.heldMarks.group,
      this.handles.points,
      this.stroke.points,
      this.marks.group,
      this.gizmo.group,
    );
    container.append(this.heldMarks.numbers);
    this.setOptions(options);
  }

  // ---------------------------------------------------------------- what is shown

  setScene(info: SceneInfo): void {
    for (const body of this.bodies.values()) {
      this.stage.scene.remove(body.group);
      body.dispose();
    }
    this.bodies.clear();
    for (const blobs of this.blobs.values()) {
      this.stage.scene.remove(blobs.mesh);
      blobs.dispose();
    }
    this.blobs.clear();
    const { rich } = this.stage.settings;
    const balls = info.bodies.reduce((sum, { blobs, nodes }) => sum + (blobs === null ? 0 : nodes), 0);
    for (const mesh of info.bodies) {
      const body = new BodyView(mesh, rich);
      body.group.visible = false; // until it is known where it is
      this.bodies.set(mesh.id, body);
      this.stage.scene.add(body.group);
      if (mesh.blobs === null) continue;
      const blobs = new Blobs(mesh.nodes, mesh.blobs, mesh.colour, rich, mesh.nodes / balls);
      this.blobs.set(mesh.id, blobs);
      this.stage.scene.add(blobs.mesh);
    }
    this.revision = info.revision;
    this.pending = this.lastFrame = null;
    this.reframe ||= info.reframe;
    this.heavy = Boolean(info.scene.gravity);
    if (info.reframe) this.framer.begin(info.action.flat());
    const [azimuth, elevation] = (info.side ?? []).map(radians);
    this.from = info.side && { azimuth, elevation };
    this.extras.reset();
    this.contactMarks.reset();
    this.heldMarks.reset();
    this.loads = info.loads;
    this.springs = info.springs;
    this.anchorsAtStart = info.anchors;
    this.setObstacles(info.obstacles, info.anchors);
    this.applyDrawn();
    this.applyLooks();
    this.stage.request();
  }

  setObstacles(meshes: readonly ObstacleMesh[], anchors: readonly Anchor[]): void {
    this.obstaclesNow = meshes;
    this.anchors = anchors;
    if (this.lastFrame?.live !== false) this.drawObstacles(meshes);
  }

  private drawObstacles(meshes: readonly ObstacleMesh[]): void {
    const before = new Map(this.obstacles.entries());
    this.obstacles.length = 0;
    for (const [index, mesh] of meshes.entries()) {
      const old = before.get(index);
      if (old?.follow(mesh)) {
        before.delete(index);
        this.obstacles[index] = old;
        continue;
      }
      const made = new ObstacleView(mesh, this.stage.settings.rich, insetFor(this.bodies.values()), () =>
        this.stage.request(),
      );
      made.ground?.setLook(this.options.theme, this.stage.settings.shadows);
      made.ground?.spread(this.framer.centre, this.framer.radius);
      this.obstacles[index] = made;
      const drawn = made.mesh ?? made.ground?.group;
      if (drawn) this.stage.scene.add(drawn);
    }
    for (const gone of before.values()) {
      const drawn = gone.mesh ?? gone.ground?.group;
      if (drawn) this.stage.scene.remove(drawn);
      gone.dispose();
    }
    this.stage.request();
  }

  /** Parameters of the scene changed while it goes on. */
  changeScene(info: SceneInfo): void {
    this.loads = info.loads;
    this.springs = info.springs;
    this.setObstacles(info.obstacles, info.anchors);
    const bodies = (info.scene.bodies ?? []) as { id: string; look?: { color?: Vec3 } }[];
    const changed = bodies.map(({ id, look }) => look?.color && this.bodies.get(id)?.setColour(look.color));
    for (const { id, look } of bodies) {
      const blobs = this.blobs.get(id);
      if (blobs && look?.color) blobs.colour = look.color;
    }
    if (changed.some(Boolean)) this.applyLooks();
  }

  accept(frame: Frame): void {
    if (frame.revision === this.revision) {
      for (const [id, body] of this.bodies) body.learn(frame.bodies.get(id) ?? {});
      this.pending = frame;
    }
    this.stage.request();
  }

  setHands(hands: Hands): void {
    this.hands = hands;
    for (const body of this.bodies.values()) body.setPins(this.pinsOf(body));
    this.stage.request();
  }

  setOptions(options: ViewOptions): void {
    const before = this.options;
    this.options = options;
    this.framer.follows = options.follow;
    const fresh = !this.stage.scene.background;
    if (options.quality !== before.quality || fresh) {
      const settings = settingsOf(options.quality.quality);
      this.stage.use(settings);
      this.lights.setRich(settings.rich, this.stage.scene);
      this.lights.setShadows(settings.shadows);
      for (const obstacle of this.obstacles) obstacle.setRich(settings.rich);
    }
    if (options.theme !== before.theme || options.quality !== before.quality || fresh) this.applyTheme();
    this.applyDrawn();
    const looks = ["field", "texture", "image", "quality"] as const;
    if (fresh || looks.some((key) => options[key] !== before[key])) this.applyLooks();
    this.stage.request();
  }

  /** A hand of this tab, or null when it is let go; it is drawn without waiting for the server. */
  setHold(id: string, hold: Hold | null): void {
    if (hold) this.holds.set(id, hold);
    else this.holds.delete(id);
    this.stage.request();
  }

  /** The nearest of some hands that stay where they are, if it is within `reach` [CSS pixels] of a place. */
  holdAt(x: number, y: number, reach: number, ids: ReadonlySet<string>): Hold | null {
    return nearestHold(
      this,
      (this.hands?.holds ?? []).filter(({ id }) => ids.has(id)),
      { x, y },
      reach,
    );
  }

  setThrust(thrust: { spot: Spot; direction: Vec3 } | null): void {
    this.thrust = thrust && { ...thrust, since: performance.now() };
    this.stage.request();
  }

  /** Paths along which a body will be cut. */
  setStroke(paths: readonly (readonly Spot[])[]): void {
    this.stroke.paths = paths;
    this.stage.request();
  }

  setHover(hover: Pointed | null): void {
    if (hover === null && this.hover === null) return;
    this.hover = hover;
    this.stage.request();
  }

  setGizmo(at: Vec3 | null): void {
    this.gizmoAt = at;
    this.stage.request();
  }

  /** Small discs over everything: what can be moved. */
  setHandles(places: readonly Vec3[]): void {
    const flat = Float32Array.from(places.flat());
    this.handles.set(flat, tinted(places.length, ACCENT[this.options.theme]));
    this.stage.request();
  }

  // ---------------------------------------------------------------- the camera

  /** Looks at everything, from where the camera is. */
  frame(): void {
    this.framer.frame();
  }

  /** Looks at where things happen from first to last, as when the scene was opened. */
  home(): void {
    this.framer.home(false);
  }

  /** Other things than before lie over the view. */
  uncover(): void {
    this.framer.uncover();
  }

  /** The tips of loads that can be dragged. */
  loadTips(): Tip[] {
    return this.options.held ? this.heldMarks.tips(this.loads) : [];
  }

  /** The normal of the plane in which a hand moves. */
  handPlane(): Vec3 {
    return this.framer.handPlane();
  }

  /** Position, target and up, as pliant's own pictures have it. */
  cameraForExport(): [Vec3, Vec3, Vec3] {
    const { rig } = this.stage;
    return [rig.camera.position.toArray() as Vec3, rig.pose.target.toArray() as Vec3, [0, 0, 1]];
  }

  rayAt(clientX: number, clientY: number): Ray {
    const { camera } = this.stage.rig;
    const box = this.stage.canvas.getBoundingClientRect();
    const x = (2 * (clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (clientY - box.top)) / box.height;
    const direction = new Vector3(x, y, 0.5).unproject(camera).sub(camera.position).normalize();
    return { origin: camera.position.toArray() as Vec3, direction: direction.toArray() as Vec3 };
  }

  /** Where a point is on the page [CSS pixels]; null if it is behind the camera. */
  toPage(point: Vec3): { x: number; y: number } | null {
    const seen = new Vector3(...point).project(this.stage.rig.camera);
    if (!(Math.abs(seen.z) <= 1)) return null;
    const box = this.stage.canvas.getBoundingClientRect();
    return { x: box.left + ((seen.x + 1) / 2) * box.width, y: box.top + ((1 - seen.y) / 2) * box.height };
  }

  /** How large a body is at rest [m]. */
  sizeOf(body: string): number {
    return this.bodies.get(body)?.size ?? 0;
  }

  perPixel = (depth: number): number => this.stage.rig.metresPerPixel(this.stage.height, depth);

  /** The spot of a body under the pointer, unless an obstacle is in front of it. */
  bodyAt(ray: Ray, touch = false): Hit<BodyView> | null {
    const spread = (touch ? THICK_FINGER : THICK) * this.perPixel(1);
    const screens = this.obstacles.filter(({ open }) => !open);
    return firstHit(ray, this.bodies.values(), screens, spread, 0.002 * this.framer.radius);
  }

  /** The pinned node that is drawn within `reach` [CSS pixels] of a place on the page, unless its body hides it. */
  pinAt(x: number, y: number, reach: number): Pin | null {
    return nearestPin(this, this.stage.rig.camera, { x, y }, reach);
  }

  /** Where pins are in the view [CSS pixels from its upper left corner]. */
  pinPlaces(): { x: number; y: number }[] {
    return pinPlaces(this, this.stage.canvas);
  }

  /** The pinned nodes of a body; hands may still tell of those that it had with another grid. */
  pinsOf(body: BodyView): number[] {
    return (this.hands?.pins[body.id] ?? []).filter((node) => node < body.reachable);
  }

  // ---------------------------------------------------------------- before each picture

  private prepare(): void {
    const { rig, height } = this.stage;
    const ratio = this.stage.renderer.getPixelRatio();
    this.lights.furnish(this.stage.renderer, this.stage.scene);
    if (this.pending) this.takeFrame(this.pending);
    const pixelsPerMetre = (ratio * height) / (2 * Math.tan((rig.camera.fov * Math.PI) / 360));
    for (const body of this.bodies.values()) body.setScale(pixelsPerMetre, ratio);
    rig.camera.updateMatrixWorld();
    const eye = { camera: rig.camera, height: ratio * height };
    for (const blobs of this.blobs.values()) if (blobs.mesh.visible) blobs.face(eye);
    this.pins.setScale(pixelsPerMetre);
    const thick = [...this.bodies.values()].some(({ thread }) => thread !== null);
    this.pins.setSize(pinRadius(this.bodies.values()), 7 * ratio, (thick ? 64 : 14) * ratio);
    this.handles.setScale(pixelsPerMetre);
    this.handles.setSize(1e-6, 11 * ratio, 11 * ratio);
    for (const { ground } of this.obstacles) ground?.seenFrom(rig.camera);
    this.springMarks.show(this, this.options.springs, this.perPixel, pixelsPerMetre, ratio);
    this.contactMarks.setScale(pixelsPerMetre, ratio);
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    this.heldMarks.show(rig.camera, this.perPixel, pixelsPerMetre, ratio, (at) => {
      const seen = this.toPage(at);
      return seen && { x: seen.x - left, y: seen.y - top };
    });
    this.marks.showPulls(this.pulls(), rig.camera, this.perPixel);
    this.showThrust();
    this.stroke.show((spot) => this.spotNow(spot), ratio);
    this.marks.showHover(this.hover, rig.camera, this.perPixel);
    this.gizmo.show(this.gizmoAt, rig.camera, this.perPixel);
    this.placePins();
  }

  private takeFrame(frame: Frame): void {
    this.pending = null;
    const moves = !frame.live || this.obstaclesNow.some(({ id }) => frame.bodies.has(`@${id}`));
    if (moves) this.drawObstacles(obstaclesIn(frame, this.obstaclesNow));
    else if (this.lastFrame?.live === false) this.drawObstacles(this.obstaclesNow);
    this.lastFrame = frame;
    for (const [id, body] of this.bodies) {
      body.update(frame.bodies.get(id) ?? {});
      body.group.visible = true;
      this.blobs.get(id)?.update(body.positions);
    }
    this.drawExtras();
    if (this.reframe) {
      this.reframe = false;
      this.framer.home(true);
    }
    this.framer.follow(this.steady);
    this.shadeGround();
  }

  private shadeGround(): void {
    const grounds = this.obstacles.flatMap(({ ground }) => ground ?? []);
    if (!grounds.length) return;
    const things = [
      ...[...this.bodies.values()].map((body) => body.above),
      ...this.obstacles.flatMap((one) => (one.mesh ? [one.above] : [])),
    ];
    for (const ground of grounds) ground.shadeUnder(things);
  }

  /** Springs between spots and hands; those of other tabs as well. A push has no hand. */
  private pulls(): Pull[] {
    const own = this.holds;
    const others = (this.hands?.holds ?? []).filter(({ id }) => !own.has(id) && !id.startsWith("push"));
    return [...own.values(), ...others].flatMap(({ id, spot, to }) => {
      const from = this.spotNow(spot);
      return from ? [{ from, to, own: own.has(id) }] : [];
    });
  }

  private showThrust(): void {
    const at = this.thrust && this.spotNow(this.thrust.spot);
    const { camera } = this.stage.rig;
    if (!this.thrust || !at) {
      this.marks.showThrust(null, camera, this.perPixel);
      return;
    }
    const seconds = (performance.now() - this.thrust.since) / 1000;
    this.marks.showThrust({ at, direction: this.thrust.direction, seconds }, camera, this.perPixel);
    this.stage.request(); // it grows
  }

  private spotNow({ body, nodes, weights }: Spot): Vec3 | null {
    const positions = this.bodies.get(body)?.positions;
    return positions ? spotAt(positions, nodes, weights) : null;
  }

  private drawExtras(): void {
    const { field, vectors } = this.options;
    const touching = this.options.contacts ? (this.lastFrame?.bodies.get("!contacts") ?? {}) : null;
    const contacts = this.contactMarks.show(touching, [...this.bodies.values()]);
    const { held, reactions } = this.options;
    const size = Math.max(0, ...[...this.bodies.values()].map((body) => body.size));
    this.heldMarks.take(this.lastFrame, held, reactions, size);
    const shown = this.extras.draw([...this.bodies.values()], field, vectors);
    const { forces } = shown;
    const perPixel = this.perPixel(this.stage.rig.pose.distance);
    const arrow = forces && { ...forces, length: forces.length / perPixel };
    this.events.legend({ ...shown, forces: arrow, contacts });
  }

  private applyDrawn(): void {
    const { surface, field } = this.options;
    for (const body of this.bodies.values()) {
      const blobs = this.blobs.get(body.id);
      const asBlobs = blobs !== undefined && field === null; // colours by a field are those of the skin
      body.setDrawn({ ...this.options, surface: surface && !asBlobs });
      if (blobs) blobs.mesh.visible = surface && asBlobs;
      body.setPins(this.pinsOf(body));
      body.setNormalColour(NORMAL_COLOUR[this.options.theme]);
    }
    this.drawExtras();
  }

  private applyLooks(): void {
    const { texture, image, field } = this.options;
    const { rich } = this.stage.settings;
    for (const blobs of this.blobs.values()) blobs.setLook(rich);
    this.looks.apply(this.bodies.values(), { rich, texture, image, painted: field !== null });
  }

  private applyTheme(): void {
    const { theme } = this.options;
    const { rich, shadows } = this.stage.settings;
    this.stage.scene.background = rich ? backdrop(theme) : plainBackdrop(theme);
    for (const { ground } of this.obstacles) ground?.setLook(theme, shadows);
    this.marks.setColour(ACCENT[theme]);
    this.springMarks.setColour(SPRING_COLOUR[theme]);
  }

  private placePins(): void {
    const places: number[] = [];
    for (const body of this.lastFrame ? this.bodies.values() : []) {
      for (const node of this.pinsOf(body)) places.push(...nodeAt(body.positions, node));
    }
    this.pins.set(Float32Array.from(places), tinted(places.length / 3, PIN));
  }
}
