import { expect, it } from "vitest";
import { unknownTypes } from "./unknown-types.ts";

const at = { startSeconds: 0, endSeconds: 1 };

it("lists types that no truth has, with their alarms and videos", () => {
  const analysis = unknownTypes({ measure: "m", minConfidence: 0.5 });
  const table = analysis.analyse([
    {
      durationSeconds: 60,
      truths: [{ type: "fall", ...at }],
      detections: [
        { type: "fire", ...at, confidence: 0.9 },
        { type: "fire", ...at, confidence: 0.1 },
        { type: "dance", ...at, confidence: 0.4 },
        { type: "fall", ...at, confidence: 1 },
      ],
    },
    {
      durationSeconds: 60,
      truths: [{ type: "flood", ...at, ambiguous: true }],
      detections: [{ type: "fire", ...at, confidence: 0.7 }],
    },
    { durationSeconds: 60, truths: [], detections: [{ type: "flood", ...at, confidence: 0.7 }] },
  ]);
  expect(table).toMatchObject({
    rows: [
      ["dance", 1, 0, 1],
      ["fire", 3, 2, 2],
    ],
  });
  expect(analysis.analyse([])).toMatchObject({ rows: [] });
});
