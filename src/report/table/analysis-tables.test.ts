import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { analysisTables } from "./analysis-tables.ts";

function taskWith(kinds: readonly string[], length: number): TaskSummary {
  const task = exampleSummary().tasks[0]!;
  const points = Array.from({ length }, (_, at) => [at, at / 2] as const);
  const analyses = [
    { id: "det", title: "DET", data: { kind: "curve", x: "alarms", y: "misses", points } as const },
    {
      id: "types",
      title: "By type",
      data: {
        kind: "table",
        columns: ["type", "n"],
        rows: points.map(([at]) => [`t${at}`, at]),
      } as const,
    },
  ];
  const [system] = task.systems;
  return {
    ...task,
    systems: kinds.map((kind) => ({ ...system!, id: kind, kind, analyses })),
  };
}

describe("analysisTables", () => {
  it("sets the same analysis of all systems side by side and leaves baselines out", () => {
    const tables = analysisTables(taskWith(["oracle", "chat", "encoder"], 3));
    expect(tables.map(({ title }) => title)).toEqual([
      "DET: chat",
      "DET: encoder",
      "By type: chat",
      "By type: encoder",
    ]);
    expect(analysisTables(taskWith(["oracle"], 3))).toHaveLength(2);
    expect(analysisTables(taskWith(["chat"], 0))).toEqual([]);
  });

  it("shows some points of long curves, the first and last among them, and the beginning of tables", () => {
    const [curve, table] = analysisTables(taskWith(["chat"], 100));
    expect(curve!.rows).toHaveLength(12);
    expect([curve!.rows[0], curve!.rows.at(-1)]).toEqual([
      ["0.000", "0.000"],
      ["99.000", "49.500"],
    ]);
    expect(curve!.notes).toEqual(["12 of 100 points; the report draws all"]);
    expect(table!.rows).toHaveLength(30);
    expect(table!.notes).toEqual(["and 70 more rows in the report"]);
  });
});
