import { describe, expect, it } from "vitest";
import type { Sample } from "../core/data/sample.ts";
import type { Family } from "../core/family.ts";
import { families } from "../families/index.ts";
import { predictionReader } from "./prediction-reader.ts";

const sample = {
  id: "s",
  choices: ["red", "blue"],
  fps: 2,
  frameCount: 60,
  inputs: [],
} as unknown as Sample;

function read(id: string, reply: unknown) {
  const family = families.find((one) => one.id === id) as unknown as Family;
  const asked = predictionReader(undefined, { family })(reply, sample);
  if (asked.kind !== "answered") return asked;
  const parsed = family.data.prediction.safeParse(asked.value);
  return parsed.success ? parsed.data : "no prediction";
}

const span = { startSeconds: 40, endSeconds: 52 };
const event = { type: "fall", startSeconds: 1, endSeconds: 2, confidence: 0.9 };

describe("a reply that names no format", () => {
  it.each<readonly [string, unknown, unknown]>([
    [
      "retrieval",
      { clips: [{ start: 40, end: 52, score: 0.5, text: "said" }] },
      { clips: [{ ...span, score: 0.5 }] },
    ],
    ["retrieval", [{ start: 40, end: 52 }], { clips: [span] }],
    ["retrieval", { clips: [{ ...span, id: "c" }] }, { clips: [{ ...span, id: "c" }] }],
    ["retrieval", { clips: [] }, { clips: [] }],
    [
      "retrieval",
      { answer: "a", confidence: 0.4, retrieved_clips: [{ start_sec: 40, end_sec: 52 }] },
      { answer: "a", confidence: 0.4, clips: [span] },
    ],
    [
      "event-detection",
      { events: [{ type: "fall", start: 1, end: 2, score: 0.9, id: "e1" }] },
      { events: [event] },
    ],
    [
      "event-detection",
      [{ type: "fall", start: 1, end: 2, confidence: 0.9, alert: 3 }],
      { events: [{ ...event, alertSeconds: 3 }] },
    ],
    [
      "event-detection",
      [{ event_type: "fall", start_sec: 1, end_sec: 2, confidence: 0.9 }],
      { events: [event] },
    ],
    [
      "event-detection",
      {
        video_id: "s",
        events: [{ event_type: "fall", start_sec: 1, end_sec: 2, confidence: 0.9 }],
      },
      { events: [event] },
    ],
    ["event-detection", { events: [event] }, { events: [event] }],
    ["event-detection", [], { events: [] }],
    ["multiple-choice", { choice: "B" }, { choice: 1 }],
    ["multiple-choice", { choice: 1 }, { choice: 1 }],
    ["multiple-choice", { reply: "(B)" }, expect.objectContaining({ choice: 1 })],
    [
      "dialogue",
      { utterances: [{ seconds: 2, text: "Hi." }] },
      { utterances: [{ frame: 3, text: "Hi." }] },
    ],
    [
      "dialogue",
      { utterances: [{ frame: 3, text: "Hi." }] },
      { utterances: [{ frame: 3, text: "Hi." }] },
    ],
  ])("of %s is read in the layout it is in: %j", (family, reply, expected) =>
    expect(read(family, reply)).toEqual(expected),
  );

  it.each<readonly [string, unknown]>([
    ["retrieval", { error: "no index" }],
    ["event-detection", { detections: [] }],
    ["multiple-choice", { answer: "B" }],
  ])("of %s is not guessed: %j", (family, reply) =>
    expect(read(family, reply)).toBe("no prediction"),
  );

  it.each<readonly [string, unknown, RegExp]>([
    [
      "event-detection",
      [{ type: "fall", start: 1, end: 2, score: 0.1, confidence: 0.9 }],
      /another name of confidence/,
    ],
    ["event-detection", [{ type: "fall", start: 1, end: 2, conf: 0.1 }], /conf/],
    [
      "event-detection",
      [{ event_type: "fall", start_sec: 3, end_sec: 2 }],
      /must not be before the start/,
    ],
    ["retrieval", { retrieved_clips: [{ start_sec: 3 }] }, /retrieved_clips\.0\.end_sec/],
  ])("of %s says what is wrong with it: %j", (family, reply, reason) =>
    expect(read(family, reply)).toMatchObject({
      kind: "unparsed",
      reason: expect.stringMatching(reason) as string,
    }),
  );
});
