import { describe, expect, it } from "vitest";
import { analysisTable } from "../../report/table/analysis-table.ts";
import { type HasConditions, lossAttribution } from "./loss-attribution.ts";

const score = (exact: 0 | 1) => ({ exact, tokenF1: exact, judged: null });
const unasked = { exact: null, tokenF1: null, judged: null };

/** Of every four questions, the retriever loses one and the reader another one. */
const evidence = Array.from({ length: 40 }, (_, i): HasConditions => {
  const gold = i % 4 === 0 ? 0 : 1;
  return { found: score(i % 4 < 2 ? 0 : 1), gold: score(gold), none: score(0) };
});

const resampling = {
  groups: Uint32Array.from(evidence, (_, i) => i >> 1),
  groupCount: 20,
  resamples: 200,
  seed: 1,
  leastGroups: 10,
};

describe("lossAttribution", () => {
  const { analyse } = lossAttribution("conditions");
  const table = (items: readonly HasConditions[], own = resampling) => {
    const found = analyse(items, own);
    if (found.kind !== "table") throw new Error("no table");
    return found;
  };

  it("says what finding and reading lose, each with an interval by groups", () => {
    const { columns, rows } = table(evidence);
    expect(columns.slice(1, 4)).toEqual(["exact", "exact, low", "exact, high"]);
    const finding = rows.find(([label]) => String(label).startsWith("lost in finding"))!;
    const reading = rows.find(([label]) => String(label).startsWith("lost in reading"))!;
    for (const [, value, low, high] of [finding, reading]) {
      expect(value).toBeCloseTo(0.25, 12);
      expect(low as number).toBeGreaterThan(0);
      expect(low as number).toBeLessThan(0.15);
      expect(high as number).toBeGreaterThan(0.35);
      expect(high as number).toBeLessThan(0.6);
    }
    expect(rows[0]!.at(-1)).toBeNull();
  });

  it("is shown with the intervals in brackets", () => {
    const shown = analysisTable("losses", table(evidence));
    expect(shown.columns.map(({ title }) => title)).toEqual([
      "condition",
      "exact",
      "token F1",
      "correct by a judge",
    ]);
    expect(shown.rows[0]![1]).toMatch(/^50\.00 % \(\d+\.\d–\d+\.\d\)$/);
  });

  it("counts only questions that were answered under all conditions, and says where groups are few", () => {
    const { rows, notes } = table([...evidence.slice(0, 8), { ...evidence[0]!, none: unasked }]);
    expect(rows[0]).toEqual([expect.any(String), 0.5, null, null, 0.5, null, null, null]);
    expect(notes!.join()).toContain("fewer than 10 groups (4)");
  });
});
