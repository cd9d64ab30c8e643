import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { metricsTable } from "./metrics-table.ts";

const [task] = exampleSummary().tasks;
const [first] = task!.systems;
const score = first!.metrics[first!.headline]!;

/**
 * A task of two systems with so many metrics beside the headline; the last is not defined on these
 * samples.
 */
function taskWith(count: number): TaskSummary {
  const others = Array.from({ length: count }, (_, i): [string, ScoreSummary] => [
    `m${i}`,
    i === count - 1
      ? { ...score, title: "Never", value: null, low: null, high: null, n: 0 }
      : { ...score, title: i === 0 ? "A title longer than its column" : `M ${i}` },
  ]);
  const metrics = { [first!.headline]: score, ...Object.fromEntries(others) };
  return { ...task!, systems: ["a", "b"].map((id) => ({ ...first!, id, metrics })) };
}

describe("metrics beside the headline", () => {
  it("have a row for each system while they are few", () => {
    const { columns, rows, isGrouped } = metricsTable(taskWith(3));
    expect(columns.map(({ title }) => title)).toEqual([
      "metric",
      "system",
      "score",
      "95 % interval",
      "n",
    ]);
    expect(rows.length).toBe(2 * 2);
    expect(isGrouped).toBe(true);
  });

  it("have a column for each system where they are many, with intervals in brackets", () => {
    const { columns, rows, notes } = metricsTable(taskWith(9));
    expect(columns.map(({ title }) => title)).toEqual(["metric", "a", "b", "n"]);
    expect(rows.map(([name]) => name)).toEqual([
      "A title longer than its column",
      ...[1, 2, 3, 4, 5, 6, 7].map((i) => `M ${i}`),
    ]);
    expect(rows[0]![1]).toMatch(/^[\d.]+ % \([\d.]+–[\d.]+\)$/);
    expect(notes).toContain("in brackets: 95 % intervals");
  });

  it("tell the least and the most samples behind the scores of a row, where these differ; what has no score has none", () => {
    const many = taskWith(9);
    const ns = (own: readonly ScoreSummary[]) => {
      const systems = own.map((m1, i) => ({
        ...many.systems[0]!,
        id: `s${i}`,
        metrics: { ...many.systems[0]!.metrics, m1 },
      }));
      return metricsTable({ ...many, systems }).rows[1]!.at(-1);
    };
    const of = (n: number, value: number | null = 0.5) => ({ ...score, title: "M", n, value });
    expect(ns([of(12), of(12)])).toBe("12");
    expect(ns([of(12), of(2)])).toBe("2–12");
    expect(ns([of(12), of(0, null)])).toBe("12");
  });

  it("say why a score stands without brackets", () => {
    const many = taskWith(9);
    const bare = {
      ...score,
      title: "M",
      low: null,
      high: null,
      interval: "none: fewer than 10 groups (8)",
    };
    const systems = many.systems.map((system) => ({
      ...system,
      metrics: { ...system.metrics, m1: bare },
    }));
    expect(metricsTable({ ...many, systems }).notes).toContain(
      "without brackets: fewer than 10 groups (8)",
    );
  });

  it("that are not defined on these samples are named once instead", () => {
    expect(metricsTable(taskWith(9)).notes).toContain("not defined on these samples: Never");
    expect(metricsTable(taskWith(3)).rows.flat()).not.toContain("Never");
  });
});
