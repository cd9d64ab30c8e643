import type { Curve, Resampling } from "../../core/scores/analysis.ts";
import type { Score, Weights } from "../../core/scores/metric.ts";
import { scoreInterval } from "../../math/interval/score-interval.ts";
import { scoreSpreads } from "../../math/interval/score-spread.ts";

/** What one stream adds to a curve of ratios between 0 and 1. */
export interface RatioParts {
  /** What is divided, at each level. */
  readonly tops: readonly number[];
  /** What it is divided by, at all of them. */
  readonly bottom: number;
}

/**
 * Sums over sums of all streams at each level. The band around it is the interval that a score of
 * this kind has at each point by itself, of the very resamples of groups that scores are resampled
 * by. No points where there is nothing to divide by.
 */
export function ratioCurve(
  levels: readonly number[],
  streams: Iterable<RatioParts>,
  resampling?: Resampling,
): Pick<Curve, "points" | "band" | "notes"> {
  const sums = groupSums(levels.length, streams, resampling?.groups);
  const total = ratios(sums);
  if (total.every((value) => value === null)) return { points: [] };
  const points = levels.map((level, at) => [level, total[at]!] as const);
  return { points, ...(resampling ? bandOf(sums, total as readonly number[], resampling) : {}) };
}

function bandOf(
  sums: GroupSums,
  values: readonly number[],
  { leastGroups, resamples, seed }: Resampling,
): Pick<Curve, "band" | "notes"> {
  const { groupCount } = sums;
  if (groupCount < leastGroups)
    return { notes: [`no intervals: fewer than ${leastGroups} groups (${groupCount})`] };
  // Sums stand in the order of their groups' first streams, in which groups are drawn: the draws
  // are those of the scores.
  const set = {
    groups: Uint32Array.from({ length: groupCount }, (_, at) => at),
    groupCount,
    resamples,
    seed,
  };
  const drawn = scoreSpreads({ ...set, scores: inOnePass(sums) });
  const found = values.map((estimate, level) => {
    const score: Score = (weights) => ratios(sums, weights)[level]!;
    return scoreInterval({
      set,
      score,
      estimate,
      best: 1,
      worst: 0,
      countedGroups: groupCount,
      spread: drawn[level]!,
    });
  });
  const made = new Set(found.flatMap(({ limits, text }) => (limits ? [text] : [])));
  if (made.size === 0) return { notes: ["no intervals: all resamples give the same scores"] };
  return {
    band: found.map(({ limits }) => limits && ([limits.low, limits.high] as const)),
    notes: [`95 % interval of each point by itself: ${[...made].join("; or ")}`],
  };
}

/**
 * Scores of one resample are asked for in their order: the first computes all of them, in less than
 * half of the time that each by itself would take.
 */
function inOnePass(sums: GroupSums): readonly Score[] {
  let all: readonly (number | null)[] = [];
  return Array.from(
    { length: sums.levelCount },
    (_, level): Score =>
      (weights) => {
        if (level === 0) all = ratios(sums, weights);
        return all[level]!;
      },
  );
}

interface GroupSums {
  readonly levelCount: number;
  readonly groupCount: number;
  /** By group in the order of first streams, then by level. */
  readonly tops: Float64Array;
  readonly bottoms: Float64Array;
}

/** All streams are one group where nothing says otherwise. */
function groupSums(
  levelCount: number,
  streams: Iterable<RatioParts>,
  groups: Uint32Array | undefined,
): GroupSums {
  const rankOf = new Map<number, number>();
  const rows: { readonly tops: Float64Array; bottom: number }[] = [];
  let at = 0;
  for (const { tops, bottom } of streams) {
    const group = groups?.[at++] ?? 0;
    const rank = rankOf.get(group) ?? rankOf.size;
    rankOf.set(group, rank);
    rows[rank] ??= { tops: new Float64Array(levelCount), bottom: 0 };
    const row = rows[rank];
    row.bottom += bottom;
    for (let level = 0; level < levelCount; level++) row.tops[level]! += tops[level]!;
  }
  const tops = new Float64Array(rows.length * levelCount);
  for (const [rank, row] of rows.entries()) tops.set(row.tops, rank * levelCount);
  return {
    levelCount,
    groupCount: rows.length,
    tops,
    bottoms: Float64Array.from(rows, ({ bottom }) => bottom),
  };
}

/** At every level; `null` where there is nothing to divide by. */
function ratios(
  { levelCount, groupCount, tops, bottoms }: GroupSums,
  weights?: Weights,
): readonly (number | null)[] {
  const sums = new Float64Array(levelCount);
  let bottom = 0;
  for (let group = 0, start = 0; group < groupCount; group++, start += levelCount) {
    const weight = weights ? weights[group]! : 1;
    if (weight === 0) continue;
    bottom += weight * bottoms[group]!;
    for (let level = 0; level < levelCount; level++) sums[level]! += weight * tops[start + level]!;
  }
  return Array.from(sums, (top) => (bottom > 0 ? top / bottom : null));
}
