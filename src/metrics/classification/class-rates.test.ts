import { expect, it } from "vitest";
import { type ClassRate, classRate } from "./class-rates.ts";

const pairs = [
  { truth: "1", predicted: "1" },
  { truth: "1", predicted: null },
  { truth: "0", predicted: "1" },
  { truth: "0", predicted: "0" },
  { truth: null, predicted: "1" },
];

it.each([
  ["precision", 1 / 2, null],
  ["recall", 1 / 2, 0],
  ["tp", 1, 0],
  ["tn", 1, 0],
  ["fp", 1, 0],
  ["fn", 1, 1],
  ["positive-rate-true", 1 / 2, 1],
  ["positive-rate-pred", 1 / 2, 0],
] as const satisfies readonly (readonly [ClassRate, number, number | null])[])(
  "%s of one class is counted over known truths, no answer being a miss",
  (name, expected, ofSecond) => {
    const score = classRate("m", name, { positive: "1" }).prepare(pairs);
    expect(score()).toBe(expected);
    expect(score(Uint32Array.of(0, 1, 0, 0, 0))).toBe(ofSecond);
  },
);

it("takes no answer for no true negative, but counts its sample in shares", () => {
  const unsaid = [...pairs, { truth: "0", predicted: null }];
  const of = (name: ClassRate) => classRate("m", name, { positive: "1" }).prepare(unsaid)();
  expect(of("tn")).toBe(1);
  expect(of("fp")).toBe(1);
  expect(of("positive-rate-true")).toBe(2 / 5);
});
