/** Vectors of one query: those of the true side and what was projected into their space. */
interface ProjectedRow {
  readonly truth: readonly number[];
  readonly predicted: readonly number[];
}

/** Shorter vectors are divided by this, as the suite does. */
const leastNorm = 1e-8;

/**
 * Where the row of its own stands among all rows by cosine, from 1 on. The projected side is the
 * query, or the candidates; of equal cosines the earlier row comes first.
 */
export function cosineRanks(
  rows: readonly ProjectedRow[],
  { projects }: { readonly projects: "query" | "candidates" },
): readonly number[] {
  const truths = rows.map(({ truth }) => unit(truth));
  const projections = rows.map(({ predicted }) => unit(predicted));
  const [queries, candidates] =
    projects === "query" ? [projections, truths] : [truths, projections];
  return queries.map((query, own) => {
    const right = dot(query, candidates[own]!);
    let rank = 1;
    for (let at = 0; at < candidates.length; at++) {
      if (at === own) continue;
      const other = dot(query, candidates[at]!);
      if (other > right || (other === right && at < own)) rank++;
    }
    return rank;
  });
}

function unit(vector: readonly number[]): Float64Array {
  const norm = Math.max(Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0)), leastNorm);
  return Float64Array.from(vector, (one) => one / norm);
}

/** A plain loop: hundreds of candidates of thousands of numbers for each of hundreds of queries. */
function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
