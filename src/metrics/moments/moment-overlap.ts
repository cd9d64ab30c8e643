import type { SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { temporalIou } from "../../math/temporal-iou.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { sampleMetric } from "../sample-metric.ts";
import type { HasMoments } from "./has-moments.ts";
import { type MomentRecallOptions, momentRecall } from "./moment-recall.ts";

/**
 * All that recall at 1 and at 5 depends on, so that many thresholds cost no more than one; `null`
 * for a query without truths.
 */
export interface HasMomentOverlap {
  /** The highest tIoU of the first moment found with a truth. */
  readonly first: number | null;
  /** The highest of the first five. */
  readonly firstFive: number | null;
  /** The highest that any moment could have: 0 where no truth has a length. */
  readonly most: number | null;
}

export function momentOverlap({ truths, found }: HasMoments): HasMomentOverlap {
  if (truths.length === 0) return { first: null, firstFive: null, most: null };
  let [first, firstFive, most] = [0, 0, 0];
  for (const truth of truths) if (truth.endSeconds > truth.startSeconds) most = 1;
  for (let rank = 0; rank < Math.min(5, found.length); rank++) {
    const { startSeconds, endSeconds } = found[rank]!;
    for (const truth of truths)
      firstFive = Math.max(
        firstFive,
        temporalIou(startSeconds, endSeconds, truth.startSeconds, truth.endSeconds),
      );
    if (rank === 0) first = firstFive;
  }
  return { first, firstFive, most };
}

/** `momentRecall` at 1 or 5 of all lengths, from overlaps. */
export function overlapRecall(
  options: Omit<MomentRecallOptions, "length" | "k"> & { readonly k: 1 | 5 },
): SampleMetric<HasMomentOverlap> {
  const { id, title, signature: own, measure, best, worst } = momentRecall(options);
  const { minIou, k, compare = "reach" } = options;
  const hit = (iou: number | null) =>
    iou === null ? null : (compare === "reach" ? iou >= minIou : iou > minIou) ? 1 : 0;
  return withMostAsCeiling(
    sampleMetric<HasMomentOverlap>({
      id,
      title,
      signature: own,
      measure,
      kind: "proportion",
      best,
      worst,
      value: ({ first, firstFive }) => hit(k === 1 ? first : firstFive),
    }),
  );
}

/**
 * Mean over queries of the tIoU of the first moment found with its best truth; 0 where nothing was
 * found.
 */
export function momentIou(measure: string): SampleMetric<HasMomentOverlap> {
  return withMostAsCeiling(
    sampleMetric<HasMomentOverlap>({
      id: "moment-iou",
      title: "Moment tIoU at 1",
      signature: signature("moment-iou", 1, { k: 1, miss: 0 }),
      measure,
      kind: "mean",
      best: 1,
      worst: 0,
      value: ({ first }) => first,
    }),
  );
}

function withMostAsCeiling(metric: SampleMetric<HasMomentOverlap>): SampleMetric<HasMomentOverlap> {
  const perfect = ({ most }: HasMomentOverlap): HasMomentOverlap => ({
    first: most,
    firstFive: most,
    most,
  });
  return {
    ...metric,
    ceiling: (evidence) => metric.prepare(Array.from(evidence, perfect))() ?? metric.best,
  };
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "moment-iou",
    group: "moments",
    title: "Mean tIoU of the first moment (mIoU)",
    options: [],
    page: () => ({
      definition:
        "For each query the tIoU of the first moment found with its best truth, 0 where nothing was found; mean over queries.",
      formula: "1/Q · Σ_q max over truths g of q of tIoU(m_1, g)",
      citation:
        "Gao et al., TALL, ICCV 2017 (Charades-STA); Grauman et al., Ego4D, CVPR 2022 (episodic memory, NLQ: mIoU)",
      checkedAgainst: "values worked out by hand",
      edgeCases:
        "A query without truths does not count. Intervals without length have 0. Not defined without queries that count.",
      signatures: [momentIou("").signature],
    }),
  },
];
