import { describe, expect, it } from "vitest";
import type { Table } from "../../core/scores/analysis.ts";
import type { SpokenStream } from "./dialogue-evidence.ts";
import { type HalfOracleEvidence, halfOracleEvidence, halfOracleTable } from "./half-oracles.ts";
import type { Similarity } from "./match-utterances.ts";

const settings = { left: -2, right: 2, factor: 0.3, power: 1.5, zeroEdge: "keep" as const };
const at = (frame: number, text: string) => ({ frame, text });

function halves(
  generated: SpokenStream["generated"],
  references: SpokenStream["references"],
  farSimilarity?: Similarity,
) {
  const stream = { dataset: "", frameCount: 100, framesPerSecond: 2, generated, references };
  const similarity: Similarity = (said, wanted) =>
    generated[said]!.text === references[wanted]!.text ? 1 : 0;
  return halfOracleEvidence({ stream, settings, similarity, farSimilarity }, 0.5);
}

/** Twice the right pairs, and all utterances. */
function parts({
  asIsRight,
  asIsAll,
  rightMomentsRight,
  rightMomentsAll,
  rightWordsRight,
  rightWordsAll,
}: HalfOracleEvidence) {
  return {
    asIs: [asIsRight, asIsAll],
    rightMoments: [rightMomentsRight, rightMomentsAll],
    rightWords: [rightWordsRight, rightWordsAll],
  };
}

describe("half-oracles", () => {
  it("blame the moments where only they are wrong", () => {
    expect(parts(halves([at(30, "a")], [at(10, "a")]))).toEqual({
      asIs: [0, 2],
      rightMoments: [2, 2],
      rightWords: [0, 2],
    });
  });

  it("blame the words where only they are wrong", () => {
    expect(parts(halves([at(10, "b")], [at(10, "a")]))).toMatchObject({
      asIs: [0, 2],
      rightMoments: [0, 2],
      rightWords: [2, 2],
    });
  });

  it("find nothing to blame in the oracle, and leave silence as it is", () => {
    expect(parts(halves([at(10, "a")], [at(10, "a")]))).toEqual({
      asIs: [2, 2],
      rightMoments: [2, 2],
      rightWords: [2, 2],
    });
    expect(parts(halves([], [at(10, "a")]))).toEqual({
      asIs: [0, 1],
      rightMoments: [0, 1],
      rightWords: [0, 1],
    });
  });

  it("use what is known of far pairs, where that is less", () => {
    expect(halves([at(30, "a")], [at(10, "a")], () => 0)).toMatchObject({
      rightMomentsRight: 0,
      rightMomentsAll: 2,
    });
  });

  it("move nothing further than a minute", () => {
    const far: Similarity = () => 1;
    const stream = {
      dataset: "",
      frameCount: 500,
      framesPerSecond: 2,
      generated: [at(400, "a")],
      references: [at(10, "a")],
    };
    expect(halfOracleEvidence({ stream, settings, similarity: far }, 0.5)).toMatchObject({
      rightMomentsRight: 0,
      rightMomentsAll: 2,
    });
  });

  it("are pooled over streams, with the gap to the oracle", () => {
    const table = halfOracleTable("").analyse([
      halves([at(30, "a")], [at(10, "a")]),
      halves([at(10, "a")], [at(10, "a")]),
    ]) as Table;
    expect(table.rows).toEqual([
      ["as it is", 0.5, 0.5],
      ["its words at the right moments", 1, 0],
      ["the right words at its moments", 0.5, 0.5],
    ]);
    expect((halfOracleTable("").analyse([]) as Table).rows[0]).toEqual(["as it is", null, null]);
  });
});
