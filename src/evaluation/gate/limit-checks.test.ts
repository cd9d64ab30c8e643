import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { Config } from "../../config/config.ts";
import type { GateCheck } from "../../summary/gate-summary.ts";
import { noOutcomes } from "../../summary/outcome-totals.ts";
import type { ResourceSummary } from "../../summary/resource-summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { TargetVerdict } from "../../summary/target-verdict.ts";
import { limitChecks } from "./limit-checks.ts";

const gate: Config["gate"] = {
  ...{ margin: 0.02, alpha: 0.01, strict: false, metrics: [], targets: "score" },
  ...{ minParseRate: 0.9, maxJudgeFailures: 0.05 },
};
const summary = exampleSummary();
const [task] = summary.tasks;
const system = task!.systems.find(({ kind }) => kind !== "oracle" && kind !== "chance")!;

function checksOf(
  changes: Partial<SystemSummary>,
  rules: Partial<Config["gate"]> = {},
): readonly GateCheck[] {
  const own = { ...system, kind: "chat", graders: [], targets: [], ...changes };
  const config = { minCoverage: 0.9, minAnswered: 0.5, gate: { ...gate, ...rules } } as Config;
  const tasks = [{ ...task!, systems: [own] }];
  return limitChecks({ ...summary, complete: true, tasks }, config, new Set([own.id]));
}

const found = (kind: GateCheck["kind"], checks: readonly GateCheck[]) =>
  checks.filter((check) => check.kind === kind).map(({ state }) => state);

const target: TargetVerdict = {
  ...{ metric: "accuracy", title: "Accuracy", target: ">= 0.8", value: 0.85, n: 40 },
  ...{ low: 0.71, high: 0.93, verdict: "not certain", reason: "the score meets it" },
};

describe("limitChecks", () => {
  it.each([
    ["score", target, "passed"],
    ["score", { ...target, value: 0.79 }, "failed"],
    ["met", target, "failed"],
    ["met", { ...target, verdict: "met" }, "passed"],
    ["possible", { ...target, value: 0.79 }, "passed"],
    ["possible", { ...target, verdict: "not met" }, "failed"],
    ["possible", { ...target, verdict: "unreachable" }, "failed"],
    ["score", { ...target, verdict: "not measured", value: null }, "undecided"],
  ] as const)("holds a target by its %s", (targets, verdict, state) => {
    expect(found("target", checksOf({ targets: [verdict] }, { targets }))).toEqual([state]);
  });

  it("does not decide on a run that has work left to do", () => {
    const own = { ...system, outcomes: { ...system.outcomes, pending: 3 } };
    const open = { ...summary, complete: false, tasks: [{ ...task!, systems: [own] }] };
    const config = { minCoverage: 0.9, minAnswered: 0.5, gate } as Config;
    expect(limitChecks(open, config, new Set())[0]).toMatchObject({
      ...{ kind: "complete", state: "undecided", measured: "3 samples left to do" },
    });
  });

  it("says how many right answers would show a share", () => {
    const single = { targets: [target], groups: 40 };
    const reasons = (changes: Partial<SystemSummary>) =>
      checksOf(changes).find(({ kind }) => kind === "target")!.reason;
    expect(reasons(single)).toContain("from 37 of 40 right on");
    expect(reasons({ ...single, groups: 10 })).not.toContain("right on");
  });

  it("counts coverage, answers and readable replies", () => {
    const states = (outcomes: Partial<SystemSummary["outcomes"]>) => {
      const all = { ...noOutcomes, ...outcomes };
      const total = Object.values(all).reduce((sum, count) => sum + count, 0);
      const checks = checksOf({ outcomes: all, total });
      return (["coverage", "answered", "parse rate"] as const).flatMap((kind) =>
        found(kind, checks),
      );
    };
    expect(states({ answered: 10 })).toEqual(["passed", "passed", "passed"]);
    expect(states({ answered: 8, failed: 2 })).toEqual(["failed", "passed", "passed"]);
    expect(states({ answered: 4, refused: 6 })).toEqual(["passed", "failed", "passed"]);
    expect(states({ answered: 8, unparsed: 2 })).toEqual(["passed", "passed", "failed"]);
  });

  it("counts grades that are missing", () => {
    const grader = { role: "judge", name: "j", due: 100, reasons: [{ reason: "down", count: 6 }] };
    const states = (graded: number) =>
      checksOf({ graders: [{ ...grader, graded }] }).filter(
        ({ kind }) => kind === "judge failures",
      );
    expect(states(95)[0]).toMatchObject({ state: "passed" });
    expect(states(94)[0]).toMatchObject({
      ...{ state: "failed", reason: "down", measured: "6 of 100 answers" },
    });
  });

  it("holds time and cost to their limits, and says where they are not known", () => {
    const times = { total: { n: 40, mean: 900, median: 800, p95: 2_000 } };
    const tokens = { input: 0, output: 0, cachedInput: 0, reasoning: 0 };
    const resources: ResourceSummary = {
      ...{ asks: 40, cached: 0, retries: 0, tokens, cost: 0.5, unpriced: 0, times },
    };
    const limits = { maxMedianSeconds: 1, maxP95Seconds: 1.5, maxCost: 1 };
    const states = (changes: Partial<ResourceSummary>) => {
      const checks = checksOf({ resources: { ...resources, ...changes } }, limits);
      return [...found("latency", checks), ...found("cost", checks)];
    };
    expect(states({})).toEqual(["passed", "failed", "passed"]);
    expect(states({ times: {}, cost: null })).toEqual(["undecided", "undecided", "undecided"]);
    expect(states({ cost: 2, unpriced: 1 }).at(-1)).toBe("failed");
    expect(states({ unpriced: 1 }).at(-1)).toBe("undecided");
  });
});
