import type { SampleMetric, Score, Weights } from "../core/scores/metric.ts";
import { growing } from "../math/growing-array.ts";

/** Everything about a metric of samples except how it is packed. */
export type SampleMetricDefinition<Evidence> = Omit<SampleMetric<Evidence>, "prepare">;

/**
 * A metric that is the weighted mean of what each sample contributes; samples that contribute
 * `null` do not count.
 */
export function sampleMetric<Evidence>(
  definition: SampleMetricDefinition<Evidence>,
): SampleMetric<Evidence> {
  return {
    ...definition,
    prepare: (evidence) => weightedMean(packContributions(evidence, definition)),
  };
}

interface Contributions {
  /** 0 where the sample does not count. */
  readonly values: Uint8Array | Float64Array;
  /** 1 where the sample counts. */
  readonly counts: Uint8Array;
}

function packContributions<Evidence>(
  evidence: Iterable<Evidence>,
  definition: SampleMetricDefinition<Evidence>,
): Contributions {
  const isProportion = definition.kind === "proportion";
  const values = isProportion ? growing.bytes() : growing.numbers();
  const counts = growing.bytes();
  for (const item of evidence) {
    const value = definition.value(item);
    if (value !== null && (isProportion ? value !== 0 && value !== 1 : !Number.isFinite(value))) {
      throw new RangeError(
        `${definition.id}: one sample contributes ${value}, but it must be ${isProportion ? "0, 1" : "a number"} or null`,
      );
    }
    values.push(value ?? 0);
    counts.push(value === null ? 0 : 1);
  }
  return { values: values.view(), counts: counts.view() };
}

/**
 * Intervals call the result thousands of times on all samples, so the loop has no branch and
 * allocates nothing.
 */
function weightedMean({ values, counts }: Contributions): Score {
  return (weights) => {
    if (weights) assertWeights(weights, values.length);
    let sum = 0;
    let total = 0;
    if (weights) {
      for (let i = 0; i < values.length; i++) {
        const weight = weights[i]!;
        sum += weight * values[i]!;
        total += weight * counts[i]!;
      }
    } else {
      for (let i = 0; i < values.length; i++) {
        sum += values[i]!;
        total += counts[i]!;
      }
    }
    return total > 0 ? sum / total : null;
  };
}

/**
 * Weights belong to the prepared samples one by one; any other number of them is a programmer's
 * mistake.
 */
export function assertWeights(weights: Weights, sampleCount: number): void {
  if (weights.length !== sampleCount)
    throw new RangeError(`${weights.length} weights were given for ${sampleCount} samples`);
}
