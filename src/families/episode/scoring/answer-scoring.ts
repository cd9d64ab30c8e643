import type { Measure } from "../../../core/scores/measure.ts";
import type { CorpusMetric, Metric, SampleMetric } from "../../../core/scores/metric.ts";
import { signature } from "../../../core/scores/signature.ts";
import { macroF1 } from "../../../metrics/classification/macro-f1.ts";
import { multiLabelMicroF1 } from "../../../metrics/classification/multi-label-micro-f1.ts";
import { sampleMetric } from "../../../metrics/sample-metric.ts";
import type { EpisodePrediction, EpisodeSample, WindowAnswer } from "../schema.ts";
import { named } from "./named-metric.ts";

type Field = "action" | "subtask" | "transition" | "nextAction" | "contact";

interface AnswerEvidence {
  /** True and predicted text of each field; the truth is `null` where it is not known. */
  readonly truths: Readonly<Record<Field, string | null>> | null;
  readonly predictions: Readonly<Record<Field, string | null>>;
  readonly objects: readonly string[];
  readonly predictedObjects: readonly string[];
  readonly options: readonly string[];
  readonly isComplete: boolean;
}

const m = signature("episode-answer", 1, { labels: "exact-case-contained" });

function fieldsOf({ action, subtask, transition, nextAction, contact }: WindowAnswer) {
  return { action, subtask, transition, nextAction, contact };
}

const nothing: WindowAnswer = {
  action: null,
  contact: null,
  nextAction: null,
  objects: [],
  subtask: null,
  transition: null,
};

function answerMeasure(): Measure<EpisodeSample, EpisodePrediction, AnswerEvidence> {
  return {
    signature: m,
    measure({ sample: { truth, classes = [] }, prediction }) {
      const known = truth?.kind === "answer" ? truth.answer : undefined;
      const said = "answer" in prediction ? prediction.answer : nothing;
      return {
        truths: known ? fieldsOf(known) : null,
        predictions: fieldsOf(said),
        objects: known?.objects ?? [],
        predictedObjects: said.objects,
        options: classes,
        isComplete: "answer" in prediction && prediction.isComplete,
      };
    },
  };
}

/** Share of windows whose field is word for word the true one; unknown truths do not count. */
function fieldAccuracy(field: Field, title: string): SampleMetric<AnswerEvidence> {
  return sampleMetric({
    id: field,
    title,
    signature: signature("answer-field-accuracy", 1, { field, unknown: "skipped" }),
    measure: m,
    kind: "proportion",
    best: 1,
    worst: 0,
    value({ truths, predictions }) {
      const truth = truths?.[field] ?? null;
      if (truth === null || truth === "unknown") return null;
      return predictions[field] === truth ? 1 : 0;
    },
  });
}

/** Share of replies that hold a JSON object with all seven keys. */
function validity(): SampleMetric<AnswerEvidence> {
  return sampleMetric({
    id: "json_validity_rate",
    title: "Valid JSON with all keys",
    signature: signature("answer-validity", 1, { keys: 7 }),
    measure: m,
    kind: "proportion",
    best: 1,
    worst: 0,
    population: "all",
    value: ({ isComplete }) => (isComplete ? 1 : 0),
  });
}

/** A metric of labels that reads one field of the answers. */
function ofField<Evidence>(
  { id, signature: own, measure, best, worst, ceiling, prepare }: CorpusMetric<Evidence>,
  title: string,
  read: (evidence: AnswerEvidence) => Evidence,
): CorpusMetric<AnswerEvidence> {
  const all = (evidence: Iterable<AnswerEvidence>) => Iterator.from(evidence).map(read);
  return {
    id,
    title,
    signature: own,
    measure,
    kind: "corpus",
    best,
    worst,
    counts: ({ truths }) => truths !== null,
    ...(ceiling ? { ceiling: (evidence) => ceiling(all(evidence)) } : {}),
    prepare: (evidence) => prepare(all(evidence)),
  };
}

function actionMacroF1(): CorpusMetric<AnswerEvidence> {
  return ofField(
    macroF1(m, { classes: "options" }),
    "Macro F1 of actions (options)",
    ({ truths, predictions, options }) => ({
      truth: truths?.action ?? null,
      predicted: predictions.action,
      options,
    }),
  );
}

function objectMicroF1(): CorpusMetric<AnswerEvidence> {
  return ofField(
    multiLabelMicroF1(m, { classes: "union" }),
    "Micro F1 of objects",
    ({ truths, objects, predictedObjects }) => ({
      truths: truths === null ? null : objects,
      predictions: predictedObjects,
    }),
  );
}

const makers: Readonly<Record<string, () => Metric>> = {
  action_macro_f1: () => named("action_macro_f1", actionMacroF1()),
  json_validity_rate: () => named("json_validity_rate", validity()),
  subtask_accuracy: () =>
    named("subtask_accuracy", fieldAccuracy("subtask", "Accuracy of subtasks")),
  transition_accuracy: () =>
    named("transition_accuracy", fieldAccuracy("transition", "Accuracy of transitions")),
  next_action_accuracy: () =>
    named("next_action_accuracy", fieldAccuracy("nextAction", "Accuracy of next actions")),
  contact_accuracy: () =>
    named("contact_accuracy", fieldAccuracy("contact", "Accuracy of contact")),
  object_micro_f1: () => named("object_micro_f1", objectMicroF1()),
};

/** Scores of the seven fields of an omni model's answers. */
export function answerScoring(ids: readonly string[]) {
  return { measures: [answerMeasure()], metrics: ids.map((id) => makers[id]!()), analyses: [] };
}
