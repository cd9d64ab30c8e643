import { describe, expect, it } from "vitest";
import type { ChatAsk, FrameRef } from "../../core/asking/chat.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { chat } from "./chat.ts";
import { mergeDetections } from "./merge-detections.ts";
import { readDetections } from "./parse.ts";
import { type EventSample, eventOptionsSchema } from "./schema.ts";

const sample: EventSample = {
  durationSeconds: 150,
  events: [{ endSeconds: 70, startSeconds: 55, type: "fall" }],
  group: "v",
  id: "v",
  media: [],
  metadata: {},
};
const frames: readonly FrameRef[] = Array.from({ length: 15 }, (_, i) => ({
  atSeconds: i * 10,
  digest: `d${i}`,
  mediaType: "image/jpeg",
  width: 8,
  height: 8,
}));

function play(
  replies: readonly Outcome<{ text: string; finish: "stop" | "length" }>[],
  options = {},
) {
  const steps = chat.steps(sample, {
    options: eventOptionsSchema.parse({ types: ["fall"], ...options }),
    prompts: {},
    frames,
    extractor: "json",
  });
  const first = steps.next();
  if (first.done) throw new Error("asks nothing");
  const asks: readonly ChatAsk[] = first.value;
  const end = steps.next(asks.map((_, i) => replies[i] ?? replies.at(-1)!));
  if (!end.done) throw new Error("asks twice");
  return { asks, outcome: end.value };
}

const says = (text: string) => answered({ text, finish: "stop" as const });

describe("a chat system that is shown windows of a video", () => {
  it("sees every frame once, in windows that cover the video", () => {
    const { asks } = play([says("[]")]);
    expect(asks.length).toBe(3);
    const shown = asks.map((ask) =>
      ask.messages.flatMap(({ parts }) =>
        parts.flatMap((part) =>
          "frames" in part ? part.frames.map(({ atSeconds }) => atSeconds) : [],
        ),
      ),
    );
    expect(shown).toEqual([
      [0, 10, 20, 30, 40, 50],
      [60, 70, 80, 90, 100, 110],
      [120, 130, 140],
    ]);
  });

  it("has an event across two windows put together, as sure as the surer part", () => {
    const { outcome } = play([
      says('[{"type": "fall", "start": 55, "end": 64, "confidence": 0.4}]'),
      says('```json\n[{"type": "Fall", "start": 60, "end": 70, "confidence": 0.8}]\n```'),
      says("[]"),
    ]);
    expect(outcome).toEqual(
      answered({ events: [{ type: "fall", startSeconds: 55, endSeconds: 70, confidence: 0.8 }] }),
    );
  });

  it("keeps the windows that were answered, ends as refused where none was, and stops where something failed", () => {
    expect(play([noAnswer("refused", "no"), says("[]")]).outcome.kind).toBe("answered");
    expect(play([noAnswer("refused", "no")]).outcome.kind).toBe("refused");
    expect(play([says("no idea")]).outcome.kind).toBe("unparsed");
    expect(play([answered({ text: "[", finish: "length" as const })]).outcome.kind).toBe(
      "truncated",
    );
    expect(play([says("[]"), noAnswer("failed", "down")]).outcome.kind).toBe("failed");
  });
});

it("is not told the types of the video, which would give its truth away", () => {
  const { asks, outcome } = play([says('[{"type": "fight", "start": 1, "end": 2}]'), says("[]")], {
    types: [],
  });
  expect(JSON.stringify(asks)).not.toContain("fall");
  expect(outcome).toMatchObject({ value: { events: [{ type: "fight" }] } });
});

describe("replies", () => {
  it.each([
    "",
    "none",
    "{}",
    '[{"type": "fall"}]',
    '[{"type": "fall", "start": "1", "end": 2}]',
    '[{"type": "dance", "start": 1, "end": 2}]',
    '[{"type": "fall", "start": 3, "end": 2}]',
  ])("that hold no list of events asked for are unparsed: %s", (text) => {
    expect(readDetections(text, ["fall"]).kind).toBe("unparsed");
  });

  it("are found inside other text", () => {
    expect(readDetections('Here: [{"type":"fall","start":1,"end":2}] Done.', ["fall"])).toEqual(
      answered([{ type: "fall", startSeconds: 1, endSeconds: 2, confidence: 1 }]),
    );
  });
});

describe("merging", () => {
  it("joins what overlaps or lies close, by type", () => {
    const event = (type: string, startSeconds: number, endSeconds: number) => ({
      type,
      startSeconds,
      endSeconds,
      confidence: 0.5,
    });
    expect(
      mergeDetections([event("a", 5, 6), event("a", 0, 4), event("b", 3, 7), event("a", 9, 10)], 1),
    ).toEqual([event("a", 0, 6), event("b", 3, 7), event("a", 9, 10)]);
  });
});
