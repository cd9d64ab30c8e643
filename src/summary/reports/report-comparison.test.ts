import { expect, it } from "vitest";
import { compareReports } from "./report-comparison.ts";

const report = (source: string, content: Readonly<Record<string, unknown>>) => ({
  source,
  content,
});

it("sets figures at equal places against each other, and names what else differs", () => {
  const { sources, figures, settings, notes } = compareReports([
    report("a", { id: "x", model: "8b", rag: { recall: 0.5, map: null }, types: { fall: 1 } }),
    report("b", { id: "x", model: "72b", rag: { recall: 0.75, map: 0.5 }, types: {} }),
  ]);
  expect(sources).toEqual(["a", "b"]);
  expect(figures).toEqual([
    { name: "rag.recall", values: [0.5, 0.75] },
    { name: "rag.map", values: [null, 0.5] },
    { name: "types.fall", values: [1, null] },
  ]);
  expect(settings).toEqual([{ name: "model", values: ["8b", "72b"] }]);
  expect(notes).toEqual([
    expect.stringContaining("no interval, no test"),
    "the reports differ in model",
    "2 of 3 figures are not in all reports",
  ]);
});

it("takes a value that is a number in one report only for a setting", () => {
  const { figures, settings } = compareReports([report("a", { k: 5 }), report("b", { k: "all" })]);
  expect(figures).toEqual([]);
  expect(settings).toEqual([{ name: "k", values: [5, "all"] }]);
});
