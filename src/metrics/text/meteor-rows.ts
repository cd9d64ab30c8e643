import type { MeteorStatistics } from "./meteor-score.ts";

const matcherCount = 4;

/**
 * Where things stand in a packed row of counts: lengths and function words of both texts, four
 * counts for each part, chunks.
 */
export const meteorColumns = {
  candidateLength: 0,
  referenceLength: 1,
  candidateFunctionWords: 2,
  referenceFunctionWords: 3,
  candidateContent: 4,
  referenceContent: 4 + matcherCount,
  candidateFunction: 4 + 2 * matcherCount,
  referenceFunction: 4 + 3 * matcherCount,
  chunks: 4 + 4 * matcherCount,
  count: 4 + 4 * matcherCount + 1,
} as const;

/** The counts that stand in a row from `at` on. */
export function meteorStatisticsAt(rows: Float64Array, at: number): MeteorStatistics {
  const part = (column: number) =>
    Array.from(rows.subarray(at + column, at + column + matcherCount));
  return {
    candidateLength: rows[at + meteorColumns.candidateLength]!,
    referenceLength: rows[at + meteorColumns.referenceLength]!,
    candidateFunctionWords: rows[at + meteorColumns.candidateFunctionWords]!,
    referenceFunctionWords: rows[at + meteorColumns.referenceFunctionWords]!,
    candidateContent: part(meteorColumns.candidateContent),
    referenceContent: part(meteorColumns.referenceContent),
    candidateFunction: part(meteorColumns.candidateFunction),
    referenceFunction: part(meteorColumns.referenceFunction),
    chunks: rows[at + meteorColumns.chunks]!,
  };
}

/**
 * Whether everything matched in a single chunk, which METEOR does not punish; as `isWhole` of the
 * counts that stand there.
 */
export function isWholeRow(row: Float64Array): boolean {
  if (row[meteorColumns.chunks] !== 1) return false;
  let matched = 0;
  let matchedInReference = 0;
  for (let matcher = 0; matcher < matcherCount; matcher++) {
    matched +=
      row[meteorColumns.candidateContent + matcher]! +
      row[meteorColumns.candidateFunction + matcher]!;
    matchedInReference +=
      row[meteorColumns.referenceContent + matcher]! +
      row[meteorColumns.referenceFunction + matcher]!;
  }
  return (
    matched === row[meteorColumns.candidateLength] &&
    matchedInReference === row[meteorColumns.referenceLength]
  );
}
