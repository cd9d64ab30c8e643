import type { FrameRef } from "../../core/asking/chat.ts";
import type { EmbedAsk, EmbedReply } from "../../core/asking/embed.ts";
import type { Protocol, Steps } from "../../core/asking/protocol.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { type Chunk, chunkPresets, fixedChunks, keyframeTimes, shotChunks } from "./chunking.ts";
import { nearestFrames } from "./nearest-frames.ts";
import { fused, rankChunks } from "./rank-chunks.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";
import { cosine, shotCuts } from "./shot-cuts.ts";
import { surveyTranscripts } from "./survey-moments.ts";
import { spokenIn } from "./transcript-texts.ts";

/**
 * A retriever made of an encoder: the video is cut into chunks of several scales, and those whose
 * key frames, or transcript, are most similar to the question are returned. Frames are those that
 * the task samples: a chunk between two of them is judged by the nearest.
 */
export const encoder: Protocol<
  EmbedAsk,
  EmbedReply,
  RetrievalSample,
  RetrievalPrediction,
  RetrievalOptions
> = {
  survey: surveyTranscripts,
  identity: ({
    options: { scales, preset, search, rerank, duplicateIou, topK, transcript, transcriptWeight },
  }) => ({
    version: 1,
    scales: [...scales],
    preset,
    search,
    rerank,
    duplicateIou,
    topK,
    ...(transcript ? { transcriptWeight } : {}),
  }),
  *steps(sample, { options, frames }): Steps<EmbedAsk, EmbedReply, RetrievalPrediction> {
    if (frames.length === 0) return answered({ clips: [] });
    const duration = sample.durationSeconds ?? frames.at(-1)!.atSeconds;
    const chunks = yield* chunksOf(duration, { options, frames });
    if (chunks.kind !== "answered") return chunks;
    return yield* ranked(sample, chunks.value, { options, frames });
  },
};

interface Shown {
  readonly options: RetrievalOptions;
  readonly frames: readonly FrameRef[];
}

/** The chunks of all scales; where shots are wanted, every frame is embedded first. */
function* chunksOf(
  duration: number,
  { options: { scales, preset }, frames }: Shown,
): Steps<EmbedAsk, EmbedReply, readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for (const scale of new Set(scales)) {
    if (scale !== "shot") {
      chunks.push(...fixedChunks(duration, scale, preset));
      continue;
    }
    const vectors = vectorsOf(yield frames.map((frame) => ({ frames: [frame] })));
    if (vectors.kind !== "answered") return vectors;
    const times = frames.map(({ atSeconds }) => atSeconds);
    chunks.push(
      ...shotChunks(duration, shotCuts(times, vectors.value, chunkPresets[preset].shotThreshold)),
    );
  }
  return answered(chunks);
}

function* ranked(
  sample: RetrievalSample,
  chunks: readonly Chunk[],
  { options, frames }: Shown,
): Steps<EmbedAsk, EmbedReply, RetrievalPrediction> {
  const spoken = chunks.map((chunk) => (options.transcript ? spokenIn(sample, [chunk]) : ""));
  const said = spoken.flatMap((text, at) => (text === "" ? [] : [at]));
  const asks: readonly EmbedAsk[] = [
    { text: sample.question },
    ...chunks.map((chunk) => ({
      frames: nearestFrames(frames, keyframeTimes(chunk, options.preset)),
    })),
    ...said.map((at) => ({ text: spoken[at]! })),
  ];
  const vectors = vectorsOf(yield asks);
  if (vectors.kind !== "answered") return vectors;
  const [question, ...others] = vectors.value;
  const places = new Map(said.map((at, place) => [at, chunks.length + place]));
  const scored = chunks.map((chunk, at) => {
    const place = places.get(at);
    const heard = place === undefined ? undefined : cosine(question!, others[place]!);
    return {
      ...chunk,
      score: fused(cosine(question!, others[at]!), heard, options.transcriptWeight),
    };
  });
  const best = rankChunks(scored, options);
  return answered({
    clips: best.map(({ startSeconds, endSeconds, score }) => ({ endSeconds, score, startSeconds })),
  });
}

/** All vectors, or how the first ask without one ended. */
function vectorsOf(replies: readonly Outcome<EmbedReply>[]): Outcome<readonly EmbedReply[]> {
  const vectors: EmbedReply[] = [];
  for (const reply of replies) {
    if (reply.kind !== "answered") return reply;
    if (reply.value.length !== (vectors[0]?.length ?? reply.value.length))
      return noAnswer(
        "unparsed",
        `the encoder gave vectors of ${vectors[0]!.length} and of ${reply.value.length} numbers`,
      );
    vectors.push(reply.value);
  }
  return answered(vectors);
}
