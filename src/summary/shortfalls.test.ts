import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../test/summaries/example-summary.ts";
import { usualMinimums } from "../core/scores/minimums.ts";
import { summaryMarkdown } from "../report/markdown/markdown.ts";
import { verdict } from "../report/notes/verdict.ts";
import type { OutcomeCounts } from "./outcome-summary.ts";
import { noOutcomes, outcomeOrder, sharesOf, totalOf } from "./outcome-totals.ts";
import { isReadable, withMinimums } from "./shortfalls.ts";
import type { Summary } from "./summary.ts";
import type { SystemSummary } from "./system-summary.ts";

/** Two tasks with one system each, of which the first ended so. */
function ending(outcomes: Partial<OutcomeCounts>, changes: Partial<SystemSummary> = {}): Summary {
  const [task] = exampleSummary().tasks;
  const counts = { ...noOutcomes, ...outcomes };
  const system = {
    ...task!.systems[0]!,
    id: "m",
    kind: "chat",
    outcomes: counts,
    total: totalOf(counts, outcomeOrder),
    ...sharesOf(counts),
    ...changes,
  };
  return {
    ...exampleSummary(),
    complete: true,
    tasks: [{ ...task!, id: "qa", systems: [system] }],
  };
}

const textOf = (summary: Summary) => verdict(withMinimums(summary, usualMinimums)).shortfall;

describe("a system falls short", () => {
  it.each<[Partial<OutcomeCounts>, string]>([
    [
      { answered: 49, unparsed: 40, refused: 11 },
      "49 of 100 samples have a readable answer (40 unparsed, 11 refused), fewer than minAnswered (50 %)",
    ],
    [
      { answered: 89, missing: 11 },
      "89 of 100 samples were put to it and came back (11 missing), fewer than minCoverage (90 %)",
    ],
    [
      { "media-error": 7 },
      "0 of 7 samples were put to it and came back (7 media-error), fewer than minCoverage (90 %)",
    ],
    [
      { answered: 8, failed: 2, pending: 90 },
      "8 of 10 samples (100 are planned) were put to it and came back (2 failed), fewer than minCoverage (90 %)",
    ],
  ])("that ended %j", (outcomes, words) => {
    expect(textOf(ending(outcomes))).toBe(`too little to judge by: m: ${words}`);
    expect(isReadable(withMinimums(ending(outcomes), usualMinimums))).toBe(false);
  });

  it("in both where little came back, and little of that can be read", () => {
    const summary = withMinimums(ending({ unparsed: 17, missing: 3 }), usualMinimums);
    expect(summary.shortfalls?.map(({ measure, value }) => [measure, value])).toEqual([
      ["answered", 0],
      ["coverage", 0.85],
    ]);
    expect(textOf(summary)).toBe(
      "too little to judge by: m: 0 of 20 samples have a readable answer (17 unparsed, 3 missing), fewer than minAnswered (50 %); " +
        "m: 17 of 20 samples were put to it and came back (3 missing), fewer than minCoverage (90 %)",
    );
  });

  it("in what a predictions file holds", () => {
    expect(textOf(ending({ answered: 8, missing: 2 }, { kind: "predictions" }))).toContain(
      "8 of 10 samples are in its predictions (2 missing), fewer than",
    );
  });

  it("and is named with its task where there are several, three of them at most", () => {
    const one = ending({ unparsed: 3 });
    const tasks = Array.from({ length: 5 }, (_, at) => ({ ...one.tasks[0]!, id: `t${at}` }));
    const text = textOf({ ...one, tasks })!;
    expect(text).toContain("m on t0: 0 of 3");
    expect(text).toMatch(/m on t2: [^;]*; and 2 more$/);
  });

  it("in Markdown before everything else", () => {
    expect(summaryMarkdown(withMinimums(ending({ unparsed: 3 }), usualMinimums))).toMatch(
      /^\*\*Too little to judge by: m: 0 of 3/,
    );
  });
});

describe("a system has enough", () => {
  it.each<[string, Partial<OutcomeCounts>, Partial<SystemSummary>]>([
    ["at the minimum", { answered: 50, unparsed: 40, missing: 10 }, {}],
    ["where nothing was reached yet", { pending: 40 }, {}],
    ["that is a baseline", { unparsed: 40 }, { kind: "majority" }],
    ["that is a probe", { refused: 40 }, { probe: { of: "q", condition: "blind", settings: {} } }],
  ])("%s", (_, outcomes, changes) => expect(textOf(ending(outcomes, changes))).toBeNull());

  it("where the minimum is lower, which is no reason to call an incomplete run readable", () => {
    const low = withMinimums(ending({ unparsed: 3 }), { minCoverage: 0, minAnswered: 0 });
    expect(low).not.toHaveProperty("shortfalls");
    expect([isReadable(low), isReadable({ ...low, complete: false })]).toEqual([true, false]);
  });
});
