import type { Score, Weights } from "../../core/metric.ts";
import { growing } from "../../math/growing-array.ts";
import { assertWeights } from "../sample-metric.ts";

/** Pairs of texts of many streams, in one list. */
export interface FlatPairs<Pair> {
  readonly pairs: readonly Pair[];
  /** The stream that each pair belongs to. */
  readonly owners: Uint32Array;
  readonly streamCount: number;
}

export function flattenPairs<Evidence, Pair>(
  evidence: Iterable<Evidence>,
  pairsOf: (evidence: Evidence) => readonly Pair[],
): FlatPairs<Pair> {
  const pairs: Pair[] = [];
  const owners = growing.words();
  let streamCount = 0;
  for (const item of evidence) {
    for (const pair of pairsOf(item)) {
      pairs.push(pair);
      owners.push(streamCount);
    }
    streamCount++;
  }
  return { pairs, owners: owners.view(), streamCount };
}

/** A score of pairs as a score of streams: each pair weighs what its stream weighs. */
export function scoreOfStreams({ owners, streamCount }: FlatPairs<unknown>, score: Score): Score {
  const expanded = new Float64Array(owners.length);
  return (weights?: Weights) => {
    if (!weights) return score();
    assertWeights(weights, streamCount);
    for (let i = 0; i < owners.length; i++) expanded[i] = weights[owners[i]!]!;
    return score(expanded);
  };
}
