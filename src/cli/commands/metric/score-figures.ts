import type { Metric } from "../../../core/scores/metric.ts";
import { UserError } from "../../../core/user-error.ts";
import { type IntervalSummary, scoreIntervals } from "../../../scoring/interval/score-intervals.ts";
import type { intervalOf } from "./chosen-interval.ts";
import type { Figure, ScoredFigure, ScoredFiles } from "./metric-input.ts";

export interface ScoreFigures {
  readonly seed: number;
  readonly hasIntervals: boolean;
  /** Makes the interval of a figure; by the rules of all reports where left out. */
  readonly interval?: ReturnType<typeof intervalOf> | undefined;
  readonly hasSegments: boolean;
}

/**
 * Scores all figures, with 95 % intervals by the rules of all reports unless a method is asked for:
 * by formula for proportions, by resampling groups of units else.
 */
export function scoreFigures(
  given: ScoredFiles,
  { seed, hasIntervals, hasSegments, interval }: ScoreFigures,
): readonly ScoredFigure[] {
  const files = {
    ...given,
    figures: eachOnce(given.figures),
    scored: eachOnce(given.scored ?? []),
  };
  const weights = sharedWeights(files.figures);
  const points = files.figures.map(({ score }, i) => score(weights[i]));
  const intervals = hasIntervals
    ? intervalsOf(files, { weights, points, seed, interval })
    : files.figures.map(() => noInterval);
  const scored = files.scored.map((figure) =>
    hasIntervals ? figure : { ...figure, ...noInterval },
  );
  const computed = files.figures.map((figure, i) => ({
    key: figure.key,
    title: figure.title,
    value: points[i]!,
    ...intervals[i]!,
    n: countedUnits(figure, files.n),
    signature: figure.signature,
    measure: figure.measure,
    ...(figure.ties && points[i] !== null ? { ties: figure.ties } : {}),
    ...(hasSegments ? { segments: figure.segments?.() ?? figure.values } : {}),
  }));
  return [...scored, ...computed];
}

/**
 * What was asked for twice is shown once; two different figures of one name could not be told
 * apart.
 */
function eachOnce<One extends Pick<Figure, "key" | "signature">>(
  figures: readonly One[],
): readonly One[] {
  const byKey = new Map<string, One>();
  for (const figure of figures) {
    const before = byKey.get(figure.key);
    if (before && before.signature !== figure.signature)
      throw new UserError(
        `two different figures would be called ${figure.key}: ${before.signature} and ${figure.signature}`,
        "ask for them one after the other",
      );
    byKey.set(figure.key, before ?? figure);
  }
  return [...byKey.values()];
}

const noInterval = { low: null, high: null, interval: "none: not asked for" };

interface Scored extends Pick<ScoreFigures, "seed" | "interval"> {
  readonly weights: readonly (Uint32Array | undefined)[];
  readonly points: readonly (number | null)[];
}

function intervalsOf(
  files: ScoredFiles,
  { weights, points, seed, interval }: Scored,
): readonly IntervalSummary[] {
  if (interval) {
    const own = { n: files.n, ...groupsOf(files) };
    return files.figures.map((figure, i) =>
      interval(figure, { seed, set: own, weights: weights[i], point: points[i]! }),
    );
  }
  const set = {
    n: files.n,
    ...groupsOf(files),
    answered: new Uint8Array(0),
    slices: [],
    evidence: () => [],
  };
  const prepared = files.figures.map(({ kind, best, worst, score, values, exposures }) => {
    // Of a metric, intervals read no more than its kind and its ends.
    return {
      metric: { kind, best, worst } as Metric,
      score,
      values,
      counted: undefined,
      ...(exposures ? { exposures } : {}),
    };
  });
  return scoreIntervals({ set, prepared, weights, points, seed, isSlice: false });
}

/** Which units belong together. */
export function groupsOf({ n, groups: names }: ScoredFiles): {
  readonly groups: Uint32Array;
  readonly groupCount: number;
} {
  if (!names) return { groups: Uint32Array.from({ length: n }, (_, i) => i), groupCount: n };
  const known = new Map<string, number>();
  const groups = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const name = names[i]!;
    if (!known.has(name)) known.set(name, known.size);
    groups[i] = known.get(name)!;
  }
  return { groups, groupCount: known.size };
}

/**
 * The very same weights for figures that count the same units, since these share their resamples.
 */
function sharedWeights(figures: readonly Figure[]): readonly (Uint32Array | undefined)[] {
  const known: Uint32Array[] = [];
  return figures.map(({ counted }) => {
    if (!counted?.includes(0)) return undefined;
    const same = known.find((weights) => counted.every((one, i) => one === weights[i]));
    const weights = same ?? new Uint32Array(counted);
    if (!same) known.push(weights);
    return weights;
  });
}

function countedUnits({ values, counted }: Figure, n: number): number {
  let count = 0;
  for (let i = 0; i < n; i++)
    if ((counted?.[i] ?? 1) > 0 && !(values && Number.isNaN(values[i]))) count++;
  return count;
}
