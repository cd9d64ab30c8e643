import { expect, it } from "vitest";
import { balancedAccuracy } from "./balanced-accuracy.ts";

const samples = [
  { truth: "a", predicted: "a" },
  { truth: "a", predicted: "a" },
  { truth: "a", predicted: "b" },
  { truth: "b", predicted: null },
];

it("is the mean recall of the classes with true weight", () => {
  const score = balancedAccuracy("m").prepare(samples);
  expect(score()).toBeCloseTo((2 / 3 + 0) / 2, 12);
  expect(score(Uint32Array.of(1, 0, 1, 0))).toBe(1 / 2);
});

it("is 0 at chance where it is adjusted, and not defined with one class", () => {
  const score = balancedAccuracy("m", { adjusted: true }).prepare(samples);
  expect(score()).toBeCloseTo((1 / 3 - 1 / 2) / (1 - 1 / 2), 12);
  expect(score(Uint32Array.of(1, 0, 1, 0))).toBeNull();
  expect(balancedAccuracy("m", { adjusted: true }).signature).toContain("adjusted:true");
});
