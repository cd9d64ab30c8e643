import { expect, it } from "vitest";
import type { Table } from "../../core/analysis.ts";
import { byDataset } from "./by-dataset.ts";
import { fakeDialogueEvidence } from "./fake-dialogue-evidence.ts";

const evidence = [
  fakeDialogueEvidence({ dataset: "wtag", semantics: [0.9, 0.3, 0.8], delays: [-1, 0, 2], missed: ["x"], redundant: 2 }),
  fakeDialogueEvidence({ dataset: "ego4d", semantics: [0.7] }),
];
const analyse = (of = evidence) => byDataset("", { threshold: 0.5, documents: "all" }).analyse(of) as Table;

it("puts the mean over sets beside the pooled score", () => {
  const { columns, rows } = analyse();
  const column = (name: string) => rows.map((row) => row[columns.indexOf(name)]);
  expect(column("set")).toEqual(["ego4d", "wtag", "mean over sets", "all streams pooled"]);
  expect(column("streams")).toEqual([1, 1, null, 2]);
  // wtag: M 2, MM 1, X 1, U 2; ego4d: all right.
  expect(column("F1")).toEqual([1, 4 / 9, (1 + 4 / 9) / 2, 6 / 11]);
  expect(column("precision")).toEqual([1, 2 / 5, 0.7, 3 / 6]);
  expect(column("recall")).toEqual([1, 2 / 4, 0.75, 3 / 5]);
  expect(column("Jaccard")).toEqual([1, 2 / 6, (1 + 1 / 3) / 2, 3 / 7]);
  expect(column("missing")).toEqual([0, 1 / 4, 1 / 8, 1 / 5]);
});

it("says nothing about one set alone", () => {
  expect(analyse(evidence.slice(1)).rows).toEqual([]);
  expect(analyse([]).rows).toEqual([]);
});
