import type { Format, PredictionFormat } from "../core/data/format.ts";
import type { Sample } from "../core/data/sample.ts";
import type { Measure } from "../core/scores/measure.ts";
import type { Metric } from "../core/scores/metric.ts";

/** What belongs to the family of this id. */
export type OfFamily<T> = T & { readonly family: string };

/**
 * Gives editors the types of a metric of one's own. `measure` names the measure it reads, by its
 * first word or in full.
 */
export function defineMetric<Evidence>(metric: Metric<Evidence>): Metric<Evidence> {
  return metric;
}

/** The same for a measure, which turns an answer into what metrics read. */
export function defineMeasure<S extends Sample, Prediction, Evidence>(
  measure: OfFamily<Measure<S, Prediction, Evidence>>,
): OfFamily<Measure<S, Prediction, Evidence>> {
  return measure;
}

/** The same for a layout of samples. */
export function defineFormat<S extends Sample>(format: OfFamily<Format<S>>): OfFamily<Format<S>> {
  return format;
}

/** The same for a layout of predictions. */
export function definePredictionFormat<S extends Sample, Prediction>(
  format: OfFamily<PredictionFormat<S, Prediction>>,
): OfFamily<PredictionFormat<S, Prediction>> {
  return format;
}
