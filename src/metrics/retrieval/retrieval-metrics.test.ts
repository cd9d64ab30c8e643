import { expect, it } from "vitest";
import { retrievalMetrics, retrievalPages } from "./index.ts";

const perfect = { gains: [2, 1], idealGains: [2, 1], judgedNonrelevant: 0, missing: false };

it.each(retrievalMetrics)("$id reaches its ceiling on a perfect list, and has a page", ({ id, create }) => {
  const metric = create("m");
  expect(metric.prepare([perfect])()).toBe(metric.ceiling!([perfect]));
  const page = retrievalPages.find((one) => one.id === id);
  expect(page?.signatures.map((signature) => signature.split("|")[0])).toContain(metric.signature.split("|")[0]);
});

it("passes options on", () => {
  const made = (id: string) => retrievalMetrics.find((factory) => factory.id === id)!;
  expect(made("ndcg").create("m", { k: 5, gain: "exponential" }).id).toBe("ndcg@5-exponential");
  expect(made("precision").create("m", { by: "returned" }).id).toBe("precision@10-returned");
  expect(made("map").create("m", { noTruth: "zero" }).signature).toContain("noTruth:zero");
});
