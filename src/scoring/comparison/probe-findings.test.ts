import { describe, expect, it } from "vitest";
import { exampleSummary } from "../../../test/summaries/example-summary.ts";
import {
  type FakeSample,
  fakeEvidence,
  fakeMetric,
} from "../../../test/summaries/fake-evidence.ts";
import { plainStyle } from "../../../test/support/plain-style.ts";
import { reportHtml } from "../../report/html/html.ts";
import { summaryMarkdown } from "../../report/markdown/markdown.ts";
import { biasTable } from "../../report/table/bias-table.ts";
import { gainTable } from "../../report/table/gain-table.ts";
import { summaryTable } from "../../report/text/text-table.ts";
import type { ProbeSummary } from "../../summary/probe-summary.ts";
import type { Summary } from "../../summary/summary.ts";
import { type ProbedSystem, probeFindings } from "./probe-findings.ts";

const settings = { unanswered: "empty", seed: 1 } as const;

function system(id: string, right: (i: number) => boolean, probe?: ProbeSummary): ProbedSystem {
  const samples = Array.from(
    { length: 40 },
    (_, i): FakeSample => ({ id: `s${i}`, value: right(i) ? 1 : 0 }),
  );
  return { id, probe, scored: { evidence: fakeEvidence(samples), metrics: [fakeMetric()] } };
}

const turned = (shift: number): ProbeSummary => ({
  of: "model",
  condition: "shuffled-options",
  settings: { by: "rotation", shift },
});

describe("probeFindings", () => {
  it("says nothing without probes", () => {
    expect(probeFindings([system("model", () => true)], settings)).toEqual({});
  });

  it("states the gain of a system over its own probes", () => {
    const { gains, positionBias } = probeFindings(
      [
        system("model", (i) => i < 36),
        system("other", () => false),
        system("unseeing", (i) => i < 16, { of: "model", condition: "blind", settings: {} }),
        system("lost", () => true, { of: "nobody", condition: "blind", settings: {} }),
      ],
      settings,
    );
    expect(gains).toMatchObject([
      {
        of: "model",
        probe: "unseeing",
        condition: "blind",
        metrics: { score: { value: 0.5, n: 40 } },
      },
    ]);
    expect(positionBias).toBeUndefined();
  });

  it("states the score of every order and of all together", () => {
    // Right where the truth comes to stand in the first place: a question each turn.
    const { positionBias } = probeFindings(
      [
        system("model", (i) => i % 4 === 0 || i >= 32),
        system("by two", (i) => i % 4 === 2 || i >= 32, turned(2)),
        system("by one", (i) => i % 4 === 1 || i >= 32, turned(1)),
        system("at random", () => true, {
          of: "model",
          condition: "shuffled-options",
          settings: { by: "random", seed: 1 },
        }),
      ],
      settings,
    );
    expect(positionBias).toMatchObject([
      {
        of: "model",
        metric: "score",
        n: 40,
        orders: [
          { system: "model", shift: 0, value: 0.4 },
          { system: "by one", shift: 1, value: 0.4 },
          { system: "by two", shift: 2, value: 0.4 },
        ],
        spread: {
          value: 0,
          low: 0,
          pValue: expect.closeTo(1, 1),
          test: "permutation within groups, mid-p",
        },
        circular: { value: 0.2, interval: "Wilson; caution: only 40 groups" },
      },
    ]);
    expect(positionBias![0]!.circular.low).toBeCloseTo(0.105, 3);
    expect(positionBias![0]!.circular.high).toBeCloseTo(0.3476, 3);
  });

  it("gives the highest minus the lowest an interval that begins at 0 where nothing but chance is at work, and not where there is a preference", () => {
    const chance = (turn: number) => (i: number) => (i * 7 + turn * 13) % 5 < 3;
    const biased = (turn: number) => (i: number) => i % 4 !== turn && turn !== 3;
    const spreadOf = (right: (turn: number) => (i: number) => boolean) =>
      probeFindings(
        [
          system("model", right(0)),
          ...[1, 2, 3].map((turn) => system(`by ${turn}`, right(turn), turned(turn))),
        ],
        settings,
      ).positionBias![0]!.spread;
    expect(spreadOf(chance)).toMatchObject({
      low: 0,
      interval: expect.stringContaining("all differences at once, 1000 resamples"),
    });
    expect(spreadOf(chance).pValue).toBeGreaterThan(0.2);
    const { value, low, high, pValue } = spreadOf(biased);
    expect(value).toBe(0.75);
    expect(low).toBeGreaterThan(0.4);
    expect(high).toBeLessThanOrEqual(1);
    expect(pValue).toBeLessThan(0.001);
  });

  it("says why there is no interval of the highest minus the lowest", () => {
    const alike = probeFindings(
      [system("model", () => true), system("by one", () => false, turned(1))],
      settings,
    );
    expect(alike.positionBias![0]!.spread).toMatchObject({
      value: 1,
      low: null,
      interval: "none: all groups differ alike",
    });
  });

  it.each([
    ["first", 0, [1, 0, 0]],
    ["second", 1, [0, 1, 0]],
    ["third", 2, [0, 0, 1]],
  ])(
    "tells scores by where the truth stood, which show a preference for the %s place that all orders share",
    (_, chosen, scores) => {
      // Always this place; the truth of every third sample stands first, second, third. Turned by
      // one, the second option stands first.
      const samples = Array.from({ length: 30 }, (_one, i) => ({ id: `s${i}`, position: i % 3 }));
      const always = (shift: number, probe?: ProbeSummary, choices = 3): ProbedSystem => {
        const evidence = fakeEvidence(
          samples.map(({ id, position }) => ({
            id,
            value: position === (chosen + shift) % 3 ? 1 : 0,
          })),
        );
        const truths = fakeEvidence(samples.map(({ id, position }) => ({ id, value: position })));
        const positions = [...truths.evidence("fake|v:1")].map(
          (one) => (one as { readonly value: number }).value,
        );
        const rows = [...evidence.evidence("fake|v:1")].map((one, i) => ({
          ...(one as object),
          position: positions[i]!,
          choices,
        }));
        return {
          id: `by ${shift}`,
          probe,
          scored: { evidence: { ...evidence, evidence: () => rows }, metrics: [fakeMetric()] },
        };
      };
      const biasOf = (choices: number) =>
        probeFindings(
          [0, 1, 2].map((shift) =>
            always(shift, shift ? { ...turned(shift), of: "by 0" } : undefined, choices),
          ),
          settings,
        ).positionBias![0]!;
      expect(biasOf(3)).toMatchObject({
        spread: { value: 0 },
        places: { n: 30, scores: scores.map((value) => ({ value })), spread: { value: 1 } },
      });
      expect(biasOf(3).places!.spread.pValue).toBeLessThan(0.001);
      expect(biasOf(4).places).toBeUndefined();
    },
  );

  it("counts only samples that every order scored", () => {
    const model = system("model", () => true);
    const few = { ...model, id: "by one", probe: turned(1) };
    const evidence = fakeEvidence(
      Array.from({ length: 12 }, (_, i) => ({ id: `s${i}`, value: i < 6 ? 1 : null })),
    );
    const { positionBias } = probeFindings(
      [model, { ...few, scored: { ...few.scored, evidence } }],
      settings,
    );
    expect(positionBias).toMatchObject([
      { n: 6, circular: { value: 1, low: null }, spread: { low: null, pValue: 1 } },
    ]);
  });
});

describe("what reports show of probes", () => {
  const plain = exampleSummary();
  const [task] = plain.tasks;
  const id = task!.systems[0]!.headline;
  const gain = {
    value: 0.125,
    low: 0.05,
    high: 0.2,
    interval: "x",
    pValue: 0.0004,
    test: "McNemar, mid-p",
    n: 40,
    groups: 40,
  };
  const half = { value: 0.5, low: 0.4, high: 0.6, interval: "Wilson" };
  const probed: Summary = {
    ...plain,
    tasks: [
      {
        ...task!,
        systems: [
          ...task!.systems,
          {
            ...task!.systems[0]!,
            id: "turned",
            probe: {
              of: "model",
              condition: "shuffled-options",
              settings: { by: "rotation", shift: 1 },
            },
          },
        ],
        gains: [
          { of: "model", probe: "unseeing", condition: "blind", metrics: { [id]: gain } },
          {
            of: "model",
            probe: "turned",
            condition: "shuffled-options",
            metrics: { [id]: { ...gain, low: null, high: null, interval: "none: few" } },
          },
        ],
        positionBias: [
          {
            of: "model",
            metric: id,
            n: 40,
            orders: [
              { system: "model", shift: 0, ...half },
              { system: "turned", shift: 1, ...half },
            ],
            spread: { ...half, value: 0.25, low: 0, high: 0.41, pValue: 0.03, test: "x" },
            circular: { ...half, value: 0.375 },
          },
        ],
      },
    ],
  };

  it("as tables", () => {
    expect(gainTable(probed.tasks[0]!).rows).toEqual([
      ["model", "unseeing", "blind", "12.50 %", "5.0–20.0", "<0.001", "40"],
      ["model", "turned", "shuffled-options, by rotation, shift 1", "12.50 %", "–", "<0.001", "40"],
    ]);
    expect(gainTable(probed.tasks[0]!).notes?.join()).toMatch(/video gain.*no interval: few/);
    expect(biasTable(probed.tasks[0]!).rows.map(([, ...cells]) => cells)).toEqual([
      ["as they are", "50.00 %", "40.0–60.0", "", "40"],
      ["turned by 1", "50.00 %", "40.0–60.0", "", "40"],
      ["highest minus lowest", "25.00 %", "0.0–41.0", "0.030", "40"],
      ["right in all orders", "37.50 %", "40.0–60.0", "", "40"],
    ]);
    expect([gainTable(task!).rows, biasTable(task!).rows]).toEqual([[], []]);
  });

  it.each([
    ["the terminal", (summary: Summary) => summaryTable(summary, plainStyle, 120)],
    ["Markdown", summaryMarkdown],
    [
      "HTML",
      (summary: Summary) =>
        reportHtml(summary, {
          version: "",
          createdAt: "",
          directory: "",
          command: "",
          config: "",
          facts: [],
        }),
    ],
  ])("in %s", (_, render) => {
    for (const text of [
      "over probes",
      "unseeing",
      "Preference for places",
      "right in all orders",
    ]) {
      expect(render(probed)).toContain(text);
      expect(render(plain)).not.toContain(text);
    }
  });
});
