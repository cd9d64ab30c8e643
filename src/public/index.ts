export { z } from "zod";
export { type ConfigInput, defineConfig } from "../config/define-config.ts";
export type * from "../core/asking/asked.ts";
export type * from "../core/asking/chat.ts";
export type * from "../core/asking/embed.ts";
export type * from "../core/asking/grader.ts";
export type * from "../core/asking/protocol.ts";
export type * from "../core/asking/steps.ts";
export { allFrames, ask, look, lookAtAll } from "../core/asking/steps.ts";
export type * from "../core/asking/system.ts";
export type * from "../core/asking/system-kind.ts";
export { defineSystemKind } from "../core/asking/system-kind.ts";
export type * from "../core/data/data-file.ts";
export type * from "../core/data/format.ts";
export type * from "../core/data/lent-tables.ts";
export type * from "../core/data/media.ts";
export type * from "../core/data/sample.ts";
export type * from "../core/family/asking-facet.ts";
export type * from "../core/family/data-facet.ts";
export type * from "../core/family/display-facet.ts";
export type * from "../core/family/lent.ts";
export { nothingLent } from "../core/family/lent.ts";
export type * from "../core/family/noticing.ts";
export type * from "../core/family/people-facet.ts";
export type * from "../core/family/proof-facet.ts";
export type * from "../core/family/scored-by.ts";
export type * from "../core/family/scoring-facet.ts";
export type * from "../core/family/starter.ts";
export type * from "../core/family.ts";
export { defineFamily } from "../core/family.ts";
export type { Json } from "../core/json.ts";
export type * from "../core/result.ts";
export { failure, success } from "../core/result.ts";
export type * from "../core/run/outcome.ts";
export { answered, failed, noAnswer } from "../core/run/outcome.ts";
export type * from "../core/run/run-event.ts";
export type * from "../core/run/run-store.ts";
export type * from "../core/scores/analysis.ts";
export type * from "../core/scores/aspect.ts";
export type * from "../core/scores/measure.ts";
export type * from "../core/scores/metric.ts";
export { signature } from "../core/scores/signature.ts";
export type * from "../core/scores/view.ts";
export { UserError } from "../core/user-error.ts";
export {
  type EvaluateOptions,
  evaluate,
  type MatrixDocument,
  type RunDocument,
} from "../evaluation/evaluate.ts";
export type * from "../evaluation/evaluation-event.ts";
export { type Profile, type ProfileOptions, profile } from "../evaluation/profile.ts";
export { type RescoreOptions, rescore } from "../evaluation/rescore.ts";
export { type SampleMetricDefinition, sampleMetric } from "../metrics/sample-metric.ts";
export { openLocalRun, readLocalRun } from "../store/local-run-store.ts";
export { type Answer, type ConverseOptions, converse, promptFor } from "./converse.ts";
export {
  defineFormat,
  defineMeasure,
  defineMetric,
  definePredictionFormat,
  type OfFamily,
} from "./define.ts";
export * from "./families.ts";
export { type Checkpoint, type CheckpointOptions, openCheckpoint } from "./open-checkpoint.ts";
export { type Dataset, type DatasetOptions, openDataset } from "./open-dataset.ts";

export { type ReadTablesOptions, readTables } from "./read-tables.ts";
export { type Scorer, type ScorerOptions, scorer, summarise } from "./scorer.ts";
export * from "./summary.ts";
