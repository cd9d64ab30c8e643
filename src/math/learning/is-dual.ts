import type { Rows } from "./rows.ts";

/** Inner products of so many rows are kept unless columns are few, and of the second number at most. */
const smallRows = 4096;
const mostRows = 8192;

/**
 * Whether weights are better followed as sums over rows while they are learnt. Of few rows, where
 * these are not many more than the columns; of more, where all epochs together take less time, by
 * nanoseconds that were measured at 5,000 rows: inner products once and then products with them, or
 * passes over all features.
 */
export function isDual(
  { count, width }: Pick<Rows, "count" | "width">,
  { outputs, epochs }: { readonly outputs: number; readonly epochs: number },
): boolean {
  if (count <= smallRows) return count <= 2 * width;
  if (count > mostRows) return false;
  const dual = count * (0.1 * width + epochs * (1.1 + 0.3 * outputs));
  const primal = width * epochs * (6.5 + 0.25 * outputs);
  return dual < primal;
}
