import { expect, it } from "vitest";
import { integerPairs } from "./integer-pairs.ts";

it("numbers pairs in the order in which they come, through all its growing", () => {
  const pairs = integerPairs();
  const [rows, columns] = [180, 170];
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) expect(pairs.add(i, j)).toBe(i * columns + j);
  expect([pairs.find(3, 4), pairs.find(4, 3), pairs.find(0, columns), pairs.find(rows, 0)]).toEqual([
    3 * columns + 4,
    4 * columns + 3,
    -1,
    -1,
  ]);
  pairs.clear();
  expect([pairs.find(3, 4), pairs.add(7, 7), pairs.add(3, 4), pairs.find(7, 7)]).toEqual([-1, 0, 1, 0]);
});
