import { nothingLent } from "../../src/core/family/lent.ts";
import type { Metric } from "../../src/core/scores/metric.ts";
import { dialogue } from "../../src/families/dialogue/index.ts";
import type {
  DialogueOptions,
  DialoguePrediction,
  DialogueSample,
} from "../../src/families/dialogue/schema.ts";

interface ScoreAndCeiling {
  readonly score: number | null;
  readonly ceiling: number;
}

/** Every score of the family on some predictions, with its ceiling, by the id of the metric. */
export function dialogueScores(
  samples: readonly DialogueSample[],
  predictions: readonly DialoguePrediction[],
  options: Partial<DialogueOptions> = {},
): Readonly<Record<string, ScoreAndCeiling>> {
  const parsed = dialogue.data.options.parse(options);
  const [measure] = dialogue.scoring(parsed, nothingLent).measures;
  const evidence = samples.map((sample, i) =>
    measure!.measure({ sample, prediction: predictions[i]!, outcome: "answered", grades: {} }),
  );
  return Object.fromEntries(
    dialogue
      .scoring(parsed, nothingLent)
      .metrics.map((metric: Metric) => [
        metric.id,
        { score: metric.prepare(evidence)(), ceiling: metric.ceiling?.(evidence) ?? metric.best },
      ]),
  );
}
