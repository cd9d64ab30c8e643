import { expect, it } from "vitest";
import type { Estimate } from "../../evaluation/estimate/ask-meter.ts";
import { estimateText } from "./estimate-text.ts";

const estimate = (cost: Estimate["cost"], more: Partial<Estimate> = {}): Estimate => {
  return {
    asks: 2,
    images: 3,
    videos: 0,
    inputTokens: [10, 20],
    outputTokens: [1, 5],
    cost,
    ...more,
  };
};
const plan = (cost: Estimate["cost"], judgeCost?: Estimate["cost"]) => ({
  task: "qa",
  system: "model",
  estimate: estimate(cost),
  ...(judgeCost === undefined
    ? {}
    : { graders: [{ role: "judge", id: "j", estimate: estimate(judgeCost) }] }),
});
const lastRow = (text: string) =>
  text
    .trim()
    .split("\n")
    .findLast((line) => line.includes("–"));

it("says nothing where nobody is asked", () => {
  expect(estimateText([{ task: "qa", system: "oracle" }], { usd: 1, spentUsd: 0 })).toBe("");
});

it("sums systems and whoever grades them", () => {
  expect(lastRow(estimateText([plan([0.1, 0.2], [0.3, 0.5])], undefined))).toMatch(
    /^all +4 +6 +20–40 +2–10 +0\.4000–0\.7000 USD/,
  );
});

it("has no sum of a single line, and no cost where one is missing", () => {
  expect(estimateText([plan([0.1, 0.2])], undefined)).not.toContain("all");
  expect(lastRow(estimateText([plan([0.1, 0.2], null)], undefined))).toMatch(
    /^all .*no price known$/,
  );
});

it("says how old list prices are, by the oldest of them", () => {
  const listed = (pricesAsOf: string) => ({
    ...plan(null),
    estimate: estimate([0.1, 0.2], { pricesAsOf }),
  });
  expect(
    estimateText([listed("2026-10-26"), listed("2026-06-21"), plan([1, 2])], undefined),
  ).toMatch(/\ncost by list prices as of 2026-06-21; prices in the configuration replace them\n$/);
  expect(estimateText([plan([0.1, 0.2])], undefined)).not.toContain("list prices");
});

it.each([
  [{ usd: 1, spentUsd: 0 }, "budget: 1 USD; enough by the highest estimate\n"],
  [{ usd: 1, spentUsd: 0.85 }, "budget: 1 USD, 0.8500 USD of it spent; perhaps too little"],
  [{ usd: 1, spentUsd: 1.2 }, "spent; too little by the lowest estimate"],
])("compares with the budget %j", (budget, told) => {
  expect(estimateText([plan([0.1, 0.2])], budget)).toContain(told);
});

it("calls no budget enough for whole videos, which it cannot estimate", () => {
  const plans = [{ ...plan(null), estimate: estimate([0.1, 0.2], { videos: 7 }) }];
  expect(estimateText(plans, { usd: 100, spentUsd: 0 })).toContain(
    "budget: 100 USD; perhaps too little",
  );
});

it("says where there is no upper end because frames could not be counted", () => {
  const plans = [
    plan([0.1, 0.2]),
    { ...plan(null), estimate: estimate([0.1, 0.2], { isLeast: true }) },
  ];
  const text = estimateText(plans, { usd: 100, spentUsd: 0 });
  expect(text).toContain(
    "count as one each: images, tokens and cost are at least so many\nbudget: 100 USD; perhaps too little",
  );
  expect(estimateText([plan([0.1, 0.2])], undefined)).not.toContain("at least");
});

it("counts whole videos where there are some", () => {
  const text = estimateText([{ ...plan(null), estimate: estimate(null, { videos: 7 }) }], {
    usd: 1,
    spentUsd: 0,
  });
  expect(text).toMatch(/images +videos[\s\S]* 3 +7 /);
  expect(text).toMatch(/not counted\nbudget: 1 USD\n$/);
});
