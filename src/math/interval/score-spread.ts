import { nextUniform, type RandomState, seededState } from "../seeded-random.ts";
import {
  type ClusterBootstrapInput,
  clusterBootstrap,
  type ResampledScore,
  rankGroups,
  scoreWeighings,
} from "./cluster-bootstrap.ts";

/** How far a score varies with the groups that it is made on. */
export interface ScoreSpread extends ResampledScore {
  /**
   * The score without each group in turn, or without each of as many blocks of groups; NaN where it
   * is not defined.
   */
  readonly jackknife: Float64Array;
  /** The score on random halves of the groups; NaN where it is not defined. */
  readonly halves: Float64Array;
}

/**
 * Beside every five resamples there is one block that is left out, and one half: two fifths more
 * scores than the bootstrap alone.
 */
const resamplesPerPart = 5;

/** How many blocks and halves are scored beside so many resamples. */
export function partsOf(resamples: number): number {
  return Math.max(2, Math.floor(resamples / resamplesPerPart));
}

/**
 * Scores resamples, sets without a block of groups, and halves; all scores on the same ones. Every
 * part has its own random stream.
 */
export function scoreSpreads(input: ClusterBootstrapInput): readonly ScoreSpread[] {
  const { base, scores, resamples, seed } = input;
  const { ranks, rankCount } = rankGroups({ ...input, base });
  const parts = partsOf(resamples);
  const blocks = Math.min(rankCount, parts);
  const counts = new Uint32Array(rankCount);
  const set = { ranks, counts, base, scores };
  const jackknife = scoreWeighings(set, blocks, (block) => {
    counts.fill(1);
    for (let rank = block; rank < rankCount; rank += blocks) counts[rank] = 0;
  });
  const order = new Uint32Array(rankCount);
  const halves = scoreWeighings(set, parts, (part) => {
    if ((part & 1) === 0) shuffle(order, seededState(seed, "halves", part >> 1));
    const size = Math.floor(rankCount / 2);
    counts.fill(0);
    for (let at = size * (part & 1); at < size * (1 + (part & 1)); at++) counts[order[at]!] = 1;
  });
  return clusterBootstrap(input).map((resampled, at) => ({
    ...resampled,
    jackknife: jackknife[at]!,
    halves: halves[at]!,
  }));
}

/**
 * Overwrites `order` with the numbers below its length in random order; of an odd count, the last
 * one is not drawn.
 */
function shuffle(order: Uint32Array, state: RandomState): void {
  const count = order.length;
  for (let rank = 0; rank < count; rank++) order[rank] = rank;
  for (let at = 0; at < count - (count & 1); at++) {
    const other = at + Math.floor(nextUniform(state) * (count - at));
    const drawn = order[other]!;
    order[other] = order[at]!;
    order[at] = drawn;
  }
}
