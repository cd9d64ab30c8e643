import { defineFamily } from "../../core/family.ts";
import { multipleChoiceAbout } from "./about.ts";
import { choiceBaselines } from "./baselines.ts";
import { chat, promptNote } from "./chat.ts";
import { choiceChecks } from "./checks.ts";
import { compareAnswers } from "./compare-answers.ts";
import { choiceDegradations } from "./degradations.ts";
import { encoder } from "./encoder.ts";
import { choiceExamples } from "./examples.ts";
import { choiceExports } from "./exports.ts";
import { formats } from "./formats.ts";
import {
  choiceAnalyses,
  choiceErrorClass,
  choiceMeasure,
  choiceMetrics,
  choiceSlices,
} from "./metrics.ts";
import { missingChoice } from "./missing-choice.ts";
import { extractors } from "./parse.ts";
import { predictionFormats } from "./prediction-formats.ts";
import { choiceProbes, withoutTruth } from "./probes.ts";
import { choiceOptionsSchema, choicePredictionSchema, choiceSampleSchema } from "./schema.ts";
import { choiceStarter } from "./starter.ts";
import { subtitleTexts } from "./subtitle-texts.ts";
import { choiceBrief, choiceView } from "./view.ts";
import { voteChoice } from "./vote.ts";

export { readReply as readChoice } from "./parse.ts";
export type { ChoiceOptions, ChoicePrediction, ChoiceSample } from "./schema.ts";

/** Does a system pick the right choice about a picture or a video? */
export const multipleChoice = defineFamily({
  ...multipleChoiceAbout,
  data: {
    sample: choiceSampleSchema,
    prediction: choicePredictionSchema,
    options: choiceOptionsSchema,
    misfit: missingChoice,
    formats,
    predictionFormats,
    refs: ({ media }) => media,
    texts: subtitleTexts,
    checks: choiceChecks,
    starter: choiceStarter,
  },
  asking: {
    protocols: { chat, encoder },
    promptNote,
    extractors: extractors.map(({ id }) => id),
    extractorVersions: Object.fromEntries(extractors.map(({ id, version }) => [id, version])),
    probes: choiceProbes,
    vote: voteChoice,
    asked: ({ id, question, choices, media, subtitles }) => ({
      id,
      question,
      choices,
      media,
      subtitles,
    }),
    withoutTruth,
  },
  scoring: () => ({
    measures: [choiceMeasure],
    metrics: choiceMetrics,
    analyses: choiceAnalyses,
    slices: choiceSlices,
    errorClass: choiceErrorClass,
  }),
  people: { graders: [], compareAnnotators: compareAnswers },
  proof: {
    baselines: choiceBaselines,
    degradations: choiceDegradations,
    examples: choiceExamples,
  },
  display: { view: choiceView, brief: choiceBrief, exports: choiceExports },
});
