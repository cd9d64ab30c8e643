import type { EmbedAsk, EmbedReply } from "../../core/asking/embed.ts";
import { ask, lookAtAll, type Steps } from "../../core/asking/steps.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";

/** How two vectors are compared: by their angle, or by their plain product. */
export type Similarity = "cosine" | "dot";

/**
 * How similar an encoder finds all that is shown of a sample to each of some texts, in their order:
 * one vector for all frames together, one for each text.
 */
export function* compareWithTexts(
  refs: readonly unknown[],
  texts: readonly string[],
  similarity: Similarity,
): Steps<EmbedAsk, EmbedReply, readonly number[]> {
  const frames = yield* lookAtAll(refs);
  if (frames.kind !== "answered") return frames;
  if (frames.value.length === 0)
    return noAnswer("unparsed", "there is no frame to compare the texts with");
  const [video, ...others] = yield* ask<EmbedAsk>([
    { frames: frames.value },
    ...texts.map((text) => ({ text })),
  ]);
  if (video?.kind !== "answered")
    return video ?? noAnswer("failed", "the encoder gave no vector for the video");
  const similarities: number[] = [];
  for (const [place, text] of texts.entries()) {
    const other = others[place];
    if (other?.kind !== "answered")
      return other ?? noAnswer("failed", `the encoder gave no vector for the text "${text}"`);
    if (other.value.length !== video.value.length)
      return noAnswer(
        "unparsed",
        `the encoder gave vectors of ${video.value.length} and of ${other.value.length} numbers`,
      );
    similarities.push(similarityOf(video.value, other.value, similarity));
  }
  return answered(similarities);
}

/** Nothing is like a vector of zeros. */
function similarityOf(a: Float32Array, b: Float32Array, similarity: Similarity): number {
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
