import { expect, it } from "vitest";
import { mistakeOf, resolveGiven } from "../../../test/fakes/fake-config.ts";

it.each([
  ["matrix: [{ name: a }]", "matrix: expected a list of at least 2 elements, got a list"],
  ["matrix: [{ name: a }, { name: A }]", 'matrix[1].name: "A" is already the name of row 1'],
  ["matrix: [{ name: a }, { name: .. }]", "matrix[1].name: expected only letters"],
  ["matrix: [{ name: a }, { name: matrix.json }]", "matrix[1].name: expected only letters"],
  ["matrix: [{ name: a }, { nam: b }]", 'matrix[1]: unknown key "nam"'],
  ["matrix: [{ name: a }, { name: b, set: [x] }]", "matrix[1].set: expected a mapping, got a list"],
  [
    "matrix: { axes: { seed: [] } }",
    "matrix.axes.seed: expected a list of at least 1 element, got an empty list",
  ],
  ["matrix: { axis: { seed: [1] } }", 'matrix: unknown key "axis"'],
  ["matrix: 3", "matrix: expected a list or a mapping, got 3"],
  [
    `matrix: { axes: { seed: [${Array.from({ length: 501 }, (_, i) => i)}] } }`,
    "matrix.axes: 501 rows are more than 500",
  ],
])("%j", (rest, expected) => expect(mistakeOf(() => resolveGiven({ rest }))).toContain(expected));

it("is no part of what a run is", () => {
  const { spec } = resolveGiven({ rest: "matrix: [{ name: a }, { name: b, set: { seed: 2 } }]" });
  expect(spec).not.toHaveProperty("matrix");
});
