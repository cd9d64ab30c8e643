import type { Metric } from "../../core/scores/metric.ts";
import type { DigestedEvidence, SampleDigests } from "../evidence/evidence-set.ts";
import type { IndexedSamples } from "../evidence/sample-index.ts";

/** What a system's scores are computed from. */
export interface ScoredEvidence {
  readonly evidence: DigestedEvidence;
  readonly metrics: readonly Metric[];
  /** Which extractor read the replies; absent where there were none. */
  readonly extractor?: string | undefined;
  /** All samples that were planned; only of systems that are compared with others. */
  readonly samples?: IndexedSamples | undefined;
}

/**
 * Where the samples that all sets hold stand in each of them, in one order: rows[s][i] is the row
 * of the i-th common sample in set s. A sample that is in a set several times, as by repeats, is
 * common as often as in the set that has it least.
 */
export function commonRows(sets: readonly SampleDigests[]): readonly Uint32Array[] {
  const [first] = sets;
  if (!first) return [];
  const rows = sets.map(() => new Uint32Array(first.high.length));
  const at = new Uint32Array(sets.length);
  let count = 0;
  for (let row = 0; row < first.high.length; row++) {
    at[0] = row;
    const high = first.high[row]!;
    const low = first.low[row]!;
    let isCommon = true;
    for (let set = 1; set < sets.length; set++) {
      const other = sets[set]!;
      while (at[set]! < other.high.length && isBefore(other, at[set]!, { high, low })) at[set]!++;
      isCommon &&= other.high[at[set]!] === high && other.low[at[set]!] === low;
    }
    if (!isCommon) continue;
    for (let set = 0; set < sets.length; set++) rows[set]![count] = set === 0 ? row : at[set]!++;
    count++;
  }
  return rows.map((each) => each.subarray(0, count));
}

function isBefore(
  { high, low }: SampleDigests,
  row: number,
  key: { readonly high: number; readonly low: number },
): boolean {
  return high[row]! < key.high || (high[row] === key.high && low[row]! < key.low);
}
