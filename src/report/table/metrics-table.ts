import {
  absent,
  formatCount,
  formatInterval,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import { hasUnanswered } from "../../summary/outcome-totals.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { headlineMetric, otherMetrics, type TaskMetric } from "../../summary/task-metrics.ts";
import { absenceNotes } from "../notes/absence-notes.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** From so many metrics on, and up to so many systems, a metric is a row and a system a column. */
const manyMetrics = 7;
const fewSystems = 4;
/** Pages scroll sideways, and a row for each metric and system would be too many screens long. */
const fewSystemsOnPage = 12;

/** The same for a page. */
export function metricsTableOfPage(task: TaskSummary): ReportTable {
  return metricsTable(task, fewSystemsOnPage);
}

/** All metrics beside the headline that are defined on these samples. */
export function metricsTable(task: TaskSummary, mostColumns = fewSystems): ReportTable {
  const defined = definedMetrics(task);
  if (defined.length >= manyMetrics && task.systems.length <= mostColumns)
    return sideBySide(task, defined);
  return {
    title: "Other metrics",
    columns: [leftColumn("metric"), leftColumn("system"), ...scoreColumns.map(rightColumn)],
    rows: defined.flatMap(({ id, title, unit }) =>
      task.systems.map((system) => [title, system.id, ...scoreCells(system.metrics[id], unit)]),
    ),
    isGrouped: true,
    notes: [...absenceNotes(scoresOf(task, defined)), ...undefinedNote(task, defined)],
  };
}

/** Metrics beside the headline that have a value for some system. */
export function definedMetrics(task: TaskSummary): readonly TaskMetric[] {
  return otherMetrics(task).filter(({ id }) =>
    task.systems.some((system) => typeof system.metrics[id]?.value === "number"),
  );
}

function sideBySide(task: TaskSummary, metrics: readonly TaskMetric[]): ReportTable {
  return {
    title: "Other metrics",
    columns: [
      leftColumn("metric"),
      ...task.systems.map(({ id }) => rightColumn(id)),
      rightColumn("n"),
    ],
    rows: metrics.map(({ id, title, unit }) => [
      title,
      ...task.systems.map(({ metrics: own }) => scoreText(own[id], unit)),
      sampleCounts(
        task.systems.flatMap(({ metrics: own }) =>
          typeof own[id]?.value === "number" ? [own[id].n] : [],
        ),
      ),
    ]),
    isWrapped: true,
    notes: [
      ...(scoresOf(task, metrics).some((score) => typeof score?.low === "number")
        ? ["in brackets: 95 % intervals"]
        : []),
      ...absenceNotes(scoresOf(task, metrics)).map((note) =>
        note.replace(/^– no interval:/, "without brackets:"),
      ),
      ...undefinedNote(task, metrics),
    ],
  };
}

/** How many samples are behind the scores of one row. */
function sampleCounts(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map(formatCount);
  return least === most ? most! : `${least}–${most}`;
}

function scoreText(score: ScoreSummary | undefined, unit: Unit): string {
  const value = formatScore(score?.value, unit);
  const interval = formatInterval(score?.low, score?.high, unit);
  return interval === absent ? value : `${value} (${interval})`;
}

function scoresOf(
  task: TaskSummary,
  metrics: readonly TaskMetric[],
): readonly (ScoreSummary | undefined)[] {
  return metrics.flatMap(({ id }) => task.systems.map((system) => system.metrics[id]));
}

/** Metrics that nothing here is about are named once, instead of filling rows with dashes. */
function undefinedNote(task: TaskSummary, defined: readonly TaskMetric[]): readonly string[] {
  const others = otherMetrics(task).filter(({ id }) => !defined.some((one) => one.id === id));
  return others.length === 0
    ? []
    : [`not defined on these samples: ${others.map(({ title }) => title).join("; ")}`];
}

/**
 * All metrics under both policies for samples without an answer, for the systems that have some.
 */
export function policyTable(task: TaskSummary): ReportTable {
  const metrics = [headlineMetric(task), ...otherMetrics(task)].filter(
    (metric) => metric !== undefined,
  );
  const systems = task.systems.filter(hasUnanswered);
  return {
    title: "Scores by how samples without an answer count",
    columns: [
      ...["metric", "system"].map(leftColumn),
      ...["as empty", "95 % interval", "n", "left out", "95 % interval", "n"].map(rightColumn),
    ],
    rows: metrics.flatMap(({ id, title, unit }) =>
      systems.map((system) => {
        const cells = scoreCells(system.metrics[id], unit);
        const others = scoreCells(system.otherPolicy.metrics[id], unit);
        return [
          title,
          system.id,
          ...(system.unanswered === "empty" ? [...cells, ...others] : [...others, ...cells]),
        ];
      }),
    ),
    isGrouped: true,
    notes: absenceNotes(
      metrics.flatMap(({ id }) =>
        systems.flatMap((system) => [system.metrics[id], system.otherPolicy.metrics[id]]),
      ),
    ),
  };
}

const scoreColumns = ["score", "95 % interval", "n"];

function scoreCells(score: ScoreSummary | undefined, unit: Unit): string[] {
  return [
    formatScore(score?.value, unit),
    formatInterval(score?.low, score?.high, unit),
    formatCount(score?.n ?? 0),
  ];
}
