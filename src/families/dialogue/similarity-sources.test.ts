import { describe, expect, it } from "vitest";
import { nothingLent } from "../../core/family/lent.ts";
import type { Table } from "../../core/scores/analysis.ts";
import type { Grades } from "../../core/scores/measure.ts";
import { dialogue } from "./index.ts";
import { dialogueScoring } from "./metrics.ts";
import { type DialoguePrediction, type DialogueSample, dialogueOptionsSchema } from "./schema.ts";

const options = dialogueOptionsSchema.parse({ window: "-4,4" });
const sample: DialogueSample = {
  fps: 2,
  frameCount: 40,
  group: "v",
  id: "v",
  inputs: [],
  media: [],
  metadata: {},
  references: [
    { frame: 10, text: "boil the water" },
    { frame: 30, text: "pour it slowly" },
  ],
};
const prediction: DialoguePrediction = {
  utterances: [
    { frame: 12, text: "heat some liquid" },
    { frame: 30, text: "pour it slowly" },
  ],
};

function graded(cosines: Readonly<Record<string, readonly [number, number]>>): Grades {
  return Object.fromEntries(
    Object.entries(cosines).map(([role, [first, second]]) => [
      role,
      {
        pairs: [
          ["heat some liquid", "boil the water"],
          ["pour it slowly", "pour it slowly"],
        ],
        cosines: [first, second],
      },
    ]),
  );
}

/** Measures and tables that set sources beside each other. */
function sourcesOf(graders: Readonly<Record<string, string>>) {
  const { measures, analyses } = dialogueScoring(options, graders);
  const isOwn = (signature: string) => signature.startsWith("similarity-sources");
  return {
    measures: measures.filter(({ signature }) => isOwn(signature)),
    analyses: analyses.filter(({ measure }) => isOwn(measure)),
  };
}

function tables(
  graders: Readonly<Record<string, string>>,
  grades: readonly Grades[],
): readonly Table[] {
  const { measures, analyses } = sourcesOf(graders);
  const evidence = grades.map((own) =>
    measures[0]!.measure({ sample, prediction, outcome: "answered", grades: own }),
  );
  return analyses.map((analysis) => analysis.analyse(evidence) as Table);
}
const column = ({ columns, rows }: Table, name: string) =>
  rows.map((row) => row[columns.indexOf(name)]);

describe("what compares meanings", () => {
  it("is not set beside anything where only words are compared", () => {
    expect(sourcesOf({})).toEqual({ measures: [], analyses: [] });
    expect(
      dialogue.scoring(options, { ...nothingLent, graders: {} }).analyses.map(({ id }) => id),
    ).not.toContain("by-similarity-source");
  });

  it("is told apart: every source with its own scores, the one that counts first, words last", () => {
    const graders = { similarity: "sentence-encoder:a", "second-similarity": "table:b.json" };
    const [scores, byLevel] = tables(graders, [
      graded({ similarity: [0.9, 1], "second-similarity": [0.4, 1] }),
    ]);
    expect(column(scores!, "compared by")).toEqual([
      "sentence-encoder:a",
      "table:b.json",
      "lexical",
    ]);
    expect(column(scores!, "F1")).toEqual([1, 0.5, 0.5]);
    expect(column(scores!, "missing")).toEqual([0, 0, 1 / 2]);
    expect(column(scores!, "redundant")).toEqual([0, 0, 1 / 2]);
    expect(column(scores!, "Jaccard")).toEqual([1, 0.5, 1 / 3]);
    expect(column(byLevel!, "table:b.json").slice(3, 5)).toEqual([1, 0.5]);
    expect(column(byLevel!, "sentence-encoder:a").slice(8)).toEqual([1, 0.5]);
  });

  it("has the scores of the task in its first row", () => {
    const graders = { similarity: "table:a" };
    const grades = graded({ similarity: [0.9, 1] });
    const [scores] = tables(graders, [grades]);
    const measure = dialogue.scoring(options, { ...nothingLent, graders: graders }).measures[0]!;
    const evidence = [measure.measure({ sample, prediction, outcome: "answered", grades })];
    for (const [metric, name] of [
      ["F1", "F1"],
      ["CIDEr", "CIDEr-D"],
      ["Bleu_4", "BLEU-4"],
      ["METEOR", "METEOR"],
      ["time_diff", "time (s)"],
    ] as const)
      expect(column(scores!, name)[0]).toBe(
        dialogue
          .scoring(options, { ...nothingLent, graders: graders })
          .metrics.find(({ id }) => id === metric)!
          .prepare(evidence)(),
      );
  });

  it("leaves out streams that a source did not compare, and counts those it did", () => {
    const graders = { similarity: "a", "third-similarity": "c" };
    const [scores] = tables(graders, [
      graded({ similarity: [0.9, 1], "third-similarity": [0.9, 1] }),
      graded({ similarity: [0.9, 1] }),
    ]);
    expect(column(scores!, "streams")).toEqual([2, 1, 2]);
  });

  it("is named in the signature, each by its own name", () => {
    const graders = { similarity: "table:same.json", "second-similarity": "table:same.json" };
    const { measures } = sourcesOf(graders);
    expect(measures[0]!.signature).toMatch(
      /table:same\.json.*table:same\.json \(second-similarity\).*lexical/,
    );
  });

  it("may be set beside words where words count", () => {
    const [scores] = tables({ "second-similarity": "b" }, [
      graded({ "second-similarity": [0.9, 1] }),
    ]);
    expect(column(scores!, "compared by")).toEqual(["lexical", "b"]);
  });
});
