import { UserError } from "../../../core/user-error.ts";
import { textOption } from "../../../metrics/metric-option.ts";
import { computeMetrics } from "./compute-metrics.ts";
import { labelScores, labelSets, labels } from "./label-table.ts";
import type { MetricReader, MetricRequest, ScoredFiles } from "./metric-input.ts";
import { blankNotes, requireColumns, type TableRow, tableGroups, tableRows } from "./table-rows.ts";

const defaultSeparator = ";";
const separatorOption = textOption({
  name: "separator",
  default: defaultSeparator,
  meaning: "what stands between the labels of a cell",
});

/** Labels of samples, one or several each, true and predicted. */
export const reader: MetricReader = { options: { labelSets: [separatorOption] }, open };

/** Options that say something about the table. */
interface Given {
  readonly classes?: string;
  readonly positive?: string;
  readonly average?: string;
  readonly separator?: string;
}

async function open({ asked, file }: MetricRequest): Promise<ScoredFiles> {
  const path = file("table");
  const rows = await tableRows(path);
  const computed = computeMetrics(asked, (reads, given: Given) => {
    const { classes, separator = defaultSeparator } = given;
    if (classes === "options" && reads !== "labelScores") requireColumns(rows, ["options"], path);
    requireLabel(given, { rows, path });
    if (reads === "labels") return { measure: "labels|v:1", evidence: labels(rows, path) };
    if (reads === "labelSets")
      return {
        measure: `label-sets|separator:${separator}|v:1`,
        evidence: labelSets(rows, { path, separator }),
      };
    return { measure: "label-scores|v:1", evidence: labelScores(rows, path) };
  });
  return {
    units: "rows",
    n: rows.length,
    groups: tableGroups(rows),
    ...computed,
    notes: blankNotes(rows, "truth", "left out"),
  };
}

interface LabelFile {
  readonly rows: readonly TableRow[];
  readonly path: string;
}

/** A label that no row has is a mistake in writing rather than a score that is not defined. */
function requireLabel({ positive, average }: Given, { rows, path }: LabelFile): void {
  const label = positive ?? (average === "macro" || average === "micro" ? undefined : average);
  if (label === undefined) return;
  const read =
    positive !== undefined
      ? labels(rows, path).map(({ truth, predicted }) => [truth, predicted])
      : scoredLabels(rows, path);
  const present = [...new Set(read.flat())].filter((one) => one !== null);
  if (!present.includes(label))
    throw new UserError(
      `${path}: no row has the label "${label}"`,
      `labels here: ${present.slice(0, 20).join(", ")}`,
    );
}

function scoredLabels(
  rows: readonly TableRow[],
  path: string,
): readonly (readonly (string | null)[])[] {
  return labelScores(rows, path).map(({ truth, options }) => [truth, ...options]);
}
