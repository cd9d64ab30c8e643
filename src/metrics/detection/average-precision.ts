import type { Weights } from "../../core/scores/metric.ts";
import { assertWeights } from "../sample-metric.ts";
import type { EventSource } from "./event-source.ts";
import { type EventMatches, fate, type MatchingRule, matchEvents } from "./match-events.ts";
import type { PackedEvents, TieOrder } from "./pack-events.ts";

/**
 * What average precision means. Detections of one type come in over all videos by falling
 * confidence; for equal ones see `tieOrderOf`.
 * - `activitynet`: the precision at a recall is the highest at that recall or beyond; area under
 * those steps. (ActivityNet toolkit,   Evaluation/eval_detection.py.)
 * - `thumos14`: the mean over truths of the precision where each is found, not interpolated, with
 * the matching of TH14eventdetpr.m:   truths choose by tIoU, which must exceed the threshold,
 * detections that touch ambiguous events are left out, and videos come in by name.   Some public
 * copies of that file average the precision at 11 recalls instead, and put right detections first
 * among equal confidences.
 * - `sum`: precision × gain in recall, summed, not interpolated; matching by confidence.
 * - `101-point`: the interpolated precision, averaged over the recalls 0, .01, …, 1 (COCO,
 * pycocotools cocoeval.py).
 *
 * A video of weight w is w copies whose detections come in together. For the interpolated
 * definitions that equals repeating the video; the others would otherwise change when all videos
 * are repeated alike.
 */
export type PrecisionDefinition = "activitynet" | "thumos14" | "sum" | "101-point";

/** How each definition matches detections with truths. */
export const matchingOf: Readonly<Record<PrecisionDefinition, MatchingRule>> = {
  activitynet: "activitynet",
  thumos14: "thumos14",
  sum: "confidence",
  "101-point": "confidence",
};

/**
 * How each definition orders equal confidences: TH14eventdetpr.m goes through the videos by name;
 * others leave it to the input.
 */
export const tieOrderOf: Readonly<Record<PrecisionDefinition, TieOrder>> = {
  activitynet: "input-order",
  thumos14: "video-name",
  sum: "input-order",
  "101-point": "input-order",
};

/** Whether a definition takes the highest precision at or after each rank. */
export function isInterpolated(definition: PrecisionDefinition): boolean {
  return definition === "activitynet" || definition === "101-point";
}

export interface PrecisionOptions {
  readonly minIous: readonly number[];
  readonly definition: PrecisionDefinition;
  readonly match?: EventSource["match"];
}

/**
 * The average precision of each type at each tIoU, at `minIou * types + type`; NaN where the type
 * has no truth of any weight. Valid until the next call.
 */
export type AveragePrecisions = (weights?: Weights) => Float64Array;

/**
 * Matches once; then any weighting of the videos is scored by a pass over all detections and one
 * over the matches of each tIoU.
 */
export function averagePrecisions(
  events: PackedEvents,
  { minIous, definition, match = matchEvents }: PrecisionOptions,
): AveragePrecisions {
  const { types, truths, detections, videoCount } = events;
  const lists = match(events, { minIous, rule: matchingOf[definition] }).map((matches) =>
    listMatches(events, matches),
  );
  const perVideo = new Float64Array(videoCount);
  const seen = new Float64Array(detections.video.length);
  const positives = new Float64Array(types.length);
  const result = new Float64Array(minIous.length * types.length);
  const longest = lists.reduce((most, { matched }) => Math.max(most, matched.length), 0);
  const curve = {
    precisions: new Float64Array(longest),
    gains: new Float64Array(longest),
    length: 0,
  };
  const area = areas[definition];
  return (weights) => {
    if (weights) {
      assertWeights(weights, videoCount);
      perVideo.set(weights);
    } else perVideo.fill(1);
    countPositives(truths, { perVideo, positives });
    accumulate(detections, { perVideo, seen });
    for (let k = 0; k < lists.length; k++) {
      for (let type = 0; type < types.length; type++) {
        const positive = positives[type]!;
        if (positive > 0)
          trace(lists[k]!, { type, perVideo, seen, video: detections.video, curve });
        result[k * types.length + type] =
          positive > 0 ? Math.min(1, area(curve, positive)) : Number.NaN;
      }
    }
    return result;
  };
}

/**
 * The detections that matter at one tIoU, by position; those of type t from `…Starts[t]` to
 * `…Starts[t + 1]`.
 */
interface MatchLists {
  readonly matched: Uint32Array;
  readonly matchedStarts: Uint32Array;
  readonly absorbed: Uint32Array;
  readonly absorbedStarts: Uint32Array;
}

function listMatches(events: PackedEvents, { fates }: EventMatches): MatchLists {
  const matched = positionsOf(events, { fates, wanted: fate.match });
  const absorbed = positionsOf(events, { fates, wanted: fate.absorbed });
  return {
    matched: matched.positions,
    matchedStarts: matched.starts,
    absorbed: absorbed.positions,
    absorbedStarts: absorbed.starts,
  };
}

/** Plain loops, since they run over all detections for each tIoU. */
function positionsOf(
  { types, detections: { starts: typeStarts } }: PackedEvents,
  { fates, wanted }: { readonly fates: Uint8Array; readonly wanted: number },
): { readonly positions: Uint32Array; readonly starts: Uint32Array } {
  let count = 0;
  for (let i = 0; i < fates.length; i++) if (fates[i] === wanted) count++;
  const positions = new Uint32Array(count);
  const starts = new Uint32Array(types.length + 1);
  if (count === 0) return { positions, starts };
  let length = 0;
  for (let type = 0; type < types.length; type++) {
    for (let i = typeStarts[type]!; i < typeStarts[type + 1]!; i++)
      if (fates[i] === wanted) positions[length++] = i;
    starts[type + 1] = length;
  }
  return { positions, starts };
}

interface PositivesTarget {
  readonly perVideo: Float64Array;
  readonly positives: Float64Array;
}

/** The weight of the truths of each type that are to be found. */
export function countPositives(
  { type, video, ambiguous }: PackedEvents["truths"],
  { perVideo, positives }: PositivesTarget,
): void {
  positives.fill(0);
  for (let j = 0; j < video.length; j++)
    if (!ambiguous[j]) positives[type[j]!]! += perVideo[video[j]!]!;
}

/** The weight of all detections of a type up to each one. */
function accumulate(
  { starts, video }: PackedEvents["detections"],
  { perVideo, seen }: { readonly perVideo: Float64Array; readonly seen: Float64Array },
): void {
  for (let type = 0; type + 1 < starts.length; type++) {
    let sum = 0;
    for (let i = starts[type]!; i < starts[type + 1]!; i++) {
      sum += perVideo[video[i]!]!;
      seen[i] = sum;
    }
  }
}

/** Precision and gain in found weight at each match, by falling confidence. */
export interface PrecisionCurve {
  readonly precisions: Float64Array;
  readonly gains: Float64Array;
  length: number;
}

interface TraceInput {
  readonly type: number;
  readonly perVideo: Float64Array;
  readonly seen: Float64Array;
  readonly video: Uint32Array;
  readonly curve: PrecisionCurve;
}

function trace(
  { matched, matchedStarts, absorbed, absorbedStarts }: MatchLists,
  { type, perVideo, seen, video, curve }: TraceInput,
): void {
  let found = 0;
  let removed = 0;
  let nextAbsorbed = absorbedStarts[type]!;
  const lastAbsorbed = absorbedStarts[type + 1]!;
  curve.length = 0;
  for (let m = matchedStarts[type]!; m < matchedStarts[type + 1]!; m++) {
    const position = matched[m]!;
    const gain = perVideo[video[position]!]!;
    if (gain === 0) continue;
    while (nextAbsorbed < lastAbsorbed && absorbed[nextAbsorbed]! < position)
      removed += perVideo[video[absorbed[nextAbsorbed++]!]!]!;
    found += gain;
    curve.gains[curve.length] = gain;
    curve.precisions[curve.length++] = found / (seen[position]! - removed);
  }
}

export const areas: Readonly<
  Record<PrecisionDefinition, (curve: PrecisionCurve, positive: number) => number>
> = {
  activitynet: (curve, positive) => {
    interpolate(curve);
    return stepSum(curve, positive);
  },
  thumos14: stepSum,
  sum: stepSum,
  "101-point": (curve, positive) => {
    interpolate(curve);
    return meanOfPoints(curve, positive);
  },
};

function stepSum({ precisions, gains, length }: PrecisionCurve, positive: number): number {
  let sum = 0;
  for (let m = 0; m < length; m++) sum += gains[m]! * precisions[m]!;
  return sum / positive;
}

function interpolate({ precisions, length }: PrecisionCurve): void {
  for (let m = length - 2; m >= 0; m--)
    if (precisions[m]! < precisions[m + 1]!) precisions[m] = precisions[m + 1]!;
}

function meanOfPoints({ precisions, gains, length }: PrecisionCurve, positive: number): number {
  let sum = 0;
  let point = 0;
  let found = 0;
  for (let m = 0; m < length; m++) {
    found += gains[m]!;
    // The points are multiples of the double .01, as NumPy's linspace makes them there.
    for (; point <= 100 && found / positive >= (point === 100 ? 1 : point * 0.01); point++)
      sum += precisions[m]!;
  }
  return sum / 101;
}
