import {
  absent,
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatInterval,
  formatNumber,
  formatProbability,
  formatQuantity,
  formatScore,
} from "../../summary/format-number.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import type {
  CorrectedScore,
  CorrectedScores,
  Disagreement,
  RejudgeDocument,
  RejudgedSystem,
  RejudgedTask,
} from "../../summary/rejudge-summary.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import { analysisTable } from "./analysis-table.ts";
import { labelUnit } from "./aspect-tables.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** Everything about one task, the most important first; parts that it lacks have no rows. */
export function rejudgeTables(
  task: RejudgedTask,
  { all, mostListed }: { readonly all: boolean; readonly mostListed: number },
): readonly ReportTable[] {
  return [
    scoreTable(task),
    correctedTable(task),
    agreementTable(task),
    ...(all ? confusionTables(task) : []),
    disagreementTable(task, mostListed),
  ];
}

/** "qa · retrieval · judge-1 → judge-2". */
export function rejudgedTaskTitle({ id, family, before, after }: RejudgedTask): string {
  return [id, family, `${before.name} → ${after.name}`].join(" · ");
}

/** What must be known of the judges, in sentences. */
export function rejudgeNotes(task: RejudgedTask): readonly string[] {
  const { changes, systems, calibration } = task;
  const shown = changes.slice(0, mostChanges);
  const rest = changes.length - shown.length;
  const named = shown.map(({ where, a, b }) => `${where}: ${brief(a)} → ${brief(b)}`);
  return [
    ...(named.length > 0
      ? [`the judges differ in ${named.join("; ")}${rest > 0 ? ` and ${rest} more` : ""}`]
      : []),
    ...(calibration ? [calibration.text] : []),
    ...systems.flatMap(({ id, answers, graded, ungraded }) =>
      graded.after === answers
        ? []
        : [
            `${id}: ${formatCount(answers - graded.after)} of ${formatQuantity(answers, "answer")} without a verdict of the new judge (${ungraded.map(({ reason, count }) => `${reason}: ${formatCount(count)}`).join("; ")})`,
          ],
    ),
  ];
}

const mostChanges = 4;
const longestValue = 40;

function brief(value: string | null): string {
  if (value === null) return "not set";
  return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
}

function scoreTable({ systems }: RejudgedTask): ReportTable {
  const rows = systems.flatMap(({ id, metrics }) =>
    Object.values(metrics)
      .filter(({ before, after }) => before.value !== null || after.value !== null)
      .map((score) => ({ id, score })),
  );
  const reasons = rows.flatMap(({ score: { difference } }) =>
    difference.low === null ? [difference.interval.replace(/^none: /, "no interval: ")] : [],
  );
  return {
    title: "Scores by both judges",
    columns: [
      leftColumn("system"),
      leftColumn("metric"),
      ...["old judge", "new judge", "difference", "p", "n"].map(rightColumn),
    ],
    rows: rows.map(({ id, score }) => {
      const unit = metricUnit(score);
      const { before, after, difference } = score;
      return [
        id,
        score.title,
        bracketed(formatScore(before.value, unit), formatInterval(before.low, before.high, unit)),
        bracketed(formatScore(after.value, unit), formatInterval(after.low, after.high, unit)),
        bracketed(
          formatDifference(difference.value, unit),
          formatDifferenceInterval(difference.low, difference.high, unit),
        ),
        formatProbability(difference.p),
        formatCount(difference.n),
      ];
    }),
    isGrouped: true,
    isWrapped: true,
    notes: [
      "95 % intervals in brackets; difference: new minus old, paired, on the answers that both graded",
      ...new Set(reasons),
    ],
  };
}

function bracketed(figure: string, interval: string): string {
  return interval === absent ? figure : `${figure} (${interval})`;
}

function correctedTable({ systems }: RejudgedTask): ReportTable {
  const rows = systems.flatMap(({ id, aspects }) =>
    aspects.flatMap(({ corrected = {} }) =>
      Object.values(corrected).flatMap((scores) => correctedRows(id, scores)),
    ),
  );
  const aspects = systems.flatMap(({ id, aspects: own }) => own.map((aspect) => ({ id, aspect })));
  const missing = aspects.flatMap(({ id, aspect: { title, uncorrected } }) =>
    uncorrected === undefined ? [] : [`${id}, ${title}: not corrected: ${uncorrected}`],
  );
  const alone = aspects.flatMap(({ aspect: { title, people, corrected } }) =>
    corrected && people?.raters.length === 1
      ? [`${title}: labels of a single rater, so that it is not known how far people agree`]
      : [],
  );
  const shorts = aspects.flatMap(({ aspect: { corrected = {} } }) =>
    Object.values(corrected).flatMap(({ after }) =>
      after.low === null ? [after.interval.replace(/^none: /, "no interval: ")] : [],
    ),
  );
  return {
    title: "Corrected for the judge's bias by people's labels",
    columns: [
      leftColumn("system"),
      leftColumn("metric"),
      leftColumn("judge"),
      ...["judge alone", "corrected", "95 % interval", "labelled"].map(rightColumn),
    ],
    rows:
      rows.length === 0 && missing.length > 0
        ? [["–", "–", "–", absent, absent, absent, absent]]
        : rows,
    isGrouped: true,
    isWrapped: true,
    notes: [
      ...(rows.length > 0
        ? [
            "corrected: what people are expected to say of all answers, by prediction-powered inference (docs/statistics.md); the interval carries the uncertainty of the labels",
          ]
        : []),
      ...new Set([...missing, ...alone, ...shorts]),
    ],
  };
}

function correctedRows(system: string, scores: CorrectedScores): readonly string[][] {
  const unit = metricUnit(scores);
  const row = (judge: string, { judged, value, low, high, labelled, n }: CorrectedScore) => [
    system,
    scores.title.replace(" by people", ""),
    judge,
    formatScore(judged, unit),
    formatScore(value, unit),
    formatInterval(low, high, unit),
    scores.by === "calibration" ? "calibration" : `${formatCount(labelled)} of ${formatCount(n)}`,
  ];
  return [...(scores.before ? [row("old", scores.before)] : []), row("new", scores.after)];
}

/** Chance-corrected agreement first, and the plain share last, as aspects list them. */
function agreementTable({ systems }: RejudgedTask): ReportTable {
  const rows = systems.flatMap(({ id, aspects }) =>
    aspects.flatMap(({ title, agreement, people }) =>
      [
        { between: "old and new judge", scores: agreement },
        { between: "people and old judge", scores: people?.before ?? {} },
        { between: "people and new judge", scores: people?.after ?? {} },
      ].flatMap(({ between, scores }) => {
        const all = Object.values(scores);
        return all.length === 0 ? [] : [{ name: `${id}: ${title}`, between, all }];
      }),
    ),
  );
  return {
    title: "Agreement",
    columns: [
      leftColumn("system and aspect"),
      leftColumn("between"),
      ...[rows[0]?.all[0]?.title ?? "", "agree on", "n"].map(rightColumn),
    ],
    rows: rows.map(({ name, between, all }) => [
      name,
      between,
      agreementText(all[0]!),
      agreementText(all.at(-1)!),
      formatCount(all[0]!.n),
    ]),
    isGrouped: true,
    isWrapped: true,
  };
}

function agreementText(score: ScoreSummary): string {
  const unit = labelUnit(score);
  return bracketed(formatScore(score.value, unit), formatInterval(score.low, score.high, unit));
}

function confusionTables({ systems }: RejudgedTask): readonly ReportTable[] {
  return systems.flatMap(({ id, aspects }) =>
    aspects
      .filter(({ n }) => n > 0)
      .map(({ title, confusion }) =>
        analysisTable(
          `${title} by the old judge (rows) and the new one (columns): ${id}`,
          confusion,
        ),
      ),
  );
}

function disagreementTable({ systems }: RejudgedTask, most: number): ReportTable {
  const rows = systems.flatMap(({ id, disagreements }) =>
    disagreements.slice(0, most).map((one) => ({ id, one })),
  );
  const hasPeople = rows.some(({ one }) => one.people !== undefined);
  const count = systems.reduce((sum, { disagreementCount }) => sum + disagreementCount, 0);
  return {
    title: "Answers that the judges differ on",
    columns: ["system", "sample", "aspect", "old judge", "new judge"]
      .concat(hasPeople ? ["people"] : [])
      .concat("the new judge's words")
      .map(leftColumn),
    rows: rows.map(({ id, one }) => [
      id,
      one.repeat === undefined ? one.sample : `${one.sample} (${one.repeat})`,
      one.aspect,
      one.before,
      one.after,
      ...(hasPeople ? [one.people ?? absent] : []),
      wordsOf(one),
    ]),
    isGrouped: true,
    isWrapped: true,
    notes:
      rows.length < count
        ? [
            `the first ${formatCount(rows.length)} of ${formatCount(count)}; --disagreements lists more, --json has both judges' replies`,
          ]
        : ["--json has both judges' replies"],
  };
}

const longestWords = 160;

function wordsOf({ replies }: Disagreement): string {
  const text = (replies?.after ?? []).join(" ").replaceAll(/\s+/g, " ");
  return text.length > longestWords ? `${text.slice(0, longestWords)}…` : text || absent;
}

/** One line that says what came of it. */
export function rejudgeHeadline({ tasks, complete, role }: RejudgeDocument): string {
  const systems: readonly RejudgedSystem[] = tasks.flatMap((task) => task.systems);
  const answers = systems.reduce((sum, one) => sum + one.answers, 0);
  const graded = systems.reduce((sum, one) => sum + one.graded.after, 0);
  const state = complete ? "" : "; work is left to do: the same command goes on";
  return `${formatNumber(graded)} of ${formatQuantity(answers, "answer")} judged anew (${role})${state}`;
}
