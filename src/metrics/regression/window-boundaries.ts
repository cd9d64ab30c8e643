import type { CorpusMetric, Score, Weights } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import { boundaryPairs } from "./match-boundaries.ts";

/** What is read of one window of a timeline that is cut into windows. */
export interface HasWindowBoundaries {
  /** Windows of one timeline are matched together. */
  readonly episode: string;
  readonly center: number;
  /** Whether the window is said to hold a boundary, which then counts as one at its centre. */
  readonly isPredicted: boolean;
  /** Whether a boundary is near: what a perfect system says of the window. */
  readonly isTrue: boolean;
  /**
   * The true boundaries that belong to this window and no other; `null` where the truth is hidden.
   */
  readonly boundaries: readonly number[] | null;
}

/** What each window adds to the counts, once all windows were matched. */
interface WindowCounts {
  /** 1 where the window is predicted. */
  readonly predicted: Float64Array;
  /** 1 where it took a boundary. */
  readonly hits: Float64Array;
  /** How far the boundary is that it took. */
  readonly errors: Float64Array;
  /** How many boundaries belong to it. */
  readonly truths: Float64Array;
  /** How many of these were taken. */
  readonly found: Float64Array;
}

type Count = keyof WindowCounts;

interface Definition {
  readonly id: string;
  readonly title: string;
  readonly best: number;
  readonly worst: number | null;
  readonly isTotal?: true;
  score(sum: (count: Count) => number): number | null;
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

const definitions = {
  precision: {
    id: "window-boundary-precision",
    title: "Boundary precision",
    best: 1,
    worst: 0,
    score: (sum) => ratio(sum("hits"), sum("predicted")),
  },
  recall: {
    id: "window-boundary-recall",
    title: "Boundary recall",
    best: 1,
    worst: 0,
    score: (sum) => ratio(sum("found"), sum("truths")),
  },
  f1: {
    id: "window-boundary-f1",
    title: "Boundary F1",
    best: 1,
    worst: 0,
    score: (sum) => ratio(sum("hits") + sum("found"), sum("predicted") + sum("truths")),
  },
  "timing-error": {
    id: "window-boundary-timing-error",
    title: "Boundary timing error",
    best: 0,
    worst: null,
    score: (sum) => ratio(sum("errors"), sum("hits")),
  },
} as const satisfies Readonly<Record<string, Definition>>;

/** What can be known of boundaries that windows report; the counts are those of the whole set. */
export type WindowBoundaryFigure = keyof typeof definitions;

/**
 * Boundaries that single windows report at their centres, matched in rising order over all windows
 * of an episode; see `boundaryPairs`. The matching is that of the whole set: slices and resamples
 * weigh what each window and each boundary came to.
 */
export function windowBoundaries(
  measure: string,
  figure: WindowBoundaryFigure,
  { tolerance }: { readonly tolerance: number },
): CorpusMetric<HasWindowBoundaries> {
  const { score, ...described }: Definition = definitions[figure];
  return {
    ...described,
    signature: signature(described.id, 1, {
      matched: "whole-set",
      matching: "nearest-free-in-order",
      tolerance,
    }),
    measure,
    kind: "corpus",
    counts: ({ boundaries }) => boundaries !== null,
    // Every window near a boundary reports it, and one of them is right.
    ceiling: (evidence) =>
      scored(Array.from(evidence, perfect), { tolerance, score })() ?? described.best,
    prepare: (evidence) => scored([...evidence], { tolerance, score }),
  };
}

function perfect(window: HasWindowBoundaries): HasWindowBoundaries {
  return { ...window, isPredicted: window.isTrue };
}

function scored(
  windows: readonly HasWindowBoundaries[],
  { tolerance, score }: { readonly tolerance: number; readonly score: Definition["score"] },
): Score {
  const counts = countWindows(windows, tolerance);
  return (weights) => score((count) => weighted(counts[count], weights));
}

/** How many boundaries were found, were there, or were reported: sums, not rates. */
export function windowBoundaryCount(
  measure: string,
  count: "found" | "truths" | "predicted",
  { tolerance }: { readonly tolerance: number },
): CorpusMetric<HasWindowBoundaries> {
  return {
    id: `window-boundaries-${count}`,
    title: {
      found: "Boundaries found",
      truths: "True boundaries",
      predicted: "Reported boundaries",
    }[count],
    signature: signature(`window-boundaries-${count}`, 1, { tolerance }),
    measure,
    kind: "corpus",
    best: 0,
    worst: null,
    isTotal: true,
    counts: ({ boundaries }) => boundaries !== null,
    ceiling: (evidence) => total(Array.from(evidence, perfect), { tolerance, count })() ?? 0,
    prepare: (evidence) => total([...evidence], { tolerance, count }),
  };
}

function total(
  windows: readonly HasWindowBoundaries[],
  { tolerance, count }: { readonly tolerance: number; readonly count: Count },
): Score {
  const own = countWindows(windows, tolerance)[count];
  return (weights) =>
    windows.length === 0 || (weights?.every((weight) => weight === 0) ?? false)
      ? null
      : weighted(own, weights);
}

function weighted(values: Float64Array, weights: Weights | undefined): number {
  if (weights) assertWeights(weights, values.length);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (weights ? weights[at]! : 1) * values[at]!;
  return sum;
}

function countWindows(windows: readonly HasWindowBoundaries[], tolerance: number): WindowCounts {
  const zeros = () => new Float64Array(windows.length);
  const counts: WindowCounts = {
    predicted: zeros(),
    hits: zeros(),
    errors: zeros(),
    truths: zeros(),
    found: zeros(),
  };
  const places = windows.flatMap(({ boundaries }, at) => (boundaries === null ? [] : [at]));
  for (const own of Map.groupBy(places, (at) => windows[at]!.episode).values())
    countEpisode(windows, own, { counts, tolerance });
  return counts;
}

function countEpisode(
  windows: readonly HasWindowBoundaries[],
  places: readonly number[],
  { counts, tolerance }: { readonly counts: WindowCounts; readonly tolerance: number },
): void {
  const truths = places
    .flatMap((at) => windows[at]!.boundaries!.map((frame) => ({ at, frame })))
    .sort((a, b) => a.frame - b.frame);
  const reported = places
    .filter((at) => windows[at]!.isPredicted)
    .map((at) => ({ at, frame: windows[at]!.center }))
    .sort((a, b) => a.frame - b.frame);
  for (const { at } of truths) counts.truths[at]!++;
  for (const { at } of reported) counts.predicted[at] = 1;
  const frames = (list: readonly { readonly frame: number }[]) => list.map(({ frame }) => frame);
  for (const [truth, guess] of boundaryPairs(frames(truths), frames(reported), tolerance)) {
    counts.found[truths[truth]!.at]!++;
    counts.hits[reported[guess]!.at] = 1;
    counts.errors[reported[guess]!.at] = Math.abs(truths[truth]!.frame - reported[guess]!.frame);
  }
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "window-boundaries",
    group: "regression",
    title: "Boundaries that windows report",
    options: [
      {
        name: "boundaryTolerance",
        default: "10",
        meaning: "how many frames a boundary may be away from the centre of the window",
      },
    ],
    page: () => ({
      definition:
        "Precision, recall, F1 and timing error of boundaries that windows of a timeline report at their centres, and the counts behind them. Reported windows in rising order, each takes the nearest boundary that is still free and within the tolerance. Reported windows are not merged: of several near one boundary all but one are false alarms, so that precision is low where windows overlap.",
      formula:
        "P = hits / reported; R = hits / true; F1 = 2·hits / (reported + true); Σ |error| / hits",
      citation: "Xperience task suite",
      checkedAgainst: "the suite’s recorded figures, to 1e-9",
      edgeCases:
        "True boundaries before the first or behind the last tested centre do not count. Slices and resamples weigh what the matching of the whole set came to. Null where the divisor is 0.",
      signatures: (Object.keys(definitions) as WindowBoundaryFigure[]).map(
        (figure) => windowBoundaries("", figure, { tolerance: 10 }).signature,
      ),
    }),
  },
];
