import { namedChoice } from "./named-choice.ts";
import type { ChoicePrediction, ChoiceSample } from "./schema.ts";

/**
 * Why a prediction names none of the sample's choices; nothing where it names one, or says nothing.
 */
export function missingChoice(
  { choice }: ChoicePrediction,
  { choices }: ChoiceSample,
): string | undefined {
  const named = choice === null ? undefined : namedChoice(choice, choices);
  return named?.ok === false ? named.reason : undefined;
}
