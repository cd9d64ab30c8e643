import { describe, expect, it } from "vitest";
import { nothingLent } from "../../src/core/family/lent.ts";
import { eventDetection } from "../../src/families/event-detection/index.ts";
import type {
  DetectedEvent,
  EventOptions,
  EventPrediction,
  EventSample,
} from "../../src/families/event-detection/schema.ts";

/**
 * The pseudo-code of the VIGIL-RAG design document has known defects. Each test computes what that
 * pseudo-code would give, in this file, and shows that the family does not.
 */

type Spot = readonly [type: string, start: number, end: number];

function video(
  id: string,
  events: readonly Spot[],
  durationSeconds: number | null = 3600,
): EventSample {
  return {
    id,
    group: id,
    durationSeconds,
    events: events.map(([type, startSeconds, endSeconds]) => ({ type, startSeconds, endSeconds })),
    media: [],
    metadata: {},
  };
}

function reports(...events: readonly (readonly [...Spot, confidence: number])[]): EventPrediction {
  return {
    events: events.map(([type, startSeconds, endSeconds, confidence]) => ({
      type,
      startSeconds,
      endSeconds,
      confidence,
    })),
  };
}

function scoresOf(
  pairs: readonly (readonly [EventSample, EventPrediction])[],
  options: Partial<EventOptions> = {},
) {
  const parsed = eventDetection.data.options.parse({ minIous: [0.5], ...options });
  const [measure] = eventDetection.scoring(parsed, nothingLent).measures;
  const evidence = pairs.map(([sample, prediction]) =>
    measure!.measure({ sample, prediction, outcome: "answered", grades: {} }),
  );
  return Object.fromEntries(
    eventDetection
      .scoring(parsed, nothingLent)
      .metrics.map((metric) => [metric.id, metric.prepare(evidence)()]),
  );
}

/**
 * The document's average precision: the trapezoids between precision–recall points, beginning at
 * the first of them.
 */
function documentPrecision(flags: readonly number[], truths: number): number {
  let [found, area] = [0, 0];
  let before: readonly [recall: number, precision: number] | undefined;
  for (const [at, flag] of flags.entries()) {
    found += flag;
    const point = [found / truths, found / (at + 1)] as const;
    if (before) area += (point[0] - before[0]) * point[1];
    before = point;
  }
  return area;
}

/**
 * One video with so many events, and detections that hit the next one or nothing, from the surest
 * down.
 */
function ranked(flags: readonly number[], truths: number): readonly [EventSample, EventPrediction] {
  const spots = Array.from({ length: truths }, (_, at): Spot => ["fall", at * 100, at * 100 + 10]);
  let next = 0;
  const found = flags.map((flag, at) => {
    const start = flag === 1 ? 100 * next++ : 3000 + 20 * at;
    return ["fall", start, start + 10, 1 - at / 100] as const;
  });
  return [video("v", spots), reports(...found)];
}

describe("average precision", () => {
  it.each([
    { flags: [1], truths: 1, document: 0, sum: 1, envelope: 1 },
    { flags: [1, 1], truths: 2, document: 0.5, sum: 1, envelope: 1 },
    { flags: [1, 0, 1], truths: 2, document: 1 / 3, sum: 5 / 6, envelope: 5 / 6 },
    { flags: [0, 1, 1], truths: 2, document: 7 / 12, sum: 7 / 12, envelope: 2 / 3 },
    { flags: [1, 0, 0, 1, 1], truths: 4, document: 0.275, sum: 0.525, envelope: 0.55 },
  ])(
    "of $flags with $truths truths keeps the first point",
    ({ flags, truths, document, sum, envelope }) => {
      expect(documentPrecision(flags, truths)).toBeCloseTo(document, 10);
      const pair = ranked(flags, truths);
      expect(scoresOf([pair])["map@0.5"]).toBeCloseTo(envelope, 10);
      expect(scoresOf([pair], { definition: "sum" })["map-sum@0.5"]).toBeCloseTo(sum, 10);
    },
  );
});

describe("matching", () => {
  const overlaps = (a: DetectedEvent, [, start, end]: Spot) =>
    Math.min(a.endSeconds, end) > Math.max(a.startSeconds, start);

  it("stays inside the video: the document lets a detection hit the event of another video", () => {
    const there: Spot = ["fall", 10, 20];
    const here = reports(["fall", 10, 20, 0.9]);
    expect(overlaps(here.events[0]!, there)).toBe(true);
    const scores = scoresOf([
      [video("other", [there]), reports()],
      [video("this", []), here],
    ]);
    expect(scores).toMatchObject({ "map@0.5": 0, "false-alarms-per-hour": 0.5 });
  });

  it("asks for the same type: the document counts an alarm of any type over an event as true", () => {
    const event: Spot = ["fall", 10, 20];
    const alarm = reports(["fire", 10, 20, 0.9]);
    const documentFalseAlarms = alarm.events.filter((one) => !overlaps(one, event)).length;
    expect(documentFalseAlarms).toBe(0);
    expect(scoresOf([[video("v", [event]), alarm]])["false-alarms-per-hour"]).toBe(1);
  });

  it("is one to one: the document counts both alarms over one event as true", () => {
    const event: Spot = ["fall", 10, 20];
    const alarms = reports(["fall", 10, 20, 0.9], ["fall", 11, 20, 0.8]);
    expect(alarms.events.filter((one) => !overlaps(one, event)).length).toBe(0);
    expect(scoresOf([[video("v", [event]), alarms]])["false-alarms-per-hour"]).toBe(1);
  });

  it("does not go by ids: events of one id in two videos stay two", () => {
    const named = (id: string): EventSample => {
      const plain = video(id, [["fall", 10, 20]]);
      return { ...plain, events: plain.events.map((event) => ({ ...event, id: "e1" })) };
    };
    const found = reports(["fall", 10, 20, 0.9]);
    expect(
      scoresOf([
        [named("a"), found],
        [named("b"), found],
      ]),
    ).toMatchObject({ "false-alarms-per-hour": 0, "event-f1-micro": 1 });
  });
});

describe("what is not defined", () => {
  it("false alarms without hours of video, where the document divides by 0", () => {
    expect(
      scoresOf([[video("v", [], null), reports(["fall", 1, 2, 0.9])]])["false-alarms-per-hour"],
    ).toBeNull();
  });

  it("mAP without any event, where the document has NaN", () => {
    expect(scoresOf([[video("v", []), reports(["fall", 1, 2, 0.9])]])["map@0.5"]).toBeNull();
  });
});

it("a type that is only predicted lowers no AP, raises false alarms and is listed apart", () => {
  const sample = video("v", [["fall", 10, 20]]);
  const prediction = reports(["fall", 10, 20, 0.9], ["dance", 50, 60, 0.95]);
  expect(scoresOf([[sample, prediction]])).toMatchObject({
    "map@0.5": 1,
    "false-alarms-per-hour": 1,
  });
  const options = eventDetection.data.options.parse({});
  const [measure] = eventDetection.scoring(options, nothingLent).measures;
  const table = eventDetection
    .scoring(options, nothingLent)
    .analyses.find(({ id }) => id === "unknown-types")!
    .analyse([measure!.measure({ sample, prediction, outcome: "answered", grades: {} })]);
  expect(table).toMatchObject({ rows: [["dance", 1, 1, 1]] });
});

it("latency and mean tIoU, which the document names and does not compute, are there", () => {
  const late: EventPrediction = {
    events: [{ type: "fall", startSeconds: 10, endSeconds: 18, confidence: 0.9, alertSeconds: 14 }],
  };
  expect(scoresOf([[video("v", [["fall", 10, 20]]), late]])).toMatchObject({
    "latency-p50": 4,
    "latency-p95": 4,
    "truth-iou": 0.8,
  });
});
