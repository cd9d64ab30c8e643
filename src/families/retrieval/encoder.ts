import type { FrameRef } from "../../core/asking/chat.ts";
import type { EmbedAsk, EmbedReply } from "../../core/asking/embed.ts";
import type { Protocol, ProtocolContext } from "../../core/asking/protocol.ts";
import { ask, look, lookAtAll, type Steps, type Stretch } from "../../core/asking/steps.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { type Chunk, chunkPresets, fixedChunks, keyframeTimes, shotChunks } from "./chunking.ts";
import { fused, rankChunks } from "./rank-chunks.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";
import { cosine, shotCuts } from "./shot-cuts.ts";
import { surveyTranscripts } from "./survey-moments.ts";
import { spokenIn } from "./transcript-texts.ts";

/**
 * A retriever made of an encoder: the video is cut into chunks of several scales, and those whose
 * key frames, or transcript, are most similar to the question are returned. Key frames are those on
 * screen at the moments that the preset names; shots are found in the frames of the task.
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
  cuts: () => true,
  *steps(sample, context): Steps<EmbedAsk, EmbedReply, RetrievalPrediction> {
    const duration = yield* durationOf(context);
    if (duration.kind !== "answered") return duration;
    const chunks = yield* chunksOf(duration.value, context);
    if (chunks.kind !== "answered") return chunks;
    const shown = yield* keyFramesOf(chunks.value, context);
    if (shown.kind !== "answered") return shown;
    return shown.value.length === 0
      ? answered({ clips: [] })
      : yield* ranked(sample, shown.value, context);
  },
};

type Context = ProtocolContext<RetrievalOptions>;

/** A chunk with the frames that stand for it. */
interface ShownChunk extends Chunk {
  readonly frames: readonly FrameRef[];
}

/** The video is what is searched, whatever the data says of its length. */
function* durationOf({ refs }: Context): Stretch<EmbedAsk, Outcome<number>> {
  const [facts] = yield* look(refs.slice(0, 1).map((_, ref) => ({ ref, factsOnly: true })));
  if (facts && facts.kind !== "answered") return facts;
  return answered(facts?.value.seconds ?? 0);
}

/** The chunks of all scales; where shots are wanted, every frame of the task is embedded first. */
function* chunksOf(
  duration: number,
  { options: { scales, preset }, refs }: Context,
): Steps<EmbedAsk, EmbedReply, readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for (const scale of new Set(scales)) {
    if (scale !== "shot") {
      chunks.push(...fixedChunks(duration, scale, preset));
      continue;
    }
    const frames = yield* lookAtAll(refs.slice(0, 1));
    if (frames.kind !== "answered") return frames;
    const vectors = vectorsOf(
      yield* ask<EmbedAsk>(frames.value.map((frame) => ({ frames: [frame] }))),
    );
    if (vectors.kind !== "answered") return vectors;
    const times = frames.value.map(({ atSeconds }) => atSeconds);
    chunks.push(
      ...shotChunks(duration, shotCuts(times, vectors.value, chunkPresets[preset].shotThreshold)),
    );
  }
  return answered(chunks);
}

/** Chunks of which there is something to see. */
function* keyFramesOf(
  chunks: readonly Chunk[],
  { options: { preset } }: Context,
): Stretch<EmbedAsk, Outcome<readonly ShownChunk[]>> {
  const seen = yield* look(
    chunks.map((chunk) => ({ ref: 0, atSeconds: keyframeTimes(chunk, preset) })),
  );
  const shown: ShownChunk[] = [];
  for (const [i, one] of seen.entries()) {
    if (one.kind !== "answered") return one;
    // Slow videos show one frame at several of the moments.
    const frames = [...new Map(one.value.frames.map((frame) => [frame.atSeconds, frame])).values()];
    if (frames.length > 0) shown.push({ ...chunks[i]!, frames });
  }
  return answered(shown);
}

function* ranked(
  sample: RetrievalSample,
  chunks: readonly ShownChunk[],
  { options }: Context,
): Steps<EmbedAsk, EmbedReply, RetrievalPrediction> {
  const spoken = chunks.map((chunk) => (options.transcript ? spokenIn(sample, [chunk]) : ""));
  const said = spoken.flatMap((text, at) => (text === "" ? [] : [at]));
  const asks: readonly EmbedAsk[] = [
    { text: sample.question },
    ...chunks.map(({ frames }) => ({ frames })),
    ...said.map((at) => ({ text: spoken[at]! })),
  ];
  const vectors = vectorsOf(yield* ask(asks));
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
