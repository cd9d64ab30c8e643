import { expect } from "vitest";
import type { DocumentPredictionFormat, RawPrediction } from "../../src/core/data/format.ts";
import { choiceBaselines } from "../../src/families/multiple-choice/baselines.ts";
import { choiceMeasure } from "../../src/families/multiple-choice/metrics.ts";
import type { ChoicePrediction, ChoiceSample } from "../../src/families/multiple-choice/schema.ts";

type ChoiceEvidence = ReturnType<typeof choiceMeasure.measure>;

/** What a document of predictions comes to, sample by sample. */
export function choiceEvidence(
  samples: readonly ChoiceSample[],
  format: DocumentPredictionFormat<ChoiceSample, ChoicePrediction>,
  document: unknown,
): readonly ChoiceEvidence[] {
  expect(format.recognises(document)).toBe(true);
  const read = format.read(document);
  if (!read.ok) throw new Error(read.reason);
  const raws = new Map<string, RawPrediction>(read.value.map((raw) => [raw.id, raw]));
  return samples.map((sample) => {
    const outcome = format.interpret(raws.get(sample.id)!.raw, sample);
    const prediction = outcome.kind === "answered" ? outcome.value : choiceBaselines.empty(sample);
    return choiceMeasure.measure({ sample, prediction, outcome: outcome.kind, grades: {} });
  });
}
