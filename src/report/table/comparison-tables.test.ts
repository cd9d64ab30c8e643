import { expect, it } from "vitest";
import { differenceTable } from "./comparison-tables.ts";

it("tells why samples are left out, and blames no side for what failed", () => {
  const reason = { system: "pred", samples: [] };
  const comparison = {
    system: "pred",
    baseline: "chance",
    headline: "accuracy",
    metrics: {},
    samples: {
      aligned: 7,
      leftOut: 3,
      reasons: [
        { ...reason, outcome: "failed" as const, count: 2 },
        { ...reason, outcome: "media-error" as const, count: 1 },
      ],
    },
  };
  expect(differenceTable({ comparisons: [comparison] }).notes).toEqual([
    "pred: compared on 7 samples, 3 left out (2 failed for pred; 1 whose media could not be shown to pred)",
  ]);
});
