import { describe, expect, it } from "vitest";
import { errorCosts } from "./error-costs.ts";
import type { HasEvents } from "./has-events.ts";
import { judgeDetections } from "./judge-detections.ts";

const truth = (type: string, startSeconds: number, endSeconds: number, ambiguous = false) => ({
  type,
  startSeconds,
  endSeconds,
  ...(ambiguous ? { ambiguous } : {}),
});
const seen = (type: string, startSeconds: number, endSeconds: number, confidence = 0.5) => ({
  type,
  startSeconds,
  endSeconds,
  confidence,
});

const video: HasEvents = {
  truths: [
    truth("fall", 0, 10),
    truth("fire", 20, 30),
    truth("fall", 40, 50),
    truth("fire", 60, 70),
    truth("", 80, 90, true),
  ],
  detections: [
    seen("fall", 0, 10, 0.9),
    seen("fall", 1, 10, 0.8),
    seen("fall", 20, 30, 0.7),
    seen("fall", 48, 58, 0.6),
    seen("fire", 80, 90, 0.5),
    seen("fall", 100, 110, 0.4),
  ],
};

describe("kinds of mistakes", () => {
  it("are told apart by falling confidence", () => {
    const { detections, missed } = judgeDetections(video, 0.5);
    expect(detections.map(({ error }) => error)).toEqual([
      null,
      "duplicate",
      "wrong-type",
      "imprecise-boundary",
      null,
      "false-alarm",
    ]);
    expect(missed).toEqual([1, 2, 3]);
  });

  it("take the surer of two detections for the right one, wherever it stands", () => {
    const { detections } = judgeDetections(
      {
        truths: [truth("fall", 0, 10)],
        detections: [seen("fall", 0, 9, 0.2), seen("fall", 0, 8, 0.3)],
      },
      0.5,
    );
    expect(detections.map(({ error }) => error)).toEqual(["duplicate", null]);
  });

  it("cost what mAP gains when they alone are put right", () => {
    const table = errorCosts({ measure: "m" }).analyse([video]);
    if (table.kind !== "table") throw new Error("not a table");
    const rows = Object.fromEntries(
      table.rows.map(([name, count, score, gain]) => [name, { count, score, gain }]),
    );
    expect(rows["wrong-type"]!.count).toBe(1);
    expect(rows.missed!.count).toBe(3);
    // Now: fall finds 1 of 2 at rank 1 (AP .5), fire 0 of 2. With the type right, fire finds 1 of 2
    // first: mAP (.5 + .5) / 2.
    expect(rows["wrong-type"]).toEqual({ count: 1, score: 0.5, gain: 0.25 });
    // With the boundary right, fall has 2 of 2, the second at rank 4 of 5: precision 1/2.
    expect(rows["imprecise-boundary"]!.score).toBeCloseTo((1 / 2 + 1 / 4) / 2, 12);
    for (const row of table.rows) expect(row[3]).toBeGreaterThanOrEqual(0);
  });

  it("cost nothing where all is right", () => {
    const perfect = { truths: [truth("fall", 0, 10)], detections: [seen("fall", 0, 10)] };
    const table = errorCosts({ measure: "m" }).analyse([perfect]);
    expect(table.kind === "table" && table.rows.map((row) => [row[1], row[3]])).toEqual(
      [0, 0, 0, 0, 0].map(() => [0, 0]),
    );
  });
});
