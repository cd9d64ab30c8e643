import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import type { ResourceSummary } from "../../summary/resource-summary.ts";
import type { TaskSummary } from "../../summary/summary.ts";
import { systemNotes } from "../notes/system-notes.ts";
import { resourceTable, serverTable, timeTable } from "./resource-table.ts";

const took = (asks: number, more: Partial<ResourceSummary> = {}): ResourceSummary => ({
  ...{
    asks,
    cached: 0,
    retries: 1,
    tokens: { input: 10 * asks, output: asks, cachedInput: 0, reasoning: 0 },
    cost: 0.5,
    unpriced: 0,
  },
  times: { total: { n: asks, mean: 20, median: 18, p95: 30 } },
  ...more,
});
const system = exampleSummary().tasks[0]!.systems[0]!;
const graded = { role: "judge", id: "referee", name: "m@1", due: 4, graded: 4, reasons: [] };

function task(own: ResourceSummary | undefined, ofJudge?: ResourceSummary): TaskSummary {
  const { resources: _, graders: __, ...rest } = system;
  const graders = ofJudge ? { graders: [{ ...graded, resources: ofJudge }] } : {};
  return {
    id: "qa",
    family: "f",
    systems: [{ ...rest, id: "mine", ...(own ? { resources: own } : {}), ...graders }],
  };
}

describe("the table of servers", () => {
  const a = { name: "http://a", requests: 1_204, errors: 4, median: 31.6 };
  const b = { name: "http://b", requests: 3, errors: 3, median: null };

  it("has a row for each of several", () => {
    expect(serverTable(task(took(4, { servers: [a, b] }))).rows).toEqual([
      ["mine", "http://a", "1 204", "4", "32"],
      ["mine", "http://b", "3", "3", "–"],
    ]);
  });

  it("has none for a single one", () => {
    expect(serverTable(task(took(4, { servers: [a] }))).rows).toEqual([]);
    expect(serverTable(task(took(4))).rows).toEqual([]);
  });
});

describe("the table of requests and cost", () => {
  it("has no rows where nobody says anything about requests", () =>
    expect(resourceTable(task(undefined)).rows).toEqual([]));

  it("has no sum of one row", () => {
    expect(resourceTable(task(took(4))).rows).toEqual([
      ["mine", "4", "0", "1", "40", "0", "4", "0", "0.5000"],
    ]);
  });

  it("has a row for who graded the answers of a system, also where those come from a file, and says who that was", () => {
    const { rows, notes } = resourceTable(task(undefined, took(8, { cached: 2 })));
    expect(rows).toEqual([["judge of mine", "8", "2", "1", "80", "0", "8", "0", "0.5000"]]);
    expect(notes).toContain(
      "judge: referee (m@1); asked about the answers of each system, and paid from the same budget",
    );
  });

  it("says how many asks are left out of the cost", () => {
    expect(resourceTable(task(took(4, { unpriced: 1 }))).notes?.at(-1)).toBe(
      "mine: what 1 ask cost is not known (failed, no tokens told, or no price), and left out",
    );
  });

  it("says by which list prices, and who has no price", () => {
    const { notes } = resourceTable(
      task(took(4, { pricesAsOf: "2026-10-26" }), took(8, { pricesAsOf: "2026-09-22" })),
    );
    expect(notes).toContain(
      "USD by the list price of 2026-10-26: mine; prices in the configuration replace it",
    );
    expect(notes).toContain(
      "USD by the list price of 2026-09-22: judge of mine; prices in the configuration replace it",
    );
    const unknown = resourceTable(task(took(4, { cost: null }), took(8)));
    expect(unknown.notes?.at(-1)).toBe("no price is known, or no tokens were told: mine");
    expect(unknown.rows[0]!.at(-1)).toBe("–");
    expect(resourceTable(task(took(4))).notes?.join()).not.toMatch(/price/);
  });

  it("adds up systems and graders", () => {
    const { rows } = resourceTable(task(took(4), took(8)));
    expect(rows.map(([name]) => name)).toEqual(["mine", "judge of mine", "in all"]);
    expect(rows[2]).toEqual(["in all", "12", "0", "2", "120", "0", "12", "0", "1.00"]);
    expect(
      resourceTable(task(took(4, { cost: null }), took(8, { cost: null }))).rows[2]!.at(-1),
    ).toBe("–");
    expect(resourceTable(task(took(4, { cost: null }), took(8))).rows[2]!.at(-1)).toBe("0.5000");
  });
});

it("times of graders stand beside those of systems", () => {
  expect(timeTable(task(took(4), took(8))).rows).toEqual([
    ["mine", "request", "20", "18", "30", "4"],
    ["judge of mine", "request", "20", "18", "30", "8"],
  ]);
});

it("times are whole milliseconds, and tenths of short ones", () => {
  const total = { n: 3, mean: 6.6, median: 9.96, p95: 1_234.5 };
  expect(
    timeTable(task(took(4, { times: { total, queue: { n: 3, mean: 0, median: 0.04, p95: 7 } } })))
      .rows,
  ).toEqual([
    ["mine", "waiting", "0.0", "0.0", "7.0", "3"],
    ["mine", "request", "6.6", "10", "1\u202f235", "3"],
  ]);
});

it("what was not sent is told once, of systems and of graders", () => {
  const [one] = task(
    took(4, { dropped: ["temperature"] }),
    took(8, { dropped: ["seed", "temperature"] }),
  ).systems;
  const texts = systemNotes(one!, undefined).map(({ text }) => text);
  expect(texts).toContain("configured and not sent: temperature; the model refuses it");
  expect(texts).toContain(
    "judge (m@1): configured and not sent: seed, temperature; the model refuses them",
  );
});
