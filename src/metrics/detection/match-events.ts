import { activityNetIou, temporalIou } from "../../math/temporal-iou.ts";
import { eachType } from "./each-type.ts";
import type { PackedEvents } from "./pack-events.ts";

/** What became of a detection. */
export const fate = {
  falseAlarm: 0,
  /** It claims a truth. */
  match: 1,
  /** It lies on an ambiguous event: neither right nor a false alarm. */
  absorbed: 2,
  /** A false alarm on a truth that another detection has claimed. */
  duplicate: 3,
} as const;

export interface EventMatches {
  /** The fate of each detection. */
  readonly fates: Uint8Array;
  /** The position of the truth that each detection claims; −1 for none. */
  readonly truths: Int32Array;
}

/**
 * How detections find truths of their own video and type, each truth at most one. `confidence`: by
 * falling confidence, each detection claims the free truth of highest tIoU (the first of equals) if
 * that reaches the threshold; failing that, a free ambiguous event that does absorbs it.
 * `activitynet`: the same, with the toolkit's tIoU of intervals without length, and the last of
 * equals, as NumPy sorts short lists there. `thumos14`: each truth, as given, claims the free
 * detection of highest tIoU (the most confident of equals) if that exceeds the threshold; other
 * detections that share any time with an ambiguous event are absorbed.
 */
export type MatchingRule = "confidence" | "activitynet" | "thumos14";

export interface MatchOptions {
  /** Least tIoU of a match. The detections are matched once for each. */
  readonly minIous: readonly number[];
  readonly rule: MatchingRule;
}

/** Matches inside (video, type), for each threshold of tIoU. */
export function matchEvents(
  events: PackedEvents,
  { minIous, rule }: MatchOptions,
): readonly EventMatches[] {
  for (const minIou of minIous)
    if (!(minIou > 0 && minIou <= 1))
      throw new RangeError(`tIoU threshold must be in (0, 1], got ${minIou}`);
  const count = events.detections.video.length;
  const matches = minIous.map(() => ({
    fates: new Uint8Array(count),
    truths: new Int32Array(count).fill(-1),
  }));
  const run = { events, minIous, matches };
  if (rule === "thumos14") matchByOverlap(run);
  else
    matchByConfidence(
      run,
      rule === "activitynet"
        ? { iouOf: activityNetIou, takesLast: true }
        : { iouOf: temporalIou, takesLast: false },
    );
  return matches;
}

interface MatchRun {
  readonly events: PackedEvents;
  readonly minIous: readonly number[];
  readonly matches: readonly EventMatches[];
}

interface ConfidenceRules {
  readonly iouOf: typeof temporalIou;
  /** Whether the last of truths of equal tIoU is claimed, instead of the first. */
  readonly takesLast: boolean;
}

function matchByConfidence(
  { events, minIous, matches }: MatchRun,
  { iouOf, takesLast }: ConfidenceRules,
): void {
  const { detections, truths } = events;
  const claimed = minIous.map(() => new Uint8Array(truths.video.length));
  const ious = new Float64Array(truths.video.length);
  const lowest = Math.min(...minIous);
  eachType(events, (type, truthsOf) => {
    // Every pair of detection and truth passes here: plain loops, and thresholds above the best
    // tIoU are left at once.
    for (let i = detections.starts[type]!; i < detections.starts[type + 1]!; i++) {
      const video = detections.video[i]!;
      const { first, end } = truthsOf(video);
      let highest = 0;
      for (let j = first; j < end; j++) {
        ious[j] = iouOf(detections.start[i]!, detections.end[i]!, truths.start[j]!, truths.end[j]!);
        if (ious[j]! > highest) highest = ious[j]!;
      }
      if (highest < lowest) continue;
      for (let k = 0; k < minIous.length; k++) {
        if (highest < minIous[k]!) continue;
        const { fates, truths: claims } = matches[k]!;
        const taken = claimed[k]!;
        let best = -1;
        let vague = -1;
        for (let j = first; j < end; j++) {
          if (ious[j]! < minIous[k]!) continue;
          if (taken[j]) {
            if (!truths.ambiguous[j]) fates[i] = fate.duplicate;
          } else if (truths.ambiguous[j]) {
            if (vague < 0 || ious[j]! > ious[vague]!) vague = j;
          } else if (best < 0 || ious[j]! > ious[best]! || (takesLast && ious[j] === ious[best]))
            best = j;
        }
        if (best >= 0) {
          fates[i] = fate.match;
          claims[i] = best;
          taken[best] = 1;
        } else if (vague >= 0) {
          fates[i] = fate.absorbed;
          taken[vague] = 1;
        }
      }
    }
  });
}

function matchByOverlap({ events, minIous, matches }: MatchRun): void {
  const { detections, truths, asGiven } = events;
  eachType(events, (type, truthsOf) => {
    const typeEnd = detections.starts[type + 1]!;
    let from = detections.starts[type]!;
    while (from < typeEnd) {
      const video = detections.video[asGiven[from]!]!;
      let to = from + 1;
      while (to < typeEnd && detections.video[asGiven[to]!] === video) to++;
      const { first, end } = truthsOf(video);
      for (let j = first; j < end; j++) {
        if (!truths.ambiguous[j])
          for (let k = 0; k < minIous.length; k++)
            claimByOverlap(events, {
              truth: j,
              from,
              to,
              minIou: minIous[k]!,
              matches: matches[k]!,
            });
      }
      for (let j = first; j < end; j++)
        if (truths.ambiguous[j])
          for (const one of matches) absorbTouching(events, { truth: j, from, to, matches: one });
      from = to;
    }
  });
}

interface Claim {
  readonly truth: number;
  /** The detections of the truth's video and type, as a part of `asGiven`. */
  readonly from: number;
  readonly to: number;
  readonly matches: EventMatches;
}

function claimByOverlap(
  { detections, truths, asGiven }: PackedEvents,
  { truth, from, to, minIou, matches }: Claim & { readonly minIou: number },
): void {
  let best = -1;
  let highest = minIou;
  for (let at = from; at < to; at++) {
    const i = asGiven[at]!;
    if (matches.fates[i] === fate.match) continue;
    const iou = temporalIou(
      detections.start[i]!,
      detections.end[i]!,
      truths.start[truth]!,
      truths.end[truth]!,
    );
    if (iou > highest || (iou === highest && i < best)) {
      highest = iou;
      best = i;
    }
  }
  if (best < 0) return;
  matches.fates[best] = fate.match;
  matches.truths[best] = truth;
}

function absorbTouching(
  { detections, truths, asGiven }: PackedEvents,
  { truth, from, to, matches: { fates } }: Claim,
): void {
  for (let at = from; at < to; at++) {
    const i = asGiven[at]!;
    const shared =
      Math.min(detections.end[i]!, truths.end[truth]!) -
      Math.max(detections.start[i]!, truths.start[truth]!);
    if (shared > 0 && fates[i] !== fate.match) fates[i] = fate.absorbed;
  }
}
