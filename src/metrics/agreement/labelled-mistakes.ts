import type { LabelEvidence } from "../../core/scores/aspect.ts";
import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { sampleMetric } from "../sample-metric.ts";
import { labelMeasure } from "./label-agreement.ts";

/** What people say of an answer in which they find no mistake. */
export const noMistake = "no-mistake";

/** The share of answers in which people find no mistake, of those on which they do not differ. */
export const labelledNoMistake: SampleMetric<LabelEvidence> = sampleMetric({
  id: "no-mistake",
  title: "Without a mistake by people",
  signature: signature("labelled-no-mistake", 1),
  measure: labelMeasure,
  kind: "proportion",
  best: 1,
  worst: 0,
  population: "answered",
  value: ({ final }) => (final === null ? null : final === noMistake ? 1 : 0),
});
