import type { Analysis } from "../../../core/scores/analysis.ts";
import type { Measure } from "../../../core/scores/measure.ts";
import type { Metric, ReferenceLine } from "../../../core/scores/metric.ts";
import { signature } from "../../../core/scores/signature.ts";
import { balancedAccuracy } from "../../../metrics/classification/balanced-accuracy.ts";
import { classF1 } from "../../../metrics/classification/class-f1.ts";
import { type ClassRate, classRate } from "../../../metrics/classification/class-rates.ts";
import { confusionMatrix } from "../../../metrics/classification/confusion-matrix.ts";
import { guessedMacroF1 } from "../../../metrics/classification/guessed-macro-f1.ts";
import { labelAccuracy } from "../../../metrics/classification/label-accuracy.ts";
import { macroF1 } from "../../../metrics/classification/macro-f1.ts";
import { perClassTable } from "../../../metrics/classification/per-class-table.ts";
import { weightedF1 } from "../../../metrics/classification/weighted-f1.ts";
import {
  type HasWindowBoundaries,
  windowBoundaries,
  windowBoundaryCount,
} from "../../../metrics/regression/window-boundaries.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "../schema.ts";
import { taskOf } from "../tasks.ts";
import { named } from "./named-metric.ts";
import { timelineTable } from "./timeline-table.ts";

/** What scores of single labels are computed from. */
interface ClassEvidence extends HasWindowBoundaries {
  readonly truth: string | null;
  readonly predicted: string | null;
  readonly options: readonly string[];
  readonly frames: readonly [first: number, last: number];
  /** The most frequent label of training samples. */
  readonly majority: string | null;
}

const measureSignature = signature("episode-label", 2);
const positive = { positive: "1" };

/** The label that is said to be a boundary. */
const boundaryLabel = "transition";

function classMeasure(): Measure<EpisodeSample, EpisodePrediction, ClassEvidence> {
  return {
    signature: measureSignature,
    measure({ sample, prediction }) {
      const { truth, classes = [], windows, episode, boundaries, set } = sample;
      const predicted = "label" in prediction ? prediction.label : null;
      return {
        truth: truth?.kind === "class" ? truth.label : null,
        predicted,
        options: classes,
        majority: set?.majority ?? null,
        episode,
        center: windows[0]!.centerFrame,
        frames: [windows[0]!.startFrame, windows[0]!.endFrame],
        isPredicted: predicted === boundaryLabel,
        isTrue: truth?.kind === "class" && truth.label === boundaryLabel,
        boundaries: truth === null ? null : (boundaries ?? []),
      };
    },
  };
}

/** Lines of guessing and of the most frequent training label, beside those of a metric. */
function withLines(
  metric: Metric<ClassEvidence>,
  lines: (evidence: readonly ClassEvidence[]) => readonly ReferenceLine[],
): Metric<ClassEvidence> {
  return {
    ...metric,
    references(evidence) {
      const items = [...evidence].filter(({ truth }) => truth !== null);
      if (items.length === 0) return [];
      const own = lines(items);
      const others = (metric.references?.(items) ?? []).filter(
        ({ id }) => !own.some((line) => line.id === id),
      );
      return [...others, ...own];
    },
  } as Metric<ClassEvidence>;
}

const ofTraining = "most frequent label of the training samples";

function macroLines(items: readonly ClassEvidence[]): readonly ReferenceLine[] {
  const guessed = guessedMacroF1(
    items.map((item) => ({ ...item, truths: [item.truth!] })),
    "support",
  );
  const { majority } = items[0]!;
  const supports = Map.groupBy(items, ({ truth }) => truth!);
  const own = majority === null ? 0 : (supports.get(majority)?.length ?? 0);
  return [
    ...(guessed === null || items[0]!.options.length === 0
      ? []
      : [
          { id: "chance", value: guessed, note: "expected of guessing among the classes" } as const,
        ]),
    ...(majority === null
      ? []
      : [
          {
            id: "majority",
            value: (2 * own) / (own + items.length) / supports.size,
            note: ofTraining,
          } as const,
        ]),
  ];
}

function accuracyLines(items: readonly ClassEvidence[]): readonly ReferenceLine[] {
  const { majority } = items[0]!;
  if (majority === null) return [];
  const right = items.filter(({ truth }) => truth === majority).length;
  return [{ id: "majority", value: right / items.length, note: ofTraining }];
}

/** Always answering 1 has an F1 of 2p/(1 + p), .667 on balanced pairs. */
function alwaysPositive(items: readonly ClassEvidence[]): readonly ReferenceLine[] {
  const share = items.filter(({ truth }) => truth === "1").length / items.length;
  return [{ id: "majority", value: (2 * share) / (1 + share), note: "always answering 1" }];
}

const m = measureSignature;
const makers: Readonly<Record<string, (options: EpisodeOptions) => Metric>> = {
  macro_f1: () => named("macro_f1", withLines(macroF1(m, { classes: "support" }), macroLines)),
  accuracy: () => named("accuracy", withLines(labelAccuracy(m), accuracyLines)),
  balanced_accuracy: () => named("balanced_accuracy", balancedAccuracy(m)),
  weighted_f1: () => named("weighted_f1", weightedF1(m, { classes: "support" })),
  boundary_f1: (options) => boundary("boundary_f1", "f1", options),
  boundary_precision: (options) => boundary("boundary_precision", "precision", options),
  boundary_recall: (options) => boundary("boundary_recall", "recall", options),
  mean_abs_timing_error_frames: (options) =>
    boundary("mean_abs_timing_error_frames", "timing-error", options),
  matched_boundaries: (options) => boundaryCount("matched_boundaries", "found", options),
  true_boundaries: (options) => boundaryCount("true_boundaries", "truths", options),
  predicted_boundaries: (options) => boundaryCount("predicted_boundaries", "predicted", options),
  f1: () => named("f1", withLines(classF1(m, positive), alwaysPositive)),
  precision: () => rate("precision"),
  recall: () => rate("recall"),
  tp: () => rate("tp"),
  tn: () => rate("tn"),
  fp: () => rate("fp"),
  fn: () => rate("fn"),
  positive_rate_true: () => rate("positive-rate-true"),
  positive_rate_pred: () => rate("positive-rate-pred"),
};

function rate(figure: ClassRate): Metric {
  return named(figure.replaceAll("-", "_"), classRate(m, figure, positive));
}

function boundary(
  id: string,
  figure: Parameters<typeof windowBoundaries>[1],
  { boundaryTolerance }: EpisodeOptions,
): Metric {
  return named(id, windowBoundaries(m, figure, { tolerance: boundaryTolerance }));
}

function boundaryCount(
  id: string,
  count: Parameters<typeof windowBoundaryCount>[1],
  { boundaryTolerance }: EpisodeOptions,
): Metric {
  return named(id, windowBoundaryCount(m, count, { tolerance: boundaryTolerance }));
}

/** Scores of tasks whose answer is one class: windows and pairs of windows. */
export function classScoring(ids: readonly string[], options: EpisodeOptions) {
  const isPair = taskOf(options.task).kind === "pair";
  return {
    measures: [classMeasure()],
    metrics: ids.map((id) => makers[id]!(options)),
    analyses: [
      perClassTable(m),
      confusionMatrix(m),
      ...(isPair ? [] : [timelineTable(m)]),
    ] as readonly Analysis[],
  };
}
