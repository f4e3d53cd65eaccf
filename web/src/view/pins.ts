/** Pinned nodes and hands that stay: where they are, and which of them is under the pointer. */

import { Vector3, type Camera } from "three";
import { nodeAt, type Ray } from "../hands/pick";
import type { Hold, Vec3 } from "../messages";
import { BEAD, type BodyView } from "./body";

export interface Pin {
  body: BodyView;
  node: number;
  at: Vec3;
}

interface Pinned {
  readonly bodies: ReadonlyMap<string, BodyView>;
  pinsOf(body: BodyView): number[];
  toPage(point: Vec3): { x: number; y: number } | null;
}

const pinsOf = (view: Pinned): Pin[] =>
  [...view.bodies.values()].flatMap((body) =>
    view.pinsOf(body).map((node) => ({ body, node, at: nodeAt(body.positions, node) })),
  );

/** Where pins are, counted from a corner of an element [CSS pixels]. */
export function pinPlaces(view: Pinned, element: Element): { x: number; y: number }[] {
  const { left, top } = element.getBoundingClientRect();
  return pinsOf(view).flatMap(({ at }) => {
    const seen = view.toPage(at);
    return seen ? [{ x: seen.x - left, y: seen.y - top }] : [];
  });
}

/** How large pins are drawn [m]. */
export const pinRadius = (bodies: Iterable<BodyView>): number =>
  Math.min(
    ...[...bodies].map(({ spacing, thread }) =>
      Math.max(0.32 * spacing, 1.15 * BEAD * (thread?.radius ?? 0)),
    ),
    0.32,
  );

/** The pin that is drawn nearest to a place on the page, within `reach` [CSS pixels], unless its body hides it. */
export function nearestPin(
  view: Pinned,
  camera: Camera,
  place: { x: number; y: number },
  reach: number,
): Pin | null {
  const near = pinsOf(view).flatMap((pin) => {
    const seen = view.toPage(pin.at);
    const far = seen ? Math.hypot(seen.x - place.x, seen.y - place.y) : Infinity;
    return far < reach ? [{ ...pin, far }] : [];
  });
  near.sort((a, b) => a.far - b.far);
  return near.find(({ body, node, at }) => body.spotOfNode(node) && !hidden(body, at, camera)) ?? null;
}

/** The nearest of some hands, if it is within `reach` [CSS pixels] of a place. */
export function nearestHold(
  view: Pick<Pinned, "toPage">,
  holds: readonly Hold[],
  place: { x: number; y: number },
  reach: number,
): Hold | null {
  const near = holds.flatMap((hold) => {
    const seen = view.toPage(hold.to);
    const far = seen ? Math.hypot(seen.x - place.x, seen.y - place.y) : Infinity;
    return far < reach ? [{ hold, far }] : [];
  });
  near.sort((a, b) => a.far - b.far);
  return near[0]?.hold ?? null;
}

function hidden(body: BodyView, at: Vec3, camera: Camera): boolean {
  const way = new Vector3(...at).sub(camera.position);
  const distance = way.length();
  const ray: Ray = {
    origin: camera.position.toArray() as Vec3,
    direction: way.divideScalar(distance).toArray() as Vec3,
  };
  return body.hides(ray, distance);
}
