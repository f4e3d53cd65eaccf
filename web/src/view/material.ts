/** What surfaces look like: the two sides of a body differ a little, so that folds can be read. */

import { Color, DoubleSide, MeshLambertMaterial, MeshPhysicalMaterial, type Texture } from "three";
import type { Vec3 } from "../messages";

export type SurfaceMaterial = MeshPhysicalMaterial | MeshLambertMaterial;

const BACK =
  "#ifdef USE_BACK\n  if (!gl_FrontFacing) diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.5), 0.08) * 0.84;\n#endif";

export interface Appearance {
  colour: Vec3; // sRGB
  texture: Texture | null;
  painted: boolean; // vertex colours instead of the colour, the same on both sides
}

/** A material for a body; `rich` with a soft sheen, as cloth has. */
export function bodyMaterial(rich: boolean, look: Appearance): SurfaceMaterial {
  const colour = look.painted ? new Color(1, 1, 1) : new Color().setRGB(...look.colour, "srgb");
  const common = {
    color: colour,
    side: DoubleSide,
    vertexColors: look.painted,
    map: look.painted ? null : look.texture,
  };
  const material = rich
    ? new MeshPhysicalMaterial({
        ...common,
        roughness: look.painted ? 0.9 : 0.72,
        sheen: look.painted ? 0 : 0.2,
        sheenRoughness: 0.6,
        sheenColor: colour.clone().lerp(new Color(1, 1, 1), 0.4),
      })
    : new MeshLambertMaterial(common);
  if (!look.painted) material.defines = { ...material.defines, USE_BACK: "" };
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <color_fragment>",
      `#include <color_fragment>\n${BACK}`,
    );
  };
  return material;
}

export function obstacleMaterial(rich: boolean, colour: Vec3, map: Texture | null = null): SurfaceMaterial {
  const color = map ? new Color(1, 1, 1) : new Color().setRGB(...colour, "srgb");
  const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 }; // what lies on it wins
  return rich
    ? new MeshPhysicalMaterial({
        color,
        map,
        roughness: 0.5,
        clearcoat: 0.12,
        clearcoatRoughness: 0.4,
        ...behind,
      })
    : new MeshLambertMaterial({ color, map, ...behind });
}
