import { expect, it } from "vitest";
import { madeMetric, metricOffers, metricPages } from "../../../test/support/metric-offers.ts";

const perfect = { gains: [2, 1], idealGains: [2, 1], judgedNonrelevant: 0, missing: false };
const offers = (await metricOffers("retrieval")).filter(({ id }) => id !== "retrieval");
const pages = await metricPages();

it.each(offers)("$id reaches its ceiling on a perfect list, and has a page", (offer) => {
  const metric = madeMetric(offer);
  expect(metric.prepare([perfect])()).toBe(metric.ceiling!([perfect]));
  const page = pages.find(({ id }) => id === offer.id);
  expect(page?.signatures.map((signature) => signature.split("|")[0])).toContain(
    metric.signature.split("|")[0],
  );
});

it("passes options on", () => {
  const made = (id: string, options: object) =>
    madeMetric(offers.find((offer) => offer.id === id)!, { ...options });
  expect(made("ndcg", { k: 5, gain: "exponential" }).id).toBe("ndcg@5-exponential");
  expect(made("precision", { by: "returned" }).id).toBe("precision@10-returned");
  expect(made("map", { noTruth: "zero" }).signature).toContain("noTruth:zero");
});
