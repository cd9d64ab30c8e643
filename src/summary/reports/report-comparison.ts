import { isRecord, type Json } from "../../core/json.ts";

/** A report that was read: an object of figures and settings, such as VIGIL-RAG's. */
export interface ReadReport {
  readonly source: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** What reports say about the same thing, in the order of the sources. */
interface ReportRow<Value> {
  /** Where it is in the reports, such as `rag_metrics.recall_at_5`. */
  readonly name: string;
  /** `null` if a report does not say it. */
  readonly values: readonly (Value | null)[];
}

/** Reports set against the first of them. */
export interface ReportComparison {
  readonly schema: "vidimus-report-comparison/1";
  readonly sources: readonly string[];
  readonly figures: readonly ReportRow<number>[];
  /** Only those that differ. */
  readonly settings: readonly ReportRow<Json>[];
  readonly notes: readonly string[];
}

const withoutSamples =
  "these reports hold figures and no samples: no interval, no test and no list of changed answers can be computed";

/** Sets figures of reports against each other; `settings` are all other values that differ. */
export function compareReports(reports: readonly ReadReport[]): ReportComparison {
  const leaves = reports.map(({ content }) => leavesOf(content));
  const names = [...new Set(leaves.flatMap((own) => [...own.keys()]))];
  const rows = names.map((name) => ({ name, values: leaves.map((own) => own.get(name) ?? null) }));
  const isFigure = ({ values }: ReportRow<Json>): boolean =>
    values.some((value) => typeof value === "number") &&
    values.every((value) => value === null || typeof value === "number");
  const figures = rows.filter(isFigure) as readonly ReportRow<number>[];
  const settings = rows.filter(
    (row) => !isFigure(row) && new Set(row.values.map((value) => JSON.stringify(value))).size > 1,
  );
  const onlyIn = figures.filter(({ values }) => values.includes(null)).length;
  return {
    schema: "vidimus-report-comparison/1",
    sources: reports.map(({ source }) => source),
    figures,
    settings,
    notes: [
      withoutSamples,
      ...(settings.length > 0 ? [`the reports differ in ${named(settings)}`] : []),
      ...(onlyIn > 0 ? [`${onlyIn} of ${figures.length} figures are not in all reports`] : []),
    ],
  };
}

/** All values that are not objects, by their path. */
function leavesOf(content: Readonly<Record<string, unknown>>, path = ""): Map<string, Json> {
  const leaves = new Map<string, Json>();
  for (const [key, value] of Object.entries(content)) {
    const name = path === "" ? key : `${path}.${key}`;
    if (isRecord(value)) for (const [inner, leaf] of leavesOf(value, name)) leaves.set(inner, leaf);
    else leaves.set(name, value as Json);
  }
  return leaves;
}

const mostNamed = 5;

function named(rows: readonly ReportRow<Json>[]): string {
  const further = rows.length - mostNamed;
  const names = rows.slice(0, mostNamed).map(({ name }) => name);
  return [...names, ...(further > 0 ? [`${further} more`] : [])].join(", ");
}
