import { defineMetric, sampleMetric, signature } from "vidimus";

/**
 * What the measure `choice` of the family multiple-choice knows about one sample, as far as this
 * metric reads it.
 */
interface HasChoice {
  /** 1 or 0; `null` where the truth is hidden. */
  readonly correct: number | null;
  /** Index of the answer; −1 where there is none. */
  readonly predicted: number;
}

/**
 * Marks as in an exam: a right answer gives 1, a wrong one costs a third, no answer costs nothing.
 */
export const metric = defineMetric(
  sampleMetric<HasChoice>({
    id: "exam-mark",
    title: "Mark with penalty",
    signature: signature("exam-mark", 1, { penalty: 1 / 3 }),
    measure: "choice",
    kind: "mean",
    best: 1,
    worst: -1 / 3,
    value({ correct, predicted }) {
      if (correct === null) return null;
      if (predicted < 0) return 0;
      return correct === 1 ? 1 : -1 / 3;
    },
  }),
);
