import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import {
  type FakeSample,
  fakeCorpusMetric,
  fakeDigest,
  fakeEvidence,
  fakeMetric,
} from "../../../test/summaries/fake-evidence.ts";
import { plainStyle } from "../../../test/support/plain-style.ts";
import { matrixHtml } from "../../report/html/matrix-html.ts";
import { matrixMarkdown } from "../../report/markdown/matrix-markdown.ts";
import {
  metricRows,
  otherMetricRows,
  settingsTable,
  sortedSystems,
} from "../../report/table/matrix-tables.ts";
import { matrixText } from "../../report/text/matrix-text.ts";
import type { MatrixSummary } from "../../summary/matrix-summary.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import { PlannedCounter, type PlannedEvidence } from "../evidence/planned-set.ts";
import { type RowDifference, rowDifferences } from "./matrix-differences.ts";
import { differenceKey, type MatrixRowResult, matrixSummary } from "./summarise-matrix.ts";

const settings = { unanswered: "empty", seed: 1 } as const;

function scored(
  samples: readonly FakeSample[],
  metrics = [fakeMetric()],
  planned = samples,
): PlannedEvidence {
  const counter = new PlannedCounter();
  for (const { id } of planned) counter.add(fakeDigest(id));
  return { evidence: fakeEvidence(samples), metrics, planned: counter.set() };
}

const samplesOf = (
  count: number,
  right: (i: number) => boolean,
  group?: (i: number) => string,
): readonly FakeSample[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `s${i}`,
    value: right(i) ? 1 : 0,
    ...(group ? { group: group(i) } : {}),
  }));

describe("the difference of a row to the first", () => {
  const half = samplesOf(40, (i) => i < 20);
  const more = samplesOf(40, (i) => i < 30);

  it("is the row's score minus the first's, paired", () => {
    const { score } = rowDifferences(scored(more), scored(half), settings);
    expect(score).toMatchObject({ value: 0.25, n: 40, test: "McNemar, mid-p" });
    expect(score!.pValue).toBeLessThan(0.01);
    expect(score!.low).toBeGreaterThan(0);
    expect(score).not.toHaveProperty("refusal");
    expect(score).not.toHaveProperty("caution");
  });

  it("is by sign flips of groups and by the bootstrap where these are the methods", () => {
    const groups = (i: number) => `g${i % 12}`;
    const rows = [
      samplesOf(48, (i) => i % 3 === 0, groups),
      samplesOf(48, (i) => i % 3 !== 1, groups),
    ] as const;
    expect(rowDifferences(scored(rows[1]), scored(rows[0]), settings).score!.test).toBe(
      "sign flips of groups, mid-p",
    );
    const share = fakeCorpusMetric((evidence) => {
      const values = [...evidence].map(({ value }) => value ?? 0);
      return (weights) =>
        values.reduce((sum, value, i) => sum + value * (weights?.[i] ?? 1), 0) /
        values.reduce((sum, _, i) => sum + (weights?.[i] ?? 1), 0);
    });
    const { score } = rowDifferences(scored(rows[1], [share]), scored(rows[0], [share]), settings);
    expect(score).toMatchObject({ test: "cluster bootstrap, t" });
    expect(score!.value).toBeCloseTo(1 / 3);
  });

  it("is refused where the rows are about different samples", () => {
    const others = samplesOf(39, () => true);
    expect(rowDifferences(scored(others), scored(half), settings).score).toMatchObject({
      value: null,
      pValue: null,
      refusal: "no difference: the row and the first one are about different samples (39 and 40)",
    });
    const renamed = half.map((sample) => ({ ...sample, id: `${sample.id}x` }));
    expect(rowDifferences(scored(renamed), scored(half), settings).score!.refusal).toContain(
      "different samples (40)",
    );
  });

  it("says where samples are in one row only because something failed", () => {
    const { score } = rowDifferences(
      scored(more.slice(4), [fakeMetric()], more),
      scored(half),
      settings,
    );
    expect(score).toMatchObject({
      n: 36,
      caution: "difference on 36 of 40 answers: the others are not scored in both rows",
    });
  });

  it("reads each row by its own rules", () => {
    const strict = fakeMetric({ value: (() => 0) as never });
    expect(rowDifferences(scored(more, [strict]), scored(half), settings).score!.value).toBe(-0.5);
  });

  it("is about metrics that both have", () => {
    expect(
      rowDifferences(scored(more, [fakeMetric({ id: "own" })]), scored(half), settings),
    ).toEqual({});
  });
});

const score: ScoreSummary = {
  title: "Score",
  kind: "proportion",
  best: 1,
  worst: 0,
  value: 0.5,
  low: 0.4,
  high: 0.6,
  interval: "Wilson",
  n: 40,
  signature: "score|minIou:0.5 of fake",
  ceiling: 1,
  references: [],
};

const difference: RowDifference = {
  value: 0.1,
  low: 0.05,
  high: 0.15,
  interval: "t",
  pValue: 0.02,
  test: "flips",
  n: 40,
  groups: 12,
};

function row(
  name: string,
  changes: Partial<ScoreSummary> = {},
  own?: Partial<RowDifference>,
): MatrixRowResult {
  const [task] = exampleSummary().tasks;
  const system = {
    ...task!.systems[0]!,
    id: "model",
    kind: "chat",
    headline: "score",
    coverage: 1,
  };
  const metrics = {
    score: { ...score, ...changes },
    other: { ...score, title: "Other", ...changes },
  };
  const oracle = { ...system, id: "oracle", kind: "oracle", metrics: { score } };
  const summary: Summary = {
    ...exampleSummary(),
    complete: true,
    tasks: [{ ...task!, id: "qa", systems: [{ ...system, metrics }, oracle] }],
  };
  const same = { ...difference, value: 0, pValue: 1 };
  const all = { ...difference, ...own };
  const differences = new Map(
    own
      ? [
          [differenceKey("qa", "model"), { score: all, other: all }],
          [differenceKey("qa", "oracle"), { score: same }],
        ]
      : [],
  );
  return { name, summary, differences };
}

function matrix(...rows: readonly MatrixRowResult[]): MatrixSummary {
  const values = rows.map((_, at) => (at === 0 ? null : [at, "x"]));
  return matrixSummary(
    {
      name: "demo",
      command: "vidimus run",
      settings: [{ path: "tasks.qa.options.scales", values }],
    },
    rows,
  );
}

function differencesOf(summary: MatrixSummary) {
  return summary.tasks[0]!.systems[0]!.metrics[0]!.scores.map((one) => one?.difference);
}

describe("a matrix", () => {
  it("corrects p-values over the rows of a metric, and says what they show", () => {
    const [first, a, b, c] = differencesOf(
      matrix(
        row("a"),
        row("b", {}, { pValue: 0.01 }),
        row("c", {}, { pValue: 0.03, value: -0.1 }),
        row("d", {}, { pValue: 0.2 }),
      ),
    );
    expect(first).toBeUndefined();
    expect([a, b, c].map((one) => one!.adjusted)).toEqual([0.03, 0.06, 0.2]);
    expect([a, b, c].map((one) => one!.verdict)).toEqual(["better", "unclear", "unclear"]);
  });

  it.each([
    [{ value: 0.1, pValue: 0.01 }, {}, "better"],
    [{ value: -0.1, pValue: 0.01 }, {}, "worse"],
    [{ value: 2, pValue: 0.01 }, { best: 0, worst: null }, "worse"],
    [{ value: -2, pValue: 0.01 }, { best: 0, worst: null }, "better"],
    [{ value: 0, pValue: 1, isSame: true }, {}, "same"],
    [{ value: 0, pValue: 1, isSame: false }, {}, "unclear"],
    [{ value: 0.1, pValue: null }, {}, "none"],
    [{ value: null, pValue: null, refusal: "other samples" }, {}, "none"],
  ] as const)("%j of %j is %s", (own, changes, verdict) => {
    expect(differencesOf(matrix(row("a", changes), row("b", changes, own)))[1]!.verdict).toBe(
      verdict,
    );
  });

  it("says which rules differ", () => {
    const [, changed] = differencesOf(
      matrix(row("a"), row("b", { signature: "score|minIou:0.7 of fake" }, {})),
    );
    expect(changed!.notes).toEqual([
      "scored by other rules than the first row: minIou:0.7 in place of minIou:0.5",
    ]);
  });

  it("says nothing of rules where a row has no score yet", () => {
    const unscored = row(
      "b",
      { value: null, n: 0, signature: "score of fake" },
      { value: null, pValue: null, n: 0 },
    );
    expect(differencesOf(matrix(row("a"), unscored))[1]!.notes).toEqual([]);
  });

  it("says where other answers count than the scores are about", () => {
    const [, changed] = differencesOf(matrix(row("a", { n: 38 }), row("b", {}, { n: 37 })));
    expect(changed!.notes).toEqual([
      "difference on the 37 answers that count in both rows (40 here, 38 in the first row)",
    ]);
  });

  it("tells what was remarked in some rows alone", () => {
    const remarked = (own: MatrixRowResult, ...remarks: readonly string[]): MatrixRowResult => {
      const [task] = own.summary.tasks;
      const systems = task!.systems.map((system) => ({
        ...system,
        remarks: system.id === "model" ? remarks : [],
      }));
      return { ...own, summary: { ...own.summary, tasks: [{ ...task!, systems }] } };
    };
    const summary = matrix(
      remarked(row("a"), "fitted"),
      remarked(row("b", {}, {}), "fitted", "nothing is said"),
    );
    expect(summary.rows.map(({ remarks }) => remarks)).toEqual([[], ["model: nothing is said"]]);
    expect(matrixText(summary, plainStyle)).toContain("b, model: nothing is said");
  });

  it("tells a score that the first row has nothing beside", () => {
    const summary = matrix(
      row("a", { value: null }),
      row("b", { value: 0.25 }, { value: null, pValue: null }),
    );
    const table = otherMetricRows(summary, summary.tasks[0]!.systems[0]!);
    expect(table.rows).toEqual([["Other", "–", "(25.00 %)"]]);
    expect(table.notes).toContain(
      "in brackets: a score that cannot be set against the first row's",
    );
  });

  it("is incomplete where a row is", () => {
    const open = row("b", {}, {});
    const summary = matrix(row("a"), { ...open, summary: { ...open.summary, complete: false } });
    expect(summary.complete).toBe(false);
    expect(matrixText(summary, plainStyle)).toContain("2 rows, incomplete (b)");
  });

  it("has a gap where a row has no such system", () => {
    const other = row("b", {}, {});
    const [task] = other.summary.tasks;
    const summary = matrix(row("a"), {
      ...other,
      summary: { ...other.summary, tasks: [{ ...task!, systems: [] }] },
    });
    expect(summary.tasks[0]!.systems[0]!.metrics[0]!.scores).toEqual([
      expect.objectContaining({ value: 0.5 }),
      null,
    ]);
    expect(metricRows(summary, summary.tasks[0]!.systems[0]!.metrics[0]!).rows[1]).toContain(
      "no score",
    );
  });

  it("tells systems that no row touches in one line", () => {
    const summary = matrix(row("a"), row("b", { value: 0.6 }, {}));
    expect(sortedSystems(summary.tasks[0]!)).toMatchObject({
      compared: [{ id: "model" }],
      baselines: [],
      untouched: ["oracle"],
    });
    expect(matrixText(summary, plainStyle)).toContain("qa: the same in all rows: oracle");
  });
});

describe("baselines that settings change", () => {
  const summary = matrix(row("a"), row("b", {}, {}));
  const [task] = summary.tasks;
  const changed = {
    ...task!,
    systems: task!.systems.map((system) => ({
      ...task!.systems[0]!,
      id: system.id,
      kind: system.kind,
    })),
  };
  const about = { version: "1", createdAt: "now", directory: "d" };

  it("are folded in the page and named elsewhere", () => {
    const all = { ...summary, tasks: [changed] };
    expect(matrixText(all, plainStyle)).toContain("qa: baselines, in matrix.html: oracle");
    expect(matrixText(all, plainStyle)).not.toContain("qa · oracle");
    expect(matrixHtml(all, about)).toContain(
      '<details class="fold quiet"><summary>oracle</summary>',
    );
  });

  it("are compared where there is nothing else", () => {
    const alone = { ...summary, tasks: [{ ...changed, systems: changed.systems.slice(1) }] };
    expect(matrixText(alone, plainStyle)).toContain("qa · oracle · Score");
  });
});

describe("its tables", () => {
  const summary = matrix(
    row("plain"),
    row("more", { value: 0.6 }, { pValue: 0.004 }),
    row("less", { value: 0.4 }, { value: -0.1, low: -0.2, high: 0, pValue: 0.3 }),
  );

  it("show settings by the shortest name that tells them apart", () => {
    expect(settingsTable(summary)).toMatchObject({
      columns: [{ title: "row" }, { title: "scales" }],
      rows: [
        ["plain", "–"],
        ["more", "1 x"],
        ["less", "2 x"],
      ],
      notes: ["scales: tasks.qa.options.scales"],
    });
    const two = {
      ...summary,
      settings: ["tasks.a.options.k", "tasks.b.options.k"].map((path) => ({
        path,
        values: [1, 2, 3],
      })),
    };
    expect(settingsTable(two).columns.map(({ title }) => title)).toEqual([
      "row",
      "a.options.k",
      "b.options.k",
    ]);
  });

  it("show scores with differences, in full and in brief", () => {
    const [metric] = summary.tasks[0]!.systems[0]!.metrics;
    expect(metricRows(summary, metric!).rows).toEqual([
      ["plain", "50.00 %", "40.0–60.0", "40", "", "", "", "", "first"],
      ["more", "60.00 %", "40.0–60.0", "40", "+10.00", "+5.0 to +15.0", "0.004", "0.008", "better"],
      ["less", "40.00 %", "40.0–60.0", "40", "−10.00", "−20.0 to 0.0", "0.300", "0.300", "unclear"],
    ]);
    expect(metricRows(summary, metric!, { isBrief: true }).rows[1]).toEqual([
      "more",
      "60.00 % (40.0–60.0)",
      "+10.00 (+5.0 to +15.0)",
      "0.008",
      "better",
    ]);
  });

  it("show other metrics beside the first row, marked where they differ", () => {
    const table = otherMetricRows(summary, summary.tasks[0]!.systems[0]!);
    expect(table.rows).toEqual([["Other", "50.00 %", "+10.00*", "−10.00\u00a0"]]);
    expect(table.notes!.at(-1)).toBe("* p < 0.05 by Holm's correction over the rows");
  });

  it("are drawn for terminals, Markdown and browsers", () => {
    const about = { version: "1", createdAt: "now", directory: "runs/x" };
    const page = matrixHtml({ ...summary, name: "<b>" }, about);
    expect(page).toContain("&lt;b&gt;");
    expect(page).toContain('<a href="more/report.html">more</a>');
    expect(page).toMatch(/<svg[^>]*aria-label="Score: difference to plain: more \+10\.00/);
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    expect(matrixMarkdown(summary)).toContain(
      "| more | 60.00 % | 40.0–60.0 | 40 | +10.00 | +5.0 to +15.0 | 0.004 | 0.008 | better |",
    );
    const text = matrixText(summary, plainStyle, 80);
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(text).toContain("qa · model · other metrics");
    const names = summary.rows.map((one) => ({ ...one, name: one.name.repeat(8) }));
    for (const width of [40, 60, 80, 120])
      for (const line of matrixText({ ...summary, rows: names }, plainStyle, width).split("\n"))
        expect(line.length, line).toBeLessThanOrEqual(width);
    expect(matrixText({ ...summary, rows: names }, plainStyle, 80)).toMatch(
      /qa · model · other metrics\n─/,
    );
    expect(matrixText({ ...summary, rows: names }, plainStyle, 40).replace(/\s+/g, " ")).toContain(
      "other metrics: too wide for 40 columns, see matrix.html or matrix.md",
    );
    expect(text).toContain("qa · model · Score");
  });

  it("say which part of the samples was taken", () => {
    const part = { ...summary, selection: "the first 3 samples of each task" };
    for (const report of [matrixText(part, plainStyle), matrixMarkdown(part)])
      expect(report.toLowerCase()).toContain("only the first 3 samples");
  });
});
