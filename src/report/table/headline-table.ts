import type { Sampler } from "../../core/data/media.ts";
import {
  absent,
  formatCount,
  formatInterval,
  formatPercent,
  formatScore,
} from "../../summary/format-number.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { headlineMetric, type TaskMetric } from "../../summary/task-metrics.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/**
 * A row per system: the headline score with all that is needed to read it; what guessing would
 * reach only where the metric can say, and the frames it was shown only where systems differ.
 */
export function headlineTable(task: TaskSummary): ReportTable {
  const metric = headlineMetric(task);
  const hasChance = task.systems.some(
    (system) => metric && referenceValue(system.metrics[metric.id], "chance") !== null,
  );
  const people = metric && task.people?.scores[metric.id]?.value;
  const hasPeople = people !== undefined && people !== null;
  const frames = task.systems.map(({ asked }) => framesText(asked?.frames));
  const hasFrames = new Set(frames.filter((text) => text !== absent)).size > 1;
  return {
    title: metric?.title ?? "No score",
    columns: [
      leftColumn("system"),
      ...[
        ...(hasFrames ? ["frames"] : []),
        "score",
        "95 % interval",
        "n",
        "coverage",
        "answered",
        ...(hasChance ? ["chance"] : []),
        ...(hasPeople ? ["people"] : []),
        "oracle",
      ].map(rightColumn),
    ],
    rows: task.systems.map((system, at) => {
      const [id, ...scores] = headlineRow(system, { metric, hasChance });
      const oracle = scores.pop()!;
      const annotator = hasPeople ? [formatScore(people, metric?.unit ?? "plain")] : [];
      return [id!, ...(hasFrames ? [frames[at]!] : []), ...scores, ...annotator, oracle];
    }),
  };
}

/** How many frames, or which. */
function framesText(frames: Sampler | undefined): string {
  if (frames === undefined) return absent;
  if ("count" in frames) return formatCount(frames.count);
  if ("times" in frames) return formatCount(frames.times.length);
  return "rate" in frames ? `${frames.rate}/s` : frames.strategy;
}

/** What guessing would reach, where the metric says. */
export function referenceValue(
  score: ScoreSummary | undefined,
  id: "chance" | "majority",
): number | null {
  return score?.references.find((line) => line.id === id)?.value ?? null;
}

interface RowOptions {
  readonly metric: TaskMetric | undefined;
  readonly hasChance: boolean;
}

function headlineRow(system: SystemSummary, { metric, hasChance }: RowOptions): string[] {
  const score = metric && system.metrics[metric.id];
  const unit = metric?.unit ?? "plain";
  return [
    system.id,
    formatScore(score?.value, unit),
    formatInterval(score?.low, score?.high, unit),
    formatCount(score?.n ?? system.n),
    ...[system.coverage, system.answered].map((share) =>
      share === null ? absent : formatPercent(share),
    ),
    ...(hasChance ? [formatScore(referenceValue(score, "chance"), unit)] : []),
    formatScore(score?.ceiling, unit),
  ];
}
