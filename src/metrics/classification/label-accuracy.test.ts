import { expect, it } from "vitest";
import { labelAccuracy } from "./label-accuracy.ts";

const samples = [
  { truth: "a", predicted: "a" },
  { truth: "a", predicted: null },
  { truth: "b", predicted: "a" },
  { truth: null, predicted: "a" },
];

it("is the share of right labels among known truths", () => {
  expect(labelAccuracy("m").prepare(samples)()).toBe(1 / 3);
});

it("is read against the most frequent label", () => {
  expect(labelAccuracy("m").references!(samples)).toEqual([
    { id: "majority", value: 2 / 3, note: expect.stringContaining("fitted") },
  ]);
  expect(labelAccuracy("m").references!([])).toEqual([]);
});

it("is guessed as often as a true label is on offer", () => {
  const offered = [
    { truth: "a", predicted: "a", options: ["a", "b"] },
    { truth: "c", predicted: "a", options: ["a", "b"] },
  ];
  expect(labelAccuracy("m").references!(offered)[0]).toMatchObject({ id: "chance", value: 1 / 4 });
});
