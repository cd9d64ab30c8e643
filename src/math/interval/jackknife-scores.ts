import type { Score } from "../../core/scores/metric.ts";

interface JackknifeInput {
  /** The group of each sample, as an index below `groupCount`. */
  readonly groups: Uint32Array;
  readonly groupCount: number;
  readonly score: Score;
  /** How often each sample counts beforehand; each once when left out. */
  readonly base?: Uint32Array | undefined;
  /** Beyond this many groups they are left out in blocks, of which there are as many. */
  readonly mostBlocks?: number;
}

/**
 * The score without each group in turn, or without each block of groups where there are many: NaN
 * where it is not defined. The skewness of blocks is smaller by the square root of their size, and
 * so is the divisor of the acceleration of `bcaInterval`, which stays what it is.
 */
export function jackknifeScores({
  groups,
  groupCount,
  score,
  base,
  mostBlocks = 200,
}: JackknifeInput): Float64Array {
  const blocks = Math.min(groupCount, mostBlocks);
  const weights = new Uint32Array(groups.length);
  return Float64Array.from({ length: blocks }, (_, block) => {
    for (let sample = 0; sample < groups.length; sample++)
      weights[sample] = groups[sample]! % blocks === block ? 0 : base ? base[sample]! : 1;
    return score(weights) ?? Number.NaN;
  });
}

/**
 * The standard error that scores without each of the groups give: √((G − 1)/G · Σ(score − mean)²).
 * It errs on the side of caution (Efron and Stein 1981, "The jackknife estimate of variance").
 * `null` where a score is not defined or there are fewer than two.
 */
export function jackknifeError(scores: Float64Array): number | null {
  const count = scores.length;
  const mean = scores.reduce((sum, score) => sum + score, 0) / count;
  if (count < 2 || Number.isNaN(mean)) return null;
  return Math.sqrt(
    ((count - 1) / count) * scores.reduce((sum, score) => sum + (score - mean) ** 2, 0),
  );
}
