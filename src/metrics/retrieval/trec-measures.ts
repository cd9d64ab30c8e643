import type { Metric } from "../../core/scores/metric.ts";
import { closest } from "../../core/suggest.ts";
import { UserError } from "../../core/user-error.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { namesOption } from "../metric-option.ts";
import { averagePrecision } from "./average-precision.ts";
import { bpref } from "./bpref.ts";
import { type GeometricMapOptions, geometricMap } from "./geometric-map.ts";
import { hit } from "./hit.ts";
import {
  type InterpolatedPrecisionOptions,
  interpolatedPrecision,
} from "./interpolated-precision.ts";
import { type NdcgOptions, ndcg } from "./ndcg.ts";
import { precision } from "./precision.ts";
import { rPrecision } from "./r-precision.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import { recall } from "./recall.ts";
import { reciprocalRank } from "./reciprocal-rank.ts";
import type { RetrievalOptions } from "./retrieval-metric.ts";
import { gainOption, leastOption, relevanceOptions, roundingOption } from "./retrieval-options.ts";

type TrecOptions = RetrievalOptions &
  Pick<NdcgOptions, "gain"> &
  Pick<InterpolatedPrecisionOptions, "rounding"> &
  Pick<GeometricMapOptions, "least">;

interface TrecMeasure {
  /** Where trec_eval cuts off when it is not told; none for a measure without a cut. */
  readonly cuts?: readonly number[];
  create(measure: string, options: TrecOptions, cut: number): Metric<RankedRelevance>;
}

const ranks = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
const recalls = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Our metrics by trec_eval's names. */
const measures: Readonly<Record<string, TrecMeasure>> = {
  map: { create: (measure, options) => averagePrecision(measure, options) },
  gm_map: { create: (measure, options) => geometricMap(measure, options) },
  Rprec: { create: (measure, options) => rPrecision(measure, options) },
  bpref: { create: (measure, options) => bpref(measure, options) },
  recip_rank: { create: (measure, options) => reciprocalRank(measure, options) },
  ndcg: { create: (measure, options) => ndcg(measure, options) },
  set_P: {
    create: (measure, options) => precision(measure, { ...options, k: "all", by: "returned" }),
  },
  set_recall: { create: (measure, options) => recall(measure, { ...options, k: "all" }) },
  iprec_at_recall: {
    cuts: recalls,
    create: (measure, options, cut) => interpolatedPrecision(measure, { ...options, recall: cut }),
  },
  P: { cuts: ranks, create: (measure, options, k) => precision(measure, { ...options, k }) },
  recall: { cuts: ranks, create: (measure, options, k) => recall(measure, { ...options, k }) },
  success: { cuts: [1, 5, 10], create: (measure, options, k) => hit(measure, { ...options, k }) },
  ndcg_cut: { cuts: ranks, create: (measure, options, k) => ndcg(measure, { ...options, k }) },
  map_cut: {
    cuts: ranks,
    create: (measure, options, k) => averagePrecision(measure, { ...options, k }),
  },
};

const counts = ["num_q", "num_ret", "num_rel", "num_rel_ret"];

/** What trec_eval prints when nothing is asked for. */
export const officialMeasures: readonly string[] = [
  ...counts,
  "map",
  "gm_map",
  "Rprec",
  "bpref",
  "recip_rank",
  "iprec_at_recall",
  "P",
];

/**
 * The metrics that a name of trec_eval stands for, under its names: `P_5` and `P.5` for one, `P`
 * for all its usual cuts. Counts are none.
 */
function trecMetrics(
  name: string,
  measure: string,
  options: TrecOptions,
): readonly Metric<RankedRelevance>[] {
  if (counts.includes(name)) return [];
  const [, stem = name, cut] = /^(.*?)(?:[_.](\d+(?:\.\d+)?))?$/.exec(name) ?? [];
  const found = Object.hasOwn(measures, stem) ? measures[stem] : undefined;
  if (!found || (cut !== undefined && !found.cuts)) throw unknown(name);
  if (!found.cuts) return [{ ...found.create(measure, options, 0), id: name }];
  const cuts = cut === undefined ? found.cuts : [Number(cut)];
  if (cut !== undefined && !isCut(stem, Number(cut)))
    throw new UserError(
      `--measures: no measure "${name}"`,
      stem === "iprec_at_recall"
        ? "recall is from 0 to 1, as in iprec_at_recall_0.1"
        : `ranks are whole numbers from 1 on, as in ${stem}_10`,
    );
  return cuts.map((at) => ({
    ...found.create(measure, options, at),
    id: `${stem}_${stem === "iprec_at_recall" ? at.toFixed(2) : at}`,
  }));
}

function isCut(stem: string, cut: number): boolean {
  return stem === "iprec_at_recall" ? cut <= 1 : Number.isInteger(cut) && cut >= 1;
}

function unknown(name: string): UserError {
  const known = [
    ...Object.entries(measures).map(([stem, { cuts }]) => (cuts ? `${stem}_${cuts[1]}` : stem)),
    ...counts,
  ];
  const near = closest(name, known);
  return new UserError(
    `--measures: no measure "${name}"`,
    `${near ? `did you mean "${near}"? ` : ""}there are ${known.join(", ")}`,
  );
}

const measuresOption = namesOption({
  name: "measures",
  default: "those that trec_eval prints",
  otherFlags: { "-m": null },
  meaning: "measures by trec_eval's names, e.g. map,P_5,ndcg_cut_10",
});

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "retrieval",
    group: "retrieval",
    title: "trec_eval's measures",
    options: [],
    offers: [
      offer({
        id: "retrieval",
        title: "trec_eval's measures, by its names",
        reads: "rankings",
        options: [measuresOption, ...relevanceOptions, gainOption, roundingOption, leastOption],
        create: (measure, { measures: names = officialMeasures, ...options }) =>
          names.flatMap((name) => trecMetrics(name, measure, options)),
      }),
    ],
  },
];
