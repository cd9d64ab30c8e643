import { describe, expect, it } from "vitest";
import { hit } from "../../src/metrics/retrieval/hit.ts";
import { judgeRun } from "../../src/metrics/retrieval/judge-run.ts";
import { queryCounts } from "../../src/metrics/retrieval/query-counts.ts";
import type { RankedRelevance } from "../../src/metrics/retrieval/ranked-relevance.ts";
import { recall } from "../../src/metrics/retrieval/recall.ts";
import { reciprocalRank } from "../../src/metrics/retrieval/reciprocal-rank.ts";
import { parseQrels } from "../../src/metrics/retrieval/trec-qrels.ts";
import { parseRun } from "../../src/metrics/retrieval/trec-run.ts";
import { metricRunner } from "../metric-command/metric-runner.ts";
import { trecMeasure } from "../reference/trec-measure.ts";
import { type CheckFile, checkFile, checkLines, checkText } from "./check-file.ts";

const { scores } = metricRunner();

/** The printed figures: measure, query or `all`, value. */
function printed(
  name: CheckFile,
): readonly (readonly [measure: string, query: string, value: string])[] {
  return checkLines(name).map(
    (line) => line.split("\t").map((field) => field.trim()) as [string, string, string],
  );
}

const outputs = [
  {
    out: "retrieval/out.test",
    qrels: "retrieval/qrels.test",
    run: "retrieval/results.test",
    options: {},
    figures: 13,
  },
  {
    out: "retrieval/out.test.a",
    qrels: "retrieval/qrels.test",
    run: "retrieval/results.test",
    options: {},
    figures: 47,
  },
  {
    out: "retrieval/out.test.aq",
    qrels: "retrieval/qrels.test",
    run: "retrieval/results.test",
    options: {},
    figures: 188,
  },
  {
    out: "retrieval/out.test.aqc",
    qrels: "retrieval/qrels.test",
    run: "retrieval/results.trunc",
    options: { missing: "zero" },
    figures: 188,
  },
  {
    out: "retrieval/out.test.aql",
    qrels: "retrieval/qrels.rel_level",
    run: "retrieval/results.test",
    options: { minGain: 2 },
    figures: 188,
  },
  {
    out: "retrieval/out.test.meas_params",
    qrels: "retrieval/qrels.test",
    run: "retrieval/results.test",
    options: {},
    figures: 44,
  },
] as const;

/**
 * trec_eval's own test files and what it prints for them (usnistgov/trec_eval @f425365, test/), to
 * its 4 decimals.
 */
describe("agreement with trec_eval", () => {
  it.each(outputs)("$out", ({ out, qrels, run, options, figures }) => {
    const { queries, unjudged } = judgeRun(parseQrels(checkText(qrels)), parseRun(checkText(run)));
    let compared = 0;
    for (const [measure, query, value] of printed(out)) {
      const metric = trecMeasure(measure, { noTruth: "zero", missing: "skip", ...options });
      if (!metric) continue;
      const score = metric.prepare(query === "all" ? queries.values() : [queries.get(query)!])();
      expect(score?.toFixed(4), `${measure} of ${query}`).toBe(value);
      compared++;
    }
    expect(unjudged).toEqual([]);
    expect(compared).toBe(figures);
  });

  it("out.test, from vidimus metric", async () => {
    const files = [
      "--qrels",
      checkFile("retrieval/qrels.test"),
      "--run",
      checkFile("retrieval/results.test"),
    ];
    const found = await scores("retrieval", ...files);
    const expected = printed("retrieval/out.test").filter(([name]) => name !== "runid");
    expect(Object.keys(found)).toEqual(expected.map(([name]) => name));
    for (const [name, , value] of expected)
      expect(found[name]!.value!.toFixed(value.includes(".") ? 4 : 0), name).toBe(value);
  });

  it("counts of out.test", () => {
    const { queries } = judgeRun(
      parseQrels(checkText("retrieval/qrels.test")),
      parseRun(checkText("retrieval/results.test")),
    );
    const table = queryCounts("m").analyse(queries.values());
    const counts = new Map(table.kind === "table" ? (table.rows as [string, number][]) : []);
    const expected = new Map(
      printed("retrieval/out.test").map(([measure, , value]) => [measure, Number(value)]),
    );
    for (const [ours, theirs] of [
      ["queries", "num_q"],
      ["returned", "num_ret"],
      ["relevant", "num_rel"],
      ["relevant returned", "num_rel_ret"],
    ] as const) {
      expect(counts.get(ours), ours).toBe(expected.get(theirs)!);
    }
  });
});

interface VigilMode {
  readonly recall_at_1: number;
  readonly recall_at_5: number;
  readonly mrr: number;
  readonly per_query: readonly {
    readonly recall_at_5: number;
    readonly mrr: number;
    readonly hit: boolean;
    readonly num_relevant: number;
  }[];
}

/**
 * A ranking with the row's first relevant rank and its number of relevant items among the first
 * five.
 */
function rankingOf({
  mrr,
  num_relevant,
  recall_at_5,
}: VigilMode["per_query"][number]): RankedRelevance {
  const found = Math.round(recall_at_5 * num_relevant);
  const gains = [
    ...new Array<number>(Math.round(1 / mrr) - 1).fill(0),
    ...new Array<number>(found).fill(1),
  ];
  return {
    gains,
    idealGains: new Array<number>(num_relevant).fill(1),
    judgedNonrelevant: 0,
    missing: false,
  };
}

describe("agreement with VIGIL's stored results", () => {
  it("recall@1, recall@5, MRR and hit rate of real_v2", () => {
    const { modes } = JSON.parse(checkText("retrieval/vigil/real_v2_evaluation.json")) as {
      readonly modes: Readonly<Record<string, VigilMode>>;
    };
    expect(Object.keys(modes).length).toBeGreaterThan(0);
    for (const mode of Object.values(modes)) {
      const queries = mode.per_query.map(rankingOf);
      expect(recall("m", { k: 1, noTruth: "zero" }).prepare(queries)()).toBeCloseTo(
        mode.recall_at_1,
        12,
      );
      expect(recall("m", { k: 5, noTruth: "zero" }).prepare(queries)()).toBeCloseTo(
        mode.recall_at_5,
        12,
      );
      expect(reciprocalRank("m", { noTruth: "zero" }).prepare(queries)()).toBeCloseTo(mode.mrr, 12);
      expect(hit("m", { k: 5 }).prepare(queries)()).toBe(
        mode.per_query.filter((row) => row.hit).length / queries.length,
      );
    }
  });
});
