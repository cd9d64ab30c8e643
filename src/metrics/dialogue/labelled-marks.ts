import type { LabelEvidence } from "../../core/scores/aspect.ts";
import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { labelMeasure } from "../agreement/label-agreement.ts";
import { sampleMetric } from "../sample-metric.ts";
import { highestMark, type judgedAspects, lowestMark } from "./judge-scores.ts";

/** The marks that people and judges give, lowest first. */
export const markValues: readonly string[] = Array.from(
  { length: highestMark - lowestMark + 1 },
  (_, at) => String(lowestMark + at),
);

/** The mean mark that people give an aspect of a stream: over raters first, then over streams. */
export function labelledMarks(aspect: (typeof judgedAspects)[number]): SampleMetric<LabelEvidence> {
  return sampleMetric({
    id: `people_${aspect}`,
    title: `People: ${aspect}`,
    signature: signature(`dialogue-people-${aspect}`, 1, { scale: `${lowestMark}-${highestMark}` }),
    measure: labelMeasure,
    kind: "mean",
    best: highestMark,
    worst: lowestMark,
    population: "answered",
    value: ({ mark }) => mark,
  });
}
