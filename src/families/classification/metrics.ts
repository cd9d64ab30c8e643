import type { ScoringFacet } from "../../core/family/scoring-facet.ts";
import type { Measure } from "../../core/scores/measure.ts";
import type { CorpusMetric, Metric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { brierScore } from "../../metrics/classification/brier-score.ts";
import { calibrationError } from "../../metrics/classification/calibration-error.ts";
import type { HasLabels } from "../../metrics/classification/class-counts.ts";
import { labelAccuracy } from "../../metrics/classification/label-accuracy.ts";
import { labelAveragePrecision } from "../../metrics/classification/label-average-precision.ts";
import { haveProbabilities } from "../../metrics/classification/label-probabilities.ts";
import { meanOfTasks } from "../../metrics/classification/mean-of-tasks.ts";
import { precisionRecallCurve } from "../../metrics/classification/precision-recall-curve.ts";
import { reliabilityCurve } from "../../metrics/classification/reliability-curve.ts";
import { topPlaces } from "../../metrics/classification/rescale-scores.ts";
import { taskConfusion } from "../../metrics/classification/task-confusion.ts";
import { taskLabelTable } from "../../metrics/classification/task-label-table.ts";
import { type HasLevel, taskLevels } from "../../metrics/classification/task-levels.ts";
import { taskMacroF1 } from "../../metrics/classification/task-macro-f1.ts";
import { topKAccuracy } from "../../metrics/classification/top-k-accuracy.ts";
import { topLabelRecall } from "../../metrics/classification/top-label-recall.ts";
import { type HasParse, parseRate } from "../../metrics/parse-rate.ts";
import { noticeAnswers } from "./notice-answers.ts";
import type { LabelOptions, LabelPrediction, LabelSample } from "./schema.ts";

/** What every score of this family is computed from. */
interface LabelEvidence extends Omit<HasLabels, "options">, HasLevel, HasParse {
  readonly truths: readonly string[] | null;
}

const measureSignature = signature("label-scores", 1, { ties: "first" });

/**
 * The scores of a prediction in the order of the sample's labels; `null` where no label has one.
 */
export function orderedScores(
  { labels }: Pick<LabelSample, "labels">,
  { scores }: LabelPrediction,
): readonly (number | null)[] | null {
  const ordered = labels.map(({ id }) => (Object.hasOwn(scores, id) ? scores[id]! : null));
  return ordered.every((score) => score === null) ? null : ordered;
}

/**
 * The labels that a prediction amounts to: those of the highest scores, as many as are true; where
 * the truth is hidden, one. Equal scores in the order of the labels.
 */
export function predictedLabels(
  sample: LabelSample,
  prediction: LabelPrediction,
): readonly string[] {
  const scores = orderedScores(sample, prediction) ?? [];
  const count = sample.truth?.length ?? 1;
  return topPlaces(scores, { count, ties: "first" }).map((place) => sample.labels[place]!.id);
}

/** Samples of a task share one list of labels, so that evidence stays small. */
function sharedOptions(): (sample: LabelSample) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return ({ task, labels }) => {
    const last = known.get(task);
    const isSame =
      last?.length === labels.length && last.every((id, place) => id === labels[place]!.id);
    if (last && isSame) return last;
    const own = labels.map(({ id }) => id);
    known.set(task, own);
    return own;
  };
}

function labelMeasure(): Measure<LabelSample, LabelPrediction, LabelEvidence> {
  const optionsOf = sharedOptions();
  return {
    signature: measureSignature,
    measure({ sample, prediction, outcome }) {
      const { task, truth, isMultiLabel, level, environment, taskGroup } = sample;
      return {
        task,
        truth: isMultiLabel ? null : (truth?.[0] ?? null),
        truths: truth,
        options: optionsOf(sample),
        scores: orderedScores(sample, prediction),
        predicted: predictedLabels(sample, prediction)[0] ?? null,
        parsed: outcome === "answered" ? 1 : outcome === "unparsed" ? 0 : null,
        level: level ?? "",
        environment: environment ?? "",
        taskGroup: taskGroup ?? "",
      };
    },
  };
}

/** The first is the headline. Every number is a mean over tasks. */
function labelMetrics({ rescaling, topK }: LabelOptions): readonly Metric[] {
  const m = measureSignature;
  const rescaled = taskMacroF1(m, { rescaling, ties: "last" });
  return [
    { ...taskMacroF1(m, { rescaling: "none" }), id: "macro-f1", title: "Macro F1" },
    {
      ...rescaled,
      title: "Rescaled macro F1 (v+l, transductive)",
      belowCeiling: "rescaled scores compare a video with the others of its task",
    },
    meanOfTasks(labelAccuracy(m)),
    ...[...new Set(topK)].map((k) => meanOfTasks(topKAccuracy(m, { k }))),
    { ...meanOfTasks(labelAveragePrecision(m, "macro")), id: "label-ap" },
    multiLabelRecall(m),
    ofProbabilities(meanOfTasks(calibrationError(m))),
    ofProbabilities(meanOfTasks(brierScore(m))),
    parseRate(m),
  ] as readonly Metric[];
}

/** In no task where the scores of one are no probabilities: they are then of another kind. */
function ofProbabilities(metric: CorpusMetric<LabelEvidence>): CorpusMetric<LabelEvidence> {
  return {
    ...metric,
    prepare(evidence) {
      const items = [...evidence];
      return haveProbabilities(items) ? metric.prepare(items) : () => null;
    },
  };
}

/** Only of tasks where several labels may be true: elsewhere it is the accuracy. */
function multiLabelRecall(measure: string): Metric<LabelEvidence> {
  const metric = meanOfTasks(topLabelRecall(measure));
  const own = (item: LabelEvidence) => ({
    ...item,
    truths: item.truth === null ? item.truths : null,
  });
  return {
    ...metric,
    counts: (item) => own(item).truths !== null && item.truths!.length > 0,
    prepare: (evidence) => metric.prepare(Iterator.from(evidence).map(own)),
  };
}

/** How answers are scored under the options of a task. */
export function labelScoring(
  options: LabelOptions,
): ScoringFacet<LabelSample, LabelPrediction, LabelOptions> {
  const { rescaling } = options;
  return {
    measures: [labelMeasure()],
    metrics: labelMetrics(options),
    analyses: [
      taskLabelTable(measureSignature, { rescaling }),
      taskLevels(measureSignature, { rescaling }),
      taskConfusion(measureSignature),
      precisionRecallCurve(measureSignature),
      reliabilityCurve(measureSignature),
    ] as ScoringFacet<LabelSample, LabelPrediction, LabelOptions>["analyses"],
    slices: ({ task, level, environment, taskGroup }) => ({
      task,
      ...(level === undefined ? {} : { level }),
      ...(environment === undefined ? {} : { environment }),
      ...(taskGroup === undefined ? {} : { group: taskGroup }),
    }),
    wholeSlices: ["task"],
    sliceSources: {
      level: "metadata.level of the task (ViSTa), or level of the rows",
      environment: "the path of the video (ViSTa), or environment of the rows",
      group: "metadata.group of the task (ViSTa), or taskGroup of the rows",
    },
    errorClass: labelErrorClass,
    noticeAnswers,
    notes: [
      "rescaled-macro-f1 is transductive: it compares the scores of a video with those of the other videos of its task, and so can be above macro-f1",
    ],
  };
}

/** The kind of mistake, or `null` where the prediction is right or the truth is hidden. */
function labelErrorClass(
  sample: LabelSample,
  prediction: LabelPrediction,
): "wrong-label" | "no-answer" | null {
  const { truth } = sample;
  if (truth === null) return null;
  const predicted = predictedLabels(sample, prediction);
  if (predicted.length === truth.length && predicted.every((id) => truth.includes(id))) return null;
  return orderedScores(sample, prediction) === null ? "no-answer" : "wrong-label";
}
