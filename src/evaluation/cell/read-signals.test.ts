import { describe, expect, it } from "vitest";
import type { ArrayRef } from "../../core/data/array-ref.ts";
import type { TimelineSignal, ViewBlock } from "../../core/scores/view.ts";
import { UserError } from "../../core/user-error.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { withSignals } from "./read-signals.ts";

const source: ArrayRef = { path: "x.npz", name: "X", rows: [0, 3] };
const timeline = (reduce: TimelineSignal["reduce"]): ViewBlock => ({
  kind: "timeline",
  label: "what happened",
  startSeconds: 0,
  endSeconds: 3,
  lanes: [
    { label: "truth", marks: [] },
    { label: "sound", marks: [], signal: { source, reduce, startSeconds: 0, stepSeconds: 1 } },
  ],
});
const summaryWith = (...blocks: readonly ViewBlock[]) =>
  ({
    failures: [
      { sample: "a", errorClass: "wrong", outcome: "answered", view: { title: "a", blocks } },
    ],
  }) as unknown as SystemSummary;
const arrays = {
  read: async (ref: ArrayRef) => {
    expect(ref).toBe(source);
    return { shape: [3, 2], values: Float64Array.of(3, -4, 1 / 3, 0, Number.NaN, 1) };
  },
  digest: async () => "",
  [Symbol.asyncDispose]: async () => undefined,
};
const signals = ({ failures }: SystemSummary) =>
  failures.flatMap(({ view }) =>
    view.blocks.flatMap((block) =>
      block.kind === "timeline" ? block.lanes.map(({ signal }) => signal?.values) : [],
    ),
  );

describe("signals of examples", () => {
  it("are one number for each row: a mean, or the root of the mean square", async () => {
    const read = await withSignals(summaryWith(timeline("mean"), timeline("rms")), {
      arrays,
      isShared: true,
    });
    const lists = [
      [-0.5, 0.167, null],
      [3.54, 0.236, null],
    ];
    expect(signals(read)).toEqual([undefined, lists[0], undefined, lists[1]]);
    expect(JSON.stringify(read)).not.toContain(source.path);
  });

  it("are left out where they cannot be read", async () => {
    const given = summaryWith(timeline("mean"));
    const gone = { ...arrays, read: () => Promise.reject(new UserError("gone")) };
    expect(await withSignals(given, { arrays: gone, isShared: true })).toEqual(given);
    const broken = { ...arrays, read: () => Promise.reject(new TypeError("a mistake of ours")) };
    await expect(withSignals(given, { arrays: broken, isShared: true })).rejects.toThrow(TypeError);
  });

  it("are not read from data that may not be handed on", async () => {
    const given = summaryWith(timeline("mean"));
    expect(signals(await withSignals(given, { arrays, isShared: false }))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
