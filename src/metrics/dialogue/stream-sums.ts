import type { Score } from "../../core/metric.ts";
import { assertWeights } from "../sample-metric.ts";
import type { SimilarPairs } from "./similar-pairs.ts";

/** Counts of every stream that add up, in rows; pairs are counted beside them. Scores of any multiset of streams are made of these alone. */
interface StreamSums {
  readonly rows: Float64Array;
  readonly columnCount: number;
  readonly pairCounts: Float64Array;
}

interface SumOptions {
  readonly columnCount: number;
  /** Names what is counted where that depends on each pair alone: the sums of a stream are then remembered with its texts. */
  readonly name?: string;
}

/** `add` adds what pair p counts to the columns of `rows` from `at` on. */
export function sumStreams(
  { starts, owners, selection }: SimilarPairs,
  { columnCount, name }: SumOptions,
  add: (pair: number, rows: Float64Array, at: number) => void,
): StreamSums {
  const streamCount = starts.length - 1;
  const rows = new Float64Array(streamCount * columnCount);
  const pairCounts = new Float64Array(streamCount);
  const key = `${name} of pairs ${selection}`;
  for (let stream = 0; stream < streamCount; stream++) {
    const at = stream * columnCount;
    const counted = name === undefined ? undefined : owners?.[stream]?.counted;
    const known = counted?.get(key);
    if (known) rows.set(known, at);
    else {
      for (let pair = starts[stream]!; pair < starts[stream + 1]!; pair++) add(pair, rows, at);
      counted?.set(key, rows.slice(at, at + columnCount));
    }
    pairCounts[stream] = starts[stream + 1]! - starts[stream]!;
  }
  return { rows, columnCount, pairCounts };
}

/** Makes a score of the sums over streams and the number of their pairs; `null` where there is no pair. Intervals call it thousands of times. */
export function scoreOfSums({ rows, columnCount, pairCounts }: StreamSums, scoreOf: (sums: Float64Array, pairs: number) => number): Score {
  const sums = new Float64Array(columnCount);
  return (weights) => {
    if (weights) assertWeights(weights, pairCounts.length);
    sums.fill(0);
    let pairs = 0;
    for (let stream = 0, at = 0; stream < pairCounts.length; stream++, at += columnCount) {
      const weight = weights ? weights[stream]! : 1;
      if (weight === 0) continue;
      pairs += weight * pairCounts[stream]!;
      for (let column = 0; column < columnCount; column++) sums[column]! += weight * rows[at + column]!;
    }
    return pairs > 0 ? scoreOf(sums, pairs) : null;
  };
}
