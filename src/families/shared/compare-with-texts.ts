import type { EmbedAsk, EmbedReply, EmbedTexts } from "../../core/asking/embed.ts";
import { ask, lookAtAll, type Steps } from "../../core/asking/steps.ts";
import { answered, failed, noAnswer } from "../../core/run/outcome.ts";

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
): Steps<EmbedAsk | EmbedTexts, EmbedReply, readonly number[]> {
  const frames = yield* lookAtAll(refs);
  if (frames.kind !== "answered") return frames;
  if (frames.value.length === 0)
    return noAnswer("unparsed", "there is no frame to compare the texts with");
  const [video, others] = yield* ask<EmbedAsk | EmbedTexts>([{ frames: frames.value }, { texts }]);
  if (video?.kind !== "answered")
    return video ?? noAnswer("failed", "the encoder gave no vector for the video");
  if (others?.kind !== "answered")
    return others ?? noAnswer("failed", "the encoder gave no vectors for the texts");
  const size = video.value.length;
  if (others.value.length !== texts.length * size)
    return failed(
      "deterministic",
      `the encoder gave vectors of ${size} numbers for videos and of ${others.value.length / texts.length} for texts, which cannot be compared`,
    );
  if (similarity === "cosine" && video.value.every((value) => value === 0))
    return failed(
      "deterministic",
      "the encoder gave a vector of zeros for the video, which has no cosine with any text",
    );
  return answered(similarities(video.value, others.value, similarity));
}

/**
 * A text whose vector is all zeros is like nothing: 0. Plain loops with several sums, which need not wait for each
 * other: a thousand labels are half a million products for every video (`bench encoder`).
 */
function similarities(
  video: Float32Array,
  texts: Float32Array,
  similarity: Similarity,
): readonly number[] {
  const size = video.length;
  const length = similarity === "dot" ? 1 : Math.sqrt(dot(video, video, 0));
  return Array.from({ length: texts.length / size }, (_, at) => {
    const product = dot(video, texts, at * size);
    if (similarity === "dot") return product;
    const text = texts.subarray(at * size, (at + 1) * size);
    const lengths = length * Math.sqrt(dot(text, text, 0));
    return lengths === 0 ? 0 : product / lengths;
  });
}

/** The product of `a` and as many numbers of `b` from a place on. */
function dot(a: Float32Array, b: Float32Array, from: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const whole = a.length - (a.length % 4);
  for (let at = 0; at < whole; at += 4) {
    first += a[at]! * b[from + at]!;
    second += a[at + 1]! * b[from + at + 1]!;
    third += a[at + 2]! * b[from + at + 2]!;
    fourth += a[at + 3]! * b[from + at + 3]!;
  }
  for (let at = whole; at < a.length; at++) first += a[at]! * b[from + at]!;
  return first + second + third + fourth;
}
