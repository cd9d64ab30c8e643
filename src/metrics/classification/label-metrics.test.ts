import { expect, it } from "vitest";
import { madeMetric, metricOffers } from "../../../test/support/metric-offers.ts";

const offers = await metricOffers("classification");
const isOf = (reads: string) =>
  offers.filter((offer) => offer.reads === reads && !/matrix|per-class|class-f1/.test(offer.id));

it("makes every metric by its name, over the class set asked for", () => {
  const one = [
    { truth: "a", predicted: "a", options: ["a", "b", "z"] },
    { truth: "b", predicted: "a", options: ["a", "b", "z"] },
  ];
  const many = one.map(({ truth, predicted, options }) => ({
    truths: [truth],
    predictions: [predicted],
    options,
  }));
  expect([isOf("labels").length, isOf("labelSets").length]).toEqual([5, 3]);
  for (const offer of isOf("labels")) {
    expect(madeMetric(offer).prepare(one)(), offer.id).toBeGreaterThan(0);
    if (offer.id.endsWith("f1"))
      expect(madeMetric(offer, { classes: "options" }).signature).toContain("classes:options");
  }
  for (const offer of isOf("labelSets"))
    expect(madeMetric(offer).prepare(many)(), offer.id).toBeGreaterThan(0);
  expect(madeMetric(offers.find(({ id }) => id === "macro-f1")!).signature).toContain(
    "classes:union",
  );
});
