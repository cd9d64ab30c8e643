import { describe, expect, it } from "vitest";
import type { Label } from "../core/data/label.ts";
import { labelIndex } from "../core/data/label-index.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";
import { answered, noAnswer, type Outcome } from "../core/run/outcome.ts";
import type { Aspect } from "../core/scores/aspect.ts";
import type { CorpusMetric, SampleMetric } from "../core/scores/metric.ts";
import { aspectNotes } from "../report/notes/aspect-notes.ts";
import { confusionTables, judgeTable, peopleTable } from "../report/table/aspect-tables.ts";
import type { AspectSummary } from "../summary/aspect-summary.ts";
import type { TaskSummary } from "../summary/summary.ts";
import type { SystemSummary } from "../summary/system-summary.ts";
import { LabelScorer, type LabelScoring } from "./label-scorer.ts";

const common = { measure: "labels", signature: "s", best: 1, population: "answered" } as const;
const good: SampleMetric<Parameters<SampleMetric["value"]>[0]> = {
  ...common,
  id: "good",
  title: "Good",
  kind: "proportion",
  worst: 0,
  value: (evidence) =>
    (evidence as { final: string | null }).final === null
      ? null
      : (evidence as { final: string }).final === "good"
        ? 1
        : 0,
  prepare: () => () => null,
};
/** The share of agreement: enough to see what is done with it. */
function agreement(read: (evidence: never) => readonly (string | null)[]): CorpusMetric<never> {
  const pair = (evidence: never) => read(evidence);
  return {
    ...common,
    id: "kappa",
    title: "Kappa",
    kind: "corpus",
    worst: -1,
    counts: (evidence) => !pair(evidence).slice(0, 2).includes(null),
    prepare: (evidence) => {
      const same = Array.from(evidence, (one) => (new Set(pair(one)).size === 1 ? 1 : 0));
      return (weights) => {
        const total = same.reduce<number>((sum, _, at) => sum + (weights?.[at] ?? 1), 0);
        return total === 0
          ? null
          : same.reduce<number>((sum, one, at) => sum + one * (weights?.[at] ?? 1), 0) / total;
      };
    },
  };
}

const aspect: Aspect = {
  id: "taste",
  title: "Taste",
  values: ["good", "bad"],
  isOrdered: false,
  judge: { role: "judge", verdict: (grade) => (grade as { taste: string | null }).taste },
  scores: [good],
  raterAgreement: () => [
    agreement(({ ratings }: { ratings: readonly (string | null)[] }) => ratings),
  ],
  judgeAgreement: [
    agreement(({ final, judged }: { final: string | null; judged: string | null }) => [
      final,
      judged,
    ]),
  ],
};

interface Rated {
  readonly labels: Readonly<Record<string, string>>;
  readonly judged?: string | null;
  readonly outcome?: Outcome<unknown>;
}

const ids = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`);

function score(
  rated: readonly Rated[],
  more: Partial<Omit<LabelScoring, "labels">> & {
    readonly kappaBy?: "point" | "lower";
    readonly isReversed?: boolean;
  } = {},
) {
  const labels = rated.flatMap(({ labels: given }, at) =>
    Object.entries(given).map(
      ([rater, value]): Label => ({
        sample: `q${at}`,
        system: "mine",
        aspect: "taste",
        rater,
        value,
        isAdjudicated: rater === "chief",
        repeat: 1,
        ...(rater === "late" ? { prediction: "00000000" } : {}),
      }),
    ),
  );
  const scorer = new LabelScorer({
    aspects: [aspect],
    labels: {
      index: labelIndex(labels),
      rule: { kappaAbove: 0.7, kappaBy: more.kappaBy ?? "point" },
    },
    graders: { judge: "model" },
    system: "mine",
    digest: () => "ffffffff",
    seed: 1,
    ...more,
  });
  const order = more.isReversed ? [...rated.entries()].reverse() : rated.entries();
  for (const [at, { judged, outcome = answered("said") }] of order) {
    const sample = { id: `q${at}`, group: `v${at}` };
    const grades = judged === undefined ? {} : { judge: { taste: judged } };
    scorer.add(
      { planned: { sample, digest: `d${at}` }, outcome, grades } as unknown as EndedSample,
      outcome,
    );
  }
  return { scorer, aspects: scorer.finish() };
}

const both = (value: string, judged?: string): Rated => ({
  labels: { ann: value, bob: value },
  ...(judged ? { judged } : {}),
});
const split: Rated = { labels: { ann: "good", bob: "bad" }, judged: "good" };
const many = (count: number, one: Rated) => Array.from({ length: count }, () => one);
const notes = (aspects: readonly AspectSummary[]) =>
  aspectNotes({ aspects }).map(({ text }) => text);

describe("scores by people", () => {
  it("are quoted where raters agree enough, with intervals over groups", () => {
    const { aspects } = score([...many(15, both("good")), ...many(4, both("bad")), split], {
      graders: {},
    });
    expect(aspects).toHaveLength(1);
    expect(aspects[0]!.judge).toBeUndefined();
    const people = aspects[0]!.people!;
    expect(people).toMatchObject({
      raters: ["ann", "bob"],
      answers: 20,
      labelled: 20,
      shared: 20,
      adjudicated: 0,
      disputed: 1,
      withheld: null,
    });
    expect(people.agreement.kappa).toMatchObject({ value: 0.95, n: 20 });
    expect(people.scores.good).toMatchObject({
      value: 15 / 19,
      n: 19,
      interval: expect.stringContaining("Wilson"),
    });
    expect(notes(aspects)[0]).toContain("Taste by people 78.95 %");
  });

  it.each([
    [
      "at the limit",
      [...many(7, both("good")), ...many(3, split)],
      "point",
      "Kappa is 0.700, and it must be above 0.7",
    ],
    ["below it", many(12, split), "point", "Kappa is 0,"],
    [
      "by a lower limit below it",
      [...many(16, both("good")), ...many(4, split)],
      "lower",
      "the lower limit of Kappa is 0.",
    ],
    [
      "without a lower limit",
      many(9, both("good")),
      "lower",
      "Kappa has no lower limit (fewer than 10 groups (9))",
    ],
    [
      "by one rater",
      many(12, { labels: { ann: "good" } }),
      "point",
      "no answer was labelled by two raters",
    ],
    [
      "by two who never met",
      [{ labels: { ann: "good" } }, { labels: { bob: "bad" } }],
      "point",
      "no answer was labelled by two raters",
    ],
  ] as const)("are withheld %s", (_name, rated, kappaBy, reason) => {
    const { aspects } = score(rated, { kappaBy });
    expect(aspects[0]!.people).toMatchObject({ withheld: expect.stringContaining(reason) });
    expect(aspects[0]!.people!.scores).toEqual({});
    expect(notes(aspects)[0]).toContain("Taste by people is withheld: ");
  });

  it("rest on what was adjudicated, agreement does not", () => {
    const settled: Rated = { labels: { ann: "good", bob: "bad", chief: "bad" } };
    const people = score([...many(10, both("good")), settled]).aspects[0]!.people!;
    expect(people).toMatchObject({ adjudicated: 1, disputed: 0, raters: ["ann", "bob"] });
    expect(people.agreement.kappa!.value).toBeCloseTo(10 / 11, 12);
    expect(people.scores.good!.value).toBeCloseTo(10 / 11, 12);
  });

  it("do not depend on the order of arrival", () => {
    const rated = [...many(11, both("good")), ...many(5, both("bad")), split];
    expect(score(rated, { isReversed: true }).aspects).toEqual(score(rated).aspects);
  });
});

describe("labels that do not count", () => {
  it("are told: of unknown samples, of samples without an answer, of answers that changed", () => {
    const { scorer, aspects } = score([
      both("good"),
      { ...both("good"), outcome: noAnswer("refused", "no") },
      { labels: { late: "bad" } },
    ]);
    expect(aspects[0]!.people).toMatchObject({ labelled: 1, answers: 2 });
    expect(scorer.remarks()).toEqual([
      "labels of 1 sample without an answer do not count",
      "1 label of answers that have changed since do not count",
    ]);
    const index = labelIndex(
      ids(7).map((sample) => ({ ...({} as Label), sample, system: "mine" })),
    );
    const strangers = new LabelScorer({
      aspects: [aspect],
      labels: { index, rule: { kappaAbove: 0.7, kappaBy: "point" } },
      graders: {},
      system: "mine",
      digest: () => "f",
      seed: 1,
    });
    expect(strangers.remarks()).toEqual([
      "labels of 7 samples that this run does not have: q0, q1, q2, q3, q4 and 2 more",
    ]);
  });
});

describe("a judge", () => {
  const rated = [
    ...many(8, both("good", "good")),
    ...many(3, both("bad", "good")),
    both("bad", "bad"),
    split,
    { ...both("good"), judged: null },
  ];

  it("is compared with what people come to, where both say something", () => {
    const { aspects } = score(rated);
    expect(aspects[0]!.judge).toMatchObject({
      role: "judge",
      name: "model",
      n: 12,
      agreement: { kappa: { value: 9 / 12, n: 12 } },
    });
    expect(aspects[0]!.judge!.confusion).toEqual({
      kind: "table",
      columns: ["people \\ judge", "good", "bad"],
      rows: [
        ["good", 8, 0],
        ["bad", 3, 1],
      ],
    });
    expect(notes(aspects)[1]).toContain("without the 1 answer on which people differ");
  });

  it("that people do not agree about is told with caution", () => {
    const { aspects } = score(many(12, { labels: { ann: "good" }, judged: "good" }));
    expect(aspectNotes({ aspects })[1]).toMatchObject({
      tone: "caution",
      text: expect.stringContaining(
        "do not agree enough to be quoted, so that no table of both is shown",
      ),
    });
    expect(aspects[0]!.people!.withheld).not.toBeNull();
    expect(aspects[0]!.judge).not.toHaveProperty("confusion");
  });

  it("without labels is not checked, and one that nobody is does not appear", () => {
    const { aspects } = score(many(3, { labels: {}, judged: "good" }));
    expect(aspects).toEqual([
      { id: "taste", title: "Taste", judge: { role: "judge", name: "model", n: 0, agreement: {} } },
    ]);
    expect(notes(aspects)).toEqual(["judge (model): not checked against people (taste)"]);
    expect(score(many(3, { labels: {} }), { graders: {} }).aspects).toEqual([]);
    expect(score([]).aspects).toEqual([]);
  });

  it("and people fill tables", () => {
    const { aspects } = score(rated);
    const task = {
      id: "qa",
      systems: [{ id: "mine", aspects } as unknown as SystemSummary],
    } as unknown as TaskSummary;
    expect(peopleTable(task).rows.map((row) => row.slice(0, 3))).toEqual([
      ["mine: Taste", "Good", "69.23 %"],
      ["mine: Taste", "Kappa", "0.929"],
    ]);
    expect(judgeTable(task).rows[0]!.slice(0, 3)).toEqual(["mine: Taste", "Kappa", "0.750"]);
    expect(confusionTables(task).map(({ rows }) => rows)).toEqual([
      [
        ["good", "8", "0"],
        ["bad", "3", "1"],
      ],
    ]);
    const nothing = {
      id: "qa",
      systems: [{ id: "mine" } as unknown as SystemSummary],
    } as unknown as TaskSummary;
    expect([peopleTable(nothing).rows, judgeTable(nothing).rows, confusionTables(nothing)]).toEqual(
      [[], [], []],
    );
  });
});
