import { isRecord, type Json } from "../../core/json.ts";
import { isBaseline } from "../../summary/baseline-systems.ts";
import {
  absent,
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatInterval,
  formatPercent,
  formatProbability,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import type {
  MatrixDifference,
  MatrixMetric,
  MatrixScore,
  MatrixSummary,
  MatrixSystem,
  MatrixTask,
} from "../../summary/matrix-summary.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import { absenceNotes } from "../notes/absence-notes.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** What differs between the rows: a line per row, a column per value that any of them sets. */
export function settingsTable({ rows, settings }: MatrixSummary): ReportTable {
  const hasGaps = rows.some(({ coverage, answered }) => coverage !== 1 || answered !== 1);
  const names = shortPaths(settings.map(({ path }) => path));
  return {
    title: "Rows",
    columns: [
      leftColumn("row"),
      ...names.map(leftColumn),
      ...(hasGaps ? ["lowest coverage", "lowest answered"].map(rightColumn) : []),
    ],
    rows: rows.map(({ name, coverage, answered }, at) => [
      name,
      ...settings.map(({ values }) => settingText(values[at])),
      ...(hasGaps ? [formatPercent(coverage), formatPercent(answered)] : []),
    ]),
    notes: [
      ...settings.flatMap(({ path }, at) => (names[at] === path ? [] : [`${names[at]}: ${path}`])),
      ...rows.flatMap(({ name, complete }) => (complete ? [] : [`${name} has work left to do`])),
      ...rows.flatMap(({ name, remarks }) => remarks.map((remark) => `${name}, ${remark}`)),
    ],
    isWrapped: true,
  };
}

/** The last key of each path, or as many as tell them apart. */
function shortPaths(paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    const steps = path.split(".");
    for (let kept = 1; kept < steps.length; kept++) {
      const short = steps.slice(-kept).join(".");
      if (paths.filter((other) => other === short || other.endsWith(`.${short}`)).length === 1)
        return short;
    }
    return path;
  });
}

function settingText(value: Json | undefined): string {
  if (value === undefined || value === null) return absent;
  if (Array.isArray(value)) return value.map((item: Json) => settingText(item)).join(" ");
  return isRecord(value) ? JSON.stringify(value) : String(value);
}

/**
 * One metric of one system: a line per row, with its difference to the first. Briefly, without
 * counts and uncorrected p-values, intervals in brackets.
 */
export function metricRows(
  { rows }: MatrixSummary,
  { title, scores, ...metric }: MatrixMetric,
  { isBrief = false } = {},
): ReportTable {
  const unit = metricUnit(metric);
  const differences = scores.map((score) => score?.difference);
  const titles = isBrief ? ["score (95 %)", "difference (95 %)", "p, Holm"] : fullTitles;
  const cellsOf = isBrief ? briefCells : fullCells;
  return {
    title,
    columns: [leftColumn("row"), ...titles.map(rightColumn), leftColumn("verdict")],
    rows: rows.map(({ name }, at) => [
      name,
      ...cellsOf(scores[at], unit),
      verdictText(scores[at], at === 0),
    ]),
    notes: [
      ...(unit === "percent" ? ["differences in points of per cent"] : []),
      ...absenceNotes(scores),
      ...methodNotes(differences),
      ...rows.flatMap(({ name }, at) =>
        (differences[at]?.notes ?? []).map((note) => `${name}: ${note}`),
      ),
    ],
  };
}

const fullTitles = ["score", "95 % interval", "n", "difference", "95 % interval", "p", "p, Holm"];

function fullCells(score: MatrixScore | null | undefined, unit: Unit): string[] {
  const cells = [
    formatScore(score?.value, unit),
    formatInterval(score?.low, score?.high, unit),
    formatCount(score?.n ?? 0),
  ];
  if (!score?.difference) return [...cells, "", "", "", ""];
  const { value, low, high, pValue, adjusted } = score.difference;
  return [
    ...cells,
    formatDifference(value, unit),
    formatDifferenceInterval(low, high, unit),
    formatProbability(pValue),
    formatProbability(adjusted),
  ];
}

function briefCells(score: MatrixScore | null | undefined, unit: Unit): string[] {
  const own = bracketed(
    formatScore(score?.value, unit),
    formatInterval(score?.low, score?.high, unit),
  );
  if (!score?.difference) return [own, "", ""];
  const { value, low, high, adjusted } = score.difference;
  const change = bracketed(
    formatDifference(value, unit),
    formatDifferenceInterval(low, high, unit),
  );
  return [own, change, formatProbability(adjusted)];
}

function bracketed(value: string, interval: string): string {
  return interval === absent ? value : `${value} (${interval})`;
}

function verdictText(score: MatrixScore | null | undefined, isFirst: boolean): string {
  if (isFirst) return "first";
  if (!score?.difference) return "no score";
  return score.difference.verdict === "none" ? absent : score.difference.verdict;
}

/** How differences were tested, each way once. */
function methodNotes(differences: readonly (MatrixDifference | undefined)[]): readonly string[] {
  const known = differences.filter(
    (one) => one !== undefined && one.value !== null,
  ) as readonly MatrixDifference[];
  const texts = known.map(
    ({ interval, test }) =>
      `difference: ${interval.replace(/^none\W*/, "no interval: ")}; test: ${test}`,
  );
  return [...new Set(texts)];
}

/**
 * All metrics of a system but the headline: the first row's score, and what the other rows add to
 * it.
 */
export function otherMetricRows(
  { rows }: MatrixSummary,
  { headline, metrics }: MatrixSystem,
): ReportTable {
  const [first, ...others] = rows;
  const shown = metrics.filter(
    ({ id, scores }) => id !== headline && scores.some((score) => typeof score?.value === "number"),
  );
  const isAlone = shown.some(({ scores }) => scores.slice(1).some(standsAlone));
  const isMarked = shown.some(({ scores }) => scores.some((score) => isShown(score)));
  return {
    title: "Other metrics",
    columns: [
      leftColumn("metric"),
      rightColumn(first?.name ?? ""),
      ...others.map(({ name }) => rightColumn(name)),
    ],
    rows: shown.map(({ title, scores, ...metric }) => {
      const unit = metricUnit(metric);
      return [
        title,
        formatScore(scores[0]?.value, unit),
        ...scores.slice(1).map((score) => changeText(score, unit)),
      ];
    }),
    notes: [
      `${first?.name}: its score; the others: their difference to it, in points where scores are percentages`,
      ...(isMarked ? ["* p < 0.05 by Holm's correction over the rows"] : []),
      ...(isAlone ? ["in brackets: a score that cannot be set against the first row's"] : []),
    ],
    isWrapped: true,
  };
}

/** Whether there is a score and no difference to the first row's. */
function standsAlone(score: MatrixScore | null): boolean {
  return typeof score?.value === "number" && typeof score.difference?.value !== "number";
}

function isShown(score: MatrixScore | null): boolean {
  return score?.difference?.verdict === "better" || score?.difference?.verdict === "worse";
}

const blank = "\u00a0";

function changeText(score: MatrixScore | null, unit: Unit): string {
  if (standsAlone(score)) return `(${formatScore(score?.value, unit)})`;
  // A blank in the place of the mark keeps the figures of a column under each other.
  return `${formatDifference(score?.difference?.value, unit)}${isShown(score) ? "*" : blank}`;
}

/** The systems of a task by how much there is to say of them. */
export interface SortedSystems {
  readonly compared: readonly MatrixSystem[];
  /** Baselines that the settings change; only there to read others against. */
  readonly baselines: readonly MatrixSystem[];
  /** Ids of systems that score the same in all rows: the settings do not touch them. */
  readonly untouched: readonly string[];
}

/** Where there are baselines only, they are what is compared. */
export function sortedSystems({ systems }: MatrixTask): SortedSystems {
  const touched = systems.filter((system) => !isUntouched(system));
  const own = touched.filter((system) => !isBaseline(system));
  const untouched = systems.filter(isUntouched).map(({ id }) => id);
  const hasOthers = systems.some((system) => !isBaseline(system));
  return hasOthers
    ? { compared: own, baselines: touched.filter(isBaseline), untouched }
    : { compared: touched, baselines: [], untouched };
}

function isUntouched({ metrics }: MatrixSystem): boolean {
  return metrics.every(({ scores: [first, ...others] }) =>
    others.every(
      (score) =>
        score?.value === first?.value &&
        (score?.difference?.value ?? 0) === 0 &&
        !score?.difference?.notes.length,
    ),
  );
}

/** What is said instead of tables, one text for each reason. */
export function systemsNotes({ baselines, untouched }: SortedSystems): readonly string[] {
  return [
    ...(untouched.length === 0 ? [] : [`the same in all rows: ${untouched.join(", ")}`]),
    ...(baselines.length === 0
      ? []
      : [`baselines, in matrix.html: ${baselines.map(({ id }) => id).join(", ")}`]),
  ];
}
