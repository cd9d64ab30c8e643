import { isRecord } from "../../../core/json.ts";
import { UserError } from "../../../core/user-error.ts";
import type { HasLabelSets, HasLabels } from "../../../metrics/classification/class-counts.ts";
import type { HasTaskScores } from "../../../metrics/classification/rescale-scores.ts";
import { cellText, cellTexts, requireColumns, type TableRow } from "./table-rows.ts";

/** What separates the labels on offer in a cell. */
const optionSeparator = ";";

/** One label each. */
export function labels(rows: readonly TableRow[], path: string): readonly HasLabels[] {
  requireColumns(rows, ["truth", "prediction"], path);
  return rows.map(({ cells }) => ({
    truth: cellText(cells.truth),
    predicted: cellText(cells.prediction),
    ...optionsOf(cells),
  }));
}

/** Several labels each; a blank truth is hidden unless it is an empty JSON list. */
export function labelSets(
  rows: readonly TableRow[],
  { path, separator }: { readonly path: string; readonly separator: string },
): readonly HasLabelSets[] {
  requireColumns(rows, ["truth", "prediction"], path);
  return rows.map(({ cells }) => ({
    truths:
      Array.isArray(cells.truth) || cellText(cells.truth) !== null
        ? cellTexts(cells.truth, separator)
        : null,
    predictions: cellTexts(cells.prediction, separator),
    ...optionsOf(cells),
  }));
}

function optionsOf(cells: TableRow["cells"]): Pick<HasLabels, "options"> {
  return cells.options === undefined ? {} : { options: cellTexts(cells.options, optionSeparator) };
}

const scoreColumn = "score:";

/** A score for each label: the member `scores` of a JSON row, or columns called `score:<label>`. */
export function labelScores(rows: readonly TableRow[], path: string): readonly HasTaskScores[] {
  requireColumns(rows, ["truth"], path);
  return rows.map(({ cells, place }) => {
    const given = isRecord(cells.scores)
      ? Object.entries(cells.scores)
      : Object.entries(cells).flatMap(([name, value]) =>
          name.startsWith(scoreColumn) ? [[name.slice(scoreColumn.length), value] as const] : [],
        );
    if (given.length === 0)
      throw new UserError(
        `${place}: has no scores`,
        `name the columns ${scoreColumn}<label>, or give a member scores: {label: number}`,
      );
    const present = given.filter(([, value]) => cellText(value) !== null);
    return {
      truth: cellText(cells.truth),
      task: cellText(cells.task) ?? "",
      options: (present.length === 0 ? given : present).map(([label]) => label),
      scores:
        present.length === 0
          ? null
          : present.map(([label, value]) => scoreOf(value, `${place}: the score of ${label}`)),
    };
  });
}

function scoreOf(value: unknown, place: string): number {
  const score = Number(value);
  if (!Number.isFinite(score))
    throw new UserError(`${place} must be a number, got ${JSON.stringify(value)}`);
  return score;
}
