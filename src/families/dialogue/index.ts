import { defineFamily } from "../../core/family.ts";
import { dialogueAbout } from "./about.ts";
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
import { dialogueStarter } from "./starter.ts";
import { stream } from "./stream.ts";
import { streamEnd } from "./stream-end.ts";
import { dialogueLoan, dialogueTables } from "./tables.ts";
import { dialogueBrief, dialogueView } from "./view.ts";

export type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";

/**
 * Saying a reference on its frame must be allowed to count: it costs nothing, and is no time away.
 */
function oracleShortfall(
  { zeroEdge, window }: DialogueOptions,
  compared: string,
): "measured" | "unknown" | undefined {
  if (zeroEdge === "keep" && holdsOwnFrame(window)) return undefined;
  return compared === "lexical" ? "measured" : "unknown";
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
  ...dialogueAbout,
  data: {
    sample: dialogueSampleSchema,
    prediction: dialoguePredictionSchema,
    options: dialogueOptionsSchema,
    formats,
    predictionFormats,
    refs: ({ media }) => media,
    lengths: streamEnd,
    tables: dialogueTables,
    checks: dialogueChecks,
    noticeSamples: turnsBeyondEnd,
    starter: dialogueStarter,
  },
  asking: {
    protocols: { chat, stream },
    promptNote,
    extractors: ["speech"],
    probes: { withMedia: (sample, media) => ({ ...sample, media }) },
    usualFrames: { strategy: "fps", rate: usualRate, max: 10_000 },
    asked: (sample) => ({
      id: sample.id,
      dataset: sample.dataset,
      goal: sample.goal,
      knowledge: sample.knowledge,
      fps: sample.fps,
      frameCount: sample.frameCount,
      startFrame: sample.startFrame,
      inputs: sample.inputs,
      media: sample.media,
    }),
    withoutTruth: ({
      references: _references,
      substeps: _substeps,
      metadata: _metadata,
      endsWithVideo: _end,
      turnsAfterEnd: _after,
      ...told
    }) => told,
  },
  scoring: (options, lent) => {
    const { graders } = lent;
    const compared = similarityOf(graders);
    return {
      ...dialogueScoring(options, graders, dialogueLoan(lent)),
      slices: ({ userType, dataset }) => ({
        ...(userType ? { userType } : {}),
        ...(dataset ? { dataset } : {}),
      }),
      errorClass: (sample, prediction, grades) =>
        dialogueErrorClass(sample, prediction, { options, graders, grades }),
      oracleShortfall: oracleShortfall(options, compared),
      noticeAnswers,
      notes: [
        `meanings compared by ${compared}${compared === "lexical" ? " (the words that two utterances share)" : ""}; window ${options.window}; right above a similarity of ${options.threshold ?? "any"}`,
      ],
    };
  },
  people: { graders: [...similarityGraders, judgeGrader], aspects: dialogueAspects },
  proof: {
    baselines: dialogueBaselines,
    degradations: dialogueDegradations,
    sanity: dialogueSanity,
    examples: dialogueExamples,
  },
  display: { view: dialogueView, brief: dialogueBrief, exports: dialogueExports },
});
