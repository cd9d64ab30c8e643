import { expect, it } from "vitest";
import { microF1 } from "./micro-f1.ts";

const samples = [
  { truth: "a", predicted: "a" },
  { truth: "a", predicted: "x" },
  { truth: "b", predicted: "a" },
  { truth: "b", predicted: "b" },
];

it("is the accuracy over all classes, and not so over those with support", () => {
  expect(microF1("m", { classes: "union" }).prepare(samples)()).toBe(1 / 2);
  expect(microF1("m", { classes: "support" }).prepare(samples)()).toBe(4 / 7);
});

it("does not count a missing answer as a false alarm", () => {
  expect(
    microF1("m", { classes: "union" }).prepare([samples[0]!, { truth: "a", predicted: null }])(),
  ).toBe(2 / 3);
});
