import type { Analysis, Table } from "../core/scores/analysis.ts";
import type { HasCorrectness } from "./accuracy.ts";
import type { MetricDeclaration } from "./metric-declaration.ts";

/** What the table of positions reads of one sample. */
export interface HasPositions extends HasCorrectness {
  readonly choices: number;
  /** Where the right choice stands, from 0; −1 where the truth is hidden. */
  readonly position: number;
  /** Where the predicted choice stands, from 0; −1 where there is none. */
  readonly predicted: number;
}

interface PositionCounts {
  offered: number;
  truth: number;
  predicted: number;
  correct: number;
}

/**
 * How often each position is offered, is the truth and is predicted, and the accuracy where it is
 * the truth: a system that prefers a position shows here. Positions are counted from 1; the last
 * row counts hidden truths and samples without an answer.
 */
export function choicePositions(measure: string): Analysis<HasPositions> {
  return { id: "choice-positions", title: "Answers by position", measure, analyse: tabulate };
}

function tabulate(evidence: Iterable<HasPositions>): Table {
  const positions: PositionCounts[] = [];
  let hidden = 0;
  let unanswered = 0;
  for (const { choices, position, predicted, correct } of evidence) {
    while (positions.length < choices)
      positions.push({ offered: 0, truth: 0, predicted: 0, correct: 0 });
    for (let at = 0; at < choices; at++) positions[at]!.offered++;
    const truth = positions[position];
    if (truth) {
      truth.truth++;
      truth.correct += correct ?? 0;
    } else hidden++;
    if (positions[predicted]) positions[predicted].predicted++;
    else unanswered++;
  }
  return {
    kind: "table",
    columns: ["position", "offered", "truth", "predicted", "accuracy"],
    fractions: ["accuracy"],
    rows: [
      ...positions.map((row, at) => [
        at + 1,
        row.offered,
        row.truth,
        row.predicted,
        row.truth === 0 ? null : row.correct / row.truth,
      ]),
      ["none", null, hidden, unanswered, null],
    ],
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "choice-positions",
    group: "choice",
    title: "Answers by position (table)",
    options: [],
    page: () => ({
      definition:
        "For each position of a choice: how often it is offered, is the truth and is predicted, and the accuracy where it is the truth. A system that prefers a position shows here.",
      citation:
        "Zheng et al., Large Language Models Are Not Robust Multiple Choice Selectors, ICLR 2024, for the effect",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "Positions are counted from 1. The last row counts hidden truths and samples without an answer.",
      signatures: [],
    }),
  },
];
