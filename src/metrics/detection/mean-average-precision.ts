import type { CorpusMetric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { averagePrecisions, matchingOf, type PrecisionDefinition } from "./average-precision.ts";
import type { HasEvents } from "./has-events.ts";
import { packEvents } from "./pack-events.ts";

/**
 * The thresholds over which ActivityNet averages, as decimals; its own .9, made by NumPy's linspace, is one unit of the last place lower.
 */
export const activityNetIous: readonly number[] = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

export interface MeanAveragePrecisionOptions {
  /** Signature of the measure whose evidence it reads. */
  readonly measure: string;
  readonly definition?: PrecisionDefinition;
  readonly minIous?: readonly number[];
}

/**
 * Mean over event types of the average precision of each, then over thresholds of tIoU. A type counts where it has a truth (one only
 * predicted does not; in a slice or resample, one without weight is left out); a type without detections has 0. Not defined without
 * truths. See `PrecisionDefinition` for who uses which.
 */
export function meanAveragePrecision({
  measure,
  definition = "activitynet",
  minIous = activityNetIous,
}: MeanAveragePrecisionOptions): CorpusMetric<HasEvents> {
  if (minIous.length === 0) throw new RangeError("mean average precision needs at least one tIoU threshold");
  const at = minIous.length === 1 ? `@${minIous[0]}` : "";
  const kind = definition === "activitynet" ? "" : `-${definition}`;
  return {
    id: `map${kind}${at}`,
    title: `Mean average precision${at === "" ? "" : ` at tIoU ${minIous[0]}`}`,
    signature: signature("detection-map", 1, {
      definition,
      matching: matchingOf[definition],
      over: "types-with-truth",
      ties: "input-order",
      tiou: minIous.join(","),
    }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const events = packEvents(evidence);
      const precisions = averagePrecisions(events, { minIous, definition });
      return (weights) => meanOfDefined(precisions(weights));
    },
  };
}

/** The same types have a truth at every threshold, so one mean over all is the mean of the means. */
function meanOfDefined(values: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue;
    sum += values[i]!;
    count++;
  }
  return count === 0 ? null : sum / count;
}
