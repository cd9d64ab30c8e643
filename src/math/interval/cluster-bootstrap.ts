import type { Score, Weights } from "../../core/scores/metric.ts";
import { drawCounts } from "../distribution/draw-counts.ts";
import { drawDirichlet } from "../distribution/draw-dirichlet.ts";
import { seededState } from "../seeded-random.ts";
import { groupScore } from "./group-score.ts";

export interface ClusterBootstrapInput {
  /** The group of each sample, as an index below `groupCount`. */
  readonly groups: Uint32Array;
  readonly groupCount: number;
  /**
   * All are scored on the same resamples, so that their values can be subtracted one by one. They
   * must not keep the weights they are given.
   */
  readonly scores: readonly Score[];
  readonly resamples: number;
  /**
   * The number of the first resample, so that threads can share them out: two halves are the whole;
   * 0 when left out.
   */
  readonly first?: number;
  readonly seed: number;
  /**
   * How often each sample counts before resampling, to look at a slice; each once when left out.
   */
  readonly base?: Uint32Array;
  /**
   * How groups are weighed: by how often they are drawn (the default), or by Dirichlet weights,
   * under which none vanishes.
   */
  readonly draw?: GroupDraw;
}

export type GroupDraw = "counts" | "dirichlet";

/** What one score was on each resample. */
export interface ResampledScore {
  /** In the order of the resamples; NaN where the score was not defined. */
  readonly values: Float64Array;
  /** On how many resamples it was not defined. */
  readonly undefinedCount: number;
}

/**
 * Scores resamples of whole groups, drawn with replacement, as many as there are; a group drawn
 * twice counts as two groups. Groups in which no sample counts are not drawn, so that a slice is
 * resampled as if it were all there is. Resample i depends on the seed, on i and on which samples
 * share a group, and on nothing else: neither on how groups are numbered nor on other resamples.
 */
export function clusterBootstrap(input: ClusterBootstrapInput): readonly ResampledScore[] {
  const { resamples, first = 0, seed, base, scores, draw = "counts" } = input;
  const { ranks, rankCount } = rankGroups({ ...input, base });
  const counts = draw === "counts" ? new Uint32Array(rankCount) : new Float64Array(rankCount);
  const weigh = (resample: number) => drawGroupCounts(counts, { seed, resample: first + resample });
  const values = scoreWeighings({ ranks, counts, base, scores }, resamples, weigh);
  return values.map((each) => ({
    values: each,
    undefinedCount: each.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0),
  }));
}

interface WeighedSet {
  /** The rank of each sample's group. */
  readonly ranks: Uint32Array;
  /** The weight of each rank. */
  readonly counts: Weights;
  readonly base: Uint32Array | undefined;
  readonly scores: readonly Score[];
}

/**
 * Each score under several weightings of the groups, the n-th of which `weigh(n)` writes into
 * `counts`; NaN where it is not defined.
 */
export function scoreWeighings(
  { ranks, counts, base, scores: given }: WeighedSet,
  weighings: number,
  weigh: (weighing: number) => void,
): readonly Float64Array[] {
  const scores = base ? given.map((score) => score.within?.(base) ?? score) : given;
  const isOneToOne = base === undefined && counts.length === ranks.length;
  const sampleWeights = counts instanceof Uint32Array ? Uint32Array : Float64Array;
  const weights = isOneToOne ? counts : new sampleWeights(ranks.length);
  const values = scores.map(() => new Float64Array(weighings));
  const scoreNow = scores.map((score) =>
    score.byClass && !isOneToOne
      ? groupScore(score.byClass, { ranks, counts, base })
      : () => score(weights),
  );
  const needsWeights = !isOneToOne && scores.some(({ byClass }) => !byClass);
  for (let weighing = 0; weighing < weighings; weighing += 1) {
    weigh(weighing);
    if (needsWeights) spread(counts, { ranks, base, weights });
    // Through `map`, since V8 copies a score that this loop calls by itself into the loop, where it
    // takes twice the time (Node 24).
    const scored = scoreNow.map((score) => score() ?? Number.NaN);
    for (const [index, value] of scored.entries()) values[index]![weighing] = value;
  }
  return values;
}

/**
 * How often each group is drawn in one resample, or its Dirichlet weight; every resample has a
 * random stream of its own.
 */
export function drawGroupCounts(
  counts: Weights,
  { seed, resample }: { readonly seed: number; readonly resample: number },
): void {
  if (counts instanceof Uint32Array)
    drawCounts(counts, seededState(seed, "cluster-bootstrap", resample));
  else drawDirichlet(counts, seededState(seed, "bayesian-bootstrap", resample));
}

export interface Ranks {
  /**
   * The rank of each sample's group; what stands for a sample that does not count is of no matter.
   */
  readonly ranks: Uint32Array;
  readonly rankCount: number;
}

/** Numbers the groups that count in the order of their first sample. */
export function rankGroups({
  groups,
  groupCount,
  base,
}: Pick<ClusterBootstrapInput, "groups" | "groupCount"> & {
  base: Uint32Array | undefined;
}): Ranks {
  const rankOf = new Uint32Array(groupCount);
  const ranks = new Uint32Array(groups.length);
  let rankCount = 0;
  for (let sample = 0; sample < groups.length; sample += 1) {
    const group = groups[sample]!;
    if (group >= groupCount)
      throw new RangeError(
        `sample ${sample} is in group ${group}, but there are ${groupCount} groups`,
      );
    if (base?.[sample] === 0) continue;
    if (rankOf[group] === 0) {
      rankCount += 1;
      rankOf[group] = rankCount;
    }
    ranks[sample] = rankOf[group]! - 1;
  }
  return { ranks, rankCount };
}

interface Spread {
  readonly ranks: Uint32Array;
  readonly base: Uint32Array | undefined;
  readonly weights: Weights;
}

/** Gives every sample the count of its group. */
function spread(counts: Weights, { ranks, base, weights }: Spread): void {
  if (base === undefined) {
    for (let sample = 0; sample < weights.length; sample += 1)
      weights[sample] = counts[ranks[sample]!]!;
  } else {
    for (let sample = 0; sample < weights.length; sample += 1)
      weights[sample] = base[sample]! * counts[ranks[sample]!]!;
  }
}
