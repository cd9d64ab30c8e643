import { formatCount, formatInterval, formatPercent } from "../../summary/format-number.ts";
import type { MovedAnswers, Selfcheck } from "../../summary/selfcheck-summary.ts";
import { leftColumn, type ReportTable, rightColumn } from "./report-table.ts";

/** How many answers move when the same is asked again. */
export function selfcheckTable({ cells, notes }: Selfcheck): ReportTable {
  const examples = cells.flatMap(({ task, system, together, alone }) => {
    const samples = [...new Set([...together.samples, ...alone.samples])].slice(0, 3);
    return samples.length === 0 ? [] : [`${system} on ${task} moves on ${samples.join(", ")}`];
  });
  return {
    title: "Answers that are others when the same is asked again",
    columns: [
      leftColumn("system"),
      leftColumn("task"),
      ...["asked", "as configured", "95 %", "one at a time", "95 %"].map(rightColumn),
    ],
    rows: cells.map(({ task, system, together, alone }) => [
      system,
      task,
      formatCount(together.asked),
      ...movedCells(together),
      ...movedCells(alone),
    ]),
    notes: [...examples, ...notes],
  };
}

function movedCells({ asked, moved, low, high }: MovedAnswers): readonly string[] {
  const share = asked === 0 ? "–" : `${formatCount(moved)} (${formatPercent(moved / asked)})`;
  return [share, formatInterval(low, high, "percent")];
}
