import type { EmbedAsk, EmbedReply } from "../../core/asking/embed.ts";
import type { Protocol } from "../../core/asking/protocol.ts";
import { ask, lookAtAll, type Steps } from "../../core/asking/steps.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import type { Label, LabelOptions, LabelPrediction, LabelSample } from "./schema.ts";

/**
 * An encoder embeds the task's frames of the video, all at once, and the text of each label; a
 * label's score is the cosine or the dot product of both, without a temperature.
 */
export const encoder: Protocol<EmbedAsk, EmbedReply, LabelSample, LabelPrediction, LabelOptions> = {
  identity: ({ options: { similarity, labelTemplate } }) => ({
    version: 1,
    similarity,
    labelTemplate,
  }),
  looksPerAsk: () => 1,
  *steps({ labels }, { refs, options }): Steps<EmbedAsk, EmbedReply, LabelPrediction> {
    const frames = yield* lookAtAll(refs);
    if (frames.kind !== "answered") return frames;
    if (frames.value.length === 0)
      return noAnswer("unparsed", "there is no frame to compare the labels with");
    const [video, ...texts] = yield* ask<EmbedAsk>([
      { frames: frames.value },
      ...labels.map((label) => ({ text: labelText(label, options) })),
    ]);
    if (video?.kind !== "answered")
      return video ?? noAnswer("failed", "the encoder gave no vector for the video");
    const scores: Record<string, number> = {};
    for (const [place, { id }] of labels.entries()) {
      const text = texts[place];
      if (text?.kind !== "answered")
        return text ?? noAnswer("failed", `the encoder gave no vector for the label "${id}"`);
      if (text.value.length !== video.value.length)
        return noAnswer(
          "unparsed",
          `the encoder gave vectors of ${video.value.length} and of ${text.value.length} numbers`,
        );
      scores[id] = similarityOf(video.value, text.value, options.similarity);
    }
    return answered({ scores });
  },
};

function labelText({ description }: Label, { labelTemplate }: LabelOptions): string {
  return labelTemplate.replaceAll("{label}", () => description);
}

/** Nothing is like a vector of zeros. */
function similarityOf(
  a: Float32Array,
  b: Float32Array,
  similarity: LabelOptions["similarity"],
): number {
  const product = dot(a, b);
  if (similarity === "dot") return product;
  const lengths = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  return lengths === 0 ? 0 : product / lengths;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
