import { studentQuantile } from "../distribution/student-quantile.ts";
import { clopperPearson } from "./clopper-pearson.ts";
import type { Interval } from "./interval.ts";

/** Successes and samples of each group, usually a video; groups without samples are ignored. */
export interface GroupTotals {
  readonly successes: ArrayLike<number>;
  readonly samples: ArrayLike<number>;
}

/**
 * The interval of Korn and Graubard (1998) for a proportion whose samples come in groups:
 * Clopper–Pearson on the effective sample size, that is p(1 − p) over the with-replacement variance
 * between groups, times the square of t(n − 1) over t(groups − 1), and at most n.
 *
 * Where that variance is 0, for instance when every sample is right, the groups do not tell how far
 * samples within a group agree. Then the effective size is taken to be the number of groups, as if
 * samples within a group always agreed; no variance was estimated, so there is no t-correction. A
 * single group counts as one trial; without samples the interval is [0, 1].
 */
export function kornGraubard({ successes, samples }: GroupTotals, confidence = 0.95): Interval {
  if (successes.length !== samples.length)
    throw new RangeError(
      `got ${successes.length} groups of successes and ${samples.length} of samples`,
    );
  const right = sum(successes);
  const all = sum(samples);
  if (all === 0) return { low: 0, high: 1 };
  const share = right / all;
  const size = effectiveSize({ successes, samples }, { right, all, confidence });
  return clopperPearson(share === 1 ? size : share * size, size, confidence);
}

function effectiveSize(
  { successes, samples }: GroupTotals,
  {
    right,
    all,
    confidence,
  }: { readonly right: number; readonly all: number; readonly confidence: number },
): number {
  let groups = 0;
  let squares = 0;
  for (let group = 0; group < samples.length; group += 1) {
    const size = samples[group]!;
    if (size === 0) continue;
    groups += 1;
    // Multiplied out, so that whole numbers give an exact 0 where all groups have the same
    // proportion.
    const residual = (successes[group]! * all - right * size) / all;
    squares += residual * residual;
  }
  if (squares === 0) return groups;
  const variance = ((groups / (groups - 1)) * squares) / (all * all);
  const share = right / all;
  const probability = (1 + confidence) / 2;
  const correction =
    studentQuantile(probability, all - 1) / studentQuantile(probability, groups - 1);
  return Math.min(all, ((share * (1 - share)) / variance) * correction * correction);
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let index = 0; index < values.length; index += 1) total += values[index]!;
  return total;
}
