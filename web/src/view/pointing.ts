/** What a pointer is at: of all bodies the one in front, where a rope counts as thicker than it looks. */

import { firstMeeting, spotAt, type Meeting, type Ray } from "../hands/pick";
import { before, type Thread } from "../hands/pickcurve";
import type { Vec3 } from "../messages";

/** A body that can be met. */
export interface Target {
  readonly thread: Thread | null; // of a curve, or the first of several
  readonly positions: Float32Array;
  meet(ray: Ray, spread: number): Meeting | null;
}

/** What stands in the way, if it is drawn. */
export interface Screen {
  readonly mesh: unknown;
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

export interface Hit<B extends Target> {
  body: B;
  meeting: Meeting;
  point: Vec3;
}

/**
 * The spot that a ray meets first, unless something is in front of it. Curves are met within `spread` [m per m of
 * distance] too: of several the one that is missed by least. `slack` [m]: cloth that lies on an obstacle may be drawn
 * a hair inside.
 */
export function firstHit<B extends Target>(
  ray: Ray,
  bodies: Iterable<B>,
  screens: readonly Screen[],
  spread: number,
  slack: number,
): Hit<B> | null {
  let curve: { body: B; meeting: Meeting } | null = null;
  let surface: { body: B; meeting: Meeting } | null = null;
  for (const body of bodies) {
    const meeting = body.meet(ray, spread);
    if (!meeting) continue;
    if (body.thread) {
      if (!curve || before(meeting, curve.meeting)) curve = { body, meeting };
    } else if (!surface || meeting.distance < surface.meeting.distance) {
      surface = { body, meeting };
    }
  }
  const best = curve && !(surface && surface.meeting.distance < curve.meeting.distance) ? curve : surface;
  if (!best) return null;
  const { body, meeting } = best;
  const far = meeting.distance - slack - meeting.miss * meeting.distance; // a ray beside a rope meets what it lies on
  for (const { mesh, positions, triangles } of screens) {
    const stop = mesh ? firstMeeting(ray, positions, triangles) : null;
    if (stop && stop.distance < far) return null;
  }
  return { body, meeting, point: spotAt(body.positions, meeting.nodes, meeting.weights) };
}
