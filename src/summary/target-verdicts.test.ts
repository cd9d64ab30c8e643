import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../test/summaries/example-summary.ts";
import { plainStyle } from "../../test/support/plain-style.ts";
import type { Target } from "../core/scores/target.ts";
import { reportHtml } from "../report/html/html.ts";
import { summaryMarkdown } from "../report/markdown/markdown.ts";
import { summaryTable } from "../report/text/text-table.ts";
import type { ScoreSummary } from "./score-summary.ts";
import type { Summary } from "./summary.ts";
import type { SystemSummary } from "./system-summary.ts";
import { withTargets } from "./target-verdicts.ts";

const score: ScoreSummary = {
  title: "Accuracy",
  kind: "proportion",
  best: 1,
  worst: 0,
  value: 0.8,
  low: 0.7,
  high: 0.9,
  interval: "Wilson",
  n: 60,
  signature: "accuracy",
  ceiling: 1,
  references: [],
};

function summaryWith(changes: Partial<ScoreSummary>, rest: Partial<SystemSummary> = {}): Summary {
  const [task] = exampleSummary().tasks;
  const system = {
    ...task!.systems[0]!,
    kind: "chat",
    id: "model",
    coverage: 0.95,
    answered: 0.5,
    ...rest,
  };
  const metrics = { accuracy: { ...score, ...changes } };
  const slices = {
    domain: {
      factory: {
        n: 20,
        metrics: { accuracy: { ...score, ...changes, value: 0.5, low: 0.4, high: 0.6 } },
      },
    },
  };
  const oracle = { ...system, id: "oracle", kind: "oracle" };
  return {
    ...exampleSummary(),
    tasks: [{ ...task!, id: "qa", systems: [{ ...system, metrics, slices }, oracle] }],
  };
}

function verdictOf(
  place: string,
  target: Target,
  changes: Partial<ScoreSummary> = {},
  rest: Partial<SystemSummary> = {},
) {
  const { verdict, reason } = withTargets(summaryWith(changes, rest), { qa: { [place]: target } })
    .tasks[0]!.systems[0]!.targets![0]!;
  return reason === undefined ? verdict : `${verdict}: ${reason}`;
}

const above = (value: number): Target => ({ operator: ">", value });

describe("a target", () => {
  it.each([
    ["accuracy", 0.6, "met"],
    ["accuracy", 0.7, "not certain: the score meets it, its interval reaches to the other side"],
    ["accuracy", 0.85, "not certain: the score misses it, its interval reaches to the other side"],
    ["accuracy", 0.9, "not met"],
    ["accuracy[domain=factory]", 0.6, "not met"],
    ["accuracy[domain=factory]", 0.3, "met"],
    [
      "accuracy[domain=factroy]",
      0.3,
      'not measured: no sample has domain "factroy"; there are factory',
    ],
    ["accuracy[domian=factory]", 0.3, "not measured: no sample has domian; there are domain"],
    ["recall", 0.3, "not measured: the metric was not computed"],
    ["coverage", 0.9, "met"],
    ["coverage", 0.95, "not met"],
    ["answered", 0.4, "met"],
    ["answered", 0.5, "not met"],
    ["answered[domain=factory]", 0.4, "not measured: answered is counted over all samples only"],
    ["coverage[domain=factory]", 0.9, "not measured: coverage is counted over all samples only"],
  ])("%s > %d: %s", (place, value, expected) =>
    expect(verdictOf(place, above(value))).toBe(expected),
  );

  it("says what a slice is made from that no sample has", () => {
    const targets = { qa: { "accuracy[length=short]": above(0.3) } };
    const summary = withTargets(summaryWith({}), targets, {
      qa: { length: "duration_sec of the rows" },
    });
    expect(summary.tasks[0]!.systems[0]!.targets![0]!.reason).toBe(
      "no sample has length, which comes from duration_sec of the rows; there are domain",
    );
  });

  it("goes by people where they may be quoted, else by the judge", () => {
    const people = {
      raters: ["a", "b"],
      answers: 9,
      labelled: 9,
      shared: 9,
      adjudicated: 0,
      disputed: 0,
      agreement: {},
    };
    const rule = { kappaAbove: 0.7, kappaBy: "point" } as const;
    const quoted = {
      ...people,
      rule,
      withheld: null,
      scores: { accuracy: { ...score, value: 0.95, low: 0.92, high: 0.99 } },
    };
    const withheld = { ...people, rule, withheld: "kappa is 0.2", scores: {} };
    const by = (said: typeof quoted | typeof withheld) => ({
      aspects: [{ id: "accuracy", title: "Accuracy", people: said }],
    });
    expect(verdictOf("accuracy", above(0.91), {}, by(quoted))).toBe("met");
    expect(verdictOf("accuracy", above(0.91), {}, by(withheld))).toBe("not met");
    expect(verdictOf("accuracy", above(0.91), { value: null }, by(withheld))).toBe(
      "not measured: what people say is not quoted: kappa is 0.2",
    );
    expect(verdictOf("accuracy[domain=factory]", above(0.91), {}, by(quoted))).toBe("not met");
  });

  it("is not certain without an interval, and not measured without a score", () => {
    const none = { low: null, high: null, interval: "none: fewer than 10 groups (3)" };
    expect(verdictOf("accuracy", above(0.6), none)).toBe(
      "not certain: the score meets it, without an interval: fewer than 10 groups (3)",
    );
    expect(verdictOf("accuracy", above(0.6), { ...none, value: null })).toBe(
      "not measured: the score is not defined on these samples",
    );
  });

  it("may be an upper limit", () => {
    const rate = { title: "FAH", best: 0, worst: null, value: 1, low: 0.5, high: 1.6, ceiling: 0 };
    expect(verdictOf("accuracy", { operator: "<", value: 2 }, rate)).toBe("met");
    expect(verdictOf("accuracy", { operator: "<", value: 0.5 }, rate)).toBe("not met");
    expect(verdictOf("accuracy", { operator: "<=", value: 0.5 }, rate)).toBe(
      "not certain: the score misses it, its interval reaches to the other side",
    );
  });

  it("is unreachable where a perfect system misses it too, on all samples or on a part of them", () => {
    expect(verdictOf("accuracy", above(0.95), { ceiling: 0.9 })).toBe(
      "unreachable: a perfect system reaches 90.00 % on these samples",
    );
    expect(verdictOf("accuracy[domain=factory]", above(0.95), { ceiling: 0.9 })).toMatch(
      /^unreachable/,
    );
    expect(verdictOf("accuracy", above(0.7), { ceiling: 0.9 })).toMatch(/^not certain/);
    expect(
      verdictOf(
        "accuracy",
        { operator: ">=", value: 0.3 },
        { value: 0.2, low: 0.1, high: 0.25, ceiling: 0.1 + 0.1 + 0.1 - 1e-15 },
      ),
    ).toBe("not met");
    const seconds = { best: 0, worst: null, value: 9, low: 8, high: 10, ceiling: 4 };
    expect(verdictOf("accuracy", { operator: "<", value: 3 }, seconds)).toBe(
      "unreachable: a perfect system reaches 4.000 on these samples",
    );
    expect(verdictOf("accuracy", { operator: ">", value: 20 }, seconds)).toBe("not met");
  });

  it("is none for baselines and for other tasks", () => {
    const [task] = withTargets(summaryWith({}), {
      qa: { accuracy: above(0.5) },
      other: { accuracy: above(0.5) },
    }).tasks;
    expect(task!.systems[1]).not.toHaveProperty("targets");
    expect(
      withTargets(summaryWith({}), { other: { accuracy: above(0.5) } }).tasks[0]!.systems[0],
    ).not.toHaveProperty("targets");
  });
});

it("stands beside the score in every report", () => {
  const summary = withTargets(summaryWith({}), {
    qa: {
      accuracy: above(0.6),
      "accuracy[domain=factory]": above(0.875),
      "accuracy[domain=x]": above(0),
    },
  });
  const about = {
    version: "1",
    createdAt: "now",
    directory: "d",
    command: "c",
    config: "{}",
    facts: [],
  };
  for (const report of [
    summaryMarkdown(summary),
    summaryTable(summary, plainStyle, 110),
    reportHtml(summary, about),
  ]) {
    expect(report).toContain("Targets");
    expect(report).toMatch(/✓ met/);
    expect(report).toMatch(/✗ not met/);
    expect(report).toMatch(/– not measured/);
    expect(report).toMatch(/(>|&gt;) 60 %/);
    expect(report).toMatch(/(>|&gt;) 87\.50 %/);
  }
});

describe("figures of the machine", () => {
  const level = (peak: number) => ({ mean: peak / 2, peak });
  const machine: NonNullable<Summary["machine"]> = {
    starts: 1,
    seconds: 10,
    looks: 11,
    everyMs: 1_000,
    cores: 4,
    processes: [
      { name: "vidimus", cpu: level(1), rss: level(2e8) },
      { name: "rag (7)", cpu: level(1), rss: level(6e9) },
    ],
    gpus: [20e9, 3e9].map((peak, at) => ({
      name: `${at} RTX`,
      memory: level(peak),
      memoryBefore: 0,
      memoryTotal: 24e9,
      utilisation: level(1),
    })),
    run: { bytes: 1, isWhole: true },
    cache: { bytes: 1, isWhole: true },
    storage: [
      { name: "index", bytes: 2e9, videoHours: 2 },
      { name: "vectors", bytes: 1e9, videoHours: 4 },
    ],
    remarks: [],
  };
  const held = (place: string, value: number, of: Summary["machine"] | undefined = machine) => {
    const summary = { ...summaryWith({}), ...(of ? { machine: of } : {}) };
    const judged = withTargets(summary, { qa: { [place]: { operator: "<", value } } });
    return judged.tasks[0]!.systems[0]!.targets![0]!;
  };

  it.each([
    ["peak-vram-gb", 23],
    ["peak-memory-gb", 6],
    ["storage-gb-per-video-hour", 1.25],
  ])("hold %s, which is known and not estimated", (place, value) => {
    expect(held(place, value + 0.1)).toMatchObject({ verdict: "met", low: null });
    expect(held(place, value + 0.1).value).toBeCloseTo(value, 12);
    expect(held(place, value).verdict).toBe("not met");
  });

  it("take this program where no process is named", () => {
    const alone = { ...machine, processes: machine.processes.slice(0, 1) };
    expect(held("peak-memory-gb", 1, alone).value).toBe(0.2);
  });

  it.each([
    ["peak-vram-gb", { ...machine, gpus: [], noGpu: "there is no nvidia-smi here" }, "nvidia-smi"],
    ["storage-gb-per-video-hour", { ...machine, storage: [] }, "resources.storage"],
    [
      "storage-gb-per-video-hour",
      { ...machine, storage: [{ name: "index", bytes: null, reason: "HTTP 404", videoHours: 1 }] },
      "HTTP 404",
    ],
    [
      "storage-gb-per-video-hour",
      { ...machine, storage: [{ name: "index", bytes: 1, videoHours: null }] },
      "videoHours",
    ],
    ["peak-vram-gb[domain=factory]", machine, "whole run"],
  ])("say why %s is not measured", (place, of, reason) => {
    const { verdict, reason: told } = held(place, 1, of);
    expect(verdict).toBe("not measured");
    expect(told).toContain(reason);
  });

  it("are not measured where the machine was not watched", () => {
    const judged = withTargets(summaryWith({}), {
      qa: { "peak-vram-gb": { operator: "<", value: 1 } },
    });
    expect(judged.tasks[0]!.systems[0]!.targets![0]!.reason).toContain("was not watched");
  });
});
