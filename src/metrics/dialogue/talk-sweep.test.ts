import { describe, expect, it } from "vitest";
import type { Table } from "../../core/scores/analysis.ts";
import { talkLevelsTable, talkSweepEvidence, talkSweepTable } from "./talk-sweep.ts";

const settings = { left: -2, right: 2, factor: 0.3, power: 1.5, zeroEdge: "keep" as const };
const references = [{ frame: 5, text: "a" }];

/** A right utterance and two needless ones, each as sure as it says. */
function sweep(confidences: readonly (number | undefined)[], split = "val") {
  const said = [
    { frame: 5, text: "a" },
    { frame: 20, text: "b" },
    { frame: 40, text: "c" },
  ];
  return talkSweepEvidence(confidences, {
    split,
    threshold: 0.5,
    matchingAt: (kept) => {
      const generated = kept.map((at) => said[at]!);
      const stream = { dataset: "", frameCount: 60, framesPerSecond: 2, generated, references };
      return {
        stream,
        settings,
        similarity: (one, other) => (generated[one]!.text === references[other]!.text ? 1 : 0),
      };
    },
  });
}

describe("a sweep of how sure to be", () => {
  it("hears utterances that are at least so sure, at every level", () => {
    const { right, all } = sweep([0.9, 0.3, 0.6]);
    // Levels .05 to .95; the right one is heard up to .90.
    expect(right).toEqual([...Array.from({ length: 18 }, () => 2), 0]);
    expect(all.slice(0, 6)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(all.slice(6, 12)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(all.slice(12)).toEqual([2, 2, 2, 2, 2, 2, 1]);
  });

  it("says nothing where a system does not say how sure it was", () => {
    expect(sweep([0.9, undefined, 0.6])).toEqual({ split: "val", right: [], all: [] });
    expect((talkSweepTable("").analyse([sweep([])]) as Table).rows).toEqual([]);
  });

  it("counts what a silent stream should have said", () => {
    const [first] = (
      talkLevelsTable("").analyse([sweep([0.9, 0.3, 0.6]), sweep([]), sweep([], "test")]) as Table
    ).rows;
    // One of two references is said, with two needless utterances; of the other split none is.
    expect(first).toEqual(["0.05", 0, 2 / 5]);
    expect(
      (talkLevelsTable("").analyse([sweep([]), sweep([0.9, undefined, 0.6])]) as Table).rows,
    ).toEqual([]);
  });

  it("tells F1 at every level, for each split", () => {
    const { columns, rows } = talkLevelsTable("").analyse([
      sweep([0.9, 0.3, 0.6]),
      sweep([0.5, 0.3, 0.8], "test"),
    ]) as Table;
    expect(columns).toEqual(["at least so sure", "test", "val"]);
    expect(rows).toHaveLength(19);
    expect(rows[12]).toEqual(["0.65", 0, 1]);
    expect((talkLevelsTable("").analyse([sweep([])]) as Table).rows).toEqual([]);
  });

  it("chooses on one split and applies to the other", () => {
    const { rows } = talkSweepTable("").analyse([
      sweep([0.9, 0.3, 0.6]),
      sweep([0.5, 0.3, 0.8], "test"),
    ]) as Table;
    expect(rows).toEqual([
      ["test", 0.35, "test", 2 / 3],
      ["test", 0.35, "val", 2 / 3],
      ["val", 0.65, "test", 0],
      ["val", 0.65, "val", 1],
    ]);
  });
});
