import { expect, it } from "vitest";
import type { OutcomeCounts } from "../../summary/outcome-summary.ts";
import { noOutcomes as none } from "../../summary/outcome-totals.ts";
import { coverageBar, outcomeSwatch } from "./coverage-bar.ts";

function segments(svg: string): { x: number; width: number }[] {
  return [...svg.matchAll(/<rect x="([\d.]+)" y="0" width="([\d.]+)"/g)].map(([, x, width]) => ({
    x: Number(x),
    width: Number(width),
  }));
}

it("fills the bar in proportion, and keeps one of a million visible", () => {
  const parts = segments(
    coverageBar("chat", { ...none, answered: 1_000_000, refused: 1, failed: 250_000 }).source,
  );
  expect(parts).toHaveLength(3);
  const [answered, refused, failed] = parts;
  expect((answered?.width ?? 0) / (failed?.width ?? 1)).toBeCloseTo(4, 1);
  expect(refused?.width).toBeGreaterThan(3);
  expect((failed?.x ?? 0) + (failed?.width ?? 0)).toBeCloseTo(1000, 0);
});

it("is spoken", () => {
  expect(coverageBar("<chat>", { ...none, answered: 9, "media-error": 1 }).source).toContain(
    'aria-label="&lt;chat&gt;: 9 answered, 1 media-error"',
  );
  expect(coverageBar("chat", none).source).toContain('aria-label="chat: no samples"');
});

it("gives outcomes of one culprit one hue and different strengths", () => {
  const look = (kind: keyof OutcomeCounts) =>
    /fill="([^"]*)" fill-opacity="([^"]*)"/.exec(outcomeSwatch(kind).source)?.slice(1);
  expect(look("unparsed")?.[0]).toBe(look("refused")?.[0]);
  expect(
    new Set(Object.keys(none).map((kind) => String(look(kind as keyof OutcomeCounts)))),
  ).toHaveProperty("size", 8);
});
