import { countedShares } from "../../core/scores/target.ts";
import { formatPercent, formatQuantity } from "../../summary/format-number.ts";
import type { MatrixSummary } from "../../summary/matrix-summary.ts";
import { shortfallText } from "../../summary/shortfalls.ts";
import type { Verdict } from "./verdict.ts";

/**
 * What must be known before a matrix is read: whether it is whole, what it is compared with, and
 * how to read a difference.
 */
export function matrixVerdict({
  rows,
  complete,
  selection,
}: MatrixSummary): Pick<Verdict, "text" | "selection" | "shortfall"> {
  const open = rows.filter((row) => !row.complete).map(({ name }) => name);
  const [coverage, answered] = countedShares.map((share) =>
    Math.min(1, ...rows.flatMap((row) => row[share] ?? [])),
  ) as [number, number];
  const state = complete ? "complete" : `incomplete (${open.join(", ")})`;
  const covered = coverage < 1 ? `; lowest coverage ${formatPercent(coverage)}` : "";
  const read = answered < coverage ? `; lowest answered ${formatPercent(answered)}` : "";
  return {
    text: `${formatQuantity(rows.length, "row")}, ${state}${covered}${read}`,
    shortfall: shortfallText(
      rows.flatMap(({ name, shortfalls = [] }) => shortfalls.map((one) => `${name}: ${one.text}`)),
    ),
    selection:
      selection === null ? null : `only ${selection}: these are not the scores of the whole data`,
  };
}

/** How differences are to be read. */
export function readingNote({ rows }: MatrixSummary): string {
  return `every row is set against ${rows[0]?.name} on the same samples; "better" and "worse" are said where p, corrected by Holm over the rows of a metric, is below 0.05; intervals are of each difference by itself`;
}
