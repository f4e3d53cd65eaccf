/** Units that depend on what a body is: of hybrid matter on its dimension, of limits on how its matter is given. */

type Values = Record<string, unknown>;

/** Of curves, surfaces and solids. */
const HYBRID: Record<string, readonly string[]> = {
  magnitude: ["N/m²", "N/m³", "N/m⁴"],
  slope: ["N", "N/m", "N/m²"],
  curvature: ["N·m²", "N·m", "N"],
  density: ["kg/m", "kg/m²", "kg/m³"],
  drag: ["kg/(m·s)", "kg/(m²·s)", "kg/(m³·s)"],
};

function dimensionOf(body: Values): number {
  if (body.kind === "curve") return 1;
  const filled = Array.isArray(body.tetrahedra) && body.tetrahedra.length > 0;
  return body.kind === "solid" || filled ? 3 : 2;
}

/** What a stress is measured in: by section where the matter has one. */
const STRESS: Record<string, string> = { springs: "N", layers: "N", cord: "N", sheet: "N/m", raw: "N/m" };

/** The unit of a parameter of a body; undefined where it does not depend on the body. */
export function unitIn(body: Values, path: string): string | undefined {
  const material = (body.material ?? {}) as Values;
  const name = path.slice(path.lastIndexOf(".") + 1);
  const stress = STRESS[String(material.kind)] ?? "Pa";
  if (path.endsWith(".flow.limit")) return material.kind === "hybrid" ? "m" : stress;
  if (path.endsWith(".fracture.limit")) {
    const { measure } = body.fracture as Values;
    return measure === "stress" ? stress : measure === "deformation" ? "m" : "";
  }
  if (material.kind === "hybrid" && path.endsWith(`.material.${name}`))
    return HYBRID[name]?.[dimensionOf(body) - 1];
  return undefined;
}
