import { defineFamily } from "../../core/family.ts";
import { classificationAbout } from "./about.ts";
import { labelAnnotating } from "./annotating.ts";
import { labelBaselines } from "./baselines.ts";
import { chat, promptNote } from "./chat.ts";
import { labelChecks } from "./checks.ts";
import { compareTruths } from "./compare-truths.ts";
import { labelDegradations } from "./degradations.ts";
import { encoder } from "./encoder.ts";
import { labelExamples } from "./examples.ts";
import { vistaExport } from "./foreign/vista/vista-export.ts";
import { vistaRun } from "./foreign/vista/vista-run.ts";
import { formats, predictionFormats } from "./formats.ts";
import { labelScoring } from "./metrics.ts";
import { extractors } from "./read-scores.ts";
import {
  type LabelPrediction,
  type LabelSample,
  labelOptionsSchema,
  labelPredictionSchema,
  labelSampleSchema,
  strangeLabel,
} from "./schema.ts";
import { labelStarter } from "./starter.ts";
import { labelTargets } from "./targets.ts";
import { labelBrief, labelView } from "./view.ts";
import { meanScores } from "./vote.ts";

export type { LabelOptions, LabelPrediction, LabelSample } from "./schema.ts";

/** Which of a task's labels does a video show? */
export const classification = defineFamily({
  ...classificationAbout,
  data: {
    sample: labelSampleSchema,
    prediction: labelPredictionSchema,
    options: labelOptionsSchema,
    misfit: strangeLabel,
    formats,
    predictionFormats,
    refs: ({ media }) => media,
    checks: labelChecks,
    foreignConfigs: [vistaRun],
    starter: labelStarter,
  },
  asking: {
    protocols: { chat, encoder },
    promptNote,
    extractors: extractors.map(({ id }) => id),
    extractorVersions: Object.fromEntries(extractors.map(({ id, version }) => [id, version])),
    systemOptions: ["asks", "example", "similarity", "labelTemplate"],
    probes: {
      withMedia: (sample: LabelSample, media) => ({ ...sample, media }),
      // Scores are given by label, so that they need not change places.
      options: {
        count: ({ labels }) => labels.length,
        arrange: (sample, order) => ({
          ...sample,
          labels: order.map((from) => sample.labels[from]!),
        }),
        restore: (prediction: LabelPrediction) => prediction,
      },
    },
    vote: meanScores,
    asked: ({ id, labels, isMultiLabel, media, prompt, example }) => ({
      id,
      labels,
      isMultiLabel,
      media,
      prompt,
      example,
    }),
    withoutTruth: ({ id, task, labels, media, prompt }) => ({
      id,
      task,
      labels,
      media,
      ...(prompt === undefined ? {} : { prompt }),
    }),
  },
  scoring: labelScoring,
  people: { graders: [], compareAnnotators: compareTruths, annotating: labelAnnotating },
  proof: {
    baselines: labelBaselines,
    degradations: labelDegradations,
    targets: labelTargets,
    examples: labelExamples,
  },
  display: { view: labelView, brief: labelBrief, exports: [vistaExport] },
});
