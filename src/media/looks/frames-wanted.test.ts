import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Sampler } from "../../core/data/media.ts";
import { FrameSelectionError } from "../samplers/frame-selection-error.ts";
import { frameShownAt } from "../samplers/frame-shown-at.ts";
import type { FileFacts } from "./file-facts.ts";
import { framesWanted, viewOf } from "./frames-wanted.ts";

const whole = { want: {} };
const uniform = (count: number): Sampler => ({ strategy: "uniform", count });

/** A video with a frame every `step` seconds, whose last one lasts as long as the others. */
function steady(count: number, step: number): FileFacts {
  return {
    times: Float64Array.from({ length: count }, (_, at) => at * step),
    seconds: count * step,
    framesPerSecond: 1 / step,
    warnings: [],
    index: "table",
  };
}

function spanOf(facts: FileFacts, span: readonly [number, number], sampler: Sampler) {
  return framesWanted(viewOf(facts, whole), { span }, sampler).indices;
}

/** Steps of many lengths, as of a variable rate. */
const videos = fc
  .array(fc.double({ min: 0.001, max: 40, noNaN: true }), { minLength: 1, maxLength: 60 })
  .map((steps): FileFacts => {
    let end = 0;
    const ends = steps.map((step) => (end += step));
    return {
      times: Float64Array.from([0, ...ends.slice(0, -1)]),
      seconds: end,
      framesPerSecond: null,
      warnings: [],
      index: "table",
    };
  });
const samplers = fc.constantFrom<Sampler>(
  uniform(8),
  uniform(1),
  { strategy: "middle", count: 5 },
  { strategy: "vista", count: 4 },
  { strategy: "fps", rate: 2, max: 9 },
  { strategy: "all" },
);
const times = fc.oneof(
  fc.double({ min: -50, max: 2500 }),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

describe("frames of a span", () => {
  it("start in it, or there is the one on screen at its start", () => {
    fc.assert(
      fc.property(videos, samplers, times, times, (facts, sampler, from, to) => {
        const indices = spanOf(facts, [from, to], sampler);
        const [start, end] = [Math.max(0, from), Math.min(to, facts.seconds!)];
        expect(indices.length > 0).toBe(start < end);
        const isInside = (at: number) =>
          facts.times[at]! >= start - 1e-6 && facts.times[at]! < end + 1e-9;
        const shown = frameShownAt(facts.times, start);
        for (const at of indices) expect(isInside(at) || at === shown).toBe(true);
        if (!indices.every(isInside)) expect(new Set(indices)).toEqual(new Set([shown]));
      }),
    );
  });

  it("of windows side by side are all frames, each in one window but for windows without a start", () => {
    const cuts = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(videos, cuts, (facts, inner) => {
        const edges = [0, ...inner.filter((cut) => cut < facts.seconds!), facts.seconds!];
        edges.sort((a, b) => a - b);
        const seen = edges.slice(1).flatMap((to, i) => {
          const span = [edges[i]!, to] as const;
          const indices = spanOf(facts, span, { strategy: "all" });
          const startsBefore = facts.times[indices[0] ?? 0]! < span[0] - 1e-6;
          return startsBefore ? [] : indices;
        });
        expect(seen).toEqual([...facts.times.keys()]);
      }),
    );
  });

  it.each<[string, readonly [number, number], readonly number[]]>([
    ["a window", [2, 4], [4, 5, 6, 7]],
    ["a window that starts between two frames", [2.2, 3.1], [5, 6]],
    ["a window between two frames: the one on screen", [2.1, 2.3], [4]],
    ["the end, also the last frame", [9, 10], [18, 19]],
    ["beyond the end, clipped", [9, 300], [18, 19]],
    ["before the start, clipped", [-5, 1], [0, 1]],
    ["within the last frame", [9.7, 9.8], [19]],
    ["from the end on: nothing", [10, 20], []],
    ["far beyond the end: nothing", [300, 312], []],
    ["backwards: nothing", [5, 4], []],
    ["empty: nothing", [5, 5], []],
    ["no number: nothing", [Number.NaN, 4], []],
    ["no number: nothing", [2, Number.NaN], []],
    ["everything", [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], [...Array(20).keys()]],
  ])("%s", (_, span, expected) => {
    expect(spanOf(steady(20, 0.5), span, { strategy: "all" })).toEqual(expected);
  });

  it("are as many as the task says in every window, repeated where there are fewer", () => {
    const facts = steady(620 * 25, 1 / 25);
    for (let from = 0; from < 620; from += 60) {
      const indices = spanOf(facts, [from, from + 60], uniform(8));
      expect(new Set(indices).size).toBe(8);
      expect(indices[0]).toBe(from * 25);
    }
    const short = framesWanted(viewOf(facts, whole), { span: [0, 0.1] }, uniform(8));
    expect(short).toMatchObject({ distinct: 3, note: "8 frames, of which 3 different" });
  });

  it("do not lose a frame to the last bit of its time", () => {
    const facts = steady(300, 1 / 30);
    for (let k = 1; k < 300; k++)
      expect(spanOf(facts, [0.1 * 3 * (k / 9), 100], { strategy: "all" })[0]).toBe(k);
  });

  it.each<Sampler>([
    { strategy: "explicit", times: [1] },
    { strategy: "window", from: 1, to: 2, count: 3 },
  ])("are refused where the sampler names times itself: $strategy", (sampler) => {
    expect(() => spanOf(steady(9, 1), [1, 2], sampler)).toThrow(RangeError);
    const view = viewOf(steady(9, 1), whole);
    expect(framesWanted(view, {}, sampler).indices.length).toBeGreaterThan(0);
    expect(framesWanted(view, { atSeconds: [3] }, sampler).indices).toEqual([3]);
  });
});

it("moments give what is on screen then, and nothing outside of the video", () => {
  const view = viewOf(steady(20, 0.5), whole);
  const at = (...atSeconds: readonly number[]) =>
    framesWanted(view, { atSeconds }, uniform(8)).indices;
  expect(at(3.2, 0, 9.9, 3.2, 10)).toEqual([6, 0, 19, 6, 19]);
  expect(at(-0.1, 10.1, Number.NaN, 4)).toEqual([8]);
  expect(at(300, Number.POSITIVE_INFINITY)).toEqual([]);
  expect(at()).toEqual([]);
});

it("facts need no frame", () => {
  expect(framesWanted(viewOf(steady(20, 0.5), whole), { factsOnly: true }, uniform(8))).toEqual({
    indices: [],
    distinct: 0,
  });
});

describe("a part of a file", () => {
  const facts = steady(100, 0.1);

  it("is a video of its own", () => {
    const view = viewOf(facts, { ...whole, from: 2, to: 5 });
    expect(view).toMatchObject({ offset: 20, seconds: 3 });
    expect([...view.times].slice(0, 3)).toEqual([0, 0.1, 0.2]);
    expect(framesWanted(view, {}, uniform(3)).indices).toEqual([0, 14, 29]);
    expect(framesWanted(view, { span: [2, 90] }, uniform(2)).indices).toEqual([20, 29]);
    expect(framesWanted(view, { span: [3, 9] }, uniform(2)).indices).toEqual([]);
    expect(framesWanted(view, { atSeconds: [2.95, 3.5] }, uniform(2)).indices).toEqual([29]);
    const explicit: Sampler = { strategy: "explicit", times: [1] };
    expect(framesWanted(view, {}, explicit).indices).toEqual([10]);
  });

  it("ends with the file, starts with it, and may lie between two frames", () => {
    expect(viewOf(facts, { ...whole, from: 9, to: 90 })).toMatchObject({ offset: 90, seconds: 1 });
    expect(viewOf(facts, { ...whole, from: 9 })).toMatchObject({ offset: 90, seconds: 1 });
    expect(viewOf(facts, { ...whole, to: 1 })).toMatchObject({ offset: 0, seconds: 1 });
    const between = viewOf(facts, { ...whole, from: 2.02, to: 2.05 });
    expect([between.offset, ...between.times]).toEqual([20, 0]);
  });

  it("beyond the end says so", () => {
    const beyond = () => viewOf(facts, { ...whole, from: 12, to: 15 });
    expect(beyond).toThrow(FrameSelectionError);
    expect(beyond).toThrow(
      "the part from 12 s to 15 s lies beyond the end of the file, at 10.000 s",
    );
  });
});
