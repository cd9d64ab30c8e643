import type { Score } from "../../core/scores/metric.ts";
import type { ClassCounts, ClassSet, ClassTotals } from "./class-counts.ts";

/**
 * 2·hits / (2·hits + misses + false alarms), the harmonic mean of precision and recall; `null`
 * where there is nothing to count.
 */
export function f1({ hits, misses, falseAlarms }: ClassTotals): number | null {
  return ratio(2 * hits, 2 * hits + misses + falseAlarms);
}

/** `null` where the whole is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/**
 * Mean of F1 over the class set. A class with nothing to count under a weighting is left out,
 * except under `options`, where an idle class counts 0 by definition.
 */
export function macroF1Score(counts: ClassCounts, set: ClassSet): Score {
  const classes = counts.classSet(set);
  return (weights) => {
    const totals = counts.count(weights);
    let sum = 0;
    let idle = 0;
    for (const index of classes) {
      const value = f1(totals(index));
      if (value === null) idle++;
      else sum += value;
    }
    if (idle === classes.length) return null;
    return sum / (set === "options" ? classes.length : classes.length - idle);
  };
}

/** F1 of the hits, misses and false alarms summed over the class set. */
export function microF1Score(counts: ClassCounts, set: ClassSet): Score {
  const classes = counts.classSet(set);
  return (weights) => {
    const totals = counts.count(weights);
    const all = { hits: 0, misses: 0, falseAlarms: 0 };
    for (const index of classes) {
      const { hits, misses, falseAlarms } = totals(index);
      all.hits += hits;
      all.misses += misses;
      all.falseAlarms += falseAlarms;
    }
    return f1(all);
  };
}
