import { expect, it } from "vitest";
import { queryCounts } from "./query-counts.ts";

it("counts what means do not show", () => {
  const table = queryCounts("m").analyse([
    { gains: [1, 0, -1], idealGains: [1, 1], judgedNonrelevant: 1, missing: false },
    { gains: [0], idealGains: [], judgedNonrelevant: 1, missing: false },
    { gains: [], idealGains: [2], judgedNonrelevant: 0, missing: true },
    { gains: [], idealGains: [2], judgedNonrelevant: 0, missing: false },
  ]);
  expect(table).toEqual({
    kind: "table",
    columns: ["what", "count"],
    rows: [
      ["queries", 4],
      ["without ground truth", 1],
      ["missing", 1],
      ["empty list", 1],
      ["returned", 4],
      ["relevant", 4],
      ["relevant returned", 1],
    ],
  });
});
