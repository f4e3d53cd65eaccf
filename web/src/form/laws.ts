/** Laws of flow and of fracture in the panel: numbers to begin with, and what the choices are called. */

import { choiceLabel } from "./words";

type Values = Record<string, unknown>;

const YIELDS = 0.02; // strain at which a plastic body begins to yield
const BREAKS = 0.2; // elongation
const COLD = 20; // °C: what softens is softened when somebody says so

/** A law to begin with for a body; undefined if it is none. */
export function lawStart(kind: string, body: Values | undefined): Values | undefined {
  const limit = limitOf((body?.material ?? {}) as Values);
  switch (kind) {
    case "elastic":
      return { kind };
    case "maxwell":
      return { kind, relaxation_time: 1 };
    case "voigt":
      return { kind, retardation_time: 0.1 };
    case "four_units":
      return { kind, relaxation_time: 2, retardation_time: 0.5 };
    case "generalised":
      return { kind, arms: [{ share: 0.7, relaxation_time: 0.5 }] };
    case "plastic":
      return { kind, limit };
    case "viscoplastic":
      return { kind, limit, relaxation_time: 0.2 };
    case "thermoplastic":
      return { kind, relaxation_time: 0.2, temperature: COLD };
    default:
      return undefined;
  }
}

/** The stress or force at a small strain, from whatever constant the material has. */
function limitOf(material: Values): number {
  const found = [material.young, material.membrane, material.stretching, material.stiffness].find(
    (one): one is number => typeof one === "number" && one > 0,
  );
  const share = typeof material.stiffness === "number" ? 0.1 * YIELDS : YIELDS; // of springs: a length
  return Number((share * (found ?? 1)).toPrecision(2));
}

/** A fracture to begin with. */
export const fractureStart = (): Values => ({ limit: BREAKS });

/** A body that flows loses what has flown with a law that has no room for it: from the start on it never had one. */
export function lawLabel(kind: string | null, now: unknown): string {
  const label = kind === null ? "None" : choiceLabel(kind);
  const keeps = kind !== null && kind !== "voigt";
  const flows = now !== null && (now as Values).kind !== "voigt";
  return keeps || !flows ? label : `${label}, from the start`;
}
