import { describe, expect, it } from "vitest";
import { type CurveSeries, curvePlot } from "./curve-plot.ts";

function draw(series: readonly CurveSeries[], width = 800): string {
  return curvePlot({ title: "Precision and recall", x: "recall", y: "precision", series, width })
    .source;
}

function heights(svg: string): number[] {
  const path = /<path d="M([^"]*L[^"]*)"/.exec(svg)?.[1] ?? "";
  return path.split("L").map((step) => Number(step.split(" ")[1]));
}

describe("curvePlot", () => {
  it("draws higher values higher", () => {
    const [first = 0, second = 0, third = 0] = heights(
      draw([
        {
          label: "a",
          points: [
            [0, 0.2],
            [0.5, 0.9],
            [1, 0.5],
          ],
        },
      ]),
    );
    expect(second).toBeLessThan(third);
    expect(third).toBeLessThan(first);
  });

  it("names axes and series, and tells series apart without colour", () => {
    const points: CurveSeries["points"] = [
      [0, 0],
      [1, 1],
    ];
    const svg = draw([
      { label: "one", points },
      { label: "two", points },
    ]);
    for (const text of [">recall<", ">precision<", ">one<", ">two<", ">Precision and recall<"])
      expect(svg).toContain(text);
    expect(
      new Set([...svg.matchAll(/<path[^>]*stroke-dasharray="([^"]*)"/g)].map((match) => match[1]))
        .size,
    ).toBe(2);
  });

  it("keeps a long curve small", () => {
    const points = Array.from({ length: 100_000 }, (_, at) => [at / 1e5, (at / 1e5) ** 2] as const);
    expect(draw([{ label: "long", points }]).length).toBeLessThan(60_000);
  });

  it("leaves out what is not finite and draws a single point as a dot", () => {
    const svg = draw([
      {
        label: "dot",
        points: [
          [0.5, 0.5],
          [Number.NaN, 1],
          [1, Number.POSITIVE_INFINITY],
        ],
      },
    ]);
    expect(svg).toContain("<circle");
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it("says which curve has no points, and draws none for it", () => {
    const svg = draw([
      { label: "spoke", points: [[0, 0] as const, [1, 1] as const] },
      { label: "silent", points: [] },
    ]);
    expect(svg).toContain("silent (no points)");
    expect(svg).not.toMatch(/d="M"/);
  });

  it.each([
    [[]],
    [[{ label: "<none>", points: [] }]],
    [[{ label: "flat", points: [[2, 0] as const, [2, 0] as const] }]],
  ])("copes with %j", (series) => {
    expect(draw(series, 343)).not.toMatch(/NaN|Infinity|undefined|null|<none>/);
  });

  describe("with intervals", () => {
    const points = [0, 1, 2, 3, 4].map((x) => [x, 0.5] as const);
    const areas = (svg: string) =>
      [...svg.matchAll(/<path d="([^"]*Z)"[^>]*fill-opacity/g)]
        .map((match) => match[1]!)
        .filter((path) => path.includes("L"));

    it("shades them behind the curve, within the axes, and says what the shade is", () => {
      const svg = draw([{ label: "a", points, band: points.map(() => [0.2, 0.95] as const) }]);
      const [area = ""] = areas(svg);
      const corners = area
        .slice(1, -1)
        .split("L")
        .map((step) => step.split(" ").map(Number));
      expect(corners).toHaveLength(10);
      const curve = heights(svg.replace(area, ""))[0]!;
      for (const [at, [, y = 0]] of corners.entries())
        expect(at < 5 ? y < curve : y > curve).toBe(true);
      const top = Math.min(
        ...[...svg.matchAll(/<line[^>]*y1="([\d.]+)"/g)].map((match) => Number(match[1])),
      );
      expect(Math.min(...corners.map(([, y = 0]) => y))).toBeGreaterThanOrEqual(top);
      expect(svg.indexOf(area)).toBeLessThan(svg.indexOf("stroke-linejoin"));
      expect(svg).toContain(">95\u202f% interval<");
    });

    it("shades stretches that have some, each by itself, and no point alone", () => {
      const band = [[0.4, 0.6], [0.4, 0.6], null, [0.4, 0.6], [0.4, Number.NaN]] as const;
      expect(areas(draw([{ label: "a", points, band }]))).toHaveLength(1);
      expect(
        areas(
          draw([
            { label: "a", points, band: [[0.4, 0.6], [0.4, 0.6], null, [0.4, 0.6], [0.3, 0.6]] },
          ]),
        ),
      ).toHaveLength(2);
    });

    it("says nothing of intervals where there are none", () => {
      for (const band of [undefined, [], points.map(() => null)]) {
        const svg = draw([{ label: "a", points, ...(band ? { band } : {}) }]);
        expect(areas(svg)).toEqual([]);
        expect(svg).not.toContain("interval");
      }
    });
  });
});
