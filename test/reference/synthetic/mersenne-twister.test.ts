import { expect, it } from "vitest";
import { mersenneTwister } from "./mersenne-twister.ts";

it("gives the doubles of NumPy's RandomState(42)", () => {
  const { double } = mersenneTwister(42);
  expect([double(), double(), double()]).toEqual([
    0.3745401188473625, 0.9507143064099162, 0.7319939418114051,
  ]);
});

it("gives the normal numbers of NumPy's RandomState(42), across a renewal of its state", () => {
  const { normal } = mersenneTwister(42);
  const all = Array.from({ length: 1000 }, normal);
  expect(all.slice(0, 3).map((one) => one.toFixed(8))).toEqual([
    "0.49671415",
    "-0.13826430",
    "0.64768854",
  ]);
  expect(all[999]!.toFixed(8)).toBe("0.57258278");
});
