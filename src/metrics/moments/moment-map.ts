import type { SampleMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { activityNetIou } from "../../math/temporal-iou.ts";
import type { MetricPage } from "../metric-page.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasMoments, MomentSpan } from "./has-moments.ts";
import { type MomentLength, truthsOfLength } from "./moment-length.ts";

/** The thresholds over which QVHighlights averages. */
const momentIous: readonly number[] = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

export interface MomentMapOptions {
  readonly measure: string;
  readonly minIous?: readonly number[];
  readonly length?: MomentLength;
  /** How many of the moments found are read, in the order given; 10 unless told. */
  readonly most?: number;
}

/** Mean over queries, then over thresholds, of the interpolated average precision within each query. See the page for the rest. */
export function momentMap({ measure, minIous = momentIous, length = "all", most = 10 }: MomentMapOptions): SampleMetric<HasMoments> {
  if (minIous.length === 0) throw new RangeError("moment mAP needs at least one tIoU threshold");
  for (const minIou of minIous) if (!(minIou > 0 && minIou <= 1)) throw new RangeError(`tIoU threshold must be in (0, 1], got ${minIou}`);
  if (!Number.isInteger(most) || most < 1) throw new RangeError(`the number of moments read must be a whole number from 1, got ${most}`);
  const at = minIous.length === 1 ? `@${minIous[0]}` : "";
  return sampleMetric({
    id: `moment-map${at}${length === "all" ? "" : `-${length}`}`,
    title: `Moment mAP${at === "" ? "" : ` at tIoU ${minIous[0]}`}${length === "all" ? "" : `, ${length} moments`}`,
    signature: signature("moment-map", 1, {
      definition: "activitynet-per-query",
      length,
      most,
      ties: "input-order",
      tiou: minIous.join(","),
    }),
    measure,
    kind: "mean",
    best: 1,
    worst: 0,
    value: (query) => {
      const truths = truthsOfLength(query, length);
      if (truths.length === 0) return null;
      const found = query.found.slice(0, most).sort((a, b) => b.confidence - a.confidence);
      const overlaps = overlapsOf(found, truths);
      let sum = 0;
      for (const minIou of minIous) sum += averagePrecision(overlaps, { minIou, truthCount: truths.length });
      return sum / minIous.length;
    },
  });
}

interface Overlaps {
  /** Row by row: of each moment with each truth. */
  readonly ious: Float64Array;
  /** Of each moment, the highest. */
  readonly highest: Float64Array;
}

function overlapsOf(found: readonly MomentSpan[], truths: readonly MomentSpan[]): Overlaps {
  const ious = new Float64Array(found.length * truths.length);
  const highest = new Float64Array(found.length);
  for (let rank = 0; rank < found.length; rank++)
    for (let truth = 0; truth < truths.length; truth++) {
      const iou = iouOf(found[rank]!, truths[truth]!);
      ious[rank * truths.length + truth] = iou;
      if (iou > highest[rank]!) highest[rank] = iou;
    }
  return { ious, highest };
}

function iouOf(a: MomentSpan, b: MomentSpan): number {
  return activityNetIou(a.startSeconds, a.endSeconds, b.startSeconds, b.endSeconds);
}

interface QueryTruths {
  readonly minIou: number;
  readonly truthCount: number;
}

/** Each moment takes the free truth of highest tIoU, the first of equals, if that reaches the threshold. Plain loops: one for every threshold of every query. */
function averagePrecision({ ious, highest }: Overlaps, { minIou, truthCount }: QueryTruths): number {
  let taken: Uint8Array | undefined;
  const precisions: number[] = [];
  for (let rank = 0; rank < highest.length; rank++) {
    if (highest[rank]! < minIou) continue;
    taken ??= new Uint8Array(truthCount);
    let best = -1;
    let most = 0;
    for (let truth = 0; truth < truthCount; truth++) {
      const iou = ious[rank * truthCount + truth]!;
      if (taken[truth] || iou < minIou || (best >= 0 && iou <= most)) continue;
      best = truth;
      most = iou;
    }
    if (best < 0) continue;
    taken[best] = 1;
    precisions.push((precisions.length + 1) / (rank + 1));
  }
  let sum = 0;
  let reached = 0;
  for (let at = precisions.length - 1; at >= 0; at--) {
    if (precisions[at]! > reached) reached = precisions[at]!;
    sum += reached;
  }
  return sum / truthCount;
}

export const momentMapPage: MetricPage = {
  id: "moment-map",
  group: "moments",
  title: "Moment mAP",
  definition:
    "Within each query, the first moments as given are sorted by falling confidence; each takes the free truth of highest tIoU if that reaches the threshold. The precision at a recall is the highest at that recall or beyond, summed over the steps of recall. Mean over queries, then over thresholds.",
  formula: "AP_q(τ) = 1/G_q · Σ over matches i of max over matches j ≥ i of j/rank_j;  mAP = mean over τ and q",
  options: [
    { name: "minIous", default: momentIous.join(", "), meaning: "the thresholds averaged over; QVHighlights also prints .5 and .75 alone" },
    {
      name: "length",
      default: "all",
      meaning: "truths that are to be found: short (0, 10] s, middle (10, 30] s, long above 30 s, as QVHighlights splits them",
    },
    { name: "most", default: "10", meaning: "how many moments of a query are read" },
  ],
  citation: "Lei, Berg and Bansal, QVHighlights, NeurIPS 2021 (moment_detr, standalone_eval/eval.py)",
  checkedAgainst: "the metrics file of moment_detr's sample predictions on QVHighlights val, all 44 mAP figures to their 2 decimals",
  edgeCases:
    "A query without truths (of that length) does not count; one for which nothing was found has 0, where the official program leaves it out. Moments of equal confidence keep their order; of truths of equal tIoU the first is taken. Two moments without length match, as in the ActivityNet toolkit.",
  signatures: [momentMap({ measure: "" }).signature, momentMap({ measure: "", minIous: [0.5] }).signature],
};
