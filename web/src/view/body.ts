/** A body as drawn: surface, wires, particles and vectors, all from the positions of its nodes. */

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  type Texture,
} from "three";
import {
  curveMeeting,
  segmentsOf,
  spotOnCurve,
  spotOnThreads,
  threadsMeeting,
  type Thread,
} from "../hands/pickcurve";
import { firstMeeting, spotAt, spotOfNode, type Meeting, type Ray } from "../hands/pick";
import { float32, uint32 } from "../live/base64";
import type { BodyMesh, FieldName, Vec3, VectorName } from "../messages";
import { bulkOf, leftOf, piecesOf, sample } from "./action";
import { Arrows } from "./arrows";
import type { Above } from "./contact";
import { Dots, tinted } from "./dots";
import { bodyMaterial, type SurfaceMaterial } from "./material";
import { vertexNormals } from "./normals";
import { gather, without } from "./seam";
import { skinOf, type Skin } from "./skin";
import { Tear, TEAR, type TearArrays, type TearName } from "./tear";

export const VECTOR_COLOURS: Record<VectorName, string> = {
  normals: "#1b1f24",
  external_forces: "#1f9d55",
  elastic_forces: "#8b3fd1",
};
const PARTICLE = "#8d949e";
export const PIN = "#e5342b";
const WIRE = "#2f62c9";
export const BEAD = 1.3; // how much thicker than a curve the dots on it are

export interface Drawn {
  surface: boolean;
  wireframe: boolean;
  particles: boolean;
  vectors: readonly VectorName[];
}

type Arrays = Partial<
  Record<"positions" | "cut" | "broken" | TearName | FieldName | VectorName, Float32Array>
>;
const NOTHING = new Float32Array(0);

export class BodyView {
  readonly group = new Group();
  readonly id: string;
  triangles: Uint32Array; // of nodes, those that are not cut; none of a curve
  readonly thread: Thread | null; // what a curve has instead, and the thickest of `chains`
  private readonly chains: readonly Thread[]; // of a layered body without triangles
  readonly reachable: number; // how many of its nodes, from the first, hands and eyes get at: layers below are covered
  readonly sheet: boolean; // whether it is thin, so that what is behind it shows through at once
  private readonly balls: boolean; // whether its nodes are drawn as balls, all of them, whatever is left around them
  readonly thickness: number; // how far it reaches around its nodes, as drawn [m]
  readonly spacing: number;
  readonly size: number;
  readonly ownTexture: string | null;
  positions: Float32Array; // of nodes; those of the last frame
  readonly normals: Float32Array; // of nodes; zero inside a body and along a curve
  readonly cuttable: boolean;
  private readonly whole: Uint32Array; // its triangles before it was cut
  private readonly rest: Float32Array; // positions of nodes
  private readonly grid: readonly number[];
  private readonly periodic: readonly boolean[];
  private gone = NOTHING; // numbers of the triangles that are cut
  private broken = NOTHING; // numbers of the links that are
  private known: { broken: Float32Array; tear: Tear } | null = null; // how it is drawn if these links are
  tear: Tear | null = null; // what is drawn instead of torn cells
  private places: Float32Array; // of nodes, and of the points of a tear
  private pieces: Uint32Array[] | null = null; // nodes of what is left, by pieces; null: not known yet
  private left: Uint32Array | null = null; // the nodes that still have a triangle; null: it is not cut
  private arrays: Arrays = {};
  private readonly outer: Uint32Array | null; // the nodes on its surface; null: all of them
  private readonly skin: Skin;
  private readonly mesh: Mesh<BufferGeometry, SurfaceMaterial>;
  private readonly wires: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly particles = new Dots();
  private readonly arrows: Record<VectorName, Arrows>;
  private colour: Vec3;
  private tints: Float32Array;

  constructor(mesh: BodyMesh, rich: boolean) {
    this.id = mesh.id;
    this.spacing = mesh.spacing;
    this.size = mesh.size;
    this.ownTexture = mesh.texture;
    this.colour = mesh.colour;
    this.triangles = this.whole = uint32(mesh.triangles);
    this.cuttable = mesh.cuttable;
    this.rest = float32(mesh.rest);
    this.chains = mesh.chains;
    this.thread =
      mesh.kind === "curve" ? { closed: mesh.closed, radius: mesh.radius ?? 0 } : (mesh.chains[0] ?? null);
    this.balls = mesh.blobs !== null;
    this.thickness = mesh.blobs ?? this.thread?.radius ?? 0;
    this.sheet = mesh.kind === "surface" || mesh.kind === "mesh";
    this.outer =
      this.triangles.length && mesh.kind !== "surface" ? Uint32Array.from(new Set(this.triangles)) : null;
    this.reachable = mesh.kind === "layered" && this.triangles.length ? mesh.grid[1] : mesh.nodes;
    this.positions = this.places = new Float32Array(3 * mesh.nodes);
    this.grid = mesh.grid;
    this.periodic = mesh.periodic;
    this.normals = new Float32Array(3 * mesh.nodes);
    this.tints = tinted(mesh.nodes, PARTICLE);
    this.skin = skinOf(mesh);
    this.mesh = new Mesh(
      this.skin.geometry,
      bodyMaterial(rich, { colour: mesh.colour, texture: null, painted: false }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.wires = new LineSegments(
      new BufferGeometry(),
      new LineBasicMaterial({ color: WIRE, toneMapped: false }),
    );
    this.wires.geometry.setAttribute("position", this.skin.geometry.getAttribute("position"));
    this.wires.geometry.setIndex(new BufferAttribute(this.skin.wires, 1));
    this.wires.frustumCulled = false;
    this.arrows = {
      normals: new Arrows(VECTOR_COLOURS.normals, false),
      external_forces: new Arrows(VECTOR_COLOURS.external_forces, false),
      elastic_forces: new Arrows(VECTOR_COLOURS.elastic_forces, true),
    };
    this.group.add(this.mesh, this.wires, this.particles.points);
    for (const arrows of Object.values(this.arrows)) this.group.add(arrows.lines);
  }

  /** Takes over a frame. */
  update(arrays: Arrays): void {
    const { positions } = arrays;
    if (!positions || positions.length !== this.positions.length) return;
    this.arrays = arrays;
    this.positions = positions;
    this.cut(arrays.cut ?? NOTHING, arrays.broken ?? NOTHING);
    this.places = this.tear?.move(positions) ?? positions;
    vertexNormals(positions, this.triangles, this.normals);
    if (this.tear) this.turnTorn(this.tear);
    this.skin.update(this.places);
    this.placeParticles();
  }

  /** Keeps what a frame says of a tear, also if it is never drawn: it is said once. */
  learn(arrays: Arrays): void {
    if (!arrays.broken || !arrays.tear_triangles) return;
    const own = Object.fromEntries(
      TEAR.map((name) => [name, arrays[name]?.slice() ?? NOTHING]),
    ) as TearArrays;
    const tear = new Tear(this.positions.length / 3, this.grid, this.periodic, own);
    this.known = { broken: arrays.broken.slice(), tear };
  }

  /** From now on the triangles with these numbers are not there, and these links are broken. */
  private cut(gone: Float32Array, broken: Float32Array): void {
    const tear = broken.length && this.known && same(broken, this.known.broken) ? this.known.tear : null;
    if (same(gone, this.gone) && same(broken, this.broken) && tear === this.tear) return;
    this.gone = gone.slice();
    this.broken = broken.slice();
    this.tear = tear;
    this.pieces = null;
    this.triangles = without(this.whole, gone);
    const holes = gone.length && this.whole.length && !tear && !this.balls;
    this.left = holes ? Uint32Array.from(new Set(this.triangles)) : null;
    this.skin.cut(gone, tear);
    this.wires.geometry.setAttribute("position", this.skin.geometry.getAttribute("position"));
    this.wires.geometry.setIndex(new BufferAttribute(this.skin.wires, 1));
  }

  /** Normals of nodes from the quarters around them too. */
  private turnTorn(tear: Tear): void {
    const normals = new Float32Array(this.places.length);
    vertexNormals(this.places, Uint32Array.from([...this.triangles, ...tear.triangles]), normals);
    this.normals.set(normals.subarray(0, this.normals.length));
  }

  private placeParticles(): void {
    if (!this.particles.points.visible) return;
    this.particles.set(this.shown(this.positions), this.shown(this.tints));
  }

  /** Values (3 each) of the nodes that are seen. */
  private shown(values: Float32Array): Float32Array {
    const nodes = this.balls && this.gone.length ? null : (this.left ?? this.outer);
    if (!nodes) return values;
    const out = new Float32Array(3 * nodes.length);
    gather(values, nodes, 3, out);
    return out;
  }

  /** Where the nodes are that are seen. */
  get seen(): Float32Array {
    return this.shown(this.positions);
  }

  /** The same without what is torn off and far away from where it is `held`. */
  main(held: readonly number[]): Float32Array {
    const nodes = this.positions.length / 3;
    if (!this.gone.length) return this.seen;
    if (this.balls) return bulkOf(this.positions, 2 * this.size);
    this.pieces ??= this.thread
      ? piecesOf(
          without(segmentsOf(this.chains.length ? this.chains : [this.thread], nodes), this.gone, 2),
          2,
          nodes,
        )
      : this.piecesOfTriangles(nodes);
    return this.pieces.length ? leftOf(this.positions, this.pieces, held, 2 * this.size) : this.seen;
  }

  private piecesOfTriangles(nodes: number): Uint32Array[] {
    if (!this.tear) return piecesOf(this.triangles, 3, nodes);
    const all = Uint32Array.from([...this.triangles, ...this.tear.triangles]);
    return piecesOf(all, 3, nodes + this.tear.points).map((piece) => piece.filter((point) => point < nodes));
  }

  /** Some of its points and the area that each stands for [m²]: what shades the ground. */
  get above(): Above {
    const positions = this.seen;
    const points = sample(positions, 1500);
    const area = this.spacing * (this.thread ? 2 * this.thread.radius : this.spacing);
    return { points, area: (area * positions.length) / points.length };
  }

  // ---------------------------------------------------------------- for hands

  /** What a ray meets first; a curve is met within `spread` [m per m of distance] too. */
  meet(ray: Ray, spread: number): Meeting | null {
    if (this.chains.length) return threadsMeeting(ray, this.positions, this.chains, spread);
    if (this.thread) return curveMeeting(ray, this.positions, this.thread, spread);
    const whole = firstMeeting(ray, this.positions, this.triangles);
    const quarter = this.tear && firstMeeting(ray, this.places, this.tear.triangles);
    const corner = quarter && this.spotOfNode(this.tear!.owner(quarter));
    if (!this.tear || !corner || (whole && whole.distance <= quarter.distance)) return whole;
    return this.tear.owned(quarter, corner, this.triangles.length / 3);
  }

  /** Where a spot is at rest. */
  restOf(nodes: Vec3, weights: Vec3): Vec3 {
    return spotAt(this.rest, nodes, weights);
  }

  /** A spot exactly at a node; null inside a body. */
  spotOfNode(node: number): { nodes: Vec3; weights: Vec3 } | null {
    if (this.chains.length) return spotOnThreads(this.chains, node);
    return this.thread
      ? spotOnCurve(this.positions.length / 3, this.thread.closed, node)
      : (spotOfNode(this.triangles, node) ?? (this.tear && spotOfNode(this.whole, node)));
  }

  /** How far a node of a curve can get from the nearest of some of them [m]; of other bodies nothing is known. */
  reach(nodes: readonly number[]): number | null {
    if (!this.thread || this.chains.length || !nodes.length) return null;
    const count = this.positions.length / 3;
    const ordered = [...nodes].sort((a, b) => a - b);
    const [first, last] = [ordered[0], ordered[ordered.length - 1]];
    const between = ordered.slice(1).map((node, k) => (node - ordered[k]) / 2);
    const ends = this.thread.closed ? [(count - last + first) / 2] : [first, count - 1 - last];
    return this.spacing * Math.max(...between, ...ends);
  }

  /** Whether a node is behind its own body, as seen along a ray towards it that is so long. */
  hides(ray: Ray, distance: number): boolean {
    if (!this.outer) return false;
    const meeting = firstMeeting(ray, this.positions, this.triangles);
    return meeting !== null && meeting.distance < distance - 0.5 * this.spacing;
  }

  // ---------------------------------------------------------------- looks

  array(name: FieldName | VectorName): Float32Array | null {
    return this.arrays[name] ?? null;
  }

  /** Colours the surface by a field between 0 and `high`. */
  paint(field: FieldName, high: number): void {
    const values = this.arrays[field];
    if (values) this.skin.paint(this.tear?.spread(values, 1) ?? values, high);
  }

  /** Lines for the vectors; `scale` [m per unit] is the same for all forces, so that they can be compared. */
  drawVectors(name: VectorName, scale: number): void {
    const values = name === "normals" ? this.normals : this.arrays[name];
    if (values)
      this.arrows[name].set(this.positions, values, scale, Math.max(8 * this.spacing, 0.2 * this.size));
  }

  setDrawn(drawn: Drawn): void {
    this.mesh.visible = drawn.surface;
    this.wires.visible = drawn.wireframe;
    this.particles.points.visible = drawn.particles;
    this.placeParticles();
    for (const [name, arrows] of Object.entries(this.arrows)) {
      arrows.lines.visible = drawn.vectors.includes(name as VectorName);
    }
  }

  setPins(pins: readonly number[]): void {
    this.tints = tinted(this.positions.length / 3, PARTICLE);
    const red = tinted(1, PIN);
    for (const node of pins) this.tints.set(red, 3 * node);
    this.placeParticles();
  }

  setLook(rich: boolean, texture: Texture | null, painted: boolean): void {
    this.mesh.material.dispose();
    // A picture has its own colours; a checkerboard takes those of the body.
    const colour: Vec3 = texture?.userData.picture ? [1, 1, 1] : this.colour;
    this.mesh.material = bodyMaterial(rich, { colour, texture, painted });
  }

  /** True if it is another one; `setLook` then shows it. */
  setColour(colour: Vec3): boolean {
    const other = colour.some((part, k) => Math.abs(part - this.colour[k]) > 1e-6);
    this.colour = colour;
    return other;
  }

  setNormalColour(colour: string): void {
    this.arrows.normals.setColour(colour);
  }

  setScale(pixelsPerMetre: number, pixelRatio: number): void {
    this.particles.setScale(pixelsPerMetre);
    const radius = Math.max(0.2 * this.spacing, BEAD * (this.thread?.radius ?? 0));
    this.particles.setSize(radius, 2.5 * pixelRatio, (this.thread ? 64 : 16) * pixelRatio);
  }

  dispose(): void {
    this.skin.geometry.dispose();
    this.mesh.material.dispose();
    this.wires.geometry.dispose();
    this.wires.material.dispose();
    this.particles.dispose();
    for (const arrows of Object.values(this.arrows)) arrows.dispose();
  }
}

const same = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((value, k) => value === b[k]);
