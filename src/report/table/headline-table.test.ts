import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { Sampler } from "../../core/data/media.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { headlineTable } from "./headline-table.ts";

const [task] = exampleSummary().tasks;

/** The same system, shown different frames. */
function shown(...frames: readonly (Sampler | undefined)[]): TaskSummary {
  const systems = frames.map((own, at) => ({
    ...task!.systems[0]!,
    id: `s${at}`,
    ...(own ? { asked: { frames: own } } : {}),
  }));
  return { ...task!, systems };
}

describe("the headline table", () => {
  it("says which frames systems were shown where they differ", () => {
    const { columns, rows } = headlineTable(
      shown(
        { strategy: "uniform", count: 8 },
        { strategy: "fps", rate: 2, max: 64 },
        { strategy: "explicit", times: [1, 2, 3] },
        { strategy: "all" },
        undefined,
      ),
    );
    expect(columns.slice(0, 3).map(({ title }) => title)).toEqual(["system", "frames", "score"]);
    expect(rows.map(([, frames]) => frames)).toEqual(["8", "2/s", "3", "all", "–"]);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
  });

  it("says nothing of frames that are the same for all", () => {
    const uniform = { strategy: "uniform", count: 8 } as const;
    for (const same of [shown(uniform, uniform, undefined), shown(undefined)]) {
      const { columns, rows } = headlineTable(same);
      expect(columns[1]!.title).toBe("score");
      expect(rows.every((row) => row.length === columns.length)).toBe(true);
    }
  });
});
