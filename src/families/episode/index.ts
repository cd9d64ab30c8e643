import { defineFamily } from "../../core/family.ts";
import { episodeBaselines } from "./baselines.ts";
import { episodeChecks } from "./checks.ts";
import { episodeDegradations } from "./degradations.ts";
import { episodeExamples } from "./examples.ts";
import { xperienceExport } from "./exports/xperience-export.ts";
import { formats, predictionFormats } from "./formats.ts";
import { episodeArrays, episodeLearning } from "./learning.ts";
import { misfit } from "./misfit.ts";
import { noticeSamples } from "./notices.ts";
import {
  type EpisodeSample,
  episodeOptionsSchema,
  episodePredictionSchema,
  episodeSampleSchema,
} from "./schema.ts";
import { episodeScoring } from "./scoring/index.ts";
import { episodeView } from "./view.ts";

export type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "./schema.ts";

/** What can be predicted from synchronised windows of many sensors? */
export const episode = defineFamily({
  id: "episode",
  version: 1,
  summary: "What can be predicted from synchronised windows of motion, cameras, depth and sound?",
  data: {
    sample: episodeSampleSchema,
    prediction: episodePredictionSchema,
    options: episodeOptionsSchema,
    misfit,
    formats,
    predictionFormats,
    refs: () => [],
    arrays: episodeArrays,
    checks: episodeChecks,
    noticeSamples,
  },
  asking: {
    protocols: {},
    extractors: ["json"],
    learning: episodeLearning,
    asked: ({ id, task, episode: name, windows, features, classes, pool }: EpisodeSample) => ({
      id,
      task,
      episode: name,
      windows,
      features,
      classes,
      pool,
    }),
    withoutTruth: ({ id, task, episode: name, windows, features, classes, pool }) => ({
      id,
      task,
      episode: name,
      windows,
      ...(features ? { features: { blocks: features.blocks, inputs: features.inputs } } : {}),
      ...(classes ? { classes } : {}),
      ...(pool ? { pool } : {}),
    }),
  },
  scoring: episodeScoring,
  people: { graders: [] },
  proof: {
    baselines: episodeBaselines,
    degradations: episodeDegradations,
    examples: episodeExamples,
  },
  display: { view: episodeView, exports: [xperienceExport] },
});
