import { describe, expect, test } from "vitest";
import type { PrecisionDefinition } from "../../src/metrics/detection/average-precision.ts";
import type { HasEvents } from "../../src/metrics/detection/has-events.ts";
import { typeAveragePrecision } from "../../src/metrics/detection/type-average-precision.ts";
import reference from "./detection.json" with { type: "json" };

type Case = (typeof reference.cases)[number];

function evidenceOf({ videos }: Case): readonly HasEvents[] {
  const seconds = ([start, end]: readonly number[]) => ({ startSeconds: start!, endSeconds: end! });
  return videos.map(({ truths, ambiguous, detections }) => ({
    truths: [
      ...truths.map(({ type, span }) => ({ type, ...seconds(span) })),
      ...ambiguous.map((span) => ({ type: "", ambiguous: true, ...seconds(span) })),
    ],
    detections: detections.map(({ type, span, confidence }) => ({
      type,
      confidence,
      ...seconds(span),
    })),
  }));
}

describe("average precision agrees with restatements of programs that cannot run here", () => {
  test.each([
    { definition: "thumos14", least: 500 },
    { definition: "sum", least: 300 },
    { definition: "101-point", least: 300 },
  ] as const satisfies readonly { definition: PrecisionDefinition; least: number }[])(
    "$definition",
    ({ definition, least }) => {
      let compared = 0;
      let worst = 0;
      for (const one of reference.cases) {
        const table = typeAveragePrecision({
          measure: "m",
          definition,
          tiou: reference.thresholds,
        }).analyse(evidenceOf(one));
        if (table.kind !== "table") throw new Error("expected a table");
        for (const [type, answers] of Object.entries(one.precisions)) {
          const expected = (answers as Partial<Record<PrecisionDefinition, number[]>>)[definition];
          const row = table.rows.find(([name]) => name === type)!;
          for (const [k, value] of (expected ?? []).entries()) {
            worst = Math.max(worst, Math.abs((row[4 + k] as number) - value));
            compared++;
          }
        }
      }
      expect(worst).toBeLessThan(1e-12);
      expect(compared).toBeGreaterThan(least);
    },
  );
});
