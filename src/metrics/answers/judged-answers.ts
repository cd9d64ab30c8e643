import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { sampleMetric } from "../sample-metric.ts";

/** How far an answer says only what its evidence bears out. */
export const faithfulnessLabels = [
  "Faithful",
  "Partially Faithful",
  "Unfaithful",
  "Unknown",
] as const;
export type FaithfulnessLabel = (typeof faithfulnessLabels)[number];

/** What a judge says of one answer; `null` where it was not asked or not understood. */
export interface HasJudgement {
  readonly correct: 0 | 1 | null;
  readonly faithfulness: FaithfulnessLabel | null;
}

export interface JudgedOptions {
  readonly measure: string;
  /** Names the judge: scores by different judges are not comparable. */
  readonly judge: string;
}

/** Share of answers that the judge calls right. */
export function judgedCorrectness({ measure, judge }: JudgedOptions): SampleMetric<HasJudgement> {
  return sampleMetric({
    id: "answer-correctness",
    title: "Answer, correct by a judge",
    signature: signature("answer-correctness", 1, { judge }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ correct }) => correct,
  });
}

/** The best mark of an answer; the worst is 0. */
export const highestMark = 3;

/** The mark that a judge gives to one answer; `null` where it gave none. */
export interface HasMark {
  readonly mark: number | null;
}

/** Mean mark of the answers, from 0 to 3. */
export function judgedMark({ measure, judge }: JudgedOptions): SampleMetric<HasMark> {
  return sampleMetric({
    id: "answer-mark",
    title: "Answer, mean mark by a judge (0 to 3)",
    signature: signature("answer-mark", 1, { judge, highest: highestMark }),
    measure,
    kind: "mean",
    best: highestMark,
    worst: 0,
    value: ({ mark }) => mark,
  });
}

export interface FaithfulnessOptions extends JudgedOptions {
  /** Whether answers that are partially faithful count as faithful. */
  readonly reading: "strict" | "lenient";
}

/** Share of answers that say only what is borne out; answers that cannot be told do not count. */
export function faithfulness({
  measure,
  judge,
  reading,
}: FaithfulnessOptions): SampleMetric<HasJudgement> {
  return sampleMetric({
    id: reading === "strict" ? "faithfulness" : "faithfulness-lenient",
    title: `Faithfulness by a judge${reading === "strict" ? "" : ", partial counted"}`,
    signature: signature("faithfulness", 1, {
      judge,
      partial: reading === "strict" ? 0 : 1,
      unknown: "left-out",
    }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ faithfulness: label }) => {
      if (label === null || label === "Unknown") return null;
      return label === "Faithful" || (reading === "lenient" && label === "Partially Faithful")
        ? 1
        : 0;
    },
  });
}

/** Share of judged answers whose faithfulness the judge could decide; the other two leave out the rest. */
export function faithfulnessCoverage({
  measure,
  judge,
}: JudgedOptions): SampleMetric<HasJudgement> {
  return sampleMetric({
    id: "faithfulness-coverage",
    title: "Faithfulness decided by a judge",
    signature: signature("faithfulness-coverage", 1, { judge }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: ({ faithfulness: label }) => (label === null ? null : label === "Unknown" ? 0 : 1),
  });
}
