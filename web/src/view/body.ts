/** A body as drawn: surface, wires, particles and vectors, all from the positions of its nodes. */

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  type Texture,
} from "three";
import { float32, uint32 } from "../live/base64";
import type { BodyMesh, FieldName, Vec3, VectorName } from "../messages";
import { paint } from "../numbers/colourmap";
import { sample } from "./action";
import { Arrows } from "./arrows";
import type { Above } from "./contact";
import { Dots, tinted } from "./dots";
import { bodyMaterial, type SurfaceMaterial } from "./material";
import { vertexNormals } from "./normals";
import { edgesOf, gather, splitSeam } from "./seam";

export const VECTOR_COLOURS: Record<VectorName, string> = {
  normal: "#1b1f24",
  external: "#1f9d55",
  elastic: "#8b3fd1",
};
const PARTICLE = "#8d949e";
export const PIN = "#e5342b";
const WIRE = "#2f62c9";

export interface Drawn {
  surface: boolean;
  wireframe: boolean;
  particles: boolean;
  vectors: readonly VectorName[];
}

type Arrays = Partial<Record<"positions" | FieldName | VectorName, Float32Array>>;

export class BodyView {
  readonly group = new Group();
  readonly id: string;
  readonly triangles: Uint32Array; // of nodes
  readonly spacing: number;
  readonly size: number;
  readonly grid: [number, number];
  readonly ownTexture: string | null;
  positions: Float32Array; // of nodes; those of the last frame
  readonly normals: Float32Array;
  private arrays: Arrays = {};
  private readonly source: Uint32Array | null;
  private readonly geometry = new BufferGeometry();
  private readonly mesh: Mesh<BufferGeometry, SurfaceMaterial>;
  private readonly wires: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly particles = new Dots();
  private readonly arrows: Record<VectorName, Arrows>;
  private readonly vertexColours: Float32Array;
  private colour: Vec3;
  private tints: Float32Array;

  constructor(mesh: BodyMesh, rich: boolean) {
    this.id = mesh.id;
    this.spacing = mesh.spacing;
    this.size = mesh.size;
    this.grid = mesh.grid;
    this.ownTexture = mesh.texture;
    this.colour = mesh.colour;
    this.triangles = uint32(mesh.triangles);
    const open = splitSeam(this.triangles, float32(mesh.uv), mesh.periodic);
    this.source = open.source;
    const vertices = open.source?.length ?? mesh.nodes;
    this.positions = new Float32Array(3 * mesh.nodes);
    this.normals = new Float32Array(3 * mesh.nodes);
    this.vertexColours = new Float32Array(3 * vertices);
    this.tints = tinted(mesh.nodes, PARTICLE);
    this.geometry.setIndex(new BufferAttribute(open.triangles, 1));
    const moving = (array: Float32Array): BufferAttribute =>
      new BufferAttribute(array, 3).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute("position", moving(new Float32Array(3 * vertices)));
    this.geometry.setAttribute("normal", moving(new Float32Array(3 * vertices)));
    this.geometry.setAttribute("color", moving(this.vertexColours));
    this.geometry.setAttribute("uv", new BufferAttribute(open.uv, 2));
    this.mesh = new Mesh(
      this.geometry,
      bodyMaterial(rich, { colour: mesh.colour, texture: null, painted: false }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.wires = new LineSegments(
      new BufferGeometry(),
      new LineBasicMaterial({ color: WIRE, toneMapped: false }),
    );
    this.wires.geometry.setAttribute("position", this.geometry.getAttribute("position"));
    this.wires.geometry.setIndex(new BufferAttribute(edgesOf(open.triangles, vertices), 1));
    this.wires.frustumCulled = false;
    this.arrows = {
      normal: new Arrows(VECTOR_COLOURS.normal, false),
      external: new Arrows(VECTOR_COLOURS.external, false),
      elastic: new Arrows(VECTOR_COLOURS.elastic, true),
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
    vertexNormals(positions, this.triangles, this.normals);
    const put = (name: string, values: Float32Array): void => {
      const attribute = this.geometry.getAttribute(name) as BufferAttribute;
      if (this.source) gather(values, this.source, 3, attribute.array as Float32Array);
      else (attribute.array as Float32Array).set(values);
      attribute.needsUpdate = true;
    };
    put("position", positions);
    put("normal", this.normals);
    if (this.particles.points.visible) this.particles.set(positions, this.tints);
  }

  /** Some of its points and the area that each stands for [m²]: what shades the ground. */
  get above(): Above {
    const points = sample(this.positions, 1500);
    const nodes = this.positions.length / 3;
    return { points, area: (this.spacing * this.spacing * nodes) / (points.length / 3) };
  }

  array(name: FieldName | VectorName): Float32Array | null {
    return this.arrays[name] ?? null;
  }

  /** Colours the surface by a field between 0 and `high`. */
  paint(field: FieldName, high: number): void {
    const values = this.arrays[field];
    if (!values) return;
    paint(values, high, this.source, this.vertexColours);
    this.geometry.getAttribute("color").needsUpdate = true;
  }

  /** Lines for the vectors; `scale` [m per unit] is the same for all forces, so that they can be compared. */
  drawVectors(name: VectorName, scale: number): void {
    const values = name === "normal" ? this.normals : this.arrays[name];
    if (values)
      this.arrows[name].set(this.positions, values, scale, Math.max(8 * this.spacing, 0.2 * this.size));
  }

  setDrawn(drawn: Drawn): void {
    this.mesh.visible = drawn.surface;
    this.wires.visible = drawn.wireframe;
    const appears = drawn.particles && !this.particles.points.visible;
    this.particles.points.visible = drawn.particles;
    if (appears) this.particles.set(this.positions, this.tints);
    for (const [name, arrows] of Object.entries(this.arrows)) {
      arrows.lines.visible = drawn.vectors.includes(name as VectorName);
    }
  }

  setPins(pins: readonly number[]): void {
    this.tints = tinted(this.positions.length / 3, PARTICLE);
    const red = tinted(1, PIN);
    for (const node of pins) this.tints.set(red, 3 * node);
    if (this.particles.points.visible) this.particles.set(this.positions, this.tints);
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
    this.arrows.normal.setColour(colour);
  }

  setScale(pixelsPerMetre: number, pixelRatio: number): void {
    this.particles.setScale(pixelsPerMetre);
    this.particles.setSize(0.2 * this.spacing, 2.5 * pixelRatio, 16 * pixelRatio);
  }

  dispose(): void {
    this.geometry.dispose();
    this.mesh.material.dispose();
    this.wires.geometry.dispose();
    this.wires.material.dispose();
    this.particles.dispose();
    for (const arrows of Object.values(this.arrows)) arrows.dispose();
  }
}
