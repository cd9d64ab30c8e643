import type { Analysis } from "../../core/scores/analysis.ts";
import type { CorpusMetric, Weights } from "../../core/scores/metric.ts";

interface HasSplit {
  readonly split: string;
}

/** A metric that videos of one split do not count for: thresholds may then be chosen on them. */
export function withoutSplit<Evidence extends HasSplit>(
  metric: CorpusMetric<Evidence>,
  split: string,
): CorpusMetric<Evidence> {
  const { counts, exposure, tieRange } = metric;
  const isOther = (evidence: Evidence) => evidence.split !== split;
  const others = otherSplits<Evidence>(split);
  return {
    ...metric,
    signature: `${metric.signature}|without:${split}`,
    counts: (evidence) => isOther(evidence) && (counts?.(evidence) ?? true),
    ...(exposure
      ? { exposure: (evidence: Evidence) => (isOther(evidence) ? exposure(evidence) : 0) }
      : {}),
    ...(tieRange ? { tieRange: (evidence: Iterable<Evidence>) => tieRange(others(evidence)) } : {}),
    prepare(evidence) {
      const mask = Uint32Array.from(evidence, (one) => (isOther(one) ? 1 : 0));
      const score = metric.prepare(evidence);
      return (weights) => score(weights ? masked(weights, mask) : mask);
    },
  };
}

function masked(weights: Weights, mask: Uint32Array): Weights {
  const result = weights.slice();
  for (let i = 0; i < result.length; i++) if (mask[i] === 0) result[i] = 0;
  return result;
}

/**
 * Hands analyses the videos of all other splits: the very same list for the same evidence, so that
 * they can share what they make of it.
 */
export function otherSplits<Evidence extends HasSplit>(
  split: string,
): (evidence: Iterable<Evidence>) => Iterable<Evidence> {
  const known = new WeakMap<Iterable<Evidence>, readonly Evidence[]>();
  return (evidence) => {
    const others = known.get(evidence) ?? [...evidence].filter((one) => one.split !== split);
    known.set(evidence, others);
    return others;
  };
}

/** An analysis of part of the evidence. */
export function analysisOf<Evidence>(
  analysis: Analysis<Evidence>,
  part: (evidence: Iterable<Evidence>) => Iterable<Evidence>,
): Analysis<Evidence> {
  return { ...analysis, analyse: (evidence) => analysis.analyse(part(evidence)) };
}
