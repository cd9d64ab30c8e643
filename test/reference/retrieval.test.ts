import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SampleMetric } from "../../src/core/metric.ts";
import { averagePrecision } from "../../src/metrics/retrieval/average-precision.ts";
import { bpref } from "../../src/metrics/retrieval/bpref.ts";
import { hit } from "../../src/metrics/retrieval/hit.ts";
import { judgeRun } from "../../src/metrics/retrieval/judge-run.ts";
import { ndcg } from "../../src/metrics/retrieval/ndcg.ts";
import { precision } from "../../src/metrics/retrieval/precision.ts";
import { queryCounts } from "../../src/metrics/retrieval/query-counts.ts";
import { rPrecision } from "../../src/metrics/retrieval/r-precision.ts";
import type { RankedRelevance } from "../../src/metrics/retrieval/ranked-relevance.ts";
import { recall } from "../../src/metrics/retrieval/recall.ts";
import { reciprocalRank } from "../../src/metrics/retrieval/reciprocal-rank.ts";
import type { RetrievalOptions } from "../../src/metrics/retrieval/retrieval-metric.ts";
import { parseQrels } from "../../src/metrics/retrieval/trec-qrels.ts";
import { parseRun } from "../../src/metrics/retrieval/trec-run.ts";

/** trec_eval's own test files and what it prints for them (usnistgov/trec_eval @f425365, test/), to its 4 decimals. */
const folder = new URL("../../../shared/data/retrieval/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");

/** Our metric by trec_eval's name of a measure; `undefined` where we have none. */
function metricNamed(name: string, options: RetrievalOptions): SampleMetric<RankedRelevance> | undefined {
  const [, stem, cut] = /^(.*?)(?:_(\d+))?$/.exec(name)!;
  const k = Number(cut);
  if (cut === undefined) {
    if (stem === "map") return averagePrecision("m", options);
    if (stem === "Rprec" || stem === "Rprec_mult_1.00") return rPrecision("m", options);
    if (stem === "bpref") return bpref("m", options);
    if (stem === "recip_rank") return reciprocalRank("m", options);
    if (stem === "ndcg") return ndcg("m", options);
    if (stem === "set_P") return precision("m", { k: "all", by: "returned", ...options });
    if (stem === "set_recall") return recall("m", { k: "all", ...options });
    return undefined;
  }
  if (stem === "P") return precision("m", { k, ...options });
  if (stem === "recall") return recall("m", { k, ...options });
  if (stem === "success") return hit("m", { k, ...options });
  if (stem === "ndcg_cut") return ndcg("m", { k, ...options });
  if (stem === "map_cut") return averagePrecision("m", { k, ...options });
  return undefined;
}

/** The printed figures: measure, query or `all`, value. */
function printed(name: string): readonly (readonly [measure: string, query: string, value: string])[] {
  return read(name)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("\t").map((field) => field.trim()) as [string, string, string]);
}

const outputs = [
  { out: "out.test", qrels: "qrels.test", run: "results.test", options: {}, figures: 13 },
  { out: "out.test.a", qrels: "qrels.test", run: "results.test", options: {}, figures: 47 },
  { out: "out.test.aq", qrels: "qrels.test", run: "results.test", options: {}, figures: 188 },
  { out: "out.test.aqc", qrels: "qrels.test", run: "results.trunc", options: { missing: "zero" }, figures: 188 },
  { out: "out.test.aql", qrels: "qrels.rel_level", run: "results.test", options: { minGain: 2 }, figures: 188 },
  { out: "out.test.meas_params", qrels: "qrels.test", run: "results.test", options: {}, figures: 44 },
] as const;

describe.skipIf(!existsSync(folder))("agreement with trec_eval (skipped where ../shared/data is absent)", () => {
  it.each(outputs)("$out", ({ out, qrels, run, options, figures }) => {
    const { queries, unjudged } = judgeRun(parseQrels(read(qrels)), parseRun(read(run)));
    let compared = 0;
    for (const [measure, query, value] of printed(out)) {
      const metric = metricNamed(measure, { noTruth: "zero", missing: "skip", ...options });
      if (!metric) continue;
      const score = metric.prepare(query === "all" ? queries.values() : [queries.get(query)!])();
      expect(score?.toFixed(4), `${measure} of ${query}`).toBe(value);
      compared++;
    }
    expect(unjudged).toEqual([]);
    expect(compared).toBe(figures);
  });

  it("counts of out.test", () => {
    const { queries } = judgeRun(parseQrels(read("qrels.test")), parseRun(read("results.test")));
    const table = queryCounts("m").analyse(queries.values());
    const counts = new Map(table.kind === "table" ? (table.rows as [string, number][]) : []);
    const expected = new Map(printed("out.test").map(([measure, , value]) => [measure, Number(value)]));
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

/** A ranking with the row's first relevant rank and its number of relevant items among the first five. */
function rankingOf({ mrr, num_relevant, recall_at_5 }: VigilMode["per_query"][number]): RankedRelevance {
  const found = Math.round(recall_at_5 * num_relevant);
  const gains = [...new Array<number>(Math.round(1 / mrr) - 1).fill(0), ...new Array<number>(found).fill(1)];
  return { gains, idealGains: new Array<number>(num_relevant).fill(1), judgedNonrelevant: 0, missing: false };
}

describe.skipIf(!existsSync(folder))("agreement with VIGIL's stored results (skipped where ../shared/data is absent)", () => {
  it("recall@1, recall@5, MRR and hit rate of real_v2", () => {
    const { modes } = JSON.parse(read("vigil/real_v2_evaluation.json")) as { readonly modes: Readonly<Record<string, VigilMode>> };
    expect(Object.keys(modes).length).toBeGreaterThan(0);
    for (const mode of Object.values(modes)) {
      const queries = mode.per_query.map(rankingOf);
      expect(recall("m", { k: 1, noTruth: "zero" }).prepare(queries)()).toBeCloseTo(mode.recall_at_1, 12);
      expect(recall("m", { k: 5, noTruth: "zero" }).prepare(queries)()).toBeCloseTo(mode.recall_at_5, 12);
      expect(reciprocalRank("m", { noTruth: "zero" }).prepare(queries)()).toBeCloseTo(mode.mrr, 12);
      expect(hit("m", { k: 5 }).prepare(queries)()).toBe(mode.per_query.filter((row) => row.hit).length / queries.length);
    }
  });
});
