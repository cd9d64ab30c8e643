import { describe, expect, it } from "vitest";
import { forestPlot } from "./forest-plot.ts";
import type { ForestRow } from "./forest-row.ts";

const row: ForestRow = {
  label: "chat",
  value: 0.46,
  low: 0.44,
  high: 0.48,
  chance: 0.25,
  majority: 0.38,
  oracle: 1,
  bounds: [0.45, 0.47],
  isBaseline: false,
};
const empty: ForestRow = {
  ...row,
  label: "none",
  value: null,
  low: null,
  high: null,
  chance: null,
  majority: null,
  oracle: null,
  bounds: null,
};

function draw(
  rows: readonly ForestRow[],
  parts: Partial<Parameters<typeof forestPlot>[0]> = {},
): string {
  return forestPlot({
    title: "Accuracy by system",
    axis: "Accuracy",
    unit: "percent",
    rows,
    width: 800,
    ...parts,
  }).source;
}

function attribute(tag: string, name: string): number {
  return Number(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1]);
}

describe("forestPlot", () => {
  it("puts the point inside its interval and the interval in proportion", () => {
    const svg = draw([row]);
    const point = attribute(/<circle[^>]*>/.exec(svg)?.[0] ?? "", "cx");
    const [, low, high] = (/<path d="M([\d.]+) [\d.]+H([\d.]+)/.exec(svg) ?? []).map(Number);
    expect(low).toBeLessThan(point);
    expect(high).toBeGreaterThan(point);
    expect(point - (low ?? 0)).toBeCloseTo((high ?? 0) - point, 0);
  });

  it("names the axis with its unit and labels ticks from 0 to 100", () => {
    const svg = draw([row]);
    expect(svg).toContain(">Accuracy in %<");
    for (const tick of [0, 50, 100]) expect(svg).toContain(`>${tick}</text>`);
  });

  it("draws the references in their own dashes and explains them with their figures", () => {
    const svg = draw([row, { ...row, label: "other" }]);
    expect(svg.match(/stroke-dasharray="4 3"/g)).toHaveLength(3);
    for (const text of ["chance 25.00 %", "majority 38.00 %", "oracle 100.00 %", "bounds, if"])
      expect(svg).toContain(text);
    expect(draw([row], { hasLegend: false })).not.toContain("chance 25.00 %");
  });

  it("tells the range of references where systems were scored on different samples", () => {
    expect(draw([row, { ...row, chance: 0.3 }])).toContain("chance 25.0–30.0");
  });

  it("is spoken", () => {
    expect(draw([row, empty])).toContain(
      'role="img" aria-label="Accuracy by system: chat 46.00 %, interval 44.0–48.0; none no score, interval –"',
    );
  });

  it.each([836, 343, 262])("draws nothing outside of %i pixels", (width) => {
    const svg = draw([row, empty, { ...row, value: 1, low: 0.9, high: 1 }], { width });
    const xs = [...svg.matchAll(/\b(?:x|x1|x2|cx)="([^"]+)"/g)].map((match) => Number(match[1]));
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...xs)).toBeLessThanOrEqual(width);
  });

  it("shows an open scale from zero to beyond its largest number", () => {
    const svg = draw([{ ...row, value: 1.2, low: 1.1, high: 1.37, oracle: null, bounds: null }], {
      unit: "plain",
      axis: "CIDEr",
    });
    expect(svg).toContain(">CIDEr<");
    expect(svg).toContain(">1.4</text>");
  });

  it("has no broken numbers and no unescaped names", () => {
    for (const rows of [
      [],
      [empty],
      [{ ...empty, label: "<script>" }],
      [{ ...row, low: null, high: null, value: 0 }],
    ]) {
      const svg = draw(rows, { title: "<b>" });
      expect(svg).not.toMatch(/NaN|Infinity|undefined|null|<script|<b>/);
    }
  });

  it("draws differences with signs, on an axis cut to them, with a line at 0", () => {
    const rows = [
      {
        ...row,
        value: 0.05,
        low: -0.01,
        high: 0.11,
        chance: null,
        majority: null,
        oracle: null,
        bounds: null,
      },
    ];
    const svg = draw(rows, { differenceTo: "plain", axis: "difference in Accuracy" });
    expect(svg).toContain("+5.00");
    expect(svg).toContain("−1.0 to +11.0");
    expect(svg).toContain("difference in Accuracy, in points");
    expect(svg).toContain("as plain");
    expect(svg).toContain("differs, p &lt; 0.05 by Holm");
    expect(svg).not.toContain(">100<");
    expect(draw([{ ...rows[0]!, isBaseline: true }], { differenceTo: "plain" })).toContain(
      "not shown to differ",
    );
  });
});
