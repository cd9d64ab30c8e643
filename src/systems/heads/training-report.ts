import type { FitReport } from "../../core/asking/system.ts";
import type { Epoch } from "../../math/learning/training-history.ts";
import type { Quality } from "./quality.ts";
import type { TrainingParts } from "./training-parts.ts";
import type { TrainingSet } from "./training-set.ts";

interface ReportParts {
  readonly set: TrainingSet;
  readonly parts: TrainingParts;
  readonly history: readonly Epoch[];
  readonly training: Quality;
  readonly validation?: Quality | undefined;
}

/** What a reader should know of a training. */
export function trainingReport(given: ReportParts): FitReport {
  const { set, history, training, validation } = given;
  const learnt = given.parts.train.to;
  const held = given.parts.validation;
  const shared = (held?.from ?? learnt) - learnt;
  const last = history.at(-1);
  const named = (prefix: string, { figures }: Quality) =>
    Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [`${prefix} ${name}`, value]),
    );
  return {
    figures: {
      samples: learnt,
      features: set.inputs.width,
      ...countOf(set),
      ...named("train", training),
      ...(last ? { "train loss": last.loss, epochs: last.epoch } : {}),
      ...(validation && held
        ? { "validation samples": held.to - held.from, ...named("validation", validation) }
        : {}),
      ...(shared > 0 ? { "validation embargoed": shared } : {}),
    },
    ...(last ? { history } : {}),
    warnings: [
      ...(set.skipped > 0 ? [`${set.skipped} training samples have no truth to learn from`] : []),
      ...namesWarnings(set, learnt),
      ...risingLoss(history),
      ...training.warnings,
    ],
  };
}

function countOf({ problem, names, values }: TrainingSet): Readonly<Record<string, number>> {
  if (problem.kind === "class") return { classes: names.length };
  if (problem.kind === "labels") return { labels: names.length };
  return { targets: values!.width };
}

function namesWarnings({ problem, names, marks }: TrainingSet, learnt: number): readonly string[] {
  if (problem.kind !== "class" && problem.kind !== "labels") return [];
  const seen = new Set(marks.slice(0, learnt).flat());
  const unseen = names.filter((_, place) => !seen.has(place));
  const noun = problem.kind === "class" ? "classes" : "labels";
  return [
    ...(problem.kind === "class" && seen.size === 1
      ? [
          `all training samples are of one class ("${names[[...seen][0]!]}"): there is nothing to learn, and scores mean nothing`,
        ]
      : []),
    ...(unseen.length > 0
      ? [`${unseen.length} of ${names.length} ${noun} have no training sample: ${listed(unseen)}`]
      : []),
  ];
}

function listed(names: readonly string[]): string {
  const first = names.slice(0, 3).map((name) => `"${name}"`);
  return names.length > 3 ? `${first.join(", ")}, …` : first.join(", ");
}

/** By which share of the first loss the last may be above the lowest: noise of shuffled batches. */
const risingBy = 0.05;

function risingLoss(history: readonly Epoch[]): readonly string[] {
  const losses = history.map(({ loss }) => loss);
  const [lowest, last] = [Math.min(...losses), losses.at(-1)];
  return last !== undefined && last - lowest > risingBy * losses[0]!
    ? [
        `training did not converge: the loss rose from ${lowest.toPrecision(3)} to ${last.toPrecision(3)}`,
      ]
    : [];
}
