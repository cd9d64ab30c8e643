import { describe, expect, it } from "vitest";
import { play as playSteps, videoOf } from "../../../test/support/play.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { EmbedAsk } from "../../core/asking/embed.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { encoder } from "./encoder.ts";
import {
  type RetrievalOptions,
  type RetrievalPrediction,
  type RetrievalSample,
  retrievalOptionsSchema,
} from "./schema.ts";

const sample: RetrievalSample = {
  answer: null,
  clips: [],
  durationSeconds: 30,
  evidence: [],
  group: "v",
  id: "q",
  media: [],
  metadata: {},
  question: "red",
};
const frames: readonly FrameRef[] = Array.from({ length: 30 }, (_, at) => ({
  atSeconds: at,
  digest: `${at}`,
  mediaType: "image/jpeg",
  width: 8,
  height: 8,
}));

/** Red from second 12 to 15, else blue; "alarm" is said to be red too. */
function embed(ask: EmbedAsk): Outcome<Float32Array> {
  if ("text" in ask) return answered(Float32Array.of(/red|alarm/.test(ask.text) ? 1 : 0, 0));
  const red =
    ask.frames.filter(({ atSeconds }) => atSeconds >= 12 && atSeconds < 15).length /
    ask.frames.length;
  return answered(Float32Array.of(red, 1 - red));
}

function play(
  options: Partial<RetrievalOptions> = {},
  { about = sample, reply = embed, shown = frames } = {},
) {
  const steps = encoder.steps(about, {
    options: retrievalOptionsSchema.parse(options),
    prompts: {},
    refs: [{ kind: "video", path: "v.mp4" }],
    sees: true,
    extractor: "json",
  });
  return playSteps(steps, { see: videoOf(shown, 30), reply });
}

function found(outcome: Outcome<RetrievalPrediction>) {
  if (outcome.kind !== "answered") throw new Error(outcome.reason);
  return outcome.value.clips;
}

describe("a retriever made of an encoder", () => {
  it("finds the chunk that looks like the question", () => {
    const { lists, outcome } = play({ scales: ["micro"] });
    expect(lists).toHaveLength(1);
    expect(lists[0]).toHaveLength(1 + 10);
    expect(found(outcome)[0]).toMatchObject({ startSeconds: 12, endSeconds: 15 });
    expect(found(outcome)).toHaveLength(10);
  });

  it("ranks chunks of several scales together, the exact one first", () => {
    const clips = found(play({ topK: 3 }).outcome);
    expect(clips[0]).toMatchObject({ startSeconds: 12, endSeconds: 15 });
    expect(clips.some(({ startSeconds, endSeconds }) => endSeconds! - startSeconds! > 5)).toBe(
      true,
    );
  });

  it("looks at the moments of every chunk, and leaves out those of which there is nothing", () => {
    const { looks, lists } = play({ scales: ["micro"] });
    expect(looks).toHaveLength(2);
    expect(looks[1]![0]).toEqual({ ref: 0, atSeconds: [0.75, 1.5, 2.25] });
    expect(lists[0]).toHaveLength(1 + 10);
    const late = play({ scales: ["micro"] }, { shown: frames.slice(15) });
    expect(late.lists[0]).toHaveLength(1 + 5);
  });

  it("cuts at shots after looking at every frame", () => {
    const { lists, outcome } = play({ scales: ["shot"] });
    expect(lists.map((list) => list.length)).toEqual([30, 1 + 3]);
    expect(found(outcome)[0]).toMatchObject({ startSeconds: 12, endSeconds: 15 });
  });

  it("hears what is said, by its weight, when the task reads transcripts", () => {
    const cues = [{ startSeconds: 21, endSeconds: 22, text: "alarm" }];
    const about = { ...sample, transcript: { cues } };
    const scoreAt = (options: Partial<RetrievalOptions>) =>
      found(play({ scales: ["micro"], ...options }, { about }).outcome).find(
        ({ startSeconds }) => startSeconds === 21,
      )!.score;
    expect(scoreAt({})).toBeCloseTo(0, 6);
    expect(scoreAt({ transcript: true, transcriptWeight: 0.6 })).toBeCloseTo(0.6, 6);
  });

  it("ends as the encoder did where it gave no vector, or vectors of several lengths", () => {
    expect(play({}, { reply: () => noAnswer("failed", "down") }).outcome.kind).toBe("failed");
    const uneven = (ask: EmbedAsk) => answered(new Float32Array("text" in ask ? 2 : 3));
    expect(play({}, { reply: uneven }).outcome).toMatchObject({ kind: "unparsed" });
  });

  it("finds nothing without frames", () => {
    expect(play({}, { shown: [] }).outcome).toEqual(answered({ clips: [] }));
  });

  it("is another system under other settings", () => {
    const identity = (options: Partial<RetrievalOptions>) =>
      JSON.stringify(
        encoder.identity({ options: retrievalOptionsSchema.parse(options), prompts: {} }),
      );
    expect(identity({ rerank: true })).not.toBe(identity({}));
    expect(identity({ transcriptWeight: 0.1 })).toBe(identity({}));
    expect(identity({ transcript: true, transcriptWeight: 0.1 })).not.toBe(
      identity({ transcript: true }),
    );
  });
});
