import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PrecisionDefinition } from "../../src/metrics/detection/average-precision.ts";
import type { HasEvents } from "../../src/metrics/detection/has-events.ts";
import { activityNetIous, meanAveragePrecision } from "../../src/metrics/detection/mean-average-precision.ts";
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
    detections: detections.map(({ type, span, confidence }) => ({ type, confidence, ...seconds(span) })),
  }));
}

describe("average precision agrees with restatements of programs that cannot run here", () => {
  test.each([
    { definition: "thumos14", least: 500 },
    { definition: "sum", least: 300 },
    { definition: "101-point", least: 300 },
  ] as const satisfies readonly { definition: PrecisionDefinition; least: number }[])("$definition", ({ definition, least }) => {
    let compared = 0;
    let worst = 0;
    for (const one of reference.cases) {
      const table = typeAveragePrecision({ measure: "m", definition, minIous: reference.thresholds }).analyse(evidenceOf(one));
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
  });
});

interface Annotated {
  readonly segment: readonly [number, number];
  readonly label: string;
}

const folder = join(import.meta.dirname, "../../../shared/data/detection");

describe.skipIf(!existsSync(folder))("the ActivityNet check files (../shared/data/detection)", () => {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, never>;
  const load = () => {
    const truth: Record<string, { annotations: Annotated[] }> = read("anet_val_gt_4926_from_TSP.json").database!;
    const found: Record<string, (Annotated & { score: number })[]> = read("sample_detection_prediction.json").results!;
    const event = ({ segment: [startSeconds, endSeconds], label }: Annotated) => ({ type: label, startSeconds, endSeconds });
    return Object.entries(truth).map(([video, { annotations }]) => ({
      truths: annotations.map(event),
      detections: (found[video] ?? []).map((one) => ({ ...event(one), confidence: one.score })),
    }));
  };

  test("truth as prediction has mAP 1 at every tIoU, truths without length included", () => {
    const evidence = load();
    expect(evidence.length).toBe(4926);
    const pointlike = evidence.flatMap(({ truths }) => truths).filter(({ startSeconds, endSeconds }) => startSeconds === endSeconds);
    expect(pointlike.length).toBe(3);
    for (const minIou of activityNetIous) expect(meanAveragePrecision({ measure: "m", minIous: [minIou] }).prepare(evidence)()).toBe(1);
    expect(meanAveragePrecision({ measure: "m", definition: "sum" }).prepare(evidence)()).toBeLessThan(1);
  });
});
