import type { EmbedAsk, EmbedReply, EmbedTexts } from "../../core/asking/embed.ts";
import type { Protocol } from "../../core/asking/protocol.ts";
import type { Steps } from "../../core/asking/steps.ts";
import { answered } from "../../core/run/outcome.ts";
import { compareWithTexts } from "../shared/compare-with-texts.ts";
import type { Label, LabelOptions, LabelPrediction, LabelSample } from "./schema.ts";

/**
 * An encoder embeds the task's frames of the video, all at once, and the text of each label; a
 * label's score is the cosine or the dot product of both, without a temperature.
 */
export const encoder: Protocol<
  EmbedAsk | EmbedTexts,
  EmbedReply,
  LabelSample,
  LabelPrediction,
  LabelOptions
> = {
  identity: ({ options: { similarity, labelTemplate } }) => ({
    version: 1,
    similarity,
    labelTemplate,
  }),
  looksPerAsk: () => 1,
  *steps({ labels }, { refs, options }): Steps<EmbedAsk | EmbedTexts, EmbedReply, LabelPrediction> {
    const texts = labels.map((label) => labelText(label, options));
    const compared = yield* compareWithTexts(refs, texts, options.similarity);
    if (compared.kind !== "answered") return compared;
    const scores = labels.map(({ id }, place) => [id, compared.value[place]!] as const);
    return answered({ scores: Object.fromEntries(scores) });
  },
};

function labelText({ description }: Label, { labelTemplate }: LabelOptions): string {
  return labelTemplate.replaceAll("{label}", () => description);
}
