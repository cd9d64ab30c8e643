import type { EmbedAsk, EmbedReply, EmbedTexts } from "../../core/asking/embed.ts";
import type { Protocol } from "../../core/asking/protocol.ts";
import type { Steps } from "../../core/asking/steps.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { compareWithTexts } from "../shared/compare-with-texts.ts";
import { choiceLetter } from "./choice-letter.ts";
import type { ChoiceOptions, ChoicePrediction, ChoiceSample } from "./schema.ts";

/**
 * The choice whose text, with the question, an encoder finds most similar to what is shown. Where
 * several are equally similar there is no answer: nothing is guessed.
 */
export const encoder: Protocol<
  EmbedAsk | EmbedTexts,
  EmbedReply,
  ChoiceSample,
  ChoicePrediction,
  ChoiceOptions
> = {
  identity: ({ options: { choiceTemplate } }) => ({ version: 1, choiceTemplate }),
  looksPerAsk: () => 1,
  *steps(
    { question, choices },
    { refs, options: { choiceTemplate } },
  ): Steps<EmbedAsk | EmbedTexts, EmbedReply, ChoicePrediction> {
    const texts = choices.map((choice) => filled(choiceTemplate, { question, choice }));
    const compared = yield* compareWithTexts(refs, texts, "cosine");
    if (compared.kind !== "answered") return compared;
    const highest = Math.max(...compared.value);
    const best = compared.value.flatMap((one, at) => (one === highest ? [at] : []));
    return best.length === 1
      ? answered({ choice: best[0]!, rule: "similarity" })
      : noAnswer("unparsed", `${best.map(choiceLetter).join(" and ")} are equally similar`);
  },
};

/** Both at once: a question may hold what looks like the other's place. */
function filled(template: string, texts: Readonly<Record<"question" | "choice", string>>): string {
  return template.replaceAll(
    /\{(question|choice)\}/g,
    (_, name: "question" | "choice") => texts[name],
  );
}
