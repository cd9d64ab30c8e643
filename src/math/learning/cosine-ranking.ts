import type { Numbers } from "./rows.ts";

/** Candidates ranked by cosine, each with its norm, which is at least `floor`. */
export interface CosineCandidates {
  readonly count: number;
  rank(query: Numbers): { readonly order: Uint32Array; readonly similarities: Float64Array };
}

/**
 * @param values candidates row by row.
 * @returns ranks with the best first; of equal ones the earlier candidate. Similarities are those of
 *   the candidates in their own order.
 */
export function cosineCandidates(
  values: Numbers,
  width: number,
  { floor = 1e-8 } = {},
): CosineCandidates {
  const count = values.length / width;
  const norms = Float64Array.from({ length: count }, (_, i) =>
    Math.max(floor, norm(values, i * width, width)),
  );
  return {
    count,
    rank(query) {
      const own = Math.max(floor, norm(query, 0, width));
      const similarities = new Float64Array(count);
      for (let i = 0; i < count; i++) {
        let sum = 0;
        for (let j = 0, at = i * width; j < width; j++, at++) sum += values[at]! * query[j]!;
        similarities[i] = sum / (norms[i]! * own);
      }
      const order = Uint32Array.from({ length: count }, (_, i) => i);
      order.sort((a, b) => similarities[b]! - similarities[a]! || a - b);
      return { order, similarities };
    },
  };
}

function norm(values: Numbers, start: number, width: number): number {
  let sum = 0;
  for (let j = start; j < start + width; j++) sum += values[j]! * values[j]!;
  return Math.sqrt(sum);
}
