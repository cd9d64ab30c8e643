import { defineFamily } from "../../core/family.ts";
import { dialogueAspects } from "./aspects.ts";
import { dialogueBaselines } from "./baselines.ts";
import { turnsBeyondEnd, utterancesBeyondEnd } from "./beyond-end.ts";
import { chat, promptNote } from "./chat.ts";
import { dialogueChecks } from "./checks.ts";
import { dialogueDegradations } from "./degradations.ts";
import { dialogueErrorClass } from "./error-class.ts";
import { dialogueExamples } from "./examples.ts";
import { dialogueExports } from "./exports.ts";
import { formats, predictionFormats } from "./formats.ts";
import { similarityGraders } from "./graders.ts";
import { judgeGrader } from "./judge.ts";
import { holdsOwnFrame } from "./match-window.ts";
import { dialogueScoring, similarityOf } from "./metrics.ts";
import { dialogueSanity } from "./sanity.ts";
import {
  type DialogueOptions,
  dialogueOptionsSchema,
  dialoguePredictionSchema,
  dialogueSampleSchema,
  usualRate,
} from "./schema.ts";
import { scoredThreshold } from "./scored-threshold.ts";
import { stream } from "./stream.ts";
import { streamEnd } from "./stream-end.ts";
import { dialogueLoan, dialogueTables } from "./tables.ts";
import { dialogueView } from "./view.ts";

/**
 * Saying a reference on its frame must be allowed to count: it costs nothing, and is no time away.
 */
function reachesCeiling({ zeroEdge, window }: DialogueOptions): boolean {
  return zeroEdge === "keep" && holdsOwnFrame(window);
}

function noticeAnswers(): ReturnType<typeof utterancesBeyondEnd> {
  const all = [utterancesBeyondEnd(), scoredThreshold()];
  return {
    add: (answer) => {
      for (const one of all) one.add(answer);
    },
    finish: () => all.flatMap((one) => one.finish()),
  };
}

/**
 * Does a streaming assistant say the right thing at the right moment, and stay silent otherwise?
 */
export const dialogue = defineFamily({
  id: "dialogue",
  version: 1,
  summary:
    "Does a streaming assistant say the right thing at the right moment, and stay silent otherwise?",
  sampleSchema: dialogueSampleSchema,
  predictionSchema: dialoguePredictionSchema,
  optionsSchema: dialogueOptionsSchema,
  formats,
  predictionFormats,
  extractors: ["speech"],
  measures: (options, graders, tables) =>
    dialogueScoring(options, graders, dialogueLoan(tables)).measures,
  metrics: (options, graders, tables) =>
    dialogueScoring(options, graders, dialogueLoan(tables)).metrics,
  analyses: (options, graders, tables) =>
    dialogueScoring(options, graders, dialogueLoan(tables)).analyses,
  tables: dialogueTables,
  slices: ({ userType, dataset }) => ({
    ...(userType ? { userType } : {}),
    ...(dataset ? { dataset } : {}),
  }),
  media: ({ media }) => media,
  lengths: streamEnd,
  usualFrames: { strategy: "fps", rate: usualRate, max: 10_000 },
  withoutTruth: ({
    references: _references,
    substeps: _substeps,
    metadata: _metadata,
    endsWithVideo: _end,
    turnsAfterEnd: _after,
    ...told
  }) => told,
  protocols: { chat, stream },
  probes: { withMedia: (sample, media) => ({ ...sample, media }) },
  notes: ({ window, threshold }, graders) => [
    `meanings compared by ${similarityOf(graders)}${similarityOf(graders) === "lexical" ? " (the words that two utterances share)" : ""}; window ${window}; right above a similarity of ${threshold ?? "any"}`,
  ],
  noticeSamples: turnsBeyondEnd,
  noticeAnswers,
  promptNote,
  graders: [...similarityGraders, judgeGrader],
  aspects: dialogueAspects,
  baselines: dialogueBaselines,
  oracleShortfall: (options, graders) =>
    reachesCeiling(options)
      ? undefined
      : similarityOf(graders) === "lexical"
        ? "measured"
        : "unknown",
  degradations: dialogueDegradations,
  sanity: dialogueSanity,
  checks: dialogueChecks,
  errorClass: dialogueErrorClass,
  exports: dialogueExports,
  view: dialogueView,
  examples: dialogueExamples,
});
