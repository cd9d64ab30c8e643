import type {
  ComparedScore,
  SystemComparison,
  SystemPairTest,
  TaskComparisons,
  UnansweredSamples,
} from "../../summary/comparison-summary.ts";
import {
  absent,
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatProbability,
  formatQuantity,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import {
  changesText,
  detectableText,
  differenceCells,
  unitOf,
  verdictText,
} from "./comparison-cells.ts";
import { byTitle, intervalNotes, readingText, sampleNotes } from "./comparison-notes.ts";
import { relativeDifference } from "./comparison-rows.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

type Compared = Partial<TaskComparisons>;

/** Every system against the first by the headline metric; no rows without two systems. */
export function differenceTable({ comparisons = [] }: Compared): ReportTable {
  const rows = comparisons.flatMap((comparison) => {
    const score = comparison.metrics[comparison.headline];
    return score ? [{ comparison, score }] : [];
  });
  const scores = rows.map(({ score }) => score);
  const hasChanges = scores.some(({ changes }) => changes);
  return {
    title: `${scores[0]?.title ?? "Score"}: difference to ${comparisons[0]?.baseline ?? ""}`,
    columns: [
      leftColumn("system"),
      ...[
        "difference",
        "95 % interval",
        "p, Holm",
        "detectable",
        ...(hasChanges ? ["wins–losses"] : []),
      ].map(rightColumn),
      leftColumn("verdict"),
    ],
    rows: rows.map(({ comparison, score }) => [
      comparison.system,
      ...differenceCells({ ...score, p: score.adjusted }),
      detectableText(score),
      ...(hasChanges ? [changesText(score)] : []),
      verdictText(score),
    ]),
    notes: [
      ...(scores.length === 0 ? [] : [readingText(scores)]),
      ...comparisons.flatMap(sampleNotes),
      ...intervalNotes(rows.map(({ comparison: { system }, score }) => ({ name: system, score }))),
    ],
  };
}

/** All metrics but the headline. */
export function otherDifferenceTable({ comparisons = [] }: Compared): ReportTable {
  const several = comparisons.length > 1;
  const rows = comparisons.flatMap(({ system, headline, metrics }) =>
    Object.entries(metrics).flatMap(([id, score]) =>
      id === headline || score.difference === null ? [] : [{ id, system, score }],
    ),
  );
  const order = [...new Set(rows.map(({ id }) => id))];
  const sorted = rows.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return {
    title: `Other metrics: differences to ${comparisons[0]?.baseline ?? ""}, exploratory`,
    columns: [
      leftColumn("metric"),
      ...(several ? [leftColumn("system")] : []),
      ...["difference", "95 % interval", "p", "p, corrected", "detectable"].map(rightColumn),
      leftColumn("verdict"),
    ],
    rows: sorted.map(({ system, score }) => [
      score.title,
      ...(several ? [system] : []),
      ...differenceCells(score),
      formatProbability(score.adjusted),
      detectableText(score),
      verdictText(score),
    ]),
    isGrouped: several,
    notes: [
      "exploratory: p corrected by Benjamini and Hochberg over all metrics beside the headline; one in twenty of those called better or worse is expected not to be",
    ],
  };
}

interface MetricsView {
  /** So many metrics; all of them if absent. */
  readonly most?: number;
  /** Without counts and uncorrected p-values, intervals in brackets. */
  readonly isBrief?: boolean;
}

/** All metrics of one comparison, the headline first. */
export function comparedMetricsTable(
  comparison: SystemComparison,
  { most = Number.POSITIVE_INFINITY, isBrief = false }: MetricsView = {},
): ReportTable {
  const { baseline, system, headline, metrics } = comparison;
  const all = Object.entries(metrics)
    .toSorted(([a], [b]) => Number(b === headline) - Number(a === headline))
    .filter(([id, { difference }]) => id === headline || difference !== null)
    .map(([, score]) => score);
  const shown = all.slice(0, most);
  return {
    title: `${system} against ${baseline}`,
    columns: [
      leftColumn("metric"),
      ...[...headsOf(comparison, isBrief), ...(isBrief ? briefTitles : fullTitles)].map(
        rightColumn,
      ),
      leftColumn("verdict"),
      ...(isBrief ? [] : ["detectable", "wins–losses"].map(rightColumn)),
    ],
    rows: shown.map((score) => [
      score.title,
      formatScore(score.baseline, unitOf(score)),
      formatScore(score.value, unitOf(score)),
      ...(isBrief ? briefCells(score) : fullCells(score)),
      verdictText(score),
      ...(isBrief ? [] : [detectableText(score), changesText(score)]),
    ]),
    notes: [
      ...metricsNotes(comparison, shown, isBrief),
      ...(shown.length < all.length
        ? [`${formatQuantity(all.length - shown.length, "further metric")} with --all`]
        : []),
    ],
    isWrapped: true,
  };
}

/** Longer names leave no room for figures on a narrow page; the title has them. */
const longestHead = 14;

function headsOf({ baseline, system }: SystemComparison, isBrief: boolean): readonly string[] {
  const areLong = [baseline, system].some((name) => name.length > longestHead);
  return isBrief && areLong ? ["baseline", "system"] : [baseline, system];
}

const briefTitles = ["difference", "95 % interval", "p"];
const fullTitles = ["difference", "relative difference", "95 % interval", "p", "p, corrected"];

/** By the corrected p-value alone. */
function briefCells(score: ComparedScore): readonly string[] {
  return differenceCells({ ...score, p: score.adjusted });
}

function fullCells(score: ComparedScore): readonly string[] {
  const [difference, interval, p] = differenceCells(score);
  return [difference!, relativeText(score), interval!, p!, formatProbability(score.adjusted)];
}

function metricsNotes(
  comparison: SystemComparison,
  shown: readonly ComparedScore[],
  isBrief: boolean,
): readonly string[] {
  const [headline] = shown;
  const isPercent = shown.some((score) => unitOf(score) === "percent");
  const { changes } = headline ?? {};
  const counts = changes
    ? `; better on ${formatCount(changes.wins)}, worse on ${formatCount(changes.losses)}`
    : "";
  return [
    `paired, on ${formatQuantity(comparison.samples.aligned, "sample")}${counts}${isPercent ? "; differences in points" : ""}`,
    ...(headline && headline.minimumDetectableEffect !== null
      ? [
          `detectable: a true difference of ${detectableText(headline)} in ${headline.title} would be found four times out of five`,
        ]
      : []),
    ...(shown.length > 1
      ? [
          `${isBrief ? "p" : "p, corrected"}: of the first metric by Holm over tasks and systems; all others are exploratory, by Benjamini and Hochberg`,
        ]
      : []),
    ...(comparison.unanswered ?? []).map(unansweredText),
    ...sampleNotes(comparison),
    ...intervalNotes(byTitle(shown)),
  ];
}

function unansweredText({ system, planned, policy, outcomes }: UnansweredSamples): string {
  const count = outcomes.reduce((sum, one) => sum + one.count, 0);
  const kinds = outcomes.map((one) => `${formatCount(one.count)} ${one.outcome}`).join(", ");
  const counted = { empty: "scored as empty answers", exclude: "left out" }[policy];
  return `${system}: ${formatCount(count)} of ${formatQuantity(planned, "sample")} without an answer (${kinds}), ${counted}`;
}

function relativeText(score: ComparedScore): string {
  const relative = relativeDifference(score);
  return relative === null ? absent : `${formatDifference(relative, "percent")} %`;
}

/** Every two systems by the headline metric: the row's score minus the column's. */
export function pairTable({ comparisons = [], pairs = [] }: Compared): ReportTable {
  const names = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const headline = comparisons[0]?.metrics[comparisons[0].headline];
  const unit = headline ? unitOf(headline) : "plain";
  return {
    title: `${headline?.title ?? "Score"}: every two systems`,
    columns: [leftColumn("system"), ...names.map(rightColumn)],
    rows: names.map((row) => [
      row,
      ...names.map((column) => (row === column ? "" : pairText(pairs, [row, column], unit))),
    ]),
    notes: ["the row's score minus the column's; * p < 0.05 by Holm's correction over all pairs"],
    isWrapped: true,
  };
}

function pairText(
  pairs: readonly SystemPairTest[],
  [row, column]: readonly [string, string],
  unit: Unit,
): string {
  const found = pairs.find(
    ({ first, second }) =>
      (first === row && second === column) || (first === column && second === row),
  );
  if (!found || found.difference === null) return absent;
  const difference = found.first === row ? found.difference : -found.difference;
  const mark = found.verdict === "better" || found.verdict === "worse" ? "*" : "\u00a0";
  return `${formatDifference(difference, unit)}${mark}`;
}

/** The headline metric slice by slice. */
export function sliceDifferenceTable(
  comparison: SystemComparison,
  { isBrief = false }: Pick<MetricsView, "isBrief"> = {},
): ReportTable {
  const rows = Object.entries(comparison.slices ?? {}).flatMap(([name, values]) =>
    Object.entries(values).map(([value, score]) => ({ name, value, score })),
  );
  const { baseline, system, headline, metrics } = comparison;
  return {
    title: `${metrics[headline]?.title ?? "Score"} by slice: ${system} against ${baseline} (exploratory)`,
    columns: [
      leftColumn("slice"),
      leftColumn("value"),
      ...[...headsOf(comparison, isBrief), "difference", "95 % interval"].map(rightColumn),
      ...[...(isBrief ? ["p"] : ["p", "p, corrected"]), "n"].map(rightColumn),
      leftColumn("verdict"),
    ],
    rows: rows.map(({ name, value, score }) => [
      name,
      value,
      formatScore(score.baseline, unitOf(score)),
      formatScore(score.value, unitOf(score)),
      ...(isBrief
        ? briefCells(score)
        : [...differenceCells(score), formatProbability(score.adjusted)]),
      formatCount(score.n),
      verdictText(score),
    ]),
    isGrouped: true,
    notes: intervalNotes(rows.map(({ value, score }) => ({ name: value, score }))),
    isWrapped: true,
  };
}

/** Differences with and without the noise of asking again; no rows where nobody knows it. */
export function noiseTable(
  comparison: SystemComparison,
  { most = Number.POSITIVE_INFINITY }: Pick<MetricsView, "most"> = {},
): ReportTable {
  const { baseline, system, metrics, headline } = comparison;
  const rows = Object.entries(metrics)
    .toSorted(([a], [b]) => Number(b === headline) - Number(a === headline))
    .flatMap(([, score]) => (score.noise ? [{ score, noise: score.noise }] : []))
    .slice(0, most);
  const { known = [], samples = 0 } = rows[0]?.noise ?? {};
  const unknown = [baseline, system].filter((name) => !known.includes(name));
  return {
    title: `${system} against ${baseline}, with the noise of asking again`,
    columns: [
      leftColumn("metric"),
      ...["difference", "95 % without noise", "95 % with noise", "noise floor"].map(rightColumn),
    ],
    rows: rows.map(({ score, noise }) => [
      score.title,
      `${formatDifference(score.difference, unitOf(score))}${noise.isWithin ? " (within)" : ""}`,
      formatDifferenceInterval(score.low, score.high, unitOf(score)),
      formatDifferenceInterval(noise.low, noise.high, unitOf(score)),
      formatDifference(noise.floor, unitOf(score)).replace(/^\+/, ""),
    ]),
    notes: [
      `by selfcheck of ${known.join(" and ")} on ${formatQuantity(samples, "sample")}; noise floor: what asking the same again moves the difference by, at most, in 95 % of cases; within: no larger than that`,
      ...(unknown.length > 0
        ? [`the noise of ${unknown.join(" and ")} is not known and counts as none`]
        : []),
    ],
    isWrapped: true,
  };
}

/** Samples that two systems score differently on. */
export function flipTable(comparison: SystemComparison): ReportTable {
  const { flips, metrics, baseline, system } = comparison;
  const score = flips && metrics[flips.metric];
  const unit = !score || score.kind === "proportion" ? "count" : unitOf(score);
  const listed = flips?.samples ?? [];
  const all = (flips?.wins ?? 0) + (flips?.losses ?? 0);
  return {
    title: `${score?.title ?? ""}: samples that ${system} scores differently on`,
    columns: [
      leftColumn("sample"),
      leftColumn("change"),
      rightColumn(baseline),
      rightColumn(system),
    ],
    rows: listed.map((flip) => [
      flip.sample,
      flip.change,
      formatScore(flip.baseline, unit),
      formatScore(flip.value, unit),
    ]),
    notes: [
      `${formatCount(flips?.wins)} better, ${formatCount(flips?.losses)} worse${listed.length < all ? `; the first ${formatCount(listed.length)} of ${formatCount(all)}` : ""}`,
    ],
  };
}
