import type { CorpusMetric, Score } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import { leastConfidence, minConfidenceOption, minIouOption } from "./detection-options.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";
import { type RankedAlarms, rankedAlarms } from "./ranked-alarms.ts";

export interface EventF1Options {
  readonly measure: string;
  /**
   * `micro`: all types together, types that were only predicted included. `macro`: mean over the
   * types that have a truth.
   */
  readonly average: "micro" | "macro";
  /**
   * Detections below it are ignored. `best`: the one threshold, common to all types, that makes the
   * score highest on the samples scored: an upper bound.
   */
  readonly minConfidence: number | "best";
  readonly minIou?: number;
  /** Shares packed events with other metrics; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * F1 of events: 2 × matches ÷ (detections + truths), matched one to one by falling confidence
 * inside (video, type) at a tIoU of at least `minIou`; what ambiguous events absorb does not count.
 * Without truths, 0 if anything is detected (micro) and otherwise not defined.
 */
export function eventF1({
  measure,
  average,
  minConfidence,
  minIou = 0.5,
  events = freshEvents,
}: EventF1Options): CorpusMetric<HasEvents> {
  return {
    id: `event-f1-${average}${minConfidence === "best" ? "-best" : ""}`,
    ...(average === "macro" && minConfidence !== "best" ? { aliases: ["f1"] } : {}),
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
      const packed = packClaims(evidence, { average, minConfidence, minIou, events });
      return minConfidence === "best" ? atBestThreshold(packed) : atThreshold(packed);
    },
  };
}

/**
 * Detections that count, by falling confidence. A group is a type (macro) or everything (micro).
 */
interface Claims extends Omit<RankedAlarms, "type"> {
  readonly isPooled: boolean;
  readonly videoCount: number;
  readonly groupCount: number;
  readonly truthVideo: Uint32Array;
  readonly truthGroup: Uint32Array;
  readonly group: Uint32Array;
}

function packClaims(
  evidence: Iterable<HasEvents>,
  options: Required<Omit<EventF1Options, "measure">>,
): Claims {
  const { average, minConfidence, minIou, events: source } = options;
  const events = source.pack(evidence);
  const { types, truths, detections, videoCount } = events;
  const matches = source.match(events, { minIous: [minIou], rule: "confidence" })[0]!;
  const least = minConfidence === "best" ? Number.NEGATIVE_INFINITY : minConfidence;
  const { type, ...alarms } = rankedAlarms(
    events,
    matches,
    (i) => detections.confidence[i]! >= least,
  );
  const real = Uint32Array.from(truths.video.keys()).filter((j) => !truths.ambiguous[j]);
  const isPooled = average === "micro";
  return {
    ...alarms,
    isPooled,
    videoCount,
    groupCount: isPooled ? 1 : types.length,
    truthVideo: real.map((j) => truths.video[j]!),
    truthGroup: isPooled ? new Uint32Array(real.length) : real.map((j) => truths.type[j]!),
    group: isPooled ? new Uint32Array(type.length) : type,
  };
}

/** Sums per group, kept between calls. */
function emptySums({ groupCount }: Claims) {
  return {
    truths: new Float64Array(groupCount),
    detected: new Float64Array(groupCount),
    matched: new Float64Array(groupCount),
  };
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
  {
    weights,
    sums,
  }: { readonly weights: Uint32Array | Float64Array | undefined; readonly sums: Sums },
): number {
  for (const each of [sums.truths, sums.detected, sums.matched]) each.fill(0);
  for (let j = 0; j < truthVideo.length; j++)
    sums.truths[truthGroup[j]!]! += weights ? weights[truthVideo[j]!]! : 1;
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

const averageTitles = { macro: "F1, mean over types", micro: "F1 of all types together" };

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "event-f1",
    group: "detection",
    title: "F1 of events",
    options: [
      {
        name: "average",
        default: "–",
        meaning: "micro or macro: part of the name on the command line",
      },
      {
        ...minConfidenceOption,
        meaning:
          "detections of lower confidence are ignored; best: the threshold is fitted on the samples scored, and again on each resample, so an upper bound",
      },
      minIouOption,
    ],
    page: () => ({
      definition:
        "Detections from a confidence on are matched one to one with truths of their own video and type, most confident first, at a tIoU of at least a threshold. Micro: all types together, types that are only predicted included. Macro: mean over the types that have a truth. With the threshold `best`, the one common to all types that makes the score highest.",
      formula: "F1 = 2 · matches ÷ (detections + truths)",
      citation:
        "VIGIL-RAG evaluation framework; van Rijsbergen, Information Retrieval, 1979, for F",
      checkedAgainst:
        "values worked out by hand, and a plain search over all thresholds on random problems",
      edgeCases:
        "Equal confidences keep the order given and are not separated by a threshold. A second detection of a truth is wrong. What an ambiguous event absorbs does not count. Without truths: micro is 0 if anything is detected, otherwise not defined.",
      signatures: [
        eventF1({ measure: "", average: "macro", minConfidence: 0.5 }).signature,
        eventF1({ measure: "", average: "micro", minConfidence: "best" }).signature,
      ],
    }),
    offers: [
      ...(["macro", "micro"] as const).map((average) =>
        offer({
          id: `event-f1-${average}`,
          title: averageTitles[average],
          reads: "events",
          options: [minIouOption, minConfidenceOption],
          create: (measure, { minConfidence, ...given }) => [
            eventF1({ measure, average, ...given, minConfidence: leastConfidence(minConfidence) }),
          ],
        }),
      ),
      ...(["macro", "micro"] as const).map((average) =>
        offer({
          id: `event-f1-${average}-best`,
          title: `${averageTitles[average]}, best threshold`,
          reads: "events",
          options: [minIouOption],
          create: (measure, given) => [
            eventF1({ measure, average, minConfidence: "best", ...given }),
          ],
        }),
      ),
    ],
  },
];
