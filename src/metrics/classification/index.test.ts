import { expect, it } from "vitest";
import { labelMetrics, labelSetMetrics } from "./index.ts";

it("makes every metric by its name, over the class set asked for", () => {
  const one = [
    { truth: "a", predicted: "a", options: ["a", "b", "z"] },
    { truth: "b", predicted: "a", options: ["a", "b", "z"] },
  ];
  const many = one.map(({ truth, predicted, options }) => ({ truths: [truth], predictions: [predicted], options }));
  for (const { id, create } of labelMetrics) {
    expect(create("m").prepare(one)(), id).toBeGreaterThan(0);
    if (id.endsWith("f1")) expect(create("m", { classes: "options" }).signature).toContain("classes:options");
  }
  for (const { id, create } of labelSetMetrics) expect(create("m").prepare(many)(), id).toBeGreaterThan(0);
  expect(labelMetrics.find(({ id }) => id === "macro-f1")!.create("m").signature).toContain("classes:union");
});
