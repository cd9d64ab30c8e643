import type { Score } from "../core/metric.ts";
import { type ClusterBootstrapInput, clusterBootstrap, type ResampledScore, rankGroups } from "./cluster-bootstrap.ts";
import { nextUniform, type RandomState, seededState } from "./seeded-random.ts";

/** How far a score varies with the groups that it is made on. */
export interface ScoreSpread extends ResampledScore {
  /** The score without each group in turn, or without each of as many blocks of groups; NaN where it is not defined. */
  readonly jackknife: Float64Array;
  /** The score on random halves of the groups; NaN where it is not defined. */
  readonly halves: Float64Array;
}

/** Beside every five resamples there is one block that is left out, and one half: two fifths more scores than the bootstrap alone. */
const resamplesPerPart = 5;

/** Scores resamples, sets without a block of groups, and halves; all scores on the same ones. Every part has its own random stream. */
export function scoreSpreads(input: ClusterBootstrapInput): readonly ScoreSpread[] {
  const { groups, groupCount, base, scores, resamples, seed } = input;
  const { ranks, rankCount } = rankGroups({ groups, groupCount, base });
  const parts = Math.max(2, Math.floor(resamples / resamplesPerPart));
  const set: RankedSet = { ranks, base, scores };
  const blocks = Math.min(rankCount, parts);
  const jackknife = scoredParts(set, blocks, (block) => (rank) => rank % blocks !== block);
  const halves = scoredParts(set, parts, (part) => {
    const isFirst = firstHalf(rankCount, seededState(seed, "halves", part >> 1));
    return (rank) => isFirst[rank] === 1 + (part & 1);
  });
  return clusterBootstrap(input).map((resampled, at) => ({ ...resampled, jackknife: jackknife[at]!, halves: halves[at]! }));
}

export interface RankedSet {
  /** The place of each sample's group among those that count. */
  readonly ranks: Uint32Array;
  readonly base: Uint32Array | undefined;
  readonly scores: readonly Score[];
}

/** Each score on each part of the groups, by which ranks are in it; NaN where it is not defined. */
export function scoredParts(
  { ranks, base, scores }: RankedSet,
  parts: number,
  membership: (part: number) => (rank: number) => boolean,
): readonly Float64Array[] {
  const weights = new Uint32Array(ranks.length);
  const values = scores.map(() => new Float64Array(parts));
  for (let part = 0; part < parts; part++) {
    const isIn = membership(part);
    for (let sample = 0; sample < ranks.length; sample++) weights[sample] = isIn(ranks[sample]!) ? (base?.[sample] ?? 1) : 0;
    const scored = scores.map((score) => score(weights) ?? Number.NaN);
    for (const [at, value] of scored.entries()) values[at]![part] = value;
  }
  return values;
}

/** 1 for the groups of a random half, 2 for those of the other, and 0 for the one that is left over where they are odd. */
function firstHalf(count: number, state: RandomState): Uint8Array {
  const order = Uint32Array.from({ length: count }, (_, rank) => rank);
  const half = new Uint8Array(count);
  const size = Math.floor(count / 2);
  for (let at = 0; at < 2 * size; at++) {
    const other = at + Math.floor(nextUniform(state) * (count - at));
    const drawn = order[other]!;
    order[other] = order[at]!;
    half[drawn] = at < size ? 1 : 2;
  }
  return half;
}
