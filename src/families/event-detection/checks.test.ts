import { describe, expect, it } from "vitest";
import { eventBaselines } from "./baselines.ts";
import { eventChecks } from "./checks.ts";
import { eventErrorClass } from "./error-class.ts";
import {
  type EventPrediction,
  type EventSample,
  eventOptionsSchema,
  type TruthEvent,
} from "./schema.ts";
import { eventView } from "./view.ts";

const usual = { options: eventOptionsSchema.parse({}), graders: {}, grades: {} };

const event = (type: string, startSeconds: number, endSeconds: number): TruthEvent => ({
  type,
  startSeconds,
  endSeconds,
});
const sample: EventSample = {
  durationSeconds: 100,
  events: [event("fall", 10, 20), event("fire", 50, 70)],
  group: "v",
  id: "v",
  media: [],
  metadata: {},
};
const reports = (...events: readonly TruthEvent[]): EventPrediction => ({
  events: events.map((one) => ({ ...one, confidence: 0.9 })),
});

it.each([
  [["fall", "fire"], undefined],
  [
    ["fall", "f\u0430ll"],
    'the types "fall" and "f\u0430ll" read alike and count as two, with U+0430',
  ],
  [["fire", "fall", "Fall "], 'the types "fall" and "Fall " read alike and count as two, by case'],
])("types that read alike: %j", (types, part) => {
  const checking = eventChecks.find(({ id }) => id === "look-alike-types")!.start();
  checking.add({ ...sample, events: types.map((type, at) => event(type, at, at + 1)) });
  const found = checking.finish!();
  if (part === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(part);
});

describe("checks of one video", () => {
  const found = (one: Partial<EventSample>) =>
    eventChecks.flatMap((check) =>
      check.start().add({ ...sample, ...one }) === undefined ? [] : [check.id],
    );

  it.each<readonly [readonly string[], Partial<EventSample>]>([
    [[], {}],
    [["outside"], { events: [event("fall", 90, 120)] }],
    [["zero-length"], { events: [event("fall", 5, 5)] }],
    [["duplicate"], { events: [event("fall", 5, 9), event("fall", 5, 9)] }],
    [["duplicate"], { events: [event("fall", 5, 9), event("fall", 8, 12)] }],
    [[], { events: [event("fall", 5, 9), event("fire", 8, 12), event("fall", 9, 12)] }],
    [["no-duration"], { durationSeconds: null }],
  ])("find %j", (ids, one) => {
    expect(found(one)).toEqual(ids);
  });
});

describe("checks of a whole set", () => {
  const finish = (id: string, samples: readonly EventSample[]) => {
    const checking = eventChecks.find((check) => check.id === id)!.start();
    for (const one of samples) checking.add(one);
    return checking.finish!();
  };
  const many = Array.from({ length: 11 }, () => ({ ...sample, events: [event("fall", 1, 2)] }));

  it("find types that are rare beside others, and videos without events missing", () => {
    expect(finish("imbalance", [...many, { ...sample, events: [event("fire", 1, 2)] }])).toBe(
      "11 × fall but 1 × fire",
    );
    expect(finish("imbalance", [sample])).toBeUndefined();
    expect(finish("imbalance", [])).toBeUndefined();
    expect(finish("videos-without-events", [sample])).toBe("each of the 1 videos shows an event");
    expect(finish("videos-without-events", [sample, { ...sample, events: [] }])).toBeUndefined();
  });
});

const under = (options: object) => eventOptionsSchema.parse(options);

describe("the gravest mistake in a video", () => {
  it.each<readonly [string | null, EventPrediction]>([
    [null, reports(event("fall", 10, 20), event("fire", 50, 70))],
    ["missed", reports(event("fall", 10, 20))],
    ["missed", reports()],
    ["wrong-type", reports(event("fire", 10, 20), event("fire", 50, 70))],
    ["imprecise-boundary", reports(event("fall", 10, 20), event("fire", 65, 90))],
    ["duplicate", reports(event("fall", 10, 20), event("fall", 11, 20), event("fire", 50, 70))],
    ["false-alarm", reports(event("fall", 10, 20), event("fire", 50, 70), event("fall", 90, 95))],
  ])("%s", (kind, prediction) => {
    expect(eventErrorClass(sample, prediction, under({}))).toBe(kind);
  });

  const extra = (confidence: number): EventPrediction => ({
    events: [...reports(...sample.events).events, { ...event("fall", 90, 95), confidence }],
  });
  it.each([
    ["what is below the least confidence is no alarm", null, 0.4, {}],
    ["the least confidence is the task's", "false-alarm", 0.4, { minConfidence: 0.3 }],
    [
      "all count while it is not chosen yet",
      "false-alarm",
      0.1,
      { minConfidence: "calibrated", validationSplit: "val" },
    ],
    ["what is not read at all is no alarm", null, 0.9, { mostDetections: 2 }],
    ["videos of the validation split count nowhere", null, 0.9, { validationSplit: "test" }],
  ])("%s", (_, kind, confidence, options) => {
    expect(eventErrorClass({ ...sample, split: "test" }, extra(confidence), under(options))).toBe(
      kind,
    );
  });

  it("follows the tIoU of a match", () => {
    const near = reports(event("fall", 10, 20), event("fire", 50, 62));
    expect(eventErrorClass(sample, near, under({ minIou: 0.5 }))).toBeNull();
    expect(eventErrorClass(sample, near, under({ minIou: 0.7 }))).toBe("imprecise-boundary");
  });

  it("is not told of moments without length", () => {
    expect(
      eventErrorClass(
        { ...sample, events: [event("goal", 5, 5)] },
        reports(event("goal", 5, 5)),
        under({}),
      ),
    ).toBeNull();
  });
});

it("the oracle claims what is sure, surest first, and leaves what is ambiguous", () => {
  const vague = {
    ...sample,
    events: [...sample.events, { ...event("fight", 80, 90), ambiguous: true }],
  };
  const { events } = eventBaselines.oracle(vague);
  expect(events.map(({ type }) => type)).toEqual(["fall", "fire"]);
  expect(events[0]!.confidence).toBeGreaterThan(events[1]!.confidence);
  expect(eventErrorClass(vague, { events }, under({}))).toBeNull();
});

describe("the view", () => {
  it("has a pair of lanes for each type, coloured by what became of it", () => {
    const { blocks } = eventView(
      sample,
      reports(event("fall", 10, 20), event("fight", 80, 90)),
      usual,
    );
    expect(blocks.find(({ kind }) => kind === "timeline")).toMatchObject({
      lanes: [
        { label: "fall", marks: [{ tone: "reference" }] },
        { label: "reported", marks: [{ tone: "good" }] },
        { label: "fight", marks: [] },
        { label: "reported", marks: [{ tone: "bad" }] },
        { label: "fire", marks: [{ tone: "caution" }] },
        { label: "reported", marks: [] },
      ],
    });
  });

  it("of a quiet video has no timeline", () => {
    expect(
      eventView({ ...sample, events: [] }, null, usual).blocks.map(({ kind }) => kind),
    ).toEqual(["facts"]);
  });
});
