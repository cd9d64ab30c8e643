import type { Label } from "./label.ts";

/** Labels by the system and the sample they are about. */
export interface LabelIndex {
  /** In the order of the file. */
  about(system: string, sample: string): readonly Label[];
  /** Ids of the samples whose answers by a system have labels. */
  samples(system: string): readonly string[];
}

/**
 * Sorts labels by what they are about. Those that name no system are about `onlySystem`, or about
 * nothing where a task has several.
 */
export function labelIndex(labels: readonly Label[], onlySystem?: string): LabelIndex {
  const bySystem = Map.groupBy(labels, ({ system = onlySystem }) => system);
  const bySample = new Map(
    [...bySystem].map(([system, own]) => [system, Map.groupBy(own, ({ sample }) => sample)]),
  );
  return {
    about: (system, sample) => bySample.get(system)?.get(sample) ?? [],
    samples: (system) => [...(bySample.get(system)?.keys() ?? [])],
  };
}

/** The answer that labels may be about. */
export interface LabelledAnswer {
  /** Counted from 1. */
  readonly repeat: number;
  /** Digests the prediction. */
  readonly digest: string;
}

/**
 * Those of a sample's labels that are about this answer: of this repeat, and of this very
 * prediction where they say which they saw.
 */
export function labelsOfAnswer(labels: readonly Label[], { repeat, digest }: LabelledAnswer) {
  const ofRepeat = labels.filter((label) => label.repeat === repeat);
  const current = ofRepeat.filter(
    ({ prediction }) => prediction === undefined || digest.startsWith(prediction),
  );
  return { labels: current, stale: ofRepeat.length - current.length };
}
