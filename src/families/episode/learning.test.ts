import { describe, expect, it } from "vitest";
import { episodeArrays, episodeLearning } from "./learning.ts";
import { unpackValues } from "./packed-values.ts";
import { type EpisodeSample, episodeOptionsSchema } from "./schema.ts";

const array = (...values: number[]) => ({
  shape: [1, values.length],
  values: Float32Array.from(values),
});
const span = (index: number) => ({
  centerFrame: index * 5 + 9,
  endFrame: index * 5 + 19,
  index,
  startFrame: index * 5,
});
const ref = (row: number) => ({
  path: "x.npz",
  name: "X",
  rows: [row, row + 1] as [number, number],
});

describe("what heads learn", () => {
  it("puts two windows and their difference side by side, of pairs in time only", () => {
    const combine = (task: "temporal_order" | "misalignment_detection") =>
      Array.from(
        episodeLearning.combine!([array(1, 2), array(4, 8)], episodeOptionsSchema.parse({ task })),
      );
    expect(combine("temporal_order")).toEqual([1, 2, 4, 8, 3, 6]);
    expect(combine("misalignment_detection")).toEqual([1, 2, 4, 8]);
  });

  it("takes at least the likeliest label, and the class that is first among equals", () => {
    const sample = {} as EpisodeSample;
    const options = episodeOptionsSchema.parse({});
    const labels = (...probabilities: number[]) =>
      episodeLearning.predict(
        { kind: "labels", vocabulary: ["a", "b"], probabilities: Float64Array.from(probabilities) },
        sample,
        options,
      );
    expect(labels(0.5, 0.7)).toEqual({ labels: ["a", "b"] });
    expect(labels(0.1, 0.2)).toEqual({ labels: ["b"] });
    expect(
      episodeLearning.predict(
        { kind: "class", classes: ["a", "b"], probabilities: Float64Array.of(0.5, 0.5) },
        sample,
        options,
      ),
    ).toEqual({ label: "a", confidence: 0.5 });
  });

  it("looks among the test windows, whose places are windows again in the answer", () => {
    const sample: EpisodeSample = {
      episode: "e",
      features: { blocks: [], inputs: [ref(4)], targets: [ref(4)] },
      group: "e/0",
      id: "4",
      pool: {
        id: "e",
        windows: [
          [3, 5],
          [7, 8],
        ],
      },
      task: "cross_modal_retrieval",
      truth: { kind: "match", window: 4 },
      windows: [span(4)],
    };
    const options = episodeOptionsSchema.parse({ task: sample.task });
    const pool = episodeLearning.pool!(sample, options);
    expect(pool.items.map(({ targets }) => targets[0]!.rows)).toEqual([
      [3, 4],
      [4, 5],
      [7, 8],
    ]);
    const output = {
      kind: "match",
      order: Uint32Array.of(2, 0, 1),
      similarities: Float64Array.of(3, 2, 1),
    } as const;
    expect(episodeLearning.predict(output, sample, options)).toEqual({ ranking: [7, 3, 4] });
  });

  it("scores a change by what is later less what is now", () => {
    const sample: EpisodeSample = {
      episode: "e",
      group: "e/0",
      id: "0",
      split: "train",
      task: "ego_motion_forecast",
      truth: { kind: "values", refs: [ref(4)], minus: [ref(0)] },
      windows: [span(0)],
    };
    const options = episodeOptionsSchema.parse({ task: sample.task });
    expect(episodeArrays.wanted(sample, options)).toEqual([ref(4), ref(0)]);
    const put = episodeArrays.put(sample, { digests: {}, arrays: [array(5, 7), array(1, 9)] });
    const changed = put.ok ? put.value : sample;
    const target = episodeLearning.target(changed, options);
    expect(target?.kind === "values" && Array.from(target.values!)).toEqual([4, -2]);
    const broken = episodeArrays.put(sample, {
      digests: {},
      arrays: [array(1, 2), array(1, Number.NaN)],
    });
    expect(broken).toMatchObject({
      ok: false,
      reason: expect.stringMatching(
        /^x\.npz: array "X", row 0, column 1 \(counted from 0\) is NaN/,
      ),
    });
  });

  it("reads no numbers that are none", () => {
    expect([unpackValues("?"), unpackValues("AAA=")]).toEqual([undefined, undefined]);
  });
});
