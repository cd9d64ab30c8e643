import { describe, expect, it } from "vitest";
import { play as playSteps, videoOf } from "../../../test/support/play.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
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

const contextOf = (options: object, sees: boolean) => ({
  options: eventOptionsSchema.parse({ types: ["fall"], ...options }),
  prompts: {},
  refs: [{ kind: "video", path: "v.mp4" }] as const,
  sees,
  extractor: "json",
});
const seen = videoOf(frames, 150);

function play(
  replies: readonly Outcome<{ text: string; finish: "stop" | "length" }>[],
  options = {},
  seconds: number | null = 150,
  shown = frames,
  sees = true,
  about = sample,
) {
  return playSteps(chat.steps(about, contextOf(options, sees)), {
    see: videoOf(shown, seconds),
    reply: (_, position) => replies[position] ?? replies.at(-1)!,
  });
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

  it("is not asked about a window of which the video shows nothing", () => {
    // The data says 150 s and the file has no more than 100: nothing is asked beyond.
    const { asks, looks } = play([says("[]")], {}, 100);
    expect(looks[1]).toEqual([
      { ref: 0, span: [0, 60] },
      { ref: 0, span: [60, 100] },
    ]);
    expect(asks.length).toBe(2);
    const gap = { ...frames[0]!, atSeconds: 130 };
    expect(play([says("[]")], {}, 150, [frames[0]!, gap]).asks.length).toBe(2);
  });

  it("has no answer where no window shows anything", () => {
    const { asks, outcome } = play([says("[]")], {}, 150, []);
    expect([asks.length, outcome.kind]).toEqual([0, "media-error"]);
  });

  it("gains nothing by naming times beyond its window", () => {
    const beyond = says('[{"type": "fall", "start": 9999, "end": 9999, "confidence": 1}]');
    expect(play([beyond]).outcome).toEqual(answered({ events: [] }));
    const over = says('[{"type": "fall", "start": 55, "end": 90, "confidence": 1}]');
    expect(play([over, says("[]"), says("[]")]).outcome).toMatchObject({
      value: { events: [{ startSeconds: 55, endSeconds: 60 }] },
    });
  });

  it("is asked about the same windows where it is shown nothing", () => {
    const { asks } = play([says("[]")], {}, 150, [], false);
    expect(asks.length).toBe(3);
    expect(JSON.stringify(asks[1])).toContain("You are shown nothing of a video");
    expect(JSON.stringify(asks[1])).toContain("seconds 60 to 120");
  });

  it("is asked once where nobody knows how long the video is", () => {
    const { asks, outcome } = play(
      [says('[{"type": "fall", "start": 900, "end": 910}]')],
      {},
      null,
      [],
      false,
      { ...sample, durationSeconds: null },
    );
    expect(asks.length).toBe(1);
    expect(JSON.stringify(asks[0])).toContain("second 0 to the end");
    expect(outcome).toMatchObject({ value: { events: [{ startSeconds: 900, endSeconds: 910 }] } });
  });

  it("ends as its video does where that cannot be seen", () => {
    const broken = noAnswer("media-error", "v.mp4: broken");
    for (const at of [0, 1]) {
      const steps = chat.steps(sample, contextOf({}, true));
      const { outcome, asks } = playSteps(steps, {
        see: (wants) =>
          "factsOnly" in wants[0]! === (at === 0) ? wants.map(() => broken) : seen(wants),
        reply: () => says("[]"),
      });
      expect(outcome).toEqual(broken);
      expect(asks).toEqual([]);
    }
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
