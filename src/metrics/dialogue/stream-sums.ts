import type { Score } from "../../core/scores/metric.ts";
import { growing } from "../../math/growing-array.ts";
import { assertWeights } from "../sample-metric.ts";
import { differentPairs } from "./different-pairs.ts";
import { countedOf, rememberCounted } from "./kept-evidence.ts";
import { nameStreams } from "./name-streams.ts";
import type { SimilarPairs, SimilarStream, SimilarStreams } from "./similar-pairs.ts";

/**
 * Counts of every stream that add up, in rows; pairs are counted beside them. Scores of any
 * multiset of streams are made of these alone.
 */
export interface StreamSums {
  readonly rows: Float64Array;
  readonly columnCount: number;
  readonly pairCounts: Float64Array;
}

/** Counts the pairs of a stream in columns; what it counts depends on each pair alone. */
export interface PairCounter {
  /**
   * Says what is counted, and of which pairs: the sums of a stream are remembered by it with its
   * texts.
   */
  readonly name: string;
  readonly columnCount: number;
  /** Adds what the pairs of a stream count to the columns of a row: whole numbers. */
  add(stream: SimilarPairs, row: Float64Array): void;
}

export function sumStreams(streams: SimilarStreams, counter: PairCounter): StreamSums {
  const { name, columnCount } = counter;
  const rows = growing.numbers();
  const pairCounts = growing.numbers();
  for (const { kept, open } of streams) {
    const known = countedOf(kept, name);
    const row = known ?? sumsOf(open(), counter);
    if (!known) rememberCounted(kept, name, row);
    for (let column = 0; column < columnCount; column++) rows.push(row[column]!);
    pairCounts.push(row[columnCount]!);
  }
  return { rows: rows.view(), columnCount, pairCounts: pairCounts.view() };
}

/** The number of pairs stands in a column after the others. */
function sumsOf(stream: SimilarPairs, { columnCount, add }: PairCounter): Float64Array {
  const row = new Float64Array(columnCount + 1);
  add(stream, row);
  row[columnCount] = stream.pairs.candidates.length;
  return row;
}

/**
 * Remembers the sums of a stream by those of another matching of the same utterances, as far as
 * these are known: only pairs that differ are counted. Does nothing where that would not be less
 * work.
 */
export function sumAlike(
  known: SimilarStream,
  other: SimilarStream,
  counters: readonly PairCounter[],
): void {
  const due = counters.filter(
    ({ name }) => countedOf(known.kept, name) && !countedOf(other.kept, name),
  );
  if (due.length === 0) return;
  const [first, second] = [known.open(), other.open()];
  const different = differentPairs(first, second);
  if (
    !different ||
    pairCount(different.onlyFirst) + pairCount(different.onlySecond) >= pairCount(second)
  )
    return;
  for (const counter of due) {
    const [less, more] = [
      sumsOf(different.onlyFirst, counter),
      sumsOf(different.onlySecond, counter),
    ];
    const sums = countedOf(known.kept, counter.name)!.map(
      (sum, column) => sum - less[column]! + more[column]!,
    );
    rememberCounted(other.kept, counter.name, sums);
  }
}

function pairCount({ pairs }: SimilarPairs): number {
  return pairs.candidates.length;
}

/**
 * Sums over streams that depend on all of them together, such as by document frequencies: made once
 * for the same streams and pairs.
 */
export function sumsTogether(
  streams: readonly SimilarStream[],
  name: string,
  make: () => StreamSums,
): StreamSums {
  const named = nameStreams(streams.map(({ kept }) => kept));
  if (named === undefined) return make();
  const full = `${name} of ${named}`;
  const known = streams.map(({ kept }) => countedOf(kept, full));
  if (known.every((row) => row !== undefined)) return unpacked(known);
  const sums = make();
  const { rows, columnCount, pairCounts } = sums;
  for (const [at, { kept }] of streams.entries())
    rememberCounted(
      kept,
      full,
      Float64Array.of(...rows.subarray(at * columnCount, (at + 1) * columnCount), pairCounts[at]!),
    );
  return sums;
}

/** The number of pairs stands in the last column. */
function unpacked(known: readonly Float64Array[]): StreamSums {
  const columnCount = known[0]!.length - 1;
  const rows = new Float64Array(known.length * columnCount);
  for (const [at, row] of known.entries()) rows.set(row.subarray(0, columnCount), at * columnCount);
  return { rows, columnCount, pairCounts: Float64Array.from(known, (row) => row[columnCount]!) };
}

/**
 * Makes a score of the sums over streams and the number of their pairs; `null` where there is no
 * pair. Intervals call it thousands of times.
 */
export function scoreOfSums(
  { rows, columnCount, pairCounts }: StreamSums,
  scoreOf: (sums: Float64Array, pairs: number) => number,
): Score {
  const sums = new Float64Array(columnCount);
  return (weights) => {
    if (weights) assertWeights(weights, pairCounts.length);
    sums.fill(0);
    let pairs = 0;
    for (let stream = 0, at = 0; stream < pairCounts.length; stream++, at += columnCount) {
      const weight = weights ? weights[stream]! : 1;
      if (weight === 0) continue;
      pairs += weight * pairCounts[stream]!;
      for (let column = 0; column < columnCount; column++)
        sums[column]! += weight * rows[at + column]!;
    }
    return pairs > 0 ? scoreOf(sums, pairs) : null;
  };
}
