import { defineFamily } from "../../core/family.ts";
import { episodeAbout } from "./about.ts";
import { episodeBaselines } from "./baselines.ts";
import { episodeChecks } from "./checks.ts";
import { episodeDegradations } from "./degradations.ts";
import { episodeExamples } from "./examples.ts";
import { xperienceExport } from "./exports/xperience-export.ts";
import { formats, predictionFormats } from "./formats.ts";
import { episodeArrays, episodeLearning } from "./learning.ts";
import { misfit } from "./misfit.ts";
import { noticeSamples } from "./notices.ts";
import { verifiedFigures } from "./omni/verified-result.ts";
import {
  type EpisodeSample,
  episodeOptionsSchema,
  episodePredictionSchema,
  episodeSampleSchema,
} from "./schema.ts";
import { episodeScoring } from "./scoring/index.ts";
import { episodeStarter } from "./starter.ts";
import { taskOf } from "./tasks.ts";
import { episodeView } from "./view.ts";

export type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "./schema.ts";

/** What is read as the input; a query that is compared as it is, too. */
function shownFeatures(
  { blocks, inputs, targets }: NonNullable<EpisodeSample["features"]>,
  task: EpisodeSample["task"],
): object {
  const isQuery = taskOf(task).projects === "candidates" && targets !== undefined;
  return { blocks, inputs, ...(isQuery ? { query: targets } : {}) };
}

/** What can be predicted from synchronised windows of many sensors? */
export const episode = defineFamily({
  ...episodeAbout,
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
    published: verifiedFigures,
    starter: episodeStarter,
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
      ...(features ? { features: shownFeatures(features, task) } : {}),
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
