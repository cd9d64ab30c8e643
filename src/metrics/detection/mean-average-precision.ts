import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { type MetricDeclaration, offer } from "../metric-declaration.ts";
import {
  averagePrecisions,
  isInterpolated,
  matchingOf,
  type PrecisionDefinition,
  tieOrderOf,
} from "./average-precision.ts";
import { activityNetIous, definitionOption, tiouOption } from "./detection-options.ts";
import { type EventSource, freshEvents } from "./event-source.ts";
import type { HasEvents } from "./has-events.ts";
import { tieRange } from "./tie-range.ts";

export interface MeanAveragePrecisionOptions {
  /** Signature of the measure whose evidence it reads. */
  readonly measure: string;
  readonly definition?: PrecisionDefinition;
  /** The thresholds of tIoU that are averaged over. */
  readonly tiou?: readonly number[];
  /** Shares packed events with other metrics; packs its own when left out. */
  readonly events?: EventSource;
}

/**
 * Mean over event types of the average precision of each, then over thresholds of tIoU. A type
 * counts where it has a truth (one only predicted does not; in a slice or resample, one without
 * weight is left out); a type without detections has 0. Not defined without truths. See
 * `PrecisionDefinition` for who uses which.
 */
export function meanAveragePrecision({
  measure,
  definition = "activitynet",
  tiou: minIous = activityNetIous,
  events: source = freshEvents,
}: MeanAveragePrecisionOptions): CorpusMetric<HasEvents> {
  if (minIous.length === 0)
    throw new RangeError("mean average precision needs at least one tIoU threshold");
  const at = minIous.length === 1 ? `@${minIous[0]}` : "";
  const options = { minIous, definition, match: source.match };
  const kind = definition === "activitynet" ? "" : `-${definition}`;
  return {
    id: `map${kind}${at}`,
    aliases: [`detection-map${at}`, ...(kind === "" ? [] : [`map${at}`])],
    title: at === "" ? "Mean average precision" : `mAP at tIoU ${minIous[0]}`,
    signature: signature("detection-map", 2, {
      definition,
      matching: matchingOf[definition],
      over: "types-with-truth",
      ties: tieOrderOf[definition],
      tiou: minIous.join(","),
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    ...(isInterpolated(definition) ? { smallSetBias: "root" } : {}),
    prepare(evidence) {
      const precisions = averagePrecisions(source.pack(evidence, tieOrderOf[definition]), options);
      return (weights) => meanOfDefined(precisions(weights));
    },
    tieRange: (evidence) => tieRange(source.pack(evidence, tieOrderOf[definition]), options),
  };
}

/**
 * The same types have a truth at every threshold, so one mean over all is the mean of the means.
 */
export function meanOfDefined(values: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue;
    sum += values[i]!;
    count++;
  }
  return count === 0 ? null : sum / count;
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "detection-map",
    group: "detection",
    title: "Mean average precision of events (mAP)",
    options: [tiouOption, definitionOption],
    page: () => ({
      definition:
        "For each event type, detections of all videos come in by falling confidence and claim truths of their own video and type; average precision follows from the precision and recall after each. Mean over the types that have a truth, then over thresholds of tIoU.",
      formula:
        "activitynet: AP = Σ_i (R_i − R_{i−1}) · max over j ≥ i of P_j;  sum, thumos14: AP = Σ_i (R_i − R_{i−1}) · P_i;  101-point: mean of the interpolated precision at recall 0, .01, …, 1",
      citation:
        "Caba Heilbron et al., ActivityNet, CVPR 2015 (Evaluation/eval_detection.py); Idrees et al., The THUMOS challenge, CVIU 2017 (TH14eventdetpr.m); Lin et al., Microsoft COCO, ECCV 2014 (pycocotools)",
      checkedAgainst:
        "activitynet: the ActivityNet toolkit (ebc8aeb, Evaluation/eval_detection.py, retyped, from files) on random problems, to 1e-12, and its sample predictions, mAP 1 at every tIoU; thumos14 (MATLAB), sum and 101-point: restatements in plain Python on 120 random problems, to 1e-12",
      edgeCases:
        "Equal confidences come in the order of the videos in the ground truth, then of the detections in the prediction; under thumos14 videos come by name, as in TH14eventdetpr.m. A remark gives the range over other orders where it is wider than .001. The ActivityNet toolkit leaves that to NumPy's unstable sort and to the order of a dictionary. Of truths of equal tIoU the first is claimed, under activitynet the last, as in the toolkit with up to 16 truths of a type in a video and a NumPy of its time. A type without detections has 0; a type that is only predicted is no type of the mean. Under activitynet two intervals without length match, as 0/0 does there. A video of weight w is w copies whose detections come in together. Not defined without truths.",
      signatures: (["activitynet", "thumos14", "sum", "101-point"] as const).map(
        (definition) => meanAveragePrecision({ measure: "", definition }).signature,
      ),
    }),
    offers: [
      offer({
        id: "detection-map",
        title: "Mean average precision",
        reads: "events",
        options: [tiouOption, definitionOption],
        create(measure, { tiou = activityNetIous, definition = "activitynet" }) {
          const named = (at: readonly number[], id: string) => ({
            ...meanAveragePrecision({ measure, definition, tiou: at }),
            id,
          });
          const each =
            tiou.length === 1 ? [] : tiou.map((one) => named([one], `detection-map@${one}`));
          return [named(tiou, "detection-map"), ...each];
        },
      }),
    ],
  },
];
