import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { sampleMetric } from "../sample-metric.ts";

/** What a judge gives marks for, from 1 (most utterances are bad) to 5 (most are good). */
export const judgedAspects = ["correctness", "promptness", "efficiency", "overall"] as const;
export type JudgeMarks = Readonly<Record<(typeof judgedAspects)[number], number>>;
/** Means over the judgements of one stream; `null` where there is none. */
export type JudgeEvidence = Readonly<Record<(typeof judgedAspects)[number], number | null>>;

export const lowestMark = 1;
export const highestMark = 5;

const titles: JudgeTitles = {
  correctness: "Judge: correctness",
  promptness: "Judge: promptness",
  efficiency: "Judge: efficiency",
  overall: "Judge: overall",
};
type JudgeTitles = Readonly<Record<(typeof judgedAspects)[number], string>>;

export function judgeEvidence(judgements: readonly JudgeMarks[]): JudgeEvidence {
  const mean = (aspect: keyof JudgeMarks) =>
    judgements.length === 0
      ? null
      : judgements.reduce((sum, marks) => sum + marks[aspect], 0) / judgements.length;
  return {
    correctness: mean("correctness"),
    promptness: mean("promptness"),
    efficiency: mean("efficiency"),
    overall: mean("overall"),
  };
}

/**
 * Means over the streams that a judge gave marks for. The best mark is a matter of the judge's
 * taste: not even the references need reach it.
 */
export function judgeScores(measure: string): readonly SampleMetric<JudgeEvidence>[] {
  return judgedAspects.map((aspect) =>
    sampleMetric<JudgeEvidence>({
      id: `judge_${aspect}`,
      title: titles[aspect],
      signature: signature(`dialogue-judge-${aspect}`, 1, {
        scale: `${lowestMark}-${highestMark}`,
      }),
      measure,
      kind: "mean",
      best: highestMark,
      worst: lowestMark,
      population: "answered",
      value: (evidence) => evidence[aspect],
    }),
  );
}
