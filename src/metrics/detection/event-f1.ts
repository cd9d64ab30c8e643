import type { CorpusMetric, Score } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { assertWeights } from "../sample-metric.ts";
import type { HasEvents } from "./has-events.ts";
import { fate, matchEvents } from "./match-events.ts";
import { type PackedEvents, packEvents } from "./pack-events.ts";

export interface EventF1Options {
  readonly measure: string;
  /** `micro`: all types together, types that were only predicted included. `macro`: mean over the types that have a truth. */
  readonly average: "micro" | "macro";
  /**
   * Detections below it are ignored. `best`: the one threshold, common to all types, that makes the score highest on the samples scored:
   * an upper bound.
   */
  readonly minConfidence: number | "best";
  readonly minIou?: number;
}

/**
 * F1 of events: 2 × matches ÷ (detections + truths), matched one to one by falling confidence inside (video, type) at a tIoU of at least
 * `minIou`; what ambiguous events absorb does not count. Without truths, 0 if anything is detected (micro) and otherwise not defined.
 */
export function eventF1({ measure, average, minConfidence, minIou = 0.5 }: EventF1Options): CorpusMetric<HasEvents> {
  return {
    id: `event-f1-${average}${minConfidence === "best" ? "-best" : ""}`,
    title: `Event F1, ${average}${minConfidence === "best" ? ", best threshold" : ""}`,
    signature: signature("event-f1", 1, {
      average,
      matching: "confidence",
      minConfidence: minConfidence === "best" ? "best-on-these-samples" : minConfidence,
      minIou,
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const packed = packClaims(packEvents(evidence), { average, minConfidence, minIou });
      return minConfidence === "best" ? atBestThreshold(packed) : atThreshold(packed);
    },
  };
}

/** Detections that count, by falling confidence. A group is a type (macro) or everything (micro). */
interface Claims {
  readonly isPooled: boolean;
  readonly videoCount: number;
  readonly groupCount: number;
  readonly truthVideo: Uint32Array;
  readonly truthGroup: Uint32Array;
  readonly video: Uint32Array;
  readonly group: Uint32Array;
  readonly isMatch: Uint8Array;
  /** 1 where the next detection has a lower confidence, so that a threshold can lie between. */
  readonly isLast: Uint8Array;
}

function packClaims(events: PackedEvents, { average, minConfidence, minIou }: Required<Omit<EventF1Options, "measure">>): Claims {
  const { types, truths, detections, byConfidence, videoCount } = events;
  const { fates } = matchEvents(events, { minIous: [minIou], rule: "confidence" })[0]!;
  const least = minConfidence === "best" ? Number.NEGATIVE_INFINITY : minConfidence;
  const counted = byConfidence.filter((i) => detections.confidence[i]! >= least && fates[i] !== fate.absorbed);
  const real = Uint32Array.from(truths.video.keys()).filter((j) => !truths.ambiguous[j]);
  const groupOf = (type: number) => (average === "micro" ? 0 : type);
  return {
    isPooled: average === "micro",
    videoCount,
    groupCount: average === "micro" ? 1 : types.length,
    truthVideo: real.map((j) => truths.video[j]!),
    truthGroup: real.map((j) => groupOf(truths.type[j]!)),
    video: counted.map((i) => detections.video[i]!),
    group: counted.map((i) => groupOf(detections.type[i]!)),
    isMatch: Uint8Array.from(counted, (i) => (fates[i] === fate.match ? 1 : 0)),
    isLast: Uint8Array.from(counted, (i, at) => (detections.confidence[i] === detections.confidence[counted[at + 1]!] ? 0 : 1)),
  };
}

/** Sums per group, kept between calls. */
function emptySums({ groupCount }: Claims) {
  return { truths: new Float64Array(groupCount), detected: new Float64Array(groupCount), matched: new Float64Array(groupCount) };
}

function atThreshold(claims: Claims): Score {
  const { videoCount, groupCount, video, group, isMatch } = claims;
  const sums = emptySums(claims);
  return (weights) => {
    if (weights) assertWeights(weights, videoCount);
    const scored = sumTruths(claims, { weights, sums });
    for (let at = 0; at < video.length; at++) {
      const weight = weights ? weights[video[at]!]! : 1;
      sums.detected[group[at]!]! += weight;
      if (isMatch[at]) sums.matched[group[at]!]! += weight;
    }
    if (scored === 0) return withoutTruths(claims, sums);
    let sum = 0;
    for (let g = 0; g < groupCount; g++) sum += groupF1(sums, g);
    return sum / scored;
  };
}

/** Every threshold is tried in one pass: a detection changes the F1 of its group only. */
function atBestThreshold(claims: Claims): Score {
  const { videoCount, video, group, isMatch, isLast } = claims;
  const sums = emptySums(claims);
  return (weights) => {
    if (weights) assertWeights(weights, videoCount);
    const scored = sumTruths(claims, { weights, sums });
    let sum = 0;
    let highest = 0;
    for (let at = 0; at < video.length; at++) {
      const g = group[at]!;
      const weight = weights ? weights[video[at]!]! : 1;
      const before = groupF1(sums, g);
      sums.detected[g]! += weight;
      if (isMatch[at]) sums.matched[g]! += weight;
      sum += groupF1(sums, g) - before;
      if (isLast[at] && sum > highest) highest = sum;
    }
    return scored === 0 ? withoutTruths(claims, sums) : Math.min(1, highest / scored);
  };
}

type Sums = ReturnType<typeof emptySums>;

/** Clears the sums, adds the truths and says how many groups have any. */
function sumTruths(
  { truthVideo, truthGroup }: Claims,
  { weights, sums }: { readonly weights: Uint32Array | Float64Array | undefined; readonly sums: Sums },
): number {
  for (const each of [sums.truths, sums.detected, sums.matched]) each.fill(0);
  for (let j = 0; j < truthVideo.length; j++) sums.truths[truthGroup[j]!]! += weights ? weights[truthVideo[j]!]! : 1;
  return sums.truths.reduce((count, truths) => count + (truths > 0 ? 1 : 0), 0);
}

/** 0 for a group without truths, which is in no mean. */
function groupF1({ truths, detected, matched }: Sums, group: number): number {
  return truths[group] === 0 ? 0 : (2 * matched[group]!) / (detected[group]! + truths[group]!);
}

/** Only all types together can be wrong without truths. */
function withoutTruths({ isPooled }: Claims, { detected }: Sums): number | null {
  return isPooled && detected[0]! > 0 ? 0 : null;
}
