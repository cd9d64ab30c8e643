import { expect, it } from "vitest";
import { choicePositions } from "./choice-positions.ts";

it("choicePositions tabulates truth, prediction and accuracy by position", () => {
  const item = (choices: number, position: number, predicted: number) => ({
    choices,
    position,
    predicted,
    correct: position < 0 ? null : position === predicted ? (1 as const) : (0 as const),
  });
  const table = choicePositions("m").analyse([
    item(2, 0, 0),
    item(3, 0, 2),
    item(3, 2, 2),
    item(2, 1, -1),
    item(2, -1, 0),
    item(2, 1, 7),
  ]);
  expect(table).toEqual({
    kind: "table",
    columns: ["position", "offered", "truth", "predicted", "accuracy"],
    fractions: ["accuracy"],
    rows: [
      [1, 6, 2, 2, 1 / 2],
      [2, 6, 2, 0, 0],
      [3, 2, 1, 2, 1],
      ["none", null, 1, 2, null],
    ],
  });
});
