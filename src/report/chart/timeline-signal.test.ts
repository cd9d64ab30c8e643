import { expect, it } from "vitest";
import type { TimelineLane, ViewTimeline } from "../../core/scores/view.ts";
import { htmlTimeline } from "../html/html-timeline.ts";
import { signalLine, signalText } from "./timeline-signal.ts";

const row = { startSeconds: 0, endSeconds: 100, top: 0, x: (seconds: number) => seconds };
const lane = (values: readonly (number | null)[] | undefined): TimelineLane => ({
  label: "sound",
  marks: [],
  signal: {
    source: { path: "x.npz" },
    reduce: "mean",
    startSeconds: 10,
    stepSeconds: 10,
    ...(values ? { values } : {}),
  },
});
const drawn = (values: readonly (number | null)[] | undefined, top = 0) =>
  signalLine(lane(values), top, row)
    .map(({ source }) => source)
    .join("\n");
const lines = (source: string) =>
  [...source.matchAll(/M\d+ \d+V[^MH"]*V\d+/g)].map(([path]) => path);

it("places numbers by their times, on a scale from 0 to the highest", () => {
  // The lane is 26 high between its gaps of 4.
  expect(lines(drawn([0, 2, 1]))).toEqual(["M10 30V30l10-26l10 13V30"]);
  expect(lines(drawn([0, 2, 1], 34))).toEqual(["M10 64V64l10-26l10 13V64"]);
  expect(lines(drawn([-1, 1]))).toEqual(["M10 17V30l10-26V17"]);
  expect(drawn([-1, 1])).toContain('y1="17"');
  expect(lines(drawn([0, 0]))).toEqual(["M10 30V30h10V30"]);
});

it("is broken where a number is unknown, and shows no times outside of the row", () => {
  expect(lines(drawn([1, 1, null, 1]))).toEqual(["M10 30V4h10V30", "M40 30V4V30"]);
  expect(lines(drawn(Array.from({ length: 30 }, () => 1)))[0]!.match(/h/g)).toHaveLength(9);
});

it("tells its range in words, or that there is none", () => {
  expect(signalText(lane([0.12345, 3, null]).signal!)).toBe("0.123 to 3");
  expect(signalText(lane(undefined).signal!)).toBe("could not be read");
});

it("shows in the lanes of signals where the marks are, once for equal spans", () => {
  const mark = { startSeconds: 20, endSeconds: 40, text: "pour", tone: "good" } as const;
  const timeline: ViewTimeline = {
    kind: "timeline",
    label: "What happened",
    startSeconds: 0,
    endSeconds: 100,
    lanes: [
      { label: "truth", marks: [mark] },
      { label: "answer", marks: [mark] },
      { ...lane([1, 2]), label: "<sound>" },
    ],
  };
  const { source } = htmlTimeline(timeline);
  expect(source.match(/fill-opacity="0.55"/g)).toHaveLength(1);
  expect(source).toContain("<li>&lt;sound&gt;: 1 to 2</li>");
  const bare = htmlTimeline({ ...timeline, lanes: timeline.lanes.slice(0, 2) });
  expect(bare.source).not.toContain('fill-opacity="0.55"');
});
