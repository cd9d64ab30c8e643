import type { LabelEvidence } from "../src/core/scores/aspect.ts";
import type { SampleMetric } from "../src/core/scores/metric.ts";
import { nextUniform, seededState } from "../src/math/seeded-random.ts";
import { labelledCorrectness } from "../src/metrics/answers/labelled-answers.ts";
import {
  asLabel,
  correctedByLabels,
  type JudgedAnswer,
} from "../src/scoring/judges/judge-correction.ts";
import { drawNormal } from "./simulate-draws.ts";

/** A judge that errs, and people who label the answers of some videos. */
export interface JudgeWorld {
  /** How often it calls a wrong answer right, and a right one wrong. */
  readonly lenient: number;
  readonly harsh: number;
  readonly videos: number;
  readonly labelledVideos: number;
}

/** The share of answers that are right, over all videos. */
export const trueShare = 0.7;
const answersPerVideo = 4;
/** Answers about one video are alike: the spread of what its answers are drawn by. */
const spread = 0.5;

export const correctness = labelledCorrectness[0] as SampleMetric<LabelEvidence>;

/** Half of the answers of each labelled video have labels. */
function drawJudged(world: JudgeWorld, seed: number): readonly JudgedAnswer[] {
  const state = seededState(seed, "judge", world.videos);
  const answers: JudgedAnswer[] = [];
  for (let video = 0; video < world.videos; video++) {
    const ease = drawNormal(state) * spread;
    for (let i = 0; i < answersPerVideo; i++) {
      const isRight = Math.sqrt(1 + spread ** 2) * threshold < ease + drawNormal(state);
      const errs = nextUniform(state) < (isRight ? world.harsh : world.lenient);
      const word = (right: boolean) => (right ? "correct" : "incorrect");
      answers.push({
        group: `v${video}`,
        verdict: word(isRight !== errs),
        people: video < world.labelledVideos && i % 2 === 0 ? asLabel(word(isRight)) : undefined,
      });
    }
  }
  return answers;
}

/** What a standard normal number is above in 70 % of cases. */
const threshold = -0.5244005127080409;

export interface JudgeFigures {
  /** Shares of sets whose interval holds the truth. */
  readonly covered: number;
  readonly coveredByLabels: number;
  /** Mean scores: of the judge alone, and corrected. */
  readonly judged: number;
  readonly corrected: number;
  /** Mean widths of intervals: corrected, and by the labelled answers alone. */
  readonly width: number;
  readonly widthOfLabels: number;
}

export function judgeFigures(world: JudgeWorld, sets: number): JudgeFigures {
  const sum = {
    covered: 0,
    coveredByLabels: 0,
    judged: 0,
    corrected: 0,
    width: 0,
    widthOfLabels: 0,
  };
  for (let seed = 0; seed < sets; seed++) {
    const answers = drawJudged(world, seed);
    const both = correctedByLabels(correctness, answers)!;
    const alone = correctedByLabels(
      correctness,
      answers.filter(({ people }) => people !== undefined),
    )!;
    if (both.low! <= trueShare && trueShare <= both.high!) sum.covered++;
    if (alone.low! <= trueShare && trueShare <= alone.high!) sum.coveredByLabels++;
    sum.judged += both.judged!;
    sum.corrected += both.value!;
    sum.width += both.high! - both.low!;
    sum.widthOfLabels += alone.high! - alone.low!;
  }
  return Object.fromEntries(
    Object.entries(sum).map(([name, value]) => [name, value / sets]),
  ) as unknown as JudgeFigures;
}
