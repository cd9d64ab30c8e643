import type { SampleMetric } from "../../src/core/scores/metric.ts";
import { averagePrecision } from "../../src/metrics/retrieval/average-precision.ts";
import { bpref } from "../../src/metrics/retrieval/bpref.ts";
import { hit } from "../../src/metrics/retrieval/hit.ts";
import { ndcg } from "../../src/metrics/retrieval/ndcg.ts";
import { precision } from "../../src/metrics/retrieval/precision.ts";
import { rPrecision } from "../../src/metrics/retrieval/r-precision.ts";
import type { RankedRelevance } from "../../src/metrics/retrieval/ranked-relevance.ts";
import { recall } from "../../src/metrics/retrieval/recall.ts";
import { reciprocalRank } from "../../src/metrics/retrieval/reciprocal-rank.ts";
import type { RetrievalOptions } from "../../src/metrics/retrieval/retrieval-metric.ts";

/** Our metric by trec_eval's name of a measure; `undefined` where we have none. */
export function trecMeasure(
  name: string,
  options: RetrievalOptions,
): SampleMetric<RankedRelevance> | undefined {
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
