import type { SampleMetric } from "../../core/metric.ts";
import { averagePrecision, averagePrecisionPage } from "./average-precision.ts";
import { bpref, bprefPage } from "./bpref.ts";
import { geometricMapPage } from "./geometric-map.ts";
import { hit, hitPage } from "./hit.ts";
import { interpolatedPrecisionPage } from "./interpolated-precision.ts";
import { type NdcgOptions, ndcg, ndcgPage } from "./ndcg.ts";
import { precision, precisionPage } from "./precision.ts";
import { rPrecision, rPrecisionPage } from "./r-precision.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { recall, recallPage } from "./recall.ts";
import { reciprocalRank, reciprocalRankPage } from "./reciprocal-rank.ts";
import type { RetrievalOptions } from "./retrieval-metric.ts";

/** Every option that a metric of retrieval may have; each reads its own. */
interface RetrievalListOptions extends RetrievalOptions {
  /** How many ranks are read. Hits, precision and recall read 10 when left out, the others the whole list. */
  readonly k?: number;
  /** Of nDCG. */
  readonly gain?: NonNullable<NdcgOptions["gain"]>;
  /** Of precision: what short lists are divided by. */
  readonly by?: "k" | "returned";
}

/** A metric by the name under which a user asks for it. */
export interface RetrievalMetricFactory {
  readonly id: string;
  /** The metric reads evidence of the measure whose signature is given. */
  create(measure: string, options?: RetrievalListOptions): SampleMetric<RankedRelevance>;
}

const usualCutoff = 10;

/** All metrics of ranked lists. */
export const retrievalMetrics: readonly RetrievalMetricFactory[] = [
  { id: "map", create: (measure, options) => averagePrecision(measure, options) },
  { id: "mrr", create: (measure, options) => reciprocalRank(measure, options) },
  { id: "ndcg", create: (measure, options) => ndcg(measure, options) },
  { id: "precision", create: (measure, options) => precision(measure, { k: usualCutoff, ...options }) },
  { id: "recall", create: (measure, options) => recall(measure, { k: usualCutoff, ...options }) },
  { id: "hit", create: (measure, options) => hit(measure, { k: usualCutoff, ...options }) },
  { id: "r-precision", create: (measure, options) => rPrecision(measure, options) },
  { id: "bpref", create: (measure, options) => bpref(measure, options) },
];

export const retrievalPages = [
  averagePrecisionPage,
  geometricMapPage,
  reciprocalRankPage,
  ndcgPage,
  precisionPage,
  recallPage,
  hitPage,
  rPrecisionPage,
  interpolatedPrecisionPage,
  bprefPage,
];
