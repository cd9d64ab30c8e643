import type { Analysis } from "../../core/scores/analysis.ts";
import type { Measure } from "../../core/scores/measure.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { accuracy, type HasCorrectness } from "../../metrics/accuracy.ts";
import {
  chanceCorrectedAccuracy,
  type HasChance,
} from "../../metrics/chance-corrected-accuracy.ts";
import { choicePositions, type HasPositions } from "../../metrics/choice-positions.ts";
import { macroAccuracy } from "../../metrics/macro-accuracy.ts";
import type { HasAnswer } from "../../metrics/majority-answer.ts";
import { type HasParse, parseRate } from "../../metrics/parse-rate.ts";
import { choiceSet } from "./choice-set.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

/**
 * What every score of this family is computed from: a few numbers and the type, no free text, since
 * it is kept for every sample.
 */
export interface ChoiceEvidence
  extends HasCorrectness,
    HasChance,
    HasAnswer,
    HasPositions,
    HasParse {}

/** The facts about a sample's truth that the rule of the most frequent answer reads. */
export function answerFacts({ choices, answer, type = "" }: ChoiceSample): HasAnswer {
  const { digest, rank } = choiceSet(choices, answer);
  return { type, choices: choices.length, position: answer ?? -1, optionSet: digest, rank };
}

/**
 * An answer is right when it is the index of the right choice; choices with equal texts stay
 * different choices.
 */
export const choiceMeasure: Measure<ChoiceSample, ChoicePrediction, ChoiceEvidence> = {
  signature: signature("choice", 1, { equality: "index" }),
  measure({ sample, prediction, outcome }) {
    const { type, choices, position, optionSet, rank } = answerFacts(sample);
    return {
      correct: sample.answer === null ? null : prediction.choice === sample.answer ? 1 : 0,
      parsed: outcome === "answered" ? 1 : outcome === "unparsed" ? 0 : null,
      predicted: prediction.choice ?? -1,
      type,
      choices,
      position,
      optionSet,
      rank,
    };
  },
};

/** The first is the headline. */
export const choiceMetrics: readonly Metric[] = [
  accuracy,
  macroAccuracy,
  chanceCorrectedAccuracy,
  parseRate,
].map((metric) => metric(choiceMeasure.signature));

/** Tables beside the scores. */
export const choiceAnalyses: readonly Analysis[] = [choicePositions(choiceMeasure.signature)];

/** Scores are broken down by question type, where there is one. */
export function choiceSlices({ type }: ChoiceSample): Readonly<Record<string, string>> {
  return type === undefined ? {} : { type };
}

/** The kind of mistake, or `null` where the prediction is right or the truth is hidden. */
export function choiceErrorClass(
  { answer }: ChoiceSample,
  { choice }: ChoicePrediction,
): "wrong-choice" | "no-answer" | null {
  if (answer === null || choice === answer) return null;
  return choice === null ? "no-answer" : "wrong-choice";
}
