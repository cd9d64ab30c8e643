import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { dialogueRates } from "./dialogue-rates.ts";

/** Similarities of 1 come out a little below it in single precision. */
const tolerance = 1e-6;
const thresholds = Array.from({ length: 11 }, (_, step) => 0.5 + step * 0.05 - tolerance);

const averaged: readonly (readonly [id: string, title: string, of: string])[] = [
  ["AP", "Mean precision over similarities", "precision"],
  ["AR", "Mean recall over similarities", "recall"],
  ["Avg_F1", "Mean F1 over similarities", "F1"],
];

/**
 * Means of precision, recall and F1 over the similarities .50, .55, … 1.00 that a pair must reach:
 * figures of earlier versions of ProAssist, which its tables still hold. They are no average
 * precision in the sense of detection.
 */
export function dialogueAverages(measure: string): readonly CorpusMetric<DialogueEvidence>[] {
  return averaged.map(([id, title, of]) => ({
    id,
    title,
    signature: signature(`dialogue-${id}`, 1, { of, from: 0.5, to: 1, step: 0.05, tolerance }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const all = [...evidence];
      const scores = thresholds.map((threshold) =>
        dialogueRates(measure, threshold)
          .find((rate) => rate.id === of)!
          .prepare(all),
      );
      return (weights) => {
        let sum = 0;
        for (const score of scores) {
          const value = score(weights);
          if (value === null) return null;
          sum += value;
        }
        return sum / scores.length;
      };
    },
  }));
}
