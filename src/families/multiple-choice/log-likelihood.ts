import type { ChatReply } from "../../core/asking/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { choiceLetter } from "./choice-letter.ts";
import type { ChoiceOptions, ChoicePrediction } from "./schema.ts";

/** Whether choices are read from likelihoods instead of a text. */
export function isByLikelihood({ answer }: Pick<ChoiceOptions, "answer">): boolean {
  return answer === "log-likelihood";
}

/** What the likelihoods of are asked for: the letter of each choice, as the prompt marks them. */
export function choiceLetters(choices: readonly string[]): readonly string[] {
  return choices.map((_, index) => choiceLetter(index));
}

/**
 * The most likely choice. A choice without a likelihood is less likely than all that have one;
 * where none has one, or where several are equally likely, there is no answer: nothing is guessed.
 */
export function readLikelihoods(
  { logLikelihoods }: ChatReply,
  choices: readonly string[],
): Outcome<ChoicePrediction> {
  if (logLikelihoods?.length !== choices.length)
    return noAnswer(
      "failed",
      `the system told ${logLikelihoods?.length ?? "no"} likelihoods of ${choices.length}`,
    );
  const highest = Math.max(...logLikelihoods.map((one) => one ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(highest))
    return noAnswer("unparsed", "none of the letters is among the likely replies");
  const best = logLikelihoods.flatMap((one, index) => (one === highest ? [index] : []));
  if (best.length > 1)
    return noAnswer("unparsed", `${best.map(choiceLetter).join(" and ")} are equally likely`);
  return answered({ choice: best[0]!, rule: "log-likelihood" });
}
