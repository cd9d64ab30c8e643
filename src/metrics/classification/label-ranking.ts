import type { Weights } from "../../core/scores/metric.ts";
import { assertWeights } from "../sample-metric.ts";
import { checkScores, type HasLabelScores, trueLabels } from "./has-label-scores.ts";

/**
 * The answers to "is it this label?", by falling score; where scores are equal, those of one tie
 * come in together.
 */
export interface LabelRanking {
  readonly label: string;
  /**
   * The average precision under a weighting; `null` where nothing true or nothing at all has
   * weight.
   */
  averagePrecision(weights?: Weights): number | null;
  /** Recall and precision behind each tie that holds something true, in the order of the ranking. */
  points(): readonly (readonly [recall: number, precision: number])[];
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
    const add = (label: string, score: number | null | undefined) => {
      const ofLabel = entries.get(label) ?? [];
      entries.set(label, ofLabel);
      const isTrue = truths.includes(label);
      ofLabel.push({ sample, score: score ?? Number.NEGATIVE_INFINITY, isTrue });
    };
    for (const [place, label] of item.options.entries()) add(label, item.scores?.[place]);
    for (const label of truths) if (!item.options.includes(label)) add(label, null);
  }
  const perLabel = [...entries]
    .filter(([, ofLabel]) => ofLabel.some(({ isTrue }) => isTrue))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, ofLabel]) => ranking(label, ofLabel, sampleCount));
  return { perLabel, pooled: ranking("", [...entries.values()].flat(), sampleCount) };
}

function ranking(label: string, entries: readonly Entry[], sampleCount: number): LabelRanking {
  const falling = entries.toSorted((a, b) => (a.score === b.score ? 0 : b.score - a.score));
  const ties = trueTies(falling);
  const samples = Uint32Array.from(falling.slice(0, ties.at(-1)?.end), ({ sample }) => sample);
  return {
    label,
    averagePrecision(weights) {
      if (weights) assertWeights(weights, sampleCount);
      let sum = 0;
      let seen = 0;
      let found = 0;
      let at = 0;
      for (const { end, truths } of ties) {
        seen += weightOf(samples, weights, at, end);
        at = end;
        const gained = weightOf(truths, weights, 0, truths.length);
        if (gained === 0) continue;
        found += gained;
        sum += gained * (found / seen);
      }
      return found === 0 ? null : sum / found;
    },
    points() {
      const total = ties.reduce((sum, { truths }) => sum + truths.length, 0);
      let found = 0;
      return ties.map(({ end, truths }) => {
        found += truths.length;
        return [found / total, found / end] as const;
      });
    },
  };
}

/** Equal scores of which some are true: behind the last of these, nothing matters. */
interface TrueTie {
  /** The place behind the tie. */
  readonly end: number;
  /** Samples of the tie whose label is true. */
  readonly truths: Uint32Array;
}

function trueTies(falling: readonly Entry[]): readonly TrueTie[] {
  const ties: TrueTie[] = [];
  let truths: number[] = [];
  for (const [at, { sample, score, isTrue }] of falling.entries()) {
    if (isTrue) truths.push(sample);
    if (truths.length === 0 || score === falling[at + 1]?.score) continue;
    ties.push({ end: at + 1, truths: Uint32Array.from(truths) });
    truths = [];
  }
  return ties;
}

/** A plain loop, because every resample runs it over all samples of every label. */
function weightOf(
  samples: Uint32Array,
  weights: Weights | undefined,
  from: number,
  to: number,
): number {
  if (!weights) return to - from;
  let sum = 0;
  for (let at = from; at < to; at++) sum += weights[samples[at]!]!;
  return sum;
}
