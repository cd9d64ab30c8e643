import { expect, it } from "vitest";
import { cosine, shotCuts } from "./shot-cuts.ts";

const [a, b] = [
  [1, 0, 0],
  [0, 1, 0],
];
const times = [0, 1, 2, 3, 4, 5];

it.each([
  ["a change of picture", [a, a, a, b, b, b], 3, [3]],
  ["nothing in a still video", [a, a, a, a, a, a], 3, []],
  ["nothing where every frame differs alike", [a, b, a, b, a, b], 3, []],
  [
    "nothing in noise",
    [
      [1, 0.01],
      [1, 0],
      [1, 0.02],
      [1, 0],
      [1, 0],
      [1, 0],
    ],
    3,
    [],
  ],
])("finds %s", (_, vectors, threshold, cuts) => {
  expect(shotCuts(times, vectors, threshold)).toEqual(cuts);
});

it("has no cut in one frame or none", () => {
  expect(shotCuts([0], [a], 3)).toEqual([]);
  expect(shotCuts([], [], 3)).toEqual([]);
});

it("compares directions", () => {
  expect(cosine([3, 4], [6, 8])).toBeCloseTo(1, 12);
  expect(cosine([1, 0], [0, 2])).toBe(0);
  expect(cosine([0, 0], [1, 1])).toBe(0);
  expect(() => cosine([1], [1, 2])).toThrow(/cannot be compared/);
});
