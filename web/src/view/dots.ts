/** Many small balls: particles, pins and handles. Drawn as points that are shaded like spheres. */

import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Points, ShaderMaterial } from "three";

const VERTEX = /* glsl */ `
  attribute vec3 tint;
  uniform float radius, scale, smallest, largest, lift;
  varying vec3 vTint;
  void main() {
    vTint = tint;
    vec4 seen = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * seen;
    gl_Position.z -= lift * gl_Position.w;
    gl_PointSize = clamp(2.0 * radius * scale / -seen.z, smallest, largest);
  }
`;
const FRAGMENT = /* glsl */ `
  uniform float flatness;
  varying vec3 vTint;
  void main() {
    vec2 p = 2.0 * gl_PointCoord - 1.0;
    float r2 = dot(p, p);
    if (r2 > 1.0) discard;
    vec3 n = vec3(p.x, -p.y, sqrt(1.0 - r2));
    float light = 0.5 + 0.62 * max(dot(n, normalize(vec3(0.35, 0.65, 0.68))), 0.0);
    gl_FragColor = vec4(vTint * mix(light, 1.0, flatness), 1.0);
    #include <colorspace_fragment>
  }
`;

export interface DotsOptions {
  onTop?: boolean; // seen through everything
  flat?: boolean; // discs rather than balls
}

export class Dots {
  readonly points: Points<BufferGeometry, ShaderMaterial>;

  constructor({ onTop = false, flat = false }: DotsOptions = {}) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        radius: { value: 0.01 },
        scale: { value: 500 },
        smallest: { value: 2 },
        largest: { value: 64 },
        lift: { value: onTop ? 0 : 0.0005 },
        flatness: { value: flat ? 1 : 0 },
      },
      depthTest: !onTop,
      depthWrite: !onTop,
      transparent: onTop,
    });
    this.points = new Points(new BufferGeometry(), material);
    this.points.frustumCulled = false;
    this.points.renderOrder = onTop ? 20 : 0;
  }

  /** Radius in the world [m], and how small and large it may become in the picture [device pixels, across]. */
  setSize(radius: number, smallest: number, largest: number): void {
    const { uniforms } = this.points.material;
    uniforms.radius.value = radius;
    uniforms.smallest.value = smallest;
    uniforms.largest.value = largest;
  }

  /** Pixels per metre at a distance of one metre. */
  setScale(scale: number): void {
    this.points.material.uniforms.scale.value = scale;
  }

  /** Places (n × 3) and colours (n × 3, linear); the arrays are used as they are. */
  set(positions: Float32Array, tints: Float32Array): void {
    const { geometry } = this.points;
    for (const [name, array] of [
      ["position", positions],
      ["tint", tints],
    ] as const) {
      const attribute = geometry.getAttribute(name) as BufferAttribute | undefined;
      if (attribute && attribute.array.length === array.length) {
        attribute.array.set(array);
        attribute.needsUpdate = true;
      } else {
        geometry.setAttribute(name, new BufferAttribute(array.slice(), 3).setUsage(DynamicDrawUsage));
      }
    }
    geometry.setDrawRange(0, positions.length / 3);
  }

  dispose(): void {
    this.points.geometry.dispose();
    this.points.material.dispose();
  }
}

/** The same colour for `count` dots. */
export function tinted(count: number, colour: string): Float32Array {
  const { r, g, b } = new Color(colour);
  const out = new Float32Array(3 * count);
  for (let i = 0; i < out.length; i += 3) out.set([r, g, b], i);
  return out;
}
