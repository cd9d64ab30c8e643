import { expect, it } from "vitest";
import { topLabelRecall } from "./top-label-recall.ts";

const options = ["a", "b", "c", "d"];

it.each([
  { name: "nothing", items: [], value: null },
  { name: "no true labels", items: [{ truths: [], options, scores: [1, 2, 3, 4] }], value: null },
  { name: "hidden truths", items: [{ truths: null, options, scores: [1, 2, 3, 4] }], value: null },
  {
    name: "one of two on top",
    items: [{ truths: ["a", "d"], options, scores: [1, 2, 3, 4] }],
    value: 1 / 2,
  },
  {
    name: "ties in the order on offer",
    items: [{ truths: ["b"], options, scores: [1, 1, 1, 1] }],
    value: 0,
  },
  {
    name: "a label named twice counts once",
    items: [{ truths: ["d", "d"], options, scores: [1, 2, 3, 4] }],
    value: 1,
  },
  {
    name: "sums over samples, no answer being a miss",
    items: [
      { truths: ["c", "d"], options, scores: [1, 2, 3, 4] },
      { truths: ["a"], options, scores: null },
    ],
    value: 2 / 3,
  },
])("$name", ({ items, value }) => {
  expect(topLabelRecall("m").prepare(items)()).toBe(value);
});

it("weighs samples, and refuses scores that do not fit", () => {
  const items = [
    { truths: ["d"], options, scores: [1, 2, 3, 4] },
    { truths: ["a"], options, scores: [1, 2, 3, 4] },
  ];
  expect(topLabelRecall("m").prepare(items)(Uint32Array.of(3, 1))).toBe(3 / 4);
  expect(() => topLabelRecall("m").prepare([{ truths: ["a"], options, scores: [1] }])).toThrow(
    RangeError,
  );
});
