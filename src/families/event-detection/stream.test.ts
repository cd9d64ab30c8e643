import { describe, expect, it } from "vitest";
import { play, videoOf } from "../../../test/support/play.ts";
import type { FrameRef } from "../../core/asking/chat.ts";
import type { StreamAsk, StreamReply } from "../../core/asking/stream.ts";
import { answered, failed, type Outcome } from "../../core/run/outcome.ts";
import { type EventSample, eventOptionsSchema } from "./schema.ts";
import { stream } from "./stream.ts";

const frame = (atSeconds: number): FrameRef => ({
  atSeconds,
  digest: `f${atSeconds}`,
  mediaType: "image/jpeg",
  width: 1,
  height: 1,
});
const sample: EventSample = {
  id: "yard",
  group: "yard",
  domain: "factory",
  durationSeconds: 3,
  events: [{ type: "fall", startSeconds: 1, endSeconds: 2 }],
  media: [{ kind: "video", path: "yard.mp4" }],
  metadata: {},
};

function watch(
  reply: (ask: StreamAsk) => Outcome<StreamReply>,
  frames: readonly FrameRef[] = [frame(1), frame(0), frame(2)],
) {
  const context = {
    options: eventOptionsSchema.parse({}),
    prompts: {},
    refs: sample.media,
    sees: true,
    extractor: "json",
  };
  return play(stream.steps(sample, context), { see: videoOf(frames), reply });
}

describe("a stream that is watched for events", () => {
  it("is shown frame by frame, without the truth, and ended", () => {
    const { asks, outcome } = watch(() => answered({ text: "" }));
    expect(asks).toEqual([
      {
        step: 0,
        about: { id: "yard", domain: "factory" },
        nowSeconds: 0,
        frames: [frame(0)],
        turns: [],
      },
      { step: 1, nowSeconds: 1, frames: [frame(1)], turns: [] },
      { step: 2, nowSeconds: 2, frames: [frame(2)], turns: [] },
      { close: true },
    ]);
    expect(outcome).toEqual(answered({ events: [] }));
  });

  it("takes alerts of one id for one event, alerted to when it was first heard of", () => {
    const { outcome } = watch((one) => {
      if ("close" in one)
        return answered({
          text: "",
          alerts: [{ type: "fall", id: "1", endSeconds: 2, atSeconds: 2, alertSeconds: 3 }],
        });
      const { nowSeconds: at } = one;
      return answered({
        text: "",
        alerts:
          at === 1
            ? [
                { type: "fall", id: "1", confidence: 0.7, atSeconds: 1, alertSeconds: 1.5 },
                { type: "fire", startSeconds: 0, atSeconds: 1, alertSeconds: 1.6 },
              ]
            : [],
      });
    });
    expect(outcome).toEqual(
      answered({
        events: [
          { type: "fall", startSeconds: 1, endSeconds: 2, confidence: 0.7, alertSeconds: 1.5 },
          { type: "fire", startSeconds: 0, endSeconds: 1, confidence: 1, alertSeconds: 1.6 },
        ],
      }),
    );
  });

  it("ends as what failed, and tells the system", () => {
    const { asks, outcome } = watch((one) =>
      "close" in one ? answered({ text: "" }) : failed("session", "gone"),
    );
    expect(outcome).toMatchObject({ kind: "failed", cause: "session" });
    expect(asks.at(-1)).toEqual({ close: true });
    expect(watch(() => answered({ text: "" }), []).outcome.kind).toBe("media-error");
  });
});
