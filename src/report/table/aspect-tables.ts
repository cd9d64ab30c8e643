import type { AspectSummary } from "../../summary/aspect-summary.ts";
import {
  formatCount,
  formatInterval,
  formatScore,
  type Unit,
} from "../../summary/format-number.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import type { ScoreSummary, Scores } from "../../summary/score-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { absenceNotes } from "../notes/absence-notes.ts";
import { analysisTable } from "./analysis-table.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** What people say of the answers, where it is quoted, and how far they agree. */
export function peopleTable(task: TaskSummary): ReportTable {
  return aspectTable(task, {
    title: "By people",
    scoresOf: ({ people }) => (people ? { ...people.scores, ...people.agreement } : {}),
    notes: [
      "agreement of raters is about labels before anything was adjudicated, scores are about those after",
    ],
  });
}

/** How far judges agree with people. */
export function judgeTable(task: TaskSummary): ReportTable {
  return aspectTable(task, {
    title: "The judge against people",
    scoresOf: ({ judge }) => judge?.agreement ?? {},
    notes: [],
  });
}

/**
 * What people and the judge say of the same answers, a table for each system and aspect that was
 * compared.
 */
export function confusionTables(task: TaskSummary): readonly ReportTable[] {
  return labelled(task).flatMap(({ system, aspect: { title, judge } }) =>
    judge?.confusion
      ? [
          analysisTable(
            `${title} by people (rows) and by the judge (columns): ${system}`,
            judge.confusion,
          ),
        ]
      : [],
  );
}

/** Agreement beyond chance is shown as a number, shares as percentages. */
export function labelUnit(score: ScoreSummary): Unit {
  return score.kind === "corpus" ? "plain" : metricUnit(score);
}

interface AspectTable {
  readonly title: string;
  readonly notes: readonly string[];
  scoresOf(aspect: AspectSummary): Scores;
}

function aspectTable(task: TaskSummary, { title, scoresOf, notes }: AspectTable): ReportTable {
  const found = labelled(task).map(({ system, aspect }) => ({
    name: `${system}: ${aspect.title}`,
    scores: Object.values(scoresOf(aspect)),
  }));
  return {
    title,
    columns: [
      leftColumn("system and aspect"),
      leftColumn("figure"),
      ...["value", "95 % interval", "n"].map(rightColumn),
    ],
    rows: found.flatMap(({ name, scores }) => scores.map((score) => [name, ...cells(score)])),
    isGrouped: true,
    notes: [...notes, ...absenceNotes(found.flatMap(({ scores }) => scores))],
  };
}

function labelled({
  systems,
}: TaskSummary): readonly { readonly system: string; readonly aspect: AspectSummary }[] {
  return systems.flatMap(({ id, aspects = [] }) =>
    aspects.map((aspect) => ({ system: id, aspect })),
  );
}

function cells(score: ScoreSummary): readonly string[] {
  const unit = labelUnit(score);
  return [
    score.title,
    formatScore(score.value, unit),
    formatInterval(score.low, score.high, unit),
    formatCount(score.n),
  ];
}
