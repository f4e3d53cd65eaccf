/** What is drawn of a body: a surface whose vertices follow the nodes. Of triangles, of a tube, or of several tubes. */

import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from "three";
import { float32, uint32 } from "../live/base64";
import type { BodyMesh, Chain } from "../messages";
import { paint } from "../numbers/colourmap";
import { smoothingGroups } from "./creases";
import { boxFaces, gridFaces } from "./faces";
import { vertexNormals } from "./normals";
import { edgesOf, gather, splitSeam, without } from "./seam";
import type { Tear } from "./tear";
import { Tube } from "./tube";

const TILES = 10; // squares of a checkerboard along the longer side of a body

export interface Skin {
  readonly geometry: BufferGeometry;
  readonly wires: Uint32Array; // pairs of vertices
  update(positions: Float32Array): void;
  /**
   * From now on the triangles with these numbers are not there; of threads, the segments between nodes. A surface is
   * open along a tear: positions and values then are those of its nodes and points.
   */
  cut(gone: ArrayLike<number>, tear: Tear | null): void;
  /** Colours it by a value of each node, between 0 and `high`. */
  paint(values: Float32Array, high: number): void;
}

export function skinOf(mesh: BodyMesh): Skin {
  if (mesh.chains.length) return new WebSkin(mesh.chains);
  return mesh.kind === "curve" ? new TubeSkin(mesh) : new TriangleSkin(cornersOf(mesh));
}

/** Vertices: several for a node at creases, at seams and where faces meet. */
export interface Vertices {
  triangles: Uint32Array; // of vertices
  source: Uint32Array | null; // the node of each; null: they are the same
  groups: Uint32Array | null; // those with the same number share a normal; null: by nodes
  uv: Float32Array;
  tiles: Float32Array;
  repeats?: readonly number[]; // of a surface: tiles over uv
}

function cornersOf(mesh: BodyMesh): Vertices {
  const triangles = uint32(mesh.triangles);
  if (mesh.kind === "surface") {
    const open = splitSeam(triangles, float32(mesh.uv), mesh.periodic);
    const repeats = repeatsOf(mesh.grid);
    return { ...open, tiles: tilesOf(open.uv, repeats), groups: open.source, repeats };
  }
  const rest = float32(mesh.rest);
  const faces =
    mesh.kind === "solid"
      ? gridFaces(triangles, float32(mesh.coordinates), mesh.periodic, repeatsOf(mesh.grid))
      : boxFaces(triangles, rest, TILES / 2);
  const own = mesh.kind === "solid" ? faces.face : null;
  return joined(triangles, smoothingGroups(triangles, rest, own), faces.uv, faces.tiles);
}

/** How often a checkerboard repeats along each axis of a grid; squares stay square where cells are. */
function repeatsOf(grid: readonly number[]): number[] {
  const longest = Math.max(...grid);
  return grid.map((side) => Math.max(1, Math.round((TILES * side) / longest / 2)));
}

const tilesOf = (uv: Float32Array, repeats: readonly number[]): Float32Array =>
  uv.map((value, k) => value * repeats[k % 2]);

/** The vertices of a surface that is torn: those that it has, and those of the quarters of torn cells. */
export function withTear(vertices: Vertices, kept: Uint32Array, tear: Tear): Vertices {
  const before = vertices.uv.length / 2;
  const quarters = joined(
    tear.triangles,
    tear.triangles,
    tear.uv,
    tilesOf(tear.uv, vertices.repeats ?? [1, 1]),
  );
  const own = vertices.source ?? Uint32Array.from({ length: before }, (_, node) => node);
  const source = concat(Uint32Array, own, quarters.source ?? tear.triangles);
  return {
    triangles: concat(
      Uint32Array,
      kept,
      quarters.triangles.map((vertex) => vertex + before),
    ),
    source,
    groups: source,
    uv: concat(Float32Array, vertices.uv, quarters.uv),
    tiles: concat(Float32Array, vertices.tiles, quarters.tiles),
  };
}

function concat<A extends Uint32Array | Float32Array>(kind: new (length: number) => A, a: A, b: A): A {
  const out = new kind(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** One vertex for all corners of triangles that agree in everything. */
export function joined(
  triangles: Uint32Array,
  groups: Uint32Array,
  uv: Float32Array,
  tiles: Float32Array,
): Vertices {
  const known = new Map<string, number>();
  const made: number[] = []; // a corner of each vertex
  const split = triangles.map((node, corner) => {
    const k = 2 * corner;
    const key = [node, groups[corner], uv[k], uv[k + 1], tiles[k], tiles[k + 1]].join();
    const vertex = known.get(key) ?? made.push(corner) - 1;
    known.set(key, vertex);
    return vertex;
  });
  const pairs = (values: Float32Array): Float32Array =>
    Float32Array.from(made.flatMap((corner) => [values[2 * corner], values[2 * corner + 1]]));
  return {
    triangles: split,
    source: Uint32Array.from(made, (corner) => triangles[corner]),
    groups: Uint32Array.from(made, (corner) => groups[corner]),
    uv: pairs(uv),
    tiles: pairs(tiles),
  };
}

class TriangleSkin implements Skin {
  readonly geometry: BufferGeometry;
  wires: Uint32Array;
  private shown: Vertices; // with triangles that are not cut
  private tear: Tear | null = null;
  private normals: Float32Array; // of groups

  constructor(private readonly whole: Vertices) {
    this.shown = whole;
    this.geometry = geometryOf(whole);
    this.wires = edgesOf(whole.triangles, whole.uv.length / 2);
    this.normals = normalsFor(whole);
  }

  cut(gone: ArrayLike<number>, tear: Tear | null): void {
    const kept = without(this.whole.triangles, gone);
    this.shown = tear ? withTear(this.whole, kept, tear) : { ...this.whole, triangles: kept };
    if (tear || this.tear) {
      this.geometry.dispose(); // what the graphics card has of the arrays that are replaced
      furnish(this.geometry, this.shown);
      this.normals = normalsFor(this.shown);
    } else {
      this.geometry.setIndex(new BufferAttribute(kept, 1));
    }
    this.tear = tear;
    this.wires = edgesOf(this.shown.triangles, this.shown.uv.length / 2);
  }

  update(positions: Float32Array): void {
    const { source, groups, triangles } = this.shown;
    const places = arrayOf(this.geometry, "position");
    if (source) gather(positions, source, 3, places);
    else places.set(positions);
    vertexNormals(places, triangles, this.normals, groups);
    if (this.tear) this.normals = this.tear.spread(this.normals, 3);
    const normals = arrayOf(this.geometry, "normal");
    if (groups) gather(this.normals, groups, 3, normals);
    else normals.set(this.normals);
    changed(this.geometry, "position", "normal");
  }

  paint(values: Float32Array, high: number): void {
    paint(values, high, this.shown.source, arrayOf(this.geometry, "color"));
    changed(this.geometry, "color");
  }
}

class TubeSkin implements Skin {
  readonly geometry: BufferGeometry;
  readonly wires: Uint32Array;
  private readonly tube: Tube;
  private readonly values: Float32Array; // of vertices

  constructor(mesh: BodyMesh) {
    const radius = mesh.radius ?? 0;
    this.tube = new Tube(mesh.nodes, mesh.closed, radius);
    const { positions, normals, triangles, uv, wires } = this.tube;
    const length = mesh.spacing * (mesh.closed ? mesh.nodes : mesh.nodes - 1);
    const along = Math.max(1, Math.round((2 * length) / (2 * Math.PI * radius || length)));
    const tiles = uv.map((value, k) => value * (k % 2 ? along : 2)); // four squares around
    this.geometry = geometryOf({ positions, normals, triangles, uv, tiles });
    this.wires = wires;
    this.values = new Float32Array(positions.length / 3);
  }

  cut(gone: ArrayLike<number>): void {
    this.geometry.setIndex(new BufferAttribute(this.tube.without(new Set(Array.from(gone))), 1));
  }

  update(positions: Float32Array): void {
    this.tube.update(positions);
    changed(this.geometry, "position", "normal");
  }

  paint(values: Float32Array, high: number): void {
    this.tube.spread(values, this.values);
    paint(this.values, high, null, arrayOf(this.geometry, "color"));
    changed(this.geometry, "color");
  }
}

/** Several tubes in one geometry. */
class WebSkin implements Skin {
  readonly geometry: BufferGeometry;
  readonly wires: Uint32Array;
  private readonly parts: { tube: Tube; nodes: Uint32Array; places: Float32Array; first: number }[];

  constructor(chains: readonly Chain[]) {
    let first = 0;
    this.parts = chains.map(({ nodes, closed, radius }) => {
      const tube = new Tube(nodes.length, closed, radius);
      const part = {
        tube,
        nodes: Uint32Array.from(nodes),
        places: new Float32Array(3 * nodes.length),
        first,
      };
      first += tube.positions.length / 3;
      return part;
    });
    const all = (of: (tube: Tube) => Float32Array): Float32Array =>
      Float32Array.from(this.parts.flatMap(({ tube }) => [...of(tube)]));
    const shifted = (of: (tube: Tube) => Uint32Array): Uint32Array =>
      Uint32Array.from(this.parts.flatMap(({ tube, first: start }) => [...of(tube)].map((k) => k + start)));
    const uv = all((tube) => tube.uv);
    this.geometry = geometryOf({
      triangles: shifted((tube) => tube.triangles),
      uv,
      tiles: uv.map((value, k) => value * (k % 2 ? 8 : 2)),
    });
    this.wires = shifted((tube) => tube.wires);
  }

  cut(gone: ArrayLike<number>): void {
    const numbers = Array.from(gone);
    let before = 0;
    const kept = this.parts.flatMap(({ tube, first }) => {
      const own = new Set(numbers.map((k) => k - before));
      before += tube.segments;
      return [...tube.without(own)].map((k) => k + first);
    });
    this.geometry.setIndex(new BufferAttribute(Uint32Array.from(kept), 1));
  }

  update(positions: Float32Array): void {
    const [places, normals] = [arrayOf(this.geometry, "position"), arrayOf(this.geometry, "normal")];
    for (const { tube, nodes, places: own, first } of this.parts) {
      gather(positions, nodes, 3, own);
      tube.update(own);
      places.set(tube.positions, 3 * first);
      normals.set(tube.normals, 3 * first);
    }
    changed(this.geometry, "position", "normal");
  }

  paint(values: Float32Array, high: number): void {
    const colours = arrayOf(this.geometry, "color");
    for (const { tube, nodes, first } of this.parts) {
      const spread = new Float32Array(tube.positions.length / 3);
      tube.spread(
        Float32Array.from(nodes, (node) => values[node]),
        spread,
      );
      paint(spread, high, null, colours.subarray(3 * first, 3 * (first + spread.length)));
    }
    changed(this.geometry, "color");
  }
}

const normalsFor = ({ groups, uv }: Vertices): Float32Array =>
  new Float32Array(3 * (groups ? 1 + groups.reduce((a, b) => Math.max(a, b), 0) : uv.length / 2));

/** What a geometry is made of. The arrays are used as they are; positions, normals and colours change. */
interface Furniture {
  positions?: Float32Array;
  normals?: Float32Array;
  triangles: Uint32Array;
  uv: Float32Array;
  tiles: Float32Array;
}

const geometryOf = (furniture: Furniture): BufferGeometry => furnish(new BufferGeometry(), furniture);

function furnish(geometry: BufferGeometry, { triangles, uv, tiles, ...given }: Furniture): BufferGeometry {
  const { positions = new Float32Array((3 * uv.length) / 2) } = given;
  const { normals = new Float32Array(positions.length) } = given;
  const moving = (array: Float32Array): BufferAttribute =>
    new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
  geometry.setIndex(new BufferAttribute(triangles, 1));
  geometry.setAttribute("position", moving(positions));
  geometry.setAttribute("normal", moving(normals));
  // Until values arrive, and where there are none, it is as pale as what is at rest.
  geometry.setAttribute("color", moving(new Float32Array(positions.length).fill(1)));
  geometry.setAttribute("uv", new BufferAttribute(uv, 2));
  geometry.setAttribute("uv1", new BufferAttribute(tiles, 2)); // what a texture of channel 1 goes by
  return geometry;
}

const arrayOf = (geometry: BufferGeometry, name: string): Float32Array =>
  geometry.getAttribute(name).array as Float32Array;

function changed(geometry: BufferGeometry, ...names: string[]): void {
  for (const name of names) geometry.getAttribute(name).needsUpdate = true;
}
