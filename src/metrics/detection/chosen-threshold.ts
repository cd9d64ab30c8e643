import type { Analysis } from "../../core/scores/analysis.ts";
import type { CorpusMetric } from "../../core/scores/metric.ts";
import { bestThreshold } from "./best-threshold.ts";
import type { HasSplit } from "./calibrated-threshold.ts";
import type { EventSource } from "./event-source.ts";

export interface ThresholdChoice {
  /** The split that the threshold is chosen on. */
  readonly split: string;
  readonly minIou: number;
  readonly events: EventSource;
}

/**
 * The confidence of highest macro F1 on the split; `undefined` where nothing there is right at any.
 */
export function chosenThreshold(
  evidence: Iterable<HasSplit>,
  { split, minIou, events }: ThresholdChoice,
): number | undefined {
  const splits = Array.from(evidence, (one) => one.split);
  return bestThreshold(events.pack(evidence), {
    minIou,
    match: events.match,
    isChosenOn: (video) => splits[video] === split,
  });
}

/**
 * A metric at the threshold that is best on a split; not defined where there is none. Its signature
 * says how the threshold is chosen, not which it is.
 */
export function atChosenThreshold<Evidence extends HasSplit>(
  at: (minConfidence: number) => CorpusMetric<Evidence>,
  choice: ThresholdChoice,
): CorpusMetric<Evidence> {
  const unchosen = at(Number.NaN);
  return {
    ...unchosen,
    signature: unchosen.signature.replace(
      "minConfidence:NaN",
      `minConfidence:best-macro-f1-on-${choice.split}`,
    ),
    prepare(evidence) {
      const threshold = chosenThreshold(evidence, choice);
      return threshold === undefined ? () => null : at(threshold).prepare(evidence);
    },
  };
}

/** The same for an analysis; where there is no threshold, nothing counts as reported. */
export function analysisAtChosenThreshold<Evidence extends HasSplit>(
  at: (minConfidence: number) => Analysis<Evidence>,
  choice: ThresholdChoice,
  part: (evidence: Iterable<Evidence>) => Iterable<Evidence>,
): Analysis<Evidence> {
  const unchosen = at(Number.NaN);
  return {
    ...unchosen,
    title: unchosen.title.replace("confidence ≥ NaN", `confidence as chosen on ${choice.split}`),
    analyse: (evidence) =>
      at(chosenThreshold(evidence, choice) ?? Number.POSITIVE_INFINITY).analyse(part(evidence)),
  };
}
