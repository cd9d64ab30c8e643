import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { activityNetIou } from "../../math/temporal-iou.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { numberOption, numbersOption } from "../metric-option.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasMoments, MomentSpan } from "./has-moments.ts";
import { lengthOption, type MomentLength, truthsOfLength } from "./moment-length.ts";

/** The thresholds over which QVHighlights averages. */
const momentIous: readonly number[] = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

export interface MomentMapOptions {
  readonly measure: string;
  /** The thresholds of tIoU that are averaged over. */
  readonly tiou?: readonly number[];
  readonly length?: MomentLength;
  /** How many of the moments found are read, in the order given; default 10. */
  readonly most?: number;
}

/**
 * Mean over queries, then over thresholds, of the interpolated average precision within each query.
 * See the page for the rest.
 */
export function momentMap({
  measure,
  tiou: minIous = momentIous,
  length = "all",
  most = 10,
}: MomentMapOptions): SampleMetric<HasMoments> {
  if (minIous.length === 0) throw new RangeError("moment mAP needs at least one tIoU threshold");
  for (const minIou of minIous)
    if (!(minIou > 0 && minIou <= 1))
      throw new RangeError(`tIoU threshold must be in (0, 1], got ${minIou}`);
  if (!Number.isInteger(most) || most < 1)
    throw new RangeError(`the number of moments read must be a whole number from 1, got ${most}`);
  const lowest = Math.min(...minIous);
  const value = (query: HasMoments) => {
    const truths = truthsOfLength(query, length);
    if (truths.length === 0) return null;
    const rows = overlapsOf(byConfidence(query.found, most), truths, lowest);
    if (rows.length === 0) return 0;
    let sum = 0;
    for (const minIou of minIous)
      sum += averagePrecision(rows, { minIou, truthCount: truths.length });
    return sum / minIous.length;
  };
  const at = minIous.length === 1 ? `@${minIous[0]}` : "";
  const metric = sampleMetric({
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
    value,
  });
  return {
    ...metric,
    // Whatever else is found, nothing beats the truths that count, and they alone.
    ceiling: (evidence) =>
      metric.prepare(
        Array.from(evidence, (query) => ({
          ...query,
          found: asFound(truthsOfLength(query, length)),
        })),
      )() ?? metric.best,
    ...(length === "all"
      ? {}
      : { belowCeiling: "one list cannot put moments of every length first" }),
  };
}

function asFound(truths: readonly MomentSpan[]): HasMoments["found"] {
  return truths.map((truth, at) => ({ ...truth, confidence: 1 / (at + 1) }));
}

/** The first moments by falling confidence; they mostly come so. */
function byConfidence(found: HasMoments["found"], most: number): HasMoments["found"] {
  const first = found.length > most ? found.slice(0, most) : found;
  for (let rank = 1; rank < first.length; rank++)
    if (first[rank]!.confidence > first[rank - 1]!.confidence)
      return first.toSorted((a, b) => b.confidence - a.confidence);
  return first;
}

/** The moment at one rank with its tIoU with each truth. */
interface OverlapRow {
  readonly rank: number;
  readonly highest: number;
  readonly ious: readonly number[];
}

/** Only moments that reach the lowest threshold with some truth: no other can match. */
function overlapsOf(
  found: readonly MomentSpan[],
  truths: readonly MomentSpan[],
  lowest: number,
): readonly OverlapRow[] {
  const rows: OverlapRow[] = [];
  for (let rank = 0; rank < found.length; rank++) {
    let highest = 0;
    for (let truth = 0; truth < truths.length; truth++)
      highest = Math.max(highest, iouOf(found[rank]!, truths[truth]!));
    if (highest >= lowest)
      rows.push({ rank, highest, ious: truths.map((truth) => iouOf(found[rank]!, truth)) });
  }
  return rows;
}

function iouOf(a: MomentSpan, b: MomentSpan): number {
  return activityNetIou(a.startSeconds, a.endSeconds, b.startSeconds, b.endSeconds);
}

interface QueryTruths {
  readonly minIou: number;
  readonly truthCount: number;
}

/**
 * Each moment takes the free truth of highest tIoU, the last of equals, if that reaches the
 * threshold. Plain loops: one for every threshold of every query.
 */
function averagePrecision(
  rows: readonly OverlapRow[],
  { minIou, truthCount }: QueryTruths,
): number {
  const taken: boolean[] = [];
  const precisions: number[] = [];
  for (const { rank, highest, ious } of rows) {
    if (highest < minIou) continue;
    let best = -1;
    for (let truth = 0; truth < truthCount; truth++)
      if (!taken[truth] && ious[truth]! >= minIou && (best < 0 || ious[truth]! >= ious[best]!))
        best = truth;
    if (best < 0) continue;
    taken[best] = true;
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

const options = [
  numbersOption(
    {
      name: "tiou",
      default: "0.5:0.05:0.95",
      keys: ["minIou"],
      meaning: "the thresholds of tIoU, averaged over; QVHighlights also prints .5 and .75 alone",
    },
    { isAboveZero: true, most: 1 },
  ),
  lengthOption,
  numberOption(
    { name: "most", default: "10", meaning: "how many moments of a query are read" },
    { least: 1, isWhole: true },
  ),
] as const;

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "moment-map",
    group: "moments",
    title: "Moment mAP",
    options: [...options],
    page: () => ({
      definition:
        "Within each query, the first moments as given are sorted by falling confidence; each takes the free truth of highest tIoU if that reaches the threshold. The precision at a recall is the highest at that recall or beyond, summed over the steps of recall. Mean over queries, then over thresholds.",
      formula:
        "AP_q(τ) = 1/G_q · Σ over matches i of max over matches j ≥ i of j/rank_j;  mAP = mean over τ and q",
      citation:
        "Lei, Berg and Bansal, QVHighlights, NeurIPS 2021 (moment_detr, standalone_eval/eval.py)",
      checkedAgainst:
        "moment_detr's standalone_eval (2fa9e32, retyped) on random queries, to 1e-12; the metrics file of its sample predictions on QVHighlights val, all 44 mAP figures to their 2 decimals",
      edgeCases:
        "A query without truths (of that length) does not count; one for which nothing was found has 0, where the official program leaves it out. Moments of equal confidence keep their order; of truths of equal tIoU the last is taken, as in the official program where NumPy sorts short lists stably (always before 1.25; on processors with AVX-512 no longer). Two moments without length match, as in the ActivityNet toolkit.",
      signatures: [
        momentMap({ measure: "" }).signature,
        momentMap({ measure: "", tiou: [0.5] }).signature,
      ],
    }),
    offers: [
      offer({
        id: "moment-map",
        title: "Moment mAP, on average, at 0.5 and 0.75, and by length",
        reads: "moments",
        options,
        create(measure, given) {
          const { tiou, length } = given;
          const average = momentMap({ measure, ...given });
          if (tiou?.length === 1) return [average];
          const each = (tiou ?? [0.5, 0.75]).map((minIou) =>
            momentMap({ measure, ...given, tiou: [minIou] }),
          );
          const byLength = length
            ? []
            : (["short", "middle", "long"] as const).map((one) =>
                momentMap({ measure, ...given, length: one }),
              );
          return [average, ...each, ...byLength];
        },
      }),
    ],
  },
];
