import { holm } from "../../math/significance/holm.ts";
import { formatCount } from "../../summary/format-number.ts";
import type {
  MatrixDifference,
  MatrixMetric,
  MatrixSummary,
  MatrixSystem,
} from "../../summary/matrix-summary.ts";
import type { GainScore } from "../../summary/probe-summary.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { differenceVerdict } from "./difference-verdict.ts";
import type { RowDifference } from "./matrix-differences.ts";

/** What a row came to. */
export interface MatrixRowResult {
  readonly name: string;
  readonly summary: Summary;
  /** By `differenceKey`, then by metric id; none for the first row. */
  readonly differences: ReadonlyMap<string, Readonly<Record<string, RowDifference>>>;
}

/** Names a system on a task. */
export function differenceKey(task: string, system: string): string {
  return JSON.stringify([task, system]);
}

/** Sets the rows beside each other, tasks and systems in the order in which rows have them. */
export function matrixSummary(
  { name, command, settings }: Pick<MatrixSummary, "name" | "command" | "settings">,
  rows: readonly MatrixRowResult[],
): MatrixSummary {
  const tasks = firstOf(rows.flatMap(({ summary }) => summary.tasks));
  return {
    schema: "vidimus-matrix/1",
    name,
    command,
    complete: rows.every(({ summary }) => summary.complete),
    selection: rows[0]?.summary.selection ?? null,
    rows: rows.map(({ name: row, summary }) => ({
      name: row,
      complete: summary.complete,
      coverage: lowest(summary, "coverage"),
      answered: lowest(summary, "answered"),
      ...(summary.shortfalls ? { shortfalls: summary.shortfalls } : {}),
      remarks: ownRemarks(summary, rows),
    })),
    settings,
    tasks: tasks.map(({ id, family }) => ({ id, family, systems: systemsOf(id, rows) })),
  };
}

/** What was told of systems in this row and not in all others, each once. */
function ownRemarks(summary: Summary, rows: readonly MatrixRowResult[]): readonly string[] {
  const others = rows.map((row) => new Set(remarksOf(row.summary)));
  return [...new Set(remarksOf(summary))].filter(
    (remark) => !others.every((told) => told.has(remark)),
  );
}

function remarksOf({ tasks }: Summary): readonly string[] {
  return tasks.flatMap(({ systems }) =>
    systems.flatMap(({ id, remarks }) => remarks.map((remark) => `${id}: ${remark}`)),
  );
}

function lowest({ tasks }: Summary, share: "coverage" | "answered"): number | null {
  const all = tasks.flatMap(({ systems }) => systems.flatMap((system) => system[share] ?? []));
  return all.length === 0 ? null : Math.min(...all);
}

function firstOf<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return items.filter((item, at) => items.findIndex(({ id }) => id === item.id) === at);
}

function systemsOf(task: string, rows: readonly MatrixRowResult[]): readonly MatrixSystem[] {
  const ofTask = rows.map(
    ({ summary }) => summary.tasks.find(({ id }) => id === task)?.systems ?? [],
  );
  return firstOf(ofTask.flat()).map(({ id, kind, headline }) => {
    const own = ofTask.map((systems) => systems.find((system) => system.id === id));
    const differences = rows.map((row) => row.differences.get(differenceKey(task, id)));
    const ids = [...new Set(own.flatMap((system) => Object.keys(system?.metrics ?? {})))];
    return { id, kind, headline, metrics: ids.map((metric) => metricOf(metric, own, differences)) };
  });
}

type Differences = Readonly<Record<string, RowDifference>> | undefined;

function metricOf(
  id: string,
  systems: readonly (SystemSummary | undefined)[],
  differences: readonly Differences[],
): MatrixMetric {
  const scores = systems.map((system) => system?.metrics[id]);
  const { title, kind, best, worst } = scores.find((score) => score !== undefined)!;
  const own = differences.map((row) => row?.[id]);
  const adjusted = overRows(own);
  return {
    id,
    title,
    kind,
    best,
    worst,
    scores: scores.map((score, at) => {
      if (!score) return null;
      const { value, low, high, interval, n, signature } = score;
      const difference =
        own[at] && compared(own[at], { adjusted: adjusted[at]!, score, first: scores[0] });
      const { coverage, answered } = systems[at]!;
      return {
        value,
        low,
        high,
        interval,
        n,
        signature,
        coverage,
        answered,
        ...(difference ? { difference } : {}),
      };
    }),
  };
}

function overRows(differences: readonly (RowDifference | undefined)[]): readonly (number | null)[] {
  const tested = differences.flatMap((one, at) =>
    one && one.pValue !== null ? [{ at, p: one.pValue }] : [],
  );
  const adjusted = holm(tested.map(({ p }) => p));
  const byRow = new Map(tested.map(({ at }, i) => [at, adjusted[i]!]));
  return differences.map((_, at) => byRow.get(at) ?? null);
}

interface Surroundings {
  readonly adjusted: number | null;
  readonly score: ScoreSummary;
  readonly first: ScoreSummary | undefined;
}

function compared(
  { refusal, caution, isSame, ...difference }: RowDifference,
  { adjusted, score, first }: Surroundings,
): MatrixDifference {
  const rules = refusal === undefined && first ? otherRules(score, first) : undefined;
  const pairs =
    refusal === undefined && caution === undefined && first
      ? otherCounts(difference, score, first)
      : undefined;
  const notes = [refusal, caution, pairs, rules].filter((note) => note !== undefined);
  const { value, pValue: p } = difference;
  const verdict = isSame ? "same" : differenceVerdict({ difference: value, p, adjusted }, score);
  return { ...difference, adjusted, verdict, notes };
}

/**
 * Where other samples count in each row, the difference is not that of the two scores beside it.
 */
function otherCounts(
  { value, n }: GainScore,
  score: ScoreSummary,
  first: ScoreSummary,
): string | undefined {
  if (value === null || (n === score.n && n === first.n)) return undefined;
  const counts = `${formatCount(score.n)} here, ${formatCount(first.n)} in the first row`;
  return `difference on the ${formatCount(n)} answers that count in both rows (${counts})`;
}

/** Scores under different rules are not comparable without saying which. */
function otherRules(own: ScoreSummary, first: ScoreSummary): string | undefined {
  if (own.signature === first.signature || own.value === null || first.value === null)
    return undefined;
  const [ours, theirs] = [own, first].map(({ signature }) => new Set(signature.split(/\|| of /)));
  const only = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].filter((part) => !other.has(part)).join(", ") || "nothing";
  return `scored by other rules than the first row: ${only(ours!, theirs!)} in place of ${only(theirs!, ours!)}`;
}
