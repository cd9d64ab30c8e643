import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activityNetEvents } from "./activitynet-events.ts";
import { meanAveragePrecision } from "./mean-average-precision.ts";

const annotation = (start: number, end: number, label = "run") => ({
  segment: [start, end],
  label,
});
const truth = (videos: Record<string, unknown>) => ({
  version: "1.3",
  taxonomy: [],
  database: videos,
});
const video = (subset: string | undefined, ...annotations: readonly unknown[]) => ({
  subset,
  duration: 60,
  annotations,
});
const found = (results: unknown) => ({ version: "1.3", results });

describe("activityNetEvents", () => {
  it("joins both files by video, and names what is in one only", () => {
    const result = activityNetEvents(
      truth({
        a: video("validation", annotation(0, 10)),
        b: video("validation"),
        c: { subset: "validation", annotations: [] },
      }),
      found({
        a: [{ ...annotation(1, 9), score: 0.5 }],
        z: [{ ...annotation(0, 1, "jump"), score: 1 }],
        b: [],
      }),
    );
    expect(result).toEqual({
      ok: true,
      value: {
        subset: "validation",
        videos: new Map([
          [
            "a",
            {
              video: "a",
              durationSeconds: 60,
              truths: [{ type: "run", startSeconds: 0, endSeconds: 10 }],
              detections: [{ type: "run", startSeconds: 1, endSeconds: 9, confidence: 0.5 }],
            },
          ],
          ["b", { video: "b", durationSeconds: 60, truths: [], detections: [] }],
          ["c", { video: "c", durationSeconds: null, truths: [], detections: [] }],
          [
            "z",
            {
              video: "z",
              durationSeconds: null,
              truths: [],
              detections: [{ type: "jump", startSeconds: 0, endSeconds: 1, confidence: 1 }],
            },
          ],
        ]),
        withoutTruth: ["z"],
        withoutPrediction: ["b", "c"],
      },
    });
  });

  it("counts detections on videos without truth as false alarms, as the toolkit does", () => {
    const detection = (score: number) => ({ ...annotation(0, 10), score });
    const score = (results: unknown) => {
      const events = activityNetEvents(
        truth({ a: video("validation", annotation(0, 10)) }),
        found(results),
      );
      return events.ok
        ? meanAveragePrecision({ measure: "m" }).prepare(events.value.videos.values())()
        : Number.NaN;
    };
    expect(score({ a: [detection(0.5)] })).toBe(1);
    expect(score({ a: [detection(0.5)], z: [detection(0.9)] })).toBe(0.5);
  });

  it.each([
    {
      name: "the only one",
      subsets: ["Test", "Test"],
      asked: undefined,
      chosen: "Test",
      videos: ["0", "1"],
    },
    {
      name: "none where none is named",
      subsets: [undefined, undefined],
      asked: undefined,
      chosen: undefined,
      videos: ["0", "1"],
    },
    {
      name: "validation of several",
      subsets: ["training", "validation"],
      asked: undefined,
      chosen: "validation",
      videos: ["1"],
    },
    {
      name: "the one asked for",
      subsets: ["training", "validation"],
      asked: "training",
      chosen: "training",
      videos: ["0"],
    },
  ])("scores a subset: $name", ({ subsets, asked, chosen, videos }) => {
    const all = Object.fromEntries(subsets.map((subset, i) => [i, video(subset)]));
    const result = activityNetEvents(
      truth(all),
      found({}),
      asked === undefined ? {} : { subset: asked },
    );
    expect(result.ok && result.value.subset).toBe(chosen);
    expect(result.ok && [...result.value.videos.keys()]).toEqual(videos);
  });

  it.each([
    {
      name: "no database",
      truths: {},
      results: {},
      reason: "database of the ground truth must be an object, but is missing",
    },
    {
      name: "a list as ground truth",
      truths: [],
      results: {},
      reason: "the ground truth must be an object, but is []",
    },
    {
      name: "no results",
      truths: truth({}),
      results: { predictions: {} },
      reason: "results of the prediction must be an object, but is missing",
    },
    {
      name: "a video that is none",
      truths: truth({ a: 3 }),
      results: found({}),
      reason: "database.a must be an object, but is 3",
    },
    {
      name: "annotations that are none",
      truths: truth({ a: { annotations: "x" } }),
      results: found({}),
      reason: 'database.a.annotations must be a list, but is "x"',
    },
    {
      name: "a reversed truth",
      truths: truth({ a: video("v", annotation(0, 1), annotation(3, 2)) }),
      results: found({}),
      reason:
        "database.a.annotations[1].segment must be [start, end] in seconds with start ≤ end, but is [3,2]",
    },
    {
      name: "times that are no numbers",
      truths: truth({ a: video("v", { label: "x", segment: ["1", ""] }) }),
      results: found({}),
      reason: /segment must be .* but is \["1",""\]/,
    },
    {
      name: "no label",
      truths: truth({ a: video("v", { segment: [1, 2] }) }),
      results: found({}),
      reason: "database.a.annotations[0].label must be a name, but is missing",
    },
    {
      name: "a length that is none",
      truths: truth({ a: { duration: -1, annotations: [] } }),
      results: found({}),
      reason: "database.a.duration must be a number of seconds above 0, but is -1",
    },
    {
      name: "no score",
      truths: truth({}),
      results: found({ a: [annotation(0, 1)] }),
      reason: "results.a[0].score must be a number, but is missing",
    },
    {
      name: "an object as list",
      truths: truth({}),
      results: found({ a: {} }),
      reason: "results.a must be a list, but is {}",
    },
    {
      name: "several subsets",
      truths: truth({ a: video("train"), b: video("test") }),
      results: found({}),
      reason: /several subsets, "train", "test"/,
    },
  ])("says what is wrong: $name", ({ truths, results, reason }) => {
    const result = activityNetEvents(truths, results);
    expect(result.ok ? "" : result.reason).toMatch(reason);
  });

  it("reads numbers that are written as strings", () => {
    const result = activityNetEvents(
      truth({
        a: { subset: "v", duration: "60.5", annotations: [{ label: "x", segment: ["9.5", "10"] }] },
      }),
      found({ a: [{ label: "x", segment: ["9", "10.25"], score: "0.5" }] }),
    );
    expect(result.ok && result.value.videos.get("a")).toMatchObject({
      durationSeconds: 60.5,
      truths: [{ startSeconds: 9.5, endSeconds: 10 }],
      detections: [{ startSeconds: 9, endSeconds: 10.25, confidence: 0.5 }],
    });
  });

  it("says which subsets there are", () => {
    const result = activityNetEvents(truth({ a: video("train") }), found({}), { subset: "test" });
    expect(result).toEqual({
      ok: false,
      reason: 'the ground truth has no subset "test"; it has "train"',
    });
  });

  it("throws nothing, whatever it is given", () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.record({ database: fc.jsonValue(), results: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(odd, odd, (a, b) => {
        expect(typeof activityNetEvents(a, b).ok).toBe("boolean");
      }),
    );
  });
});
