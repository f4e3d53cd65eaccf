/** Soft shadows under things without a shadow map: how much of the sky each place of the ground does not see. */

import type { Vector3 } from "three";

export const TEXELS = 64; // each way

/** What stands above the ground: points, and the area that each of them stands for [m²]. */
export interface Above {
  points: ArrayLike<number>;
  area: number;
}

/** The ground as a square of half width `reach` [m] about `centre`; e1, e2 and normal are unit vectors. */
export interface Patch {
  centre: Vector3;
  e1: Vector3;
  e2: Vector3;
  normal: Vector3;
  reach: number;
}

const SHARP = 1; // blur of what lies on the ground [texels]
const WEIGHT = 1.5; // how dark a closed surface makes it

/** Writes darkness 0 to 1 for TEXELS × TEXELS places. What is higher up counts less and is more blurred. */
export function contactShadow(patch: Patch, things: readonly Above[], out: Float32Array): void {
  const { centre, e1, e2, normal, reach } = patch;
  const low = new Float32Array(TEXELS * TEXELS);
  const high = new Float32Array(TEXELS * TEXELS);
  const texel = (2 * reach) / TEXELS;
  for (const { points, area } of things) {
    const share = area / (texel * texel);
    for (let i = 0; i + 2 < points.length; i += 3) {
      const [x, y, z] = [points[i] - centre.x, points[i + 1] - centre.y, points[i + 2] - centre.z];
      const height = (x * normal.x + y * normal.y + z * normal.z) / reach;
      if (!(height > -0.05 && height < 1.2)) continue;
      const a = (x * e1.x + y * e1.y + z * e1.z) / texel + TEXELS / 2 - 0.5;
      const b = (x * e2.x + y * e2.y + z * e2.z) / texel + TEXELS / 2 - 0.5;
      const near = Math.max(0, 1 - 5 * Math.max(0, height));
      const far = (1 - near) * Math.max(0, 1 - height / 1.2) * 0.75;
      if (near > 0) splat(low, a, b, share * near);
      if (far > 0) splat(high, a, b, share * far);
    }
  }
  blur(low, SHARP, 2);
  blur(high, 4, 3);
  for (let k = 0; k < out.length; k++)
    out[k] = 1 - Math.exp(-WEIGHT * (Math.min(low[k], 2) + Math.min(high[k], 1)));
  fadeBorder(out);
}

/** Spreads a weight over the four texels around a place. */
function splat(map: Float32Array, a: number, b: number, weight: number): void {
  const [i, j] = [Math.floor(a), Math.floor(b)];
  if (i < 0 || j < 0 || i >= TEXELS - 1 || j >= TEXELS - 1) return;
  const [u, v] = [a - i, b - j];
  const at = j * TEXELS + i;
  map[at] += weight * (1 - u) * (1 - v);
  map[at + 1] += weight * u * (1 - v);
  map[at + TEXELS] += weight * (1 - u) * v;
  map[at + TEXELS + 1] += weight * u * v;
}

/** A box of 2·radius + 1 texels, several times over: nearly a Gaussian. */
function blur(map: Float32Array, radius: number, times: number): void {
  const line = new Float32Array(TEXELS);
  const pass = (start: number, step: number): void => {
    for (let k = 0; k < TEXELS; k++) line[k] = map[start + k * step];
    let sum = 0;
    for (let k = -radius; k <= radius; k++) sum += k >= 0 ? line[k] : 0;
    for (let k = 0; k < TEXELS; k++) {
      map[start + k * step] = sum / (2 * radius + 1);
      const [comes, goes] = [k + radius + 1, k - radius];
      sum += (comes < TEXELS ? line[comes] : 0) - (goes >= 0 ? line[goes] : 0);
    }
  };
  for (let time = 0; time < times; time++) {
    for (let row = 0; row < TEXELS; row++) pass(row * TEXELS, 1);
    for (let column = 0; column < TEXELS; column++) pass(column, TEXELS);
  }
}

function fadeBorder(map: Float32Array): void {
  const width = 6;
  for (let j = 0; j < TEXELS; j++) {
    for (let i = 0; i < TEXELS; i++) {
      const edge = Math.min(i, j, TEXELS - 1 - i, TEXELS - 1 - j);
      if (edge < width) map[j * TEXELS + i] *= edge / width;
    }
  }
}
