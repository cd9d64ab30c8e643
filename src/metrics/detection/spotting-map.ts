import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { growing } from "../../math/growing-array.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { choiceOption, numberOption, numbersOption } from "../metric-option.ts";
import { assertWeights } from "../sample-metric.ts";
import type { HasEvents } from "./has-events.ts";
import { matchSpots, type SpotRules, spotFramesPerSecond } from "./match-spots.ts";

/** The tolerances δ of SoccerNet, in seconds: a spot may be δ/2 away. */
const spottingTolerances = {
  loose: [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
  tight: [1, 2, 3, 4, 5],
} as const;

/**
 * The classes that SoccerNet's program averages over, whether they occur or not: those of action
 * spotting, and of ball action spotting.
 */
const spottingClasses = {
  "soccernet-v2": [
    "Penalty",
    "Kick-off",
    "Goal",
    "Substitution",
    "Offside",
    "Shots on target",
    "Shots off target",
    "Clearance",
    "Ball out of play",
    "Throw-in",
    "Foul",
    "Indirect free-kick",
    "Direct free-kick",
    "Corner",
    "Yellow card",
    "Red card",
    "Yellow->red card",
  ],
  "soccernet-ball": ["PASS", "DRIVE"],
} as const;

/**
 * `with-truth`: a class counts where it has a truth. The others: as SoccerNet's program, whose
 * lists count whole.
 */
export type SpottingClasses = "with-truth" | keyof typeof spottingClasses;

/** SoccerNet's program keeps a half in so many seconds, and moves what lies beyond to their end. */
const longestHalfSeconds = 7200;

export interface SpottingMapOptions {
  readonly measure: string;
  /** By SoccerNet's names, or in seconds, rising: its `at1` is [1]. */
  readonly tolerances: keyof typeof spottingTolerances | readonly number[];
  /** Of the grid on which times are compared; default 2, as SoccerNet has it. */
  readonly framesPerSecond?: number;
  /** Default: with-truth. */
  readonly spottingClasses?: SpottingClasses;
}

/** Which tolerances a spot meets is kept in the bits of one integer. */
const mostTolerances = 31;

/** Confidence thresholds from 0 to 1, evenly spaced. */
const thresholds = 200;
const recallPoints = 11;

/**
 * Average mAP of action spotting (SoccerNet, SoccerNet/Evaluation/ActionSpotting.py): precision and
 * recall at 200 confidence thresholds, 11-point interpolated AP, mean over types, then the area
 * over tolerances by trapezoids, normalised. See `matchSpots` for the matching. One tolerance alone
 * gives the mAP there. By default types count where they have a truth; with one of SoccerNet's
 * lists of `spottingClasses` every class of it counts, as 0 where it does not occur, others are
 * ignored, and what lies beyond two hours is moved to their end: its program's own figure.
 */
export function spottingMap({
  measure,
  tolerances,
  framesPerSecond = spotFramesPerSecond,
  spottingClasses: classes = "with-truth",
}: SpottingMapOptions): CorpusMetric<HasEvents> {
  const listed = classes === "with-truth" ? undefined : spottingClasses[classes];
  const seconds = typeof tolerances === "string" ? spottingTolerances[tolerances] : tolerances;
  assertRules(seconds, framesPerSecond);
  return {
    ...nameOf(tolerances, classes),
    signature: signature("spotting-map", 1, {
      framesPerSecond,
      over: listed ? classes : "types-with-truth",
      recallPoints,
      thresholds,
      tolerances: seconds.join(","),
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    smallSetBias: "root",
    prepare(evidence) {
      const packed = packSpots(evidence, {
        toleranceSeconds: seconds,
        framesPerSecond,
        ...(listed ? { types: listed, endSeconds: longestHalfSeconds } : {}),
      });
      const { videoCount, typeCount, truthType, truthVideo, spotVideo, spotBin, matched } = packed;
      const positives = new Float64Array(typeCount);
      const all = new Float64Array(typeCount * thresholds);
      const right = seconds.map(() => new Float64Array(typeCount * thresholds));
      return (weights) => {
        if (weights) assertWeights(weights, videoCount);
        for (const sums of [positives, all, ...right]) sums.fill(0);
        for (let j = 0; j < truthVideo.length; j++)
          positives[truthType[j]!]! += weights ? weights[truthVideo[j]!]! : 1;
        for (let i = 0; i < spotVideo.length; i++) {
          const weight = weights ? weights[spotVideo[i]!]! : 1;
          all[spotBin[i]!]! += weight;
          for (let k = 0, bits = matched[i]!; bits !== 0; k++, bits >>>= 1)
            if (bits & 1) right[k]![spotBin[i]!]! += weight;
        }
        const means = right.map((own) =>
          meanPrecision({
            positives,
            all,
            right: own,
            ...(listed ? { classCount: listed.length } : {}),
          }),
        );
        return means.includes(null) ? null : trapezoids(means as number[]);
      };
    },
  };
}

function nameOf(
  tolerances: SpottingMapOptions["tolerances"],
  classes: SpottingClasses,
): { readonly id: string; readonly title: string } {
  const { id, title } = plainName(tolerances);
  return classes === "with-truth"
    ? { id, title }
    : { id: `${id}-${classes}`, title: `${title}, over the classes of ${classes}` };
}

function plainName(tolerances: SpottingMapOptions["tolerances"]): {
  readonly id: string;
  readonly title: string;
} {
  if (typeof tolerances === "string")
    return { id: `spotting-map-${tolerances}`, title: `Average mAP of spotting, ${tolerances}` };
  const [only] = tolerances;
  if (tolerances.length === 1)
    return { id: `spotting-map@${only}`, title: `mAP of spotting within ${only} s` };
  return { id: "spotting-map", title: `Average mAP of spotting, ${tolerances.length} tolerances` };
}

function assertRules(seconds: readonly number[], framesPerSecond: number): void {
  if (
    seconds.length === 0 ||
    seconds.length > mostTolerances ||
    seconds.some((one, i) => !(one > (seconds[i - 1] ?? 0)))
  )
    throw new RangeError(
      `tolerances are ${seconds.join(", ") || "none"}, but there must be 1 to ${mostTolerances}, above 0 and rising`,
    );
  if (!(framesPerSecond > 0))
    throw new RangeError(`framesPerSecond is ${framesPerSecond}, but it must be above 0`);
}

function packSpots(evidence: Iterable<HasEvents>, rules: SpotRules) {
  const codes = new Map<string, number>();
  const codeOf = (type: string) => codes.get(type) ?? codes.set(type, codes.size).size - 1;
  const truthType = growing.words();
  const truthVideo = growing.words();
  const spotVideo = growing.words();
  const spotBin = growing.words();
  const matched = growing.words();
  let videoCount = 0;
  for (const video of evidence) {
    const { spots, truths } = matchSpots(video, rules);
    for (const type of truths) {
      truthType.push(codeOf(type));
      truthVideo.push(videoCount);
    }
    for (const { type, confidence, matched: bits } of spots) {
      spotVideo.push(videoCount);
      spotBin.push(codeOf(type) * thresholds + lastThreshold(confidence));
      matched.push(bits);
    }
    videoCount++;
  }
  return {
    videoCount,
    typeCount: codes.size,
    truthType: truthType.view(),
    truthVideo: truthVideo.view(),
    spotVideo: spotVideo.view(),
    spotBin: spotBin.view(),
    matched: matched.view(),
  };
}

/**
 * The highest threshold that a confidence reaches; they are multiples of the double 1/199, as
 * NumPy's linspace makes them.
 */
function lastThreshold(confidence: number): number {
  let index = Math.min(thresholds - 1, Math.floor(confidence * (thresholds - 1)) + 1);
  while (index > 0 && confidence < (index === thresholds - 1 ? 1 : index * (1 / (thresholds - 1))))
    index--;
  return index;
}

interface SpotSums {
  readonly positives: Float64Array;
  /** Weight of spots, at `type * thresholds + lastThreshold`. */
  readonly all: Float64Array;
  readonly right: Float64Array;
  /** Over how many classes the mean is taken; over those with a truth where left out. */
  readonly classCount?: number;
}

function meanPrecision({ positives, all, right, classCount }: SpotSums): number | null {
  let sum = 0;
  let count = 0;
  for (let type = 0; type < positives.length; type++) {
    if (positives[type] === 0) continue;
    count++;
    let found = 0;
    let seen = 0;
    const best = new Float64Array(recallPoints);
    for (let at = (type + 1) * thresholds - 1; at >= type * thresholds; at--) {
      found += right[at]!;
      seen += all[at]!;
      if (seen === 0) continue;
      for (let point = 0; point < recallPoints && found / positives[type]! >= point / 10; point++)
        best[point] = Math.max(best[point]!, found / seen);
    }
    sum += best.reduce((total, each) => total + each, 0) / recallPoints;
  }
  return count === 0 ? null : sum / (classCount ?? count);
}

function trapezoids(values: readonly number[]): number {
  if (values.length === 1) return values[0]!;
  let sum = 0;
  for (let i = 0; i + 1 < values.length; i++) sum += (values[i]! + values[i + 1]!) / 2;
  return sum / (values.length - 1);
}

const tolerancesOption = numbersOption(
  {
    name: "tolerances",
    default: "1,2,3,4,5",
    meaning:
      "how far apart two spots on either side of a truth may be, in seconds and rising: loose has 5, 10, …, 60 s, tight 1, 2, …, 5 s; one alone gives the mAP there (SoccerNet's at1 to at5)",
  },
  { isAboveZero: true },
);

const framesPerSecondOption = numberOption(
  {
    name: "framesPerSecond",
    default: "2",
    meaning: "of the grid on which times are compared; SoccerNet-v2 has 2, ball action spotting 25",
  },
  { isAboveZero: true },
);

export const spottingClassesOption = choiceOption(
  {
    name: "spottingClasses",
    default: "with-truth",
    keys: ["over"],
    meaning:
      "what the mean is over: the types that have a truth, or all 17 classes of SoccerNet's program (soccernet-v2), or PASS and DRIVE (soccernet-ball), as 0 where they do not occur",
  },
  ["with-truth", "soccernet-v2", "soccernet-ball"],
);

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "spotting-map",
    group: "detection",
    title: "Average mAP of spotting",
    options: [tolerancesOption, framesPerSecondOption, spottingClassesOption],
    page: () => ({
      definition:
        "Times are cut to a grid of frames. A spot is right within half the tolerance of a truth; truths in order of time claim the free spot of highest confidence. Precision and recall at 200 thresholds from 0 to 1 give an 11-point average precision, of which the mean over types is averaged over tolerances by trapezoids, normalised.",
      formula:
        "AP(δ) = 1/11 · Σ over r = 0, .1, …, 1 of max over thresholds with recall ≥ r of precision",
      citation:
        "Giancola et al., SoccerNet, CVPRW 2018; Delière et al., SoccerNet-v2, CVPRW 2021 (SoccerNet/Evaluation/ActionSpotting.py)",
      checkedAgainst:
        "SoccerNet 0.2.0 (SoccerNet.Evaluation.ActionSpotting.evaluate, from files) on random games with ties, several spots in a frame and truths that are not shown, to 1e-12",
      edgeCases:
        "Of several spots of a type in one frame the last given stays; of equal confidences the earliest is claimed. By default types count where they have a truth. SoccerNet's program counts every class of its list, as 0 where it does not occur, ignores others, and moves what lies beyond two hours to their end: spottingClasses=soccernet-v2 gives its figure, which is lower wherever a class does not occur. Its figures for truths that are shown and not shown apart are not offered; both count here. Tolerances are averaged as if evenly spaced, as there. Not defined without truths.",
      signatures: [
        spottingMap({ measure: "", tolerances: "loose" }).signature,
        spottingMap({ measure: "", tolerances: "loose", spottingClasses: "soccernet-v2" })
          .signature,
        spottingMap({ measure: "", tolerances: "tight" }).signature,
      ],
    }),
    offers: [
      ...(["loose", "tight"] as const).map((tolerances) =>
        offer({
          id: `spotting-map-${tolerances}`,
          title: `Average mAP of spotting, ${tolerances}`,
          reads: "events",
          options: [framesPerSecondOption, spottingClassesOption],
          create: (measure, given) => [spottingMap({ measure, tolerances, ...given })],
        }),
      ),
      offer({
        id: "spotting-map",
        title: "mAP of spotting within tolerances",
        isApart: true,
        reads: "events",
        options: [tolerancesOption, framesPerSecondOption, spottingClassesOption],
        create: (measure, { tolerances = spottingTolerances.tight, ...given }) => [
          spottingMap({ measure, ...given, tolerances }),
        ],
      }),
    ],
  },
];
