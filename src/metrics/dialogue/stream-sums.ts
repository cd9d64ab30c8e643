import type { Score } from "../../core/metric.ts";
import { growing } from "../../math/growing-array.ts";
import { assertWeights } from "../sample-metric.ts";
import type { SimilarPairs, SimilarStreams } from "./similar-pairs.ts";

/** Counts of every stream that add up, in rows; pairs are counted beside them. Scores of any multiset of streams are made of these alone. */
interface StreamSums {
  readonly rows: Float64Array;
  readonly columnCount: number;
  readonly pairCounts: Float64Array;
}

interface SumOptions {
  readonly columnCount: number;
  /** Names what is counted, and of which pairs, where that depends on each pair alone: the sums of a stream are then remembered with its texts. */
  readonly name?: string;
}

/** `add` adds what the pairs of a stream count to the columns of a row. */
export function sumStreams(
  streams: SimilarStreams,
  { columnCount, name }: SumOptions,
  add: (stream: SimilarPairs, row: Float64Array) => void,
): StreamSums {
  const rows = growing.numbers();
  const pairCounts = growing.numbers();
  for (const { counted, open } of streams) {
    const known = name === undefined ? undefined : counted.get(name);
    const row = known ?? sumsOf(open(), columnCount, add);
    if (name !== undefined) counted.set(name, row);
    for (let column = 0; column < columnCount; column++) rows.push(row[column]!);
    pairCounts.push(row[columnCount]!);
  }
  return { rows: rows.view(), columnCount, pairCounts: pairCounts.view() };
}

/** The number of pairs stands in a column after the others. */
function sumsOf(stream: SimilarPairs, columnCount: number, add: (stream: SimilarPairs, row: Float64Array) => void): Float64Array {
  const row = new Float64Array(columnCount + 1);
  add(stream, row);
  row[columnCount] = stream.pairs.candidates.length;
  return row;
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
