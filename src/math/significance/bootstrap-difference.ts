import { studentProbability } from "../distribution/student-probability.ts";
import { studentQuantile } from "../distribution/student-quantile.ts";
import { bootstrapError } from "../interval/bootstrap-error.ts";
import type { GroupDraw } from "../interval/cluster-bootstrap.ts";
import type { Interval } from "../interval/interval.ts";
import { jackknifeError } from "../interval/jackknife-scores.ts";
import { scoreDifference } from "../score-difference.ts";

export interface BootstrapDifferenceInput {
  /** What both systems scored on the same resamples; NaN where a score is not defined. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** The first system's score minus the second's on all samples. */
  readonly difference: number;
  readonly groupCount: number;
  readonly draw?: GroupDraw;
  /** The difference without each group in turn, to be given up to `mostJackknifedGroups` groups. */
  readonly jackknife?: Float64Array;
}

/** With more groups than this the bootstrap needs no help. */
export const mostJackknifedGroups = 200;

/** What a bootstrap says about the difference of two systems. */
export interface BootstrapDifference {
  /** Two-sided, for no difference. */
  readonly pValue: number;
  /** Of the difference; 0 where it is the same on all resamples. */
  readonly standardError: number;
  /** 95 %. */
  readonly interval: Interval;
}

/**
 * The test between systems for scores of whole sets: the difference over its standard error from a
 * bootstrap of whole groups, both systems on the same resamples, against Student's t with G − 1
 * degrees of freedom. What small sets flatter, they flatter in both systems, so that no bias is
 * taken off. With few groups the bootstrap takes the error of rankings such as average precision
 * for a little too small; the jackknife's is taken where it is larger. `null` where no standard
 * error can be had.
 */
export function bootstrapDifference(input: BootstrapDifferenceInput): BootstrapDifference | null {
  const { first, second, difference, groupCount, draw, jackknife } = input;
  if (first.length !== second.length)
    throw new RangeError(`${first.length} and ${second.length} resamples are not the same ones`);
  const values = first.map((value, at) => scoreDifference(value, second[at]!));
  const error = bootstrapError({ values, estimate: difference, groupCount, ...(draw && { draw }) });
  if (!error) return null;
  const standardError = Math.max(
    error.standardError,
    (jackknife && jackknifeError(jackknife)) ?? 0,
  );
  const reach = studentQuantile(0.975, groupCount - 1) * standardError;
  return {
    pValue:
      standardError === 0
        ? difference === 0
          ? 1
          : 0
        : 2 * studentProbability(-Math.abs(difference) / standardError, groupCount - 1),
    standardError,
    interval: { low: difference - reach, high: difference + reach },
  };
}
