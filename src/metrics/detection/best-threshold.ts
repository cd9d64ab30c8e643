import type { EventSource } from "./event-source.ts";
import { fate } from "./match-events.ts";
import type { PackedEvents } from "./pack-events.ts";
import { rankedAlarms } from "./ranked-alarms.ts";

export interface BestThresholdOptions {
  readonly minIou: number;
  readonly match: EventSource["match"];
  /** Whether a video is one that the threshold is chosen on. */
  isChosenOn(video: number): boolean;
}

/** Sums in another order may differ by some units of the last place. */
const rounding = 1e-12;

/**
 * The confidence from which on detections make the highest macro F1 on some of the videos; of equal
 * ones the highest. `undefined` where nothing is right at any confidence. Every threshold is tried
 * in one pass: a detection changes the F1 of its type alone.
 */
export function bestThreshold(
  events: PackedEvents,
  { minIou, match, isChosenOn }: BestThresholdOptions,
): number | undefined {
  const { types, truths, detections, byConfidence } = events;
  const matches = match(events, { minIous: [minIou], rule: "confidence" })[0]!;
  const counts = (i: number) => isChosenOn(detections.video[i]!);
  const { type, isMatch, isLast } = rankedAlarms(events, matches, counts);
  const kept = byConfidence.filter((i) => matches.fates[i] !== fate.absorbed && counts(i));
  const positives = new Float64Array(types.length);
  for (let j = 0; j < truths.video.length; j++)
    if (!truths.ambiguous[j] && isChosenOn(truths.video[j]!)) positives[truths.type[j]!]!++;
  const detected = new Float64Array(types.length);
  const matched = new Float64Array(types.length);
  const f1 = (own: number) =>
    positives[own] === 0 ? 0 : (2 * matched[own]!) / (detected[own]! + positives[own]!);
  let [sum, highest] = [0, 0];
  let best: number | undefined;
  for (let at = 0; at < type.length; at++) {
    const own = type[at]!;
    const before = f1(own);
    detected[own]!++;
    matched[own]! += isMatch[at]!;
    sum += f1(own) - before;
    if (!isLast[at] || sum <= highest + rounding) continue;
    highest = sum;
    best = detections.confidence[kept[at]!]!;
  }
  return best;
}
