import type { HasEvents } from "./has-events.ts";

/** Frames per second of the grid on which SoccerNet compares times by default. */
export const spotFramesPerSecond = 2;

export interface SpotRules {
  /** A spot may be half of it away; the spots are matched once for each. */
  readonly toleranceSeconds: readonly number[];
  readonly framesPerSecond: number;
  /** Events of other types are ignored; none is where left out. */
  readonly types?: readonly string[] | undefined;
  /** What lies beyond is moved to the last frame before it; nothing is where left out. */
  readonly endSeconds?: number | undefined;
}

/** One spot of one type of one video. */
interface Spot {
  readonly type: string;
  readonly confidence: number;
  /** Bit k is set where it claims a truth at the k-th tolerance. */
  readonly matched: number;
}

export interface MatchedSpots {
  readonly spots: readonly Spot[];
  /** The type of each truth. */
  readonly truths: readonly string[];
}

/**
 * Matches the spots of one video as SoccerNet does. An event's start, cut to the grid, is its time;
 * of several detections of a type in one frame the last given stays, of several truths one;
 * negative confidences are left out. Truths in order of time claim the free detection of highest
 * confidence (the earliest of equals) no more than half the tolerance away. Ambiguous events are
 * left out.
 */
export function matchSpots({ truths, detections }: HasEvents, rules: SpotRules): MatchedSpots {
  const { toleranceSeconds, framesPerSecond, types, endSeconds = Number.POSITIVE_INFINITY } = rules;
  const lastFrame = endSeconds * framesPerSecond - 1;
  const frameOf = (seconds: number) => Math.min(lastFrame, Math.trunc(seconds * framesPerSecond));
  const isListed = (type: string) => types === undefined || types.includes(type);
  const wanted = new Map<string, Set<number>>();
  for (const { type, startSeconds, ambiguous } of truths)
    if (!ambiguous && isListed(type))
      wanted.set(type, (wanted.get(type) ?? new Set()).add(frameOf(startSeconds)));
  const given = new Map<string, Map<number, number>>();
  for (const { type, startSeconds, confidence } of detections)
    if (isListed(type))
      given.set(
        type,
        (given.get(type) ?? new Map<number, number>()).set(frameOf(startSeconds), confidence),
      );
  const spots = [...given].flatMap(([type, byFrame]) => {
    const own = [...byFrame]
      .filter(([, confidence]) => confidence >= 0)
      .map(([frame, confidence]) => ({ type, frame, confidence, matched: 0 }));
    own.sort((a, b) => a.frame - b.frame);
    const targets = [...(wanted.get(type) ?? [])].sort((a, b) => a - b);
    for (const [k, tolerance] of toleranceSeconds.entries())
      claim(own, { targets, reach: (tolerance * framesPerSecond) / 2, bit: 1 << k });
    return own;
  });
  return { spots, truths: [...wanted].flatMap(([type, frames]) => Array.from(frames, () => type)) };
}

interface OpenSpot extends Spot {
  readonly frame: number;
  matched: number;
}

interface Targets {
  readonly targets: readonly number[];
  readonly reach: number;
  readonly bit: number;
}

function claim(spots: readonly OpenSpot[], { targets, reach, bit }: Targets): void {
  let from = 0;
  for (const target of targets) {
    while (from < spots.length && spots[from]!.frame < target - reach) from++;
    let best: OpenSpot | undefined;
    for (let at = from; at < spots.length && spots[at]!.frame <= target + reach; at++) {
      const spot = spots[at]!;
      if ((spot.matched & bit) === 0 && (best === undefined || spot.confidence > best.confidence))
        best = spot;
    }
    if (best) best.matched |= bit;
  }
}
