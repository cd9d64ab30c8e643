import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { temporalIou } from "../../math/temporal-iou.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import { choiceOption, numberOption, numbersOption } from "../metric-option.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasMoments } from "./has-moments.ts";
import { lengthOption, type MomentLength, truthsOfLength } from "./moment-length.ts";

export interface MomentRecallOptions {
  readonly measure: string;
  readonly minIou: number;
  /** How many of the moments found are looked at; default 1. */
  readonly k?: number;
  readonly length?: MomentLength;
  /**
   * Whether tIoU must reach the threshold (QVHighlights, Charades-STA) or exceed it (Ego4D NLQ).
   */
  readonly compare?: "reach" | "exceed";
}

/**
 * R@k at a tIoU: share of queries of which one of the first k moments found overlaps a truth
 * enough. See the page for the rest.
 */
export function momentRecall({
  measure,
  minIou,
  k = 1,
  length = "all",
  compare = "reach",
}: MomentRecallOptions): SampleMetric<HasMoments> {
  if (!(minIou > 0 && minIou <= 1))
    throw new RangeError(`tIoU threshold must be in (0, 1], got ${minIou}`);
  if (!Number.isInteger(k) || k < 1)
    throw new RangeError(`k must be a whole number from 1, got ${k}`);
  const isEnough =
    compare === "reach" ? (iou: number) => iou >= minIou : (iou: number) => iou > minIou;
  return sampleMetric({
    id: `moment-r${k}@${minIou}${length === "all" ? "" : `-${length}`}`,
    title: `Moment recall at ${k}, tIoU ${minIou}${length === "all" ? "" : `, ${length} moments`}`,
    signature: signature("moment-recall", 1, { compare, k, length, minIou }),
    measure,
    kind: "proportion",
    best: 1,
    worst: 0,
    value: (query) => {
      const truths = truthsOfLength(query, length);
      if (truths.length === 0) return null;
      const isHit = query.found
        .slice(0, k)
        .some((one) =>
          truths.some((truth) =>
            isEnough(
              temporalIou(one.startSeconds, one.endSeconds, truth.startSeconds, truth.endSeconds),
            ),
          ),
        );
      return isHit ? 1 : 0;
    },
  });
}

export const compareOption = choiceOption(
  {
    name: "compare",
    default: "reach",
    meaning:
      "whether the tIoU of a moment must reach the threshold τ (QVHighlights, Charades-STA) or exceed it (Ego4D NLQ)",
  },
  ["reach", "exceed"],
);

const options = [
  numbersOption(
    {
      name: "tiou",
      default: "0.5,0.7",
      keys: ["minIou"],
      meaning:
        "the thresholds τ of tIoU, each of which gives a figure; QVHighlights prints .5 and .7 first, of .5, .55, …, .95",
    },
    { isAboveZero: true, most: 1 },
  ),
  numberOption(
    {
      name: "k",
      default: "1",
      meaning: "how many moments are looked at; Ego4D NLQ prints 1 and 5",
    },
    { least: 1, isWhole: true },
  ),
  lengthOption,
  compareOption,
] as const;

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "moment-recall",
    group: "moments",
    title: "Moment recall, R@k at a tIoU",
    options: [...options],
    page: () => ({
      definition:
        "Share of queries for which one of the first k moments, in the order the system gave them, has a tIoU with its best truth that reaches the threshold.",
      formula:
        "R@k(τ) = 1/Q · Σ_q [max over the first k found m and truths g of q of tIoU(m, g) ≥ τ]",
      citation:
        "Lei, Berg and Bansal, QVHighlights, NeurIPS 2021 (moment_detr, standalone_eval/eval.py); Grauman et al., Ego4D, CVPR 2022",
      checkedAgainst:
        "moment_detr's standalone_eval (2fa9e32, retyped) on random queries; the metrics file of its sample predictions on QVHighlights val, all 40 R1 figures to their 2 decimals",
      edgeCases:
        "A query without truths (of that length) does not count; one for which nothing was found is a miss. Not defined without queries that count.",
      signatures: [
        momentRecall({ measure: "", minIou: 0.5 }).signature,
        momentRecall({ measure: "", minIou: 0.3, k: 5, compare: "exceed" }).signature,
      ],
    }),
    offers: [
      offer({
        id: "moment-recall",
        title: "R@k at tIoU 0.5 and 0.7",
        reads: "moments",
        options,
        create: (measure, { tiou = [0.5, 0.7], ...given }) =>
          tiou.map((minIou) => momentRecall({ measure, minIou, ...given })),
      }),
    ],
  },
];
