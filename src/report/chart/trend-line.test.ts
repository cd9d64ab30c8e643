import { describe, expect, it } from "vitest";
import { trendLine } from "./trend-line.ts";

const points = [
  { label: "first", value: 0.5, low: 0.4, high: 0.6 },
  { label: "second <1>", value: 0.7, low: null, high: null },
];

describe("trendLine", () => {
  it("goes from left to right, higher scores above lower ones", () => {
    const { source } = trendLine({ title: "A", unit: "percent", points, width: 100, height: 52 });
    const [[x1, y1], [x2, y2]] = [...source.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(
      ([, x, y]) => [Number(x), Number(y)],
    ) as [[number, number], [number, number]];
    expect(x1).toBe(6);
    expect(x2).toBe(94);
    expect(y2).toBe(6);
    expect(y1).toBeCloseTo(46 - (0.1 / 0.3) * 40, 1);
  });

  it("says every score, and escapes what runs are called", () => {
    const { source } = trendLine({ title: "A", unit: "percent", points, width: 100, height: 52 });
    expect(source).toContain("first 50.00 % (40.0–60.0); second &lt;1&gt; 70.00 %");
  });

  it("puts a single score in the middle", () => {
    const { source } = trendLine({
      ...{ title: "A", unit: "percent", width: 100, height: 52 },
      points: points.slice(0, 1),
    });
    expect(source).toContain('cx="50"');
  });
});
