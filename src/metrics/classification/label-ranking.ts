import type { Weights } from "../../core/scores/metric.ts";
import { assertWeights } from "../sample-metric.ts";
import { checkScores, type HasLabelScores, trueLabels } from "./has-label-scores.ts";

/**
 * The answers to "is it this label?", by falling score; where scores are equal, those of one tie
 * come in together.
 */
interface LabelRanking {
  readonly label: string;
  /**
   * The average precision under a weighting; `null` where nothing true or nothing at all has
   * weight.
   */
  averagePrecision(weights?: Weights): number | null;
}

interface Entry {
  readonly sample: number;
  readonly score: number;
  readonly isTrue: boolean;
}

export interface LabelRankings {
  /** One for each label that is true somewhere, in code-point order. */
  readonly perLabel: readonly LabelRanking[];
  /** All pairs of a sample and a label on offer in one ranking. */
  readonly pooled: LabelRanking;
}

/**
 * Packs scored labels. A sample without an answer ranks below all others for each of its labels,
 * its true one included.
 */
export function rankLabels(evidence: Iterable<HasLabelScores>): LabelRankings {
  const entries = new Map<string, Entry[]>();
  let sampleCount = 0;
  for (const item of evidence) {
    const sample = sampleCount++;
    checkScores(item);
    const truths = trueLabels(item);
    if (truths === null) continue;
    for (const label of new Set([...item.options, ...truths])) {
      const score = item.scores?.[item.options.indexOf(label)] ?? Number.NEGATIVE_INFINITY;
      const ofLabel = entries.get(label) ?? [];
      entries.set(label, ofLabel);
      ofLabel.push({ sample, score, isTrue: truths.includes(label) });
    }
  }
  const perLabel = [...entries]
    .filter(([, ofLabel]) => ofLabel.some(({ isTrue }) => isTrue))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, ofLabel]) => ranking(label, ofLabel, sampleCount));
  return { perLabel, pooled: ranking("", [...entries.values()].flat(), sampleCount) };
}

function ranking(label: string, entries: readonly Entry[], sampleCount: number): LabelRanking {
  const falling = entries.toSorted((a, b) => (a.score === b.score ? 0 : b.score - a.score));
  const samples = Uint32Array.from(falling, ({ sample }) => sample);
  const truths = Uint8Array.from(falling, ({ isTrue }) => (isTrue ? 1 : 0));
  const endsTie = Uint8Array.from(falling, ({ score }, at) =>
    score === falling[at + 1]?.score ? 0 : 1,
  );
  return {
    label,
    averagePrecision(weights) {
      if (weights) assertWeights(weights, sampleCount);
      let sum = 0;
      let seen = 0;
      let found = 0;
      let gained = 0;
      for (let at = 0; at < samples.length; at++) {
        const weight = weights ? weights[samples[at]!]! : 1;
        seen += weight;
        if (truths[at]) gained += weight;
        if (!endsTie[at] || gained === 0) continue;
        found += gained;
        sum += gained * (found / seen);
        gained = 0;
      }
      return found === 0 ? null : sum / found;
    },
  };
}
