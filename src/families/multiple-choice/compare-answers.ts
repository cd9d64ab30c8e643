import type { AnnotatorPair } from "../../core/family/people-facet.ts";
import { choiceLetter } from "./choice-letter.ts";
import type { ChoiceSample } from "./schema.ts";

/**
 * The choices that two annotators hold right. Not compared: what is hidden, and questions whose
 * choices are not the same in the same order.
 */
export function compareAnswers(
  first: ChoiceSample,
  second: ChoiceSample,
): AnnotatorPair | undefined {
  if (first.answer === null || second.answer === null) return undefined;
  const isSame =
    first.choices.length === second.choices.length &&
    first.choices.every((choice, at) => choice === second.choices[at]);
  if (!isSame) return undefined;
  return {
    kind: "labels",
    first: [choiceLetter(first.answer)],
    second: [choiceLetter(second.answer)],
  };
}
